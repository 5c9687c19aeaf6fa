/** What the core gives to the page (`window.luvalla`) and to the parts that load later. */
import type { Pointer, Values } from '../shapes.ts';
import type { Kept } from './store.ts';

export interface ChoiceDetail {
	/** Category key → answer; a category without an answer is absent. */
	choices: Values;
	/** Cookies of withdrawn categories that a script cannot remove (HttpOnly or another site's). */
	left?: string[];
	/** Category key → id of the record that this choice made: what its receipt is asked for by. Nothing of it is stored. */
	records?: Record<string, string>;
}

/** The light banner, once it is loaded. */
export interface Ui {
	/** 1: the first layer, unasked; 2: all categories, asked for by the visitor. */
	open(layer: 1 | 2): void;
	/** Closes both layers without deciding: another tab has decided. */
	close(): void;
	/** Takes back the yes of these categories, or of all when none is named. */
	withdraw(categories: string[]): void;
	/** An answer given outside the layers: a placeholder's "always", Global Privacy Control. */
	decide(answers: Values): void;
	/** The control with words: 'Your privacy choices', 'Opt-out request honoured'. */
	control(): void;
}

export interface Core {
	pointer: Pointer;
	/** Where the core came from, without a trailing slash: `https://consent.example.com`. */
	base: string;
	/** What is kept on the device, expired answers included. */
	kept: Kept;
	/** Valid answers of this visitor. */
	values: Values;
	/** The browser sends Global Privacy Control. */
	gpc: boolean;
	/** Whether a category may run: its answer or, where nothing has to be asked, what holds there. */
	allowed(category?: string): boolean;
	/** Asked categories that have no valid answer. */
	due(): string[];
	/** Days that a no or a yes stands. */
	daysOf(answer: boolean): number;
	/** Takes new answers into effect: consent signals, tags, the small button, the `luvalla:choice` event. */
	take(kept: Kept, removal?: () => string[], records?: Record<string, string>): void;
	/** Looks through the page again. */
	sweep(): void;
	/** Draws placeholders for frames that wait, once that part is loaded. */
	frames?(held: HTMLIFrameElement[]): void;
	/** Opens a layer once the banner is loaded. */
	withUi(use: (ui: Ui) => void): unknown;
	ui?: Ui;
}

/** `window.luvalla`. */
export interface Api {
	version: string;
	/** Opens the second layer. */
	show(): unknown;
	/** Answers of this visitor; a category that was not answered is absent. */
	choices(): Values;
	/** Whether a category may run now. */
	allowed(category: string): boolean;
	/** Takes back the yes of these categories, or of all. */
	withdraw(...categories: string[]): unknown;
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
		clarity?: ((...given: unknown[]) => unknown) & { q?: unknown[] };
	}
	interface Navigator {
		readonly globalPrivacyControl?: boolean;
	}
}
