import { type RefObject, useRef } from 'react';

const FIELD = 'input:not([type="hidden"]), select, textarea';

interface Rows<E extends HTMLElement> {
	/** Of what holds the rows (`data-row`) and the button that adds one (`data-adds`). */
	list: RefObject<E | null>;
	/** A row was added at the end: its first field has the focus. */
	added: () => void;
	/** The row at this place was taken away: the focus is in the one that took it, else in the one before, else at the button. */
	removed: (n: number) => void;
}

/** Where the focus goes as rows of a form come and go: keys go on where somebody is, and do not begin at the top again. */
export function useRows<E extends HTMLElement>(): Rows<E> {
	const list = useRef<E>(null);
	// once the change is drawn
	const focus = (which: (rows: readonly HTMLElement[]) => HTMLElement | undefined) =>
		setTimeout(() => {
			const row = which([...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]);
			(row?.querySelector<HTMLElement>(FIELD) ?? list.current?.querySelector<HTMLElement>('[data-adds]'))?.focus();
		});
	return { list, added: () => focus((rows) => rows.at(-1)), removed: (n) => focus((rows) => rows[n] ?? rows.at(-1)) };
}
