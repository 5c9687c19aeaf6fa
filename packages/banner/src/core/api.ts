/** What the core gives to the page (`window.luvalla`) and to the parts that load later. */
import type { Pointer, Values } from '../shapes.ts';
import type { Kept } from './store.ts';

export interface ChoiceDetail {
	/** Category key → answer; a category without an answer is absent. */
	choices: Values;
	/** Cookies of withdrawn categories that a script cannot remove (HttpOnly or another site's). */
	left?: string[];
}

/** The light banner, once it is loaded. */
export interface Ui {
	/** 1: the first layer, unasked; 2: all categories, asked for by the visitor. */
	open(layer: 1 | 2): void;
	/** Closes both layers without deciding: another tab has decided. */
	close(): void;
	/** Takes back the yes of these categories, or of all when none is named. */
	withdraw(categories: string[]): void;
}

export interface Core {
	pointer: Pointer;
	/** Where the core came from, without a trailing slash: `https://consent.example.com`. */
	base: string;
	/** What is kept on the device, expired answers included. */
	kept: Kept;
	/** Valid answers of this visitor. */
	values: Values;
	/** Asked categories that have no valid answer. */
	due(): string[];
	/** Days that a no or a yes stands. */
	daysOf(answer: boolean): number;
	/** Takes new answers into effect: consent signals, tags, the small button, the `luvalla:choice` event. */
	take(kept: Kept, removal?: () => string[]): void;
	ui?: Ui;
}

/** `window.luvalla`. */
export interface Api {
	version: string;
	/** Opens the second layer. */
	show(): void;
	/** Answers of this visitor; a category that was not answered is absent. */
	choices(): Values;
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
	}
}
