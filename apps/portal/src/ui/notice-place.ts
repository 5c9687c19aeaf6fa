/**
 * Where notices stand: at the bottom right, or as near to it as they cover nothing that can be pressed or written in. Where there is no
 * such place, they cover neither what is being worked in nor the button of the next step; where all of them do, the newest stands alone.
 */

const PRESSED = 'a[href], button, input, select, textarea, summary, [contenteditable="true"]';
/**
 * Better covered than a button: frames that scroll and pictures that keys walk through, which may be half a window, and labels, which of
 * switches and of choices side by side are all that is seen.
 */
const LESS = '[tabindex="0"], label';
/** Never covered: what leads on. A drawer and a page have one main button, and whoever saved something is led on by the strong ones. */
const NEXT = '[data-variant="filled"], [data-strong]';
/** Of Mantine: the box in which they stand. */
export const NOTICES = '.mantine-Notifications-root[data-position="bottom-right"]';
/** From the window's edge, and from what can be pressed, in px. */
const EDGE = 16;
const APART = 4;
/** Places are tried so far from each other. */
const STEP = 24;

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}
export interface Place {
	/** From the window's right and bottom edge, in px. */
	right: number;
	bottom: number;
}

const meet = (one: Box, other: Box): boolean =>
	one.left < other.right + APART && other.left < one.right + APART && one.top < other.bottom + APART && other.top < one.bottom + APART;

/** Boxes of those of them that can be reached now: what lies below a dialog's overlay, or is hidden, cannot. */
function reachable(some: Iterable<Element>, notices: Element): Box[] {
	const boxes: Box[] = [];
	for (const one of some) {
		if (notices.contains(one)) continue;
		const box = one.getBoundingClientRect();
		if (box.width === 0 || box.height === 0 || box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) continue;
		const x = Math.min(Math.max((box.left + box.right) / 2, 0), innerWidth - 1);
		const y = Math.min(Math.max((box.top + box.bottom) / 2, 0), innerHeight - 1);
		const top = document.elementsFromPoint(x, y).find((found) => !notices.contains(found));
		if (top && (one.contains(top) || top.contains(one))) boxes.push(box);
	}
	return boxes;
}

interface Covered {
	/** What is being worked in, and what leads on. */
	never?: readonly Box[];
	pressed: readonly Box[];
	less?: readonly Box[];
}

/**
 * The place at which a box of this size covers the fewest of what is never to be covered, of those the fewest that can be pressed, of
 * those the fewest others, and of those the nearest to the bottom right.
 * @returns `covers`: whether it covers what is never to be covered
 */
export function freePlace(
	size: { width: number; height: number },
	window: { width: number; height: number },
	{ never = [], pressed, less = [] }: Covered,
): Place & { covers: boolean } {
	const covered = ({ right, bottom }: Place): number => {
		const box = {
			left: window.width - right - size.width,
			right: window.width - right,
			top: window.height - bottom - size.height,
			bottom: window.height - bottom,
		};
		const of = (boxes: readonly Box[]): number => boxes.filter((one) => meet(box, one)).length;
		return (of(never) * (pressed.length + 1) + of(pressed)) * (less.length + 1) + of(less);
	};
	const places: Place[] = [{ right: EDGE, bottom: EDGE }];
	for (let right = EDGE; right + size.width + EDGE <= window.width; right += STEP)
		for (let bottom = EDGE; bottom + size.height + EDGE <= window.height; bottom += STEP) places.push({ right, bottom });
	places.sort((one, other) => one.right + one.bottom - (other.right + other.bottom));
	let best = { right: EDGE, bottom: EDGE };
	let fewest = Number.POSITIVE_INFINITY;
	for (const place of places) {
		const count = covered(place);
		if (count < fewest) [best, fewest] = [place, count];
		if (fewest === 0) break;
	}
	return { ...best, covers: fewest >= (pressed.length + 1) * (less.length + 1) };
}

/** On the box of notices while the newest stands alone (base.css). */
export const ALONE = 'data-alone';

/** Moves the notices that stand, where they cover something now. */
export function placeNotices(): void {
	const notices = document.querySelector<HTMLElement>(NOTICES);
	if (!notices || notices.offsetHeight === 0 || !('elementsFromPoint' in document)) return;
	const wasAlone = notices.hasAttribute(ALONE);
	notices.removeAttribute(ALONE);
	const worked = document.activeElement?.closest(PRESSED) ?? null;
	const never = reachable([...document.querySelectorAll(NEXT), ...(worked ? [worked] : [])], notices);
	const pressed = reachable(document.querySelectorAll(PRESSED), notices);
	const less = reachable(document.querySelectorAll(LESS), notices);
	const now = notices.getBoundingClientRect();
	if (!wasAlone && [...never, ...pressed, ...less].every((one) => !meet(now, one))) return;
	const place = (): boolean => {
		const { width, height } = notices.getBoundingClientRect();
		const free = freePlace({ width, height }, { width: innerWidth, height: innerHeight }, { never, pressed, less });
		notices.style.right = `${free.right}px`;
		notices.style.bottom = `${free.bottom}px`;
		return free.covers;
	};
	if (!place()) return;
	notices.setAttribute(ALONE, '');
	place();
}
