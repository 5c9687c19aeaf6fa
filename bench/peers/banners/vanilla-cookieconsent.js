import { categories, necessary, texts } from './texts.js';

const switches = Object.fromEntries(Object.keys(categories).map((key) => [key, {}]));
CookieConsent.run({
	// It would hide from a browser that is driven.
	hideFromBots: false,
	categories: { necessary: { enabled: true, readOnly: true }, ...switches },
	language: {
		default: 'en',
		translations: {
			en: {
				consentModal: {
					title: texts.title,
					description: texts.body,
					acceptAllBtn: texts.accept,
					acceptNecessaryBtn: texts.refuse,
					showPreferencesBtn: texts.choose,
				},
				preferencesModal: {
					title: texts.choicesTitle,
					acceptAllBtn: texts.accept,
					acceptNecessaryBtn: texts.refuse,
					savePreferencesBtn: texts.save,
					sections: [
						{ title: necessary.name, description: necessary.about, linkedCategory: 'necessary' },
						...Object.entries(categories).map(([linkedCategory, { name, about }]) => ({ title: name, description: about, linkedCategory })),
					],
				},
			},
		},
	},
});
