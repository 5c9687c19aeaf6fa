/** Notices at the bottom right: good news for 4 s, failures until they are closed (visual.md, Toasts). */
import { notifications } from '@mantine/notifications';

const GOOD_NEWS_MS = 4000;

/** Says that something worked; announced as a status. */
export function notifySuccess(message: string): void {
	notifications.show({ message, autoClose: GOOD_NEWS_MS, role: 'status', withCloseButton: true, 'data-kind': 'success' });
}

/** Says that something failed and stays; announced as an alert. */
export function notifyFailure(message: string): void {
	notifications.show({ message, autoClose: false, role: 'alert', withCloseButton: true, 'data-kind': 'failure' });
}
