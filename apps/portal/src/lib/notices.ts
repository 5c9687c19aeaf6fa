/**
 * Notices at the bottom right: good news for 4 s, failures until they are closed (visual.md, Toasts). What shows them comes
 * with the first one: a page that has nothing to say does not load it.
 */
import type { Notice } from '../ui/Notices.tsx';
import { currentLanguage } from './say.ts';

const GOOD_NEWS_MS = 4000;
const close = { en: 'Close', fi: 'Sulje' } as const;

let wanted = false;
const listeners = new Set<() => void>();
/** Whether a notice was ever shown, and a way to hear of the first: what `useSyncExternalStore` takes. */
export const noticesWanted = (): boolean => wanted;
export function onNoticesWanted(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Says that something worked; announced as a status. */
export const notifySuccess = (message: string): void => tell({ message, kind: 'success', stays: GOOD_NEWS_MS });

/** Says that something failed and stays; announced as an alert. */
export const notifyFailure = (message: string): void => tell({ message, kind: 'failure', stays: null });

/** Says why something was not done, by the server's own reason, and stays; announced as an alert. */
export const notifyWarning = (message: string): void => tell({ message, kind: 'warning', stays: null });

function tell(notice: Omit<Notice, 'close'>): void {
	const closeLabel = close[currentLanguage()];
	void import('../ui/Notices.tsx').then(({ showNotice }) => showNotice({ ...notice, close: closeLabel }));
	if (wanted) return;
	wanted = true;
	for (const listener of listeners) listener();
}
