/** One category: names and reasons in each language, its key and kind, its cookies. */
import { kindOf } from '@luvalla/banner/kinds';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { type Category, CategoryKind } from '@luvalla/contract/consent/light';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { languageOf } from '../../editing/draft.ts';
import { lookedAt, renameMarks } from '../../editing/filling.ts';
import { LanguageChoice } from '../../editing/LanguageChoice.tsx';
import { Marked, readingOf } from '../../editing/TextMark.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightTabProps } from '../kind.ts';
import { CookieFields } from './CookieFields.tsx';

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
	const own = useLanguage();
	const category = draft.config.categories[at];
	if (!category) return null;
	const path = `categories.${at}`;
	const kinds: Record<CategoryKind, string> = {
		statistics: t('kindStatistics'),
		marketing: t('kindMarketing'),
		media: t('kindMedia'),
		other: t('kindOther'),
	};
	const change = (act: (one: Category) => void) =>
		edit((next) => {
			const one = next.config.categories[at];
			if (one) act(one);
		});
	const rename = (key: string) =>
		edit((next) => {
			const one = next.config.categories[at];
			if (!one) return;
			// What hangs on the key follows it.
			const { [one.key]: purpose, ...purposes } = next.mapper.purposes;
			const { [one.key]: allowed, ...modes } = next.config.consentMode;
			next.mapper.purposes = purpose === undefined ? purposes : { ...purposes, [key]: purpose };
			next.config.consentMode = allowed === undefined ? modes : { ...modes, [key]: allowed };
			renameMarks(next.config, one.key, key);
			one.key = key;
		});
	const remove = () => {
		onBack();
		edit((next) => {
			const [gone] = next.config.categories.splice(at, 1);
			if (!gone) return;
			delete next.mapper.purposes[gone.key];
			delete next.config.consentMode[gone.key];
			renameMarks(next.config, gone.key, null);
		});
	};
	const { languages, unchecked } = draft.config;
	const few = languages.length <= FEW_LANGUAGES;
	const chosen = languages.includes(language) ? language : (languages[0] ?? 'en');
	const textOf = (one: BannerLanguage, part: 'name' | 'about', label: string) => {
		const mark = `categories.${category.key}.${part}`;
		const props = {
			label,
			lang: one,
			...readingOf(one),
			maxLength: part === 'name' ? 60 : 400,
			value: category.texts[one]?.[part] ?? '',
			error: problem(`${path}.texts.${one}.${part}`),
			onChange: (event: { currentTarget: { value: string } }) => {
				const { value } = event.currentTarget;
				edit((next) => {
					const changed = next.config.categories[at];
					if (!changed) return;
					changed.texts[one] = { ...(changed.texts[one] ?? { name: '', about: '' }), [part]: value };
					lookedAt(next.config, one, mark);
				});
			},
		};
		return (
			<Marked
				label={label}
				marked={unchecked[one]?.includes(mark) === true}
				onRight={() => edit((next) => lookedAt(next.config, one, mark))}
			>
				{part === 'name' ? <TextField {...props} /> : <AreaField {...props} minRows={2} />}
			</Marked>
		);
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
					wrong={wrong.filter((one) => one.startsWith(`${path}.`) && languageOf(one) !== null)}
					onSeek={onLanguage}
				/>
			)}
			{(few ? languages : [chosen]).map((one) => (
				<div key={one} className="stack-16">
					{textOf(one, 'name', t('categoryName', { language: inLanguage(one, own) }))}
					{textOf(one, 'about', t('categoryAbout', { language: inLanguage(one, own) }))}
				</div>
			))}
			{category.necessary ? null : (
				<>
					<TextField
						label={t('categoryKey')}
						mono
						hint={t('categoryKeyHint', { key: category.key })}
						maxLength={31}
						value={category.key}
						error={problem(`${path}.key`)}
						onChange={(event) => rename(event.currentTarget.value)}
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
						error={problem(`${path}.kind`)}
						onChange={(value) =>
							change((one) => {
								const kind = CategoryKind.safeParse(value);
								if (kind.success) one.kind = kind.data;
								else delete one.kind;
							})
						}
					/>
				</>
			)}
			<fieldset className={styles.set}>
				<legend>{t('cookieList')}</legend>
				<p className={styles.quiet}>{t('cookieHint')}</p>
				{category.cookies.map((cookie, i) => (
					<CookieFields
						// biome-ignore lint/suspicious/noArrayIndexKey: a cookie has no identity but its place
						key={i}
						cookie={cookie}
						languages={few ? languages : [chosen]}
						of={languages}
						change={(act) =>
							change((one) => {
								const line = one.cookies[i];
								if (line) act(line);
							})
						}
						problem={(part) => problem(`${path}.cookies.${i}.${part}`)}
						onRemove={() =>
							change((one) => {
								one.cookies.splice(i, 1);
							})
						}
					/>
				))}
				<div>
					<Button
						variant="subtle"
						size="xs"
						leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() =>
							change((one) => {
								one.cookies.push({ name: '', provider: '', keeps: '' });
							})
						}
					>
						{t('addCookie')}
					</Button>
				</div>
			</fieldset>
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
