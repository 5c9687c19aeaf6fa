/**
 * The pages of one recipient: front with the address where the window of the envelope is, picture, headline and words; back where the author
 * turned the leaf, or what the front has no room for. Everything has its place by measure alone, so how many pages it takes is known before
 * any picture is fetched.
 */
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { type Facts, TemplateFailed } from '../../message.ts';
import type { Postal } from './address.ts';
import { type Block, writtenOf } from './html.ts';
import { BLEED, type House, left, MARGIN, marksOf, PAGE, pt, up, windowOf } from './measures.ts';
import type { Picture } from './print/picture.ts';
import { qrOf } from './print/qr.ts';
import { type Line, Pen, type Said } from './print/set.ts';
import type { Glyphs } from './print/writer.ts';
import { leafletWords } from './words.ts';

/** What is printed for somebody. */
export interface Wanted {
	readonly house: House;
	readonly postal: Postal;
	readonly facts: Facts;
	readonly language: string;
	readonly headline: string;
	readonly html: string;
	readonly heroimage: string | null;
	/** Of somebody's own, to refuse by; null: nobody can. */
	readonly way: string | null;
	/** The same for everybody; null: it leads nowhere. */
	readonly link: string | null;
	/** Names the sheet in the margin that is cut away, and in the file of addresses. */
	readonly key: string;
	readonly at: Date;
	/** By whose clock that is a day. */
	readonly zone: string;
}

export interface Drawn {
	/** Of the PDF: a leaf that is printed on both sides has two, whatever is on its back. */
	readonly pages: readonly string[];
	/** Of these, with anything on them. */
	readonly printed: number;
	readonly missing: readonly string[];
	readonly pictures: ReadonlySet<string>;
}

export interface How {
	/** Signs may be taken from the other font. */
	readonly wide: boolean;
	/** Empty boxes are marked. */
	readonly shows: boolean;
	readonly glyphs: Glyphs;
	/** Null: nothing is drawn of it, and its place stays. */
	readonly picture: (url: string) => Picture | null;
}

const HERO = 55;
const WIDTH = PAGE.width - 2 * MARGIN;
const FOOT = { size: 7.5, lead: 1.35, bottom: 12, gap: 3 } as const;
const CODE = { side: 22, height: 28 } as const;
const BESIDE = { side: 24, gap: 6 } as const;
const ALONE = 42;
/** Words are set as large as they fit. */
const SIZES = [10.5, 10, 9.5, 9, 8.5] as const;
/** No smaller, before the leaf is turned for them. */
const SMALLEST_FRONT = 9.5;
const SCALES = [1, 1.55, 1.28, 1.1] as const;
const QUIET = '0 0 0 0.7 k';

const mm = (points: number): number => points / pt(1);

const dateIn = ({ at, language, zone }: Wanted): string => {
	try {
		return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: zone }).format(at);
	} catch {
		return at.toISOString().slice(0, 10);
	}
};

/** A picture that fills a box, or stands whole within it. */
const shown = (picture: Picture, x: number, y: number, width: number, height: number, fills: boolean): string => {
	const [w, h] = [pt(width), pt(height)];
	const scale = (fills ? Math.max : Math.min)(w / picture.width, h / picture.height);
	const [iw, ih] = [picture.width * scale, picture.height * scale];
	const [bx, by] = [left(x), up(y + height)];
	const dx = bx + (fills ? (w - iw) / 2 : 0);
	const dy = fills ? by + (h - ih) / 2 : by + h - ih;
	const n = (value: number): string => value.toFixed(2);
	return `q ${n(bx)} ${n(by)} ${n(w)} ${n(h)} re W n ${n(iw)} 0 0 ${n(ih)} ${n(dx)} ${n(dy)} cm /${picture.key} Do Q\n`;
};

/** Where something of the words stands, from the top of their area, in millimetres. */
type Put =
	| { readonly line: Line; readonly x: number; readonly y: number; readonly size: number }
	| { readonly url: string; readonly y: number; readonly width: number; readonly height: number; readonly fills: boolean };

