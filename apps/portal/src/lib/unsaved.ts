/**
 * One guard for unsaved edits, whatever wants to leave: drawer, page, tab, selector, logout (visual.md, Drawer).
 * The form that is dirty draws the question itself; everything else asks `leave` first.
 */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { onEdits } from './session.ts';

type Guard = (proceed: () => void) => void;
let guard: Guard | null = null;
onEdits(() => guard !== null);

/** Does `proceed` now, or once the person discarded or saved the edits that stand open. */
export function leave(proceed: () => void): void {
	if (guard) guard(proceed);
	else proceed();
}

export interface Unsaved {
	/** Somebody wants to leave: draw the question. */
	asking: boolean;
	/** Go where the person was going; the edits are lost or have been saved. */
	proceed: () => void;
	/** Stay. */
	stay: () => void;
	/** Asks when there are edits, else does it at once: for the form's own close button, Esc and click outside. */
	leave: (then: () => void) => void;
}

/**
 * Guards a form while `dirty`. Navigation, the tab and everything that goes through `leave` wait for an answer.
 * @param page the form is the page: what changes in the address's search alone leaves it where it is
 */
export function useUnsaved(dirty: boolean, { page = false }: { page?: boolean } = {}): Unsaved {
	const [pending, setPending] = useState<(() => void) | null>(null);
	const [released, setReleased] = useState(false);
	const blocker = useBlocker({
		shouldBlockFn: ({ current, next }) => dirty && !released && !(page && current.pathname === next.pathname),
		enableBeforeUnload: () => dirty && !released,
		withResolver: true,
		disabled: !dirty,
	});
	const ask = useEffectEvent((then: () => void) => setPending(() => then));
	useEffect(() => {
		if (!dirty) return;
		const mine: Guard = (then) => ask(then);
		guard = mine;
		return () => {
			if (guard === mine) guard = null;
		};
	}, [dirty]);
	// what waits is done after the guard is off, in the next commit, so that the blocker lets it through
	useEffect(() => {
		if (!released || !pending) return;
		setPending(null);
		guard = null;
		pending();
	}, [released, pending]);
	useEffect(() => {
		if (!dirty) setReleased(false);
	}, [dirty]);

	return {
		asking: pending !== null || blocker.status === 'blocked',
		proceed: () => {
			if (blocker.status === 'blocked') blocker.proceed();
			else setReleased(true);
		},
		stay: () => {
			if (blocker.status === 'blocked') blocker.reset();
			setPending(null);
		},
		leave: (then) => (dirty ? setPending(() => then) : then()),
	};
}
