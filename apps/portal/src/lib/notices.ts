/**
 * Notices at the bottom right: good news for 4 s, failures until they are closed (visual.md, Toasts). What shows them comes
 * with the first one: a page that has nothing to say does not load it.
 */
import type { Notice } from '../ui/Notices.tsx';
import { currentLanguage } from './say.ts';

const GOOD_NEWS_MS = 4000;
const close = { en: 'Close', fi: 'Sulje' } as const;

/** What was said and not closed where the code that shows it did not come: said plainly. */
let plain: readonly string[] = [];
let code: Promise<typeof import('../ui/Notices.tsx')> | undefined;
let wanted = false;
const listeners = new Set<() => void>();
/** Whether a notice was ever shown, what is said plainly, and a way to hear of both: what `useSyncExternalStore` takes. */
export const noticesWanted = (): boolean => wanted;
export const plainNotices = (): readonly string[] => plain;
export function onNoticesWanted(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
function heard(): void {
	for (const listener of listeners) listener();
}

/** Closes what is said plainly. */
export function closePlain(): void {
	plain = [];
	heard();
}
/** Name of what closes a notice. */
export const closeWord = (): string => close[currentLanguage()];

/** Says that something worked; announced as a status. */
export const notifySuccess = (message: string): void => tell({ message, kind: 'success', stays: GOOD_NEWS_MS });

/** Says that something failed and stays; announced as an alert. */
export const notifyFailure = (message: string): void => tell({ message, kind: 'failure', stays: null });

/** Says why something was not done, by the server's own reason, and stays; announced as an alert. */
export const notifyWarning = (message: string): void => tell({ message, kind: 'warning', stays: null });

function tell(notice: Omit<Notice, 'close'>): void {
	code ??= import('../ui/Notices.tsx');
	void code
		.then(
			({ showNotice }) => {
				wanted = true;
				showNotice({ ...notice, close: closeWord() });
			},
			() => {
				plain = [...new Set([...plain, notice.message])];
			},
		)
		.then(heard);
}
