/** Dialogs and menus that close give the focus back within so long. */
const GIVEN_BACK_MS = 50;

/**
 * A button is disabled while it works, and the browser takes the focus from it: whoever pressed it by keyboard stood nowhere when a save
 * failed, and on the next button with Tab. It has the focus again as soon as it can be pressed, unless they went elsewhere meanwhile.
 *
 * What goes with the focus, as a link of a page that is left, leaves it to the dialog or the page it stood in: a screen reader goes on
 * from there, and keys scroll it.
 */
export function keepFocus(): void {
	let last: Element | null = null;
	let around: HTMLElement | null = null;
	document.addEventListener('focusin', ({ target }) => {
		last = target instanceof Element ? target : null;
		around = last?.closest<HTMLElement>('[role="dialog"]') ?? null;
	});
	const handOn = () => {
		if (document.activeElement !== document.body) return;
		(around?.isConnected ? around : document.getElementById('main'))?.focus({ preventScroll: true });
	};
	new MutationObserver((changes) => {
		if (last?.isConnected === false) {
			last = null;
			setTimeout(handOn, GIVEN_BACK_MS);
		}
		for (const { target } of changes)
			if (target === last && target instanceof HTMLButtonElement && !target.disabled && document.activeElement === document.body)
				target.focus({ preventScroll: true });
	}).observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
