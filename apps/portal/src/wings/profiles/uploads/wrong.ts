/** What is wrong with what columns become: what nobody need be asked about, and what the server refuses. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads';
import { partOf } from './ColumnRow.tsx';
import type { Problem } from './Problems.tsx';
import type { UploadTexts } from './texts.ts';

/** As the contract has them (consent/answers.ts, fields.ts). */
const LEAST_SOURCE = 3;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What columns become, and what is said of everybody. */
export interface Said {
	readonly targets: readonly Target[];
	readonly everybody: Upload['everybody'];
}

/** A yes has a source and a day. */
export const missingIn = (t: UploadTexts, { targets, everybody }: Said): Problem[] =>
	[...targets, ...(everybody ? [everybody] : [])].flatMap((one, place) => [
		...(one.to === 'consent' && one.source.trim().length < LEAST_SOURCE ? [{ place, part: 'source', text: t('sourceNeeded') }] : []),
		...((one.to === 'consent' || one.to === 'status') && one.on !== null && 'date' in one.on && !DAY.test(one.on.date)
			? [{ place, part: 'on.date', text: t('dayNeeded') }]
			: []),
	]);

/** What a refusal says of one field, at the column and the part that it is about. */
export const problemAt = (path: string, text: string, columns: number): Problem[] => {
	const [, at = '', rest = ''] = /^targets\.(\d+)\.?(.*)$/.exec(path) ?? [];
	const [, ofAll] = /^everybody\.?(.*)$/.exec(path) ?? [];
	if (ofAll !== undefined) return [{ place: columns, part: partOf(ofAll), text }];
	return at === '' ? [] : [{ place: Number(at), part: partOf(rest), text }];
};
