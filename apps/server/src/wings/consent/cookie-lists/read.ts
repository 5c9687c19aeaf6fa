/** Lists of cookies as Cookiebot and OneTrust write them: one shape out of JSON, a script, or a table. Nothing is stored here. */
import { COOKIE_LIST_MAX_ROWS, type CookieListDraft, type ListedType } from '@luvalla/contract/consent/cookie-lists.ts';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { refusals } from '#kernel/http/errors.ts';
import { lifetimeOf } from '../cookie-repository/lifetime.ts';

export const refuseList = refusals({
	not_a_cookie_list: [
		422,
		'Nothing in this file is a list of cookies: a table needs a column for the name and one for the category. Nothing was saved.',
		'Tiedostossa ei ole evästeluetteloa: taulukossa on oltava sarake nimelle ja luokalle. Mitään ei tallennettu.',
	],
	cookie_list_long: [
		422,
		'The list has more than 5,000 cookies. Nothing was saved.',
		'Luettelossa on yli 5 000 evästettä. Mitään ei tallennettu.',
	],
});

/** A cookie as a list has it. */
export interface ListedCookie {
	readonly name: string;
	readonly host: string;
	readonly provider: string;
	/** As the list calls it. */
	readonly category: string;
	/** 0: until the browser is closed; null: it is no time. */
	readonly lifetimeSeconds: number | null;
	/** As the list says it. */
	readonly keeps: string;
	readonly about: string;
}

export interface CookieList {
	readonly from: CookieListDraft['from'];
	readonly cookies: readonly ListedCookie[];
}

const DAY_SECONDS = 86_400;

const tidy = (text: string): string =>
	text
		.replace(/<br\s*\/?>/gi, ' ')
		.replace(/<[^<>]{0,500}>/g, '')
		.replace(/\s+/g, ' ')
		.trim();
const wordOf = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** What the usual names of categories mean, folded: those of both tools, their ids, and what translations begin with. */
const CATEGORIES: readonly (readonly [ListedType, RegExp])[] = [
	['necessary', /^(c0001|1|necessary.*|strictlynecessary.*|essential.*|required|valttamat.*|notwendig.*|necessaires?|nodvand.*)$/],
	['preferences', /^(c0003|2|preference.*|functional.*|mieltymy.*|toiminnalli.*|praferenz.*|installningar)$/],
	['statistics', /^(c0002|3|statisti.*|performance.*|analytic.*|tilasto.*|suorituskyky.*|prestanda.*)$/],
	['marketing', /^(c0004|c0005|4|marketing.*|targeting.*|advertis.*|socialmedia.*|markkinoi.*|kohden.*|mainon.*|marknad.*|werbung.*)$/],
];

/** Where a category belongs; null: it is none that is usual. */
export const typeOf = (category: string): ListedType | null => {
	const word = wordOf(category);
	return CATEGORIES.find(([, called]) => called.test(word))?.[0] ?? null;
};

