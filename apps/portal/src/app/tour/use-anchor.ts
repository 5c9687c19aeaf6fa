/** Where the control stands that a step points at; looked for again and again, since pages load, scroll and change. */
import { useEffect, useState } from 'react';

export interface Place {
	top: number;
	left: number;
	width: number;
	height: number;
}

const LOOK_MS = 150;

const isSeen = (element: Element): boolean => {
	const { width, height } = element.getBoundingClientRect();
	return width > 0 && height > 0;
};

/** The first of these that can be seen. */
export const anchorOf = (anchors: readonly string[]): Element | null =>
	anchors.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isSeen) ?? null;

/** What is open over everything: the tour steps aside for it. */
const isCovered = (): boolean => {
	if (document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null) return true;
	// on a small screen the guide lies over the page
	const guide = document.getElementById('guide');
	return guide !== null && getComputedStyle(guide).position === 'fixed';
};

/** `covered`: something else is in front. Place null: nothing of it is there. */
export function useAnchor(anchors: readonly string[]): { place: Place | null; covered: boolean } {
	const wanted = anchors.join(', ');
	const [found, setFound] = useState<{ place: Place | null; covered: boolean }>({ place: null, covered: false });
	useEffect(() => {
		let brought: Element | null = null;
		const look = (): void => {
			const element = anchorOf(wanted.split(', '));
			// brought into sight once; afterwards the reader scrolls as they like
			if (element && element !== brought) {
				brought = element;
				element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
			}
			const rect = element?.getBoundingClientRect();
			const place = rect ? { top: rect.top, left: rect.left, width: rect.width, height: rect.height } : null;
			const next = { place, covered: isCovered() };
			setFound((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
		};
		look();
		const timer = setInterval(look, LOOK_MS);
		window.addEventListener('resize', look);
		document.addEventListener('scroll', look, true);
		return () => {
			clearInterval(timer);
			window.removeEventListener('resize', look);
			document.removeEventListener('scroll', look, true);
		};
	}, [wanted]);
	return found;
}
