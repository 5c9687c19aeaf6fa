/** The code of the screens: each is asked for once, ahead where a link that leads there is pointed at, pressed or has the focus. */
import { type Code, codeOf } from '#portal/lib/late.tsx';
import { screenAt } from './access.ts';
import type { Screen } from './screen.ts';

const codes = new WeakMap<Screen, Code<object>>();

/** A screen's code: its component, once it is there. */
export function codeOfScreen(screen: Screen): Code<object> {
	const code = codes.get(screen) ?? codeOf<object>(screen.load);
	codes.set(screen, code);
	return code;
}

/** Asks for a screen's code before the screen is drawn. */
export function askAhead(screen: Screen): void {
	// said where the screen is opened, which asks again
	codeOfScreen(screen)
		.load()
		.catch(() => {});
}

/**
 * What stands around links hears, for all of them: the pointer or the focus comes before the press, a finger before its click. The
 * code is asked for in a turn of its own: naming forty files to the browser takes longer than a press, which would wait for it.
 */
export function asksAhead(screens: readonly Screen[]) {
	const ahead = ({ target }: { target: EventTarget }): void => {
		const link = target instanceof Element ? target.closest('a') : null;
		if (!link || link.origin !== location.origin) return;
		const screen = screenAt(screens, link.pathname);
		if (screen) setTimeout(askAhead, 0, screen);
	};
	return { onPointerOver: ahead, onPointerDown: ahead, onFocus: ahead };
}
