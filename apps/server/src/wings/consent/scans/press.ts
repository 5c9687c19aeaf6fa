/** Finds what a visitor would press to answer a banner, in every frame and shadow root, and presses it. */
import { readFileSync } from 'node:fs';
import type { ScanPass, ScanPress } from '@luvalla/contract/consent/scans.ts';
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { ABOUT_COOKIES, type Pressed, WORDS } from './words.ts';

const FIND = readFileSync(new URL('./page/find.js', import.meta.url), 'utf8');

type Button = ElementHandle;

const LOOK_EVERY_MS = 250;
/** A second layer, or the sign that a choice was taken, comes within this. */
const SOON_MS = 5000;
const CLICK_MS = 4000;

const findIn = async (frame: Frame, wanted: Pressed): Promise<Button | null> => {
	try {
		const found = await frame.evaluateHandle(
			`(${FIND.replace(/^\/\*[\s\S]*?\*\/\s*/, '').replace(/;\s*$/, '')})(${JSON.stringify({ wanted, words: WORDS, about: ABOUT_COOKIES })})`,
		);
		return found.asElement() as Button | null;
	} catch (error) {
		// The frame went, or goes on to another page, while it was looked at.
		if (isGone(error)) return null;
		throw error;
	}
};
export const isGone = (error: unknown): boolean =>
	error instanceof Error && /detached|destroyed|navigat|Cannot find context|closed|adopt element handle/i.test(error.message);

/** The button of this meaning that fits best, in whichever frame. */
export const find = async (page: Page, wanted: Pressed): Promise<Button | null> => {
	for (const frame of page.frames()) {
		const found = await findIn(frame, wanted);
		if (found) return found;
	}
	return null;
};

const within = async <T>(page: Page, ms: number, look: () => Promise<T | null>): Promise<T | null> => {
	const until = performance.now() + ms;
	for (;;) {
		const found = await look();
		if (found || performance.now() > until) return found;
		await page.waitForTimeout(LOOK_EVERY_MS);
	}
};

const anyAnswer = async (page: Page): Promise<Button | null> => (await find(page, 'accept')) ?? (await find(page, 'reject'));

/** Whether somebody is asked on this page: there is a button that says yes, or one that says no. */
export const isAsking = async (page: Page): Promise<boolean> => (await anyAnswer(page)) !== null;

const wayOf = (page: Page): Promise<'luvalla' | 'tcf' | 'buttons'> =>
	page.evaluate(
		`typeof luvalla === 'object' && typeof luvalla?.choices === 'function' ? 'luvalla' : typeof __tcfapi === 'function' ? 'tcf' : 'buttons'`,
	);

/** What a banner says of its choice: null where it says nothing. */
const SAID = {
	luvalla: `Object.values(luvalla.choices()).some((one) => one !== undefined && one !== null)`,
	tcf: `new Promise((done) => { __tcfapi('getTCData', 2, (data, ok) => done(ok && data.eventStatus !== 'cmpuishown' && !!data.tcString)); setTimeout(done, 1000, false); })`,
} as const;

const wordsOn = async (button: Button): Promise<string> => {
	const text = await button.evaluate((one) => {
		const element = one as unknown as { textContent?: string; value?: string; getAttribute(name: string): string | null };
		return element.textContent || element.value || element.getAttribute('aria-label') || '';
	});
	return text.replace(/\s+/g, ' ').trim().slice(0, 100);
};

/** As a visitor would; where something lies over it, as a keyboard would. */
const click = async (button: Button): Promise<void> => {
	try {
		await button.click({ timeout: CLICK_MS });
	} catch (error) {
		if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
		await button.evaluate((one) => (one as unknown as { click(): void }).click());
	}
};

/** What stands on in the second layer is put off before it is saved. */
const putOff = async (page: Page): Promise<void> => {
	for (const frame of page.frames())
		for (const one of await frame
			.locator(
				'input[type=checkbox]:checked:enabled, [role=switch][aria-checked=true]:not([disabled]), [role=checkbox][aria-checked=true]:not([disabled])',
			)
			.all())
			await one.evaluate((box) => (box as unknown as { click(): void }).click());
};

/**
 * Gives the answer of a pass. Refusing may take a second layer: settings, then refuse, or save with all put off.
 * @param waitMs how long a banner may take to come
 * @param answers called right before the press that answers: what happens from then on is there after the answer
 */
export const answer = async (page: Page, pass: Exclude<ScanPass, 'before'>, waitMs: number, answers: () => void): Promise<ScanPress> => {
	const nothing: ScanPress = { pass, way: 'none', page: null, labels: [], taken: null };
	if (!(await within(page, waitMs, () => anyAnswer(page)))) return nothing;
	const way = await wayOf(page);
	const labels: string[] = [];
	const pressed = async (button: Button): Promise<Button> => {
		labels.push(await wordsOn(button));
		await click(button);
		return button;
	};
	let last = await find(page, pass);
	if (last) {
		answers();
		await pressed(last);
	} else if (pass === 'reject') {
		const settings = await find(page, 'settings');
		if (!settings) return nothing;
		await pressed(settings);
		last = await within(page, SOON_MS, async () => (await find(page, 'reject')) ?? (await find(page, 'save')));
		if (!last) return { ...nothing, way, page: page.url(), labels, taken: false };
		if ((await find(page, 'reject')) === null) await putOff(page);
		answers();
		await pressed(last);
	} else return nothing;
	const button = last;
	const taken = await within(page, SOON_MS, async () => {
		try {
			const said = way === 'buttons' ? !(await button.isVisible()) : await page.evaluate<boolean>(SAID[way]);
			return said || null;
		} catch (error) {
			// The answer loads the page anew.
			if (isGone(error)) return way === 'buttons' ? true : null;
			throw error;
		}
	});
	return { pass, way, page: page.url(), labels, taken: taken === true };
};
