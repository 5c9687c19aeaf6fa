/** The banner's own sentences: what the framework's policies demand beside the official texts. Not editable. */

export interface TcfWords {
	/** First layer. `partners` stands where the link to their list is. */
	device: [before: string, partners: (count: number) => string, after: string];
	data: string;
	purposes: string;
	special: string;
	legitimate(choose: string): string;
	scope: string;
	withdraw(reopen: string): string;
	consequence: string;
	/** Second layer. */
	byPurpose: string;
	byPartner: (count: number) => string;
	mandatory: string;
	mandatoryNote: string;
	specialTitle: string;
	featuresTitle: string;
	dataTitle: string;
	additional: string;
	examples: string;
	consentOf: (count: number) => string;
	legitimateOf: (count: number) => string;
	usedBy: (count: number) => string;
	allow: string;
	object: string;
	find: string;
	found: (shown: number, all: number) => string;
	more: (count: number) => string;
	details: string;
	consentFor: string;
	legitimateFor: string;
	specialFor: string;
	features: string;
	specialFeatures: string;
	data_: string;
	storage: string;
	storageNone: string;
	storageOf: (time: string) => string;
	session: string;
	refreshed: string;
	otherMeans: string;
	kept: (days: number) => string;
	keptFor: (name: string, days: number) => string;
	policy: string;
	claim: string;
	disclosure: string;
	opens: string;
	ownStorage: (days: number) => string;
	updated: (date: string) => string;
	back: string;
	missing: string;
	retry: string;
	gpc: string;
	days: (count: number) => string;
	hours: (count: number) => string;
	minutes: (count: number) => string;
}

const en: TcfWords = {
	device: [
		'We and ',
		(count) => (count === 1 ? 'our 1 partner' : `our ${count} partners`),
		' store information on your device and read it there, such as cookies and identifiers.',
	],
	data: 'Personal data is processed, such as unique identifiers, your IP address and what you look at, for these purposes:',
	purposes: 'Purposes',
	special: 'With your permission also:',
	legitimate: (choose) =>
		`Some partners do not ask for consent but rest on their legitimate interest. You can object to that under “${choose}”.`,
	scope: 'Your choice holds for this website only.',
	withdraw: (reopen) => `You can change it or take it back at any time: press “${reopen}” at the edge of any page.`,
	consequence: 'The website works also when you refuse.',
	byPurpose: 'Purposes',
	byPartner: (count) => `Partners (${count})`,
	mandatory: 'Without a choice',
	mandatoryNote: 'These are needed to show and protect the service. They rest on legitimate interest and cannot be refused.',
	specialTitle: 'Special features',
	featuresTitle: 'Ways in which data is used',
	dataTitle: 'Categories of data',
	additional: 'Partners outside the framework (Google’s list)',
	examples: 'Examples',
	consentOf: (count) => (count === 1 ? '1 partner asks for consent' : `${count} partners ask for consent`),
	legitimateOf: (count) => (count === 1 ? '1 partner rests on legitimate interest' : `${count} partners rest on legitimate interest`),
	usedBy: (count) => (count === 1 ? '1 partner' : `${count} partners`),
	allow: 'Allow',
	object: 'Object to legitimate interest',
	find: 'Find a partner',
	found: (shown, all) => `${shown} of ${all} partners`,
	more: (count) => `Show ${count} more`,
	details: 'Details',
	consentFor: 'With your consent',
	legitimateFor: 'By legitimate interest',
	specialFor: 'Without a choice',
	features: 'Ways in which data is used',
	specialFeatures: 'Special features',
	data_: 'Data',
	storage: 'Storage on your device',
	storageNone: 'Sets no cookies.',
	storageOf: (time) => `Cookies live ${time} at most.`,
	session: 'until the browser is closed',
	refreshed: 'The time begins anew with each visit.',
	otherMeans: 'Other means than cookies are used, too.',
	kept: (days) => `Data is kept ${en.days(days)}.`,
	keptFor: (name, days) => `${name}: ${en.days(days)}`,
	policy: 'Privacy policy',
	claim: 'Its legitimate interest, explained',
	disclosure: 'Its own list of what it stores',
	opens: 'opens in a new tab',
	ownStorage: (days) => `Your choice is kept on this device for ${en.days(days)} (euconsent-v2).`,
	updated: (date) => `Vendor list of ${date}`,
	back: 'Back',
	missing: 'The list of partners could not be loaded, so nothing has been allowed.',
	retry: 'Try again',
	gpc: 'Your browser sends Global Privacy Control. It is recorded with your choice.',
	days: (count) => (count === 1 ? '1 day' : `${count} days`),
	hours: (count) => (count === 1 ? '1 hour' : `${count} hours`),
	minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
};

