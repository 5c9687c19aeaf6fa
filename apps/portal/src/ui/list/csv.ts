/** CSV for people's spreadsheets: a byte-order mark so that ä and ö survive, and cells that no program runs. */
import { downloadFile } from '../download.ts';

export type Cell = string | number | boolean | null | undefined;

/** A text that begins like a formula is quoted with an apostrophe: spreadsheets would run it. */
const safe = (cell: Cell): string => {
	if (cell === null || cell === undefined) return '';
	if (typeof cell !== 'string') return String(cell);
	return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
};
const quoted = (text: string): string => (/[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows to CSV by RFC 4180. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
	rows.map((row) => row.map((cell) => quoted(safe(cell))).join(',')).join('\r\n');

/** Hands a CSV to the person as a file. */
export function downloadCsv(name: string, rows: readonly (readonly Cell[])[]): void {
	downloadFile(`${name}.csv`, 'text/csv;charset=utf-8', `\uFEFF${csvOf(rows)}`);
}
