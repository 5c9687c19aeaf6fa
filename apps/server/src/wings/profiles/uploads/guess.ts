/**
 * What columns of a file may become, by their names and their first values: as the tools that people leave write them, in English and
 * Finnish. What the values do not bear out is not proposed, whatever the column is called.
 */
import { ATTRIBUTES } from '@luvalla/contract/profiles/api.ts';
import { ANSWER_PARTS, attributeNameOf, type Column, type Status, type Target } from '@luvalla/contract/profiles/uploads.ts';
import type { AttributeKind } from '../profiles/attributes.ts';
import { isSerial, kindOfText, yesNoOf } from './cells.ts';
import { folded } from './countries.ts';
import { factOf } from './rows.ts';

/** A purpose that columns may be about: by all it is called. */
export interface CalledPurpose {
	readonly id: string;
	readonly names: readonly string[];
	readonly channels: readonly string[];
}

/** What is known where the file goes. */
export interface Around {
	readonly purposes: readonly CalledPurpose[];
	/** Kinds of attributes that have one. */
	readonly kinds: ReadonlyMap<string, AttributeKind>;
	/** Names of attributes that may still be added. */
	readonly room: number;
}

export const NOTHING_AROUND: Around = { purposes: [], kinds: new Map(), room: ATTRIBUTES };

type Seen = Pick<Column, 'name' | 'samples'>;

/** Of the values so many fit, or the column is something else. */
const MOST = 0.75;
const fit = (samples: readonly string[], fits: (text: string) => boolean): boolean => samples.filter(fits).length >= samples.length * MOST;

export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s()./-]{5,25}$/;

type Fact = Extract<Target, { to: 'fact' }>['fact'];

/** What columns are called, folded. */
const EMAILS = /^(e?mail|e?mailaddress|primarye?mail|sahkoposti|sahkopostiosoite|s?posti|eposti)$/;
const PHONES =
	/^((primary|home|work|business|other|cell|mobile|main|personal)?(phone|tel|telephone)(number|no)?|mobilephone(number)?|(mobile|cell|cellular|landline|sms|whatsapp|gsm)(number|phonenumber|no)?|landlinenumber|(koti|tyo|matka)?puhelin(numero)?|puh(nro)?|gsmnumero|kannykka)\d?$/;
const FACTS: readonly (readonly [RegExp, Fact])[] = [
	[/^(firstname|fname|givenname|forename|etunimi)$/, 'firstName'],
	[/^(lastname|lname|surname|familyname|sukunimi)$/, 'lastName'],
	[/^(mailing)?(street|streetaddress|address|address1|addressline1|katuosoite|lahiosoite|osoite|katu)$/, 'street'],
	[/^(mailing)?(postalcode|postcode|zip|zipcode|postalzipcode|postinro|postinumero)$/, 'postalCode'],
	[/^(mailing)?(city|town|kaupunki|paikkakunta|postitoimipaikka)$/, 'city'],
	[/^(mailing)?(country|countrycode|countryregion|maa|maakoodi)$/, 'country'],
	[/^(preferred|mc)?(locale|language|kieli)$/, 'locale'],
	[/^(timezone|aikavyohyke)$/, 'timeZone'],
];
/** First and last name in one, where no column has them apart. */
const WHOLE_NAME = /^(name|fullname|contactname|nimi|kokonimi)$/;
const PART_OF_NAME = FACTS.flatMap(([called, fact]) => (fact === 'firstName' || fact === 'lastName' ? [called] : []));
/** A customer's own id before one of the tool that the file is from. */
const IDS = [
	/^(externalid|extid|customerid|customernumber|customerno|memberid|memberno|clientid|asiakasnro|asiakasnumero|asiakastunnus|asiakasid|jasennumero|jasennro)$/,
	/^(recordid|contactid|klaviyoid|profileid|subscriberid|hsobjectid|leid|id|uuid)$/,
	/^(euid)$/,
];

/** Of a purpose's name: the day of what a column beside it says. */
const SAID_ON =
	/^(saidon|said|consent(ed)?(date|on|at|time)|dateofconsent|optin(date|time)|sanottu(pvm)?|luvan(pvm|paiva|paivamaara)|suostumus(pvm|paiva|aika)|suostumuksen(pvm|paiva|paivamaara))$/;

