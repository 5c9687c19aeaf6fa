/** Which language's texts stand in the form, and in which of them a text is refused: a press leads to the first one. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { IconAlertCircle } from '@tabler/icons-react';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { RadioRow } from '#portal/ui/RadioRow.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { languageOf } from './draft.ts';

/** More than these have no room beside each other. */
const MOST_SEGMENTS = 4;

interface LanguageChoiceProps {
	languages: readonly BannerLanguage[];
	value: BannerLanguage;
	onChange: (language: BannerLanguage) => void;
	/** Paths of the fields in error. */
	wrong: readonly string[];
	/** The first refused text of a language was asked for. */
	onSeek: (language: BannerLanguage) => void;
}

export function LanguageChoice({ languages, value, onChange, wrong, onSeek }: LanguageChoiceProps) {
	const t = useConfigurationTexts();
	const own = useLanguage();
	const data = languages.map((one) => ({ value: one, label: languageTitle(one, own) }));
	const choose = (chosen: string | null) => onChange(languages.find((one) => one === chosen) ?? value);
	const refused = languages.flatMap((language) => {
		const count = wrong.filter((path) => languageOf(path) === language).length;
		return count > 0 ? [{ language, count }] : [];
	});
	return languages.length > 1 || refused.length > 0 ? (
		<div>
			{languages.length > MOST_SEGMENTS ? (
				<SelectField label={t('language')} searchable allowDeselect={false} data={data} value={value} onChange={choose} />
			) : languages.length > 1 ? (
				<RadioRow wide label={t('language')} value={value} onChange={onChange} options={data} />
			) : null}
			{refused.map(({ language, count }) => (
				<button key={language} type="button" className={styles.refusedTexts} onClick={() => onSeek(language)}>
					<IconAlertCircle size={15} stroke={1.75} aria-hidden="true" />
					{t('refusedTexts', { language: languageTitle(language, own), count })}
				</button>
			))}
		</div>
	) : null;
}