/** Sets blocks from the top of an area until it is full; what has no room is left. */
const setIn = (pen: Pen, blocks: readonly Block[], size: number, height: number): { put: Put[]; rest: readonly Block[]; used: number } => {
	const put: Put[] = [];
	let y = 0;
	const lead = (n: number): number => mm(size * n * 1.4);
	for (const [n, block] of blocks.entries()) {
		if (block.kind === 'turn') continue;
		const its: Put[] = [];
		let end = y;
		if (block.kind === 'words') {
			const scale = SCALES[block.level];
			const indent = block.depth * 6;
			if (y > 0 && block.level > 0) end += lead(scale) * 0.35;
			const lines = pen.lines(block.spans, size * scale, pt(WIDTH - indent));
			const step = lead(block.level > 0 ? scale * 0.9 : scale);
			if (block.sign !== null) {
				const [sign] = pen.lines([{ text: block.sign, style: 'text' }], size, pt(10));
				if (sign) its.push({ line: sign, x: indent - 5, y: end + step * 0.75, size });
			}
			for (const line of lines) {
				its.push({ line, x: indent, y: end + step * 0.75, size: size * scale });
				end += step;
			}
			end += lead(block.depth > 0 ? 0.2 : 0.5);
		} else if (block.spans.length === 0) {
			its.push({ url: block.url, y: end, width: WIDTH, height: ALONE, fills: false });
			end += ALONE + lead(0.6);
		} else {
			const indent = BESIDE.side + BESIDE.gap;
			its.push({ url: block.url, y: end, width: BESIDE.side, height: BESIDE.side, fills: true });
			const lines = pen.lines(block.spans, size, pt(WIDTH - indent));
			const tall = lines.length * lead(1);
			let at = end + Math.max(0, (BESIDE.side - tall) / 2);
			for (const line of lines) {
				its.push({ line, x: indent, y: at + lead(1) * 0.75, size });
				at += lead(1);
			}
			end += Math.max(BESIDE.side, tall) + lead(0.6);
		}
		// The space after the last one may stand out.
		if (end - lead(0.6) > height + 0.01) return { put, rest: blocks.slice(n), used: y };
		put.push(...its);
		y = end;
	}
	return { put, rest: [], used: y };
};

const draw = (pen: Pen, put: readonly Put[], top: number, how: How): void => {
	for (const one of put) {
		if ('line' in one) pen.line(one.line, left(MARGIN + one.x), up(top + one.y), one.size);
		else {
			const picture = how.picture(one.url);
			pen.pictures.add(one.url);
			if (picture) pen.draw(shown(picture, MARGIN, top + one.y, one.width, one.height, one.fills));
		}
	}
};

/** The address, as large as it fits; within its field whatever its length. @throws TemplateFailed */
const drawAddress = (pen: Pen, { house, postal, facts }: Wanted): void => {
	const { address } = windowOf(house);
	const width = address.width - 4;
	const x = left(address.x + 2);
	// Who it goes back to.
	const back = facts.sender.postal.includes(facts.sender.name) ? facts.sender.postal : `${facts.sender.name}, ${facts.sender.postal}`;
	const [line] = pen.lines([{ text: back.replace(/\s*\n\s*/g, ', '), style: 'text' }], 6, pt(10_000));
	if (line) {
		const size = Math.max(4, Math.min(6, (6 * pt(width)) / Math.max(1, line.width)));
		const [fits] = pen.lines([{ text: back.replace(/\s*\n\s*/g, ', '), style: 'text' }], size, pt(width));
		if (fits) pen.line(fits, x, up(address.y + 4), size, QUIET);
	}
	const top = address.y + 9;
	const room = pt(address.y + address.height - 1 - top);
	for (let size = 10.5; size >= 5; size -= 0.5) {
		const lines = postal.lines.flatMap((text) => pen.lines([{ text, style: 'text' }], size, pt(width)));
		const lead = size * 1.25;
		if (lines.length * lead > room) continue;
		for (const [n, one] of lines.entries()) pen.line(one, x, up(top) - (n + 0.8) * lead, size);
		return;
	}
	throw new TemplateFailed(ownSentence('addressTooLong'));
};

/** Draws why they got it and how to refuse, at the foot of the front; answers where that begins. */
const drawFoot = (pen: Pen, { facts, language, way }: Wanted): number => {
	const words = leafletWords(language);
	const from = facts.sender.postal.includes(facts.customer.name) ? facts.sender.postal : `${facts.customer.name}, ${facts.sender.postal}`;
	const postal = from.replace(/\s*\n\s*/g, ', ');
	const said: Said[] = [{ text: way === null ? postal : `${words.foot(facts.customer.name, way)} ${postal}`, style: 'text' }];
	const lines = pen.lines(said, FOOT.size, pt(WIDTH));
	const lead = mm(FOOT.size * FOOT.lead);
	const top = PAGE.height - FOOT.bottom - lines.length * lead;
	pen.draw(
		`q 0.4 w 0 0 0 0.25 K ${left(MARGIN).toFixed(2)} ${up(top - 2).toFixed(2)} m ${left(PAGE.width - MARGIN).toFixed(2)} ${up(top - 2).toFixed(2)} l S Q\n`,
	);
	for (const [n, line] of lines.entries()) pen.line(line, left(MARGIN), up(top + (n + 0.75) * lead), FOOT.size, QUIET);
	return top - 2 - FOOT.gap;
};