/** Says of what somebody left rather than that they did. */
const ABOUT_LEAVING = /(reason|campaign|title|link|page|source|count|number|total|ip|other|by|emailsbounced)$|^(total|number)/;
const LEFT =
	/(opt(ed)?out|unsub(scribed?)?($|from|all)|unsubscribe|blacklist(ed)?|blocklist(ed)?|suppressed|donot(email|e?mail|contact|call|sms|text|market)|^dnc$|markkinointikielto|sahkopostikielto|kieltanyt|^(perunut|peruttu|kielto)$)/;
const LEFT_AT = /^(unsub(scribed?)?|optedout|optout|unsubscription|peruttu|perunut)(time|date|at|on|pvm)$/;
const BOUNCED = /(hardbounce|bounced?$|^global ?bounce|emailbounced|^cleaned$|palautunut$)/;
const BOUNCED_AT = /^(clean(ed)?|email(hard)?bounced?|hardbounced?|bounced?)(time|date|at|on)$/;
const BOUNCE_REASON = /bounced?reason(enum)?$/;
const REPORTED = /(spamreport|complain|markedasspam|reportedspam|roskaposti)/;
const STATUS = /(status|state|subscription|consent|tila|marketing)$/;
/** Said of calls and text messages, or of fax, and not of mail. */
const BY_PHONE = /(sms|text|call|phone|whatsapp|puhelin|tekstiviesti)/;
const BY_FAX = /fax/;

/** Words of the tools' own, folded. */
const WORDS: ReadonlyMap<string, Status> = new Map(
	(
		[
			[
				'unsubscribe',
				'unsubscribed optedout optout globallyunsubscribed globalunsubscribe manuallyunsubscribed blocklisted blacklisted suppressed donotcontact perunut peruttu kieltanyt',
			],
			['bounce', 'bounced hardbounced hardbounce cleaned undeliverable palautunut'],
			['complaint', 'complained complaint spamcomplaint spam reportedasspam abuse'],
			[
				'nothing',
				'subscribed neversubscribed notsubscribed nonsubscribed enabled disabled active pending unconfirmed confirmed transactional optedin subscribe voimassa tilannut aktiivinen softbounced softbounce contactable none',
			],
		] as const
	).flatMap(([status, words]) => words.split(' ').map((word) => [word, status] as const)),
);

/** Words that stand together in one tool: what the first rows do not have may come further down. */
const TOGETHER = [
	['subscribed', 'unsubscribed', 'never_subscribed', 'cleaned'],
	['enabled', 'disabled', 'blocklisted'],
] as const;

/** A word with the letters of those beside it: all small, or all large. */
const lettered = (word: string, like: string): string => (like === like.toUpperCase() && /\p{Lu}/u.test(like) ? word.toUpperCase() : word);

const YES_AND_NO = [
	['true', 'false'],
	['yes', 'no'],
	['1', '0'],
	['kyllä', 'ei'],
] as const;

/** What yes and no mean in a column whose yes is this; both, although the first rows have only one. */
const wordsOfYes = (samples: readonly string[], yes: Status): Record<string, Status> => {
	const said = samples.flatMap((text) => {
		const pair = YES_AND_NO.find((both) => both.some((word) => word === text.toLowerCase()));
		return pair ? pair.map((word) => lettered(word, text)) : [text];
	});
	const all = said.length === 0 ? YES_AND_NO.flat() : said;
	return Object.fromEntries([...new Set(all)].map((word) => [word, yesNoOf(word) === true ? yes : 'nothing']));
};

const wordsOfTool = (samples: readonly string[]): Record<string, Status> => {
	const beside = TOGETHER.filter((words) => samples.some((text) => words.some((word) => folded(word) === folded(text)))).flat();
	const [like = ''] = samples;
	const all = new Map([...samples, ...beside.map((word) => lettered(word, like))].map((word) => [folded(word), word]));
	return Object.fromEntries([...all].map(([word, written]) => [written, WORDS.get(word) ?? 'nothing']));
};

const isYesNo = (samples: readonly string[]): boolean => samples.length > 0 && samples.every((text) => yesNoOf(text) !== null);
const isDay = (text: string): boolean => kindOfText(text) === 'date' || isSerial(text);

