/** What a scan says to people, in both languages of the portal. Pure. */
import type { ScanItem, ScanPass, ScanProblem } from '@luvalla/contract/consent/scans.ts';
import type { Said } from '@luvalla/contract/words.ts';

/** What an item is called, and what it does. */
const KINDS: Readonly<Record<ScanItem['kind'], Readonly<Record<keyof Said, readonly [string, string]>>>> = {
	cookie: { en: ['Cookie', 'is kept'], fi: ['Eväste', 'tallentuu'] },
	localStorage: { en: ['Local storage key', 'is kept'], fi: ['Paikallisen tallennustilan avain', 'tallentuu'] },
	sessionStorage: { en: ['Session storage key', 'is kept'], fi: ['Istunnon tallennustilan avain', 'tallentuu'] },
	indexedDb: { en: ['Database', 'is kept'], fi: ['Selaimen tietokanta', 'tallentuu'] },
	cacheStorage: { en: ['Cache', 'is kept'], fi: ['Selaimen välimuisti', 'tallentuu'] },
	serviceWorker: { en: ['Service worker', 'is kept'], fi: ['Taustapalvelu (service worker)', 'tallentuu'] },
	request: { en: ['Requests to', 'are made'], fi: ['Pyyntöjä palvelimelle', 'lähtee'] },
	beacon: { en: ['Beacon to', 'is sent'], fi: ['Seurantaviesti osoitteeseen', 'lähtee'] },
	fingerprint: { en: ['Reading of', 'happens'], fi: ['Laitteen tunnistaminen menetelmällä', 'tapahtuu'] },
	frame: { en: ['Frame', 'is shown'], fi: ['Upote', 'näkyy'] },
	font: { en: ['Font', 'is loaded'], fi: ['Fontti', 'latautuu'] },
};
const both = (say: (language: keyof Said) => string): Said => ({ en: say('en'), fi: say('fi') });

export const wordsFor = ({ kind, name }: Pick<ScanItem, 'kind' | 'name'>, language: keyof Said): string =>
	`${KINDS[kind][language][0]} ${name}`;
/** With its host, where the name does not hold it. */
const fullWords = (item: ScanItem, language: keyof Said): string =>
	item.name.includes(item.host) ? wordsFor(item, language) : `${wordsFor(item, language)} (${item.host})`;

const WHEN = {
	before: { en: 'before anybody was asked', fi: 'ennen kuin keneltäkään on kysytty' },
	reject: { en: 'after everything was refused', fi: 'vaikka kaikesta on kieltäydytty' },
} as const;
const PERHAPS_MEMORY = {
	en: ' It comes with either answer: if it is where the banner keeps the answer, name it as necessary.',
	fi: ' Se tulee kummankin vastauksen jälkeen: jos banneri säilyttää siinä vastauksen, merkitse se välttämättömäksi.',
};

/** @param isMemory it comes with either answer */
export const seenSentence = (item: ScanItem, pass: keyof typeof WHEN, isMemory: boolean): Said =>
	both(
		(language) =>
			`${fullWords(item, language)} ${KINDS[item.kind][language][1]} ${WHEN[pass][language]}.${isMemory ? PERHAPS_MEMORY[language] : ''}`,
	);

/** What is said of an item, behind its words. */
const ofItem = (item: ScanItem, rest: Said): Said => both((language) => `${fullWords(item, language)} ${rest[language]}`);

export const perhapsSentence = (item: ScanItem): Said =>
	ofItem(item, {
		en: 'may need no consent: decide in the cookie repository whether it is strictly necessary.',
		fi: 'ei ehkä tarvitse suostumusta: päätä evästetiedossa, onko se välttämätön.',
	});

export const unknownSentence = (item: ScanItem): Said =>
	ofItem(item, {
		en: 'is in no list: say in the cookie repository what it is for.',
		fi: 'ei ole missään luettelossa: kerro evästetiedossa, mihin sitä käytetään.',
	});

export const longSentence = (item: ScanItem, days: number): Said =>
	ofItem(item, {
		en: `asks to be kept for ${days} days; 13 months are the most.`,
		fi: `pyytää säilytystä ${days} päiväksi; enintään 13 kuukautta on sallittua.`,
	});

export const unsafeSentence = (item: ScanItem): Said =>
	ofItem(item, {
		en: 'is sent without encryption, too: Secure is missing.',
		fi: 'lähetetään myös salaamatta: Secure puuttuu.',
	});

/** @param measured refusing / accepting */
export const unfairSentence = (demand: Said, measured: string): Said => ({
	en: `${demand.en} Refusing / accepting: ${measured}.`,
	fi: `${demand.fi} Kieltäytyminen / hyväksyminen: ${measured}.`,
});

export const windowsSentence = (windows: number): Said => ({
	en: `Pages opened windows by themselves, which were closed: ${windows}.`,
	fi: `Sivut avasivat itsestään ikkunoita, jotka suljettiin: ${windows}.`,
});

