/** Parts that both layers draw: the two equal answers and their frame. */
import { button, el } from '../light/dom.ts';
import type { Tc, TcfChoice, TcfData } from './shapes.ts';

export interface LayerOptions {
	data: TcfData;
	/** What stands now; null: nothing was ever chosen. */
	tc: Tc | null;
	/** Additional providers that have a yes. */
	ac: number[];
	gpc: boolean;
	/** Which tab is shown first. */
	tab: 'purposes' | 'partners';
	/** Draws the title. */
	head(id: string, title: string): HTMLElement;
	decide(choice: TcfChoice): void;
	back(): void;
}

/** Draws the second layer; it is not shown yet. */
export type MakeLayer = (options: LayerOptions) => HTMLDialogElement;

/** Refuse and accept are one component, here and nowhere else: only the word and the answer differ. */
export const pair = (data: TcfData, answer: (yes: boolean) => void): HTMLElement =>
	el(
		'div',
		{ class: 'r' },
		...[false, true].map((yes) => button(`b ${yes ? 'yes' : 'no'}`, yes ? data.texts.accept : data.texts.refuse, () => answer(yes))),
	);

/** Keeps Tab and Shift+Tab among the controls of a dialog. */
export const trap = (dialog: HTMLElement, active: () => Element | null): void => {
	dialog.addEventListener('keydown', (event) => {
		if (event.key !== 'Tab') return;
		const stops = [...dialog.querySelectorAll<HTMLElement>('button,input,summary,a[href],[tabindex="0"]')].filter(
			(e) => e.offsetParent !== null,
		);
		const [head, tail] = [stops[0], stops.at(-1)];
		const at = active();
		if (event.shiftKey ? at === head || at === dialog : at === tail) {
			event.preventDefault();
			(event.shiftKey ? tail : head)?.focus();
		}
	});
};
