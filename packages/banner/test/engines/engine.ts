/**
 * Three browser engines behind one small door, for the journeys that must hold in each: Chromium by Playwright, Firefox
 * by WebDriver BiDi, WebKitGTK by WebDriver. What a journey does it does from within the page, so that it is the same
 * everywhere. For tests only.
 */
import { chromiumEngine } from './chromium.ts';
import { firefoxEngine } from './firefox.ts';
import { DRIVER_GONE, webkitEngine } from './webkit.ts';

/** One page of a visitor. */
export interface Tab {
	go(url: string): Promise<void>;
	/** Goes back in the history. */
	back(): Promise<void>;
	reload(): Promise<void>;
	/** Answers what an expression of JavaScript comes to, promises awaited; JSON only. */
	run<T>(expression: string): Promise<T>;
	picture(): Promise<Buffer>;
	/** Of the window, in CSS pixels. */
	size(width: number, height: number): Promise<void>;
	close(): Promise<void>;
}

/** Somebody with a profile of their own. */
export interface Visitor {
	tab(): Promise<Tab>;
	leave(): Promise<void>;
}

export interface Engine {
	readonly name: string;
	visitor(options?: { language?: string }): Promise<Visitor>;
	close(): Promise<void>;
}

/** What hangs now and then is a driver, never a page: such a visit is made once more, any other failure counts at once. */
export const ONCE_MORE = { count: 1, condition: new RegExp(DRIVER_GONE) };

export const ENGINES = [
	{ name: 'Chromium', open: chromiumEngine },
	{ name: 'Firefox', open: firefoxEngine },
	{ name: 'WebKit', open: webkitEngine },
] as const;
