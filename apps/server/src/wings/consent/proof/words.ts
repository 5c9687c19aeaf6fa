import type { FormSource } from '@luvalla/contract/consent/form-source';

/** Days for which a mailed receipt opens by its link. */
export const RECEIPT_LINK_DAYS = 7;

/** The first of many numbers. */
const someOf = (ids: readonly number[]): string => ids.slice(0, 40).join(', ') + (ids.length > 40 ? ', …' : '');

/** What a receipt says to people, on paper and on its page. */
export const receiptWords = {
	en: {
		title: 'Consent receipt',
		yes: (purpose: string) => `Yes to ${purpose}`,
		no: (purpose: string) => `No to ${purpose}`,
		controller: 'Asked by',
		domain: 'On',
		purpose: 'For what',
		wording: 'In these words',
		basis: 'Legal basis',
		consent: 'Consent',
		necessary: 'Strictly necessary',
		version: (version: number) => `version ${version}`,
		when: 'When',
		received: 'Received',
		skewed: 'by a clock that was wrong',
		how: 'Given by',
		ways: {
			banner: 'Banner',
			identification: 'Banner, before it was known who',
			'privacy-centre': 'The person, signed in',
			api: 'A system of the controller',
			import: 'Imported file',
			assisted: 'Written down for the person',
			unsubscribe: 'Unsubscribed',
			complaint: 'Reported as spam',
			'stop-word': 'Stopped by text message',
			pause: 'Asked for a pause',
			'preference-page': 'Chosen by a letter’s link',
			form: 'Sign-up form, confirmed by letter',
		} as Record<string, string>,
		person: 'Person',
		source: 'Source',
		formSource: ({ form, host, version, way }: FormSource, asked: string, confirmed: string | null) =>
			`Form “${form}” on ${host}, version ${version}, ${{ script: 'by our script', page: 'as plain HTML', server: 'by the customer’s server' }[way]}. Filled in ${asked}, ${
				confirmed === null ? 'signed in there' : `confirmed by letter ${confirmed}`
			}.`,
		gpc: 'Global Privacy Control',
		sent: 'Sent by the browser',
		notSent: 'Not sent',
		shown: 'What was shown',
		inLanguage: (language: string) => `in ${language}`,
		firstLayer: 'First layer',
		secondLayer: 'Second layer',
		desktop: 'on a computer',
		phone: 'on a phone',
		noPictures: 'No picture was made of it when it was published.',
		cookies: 'Cookies listed',
		partners: 'Partners',
		everyPartner: 'Every partner on the list of IAB Europe',
		partnersOf: (ids: readonly number[]) => `${ids.length} on the list of IAB Europe: ${someOf(ids)}`,
		again: 'Asked again',
		monthsLater: (months: number, on: string) => `${months} months later, ${on}`,
		kept: 'Kept',
		keptAlways: 'As long as whoever asked keeps the ledger',
		keptMonths: (months: number) => `${months} months from its arrival`,
		change: 'Change your mind',
		changeText: (host: string) =>
			`On ${host}: its link or button to your choices is on every page. Taking a yes back takes as little as giving it.`,
		changeSignedIn: 'Sign in and take it back yourself, or tell whoever asked.',
		tcString: 'TC string',
		proof: 'The proof',
		proofText:
			'This record is an entry of a ledger whose every change would show. The signed head below stands for all its entries; keep this receipt, and anybody can later prove that the ledger still holds the record as it was.',
		recordId: 'Record',
		position: 'Entry',
		of: (position: number, size: number) => `${position} of ${size}`,
		leaf: 'Leaf',
		salt: 'Salt',
		head: 'Signed head of the ledger',
		above: 'Signed head of the installation',
		key: 'Signing key',
		check: 'Check it yourself',
		checkText: 'The file receipt.json is attached to this document. With Luvalla’s open source code: npm run verify -- receipt.json KEY',
		keys: 'Public keys',
		aligned: 'Fields after ISO/IEC TS 27560 in the W3C Data Privacy Vocabulary; no conformity is claimed.',
		made: 'Made',
		json: 'Download the receipt (JSON)',
		pdf: 'Download the receipt (PDF)',
		pageText: 'This page shows one answer and nothing else about you. Whoever has its address can see it.',
		mailedText: `Whoever has the address of this page sees it, until ${RECEIPT_LINK_DAYS} days after it was mailed. The files go on being yours.`,
		several:
			'There are several records of this id, of different companies, and nothing says which one is meant. Open the receipt by its whole link, or ask the company where you answered.',
		pending: 'The record is being sealed. Come back in two minutes.',
		many: 'That was many requests in a short time. Wait a minute and try again.',
		none: 'There is no such receipt. A new answer has one within two minutes; an answer that was erased has none any more.',
	},
	fi: {
		title: 'Suostumuskuitti',
		yes: (purpose: string) => `Kyllä: ${purpose}`,
		no: (purpose: string) => `Ei: ${purpose}`,
		controller: 'Kysyjä',
		domain: 'Sivusto',
		purpose: 'Mihin',
		wording: 'Näillä sanoilla',
		basis: 'Oikeusperuste',
		consent: 'Suostumus',
		necessary: 'Välttämätön',
		version: (version: number) => `versio ${version}`,
		when: 'Milloin',
		received: 'Vastaanotettu',
		skewed: 'kello oli väärässä',
		how: 'Annettu',
		ways: {
			banner: 'Bannerissa',
			identification: 'Bannerissa, ennen kuin antaja tunnettiin',
			'privacy-centre': 'Henkilö itse, kirjautuneena',
			api: 'Rekisterinpitäjän järjestelmästä',
			import: 'Tuodusta tiedostosta',
			assisted: 'Kirjattu henkilön puolesta',
			unsubscribe: 'Perui tilauksen',
			complaint: 'Ilmoitti roskapostiksi',
			'stop-word': 'Lopetti tekstiviestillä',
			pause: 'Pyysi taukoa',
			'preference-page': 'Valitsi viestin linkistä',
			form: 'Liittymislomake, vahvistettu viestin linkistä',
		} as Record<string, string>,
		person: 'Henkilö',
		source: 'Lähde',
		formSource: ({ form, host, version, way }: FormSource, asked: string, confirmed: string | null) =>
			`Lomake ”${form}” sivustolla ${host}, versio ${version}, ${{ script: 'skriptillä', page: 'tavallisena HTML-sivuna', server: 'asiakkaan palvelimen kautta' }[way]}. Täytetty ${asked}, ${
				confirmed === null ? 'kirjautuneena sivustolla' : `vahvistettu viestin linkistä ${confirmed}`
			}.`,
		gpc: 'Global Privacy Control',
		sent: 'Selain lähetti',
		notSent: 'Ei lähetetty',
		shown: 'Mitä näytettiin',
		inLanguage: (language: string) => `kieli: ${language}`,
		firstLayer: 'Ensimmäinen taso',
		secondLayer: 'Toinen taso',
		desktop: 'tietokoneella',
		phone: 'puhelimessa',
		noPictures: 'Siitä ei otettu kuvaa, kun se julkaistiin.',
		cookies: 'Luetellut evästeet',
		partners: 'Kumppanit',
		everyPartner: 'Kaikki IAB Europen luettelon kumppanit',
		partnersOf: (ids: readonly number[]) => `${ids.length} IAB Europen luettelosta: ${someOf(ids)}`,
		again: 'Kysytään uudelleen',
		monthsLater: (months: number, on: string) => `${months} kuukauden päästä, ${on}`,
		kept: 'Säilytetään',
		keptAlways: 'Niin kauan kuin kysyjä pitää suostumuskirjaa',
		keptMonths: (months: number) => `${months} kuukautta saapumisesta`,
		change: 'Jos mieli muuttuu',
		changeText: (host: string) =>
			`Sivustolla ${host}: linkki tai painike valintoihisi on joka sivulla. Suostumuksen peruminen on yhtä helppoa kuin sen antaminen.`,
		changeSignedIn: 'Kirjaudu sisään ja peru suostumus itse, tai kerro kysyjälle.',
		tcString: 'TC-merkkijono',
		proof: 'Todiste',
		proofText:
			'Kirjaus on merkintä suostumuskirjassa, jossa jokainen muutos näkyisi. Alla oleva allekirjoitettu tila edustaa kaikkia merkintöjä. Säilytä tämä kuitti, niin kuka tahansa voi myöhemmin osoittaa, että kirjaus on yhä tallella sellaisenaan.',
		recordId: 'Kirjaus',
		position: 'Merkintä',
		of: (position: number, size: number) => `${position} / ${size}`,
		leaf: 'Lehti',
		salt: 'Suola',
		head: 'Suostumuskirjan allekirjoitettu tila',
		above: 'Asennuksen allekirjoitettu tila',
		key: 'Allekirjoitusavain',
		check: 'Tarkista itse',
		checkText: 'Tiedosto receipt.json on tämän asiakirjan liitteenä. Luvallan avoimella koodilla: npm run verify -- receipt.json AVAIN',
		keys: 'Julkiset avaimet',
		aligned: 'Kentät ISO/IEC TS 27560:n mukaan W3C:n Data Privacy Vocabulary -sanastolla; vaatimustenmukaisuutta ei väitetä.',
		made: 'Tehty',
		json: 'Lataa kuitti (JSON)',
		pdf: 'Lataa kuitti (PDF)',
		pageText: 'Tällä sivulla on yksi vastaus eikä mitään muuta sinusta. Sen näkee jokainen, jolla on sivun osoite.',
		mailedText: `Sivun näkee jokainen, jolla on sen osoite, ${RECEIPT_LINK_DAYS} päivän ajan viestin lähettämisestä. Lataamasi tiedostot säilyvät sinulla.`,
		several:
			'Tällä tunnisteella on useita kirjauksia eri yrityksillä, eikä mikään kerro, mitä niistä tarkoitetaan. Avaa kuitti koko linkistään tai kysy yritykseltä, jolle vastasit.',
		pending: 'Kirjausta sinetöidään. Tule takaisin kahden minuutin päästä.',
		many: 'Pyyntöjä tuli paljon lyhyessä ajassa. Odota minuutti ja yritä uudelleen.',
		none: 'Tällaista kuittia ei ole. Uusi vastaus saa kuitin kahdessa minuutissa; poistetulla vastauksella ei sellaista enää ole.',
	},
} as const;

export type ReceiptLanguage = keyof typeof receiptWords;

/** Nov-20-2026; 20.11.2026. */
export const dateOf = (at: Date, language: ReceiptLanguage): string =>
	language === 'fi'
		? `${at.getUTCDate()}.${at.getUTCMonth() + 1}.${at.getUTCFullYear()}`
		: `${at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })}-${at.toISOString().slice(8, 10)}-${at.getUTCFullYear()}`;

/** Nov-20-2026, 10:31:07 UTC; 20.11.2026 klo 10.31.07 UTC. */
export const instantOf = (at: Date, language: ReceiptLanguage): string => {
	const time = at.toISOString().slice(11, 19);
	return language === 'fi' ? `${dateOf(at, language)} klo ${time.replaceAll(':', '.')} UTC` : `${dateOf(at, language)}, ${time} UTC`;
};
