/**
 * Proving again who one is: a call refused with 403 confirm_identity waits here until the dialog of app/confirm was
 * answered. Several calls refused at once wait for the same answer.
 */
let waiting: { answer: Promise<boolean>; settle: (proven: boolean) => void } | null = null;
const dialogs = new Set<() => void>();

/** Whether a call is waiting; with `onAsking` what `useSyncExternalStore` takes. */
export const isAsking = (): boolean => waiting !== null;
export function onAsking(listener: () => void): () => void {
	dialogs.add(listener);
	return () => dialogs.delete(listener);
}

/** Resolves with true once the person proved it, with false when they would not, or no dialog is on the page. */
export function askToConfirm(): Promise<boolean> {
	if (waiting) return waiting.answer;
	if (dialogs.size === 0) return Promise.resolve(false);
	const { promise, resolve } = Promise.withResolvers<boolean>();
	waiting = { answer: promise, settle: resolve };
	for (const tell of dialogs) tell();
	return promise;
}

/** The dialog's answer: the calls that wait go on, or end with the server's sentence. */
export function answerConfirmation(proven: boolean): void {
	waiting?.settle(proven);
	waiting = null;
	for (const tell of dialogs) tell();
}
