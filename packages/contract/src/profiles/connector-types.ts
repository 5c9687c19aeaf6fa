/**
 * Kinds of connectors and their settings. A kind's settings are one flat object; what a field is called, in which language, and how it
 * is drawn stands beside it and goes into the JSON Schema that `GET /manage/Connector/Types` answers.
 */
import * as z from 'zod';
import { Id, isPlain, line, NOT_PLAIN, words } from '../fields.ts';

export const CONNECTOR_TYPES = ['smtp', 'sms-http', 'webhook', 'postgres', 's3', 'sftp-csv', 'web-push', 'fcm', 'printing-house'] as const;
export const ConnectorType = z.enum(CONNECTOR_TYPES);
export type ConnectorType = z.infer<typeof ConnectorType>;

export const DIRECTIONS = ['none', 'inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Minutes between two runs. */
export const EVERY = [5, 15, 60, 360, 1440] as const;
/** What may be sent of a person beside the connector's own id of them. */
export const SENT_FIELDS = ['email', 'phone', 'externalId', 'firstName', 'lastName', 'city', 'country', 'locale'] as const;

interface Words {
	readonly en: string;
	readonly fi: string;
}

/** How a field is drawn. */
export interface FieldMeta {
	readonly label: Words;
	readonly hint?: Words;
	/** Sealed at rest, never sent back; sent empty it is kept. */
	readonly secret?: true;
	/** Written over several lines. */
	readonly area?: true;
	/** A name or an address, not words. */
	readonly mono?: true;
	/** Asked for only while another field says one of these. */
	readonly when?: { readonly field: string; readonly is: readonly string[] };
	/** Chosen from what there is. */
	readonly widget?: 'domain' | 'audience' | 'purpose' | 'columns' | 'fields';
	/** Names of the choices. */
	readonly options?: Readonly<Record<string, Words>>;
	/** Empty is an answer. */
	readonly optional?: true;
	/** Half as wide as others. */
	readonly narrow?: true;
}

const drawn = <T extends z.ZodType>(shape: T, meta: FieldMeta): T => shape.meta({ ...meta }) as T;

const HOST = /^(?!-)[A-Za-z0-9.-]{1,253}$|^\[[0-9A-Fa-f:.]+\]$/;
export const NOT_A_HOST = 'Use a host name or an address without https:// and port';
const host = drawn(z.string().trim().regex(HOST, { error: NOT_A_HOST }), { label: { en: 'Host', fi: 'Palvelin' }, mono: true });
const port = (usual: number) =>
	drawn(z.coerce.number().int().min(1).max(65_535).default(usual), { label: { en: 'Port', fi: 'Portti' }, mono: true, narrow: true });
const ADDRESS = /^https?:\/\/[^\s/\\?#@]+([/?#]\S*)?$/;
export const NOT_AN_ADDRESS = 'Use an address that starts with https://';
const address = z.string().trim().max(1000).regex(ADDRESS, { error: NOT_AN_ADDRESS }).refine(isPlain, { error: NOT_PLAIN });
export const EMPTY = 'Enter a value';
const name = line(300).min(1, { error: EMPTY });
const user = drawn(name, { label: { en: 'User', fi: 'Käyttäjä' }, mono: true, narrow: true });
/** Secrets are checked for their presence by the server: sent empty, the one that is kept stays. */
const secret = (most: number, meta: Omit<FieldMeta, 'secret'>) => drawn(words(most).default(''), { ...meta, secret: true, mono: true });
const password = secret(1000, { label: { en: 'Password', fi: 'Salasana' }, narrow: true });

const every = drawn(z.literal([...EVERY]).default(60), {
	label: { en: 'Every', fi: 'Kuinka usein' },
	when: { field: 'direction', is: ['inbound', 'outbound'] },
	narrow: true,
	options: {
		5: { en: '5 minutes', fi: '5 minuuttia' },
		15: { en: '15 minutes', fi: '15 minuuttia' },
		60: { en: 'Hour', fi: 'Tunti' },
		360: { en: '6 hours', fi: '6 tuntia' },
		1440: { en: 'Day', fi: 'Vuorokausi' },
	},
});
const DIRECTION_WORDS = {
	none: { en: 'For messages only', fi: 'Vain viestejä varten' },
	inbound: { en: 'Inbound: people come from here', fi: 'Sisään: henkilöt tulevat täältä' },
	outbound: { en: 'Outbound: an audience goes there', fi: 'Ulos: kohderyhmä viedään sinne' },
};
const direction = <const D extends readonly Direction[]>(...of: D) =>
	drawn(z.enum(of), {
		label: { en: 'Sync', fi: 'Siirto' },
		options: Object.fromEntries(of.map((one) => [one, one === 'none' ? { en: 'No sync', fi: 'Ei siirtoa' } : DIRECTION_WORDS[one]])),
	});

const isInbound = { field: 'direction', is: ['inbound'] } as const;
const isOutbound = { field: 'direction', is: ['outbound'] } as const;
const noneYet = <T extends z.ZodType>(shape: T) => z.union([z.literal(''), shape]).default('');

/** `attributes.shoe_size`, perhaps with its kind: `attributes.size:number`. */
const TARGET =
	/^(email|phone|externalId|firstName|lastName|street|postalCode|city|country|locale|timeZone|attributes\.[^:]{1,100}(:(text|number|date|yesno))?)$/;
export const NOT_A_TARGET = 'Use email, phone, externalId, a fact such as city, or attributes.name';
export const MOST_COLUMNS = 100;

const inbound = {
	domainId: drawn(noneYet(Id), {
		label: { en: 'Domain', fi: 'Verkkotunnus' },
		hint: { en: 'People are known on it from then on.', fi: 'Ihmiset tunnetaan siitä lähtien tällä verkkotunnuksella.' },
		widget: 'domain',
		when: isInbound,
	}),
	columns: drawn(z.record(line(100).min(1), z.string().regex(TARGET, { error: NOT_A_TARGET })).default({}), {
		label: { en: 'Columns', fi: 'Sarakkeet' },
		hint: {
			en: 'One a line: customer_no = externalId, mail = email, size = attributes.shoe:number. Consents are never taken from here.',
			fi: 'Yksi rivillä: asiakasnro = externalId, posti = email, koko = attributes.kenka:number. Suostumuksia ei oteta täältä koskaan.',
		},
		widget: 'columns',
		area: true,
		mono: true,
		when: isInbound,
	}),
};
const outbound = {
	audienceId: drawn(noneYet(Id), { label: { en: 'Audience', fi: 'Kohderyhmä' }, widget: 'audience', when: isOutbound }),
	purposeId: drawn(noneYet(Id), {
		label: { en: 'Purpose', fi: 'Käyttötarkoitus' },
		hint: {
			en: 'Only people whose yes to it holds are sent; whoever takes it back is removed there by the next run.',
			fi: 'Vain ne, joiden suostumus siihen on voimassa, viedään; joka peruu sen, poistetaan sieltä seuraavassa ajossa.',
		},
		widget: 'purpose',
		when: isOutbound,
	}),
	fields: drawn(z.array(z.enum(SENT_FIELDS)).min(1, { error: EMPTY }).default(['email']), {
		label: { en: 'What is sent', fi: 'Mitä viedään' },
		widget: 'fields',
		when: isOutbound,
		options: {
			email: { en: 'E-mail', fi: 'Sähköposti' },
			phone: { en: 'Phone', fi: 'Puhelin' },
			externalId: { en: 'Your own id', fi: 'Oma tunniste' },
			firstName: { en: 'First name', fi: 'Etunimi' },
			lastName: { en: 'Last name', fi: 'Sukunimi' },
			city: { en: 'City', fi: 'Paikkakunta' },
			country: { en: 'Country', fi: 'Maa' },
			locale: { en: 'Language', fi: 'Kieli' },
		},
	}),
};

const TABLE = /^([A-Za-z_][A-Za-z0-9_]{0,62}\.)?[A-Za-z_][A-Za-z0-9_]{0,62}$/;
export const NOT_A_TABLE = 'Use a name such as people or crm.people';
const folder = (label: Words, hint: Words) => drawn(line(500).default(''), { label, hint, mono: true, optional: true });

/** Connections to a mail server that one worker keeps, when nothing else is said. */
export const SMTP_CONNECTIONS = 20;

export const NOT_A_SENDER = 'Use a number with its country (+358…), a short number, or a name of up to 11 letters and digits';
export const NOT_A_NUMBER = 'Use a number with its country (+358…) or a short number';
export const NOT_A_COUNTRY = 'Use two capital letters, such as FI';
const smsNumber = z
	.string()
	.trim()
	.regex(/^(\+[1-9]\d{6,14}|\d{3,8})$/, { error: NOT_A_NUMBER });
/** E.164, a short code, a messaging service, or letters and digits with a letter among them. */
const smsSender = z
	.string()
	.trim()
	.regex(/^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, { error: NOT_A_SENDER });
/** Of a part of a text message in the currency, while a connector says nothing else. */
const SMS_PRICE = 0.065;
/** Of a leaflet and of a printed page in the currency, while a connector says nothing else: paper, fold, envelope and postage; ink. */
const LEAFLET_PRICE = 0.78;
const PAGE_PRICE = 0.04;
/** Where Google takes pushes. */
export const FCM_URL = 'https://fcm.googleapis.com';

/** Settings by kind. */
export const connectorShapes = {
	smtp: z.strictObject({
		host,
		port: port(587),
		security: drawn(z.enum(['starttls', 'tls', 'none']).default('starttls'), {
			label: { en: 'Security', fi: 'Suojaus' },
			narrow: true,
			options: {
				starttls: { en: 'STARTTLS', fi: 'STARTTLS' },
				tls: { en: 'TLS from the start', fi: 'TLS alusta asti' },
				none: { en: 'None', fi: 'Ei mitään' },
			},
		}),
		user: drawn(line(300).default(''), { label: { en: 'User', fi: 'Käyttäjä' }, mono: true, narrow: true, optional: true }),
		password: secret(1000, { label: { en: 'Password', fi: 'Salasana' }, narrow: true, optional: true }),
		connections: drawn(z.coerce.number().int().min(1).max(50).default(SMTP_CONNECTIONS), {
			label: { en: 'Connections at once', fi: 'Yhteyksiä yhtä aikaa' },
			hint: {
				en: 'Of each worker process. Ask the server’s owner how many it allows.',
				fi: 'Kussakin taustaprosessissa. Kysy palvelimen omistajalta, montako se sallii.',
			},
			mono: true,
			narrow: true,
		}),
	}),
	'sms-http': z.strictObject({
		url: drawn(address.default('https://api.twilio.com'), {
			label: { en: 'Address', fi: 'Osoite' },
			hint: { en: 'Of a server that understands Twilio’s calls.', fi: 'Palvelin, joka ymmärtää Twilion kutsuja.' },
			mono: true,
		}),
		account: drawn(name, { label: { en: 'Account', fi: 'Tili' }, mono: true }),
		token: secret(1000, { label: { en: 'Token', fi: 'Avain' } }),
		from: drawn(smsSender, {
			label: { en: 'Sender', fi: 'Lähettäjä' },
			hint: {
				en: 'A number, or a name of up to 11 letters, which nobody can answer.',
				fi: 'Numero tai enintään 11 merkin nimi, johon ei voi vastata.',
			},
			mono: true,
			narrow: true,
		}),
		answer: drawn(z.union([z.literal(''), smsNumber]).default(''), {
			label: { en: 'Number that takes STOP', fi: 'Numero, joka ottaa vastaan PERU-sanan' },
			hint: { en: 'Said in the text where the sender is a name.', fi: 'Kerrotaan viestissä, kun lähettäjä on nimi.' },
			mono: true,
			narrow: true,
			optional: true,
		}),
		senders: drawn(z.record(z.string().regex(/^[A-Z]{2}$/, { error: NOT_A_COUNTRY }), smsSender).default({}), {
			label: { en: 'Senders by country', fi: 'Lähettäjät maittain' },
			hint: {
				en: 'One a line: FI = AALTO, SE = +46701740605. Elsewhere the sender above.',
				fi: 'Yksi rivillä: FI = AALTO, SE = +46701740605. Muualla yllä oleva lähettäjä.',
			},
			widget: 'columns',
			area: true,
			mono: true,
			optional: true,
		}),
		price: drawn(z.coerce.number().min(0).max(100).default(SMS_PRICE), {
			label: { en: 'Price of a part (€)', fi: 'Osan hinta (€)' },
			mono: true,
			narrow: true,
		}),
		atOnce: drawn(z.coerce.number().int().min(1).max(100).default(20), {
			label: { en: 'Requests at once', fi: 'Pyyntöjä yhtä aikaa' },
			mono: true,
			narrow: true,
		}),
		stopWords: drawn(line(300).default(''), {
			label: { en: 'Further words that stop', fi: 'Muita sanoja, jotka lopettavat' },
			hint: {
				en: 'With commas. STOP, ARRET, PERU and the like of other languages are always heeded.',
				fi: 'Pilkuin erotettuina. STOP, ARRET, PERU ja muiden kielten vastaavat otetaan aina huomioon.',
			},
			optional: true,
		}),
	}),
	webhook: z.strictObject({
		url: drawn(address, { label: { en: 'Address', fi: 'Osoite' }, mono: true }),
		secret: secret(500, {
			label: { en: 'Signing secret', fi: 'Allekirjoitusavain' },
			hint: {
				en: 'whsec_… as Standard Webhooks write it: what is sent is signed with it.',
				fi: 'whsec_… Standard Webhooks -muodossa: lähetykset allekirjoitetaan sillä.',
			},
		}),
		direction: direction('none', 'outbound'),
		...outbound,
		every,
	}),
	postgres: z.strictObject({
		host,
		port: port(5432),
		database: drawn(name, { label: { en: 'Database', fi: 'Tietokanta' }, mono: true, narrow: true }),
		user,
		password,
		tls: drawn(z.enum(['verified', 'off']).default('verified'), {
			label: { en: 'TLS', fi: 'TLS' },
			narrow: true,
			options: { verified: { en: 'Verified', fi: 'Varmennettu' }, off: { en: 'Off', fi: 'Pois' } },
		}),
		direction: direction('inbound', 'outbound'),
		query: drawn(words(10_000).default(''), {
			label: { en: 'Query', fi: 'Kysely' },
			hint: {
				en: 'A select. What the cursor has passed is left out by itself.',
				fi: 'Select-lause. Se, minkä kohdistin on ohittanut, jää pois itsestään.',
			},
			area: true,
			mono: true,
			when: isInbound,
		}),
		cursorColumn: drawn(line(63).default(''), {
			label: { en: 'Cursor column', fi: 'Kohdistinsarake' },
			hint: { en: 'Grows with every change: updated_at.', fi: 'Kasvaa joka muutoksella: updated_at.' },
			mono: true,
			narrow: true,
			when: isInbound,
		}),
		table: drawn(z.union([z.literal(''), z.string().regex(TABLE, { error: NOT_A_TABLE })]).default(''), {
			label: { en: 'Table', fi: 'Taulu' },
			hint: {
				en: 'With the primary key id (uuid) and a text column for each field that is sent.',
				fi: 'Pääavaimena id (uuid) ja tekstisarake kullekin vietävälle kentälle.',
			},
			mono: true,
			when: isOutbound,
		}),
		...inbound,
		...outbound,
		every,
	}),
	s3: z.strictObject({
		endpoint: drawn(address, { label: { en: 'Address', fi: 'Osoite' }, mono: true }),
		region: drawn(line(60).min(1, { error: EMPTY }).default('us-east-1'), {
			label: { en: 'Region', fi: 'Alue' },
			mono: true,
			narrow: true,
		}),
		bucket: drawn(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, { error: EMPTY }), {
			label: { en: 'Bucket', fi: 'Säilö' },
			mono: true,
			narrow: true,
		}),
		accessKeyId: drawn(name, { label: { en: 'Access key', fi: 'Käyttöavaimen tunnus' }, mono: true }),
		secretAccessKey: secret(1000, { label: { en: 'Secret key', fi: 'Salainen avain' } }),
		prefix: folder(
			{ en: 'Objects that begin with', fi: 'Objektit, joiden alussa on' },
			{ en: 'As people/. Inbound reads what ends in .csv.', fi: 'Esimerkiksi ihmiset/. Sisään luetaan se, minkä lopussa on .csv.' },
		),
		direction: direction('inbound', 'outbound'),
		...inbound,
		...outbound,
		every,
	}),
	'sftp-csv': z.strictObject({
		host,
		port: port(22),
		user,
		password: secret(1000, { label: { en: 'Password', fi: 'Salasana' }, narrow: true, optional: true }),
		privateKey: secret(20_000, {
			label: { en: 'Private key', fi: 'Yksityinen avain' },
			hint: { en: 'In place of a password.', fi: 'Salasanan sijasta.' },
			area: true,
			optional: true,
		}),
		hostKey: drawn(line(100).default(''), {
			label: { en: 'Host key', fi: 'Palvelimen avain' },
			hint: {
				en: 'Empty: the first test keeps the one it meets. Compare it with what the server’s owner tells you.',
				fi: 'Tyhjä: ensimmäinen testi pitää sen, jonka se kohtaa. Vertaa sitä siihen, mitä palvelimen omistaja kertoo.',
			},
			mono: true,
			optional: true,
		}),
		folder: folder(
			{ en: 'Folder', fi: 'Kansio' },
			{ en: 'Inbound reads the files in it that end in .csv.', fi: 'Sisään luetaan sen tiedostot, joiden lopussa on .csv.' },
		),
		direction: direction('inbound', 'outbound'),
		...inbound,
		...outbound,
		every,
	}),
	'web-push': z.strictObject({
		subject: drawn(line(300).regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, { error: 'Use mailto: and an address, or https://' }), {
			label: { en: 'Contact', fi: 'Yhteystieto' },
			hint: { en: 'mailto:you@example.com; push services write there.', fi: 'mailto:sina@example.com; push-palvelut kirjoittavat sinne.' },
			mono: true,
		}),
		publicKey: drawn(line(200).default(''), {
			label: { en: 'Public VAPID key', fi: 'Julkinen VAPID-avain' },
			hint: {
				en: 'Leave both keys empty: a pair is made as you save.',
				fi: 'Jätä molemmat avaimet tyhjiksi: pari luodaan tallennettaessa.',
			},
			mono: true,
			optional: true,
		}),
		privateKey: secret(200, {
			label: { en: 'Private VAPID key', fi: 'Yksityinen VAPID-avain' },
			hint: { en: 'Only for a pair that you have already.', fi: 'Vain jos sinulla on jo avainpari.' },
			optional: true,
		}),
	}),
	fcm: z.strictObject({
		projectId: drawn(name, { label: { en: 'Project', fi: 'Projekti' }, mono: true }),
		clientEmail: drawn(name, { label: { en: 'Service account', fi: 'Palvelutili' }, mono: true }),
		privateKey: secret(10_000, { label: { en: 'Private key', fi: 'Yksityinen avain' }, area: true }),
		tokenUri: drawn(address.default('https://oauth2.googleapis.com/token'), {
			label: { en: 'Token address', fi: 'Avainten osoite' },
			mono: true,
		}),
		url: drawn(address.default(FCM_URL), {
			label: { en: 'Address', fi: 'Osoite' },
			hint: { en: 'Of a server that understands FCM HTTP v1.', fi: 'Palvelin, joka ymmärtää FCM HTTP v1 -kutsuja.' },
			mono: true,
		}),
	}),
	'printing-house': z.strictObject({
		house: drawn(line(120).default(''), {
			label: { en: 'Printing house', fi: 'Painotalo' },
			hint: { en: 'Whoever takes the file and prints it.', fi: 'Kuka ottaa tiedoston ja painaa sen.' },
			optional: true,
		}),
		country: drawn(
			z
				.string()
				.trim()
				.regex(/^[A-Z]{2}$/, { error: NOT_A_COUNTRY })
				.default('FI'),
			{
				label: { en: 'Posted in', fi: 'Postitusmaa' },
				hint: {
					en: 'Two letters. Addresses elsewhere end with their country, in its language.',
					fi: 'Kaksi kirjainta. Muualle osoitetuissa maa on viimeisenä, postitusmaan kielellä.',
				},
				mono: true,
				narrow: true,
			},
		),
		window: drawn(z.enum(['left-45', 'left-27', 'right-45']).default('left-45'), {
			label: { en: 'Window of the envelope', fi: 'Kirjekuoren ikkuna' },
			hint: {
				en: 'Window envelope C65 (C6/5): the address stands there, and the page is folded to fit.',
				fi: 'Ikkunakuori C65 (C6/5): osoite osuu ikkunaan, ja sivu taitetaan sen mukaan.',
			},
			options: {
				'left-45': { en: 'Left, 45 mm from the top (folds at 105 and 210 mm)', fi: 'Vasen, 45 mm yläreunasta (taitteet 105 ja 210 mm)' },
				'left-27': { en: 'Left, 27 mm from the top (folds at 87 and 192 mm)', fi: 'Vasen, 27 mm yläreunasta (taitteet 87 ja 192 mm)' },
				'right-45': { en: 'Right, 45 mm from the top (folds at 105 and 210 mm)', fi: 'Oikea, 45 mm yläreunasta (taitteet 105 ja 210 mm)' },
			},
		}),
		sides: drawn(z.enum(['two', 'one']).default('two'), {
			label: { en: 'Printed', fi: 'Painetaan' },
			narrow: true,
			options: { two: { en: 'On both sides', fi: 'Kaksipuolisena' }, one: { en: 'On one side', fi: 'Yksipuolisena' } },
		}),
		price: drawn(z.coerce.number().min(0).max(100).default(LEAFLET_PRICE), {
			label: { en: 'Price of a leaflet (€)', fi: 'Esitteen hinta (€)' },
			hint: { en: 'Paper, fold, envelope and postage.', fi: 'Paperi, taitto, kuori ja postimaksu.' },
			mono: true,
			narrow: true,
		}),
		pagePrice: drawn(z.coerce.number().min(0).max(100).default(PAGE_PRICE), {
			label: { en: 'Price of a printed page (€)', fi: 'Painetun sivun hinta (€)' },
			hint: { en: 'Of each side with anything on it, besides.', fi: 'Jokaisesta painetusta sivusta lisäksi.' },
			mono: true,
			narrow: true,
		}),
	}),
} as const satisfies Record<ConnectorType, z.ZodObject>;

