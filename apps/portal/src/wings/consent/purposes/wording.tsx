/** The words of a purpose in a form: one language at least, each with its name and what it is for. */
import { PurposeWording } from '@luvalla/contract/consent/purposes';
import { languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';

/** Languages that words are written in here; words in others stay as they are. */
const LANGUAGES = ['en', 'fi'] as const;

export interface WordingValues extends Record<string, unknown> {
	enName: string;
	enAbout: string;
	fiName: string;
	fiAbout: string;
}
type Wording = Readonly<Record<string, { name: string; about: string }>>;

export const wordingValues = (wording: Wording = {}): WordingValues => ({
	enName: wording.en?.name ?? '',
	enAbout: wording.en?.about ?? '',
	fiName: wording.fi?.name ?? '',
	fiAbout: wording.fi?.about ?? '',
});

/** What is sent: languages in which nothing was written are left out. */
export const wordingOf = (values: WordingValues, before: Wording = {}): Wording => {
	const wording: Record<string, { name: string; about: string }> = { ...before };
	for (const language of LANGUAGES) {
		const name = values[`${language}Name`].trim();
		const about = values[`${language}About`].trim();
		if (name === '' && about === '') delete wording[language];
		else wording[language] = { name, about };
	}
	return wording;
};

/** Errors of `wording.en.name` under the form's own names. */
export const wordingErrors = (wording: Wording): { path: string; message: string }[] => {
	const parsed = PurposeWording.safeParse(wording);
	if (parsed.success) return [];
	return parsed.error.issues.map(({ path: [language, part], message }) => ({
		path: language === undefined ? 'enName' : `${String(language)}${part === 'about' ? 'About' : 'Name'}`,
		message,
	}));
};

export function WordingFields<V extends WordingValues>({ form }: { form: Form<V> }) {
	const t = usePurposeTexts();
	const shown = useLanguage();
	return LANGUAGES.map((language) => (
		<fieldset key={language} className={styles.words}>
			<legend>{languageName(language, shown)}</legend>
			<TextField label={t('wordingName')} lang={language} {...form.getInputProps(`${language}Name`)} />
			<AreaField label={t('wordingAbout')} lang={language} {...form.getInputProps(`${language}About`)} />
		</fieldset>
	));
}