const fi: TcfWords = {
	device: [
		'Me ja ',
		(count) => (count === 1 ? '1 kumppanimme' : `${count} kumppaniamme`),
		' tallennamme laitteellesi tietoja ja luemme niitä siltä, esimerkiksi evästeitä ja tunnisteita.',
	],
	data: 'Henkilötietoja, kuten yksilöllisiä tunnisteita, IP-osoitettasi ja tietoa katsomistasi sisällöistä, käsitellään näihin tarkoituksiin:',
	purposes: 'Käyttötarkoitukset',
	special: 'Luvallasi lisäksi:',
	legitimate: (choose) => `Osa kumppaneista ei pyydä suostumusta vaan vetoaa oikeutettuun etuun. Voit vastustaa sitä kohdassa ”${choose}”.`,
	scope: 'Valintasi koskee vain tätä sivustoa.',
	withdraw: (reopen) => `Voit muuttaa valintaasi tai perua sen milloin tahansa: paina sivun reunassa ”${reopen}”.`,
	consequence: 'Sivusto toimii, vaikka hylkäisit kaiken.',
	byPurpose: 'Käyttötarkoitukset',
	byPartner: (count) => `Kumppanit (${count})`,
	mandatory: 'Ilman valintaa',
	mandatoryNote: 'Näitä tarvitaan palvelun näyttämiseen ja suojaamiseen. Ne perustuvat oikeutettuun etuun, eikä niistä voi kieltäytyä.',
	specialTitle: 'Erityisominaisuudet',
	featuresTitle: 'Tavat käyttää tietoja',
	dataTitle: 'Tietojen luokat',
	additional: 'Kumppanit kehyksen ulkopuolelta (Googlen luettelo)',
	examples: 'Esimerkkejä',
	consentOf: (count) => (count === 1 ? '1 kumppani pyytää suostumusta' : `${count} kumppania pyytää suostumusta`),
	legitimateOf: (count) => (count === 1 ? '1 kumppani vetoaa oikeutettuun etuun' : `${count} kumppania vetoaa oikeutettuun etuun`),
	usedBy: (count) => (count === 1 ? '1 kumppani' : `${count} kumppania`),
	allow: 'Salli',
	object: 'Vastusta oikeutettua etua',
	find: 'Etsi kumppania',
	found: (shown, all) => `${shown} / ${all} kumppania`,
	more: (count) => `Näytä ${count} lisää`,
	details: 'Tiedot',
	consentFor: 'Suostumuksellasi',
	legitimateFor: 'Oikeutetun edun perusteella',
	specialFor: 'Ilman valintaa',
	features: 'Tavat käyttää tietoja',
	specialFeatures: 'Erityisominaisuudet',
	data_: 'Tiedot',
	storage: 'Tallennus laitteellesi',
	storageNone: 'Ei aseta evästeitä.',
	storageOf: (time) => `Evästeet säilyvät enintään: ${time}.`,
	session: 'selaimen sulkemiseen asti',
	refreshed: 'Aika alkaa alusta joka käynnillä.',
	otherMeans: 'Käytössä on myös muita keinoja kuin evästeitä.',
	kept: (days) => `Tietoja säilytetään ${fi.days(days)}.`,
	keptFor: (name, days) => `${name}: ${fi.days(days)}`,
	policy: 'Tietosuojaseloste',
	claim: 'Selvitys oikeutetusta edusta',
	disclosure: 'Kumppanin oma luettelo tallennuksista',
	opens: 'avautuu uuteen välilehteen',
	ownStorage: (days) => `Valintasi säilyy tällä laitteella ${fi.days(days)} (euconsent-v2).`,
	updated: (date) => `Kumppaniluettelo ${date}`,
	back: 'Takaisin',
	missing: 'Kumppanien luetteloa ei saatu ladattua, joten mitään ei ole sallittu.',
	retry: 'Yritä uudelleen',
	gpc: 'Selaimesi lähettää Global Privacy Control -pyynnön. Se kirjataan valintasi kanssa.',
	days: (count) => (count === 1 ? '1 päivä' : `${count} päivää`),
	hours: (count) => (count === 1 ? '1 tunti' : `${count} tuntia`),
	minutes: (count) => (count === 1 ? '1 minuutti' : `${count} minuuttia`),
};

/** Words of the first layer and those of the second stand in one table; each bundle keeps what it uses. */
export const tcfWordsIn = (language: string): TcfWords => (language === 'fi' ? fi : en);