/** Which purposes a column about leaving is about: one that it names, those of its channel, or all. */
const leftFrom = (word: string, { purposes }: Around): string[] => {
	const named = purposes.filter(({ names }) => names.some((name) => name.length > 3 && word.includes(name)));
	const byPhone = purposes.filter(({ channels }) => channels.includes('sms'));
	const some = named.length > 0 ? named : BY_PHONE.test(word) ? byPhone : purposes;
	return some.slice(0, 100).map(({ id }) => id);
};

/** What another tool says of somebody; null: the column says nothing of the kind. */
const statusOf = (word: string, { samples }: Seen, place: number, around: Around, words: readonly string[]): Target | null => {
	if (BY_FAX.test(word)) return null;
	const dated = samples.length > 0 && fit(samples, isDay);
	const of = (how: Pick<Extract<Target, { to: 'status' }>, 'words' | 'rest' | 'on'>, leaves: boolean): Target | null => {
		const purposeIds = leaves ? leftFrom(word, around) : [];
		// Nothing here is for calls or text messages: there is nothing to leave.
		return leaves && BY_PHONE.test(word) && purposeIds.length === 0 ? null : { to: 'status', ...how, purposeIds };
	};
	const means: Status | null = REPORTED.test(word) ? 'complaint' : BOUNCED.test(word) ? 'bounce' : LEFT.test(word) ? 'unsubscribe' : null;
	if (BOUNCED_AT.test(word)) return dated || samples.length === 0 ? of({ words: {}, rest: 'bounce', on: { column: place } }, false) : null;
	if (LEFT_AT.test(word)) return dated || samples.length === 0 ? of({ words: {}, rest: 'unsubscribe', on: { column: place } }, true) : null;
	if (BOUNCE_REASON.test(word))
		return words.some((one) => BOUNCED_AT.test(one)) ? null : of({ words: {}, rest: 'bounce', on: null }, false);
	if (means !== null && !ABOUT_LEAVING.test(word)) {
		const leaves = means !== 'bounce';
		if (dated) return of({ words: {}, rest: means, on: { column: place } }, leaves);
		if (samples.every((text) => yesNoOf(text) !== null)) return of({ words: wordsOfYes(samples, means), on: null }, leaves);
		if (samples.some((text) => WORDS.has(folded(text)))) return of({ words: wordsOfTool(samples), on: null }, leaves);
		// The channels that somebody left, or why mail came back: whatever stands there, it happened. More than a few numbers are counts.
		if (samples.some((text) => kindOfText(text) === 'number')) return null;
		return of(
			{
				words: Object.fromEntries(samples.flatMap((text) => (/^\W*$/.test(text) ? [[text, 'nothing' as const]] : []))),
				rest: means,
				on: null,
			},
			leaves,
		);
	}
	if (samples.length > 0 && samples.every((text) => WORDS.has(folded(text)))) {
		const says = samples.some((text) => WORDS.get(folded(text)) !== 'nothing');
		if (says || STATUS.test(word)) return of({ words: wordsOfTool(samples), on: null }, true);
	}
	return null;
};

/** The purpose of which a column says yes or no: it is called like it. */
const consentOf = (word: string, { samples }: Seen, { purposes }: Around): string | null =>
	(samples.every((text) => yesNoOf(text) !== null) ? purposes.find(({ names }) => names.includes(word))?.id : undefined) ?? null;

/** The column beside one that says when it was said: the next one to the right that is called so, or the one to the left. */
const dayBeside = (place: number, words: readonly string[], columns: readonly Seen[]): number | null => {
	const own = words[place] ?? '';
	const isIt = (at: number): boolean => {
		const word = words[at] ?? '';
		const called = SAID_ON.test(word) || (word.startsWith(own) && /^(date|time|timestamp|at|on|pvm|paiva)$/.test(word.slice(own.length)));
		return called && (columns[at]?.samples ?? []).every(isDay);
	};
	const right = words.findIndex((_, at) => at > place && isIt(at));
	return right >= 0 ? right : place > 0 && isIt(place - 1) ? place - 1 : null;
};

/** Says of a day by its name, where numbers alone stand in it. */
const DAY_NAME = /(date|birth|born|dob$|pvm|paiva|syntym)/;

