/** The runtime's own few words; everything else is the customer's text. */

interface Words {
	cookies(count: number): string;
	/** Shown on the second layer when the browser sends the signal. */
	gpc: string;
}

const en: Words = {
	cookies: (count) => (count === 1 ? '1 cookie' : `${count} cookies`),
	gpc: 'Your browser sends Global Privacy Control. It is recorded with your choice.',
};
const fi: Words = {
	cookies: (count) => (count === 1 ? '1 eväste' : `${count} evästettä`),
	gpc: 'Selaimesi lähettää Global Privacy Control -pyynnön. Se kirjataan valintasi kanssa.',
};

export const wordsIn = (language: string): Words => (language === 'fi' ? fi : en);
