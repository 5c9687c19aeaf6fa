/**
 * A button is disabled while it works, and the browser takes the focus from it: whoever pressed it by keyboard stood nowhere when a save
 * failed, and on the next button with Tab. It has the focus again as soon as it can be pressed, unless they went elsewhere meanwhile.
 */
export function keepFocus(): void {
	let last: EventTarget | null = null;
	document.addEventListener('focusin', ({ target }) => {
		last = target;
	});
	new MutationObserver((changes) => {
		for (const { target } of changes)
			if (target === last && target instanceof HTMLButtonElement && !target.disabled && document.activeElement === document.body)
				target.focus({ preventScroll: true });
	}).observe(document.documentElement, { subtree: true, attributeFilter: ['disabled'] });
}