const kindOf = (word: string, samples: readonly string[]): AttributeKind | null => {
	if (DAY_NAME.test(word) && samples.length > 0 && samples.every(isDay)) return 'date';
	const kinds = new Set(samples.map(kindOfText));
	const [kind] = kinds;
	// Free text may say anything of anybody: it comes along only when somebody says so.
	return kind !== undefined && kinds.size === 1 && kind !== 'text' ? kind : null;
};

const NOTHING = { target: { to: 'nothing' }, left: null } as const;

/** Whether the file holds one answer a row, as files of ours do. */
const isAnswers = (words: readonly string[]): boolean => ['purpose', 'value', 'at'].every((part) => words.includes(part));

/** What each column may become. */
export const proposed = (columns: readonly Seen[], around: Around): Pick<Column, 'target' | 'left'>[] => {
	const words = columns.map(({ name }) => folded(name));
	const answers = isAnswers(words);
	const taken = new Set<string>();
	/** Once only. */
	const first = (key: string): boolean => !taken.has(key) && taken.add(key).size > 0;
	const ids = IDS.map((called) => words.findIndex((word) => called.test(word))).filter((place) => place >= 0);
	const consents = new Map(
		words.flatMap((word, place) => {
			const purposeId = columns[place] ? consentOf(word, columns[place], around) : null;
			return purposeId === null ? [] : [[place, { purposeId, day: dayBeside(place, words, columns) }] as const];
		}),
	);
	const days = new Set([...consents.values()].flatMap(({ day }) => day ?? []));
	const names = new Set<string>();
	let attributes = 0;

	const attributeOf = (word: string, { name, samples }: Seen): Pick<Column, 'target' | 'left'> => {
		const kind = kindOf(word, samples);
		const key = attributeNameOf(name);
		if (kind === null || key === '' || !first(`attribute ${key}`)) return NOTHING;
		const known = around.kinds.get(key);
		// Whatever stands in it is a text; of another kind than before it would be refused.
		if (known !== undefined && known !== kind && known !== 'text') return NOTHING;
		if (attributes >= ATTRIBUTES || (known === undefined && names.size >= around.room)) return { ...NOTHING, left: 'limit' };
		attributes++;
		if (known === undefined) names.add(key);
		return { target: { to: 'attribute', key, kind: known ?? kind }, left: null };
	};

	return columns.map((column, place) => {
		const { samples } = column;
		const word = words[place] ?? '';
		const only = (target: Target): Pick<Column, 'target' | 'left'> => ({ target, left: null });
		const part = ANSWER_PARTS.find((one) => one === word);
		if (answers && part) return only({ to: 'answer', part });
		if (days.has(place)) return only({ to: 'day' });
		const consent = consents.get(place);
		if (consent && first(`consent ${consent.purposeId}`))
			return only({
				to: 'consent',
				purposeId: consent.purposeId,
				source: '',
				on: consent.day === null ? { date: '' } : { column: consent.day },
			});
		if (EMAILS.test(word) && !isYesNo(samples) && first('email')) return only({ to: 'email' });
		if (PHONES.test(word) && fit(samples, (text) => PHONE.test(text))) return only({ to: 'phone', country: 'FI' });
		if (word === 'luvallaid' && first('luvallaId')) return only({ to: 'luvallaId' });
		if (place === ids[0] && first('externalId')) return only({ to: 'externalId' });
		const fact = FACTS.find(([called]) => called.test(word))?.[1];
		if (fact && fit(samples, (text) => factOf(fact, text) !== null) && first(`fact ${fact}`)) return only({ to: 'fact', fact });
		const named = WHOLE_NAME.test(word) && !words.some((other) => PART_OF_NAME.some((called) => called.test(other)));
		if (named && samples.length > 0 && !samples.some((text) => EMAIL.test(text)) && first('name')) return only({ to: 'name' });
		const status = statusOf(word, column, place, around, words);
		if (status) return only(status);
		if (samples.length > 0 && samples.every((text) => EMAIL.test(text)) && first('email')) return only({ to: 'email' });
		// Ids of the tool that the file is from mean nothing here, and are no numbers that anybody counts with.
		if (IDS.some((called) => called.test(word))) return NOTHING;
		return attributeOf(word, column);
	});
};
