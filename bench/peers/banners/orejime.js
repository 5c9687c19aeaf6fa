import { categories, necessary, texts } from './texts.js';

window.orejimeConfig = {
	privacyPolicyUrl: '/',
	purposes: [
		{ id: 'necessary', title: necessary.name, description: necessary.about, cookies: [], isMandatory: true },
		...Object.entries(categories).map(([id, { name, about }]) => ({ id, title: name, description: about, cookies: [] })),
	],
	translations: {
		banner: { title: texts.title, description: texts.body, accept: texts.accept, decline: texts.refuse, configure: texts.choose },
		modal: { title: texts.choicesTitle, save: texts.save, acceptAll: texts.accept, declineAll: texts.refuse },
	},
};
