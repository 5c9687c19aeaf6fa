/** A scan's report as a table for a terminal, in plain words. Pure. */
import type { ScanItem, ScanPlace, ScanPress, ScanReport, ScanSource } from '@luvalla/contract/consent/scans.ts';
import { wordsFor } from './sentences.ts';

const COLUMNS = { before: 'Before', accept: 'Accepted', reject: 'Refused' } as const;
const MOST_WIDE = 60;
const DAY = 86_400;

/** What a page names may hold signs that move a terminal's cursor. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '?');
const short = (text: string): string => (text.length > MOST_WIDE ? `${text.slice(0, MOST_WIDE - 1)}…` : text);

const rows = (lines: readonly (readonly string[])[]): string[] => {
	const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	return lines.map((line) =>
		line
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
};

const lifetime = ({ cookie }: ScanItem): string => {
	if (!cookie) return '';
	if (cookie.lifetimeSeconds === null) return 'session';
	const days = cookie.lifetimeSeconds / DAY;
	return days >= 1 ? `${Math.round(days)} d` : `${Math.max(1, Math.round(cookie.lifetimeSeconds / 60))} min`;
};

const at = ({ url, line, column }: ScanPlace): string => `${url}${line === null ? '' : `:${line}:${column ?? 1}`}`;
const place = (source: ScanSource | null): string => (source === null ? '' : at(source));
/** Who did it, who asked for that, and so on up to the page. */
const chain = (source: ScanSource): string => [source, ...source.chain].map(at).join(' ← ');

const itemRow = (item: ScanItem): string[] => {
	const source = (item.seen.before ?? item.seen.accept ?? item.seen.reject)?.source ?? null;
	return [
		short(plain(wordsFor(item, 'en'))),
		plain(item.host),
		item.party,
		...(['before', 'accept', 'reject'] as const).map((pass) => (item.seen[pass] ? 'yes' : '–')),
		lifetime(item),
		plain(place(source)),
	];
};

const WAYS: Readonly<Record<ScanPress['way'], string>> = {
	luvalla: 'in Luvalla’s banner',
	tcf: 'in a TCF banner',
	buttons: 'by the words on its buttons',
	none: '',
};
const pressLine = ({ pass, way, labels, taken }: ScanPress): string => {
	const what = pass === 'accept' ? 'Accepting' : 'Refusing';
	if (way === 'none') return `${what}: nothing was found to press.`;
	const words = labels.map((one) => `“${plain(one)}”`).join(', then ');
	return `${what}: ${words} pressed ${WAYS[way]}; the choice was ${taken ? 'taken' : 'not taken, as far as can be seen'}.`;
};

export const tableOf = ({ order, site, pages, presses, items, findings }: ScanReport): string => {
	const before = pages.filter(({ pass }) => pass === 'before').length;
	const head = ['What', 'Where', 'Party', ...Object.values(COLUMNS), 'Kept for', 'Set or asked by'];
	return [
		`${site}: ${before} ${before === 1 ? 'page' : 'pages'}, from ${order.url}`,
		...presses.map(pressLine),
		'',
		...(items.length > 0 ? rows([head, ...items.map(itemRow)]) : ['Nothing was kept, and nobody else was asked.']),
		'',
		findings.length === 0 ? 'No findings.' : `Findings: ${findings.length}`,
		...findings.map(({ code, sentence, page, source, fix }) =>
			plain(
				`  ${code}: ${sentence.en}${page ? ` Page: ${page}` : ''}${source ? ` By: ${chain(source)}` : ''}${fix ? ` Change line ${fix.line} of ${fix.page}: ${fix.after}` : ''}`,
			),
		),
	].join('\n');
};