export type ConnectorShapes = typeof connectorShapes;
export type SettingsOf<T extends ConnectorType> = z.output<ConnectorShapes[T]>;

/** What is said of a field. */
export const metaOf = (shape: z.ZodType): FieldMeta => shape.meta() as unknown as FieldMeta;

/** Names of a kind's secrets. */
export const secretsOf = (type: ConnectorType): string[] =>
	Object.entries<z.ZodType>(connectorShapes[type].shape).flatMap(([key, shape]) => (metaOf(shape).secret ? [key] : []));

/** Fields that say where it connects: a secret was given for these. */
export const WHERE: Readonly<Record<ConnectorType, readonly string[]>> = {
	smtp: ['host', 'port', 'security'],
	'sms-http': ['url'],
	webhook: ['url'],
	postgres: ['host', 'port', 'tls'],
	s3: ['endpoint'],
	'sftp-csv': ['host', 'port', 'hostKey'],
	'web-push': [],
	fcm: ['tokenUri', 'url'],
	'printing-house': [],
};

/** Names of the kinds. */
export const TYPE_NAMES: Readonly<Record<ConnectorType, Words>> = {
	smtp: { en: 'SMTP', fi: 'SMTP' },
	'sms-http': { en: 'SMS over HTTP', fi: 'Tekstiviestit HTTP:llä' },
	webhook: { en: 'Webhook', fi: 'Webhook' },
	postgres: { en: 'PostgreSQL', fi: 'PostgreSQL' },
	s3: { en: 'S3-compatible', fi: 'S3-yhteensopiva' },
	'sftp-csv': { en: 'SFTP and CSV', fi: 'SFTP ja CSV' },
	'web-push': { en: 'Web push', fi: 'Selainviestit' },
	fcm: { en: 'FCM', fi: 'FCM' },
	'printing-house': { en: 'Printing house', fi: 'Painotalo' },
};
