/** How a person likes their lists, kept in this browser. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

/** A small text kept under a key; null while nothing was chosen. */
export function usePreference(key: string): [string | null, (value: string) => void] {
	const name = `luvalla.${key}`;
	const value = useSyncExternalStore(subscribe, () => localStorage.getItem(name));
	return [
		value,
		(next) => {
			localStorage.setItem(name, next);
			for (const listener of listeners) listener();
		},
	];
}

/** Rows of 44 (default) or 36 px. */
export function useDensity(): ['comfortable' | 'compact', (value: 'comfortable' | 'compact') => void] {
	const [kept, keep] = usePreference('density');
	return [kept === 'compact' ? 'compact' : 'comfortable', keep];
}

/**
 * Whether `/` and `?` alone do something (WCAG 2.1.4): whoever speaks to the machine, or whose hand slips, may switch that off.
 * Kept in this browser; on until somebody says otherwise.
 */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
	const [kept, keep] = usePreference('singleKeys');
	return [kept !== 'off', (on) => keep(on ? 'on' : 'off')];
}

/** Keys of the columns a person hid in a list; in a saved view of it what that holds, else the list's own, until they choose otherwise. */
export function useHiddenColumns(
	list: string,
	view: { id: string; search: { hidden: readonly string[] } } | undefined,
	usual: readonly string[] = [],
): [readonly string[], (keys: readonly string[]) => void] {
	const [kept, keep] = usePreference(`columns.${list}${view ? `.${view.id}` : ''}`);
	const hidden = kept === null ? (view?.search.hidden ?? usual) : kept.split(' ').filter((key) => key !== '');
	return [hidden, (keys) => keep(keys.join(' '))];
}
