/** How fair the choice of a site's own banner is, by the meter that publications of ours have to pass. */
import type { AnswerFacts, LayerFacts, Measure } from '@luvalla/banner/measured.ts';
import type { ScanChoice, ScanPress } from '@luvalla/contract/consent/scans.ts';
import type { Page } from 'playwright-core';
import { demands } from '../gate/demands.ts';
import { firstLayerFindings } from '../gate/points.ts';
import { find, isGone } from './press.ts';

/** A banner as it was met: nobody had pressed anything. */
export interface MetBanner {
	readonly page: string;
	readonly layer: LayerFacts;
}

interface Measuring {
	luvallaMeasure?: Measure;
}

/** In sight of whoever looks at the window, frames and all. */
const inWindow = async (page: Page, found: { boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null> }) => {
	const box = await found.boundingBox();
	const size = page.viewportSize();
	return (
		box !== null &&
		size !== null &&
		box.x >= 0 &&
		box.y >= 0 &&
		box.x + box.width <= size.width + 1 &&
		box.y + box.height <= size.height + 1
	);
};

/**
 * Reads the first layer; null where nothing accepts there. Nothing is pressed, and nothing stays behind on the page.
 * @param meter text of the build output `measure.js`
 */
export const meetBanner = async (page: Page, meter: string): Promise<MetBanner | null> => {
	const accept = await find(page, 'accept');
	if (!accept) return null;
	const refuse = await find(page, 'reject');
	try {
		const frame = await accept.ownerFrame();
		// Answers in two frames are answers of two banners.
		const beside = refuse && (await refuse.ownerFrame()) === frame ? refuse : null;
		if (!frame) return null;
		await frame.evaluate(meter);
		const layer = await frame.evaluate(
			([one, other]): LayerFacts | null => (globalThis as Measuring).luvallaMeasure?.of(one ?? null, other ?? null) ?? null,
			[beside, accept] as const,
		);
		const main = page.mainFrame();
		if (frame !== main) await main.evaluate(meter);
		const free = await main.evaluate(() => (globalThis as Measuring).luvallaMeasure?.of(null, null).free ?? 1);
		for (const one of new Set([frame, main])) await one.evaluate(() => delete (globalThis as Measuring).luvallaMeasure);
		if (!layer) return null;
		const shown = async (facts: AnswerFacts | null, element: typeof accept | null): Promise<AnswerFacts | null> =>
			facts && element && { ...facts, seen: facts.seen && (await inWindow(page, element)) };
		return {
			page: page.url(),
			layer: { ...layer, free, refuse: await shown(layer.refuse, beside), accept: await shown(layer.accept, accept) },
		};
	} catch (error) {
		// It went meanwhile, or the page's own scripts have changed what a browser can be asked: then nothing is said of it.
		if (isGone(error) || (error instanceof Error && error.message.includes('.evaluate: '))) return null;
		throw error;
	}
};

/** Presses that an answer took; null: it could not be given. */
const pressesOf = (presses: readonly ScanPress[], pass: ScanPress['pass']): number | null => {
	const press = presses.find((one) => one.pass === pass);
	return press?.taken === true ? press.labels.length : null;
};

/** What the meter says of a banner, once it was answered in both ways. */
export const choiceOf = (met: MetBanner | null, presses: readonly ScanPress[]): ScanChoice | null => {
	if (!met) return null;
	const counted = { refuse: pressesOf(presses, 'reject'), accept: pressesOf(presses, 'accept') };
	const findings = firstLayerFindings(met.layer, presses.length > 0 ? counted : null);
	// An answer that is not on the first layer has no size, no look and no contrast there.
	const judged = met.layer.refuse ? findings : findings.filter(({ code }) => !/_(kind|size|look|contrast)$/.test(code));
	return { page: met.page, points: judged.map((one) => ({ ...one, sentence: demands[one.code] ?? { en: one.code, fi: one.code } })) };
};
