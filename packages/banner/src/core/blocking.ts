/**
 * Marked elements stay inert until their category is allowed, then run in document order:
 * `<script type="text/plain" data-luvalla="statistics" data-src="…">` (or inline; `data-type` becomes its type),
 * `<iframe data-luvalla data-src>`, `<img data-luvalla data-src>`. What `guard/` stops becomes marked in the same way.
 */

const MARK = '[data-luvalla]';

/**
 * Watches the page from now on. `allowed` says whether a category may run; `held` is told after each sweep which frames
 * wait. Answers the sweep to call when what is allowed changes: it releases what is allowed now, and puts frames and
 * images of what is not back to sleep.
 */
export const blocking = (allowed: (category?: string) => boolean, held: (frames: HTMLIFrameElement[]) => void): (() => void) => {
	const seen = new WeakSet<Element>();
	let queue = Promise.resolve<unknown>(0);

	const run = (old: HTMLScriptElement): Promise<unknown> =>
		new Promise((next) => {
			const { luvalla, src, type = '' } = old.dataset;
			if (!allowed(luvalla)) {
				// Taken back while it waited.
				seen.delete(old);
				return next(0);
			}
			if (src) {
				// It never ran, so the element itself can start now; whoever listens to it hears it.
				old.addEventListener('load', next);
				old.addEventListener('error', next);
				old.type = type;
				old.src = src;
				return;
			}
			const script = document.createElement('script');
			for (const { name, value } of old.attributes) if (!/^(type|data-(type|luvalla))$/.test(name)) script.setAttribute(name, value);
			script.type = type;
			// The attribute reads empty where a policy hides nonces.
			script.nonce = old.nonce;
			script.text = old.text;
			next(0);
			old.replaceWith(script);
		});

	const sweep = (): void => {
		const frames: HTMLIFrameElement[] = [];
		for (const element of document.querySelectorAll<HTMLElement>(MARK)) {
			const { luvalla, src } = element.dataset;
			const open = allowed(luvalla);
			if (element instanceof HTMLScriptElement) {
				// One of another type runs by itself: marked only to say whose decision that was.
				if (!open || seen.has(element) || element.type !== 'text/plain') continue;
				// The parser may still be writing the last inline script; what follows it waits, to keep the order.
				if (!src && document.readyState === 'loading' && !element.nextSibling) break;
				seen.add(element);
				queue = queue.then(() => run(element));
			} else if (src) {
				if (open !== element.hasAttribute('src')) {
					if (open) element.setAttribute('src', src);
					else element.removeAttribute('src');
				}
				if (!open && element instanceof HTMLIFrameElement) frames.push(element);
			}
		}
		held(frames);
	};

	new MutationObserver((changes) => {
		// Only when something marked came: a busy page is not searched through again and again.
		for (const { addedNodes } of changes)
			for (const node of addedNodes)
				if (node instanceof Element && (node.matches(MARK) || node.querySelector(MARK))) return sweep();
				else if (document.readyState === 'loading') return sweep();
	}).observe(document, { childList: true, subtree: true });
	return sweep;
};
