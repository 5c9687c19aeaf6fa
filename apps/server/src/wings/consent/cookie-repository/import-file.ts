/** Files of cookies: the Open Cookie Database's CSV and our own, read into entries. Nothing is stored here. */
import {
	COOKIE_DESCRIPTION_MAX,
	COOKIE_FILE_MAX_ROWS,
	COOKIE_NAME_MAX,
	COOKIE_PROVIDER_MAX,
	type CookieImportReason,
	CookieType,
	NewCookieEntry,
} from '@luvalla/contract/consent/cookie-repository.ts';
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import { HostName, isPlain } from '@luvalla/contract/fields.ts';
import { cut, isText } from '@luvalla/contract/well-formed.ts';
import { CsvError, parse } from 'csv-parse';
import { refusals } from '#kernel/http/errors.ts';
import { unguarded } from './file.ts';
import { lifetimeOf } from './lifetime.ts';
import { plainHost } from './names.ts';
import { CALLED, reasonKept } from './reasons.ts';
import type { Content, Description } from './store.ts';

export const refuseFile = refusals({
	not_a_cookie_file: [
		422,
		'This is neither the Open Cookie Database’s CSV nor a file that the cookie repository exported: its columns are others. Nothing was changed.',
		'Tämä ei ole Open Cookie Databasen CSV eikä evästeluettelosta viety tiedosto: sarakkeet ovat toiset. Mitään ei muutettu.',
	],
	cookie_file_cut: [
		422,
		'The file is cut off: its last row is not whole. Nothing was changed.',
		'Tiedosto on katkennut: sen viimeinen rivi on vajaa. Mitään ei muutettu.',
	],
	cookie_file_long: [
		422,
		'The file has more than 20,000 rows. Nothing was changed.',
		'Tiedostossa on yli 20 000 riviä. Mitään ei muutettu.',
	],
});

/** A row of a file. */
export interface FileRow {
	/** In the file, from 1. */
	readonly line: number;
	readonly name: string;
	/** One for each host that the row names; none where it is not taken. */
	readonly entries: readonly Content[];
	/** What is to be said of it. */
	readonly reasons: readonly CookieImportReason[];
}

export interface CookieFile {
	readonly format: 'ocd' | 'own';
	readonly rows: readonly FileRow[];
}

type Cells = ReadonlyMap<string, string>;

const OCD = [
	'platform',
	'category',
	'cookie / data key name',
	'domain',
	'description',
	'retention period',
	'data controller',
	'wildcard match',
];
const OWN = ['name', 'domain', 'provider', 'type', 'lifetimeseconds', 'reason', 'source'];

/** What that database calls necessary is its word alone: a person decides, and is told why it might be so (`CALLED`). */
const ASKED: Readonly<Record<string, CookieType>> = { analytics: 'statistics', marketing: 'marketing', personalization: 'preferences' };

const tidy = (text: string): string =>
	text
		.replace(/[\u200b-\u200d\ufeff]/g, '')
		.replace(/\s+/g, ' ')
		.trim();

/** Cut between words where there is a blank in its last part. */
const shortened = (text: string): string => {
	const short = cut(text, COOKIE_DESCRIPTION_MAX - 1);
	const blank = short.lastIndexOf(' ');
	return `${blank > COOKIE_DESCRIPTION_MAX / 2 ? short.slice(0, blank) : short}…`;
};

/** `.bing.com (3rd party) or .microsoft.com (3rd party)`: both; `ads-[account].adhese.com`: adhese.com. Null: none of it is a host. */
export const hostsOf = (cell: string): string[] | null => {
	const text = tidy(cell.replaceAll(/\([^)]*\)/g, ' '));
	if (text === '') return [''];
	const hosts = text
		.split(/\bor\b|[,;]/)
		.map((one) => plainHost(one).replace(/^.*[\]*}>]\.?/, ''))
		.filter((one) => one !== '')
		.flatMap((one) => {
			const host = HostName.safeParse(one);
			return host.success ? [host.data] : [];
		});
	return hosts.length === 0 ? null : [...new Set(hosts)];
};

const none = (name: string, reason: CookieImportReason): Omit<FileRow, 'line'> => ({ name, entries: [], reasons: [reason] });

const ocdRow = (cell: (name: string) => string): Omit<FileRow, 'line'> => {
	const bare = tidy(cell('cookie / data key name'));
	const wildcard = cell('wildcard match').trim();
	const name = wildcard === '1' && !bare.endsWith('*') ? `${bare}*` : bare;
	if (bare.replaceAll('*', '') === '' || name.length > COOKIE_NAME_MAX || !isPlain(name) || !isText(name)) return none(bare, 'no_name');
	const category = cell('category').trim().toLowerCase();
	const type = Object.hasOwn(ASKED, category) ? ASKED[category] : undefined;
	const reason = Object.entries(CALLED).find(([called]) => called === category)?.[1].en;
	if (type === undefined && reason === undefined) return none(name, 'unknown_type');
	const provider = tidy(cell('data controller')) || tidy(cell('platform'));
	const described = tidy(cell('description'));
	if (wildcard !== '0' && wildcard !== '1') return none(name, 'bad_value');
	if (provider.length > COOKIE_PROVIDER_MAX || ![provider, described].every((text) => isPlain(text) && isText(text)))
		return none(name, 'bad_value');
	const lifetime = lifetimeOf(cell('retention period'));
	const hosts = hostsOf(cell('domain'));
	const tooLong = described.length > COOKIE_DESCRIPTION_MAX;
	const description: Description = described === '' ? {} : { en: tooLong ? shortened(described) : described };
	return {
		name,
		entries: (hosts ?? ['']).map((domain) => ({
			name,
			domain,
			provider,
			type: type ?? 'undecided',
			lifetime_seconds: lifetime,
			description,
			reason: reason ?? '',
		})),
		reasons: [
			...(lifetime === null ? ['lifetime_unknown' as const] : []),
			...(hosts === null ? ['host_unknown' as const] : []),
			...(tooLong ? ['description_cut' as const] : []),
		],
	};
};

