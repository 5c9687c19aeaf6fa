/** Entries as a CSV file that the import takes back: its columns have one name in all languages. */
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import type { FileColumn } from '#kernel/http/csv-file.ts';
import type { EntryRow } from './store.ts';

/** How cells begin that a spreadsheet would run; the writer puts an apostrophe before them. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** So that an apostrophe which was there before is told from the writer's. */
const guarded = (text: string): string => (/^'+/.test(text) && FORMULA.test(text.replace(/^'+/, '')) ? `'${text}` : text);

/** A cell as it was before it was written. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell);

const column = (name: string, of: FileColumn<EntryRow>['of']): FileColumn<EntryRow> => ({ en: name, fi: name, of });

export const COOKIE_FILE: readonly FileColumn<EntryRow>[] = [
	column('name', (entry) => guarded(entry.name)),
	column('domain', (entry) => entry.domain),
	column('provider', (entry) => guarded(entry.provider)),
	column('type', (entry) => entry.type),
	column('lifetimeSeconds', (entry) => entry.lifetime_seconds),
	column('reason', (entry) => guarded(entry.reason)),
	...BannerLanguage.options.map((language) => column(`description.${language}`, ({ description }) => guarded(description[language] ?? ''))),
	column('source', (entry) => entry.source),
];