export const NO_BANNER = { en: 'No banner was found on any page.', fi: 'Banneria ei löytynyt miltään sivulta.' };
export const NO_BANNER_HERE = {
	en: 'No banner was found on this page, but on others.',
	fi: 'Tältä sivulta ei löytynyt banneria, vaikka muilta löytyi.',
};

export const nothingToPress = (pass: ScanPass): Said =>
	pass === 'accept'
		? {
				en: 'Nothing was found that accepts, so this pass was not made.',
				fi: 'Hyväksyvää painiketta ei löytynyt, joten tätä käyntiä ei tehty.',
			}
		: {
				en: 'Nothing was found that refuses, so this pass was not made.',
				fi: 'Kieltäytyvää painiketta ei löytynyt, joten tätä käyntiä ei tehty.',
			};

/** @param labels words of the buttons that were pressed */
export const notTaken = (labels: readonly string[]): Said => ({
	en: `Pressed ${labels.map((one) => `“${one}”`).join(', then ')}, but nothing shows that the choice was taken.`,
	fi: `Painettiin ${labels.map((one) => `”${one}”`).join(', sitten ')}, mutta mikään ei osoita, että valinta tuli voimaan.`,
});

/** Why a page was left, or could not be opened. */
export const PROBLEMS = {
	certificate: {
		en: 'Its certificate is not valid, so the page was not opened.',
		fi: 'Sen varmenne ei kelpaa, joten sivua ei avattu.',
	},
	redirects: { en: 'It redirects without end.', fi: 'Se ohjaa eteenpäin loputtomiin.' },
	download: { en: 'It is a file to be kept and no page.', fi: 'Se on ladattava tiedosto eikä sivu.' },
	unreachable: {
		en: 'It cannot be reached: the name leads nowhere, nobody answers, or it leads to a closed network.',
		fi: 'Siihen ei saada yhteyttä: nimi ei johda mihinkään, kukaan ei vastaa tai se johtaa suljettuun verkkoon.',
	},
	closed: { en: 'It closed the connection, or nobody answers.', fi: 'Se katkaisi yhteyden tai kukaan ei vastaa.' },
	late: { en: 'It did not answer in time.', fi: 'Se ei vastannut ajoissa.' },
	refused: {
		en: 'It leads to an address of a closed network, which OUTBOUND_ALLOW does not name.',
		fi: 'Se johtaa suljetun verkon osoitteeseen, jota OUTBOUND_ALLOW ei mainitse.',
	},
	'page-crashed': { en: 'The page ended its browser’s process.', fi: 'Sivu kaatoi selaimen prosessin.' },
	busy: {
		en: 'It kept the browser busy for too long, and was left.',
		fi: 'Se piti selainta varattuna liian kauan, ja siltä poistuttiin.',
	},
	'too-large': { en: 'It loads without end, and was left.', fi: 'Se latautuu loputtomiin, ja siltä poistuttiin.' },
	'browser-ended': { en: 'The browser ended on this page.', fi: 'Selain päättyi tällä sivulla.' },
} as const satisfies Readonly<Record<string, Said>>;

export const statusSentence = (status: number): Said => ({
	en: `It answers with status ${status}.`,
	fi: `Se vastaa tilakoodilla ${status}.`,
});

/** Why a scan could not be done at all. */
export const FAILURES = {
	noChromium: {
		en: 'There is no Chromium: install it, or say where it is by CHROMIUM_PATH.',
		fi: 'Chromiumia ei ole: asenna se tai kerro sen paikka asetuksella CHROMIUM_PATH.',
	},
	robots: { en: 'robots.txt closes this address.', fi: 'robots.txt sulkee tämän osoitteen.' },
	interrupted: {
		en: 'The program ended in the middle of this scan several times. Scan again, with fewer pages.',
		fi: 'Ohjelma päättyi useita kertoja kesken skannauksen. Skannaa uudelleen vähemmillä sivuilla.',
	},
	tooLong: {
		en: 'It took too long and was ended. What was found so far stands here. Scan again, with fewer pages.',
		fi: 'Skannaus kesti liian kauan ja lopetettiin. Siihen asti löydetty on tässä. Skannaa uudelleen vähemmillä sivuilla.',
	},
} as const satisfies Readonly<Record<string, Said>>;

export const nowhere = (host: string): Said => ({
	en: `The name ${host} leads nowhere.`,
	fi: `Nimi ${host} ei johda mihinkään.`,
});
/** @param why what the outbound guard says, which is for operators and in English */
export const closedNetwork = (host: string, why: string): Said => ({
	en: why,
	fi: `${host} johtaa osoitteeseen, jota ei saa avata: suljettuun verkkoon, jota OUTBOUND_ALLOW ei mainitse.`,
});
export const notOpened = (url: string, problem: ScanProblem | null): Said => ({
	en: `${url} could not be scanned. ${problem?.sentence.en ?? ''}`.trim(),
	fi: `Osoitetta ${url} ei voitu skannata. ${problem?.sentence.fi ?? ''}`.trim(),
});
