/**
 * Notices at the bottom right: good news for 4 s, failures until they are closed (visual.md, Toasts). What shows them comes
 * with the first one: a page that has nothing to say does not load it.
 */
import type { Notice } from '../ui/Notices.tsx';
import { currentLanguage } from './say.ts';

const GOOD_NEWS_MS = 4000;
const close = { en: 'Close', fi: 'Sulje' } as const;

let code: Promise<typeof import('../ui/Notices.tsx')> | undefined;
let said: true | readonly string[] = [];
const listeners = new Set<() => void>();
/** True once a notice was shown; else what is said plainly, as the code that shows it did not come. For `useSyncExternalStore`. */
export const noticed = (): typeof said => said;
export function onNoticed(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
/** Says this plainly, and no more what was said so before; `true`: notices are shown. */
export function sayPlainly(next: typeof said): void {
	said = next;
	for (const listener of listeners) listener();
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
	code.then(
		({ showNotice }) => {
			sayPlainly(true);
			showNotice({ ...notice, close: closeWord() });
		},
		() => sayPlainly([...(said === true ? [] : said), notice.message]),
	);
}
