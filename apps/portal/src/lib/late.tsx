/**
 * Parts whose code comes when they are first drawn. They stand there as soon as it has come, where React would leave what a `Suspense`
 * shows in the place of a `lazy` for 300 ms at least.
 */
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

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
 * @throws what kept it from coming, while it is drawn
 */
export function useCode<P>(code: Code<P>): ComponentType<P> | undefined {
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
			(error: unknown) => become({ error }),
		);
		return () => {
			left = true;
		};
	}, [code, waits]);
	if ('error' in came) throw came.error;
	return came.There;
}

/**
 * A component whose code comes when it is first drawn: `late(() => import('./Drawer.tsx').then((m) => m.Drawer))`.
 * @param Waiting stands in its place until then, with what the part is given
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>): (props: P) => ReactNode {
	const code = codeOf(load);
	return function Late(props: P) {
		const There = useCode(code);
		return There ? <There {...props} /> : Waiting ? <Waiting {...props} /> : null;
	};
}
