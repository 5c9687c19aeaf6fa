/** Texts of log in as user and of the bar of an assisted session. */
import { messages, type Translation } from '#portal/lib/say.ts';

const en = {
	question: 'Log in as {{who}}?',
	what: 'You see and do everything as they would, for at most {{minutes}} minutes. All of it is recorded under both names, and they get a letter about it afterwards.',
	opening: 'Opening the portal as {{who}}',
	label: 'Assisted session',
	bar: 'You are signed in as {{user}}',
	barFor: '{{by}} acts for them until {{time}}.',
	end: 'End session',
} as const;

const fi = {
	question: 'Kirjaudutaanko käyttäjänä {{who}}?',
	what: 'Näet ja teet kaiken hänen nimissään, enintään {{minutes}} minuuttia. Kaikki kirjataan molempien nimiin, ja hän saa siitä jälkikäteen viestin.',
	opening: 'Portaali avataan käyttäjänä {{who}}',
	label: 'Avustettu istunto',
	bar: 'Olet kirjautuneena käyttäjänä {{user}}',
	barFor: '{{by}} toimii hänen puolestaan klo {{time}} asti.',
	end: 'Lopeta istunto',
} as const satisfies Translation<typeof en>;

export const useAssistTexts = messages('assist', en, fi);
