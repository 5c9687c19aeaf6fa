/** Notices stand at the bottom right, or as near to it as they cover nothing. */
import { describe, expect, it } from 'vitest';
import { freePlace } from './notice-place.ts';

const WINDOW = { width: 1440, height: 900 };
const NOTICE = { width: 360, height: 60 };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height });

describe('a notice', () => {
	it('stands in the corner where nothing is below it', () =>
		expect(freePlace(NOTICE, WINDOW, [box(0, 0, 100, 40)])).toEqual({ right: 16, bottom: 16 }));
	it('moves off the buttons of a pane, no further than it must', () => {
		const foot = [box(1080, 840, 110, 36), box(1210, 840, 190, 36)];
		const { right, bottom } = freePlace(NOTICE, WINDOW, foot);
		const own = box(WINDOW.width - right - NOTICE.width, WINDOW.height - bottom - NOTICE.height, NOTICE.width, NOTICE.height);
		for (const one of foot)
			expect(own.right <= one.left || one.right <= own.left || own.bottom <= one.top || one.bottom <= own.top).toBe(true);
		expect(right + bottom).toBeLessThan(16 + 16 + 100);
	});
	it('goes where there is room on a telephone, and to the corner where there is none', () => {
		const phone = { width: 390, height: 700 };
		const wide = { width: 358, height: 60 };
		expect(freePlace(wide, phone, [box(16, 620, 358, 44)]).bottom).toBeGreaterThan(80);
		expect(freePlace(wide, phone, [box(0, 0, 390, 700)])).toEqual({ right: 16, bottom: 16 });
	});
	it('covers a frame before a button, and of buttons the fewest', () => {
		const frames = [box(240, 60, 1200, 840)];
		const button = box(1180, 840, 120, 36);
		const { right, bottom } = freePlace(NOTICE, WINDOW, [button], frames);
		expect(WINDOW.height - bottom <= button.top || WINDOW.width - right <= button.left).toBe(true);
		const crowded = [box(0, 0, 1440, 450), ...Array.from({ length: 20 }, (_, n) => box(0, 452 + n * 22, 1440, 20))];
		expect(WINDOW.height - freePlace(NOTICE, WINDOW, crowded).bottom).toBeLessThan(452);
	});
});
