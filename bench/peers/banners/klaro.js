import { categories, necessary, texts } from './texts.js';

window.klaroConfig = {
	acceptAll: true,
	mustConsent: false,
	lang: 'en',
	translations: {
		en: {
			privacyPolicyUrl: '/',
			consentNotice: { title: texts.title, description: texts.body, learnMore: texts.choose },
			consentModal: { title: texts.choicesTitle, description: texts.body },
			ok: texts.accept,
			acceptAll: texts.accept,
			decline: texts.refuse,
			acceptSelected: texts.save,
			service: { required: { title: necessary.name, description: necessary.about }, purpose: 'For', purposes: 'For' },
			purposes: Object.fromEntries(Object.entries(categories).map(([key, { name, about }]) => [key, { title: name, description: about }])),
		},
	},
	services: Object.entries(categories).map(([name, { name: title, about }]) => ({ name, title, description: about, purposes: [name] })),
};
