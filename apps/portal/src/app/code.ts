/** The code of the screens: each is asked for once, ahead where a link that leads there is pointed at, pressed or has the focus. */
import type { ComponentType } from 'react';
import { screenAt } from './access.ts';
import type { Screen } from './screen.ts';

const asked = new WeakMap<Screen, Promise<ComponentType>>();
const there = new WeakMap<Screen, ComponentType>();

/** A screen's component, once its code is there; asked for again when it did not come. */
export function loadScreen(screen: Screen): Promise<ComponentType> {
	const known = asked.get(screen);
	if (known) return known;
	const coming = screen.load();
	asked.set(screen, coming);
	coming.then(
		(component) => there.set(screen, component),
		() => asked.delete(screen),
	);
	return coming;
}

/** The component where its code is there already: then nothing need stand in for it while it is drawn. */
export const screenIfThere = (screen: Screen): ComponentType | undefined => there.get(screen);

/** Asks for a screen's code before the screen is drawn. */
export function askAhead(screen: Screen): void {
	// said where the screen is opened, which asks again
	loadScreen(screen).catch(() => {});
}

/** What stands around links hears, for all of them: the pointer or the focus comes before the press, a finger before its click. */
export function asksAhead(screens: readonly Screen[]) {
	const ahead = ({ target }: { target: EventTarget }): void => {
		const link = target instanceof Element ? target.closest('a') : null;
		if (!link || link.origin !== location.origin) return;
		const screen = screenAt(screens, link.pathname);
		if (screen) askAhead(screen);
	};
	return { onPointerOver: ahead, onPointerDown: ahead, onFocus: ahead };
}