/** Both tools write what differs from visitor to visitor with a sign of their own: `_ga_#`, `_hjSession_xxxxxxx`. */
const nameOf = (name: string): string =>
	tidy(name)
		.replace(/#+$/, '*')
		.replace(/x{4,}$/i, '*');

const lifetimeIn = (written: string): { lifetimeSeconds: number | null; keeps: string } => {
	const text = tidy(written);
	if (/^\d+$/.test(text)) return { lifetimeSeconds: Number(text) * DAY_SECONDS, keeps: '' };
	const seconds = lifetimeOf(text);
	return { lifetimeSeconds: seconds, keeps: seconds === null ? text : '' };
};

const cookie = (given: {
	name: string;
	host?: string;
	provider?: string;
	category: string;
	lifetime?: string;
	about?: string;
}): ListedCookie | null => {
	const name = nameOf(given.name);
	if (name === '') return null;
	const host = tidy(given.host ?? '');
	return {
		name,
		host,
		provider: tidy(given.provider ?? '') || host,
		category: tidy(given.category),
		...lifetimeIn(given.lifetime ?? ''),
		about: tidy(given.about ?? ''),
	};
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A group of OneTrust's banner: its own cookies, and those of hosts. */
const groupCookies = (group: Readonly<Record<string, unknown>>): (ListedCookie | null)[] => {
	const id = textIn(group.CustomGroupId ?? group.OptanonGroupId ?? group.customGroupId);
	const name = textIn(group.GroupName ?? group.groupName);
	// A category of its own has an id that says nothing.
	const category = typeOf(id) === null ? name : id;
	const all = [
		...listIn(group.FirstPartyCookies).map((one) => ({ one, of: '' })),
		...listIn(group.Hosts).flatMap((host) =>
			isObject(host) ? listIn(host.Cookies).map((one) => ({ one, of: textIn(host.HostName ?? host.DisplayName) })) : [],
		),
	];
	return all.map(({ one, of }) =>
		isObject(one)
			? cookie({
					name: textIn(one.Name),
					host: textIn(one.Host) || of,
					provider: of,
					category,
					lifetime: one.IsSession === true || one.IsSession === 'true' ? 'session' : textIn(one.Length),
					about: textIn(one.description ?? one.Description) || textIn(one.thirdPartyDescription),
				})
			: null,
	);
};

/** What columns and keys are called, folded. */
const PARTS = {
	name: /^(name|cookie|cookies|cookiename|cookiekey|cookiedatakeyname|trackername|evaste|nimi)$/,
	host: /^(host|hostname|domain|cookiedomain|host(s)?domain|verkkotunnus|isanta)$/,
	provider: /^(provider|company|vendor|service|serviceprovider|dataprovider|palveluntarjoaja|toimittaja)$/,
	category: /^(category|categoryname|cookiecategory|group|groupname|classification|cookiegroup|luokka|kategoria)$/,
	lifetime:
		/^(lifespan|lifetime|expiry|expires|expiration|duration|retention|retentionperiod|maximumstorageduration|length|kesto|sailytysaika|voimassaolo)$/,
	about: /^(description|cookiedescription|purpose|purposedescription|kuvaus|tarkoitus)$/,
} as const;
type Part = keyof typeof PARTS;

const partOf = (column: string): Part | null => {
	const word = wordOf(column);
	const parts = Object.keys(PARTS) as Part[];
	return parts.find((part) => PARTS[part].test(word)) ?? null;
};

/** Rows with names of columns, of a table or of JSON. */
const rowCookies = (rows: readonly (readonly (readonly [string, string])[])[]): (ListedCookie | null)[] =>
	rows.map((cells) => {
		const of = (part: Part): string => cells.find(([column, text]) => partOf(column) === part && text.trim() !== '')?.[1] ?? '';
		return cookie({
			...{ name: of('name'), host: of('host'), provider: of('provider'), category: of('category') },
			...{ lifetime: of('lifetime'), about: of('about') },
		});
	});

/** Which tool writes columns like these. */
const toolOf = (columns: readonly string[]): CookieList['from'] => {
	const words = new Set(columns.map(wordOf));
	const has = (...some: string[]): boolean => some.some((word) => words.has(word));
	if (has('lifespan') || (has('host') && has('cookiecategory', 'thirdparty', 'firstpartythirdparty'))) return 'onetrust';
	return has('provider') && has('expiry', 'purpose', 'purposedescription', 'maximumstorageduration') ? 'cookiebot' : 'table';
};

const fromJson = (data: unknown): CookieList | null => {
	const whole = isObject(data) ? data : {};
	const domain = isObject(whole.DomainData) ? whole.DomainData : whole;
	const groups = listIn(domain.Groups ?? (Array.isArray(data) && isObject(data[0]) && 'FirstPartyCookies' in data[0] ? data : undefined));
	if (groups.length > 0)
		return { from: 'onetrust', cookies: groups.flatMap((one) => (isObject(one) ? groupCookies(one) : [])).filter((one) => one !== null) };
	const rows = [data, whole.cookies, whole.Cookies, whole.data].find((one) => Array.isArray(one) && one.some(isObject));
	if (rows === undefined) return null;
	const objects = listIn(rows).filter(isObject);
	const columns = [...new Set(objects.flatMap(Object.keys))];
	if (!columns.some((one) => partOf(one) === 'name') || !columns.some((one) => partOf(one) === 'category')) return null;
	const cells = objects.map((one) => Object.entries(one).map(([key, value]) => [key, textIn(value)] as const));
	const from = toolOf(columns);
	return { from: from === 'table' ? 'cookiebot' : from, cookies: rowCookies(cells).filter((one) => one !== null) };
};

const TABLES: Readonly<Record<string, ListedType | 'unclassified'>> = {
	Necessary: 'necessary',
	Preference: 'preferences',
	Statistics: 'statistics',
	Advertising: 'marketing',
	Unclassified: 'unclassified',
};
const TABLE = /CookieConsentDialog\.cookieTable(Necessary|Preference|Statistics|Advertising|Unclassified)\s*=\s*(?=\[)/g;

/** Lists of strings as a script writes them; what else stands in it is passed over. Read once, sign by sign. */
const arraysAt = (script: string, from: number): string[][] => {
	const rows: string[][] = [];
	let deep = 0;
	for (let at = from; at < script.length; at++) {
		const sign = script[at] ?? '';
		if (sign === '[') {
			deep++;
			if (deep === 2) rows.push([]);
		} else if (sign === ']') {
			deep--;
			if (deep === 0) break;
		} else if (sign === '"' || sign === "'") {
			let text = '';
			for (at++; at < script.length && script[at] !== sign; at++) {
				if (script[at] === '\\') at++;
				text += script[at] ?? '';
			}
			if (deep === 2) rows.at(-1)?.push(text);
		}
	}
	return rows;
};

/** The script of Cookiebot's declaration or banner: name, provider, purpose, expiry, kind. */
const fromScript = (text: string): CookieList | null => {
	const cookies = [...text.matchAll(TABLE)].flatMap(({ 1: table = '', index, 0: { length } }) =>
		arraysAt(text, index + length).map(([name = '', provider = '', about = '', lifetime = '']) =>
			cookie({ name, host: provider, category: TABLES[table] ?? '', lifetime, about }),
		),
	);
	return cookies.length === 0 ? null : { from: 'cookiebot', cookies: cookies.filter((one) => one !== null) };
};

const fromTable = (text: string): CookieList | null => {
	const [first = ''] = text.split('\n', 1);
	const count = (sign: string): number => first.split(sign).length;
	const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
	let rows: string[][];
	try {
		rows = parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, to: COOKIE_LIST_MAX_ROWS + 20 });
	} catch (error) {
		if (error instanceof CsvError) return null;
		throw error;
	}
	// Exports begin with a title now and then.
	const head = rows
		.slice(0, 20)
		.findIndex((row) => row.some((one) => partOf(one) === 'name') && row.some((one) => partOf(one) === 'category'));
	const columns = rows[head];
	if (columns === undefined) return null;
	const cells = rows.slice(head + 1).map((row) => columns.map((column, n) => [column, row[n] ?? ''] as const));
	return { from: toolOf(columns), cookies: rowCookies(cells).filter((one) => one !== null) };
};

/** @throws Refused 422 not_a_cookie_list, cookie_list_long */
export const readCookieList = (given: string): CookieList => {
	const text = given.replace(/^\uFEFF/, '').trim();
	let list: CookieList | null = null;
	if (/^[[{]/.test(text)) {
		try {
			list = fromJson(JSON.parse(text));
		} catch (error) {
			if (!(error instanceof SyntaxError)) throw error;
		}
	}
	list ??= fromScript(text) ?? fromTable(text);
	if (list === null || list.cookies.length === 0) throw refuseList('not_a_cookie_list');
	if (list.cookies.length > COOKIE_LIST_MAX_ROWS) throw refuseList('cookie_list_long');
	return list;
};
