/** The points of the fair-choice gate that only a rendered banner can show: what is demanded, judged on what was read. */
import { contrast, ratio } from '@luvalla/banner/contrast.ts';
import type { AnswerFacts, LayerFacts } from '@luvalla/banner/measured.ts';
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';

/** What one language on one screen showed. */
export interface Rendered {
	/** `en desktop` */
	where: string;
	first: LayerFacts;
	second: LayerFacts;
	/** Presses until every category had its answer; null: it could not be given by that answer. Not measured in every language. */
	presses: { refuse: number | null; accept: number | null } | null;
	/** Presses of Tab until the answer had the focus, and Enter gave it; null: never. Only measured where there is a keyboard. */
	keys: { refuse: number | null; accept: number | null } | null;
}

export const measuredCodes = [
	'measured_layer',
	'measured_kind',
	'measured_size',
	'measured_look',
	'measured_contrast',
	'measured_presses',
	'measured_keyboard',
	'measured_off',
	'measured_no_wall',
] as const;
export type MeasuredCode = (typeof measuredCodes)[number];

/** WCAG 2.2, 1.4.3. */
const TEXT_CONTRAST = 4.5;
/** Rounding of a layout: less than anybody sees. */
const SAME_PIXELS = 1;
/** A page behind a banner that leaves less than this is walled off. */
const LEAST_FREE = 0.3;

const hex = ([r, g, b]: [number, number, number]): string =>
	`#${[r, g, b].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`;
const pixels = (a: AnswerFacts): string => `${Math.round(a.width)} × ${Math.round(a.height)} px`;
const legible = (a: AnswerFacts): number => contrast(hex(a.ink), hex(a.ground));

type Judgement = [ok: boolean, measured: string];

/** Both answers, or that one is missing. */
const both = ({ refuse, accept }: LayerFacts, judge: (refuse: AnswerFacts, accept: AnswerFacts) => Judgement): Judgement =>
	refuse && accept ? judge(refuse, accept) : [false, `${refuse ? '+' : '−'} / ${accept ? '+' : '−'}`];

const judges: Readonly<Record<MeasuredCode, (rendered: Rendered) => Judgement | null>> = {
	measured_layer: ({ first }) => both(first, (r, a) => [r.seen && a.seen, `${r.seen ? 1 : 0} / ${a.seen ? 1 : 0}`]),
	measured_kind: ({ first }) =>
		both(first, (r, a) => [r.tag === 'button' && a.tag === 'button' && r.role === a.role, `${r.tag} / ${a.tag}`]),
	measured_size: ({ first }) =>
		both(first, (r, a) => [
			Math.abs(r.width - a.width) <= SAME_PIXELS && Math.abs(r.height - a.height) <= SAME_PIXELS && r.fontSize === a.fontSize,
			`${pixels(r)}, ${r.fontSize} / ${pixels(a)}, ${a.fontSize}`,
		]),
	measured_look: ({ first }) =>
		both(first, (r, a) => {
			const look = (one: AnswerFacts) => [hex(one.ink), hex(one.ground), one.border, one.fontWeight, one.decoration].join(' ');
			return [look(r) === look(a), `${hex(r.ink)} ${hex(r.ground)} / ${hex(a.ink)} ${hex(a.ground)}`];
		}),
	measured_contrast: ({ first }) =>
		both(first, (r, a) => [legible(r) >= TEXT_CONTRAST && legible(a) >= TEXT_CONTRAST, `${ratio(legible(r))} / ${ratio(legible(a))}`]),
	measured_presses: ({ presses }) =>
		presses && [
			presses.refuse !== null && presses.accept !== null && presses.refuse <= presses.accept,
			`${presses.refuse ?? '−'} / ${presses.accept ?? '−'}`,
		],
	measured_keyboard: ({ keys }) =>
		keys && [
			keys.refuse !== null && keys.accept !== null && keys.refuse <= keys.accept + 1,
			`${keys.refuse ?? '−'} / ${keys.accept ?? '−'}`,
		],
	measured_off: ({ second }) => [second.switches > 0 && second.on === 0, `${second.on} / ${second.switches}`],
	measured_no_wall: ({ first }) => [first.free >= LEAST_FREE, `${Math.round(first.free * 100)} %`],
};

/** Points that any banner can be held against by its first layer and by what was pressed to answer it. */
export const FIRST_LAYER_CODES = measuredCodes.filter((code) => code !== 'measured_keyboard' && code !== 'measured_off');

/** @param presses null: nothing was pressed */
export const firstLayerFindings = (first: LayerFacts, presses: Rendered['presses']): Omit<GateFinding, 'where'>[] =>
	FIRST_LAYER_CODES.flatMap((code) => {
		const judgement = judges[code]({ where: '', first, second: first, presses, keys: null });
		return judgement ? [{ code, ok: judgement[0], measured: judgement[1] }] : [];
	});

/** One finding a point: the first screen that fails it, else the first that was measured. */
export const measuredFindings = (screens: readonly Rendered[]): GateFinding[] =>
	measuredCodes.map((code) => {
		const judged = screens.flatMap((screen) => {
			const judgement = judges[code](screen);
			return judgement ? [{ where: screen.where, ok: judgement[0], measured: judgement[1] }] : [];
		});
		const shown = judged.find((one) => !one.ok) ?? judged[0];
		if (!shown) throw new Error(`Nothing was measured for ${code}.`);
		return { code, ...shown };
	});
