/** Whether the tour is on: by itself on the first visit with this browser, and whenever somebody asks for it. A reload goes on with it. */
import { useSyncExternalStore } from 'react';

const KEY = 'luvalla.tour';
const listeners = new Set<() => void>();

/** What is kept: nothing before the first visit, `on` until it is left. */
const read = (): boolean => localStorage.getItem(KEY) !== 'off';

const write = (value: 'on' | 'off') => (): void => {
	localStorage.setItem(KEY, value);
	for (const tell of listeners) tell();
};
export const startTour = write('on');
export const stopTour = write('off');

const subscribe = (tell: () => void): (() => void) => {
	listeners.add(tell);
	return () => void listeners.delete(tell);
};

export const useTouring = (): boolean => useSyncExternalStore(subscribe, read);
