/**
 * A pressed link shows it in the next picture, and what it opens is drawn after that picture: taking a long list out and drawing a screen
 * lasts several pictures on a slow machine, and nobody should wonder so long whether the press was felt.
 */
import type { MouseEvent } from 'react';

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
	button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

/** A link of the app to another of its addresses; what stands on the same page, leaves the app or is a file goes the browser's way. */
const opens = (link: HTMLAnchorElement): boolean =>
	link.origin === location.origin &&
	link.target === '' &&
	!link.hasAttribute('download') &&
	(link.hash === '' || link.pathname !== location.pathname);

/** A seam for tests, which draw no pictures. */
export const pictures = {
	/** A hidden page has none to wait for. */
	after(act: () => void): void {
		if (document.hidden) act();
		else requestAnimationFrame(() => setTimeout(act));
	},
};

let followed: HTMLAnchorElement | null = null;

/** What stands around links hears, for all of them. */
export const showsPresses = {
	onClickCapture(event: MouseEvent): void {
		const link = event.target instanceof Element ? event.target.closest('a') : null;
		if (!link || link === followed || !isPlain(event) || !opens(link)) return;
		event.preventDefault();
		event.stopPropagation();
		// pressed twice, opened once
		if (link.dataset.pressed !== undefined) return;
		link.dataset.pressed = '';
		pictures.after(() => {
			delete link.dataset.pressed;
			followed = link;
			link.click();
			followed = null;
		});
	},
};