const ownRow = (cell: (name: string) => string): Omit<FileRow, 'line'> => {
	const text = (column: string) => unguarded(cell(column));
	const name = text('name').trim();
	const type = CookieType.safeParse(text('type'));
	if (!type.success) return none(name, 'unknown_type');
	const lifetime = text('lifetimeseconds').trim();
	if (!/^\d{0,10}$/.test(lifetime)) return none(name, 'bad_value');
	const read = NewCookieEntry.safeParse({
		name,
		type: type.data,
		provider: text('provider'),
		domain: text('domain'),
		lifetimeSeconds: lifetime === '' ? null : Number(lifetime),
		description: Object.fromEntries(
			BannerLanguage.options.flatMap((language) => {
				const said = text(`description.${language}`);
				return said === '' ? [] : [[language, said]];
			}),
		),
		reason: text('reason'),
	});
	if (!read.success) return none(name, read.error.issues.some(({ path }) => path[0] === 'name') ? 'no_name' : 'bad_value');
	return { name, entries: [contentOf(read.data)], reasons: [] };
};

/** An entry as somebody wrote it, as it is stored: empty texts are none. */
export const contentOf = ({ lifetimeSeconds, description, ...entry }: NewCookieEntry): Content => ({
	name: entry.name,
	domain: entry.domain,
	provider: entry.provider,
	type: entry.type,
	reason: reasonKept(entry.reason),
	lifetime_seconds: lifetimeSeconds,
	description: Object.fromEntries(Object.entries(description).filter(([, text]) => text !== '')),
});

const columnsOf = (cells: readonly string[]): string[] => cells.map((column) => column.trim().toLowerCase());

const formatOf = (head: readonly string[]): CookieFile['format'] | null =>
	OCD.every((column) => head.includes(column)) ? 'ocd' : OWN.every((column) => head.includes(column)) ? 'own' : null;

/** Whether the last row ends where its file was cut: the last column of either format is never empty. */
const isWhole = (format: CookieFile['format'], cells: Cells): boolean =>
	format === 'ocd' ? /^[01]$/.test((cells.get('wildcard match') ?? '').trim()) : SOURCES.has((cells.get('source') ?? '').trim());
const SOURCES = new Set(['own', 'platform', 'starter', 'ocd']);

const decoded = (bytes: Buffer): string => {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw refuseFile('not_a_cookie_file');
	}
};

/** Rows and their lines. @throws Refused where the file is no CSV, or ends within a cell */
const recordsOf = async (text: string): Promise<{ cells: string[]; line: number }[]> => {
	const [first = ''] = text.split('\n', 1);
	// Spreadsheets of many countries write a semicolon.
	const delimiter = first.split(';').length > first.split(',').length ? ';' : ',';
	const reading = parse({ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, info: true });
	const found: { cells: string[]; line: number }[] = [];
	try {
		// A fault in the first piece is thrown here already.
		reading.end(text);
		let before = 0;
		for await (const { record, info } of reading as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
			found.push({ cells: record, line: before + 1 });
			before = info.lines;
			if (found.length > COOKIE_FILE_MAX_ROWS + 1) throw refuseFile('cookie_file_long');
		}
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		throw refuseFile(
			error.code === 'CSV_QUOTE_NOT_CLOSED' && formatOf(columnsOf(first.split(delimiter))) !== null
				? 'cookie_file_cut'
				: 'not_a_cookie_file',
		);
	}
	return found;
};

/** @throws Refused 422 not_a_cookie_file, cookie_file_cut, cookie_file_long */
export const readCookieFile = async (bytes: Buffer): Promise<CookieFile> => {
	const [head, ...records] = await recordsOf(decoded(bytes));
	const columns = columnsOf(head?.cells ?? []);
	const format = formatOf(columns);
	// Of two columns of one name nobody knows which is meant.
	if (format === null || new Set(columns).size !== columns.length) throw refuseFile('not_a_cookie_file');
	const cellsOf = (cells: readonly string[]): Cells => new Map(columns.map((column, place) => [column, cells[place] ?? '']));
	const last = records.at(-1);
	if (last && (last.cells.length < columns.length || !isWhole(format, cellsOf(last.cells)))) throw refuseFile('cookie_file_cut');
	const read = format === 'ocd' ? ocdRow : ownRow;
	return {
		format,
		rows: records.map(({ cells, line }) => {
			const byName = cellsOf(cells);
			const row =
				cells.length === columns.length
					? read((column) => byName.get(column) ?? '')
					: none(byName.get('name') ?? cells[0] ?? '', 'bad_value');
			return { ...row, line };
		}),
	};
};
