/** What stands on every leaflet beside its author's words, in the languages that we speak. */
interface Words {
	readonly foot: (customer: string, way: string) => string;
	readonly link: string;
}

const EN: Words = {
	foot: (customer, way) =>
		`You get this because ${customer} may write to you by post. If you want no more of it, open ${way} or write to us:`,
	link: 'The link is the same for everybody: it does not say who opened it.',
};
const WORDS: Readonly<Record<string, Words>> = {
	en: EN,
	fi: {
		foot: (customer, way) =>
			`Sait tämän, koska ${customer} saa lähettää sinulle postia. Jos et halua sitä enää, avaa ${way} tai kirjoita meille:`,
		link: 'Linkki on kaikille sama, joten se ei kerro, kuka sen avasi.',
	},
	sv: {
		foot: (customer, way) =>
			`Du får det här eftersom ${customer} får skriva till dig per post. Vill du inte ha fler, öppna ${way} eller skriv till oss:`,
		link: 'Länken är densamma för alla, så den avslöjar inte vem som öppnade den.',
	},
};

/** To readers of other languages in English. */
export const leafletWords = (language: string): Words => (Object.hasOwn(WORDS, language) ? WORDS[language] : undefined) ?? EN;
