/** One category: names and reasons in each language, its key and kind, its cookies. */
import { kindOf } from '@luvalla/banner/kinds';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { CategoryKind } from '@luvalla/contract/consent/light';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { languageOf } from '../../editing/draft.ts';
import { LanguageChoice } from '../../editing/LanguageChoice.tsx';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightTabProps } from '../kind.ts';
import { CategoryCookies } from './CategoryCookies.tsx';
import { CategoryTexts } from './CategoryTexts.tsx';
import { type CategoryPart, removeCategory, renameCategory } from './category.ts';

/** No kind of its own: its key tells it. */
const BY_KEY = 'key';

/** As many languages stand below each other; of more, one is chosen. */
const FEW_LANGUAGES = 2;

interface CategoryFormProps extends LightTabProps {
	at: number;
	language: BannerLanguage;
	onLanguage: (language: BannerLanguage) => void;
	/** Paths of the fields in error. */
	wrong: readonly string[];
	onBack: () => void;
}

export function CategoryForm({ draft, edit, problem, at, language, onLanguage, wrong, onBack }: CategoryFormProps) {
	const t = useConfigurationTexts();
	const category = draft.config.categories[at];
	if (!category) return null;
	const path = `categories.${at}.`;
	const { languages, unchecked } = draft.config;
	const few = languages.length <= FEW_LANGUAGES;
	const chosen = languages.includes(language) ? language : (languages[0] ?? 'en');
	const written = few ? languages : [chosen];
	const part: CategoryPart = {
		category,
		change: (act) =>
			edit((next) => {
				const one = next.config.categories[at];
				if (one) act(one, next);
			}),
		problem: (name) => problem(`${path}${name}`),
	};
	const remove = () => {
		onBack();
		edit((next) => removeCategory(next, at));
	};
	return (
		<div className="stack-16">
			<div>
				<button type="button" className="link" onClick={onBack}>
					<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
					{t('allCategories')}
				</button>
			</div>
			{few ? null : (
				<LanguageChoice
					languages={languages}
					value={chosen}
					onChange={onLanguage}
					wrong={wrong.filter((one) => one.startsWith(path) && languageOf(one) !== null)}
					onSeek={onLanguage}
				/>
			)}
			{written.map((one) => (
				<CategoryTexts key={one} {...part} language={one} unchecked={unchecked[one]} />
			))}
			{category.necessary ? null : <Naming {...part} />}
			<CategoryCookies {...part} languages={written} of={languages} />
			{category.necessary ? null : (
				<div>
					<Button variant="default" data-strong leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />} onClick={remove}>
						{t('removeCategory')}
					</Button>
				</div>
			)}
		</div>
	);
}

/** The key of a category that asks, and its kind where the key does not tell it. */
function Naming({ category, change, problem }: CategoryPart) {
	const t = useConfigurationTexts();
	const kinds: Record<CategoryKind, string> = {
		statistics: t('kindStatistics'),
		marketing: t('kindMarketing'),
		media: t('kindMedia'),
		other: t('kindOther'),
	};
	return (
		<>
			<TextField
				label={t('categoryKey')}
				mono
				hint={t('categoryKeyHint', { key: category.key })}
				maxLength={31}
				value={category.key}
				error={problem('key')}
				onChange={({ currentTarget: { value } }) => change((one, draft) => renameCategory(one, draft, value))}
			/>
			<SelectField
				label={t('kind')}
				hint={t('kindHint')}
				data={[
					{ value: BY_KEY, label: t('kindByKey', { kind: kinds[kindOf({ key: category.key })] }) },
					...CategoryKind.options.map((value) => ({ value, label: kinds[value] })),
				]}
				value={category.kind ?? BY_KEY}
				allowDeselect={false}
				error={problem('kind')}
				onChange={(value) =>
					change((one) => {
						const kind = CategoryKind.safeParse(value);
						if (kind.success) one.kind = kind.data;
						else delete one.kind;
					})
				}
			/>
		</>
	);
}
