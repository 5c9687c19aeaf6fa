/**
 * Marked elements stay inert until their category is allowed, then run in document order:
 * `<script type="text/plain" data-luvalla="statistics" data-src="…">` (or inline; `data-type` becomes its type),
 * `<iframe data-luvalla data-src>`, `<img data-luvalla data-src>`. What `guard.ts` stops becomes marked in the same way.
 */

/** A look at an element that is new, before it is asked for; see `guard.ts`. */
export type Look = (element: HTMLElement) => void;

/** A script is on its way: the next one waits, so that the order is kept. */
let busy = false;

/** Starts what is allowed and waits, and puts frames and images of what is not back to sleep. */
export const sweep = (allowed: (category?: string) => boolean): void => {
	for (const element of document.querySelectorAll<HTMLElement>('[data-luvalla]')) {
		const { luvalla, src, type = '' } = element.dataset;
		const open = allowed(luvalla);
		if (element instanceof HTMLScriptElement) {
			// One of another type runs by itself: marked only to say whose decision that was. The parser may still be
			// writing the last inline script.
			if (open && !busy && element.type === 'text/plain' && (src || element.nextSibling || document.readyState !== 'loading')) {
				busy = true;
				element.type = type;
				// It never ran, so the element itself starts now: by its address, or by a text put into it.
				if (src) {
					element.onload = element.onerror = () => {
						busy = false;
						sweep(allowed);
					};
					element.src = src;
				} else {
					element.append('');
					busy = false;
				}
			}
		} else if (!open) element.removeAttribute('src');
		else if (src && !element.hasAttribute('src')) element.setAttribute('src', src);
	}
};

/** Looks at everything that is new from now on, and through the page when something of it is marked. */
export const watch = (look: Look | undefined, sweeping: () => void): void => {
	new MutationObserver((changes) => {
		for (const { addedNodes } of changes)
			for (const node of addedNodes)
				if (node instanceof HTMLElement)
					for (const element of [node, ...node.querySelectorAll<HTMLElement>('script,iframe,img')]) look?.(element);
		sweeping();
	}).observe(document, { childList: true, subtree: true });
};
