/** What the core gives to the page (`window.luvalla`) and to the parts that load later. */
import type { SiteMessage } from '@luvalla/contract/placement';
import type { Values } from '../shapes.ts';
import type { Wire } from '../wire.ts';
import type { KeptAnswers, Reading } from './store.ts';

export interface ChoiceDetail {
	/** Category key → answer; a category without an answer is absent. */
	choices: Values;
	/** Listed cookies of withdrawn categories that are still there: no script could remove them. */
	left?: string[] | undefined;
	/** Category key → id of the record that this choice made: what its receipt is asked for by. Nothing of it is stored. */
	records?: Record<string, string> | undefined;
}

/** The layers, once they are loaded. */
export interface Ui {
	/** Asks what is to be asked, answers for a browser's signal, or draws the control with words. */
	start(): void;
	/** 1: the first layer, unasked; 2: all categories, asked for by the visitor. */
	open(layer: 1 | 2): void;
	/** Closes both layers without deciding: another tab has decided. */
	close(): void;
	/** Takes back the yes of these categories, or of all when none is named. */
	withdraw(categories: string[]): void;
	/** Something was said elsewhere: what has nothing to ask any more closes. */
	settle(): void;
	/** An answer given outside the layers: a placeholder's "always", Global Privacy Control. */
	decide(answers: Values): void;
}

/** A policy of trusted types. To a compiler what it makes are texts; only the browser tells them from others. */
export interface Trust {
	createHTML(text: string): string;
	createScript(text: string): string;
	createScriptURL(text: string): string;
}

export interface Core {
	/** What the published file says. */
	wire: Wire;
	/** The element that carries the loader: its nonce is the page's. */
	me: HTMLScriptElement;
	/** Where the core came from, without a trailing slash: `https://consent.example.com`. */
	base: string;
	/** Said by a collector on the customer's own host: it is sent the site's cookies, and expires those of refused categories that no script can remove. */
	own?: 'include';
	/** What is kept on the device, expired answers included. */
	kept: KeptAnswers;
	/** The browser sends Global Privacy Control. */
	gpc: boolean;
	/** Answers what stands on the device, with what is kept: the newest of each. */
	reading: Reading;
	/** Takes answers into effect: consent signals and tags. */
	take(kept: KeptAnswers): void;
	/** Marked elements that were met: scripts until they run, frames and images for good. */
	held: Set<HTMLElement>;
	/** Loads a part of the publication once, by its file's name without `.js`. */
	load(part: string): void;
	/** The publication's language for this visitor. */
	language(): string;
	/** The policy named `luvalla`, where the browser knows trusted types and the page allows it. */
	trust: Trust | undefined;
	/** Has what waits looked at again. */
	sweep(): void;
	/** Starts what is marked and allowed, once that part is loaded. */
	wake?(): void;
	/** After each such look, once placeholders are loaded. */
	swept?(): void;
	/** Called by the part that draws messages, with how it does. */
	drawing?(draw: (message: SiteMessage, over: () => void) => () => void): void;
	/** The key of the last choice of this page, where it may let the visitor be remembered: the page itself, which is the visitor's, sees it. */
	deviceKey?: string | undefined;
	/** Draws the small button when the page has a body; once. */
	button(): void;
	/** Asks, or leaves it at the button. */
	ask(): void;
	/** Calls with the layers, now or when they have come. */
	withUi(use: (ui: Ui) => void): void;
	/** Calls that wait for the layers. */
	waiting: ((ui: Ui) => void)[];
	ui?: Ui;
}

/** `window.luvalla`. */
export interface Api {
	version: string;
	/** Opens the second layer. */
	show(): void;
	/** Answers of this visitor; a category that was not answered is absent. */
	choices(): Values;
	/** Whether a category may run now; of several, parted by spaces, whether any may. */
	allowed(categories: string): boolean;
	/** Takes back the yes of these categories, or of all. */
	withdraw(...categories: string[]): void;
	/** Calls back on `ready` (at once when it was) and on each `choice`: the DOM events `luvalla:ready` and `luvalla:choice`. */
	on(event: 'ready' | 'choice', listener: (detail: ChoiceDetail) => void): void;
	/** For the runtime's own parts. */
	$: Core;
}

declare global {
	interface Window {
		luvalla?: Api;
		dataLayer?: unknown[];
		uetq?: { push(...given: unknown[]): unknown };
		trustedTypes?: { createPolicy(name: string, rules: Trust): Trust };
		clarity?: ((...given: unknown[]) => unknown) & { q?: unknown[] };
	}
	interface Navigator {
		readonly globalPrivacyControl?: boolean;
	}
	interface DocumentEventMap {
		'luvalla:ready': CustomEvent<ChoiceDetail>;
		'luvalla:choice': CustomEvent<ChoiceDetail>;
	}
}
