/** A form while it is made, and as it is sent. */
import type { FormConfig, FormLanguage, FormTexts, SignupForm } from '@luvalla/contract/consent/forms';

export interface Draft {
	title: string;
	config: FormConfig;
}

/** What a language begins with. */
export const BEGINNING: Readonly<Record<FormLanguage, FormTexts>> = {
	en: { brand: '', title: 'Join us', text: '', button: 'Join', subject: 'Was it you who joined?', letter: '' },
	fi: { brand: '', title: 'Liity mukaan', text: '', button: 'Liity', subject: 'Liityitkö sinä?', letter: '' },
};

/** @param purposeId that a new one asks for */
export const draftOf = (form: SignupForm | null, language: FormLanguage, purposeId: string): Draft =>
	form
		? { title: form.title, config: form.config }
		: {
				title: '',
				config: {
					purposeId,
					languages: [language],
					fields: [],
					look: { background: '#fdfaf5', text: '#16201e', button: '#2b4a3f', buttonText: '#ffffff', beside: true },
					texts: { [language]: BEGINNING[language] },
					confirm: true,
					limits: { letterDays: 7, lettersPerHour: 200, lettersPerNetwork: 20 },
					after: { asked: '', confirmed: '' },
				},
			};

export const payloadOf = ({ title, config }: Draft) => ({ title: title.trim(), config });
export const sameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(payloadOf(one)) === JSON.stringify(payloadOf(other));
