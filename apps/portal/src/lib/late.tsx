/**
 * Parts whose code comes when they are first drawn. They stand there as soon as it has come, where React would leave what a `Suspense`
 * shows in the place of a `lazy` for 300 ms at least.
 */
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { notifyFailure } from './notices.ts';
import { currentLanguage, type Text } from './say.ts';

const LOST: Text = {
	en: 'A part of this page did not load. Save, then reload.',
	fi: 'Osa sivusta ei latautunut. Tallenna ja lataa sivu uudelleen.',
};

/** The code of a component, which is asked for once, and again where it did not come. */
export interface Code<P> {
	load(): Promise<ComponentType<P>>;
	/** Undefined until it has come. */
	there(): ComponentType<P> | undefined;
}

export function codeOf<P>(load: () => Promise<ComponentType<P>>): Code<P> {
	let coming: Promise<ComponentType<P>> | undefined;
	let component: ComponentType<P> | undefined;
	return {
		there: () => component,
		load() {
			coming ??= load().then(
				(came) => {
					component = came;
					return came;
				},
				(error: unknown) => {
					coming = undefined;
					throw error;
				},
			);
			return coming;
		},
	};
}

/**
 * The component once its code is there; what is drawn first stays.
 * @param part of a page that stands without it: a notice says that it did not come
 * @throws what kept it from coming, while it is drawn, where it is no such part
 */
export function useCode<P>(code: Code<P>, part = false): ComponentType<P> | undefined {
	const [came, setCame] = useState<{ There?: ComponentType<P> | undefined; error?: unknown }>(() => ({ There: code.there() }));
	const waits = came.There === undefined;
	useLayoutEffect(() => {
		if (!waits) return;
		let left = false;
		const become = (next: typeof came): void => {
			if (!left) setCame(next);
		};
		code.load().then(
			(There) => become({ There }),
			(error: unknown) => (part ? notifyFailure(LOST[currentLanguage()]) : become({ error })),
		);
		return () => {
			left = true;
		};
	}, [code, waits, part]);
	if ('error' in came) throw came.error;
	return came.There;
}

/**
 * A component whose code comes when it is first drawn: `late(() => import('./Drawer.tsx').then((m) => m.Drawer))`.
 * @param Waiting stands in its place until then, with what the part is given; whatever has none is
 * a part (a dialog, a drawer), without which the page and what is written on it stay
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>): (props: P) => ReactNode {
	const code = codeOf(load);
	return function Late(props: P) {
		const There = useCode(code, Waiting === undefined);
		return There ? <There {...props} /> : Waiting ? <Waiting {...props} /> : null;
	};
}