const drawCode = (pen: Pen, { language, link }: Wanted, bottom: number): void => {
	if (link === null) return;
	const top = bottom - CODE.side;
	pen.draw(qrOf(link, left(MARGIN), up(bottom), pt(CODE.side)));
	const x = MARGIN + CODE.side + 5;
	const room = pt(PAGE.width - MARGIN - x);
	let y = top + 5;
	for (const [text, style, size] of [
		[link.replace(/^https?:\/\//, ''), 'bold', 10],
		[leafletWords(language).link, 'text', 9],
	] as const)
		for (const line of pen.lines([{ text, style }], size, room)) {
			pen.line(line, left(x), up(y), size);
			y += mm(size * 1.4);
		}
};

const drawMargin = (pen: Pen, { house, key }: Wanted, side: string): void => {
	pen.draw(marksOf(windowOf(house).folds));
	const [line] = pen.lines([{ text: `${key} ${side}`, style: 'text' }], 5, pt(60));
	if (line) pen.line(line, left(MARGIN), up(-BLEED - 2.5), 5);
};

/** @throws TemplateFailed where it has no room */
export const drawLeaflet = (wanted: Wanted, how: How): Drawn => {
	const { house, headline, html, heroimage, facts, link } = wanted;
	const { folds } = windowOf(house);
	const two = house.sides === 'two';
	const front = new Pen(how.wide, how.glyphs, how.shows);
	drawMargin(front, wanted, 'A');
	const [brand] = front.lines([{ text: facts.customer.name, style: 'bold' }], 13, pt(WIDTH - 40));
	if (brand) front.line(brand, left(MARGIN), up(20), 13);
	const [date] = front.lines([{ text: dateIn(wanted), style: 'text' }], 8, pt(40));
	if (date) front.line(date, left(PAGE.width - MARGIN) - date.width, up(20), 8, QUIET);
	drawAddress(front, wanted);
	let top = (folds[0] ?? 105) + 8;
	if (heroimage !== null) {
		const picture = how.picture(heroimage);
		front.pictures.add(heroimage);
		if (picture) front.draw(shown(picture, -BLEED, top - 8, PAGE.width + 2 * BLEED, HERO, true));
		top += HERO;
	}
	const foot = drawFoot(front, wanted);
	for (const line of front.lines([{ text: headline.trim(), style: 'bold' }], 18, pt(WIDTH))) {
		front.line(line, left(MARGIN), up(top + 4), 18);
		top += mm(18 * 1.25);
	}
	top += 3;

	const { blocks } = writtenOf(html);
	const at = blocks.findIndex(({ kind }) => kind === 'turn');
	const turned = at >= 0;
	const [before, after] = turned ? [blocks.slice(0, at), blocks.slice(at + 1)] : [blocks, []];
	const code = link === null ? 0 : CODE.height;
	const back = new Pen(how.wide, how.glyphs, how.shows);
	const backRoom = PAGE.height - 2 * MARGIN - code;

	/** How the words are set on both sides at this size; null: they have no room. */
	const tried = (size: number, flows: boolean) => {
		const isBack = after.length > 0 || flows;
		const first = setIn(front, before, size, foot - top - (isBack ? 0 : code));
		if (!flows && first.rest.length > 0) return null;
		const second = setIn(back, [...first.rest, ...after], size, backRoom);
		return second.rest.length > 0 ? null : { first, second, isBack };
	};
	const sizes = turned || !two ? SIZES : SIZES.filter((size) => size >= SMALLEST_FRONT);
	let set: ReturnType<typeof tried> = null;
	for (const size of sizes) set ??= tried(size, false);
	if (two && !set) for (const size of SIZES) set ??= tried(size, true);
	if (!set || (set.isBack && !two)) throw new TemplateFailed(ownSentence(two ? 'noRoomOnTwo' : 'noRoomOnOne'));
	draw(front, set.first.put, top, how);
	drawCode(set.isBack ? back : front, wanted, set.isBack ? PAGE.height - MARGIN : foot);
	draw(back, set.second.put, MARGIN, how);
	if (two) drawMargin(back, wanted, 'B');
	const printed = set.isBack ? 2 : 1;
	return {
		pages: two ? [front.drawn, back.drawn] : [front.drawn],
		printed,
		missing: [...new Set([...front.missing, ...back.missing])],
		pictures: new Set([...front.pictures, ...back.pictures]),
	};
};
