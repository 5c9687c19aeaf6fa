/** The runtime's own few words; everything else is the customer's text. */

interface Words {
	cookies(count: number): string;
	/** Shown on the second layer when the browser sends the signal. */
	gpc: string;
	/** Beside the sign of the control, once the signal is on record. */
	honoured: string;
	/** Beside it where a law gives a way to opt out. */
	privacyChoices: string;
}

const en: Words = {
	cookies: (count) => (count === 1 ? '1 cookie' : `${count} cookies`),
	gpc: 'Opt-out request honoured: your browser sends Global Privacy Control.',
	honoured: 'Opt-out request honoured',
	privacyChoices: 'Your privacy choices',
};
const fi: Words = {
	cookies: (count) => (count === 1 ? '1 eväste' : `${count} evästettä`),
	gpc: 'Kieltopyyntösi on huomioitu: selaimesi lähettää Global Privacy Control -signaalin.',
	honoured: 'Kieltopyyntösi on huomioitu',
	privacyChoices: 'Tietosuojavalintasi',
};

export const wordsIn = (language: string): Words => (language === 'fi' ? fi : en);
