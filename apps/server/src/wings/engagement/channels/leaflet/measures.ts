/** Measures of a leaflet, in millimetres from the upper left of the trimmed page: what a printing house folds, cuts and puts into an envelope. */
import { connectorShapes, type SettingsOf } from '@luvalla/contract/profiles/connector-types.ts';
import type { ConnectorRow } from '../../../profiles/wing.ts';
import type { Box, Boxes } from './print/writer.ts';

export type House = SettingsOf<'printing-house'>;

/** What is printed by whom nobody named. */
export const houseOf = (connector: Pick<ConnectorRow, 'config'> | null): House =>
	connectorShapes['printing-house'].parse(connector?.config ?? {});

/** A4. */
export const PAGE = { width: 210, height: 297 } as const;
export const BLEED = 3;
/** Around the page, for marks. */
export const SLUG = 12;
export const MARGIN = 20;

export interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Where the window of an envelope is, and where the page is folded (DIN 5008; C6/5 and its like): by the place of the window. */
const WINDOWS: Readonly<Record<House['window'], { readonly address: Area; readonly folds: readonly number[] }>> = {
	'left-45': { address: { x: 20, y: 45, width: 85, height: 45 }, folds: [105, 210] },
	'left-27': { address: { x: 20, y: 27, width: 85, height: 45 }, folds: [87, 192] },
	'right-45': { address: { x: 105, y: 45, width: 85, height: 45 }, folds: [105, 210] },
};

export const windowOf = (house: House): { readonly address: Area; readonly folds: readonly number[] } => WINDOWS[house.window];

const POINT = 72 / 25.4;
export const pt = (mm: number): number => mm * POINT;
/** From the left edge of what the printer gets, in points. */
export const left = (mm: number): number => pt(SLUG + mm);
/** From its lower edge. */
export const up = (mm: number): number => pt(SLUG + PAGE.height - mm);

const around = (by: number): Box => [left(-by), up(PAGE.height + by), left(PAGE.width + by), up(-by)];
export const BOXES: Boxes = { media: around(SLUG), bleed: around(BLEED), trim: around(0) };

const f = (n: number): string => n.toFixed(2);

/** Where it is cut and folded, as lines outside of what is left of the page. */
export const marksOf = (folds: readonly number[]): string => {
	const line = (x1: number, y1: number, x2: number, y2: number): string =>
		`${f(left(x1))} ${f(up(y1))} m ${f(left(x2))} ${f(up(y2))} l S\n`;
	let marks = 'q 0.25 w 0 0 0 1 K\n';
	const [near, far] = [BLEED + 1, SLUG - 2];
	for (const x of [0, PAGE.width]) {
		marks += line(x, -far, x, -near);
		marks += line(x, PAGE.height + near, x, PAGE.height + far);
	}
	for (const y of [0, PAGE.height]) {
		marks += line(-far, y, -near, y);
		marks += line(PAGE.width + near, y, PAGE.width + far, y);
	}
	marks += '[3 2] 0 d\n';
	for (const y of folds) {
		marks += line(-far, y, -near, y);
		marks += line(PAGE.width + near, y, PAGE.width + far, y);
	}
	return `${marks}Q\n`;
};
