/** Notices stand at the bottom right, or as near to it as they cover nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALONE, freePlace, placeNotices } from './notice-place.ts';

const WINDOW = { width: 1440, height: 900 };
const NOTICE = { width: 360, height: 60 };
const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height });

describe('a notice', () => {
	it('stands in the corner where nothing is below it', () =>
		expect(freePlace(NOTICE, WINDOW, { pressed: [box(0, 0, 100, 40)] })).toMatchObject({ right: 16, bottom: 16 }));
	it('moves off the buttons of a pane, no further than it must', () => {
		const foot = [box(1080, 840, 110, 36), box(1210, 840, 190, 36)];
		const { right, bottom } = freePlace(NOTICE, WINDOW, { pressed: foot });
		const own = box(WINDOW.width - right - NOTICE.width, WINDOW.height - bottom - NOTICE.height, NOTICE.width, NOTICE.height);
		for (const one of foot)
			expect(own.right <= one.left || one.right <= own.left || own.bottom <= one.top || one.bottom <= own.top).toBe(true);
		expect(right + bottom).toBeLessThan(16 + 16 + 100);
	});
	it('goes where there is room on a telephone, and to the corner where there is none', () => {
		const phone = { width: 390, height: 700 };
		const wide = { width: 358, height: 60 };
		expect(freePlace(wide, phone, { pressed: [box(16, 620, 358, 44)] }).bottom).toBeGreaterThan(80);
		expect(freePlace(wide, phone, { pressed: [box(0, 0, 390, 700)] })).toMatchObject({ right: 16, bottom: 16 });
	});
	it('covers a frame before a button, and of buttons the fewest', () => {
		const frames = [box(240, 60, 1200, 840)];
		const button = box(1180, 840, 120, 36);
		const { right, bottom } = freePlace(NOTICE, WINDOW, { pressed: [button], less: frames });
		expect(WINDOW.height - bottom <= button.top || WINDOW.width - right <= button.left).toBe(true);
		const crowded = [box(0, 0, 1440, 450), ...Array.from({ length: 20 }, (_, n) => box(0, 452 + n * 22, 1440, 20))];
		expect(WINDOW.height - freePlace(NOTICE, WINDOW, { pressed: crowded }).bottom).toBeLessThan(452);
	});
	it('covers any number of others before what is being worked in or leads on, and says where it cannot', () => {
		const phone = { width: 390, height: 700 };
		const two = { width: 358, height: 136 };
		const fields = Array.from({ length: 12 }, (_, n) => box(16, 20 + n * 48, 358, 36));
		const never = [box(16, 640, 358, 44), fields[11] ?? box(0, 0, 0, 0)];
		const { right, bottom, covers } = freePlace(two, phone, { never, pressed: [...fields, ...never] });
		const own = box(phone.width - right - two.width, phone.height - bottom - two.height, two.width, two.height);
		for (const one of never) expect(own.bottom <= one.top || one.bottom <= own.top).toBe(true);
		expect(covers).toBe(false);
		expect(freePlace(two, { width: 390, height: 200 }, { never, pressed: never }).covers).toBe(false);
		expect(freePlace(two, { width: 390, height: 200 }, { never: [box(0, 90, 390, 44)], pressed: [] }).covers).toBe(true);
	});
});

describe('notices that stand', () => {
	/** jsdom lays nothing out: each element says its own box, and is what lies at its middle. */
	const laid = (element: HTMLElement, left: number, top: number, width: number, height: () => number): void => {
		element.getBoundingClientRect = () => DOMRect.fromRect({ x: left, y: top, width, height: height() });
	};
	const shown = { width: innerWidth, height: innerHeight };
	beforeEach(() => {
		document.elementsFromPoint = (_, y) =>
			[...document.querySelectorAll<HTMLElement>('input, button')].filter((one) => {
				const box = one.getBoundingClientRect();
				return box.top <= y && y <= box.bottom;
			});
	});
	afterEach(() => {
		document.body.replaceChildren();
		Reflect.deleteProperty(document, 'elementsFromPoint');
		Object.assign(window, { innerWidth: shown.width, innerHeight: shown.height });
	});
	const stage = (height: number, fieldAt: number, buttonAt: number) => {
		Object.assign(window, { innerWidth: 390, innerHeight: height });
		const notices = document.createElement('div');
		notices.className = 'mantine-Notifications-root';
		notices.dataset.position = 'bottom-right';
		Object.defineProperty(notices, 'offsetHeight', { value: 1 });
		const field = document.createElement('input');
		const next = document.createElement('button');
		next.dataset.variant = 'filled';
		document.body.append(field, next, notices);
		laid(field, 16, fieldAt, 358, () => 36);
		laid(next, 16, buttonAt, 358, () => 44);
		const tall = () => (notices.hasAttribute(ALONE) ? 60 : 136);
		notices.getBoundingClientRect = () => {
			const bottom = height - Number.parseInt(notices.style.bottom || '16', 10);
			return DOMRect.fromRect({ x: 16, y: bottom - tall(), width: 358, height: tall() });
		};
		field.focus();
		placeNotices();
		const own = notices.getBoundingClientRect();
		return {
			notices,
			clear: [field, next].every((one) => own.bottom <= one.getBoundingClientRect().top || one.getBoundingClientRect().bottom <= own.top),
		};
	};
	it('cover neither the field that is being written in nor the button that leads on', () => {
		const { notices, clear } = stage(700, 500, 640);
		expect(clear).toBe(true);
		expect(notices.hasAttribute(ALONE)).toBe(false);
	});
	it('are the newest alone where there is no room for all of them', () => {
		const { notices, clear } = stage(260, 20, 150);
		expect(clear).toBe(true);
		expect(notices.hasAttribute(ALONE)).toBe(true);
	});
});
