/** Makes leaflets: of each recipient what is to be printed, then pages of many together. */

import { setImmediate as breathe } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { ownSentence } from '@luvalla/contract/engagement/own-sentences.ts';
import { now } from '#kernel/clock.ts';
import { prepare } from '../../contents/template.ts';
import { type Frozen, type Made, TemplateFailed } from '../../message.ts';
import type { ChannelParts, Dressed, Going, Outcome } from '../channel.ts';
import { postalOf } from './address.ts';
import { writtenOf } from './html.ts';
import { type House, houseOf } from './measures.ts';
import { type Drawn, drawLeaflet, type Wanted } from './page.ts';
import { type Part, packed, type Row } from './part.ts';
import type { Pictures } from './pictures.ts';
import { type Glyphs, noGlyphs } from './print/writer.ts';
import { sheetOf } from './table.ts';

/** It has no address that anybody could find. */
export class NoAddress extends Error {
	override readonly name = 'NoAddress';
}

/** Addresses on paper: short ones of ours. */
export interface Ways {
	/** To refuse by; null: nobody can. */
	wayOf(to: Pick<Dressed, 'links'>): string | null;
	/** The same for everybody. */
	linkOf(url: string): string;
}

/** Links lead where they lead: nobody presses paper. */
export const onPaper = (links: Dressed['links']): Dressed['links'] => ({ ...links, through: (url) => url, pixel: null });

type To = Pick<Dressed, 'facts' | 'language' | 'links'>;

/** @throws NoAddress, TemplateFailed */
export const wantedOf = (made: Made, to: To, house: House, ways: Ways, key: string, zone: string): Wanted => {
	const postal = postalOf(to.facts, house.country);
	if (postal === null) throw new NoAddress();
	const html = made.html ?? '';
	const text = made.text ?? '';
	const { link } = writtenOf(html);
	if (html.trim() === '' && text.trim() === '') throw new TemplateFailed(ownSentence('nothingLeft'));
	return {
		house,
		postal,
		facts: to.facts,
		language: made.language,
		headline: text,
		html,
		heroimage: made.heroimage,
		way: ways.wayOf(to),
		link: link === null ? null : ways.linkOf(link),
		key,
		at: now(),
		zone,
	};
};

/** As long as they will be, and leading nowhere. */
export const placeholders = (publicUrl: string, customerId: number, isTransactional: boolean): Ways => {
	const short = `${publicUrl}/k/${customerId.toString(36)}0000000000`;
	return { wayOf: () => (isTransactional ? null : short), linkOf: () => short };
};

/** Without pictures and without keeping any of it: how many pages it is, and which signs are lacking. @throws NoAddress, TemplateFailed */
export const tried = (made: Made, to: To, going: Going, ways: Ways, wide: boolean): Drawn =>
	drawLeaflet(wantedOf(made, to, houseOf(going.connector), ways, '0', going.plan.options.timeZone), {
		wide,
		shows: false,
		glyphs: noGlyphs(),
		picture: () => null,
	});

const rowOf = ({ postal, key }: Wanted, printed: number): Row => [
	key,
	postal.name,
	postal.lines.join('\n'),
	postal.postalCode,
	postal.city,
	postal.country,
	String(printed),
];

export interface Press {
	readonly parts: Pick<ChannelParts, 'settings'>;
	readonly frozen: Frozen;
	readonly house: House;
	readonly ways: Ways;
	readonly pictures: Pictures;
	readonly wide: boolean;
	readonly zone: string;
	/** Empty boxes are marked, and nobody is left out for one. */
	readonly shows: boolean;
}

export interface Printed {
	readonly drawn: Drawn;
	readonly pages: readonly Buffer[];
	readonly row: Row;
}

/** So many are drawn before others have their turn. */
const AT_ONCE = 10;

/** Draws these; each that cannot be is said why. */
export const printAll = async (
	press: Press,
	people: readonly (Dressed & { readonly key?: string })[],
	each: (one: Dressed, printed: Printed | Outcome) => void,
): Promise<Buffer> => {
	const { frozen, house, ways, pictures, wide, zone, shows } = press;
	const make = prepare(frozen);
	const wanted: { one: Dressed; wanted: Wanted }[] = [];
	const urls = new Set<string>();
	const failedBy = (error: unknown): Outcome => {
		if (error instanceof NoAddress) return { state: 'failed', reason: 'bad_address', said: '' };
		if (error instanceof TemplateFailed) return { state: 'failed', reason: 'template', said: error.message };
		throw error;
	};
	for (const [n, one] of people.entries()) {
		if (n % AT_ONCE === AT_ONCE - 1) await breathe();
		try {
			const made = make(one.language, one.facts, onPaper(one.links));
			const its = wantedOf(made, one, house, ways, sheetOf(one.entry), zone);
			if (its.heroimage !== null) urls.add(its.heroimage);
			for (const block of writtenOf(its.html).blocks) if (block.kind === 'picture') urls.add(block.url);
			wanted.push({ one, wanted: its });
		} catch (error) {
			each(one, failedBy(error));
		}
	}
	await pictures.load(urls);
	const pages: Buffer[] = [];
	const rows: Row[] = [];
	const glyphs: Glyphs = noGlyphs();
	const used = new Map<string, ReturnType<Pictures['of']>>();
	for (const [n, { one, wanted: its }] of wanted.entries()) {
		if (n % AT_ONCE === AT_ONCE - 1) await breathe();
		try {
			const drawn = drawLeaflet(its, { wide, shows, glyphs, picture: (url) => pictures.of(url) });
			if (drawn.missing.length > 0 && !shows) {
				each(one, { state: 'failed', reason: 'missing_sign', said: drawn.missing.join(' ') });
				continue;
			}
			for (const url of drawn.pictures) {
				const picture = pictures.of(url);
				used.set(picture.key, picture);
			}
			const its_ = drawn.pages.map((page) => deflateSync(page));
			const row = rowOf(its, drawn.printed);
			pages.push(...its_);
			rows.push(row);
			each(one, { drawn, pages: its_, row });
		} catch (error) {
			each(one, failedBy(error));
		}
	}
	const part: Part = { pages, rows, glyphs, pictures: [...used.values()] };
	return packed(part);
};
