/** Where notices stand: at the bottom right, or as near to it as they cover nothing that can be pressed or written in. */

const PRESSED = 'a[href], button, input, select, textarea, summary, [contenteditable="true"]';
/**
 * Better covered than a button: frames that scroll and pictures that keys walk through, which may be half a window, and labels, which of
 * switches and of choices side by side are all that is seen.
 */
const LESS = '[tabindex="0"], label';
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
function reachable(which: string, notices: Element): Box[] {
	const boxes: Box[] = [];
	for (const one of document.querySelectorAll(which)) {
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

/**
 * The place at which a box of this size covers the fewest that can be pressed, of those the fewest others, and of those the nearest to the
 * bottom right.
 */
export function freePlace(
	size: { width: number; height: number },
	window: { width: number; height: number },
	pressed: readonly Box[],
	less: readonly Box[] = [],
): Place {
	const covered = ({ right, bottom }: Place): number => {
		const box = {
			left: window.width - right - size.width,
			right: window.width - right,
			top: window.height - bottom - size.height,
			bottom: window.height - bottom,
		};
		const of = (boxes: readonly Box[]): number => boxes.filter((one) => meet(box, one)).length;
		return of(pressed) * (less.length + 1) + of(less);
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
	return best;
}

/** Moves the notices that stand, where they cover something now. */
export function placeNotices(): void {
	const notices = document.querySelector<HTMLElement>(NOTICES);
	if (!notices || notices.offsetHeight === 0 || !('elementsFromPoint' in document)) return;
	const pressed = reachable(PRESSED, notices);
	const less = reachable(LESS, notices);
	const now = notices.getBoundingClientRect();
	if ([...pressed, ...less].every((one) => !meet(now, one))) return;
	const { right, bottom } = freePlace({ width: now.width, height: now.height }, { width: innerWidth, height: innerHeight }, pressed, less);
	notices.style.right = `${right}px`;
	notices.style.bottom = `${bottom}px`;
}
