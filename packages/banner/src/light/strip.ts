/** The strip along the top stands in the page, not over it: where the loader made room for it (core/strip.ts). */

/** Height of that room in em of the visitor's own text: a title and two lines beside the buttons. */
export const STRIP_EM = 6;
/** Says on `html` that there is room, and how high; from 901 px of width on. */
export const ROOM = '--luvalla-strip';

/** Font of the page's text when the room is in view; empty: it is not, or none was made. */
export const roomAbove = (): string => {
	const body = getComputedStyle(document.body);
	// No room is not a number, and nothing is less than that.
	return scrollY < parseFloat(body.getPropertyValue(ROOM)) ? body.fontFamily : '';
};
