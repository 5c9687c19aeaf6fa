/** Notices at the bottom right: good news for 4 s, failures until they are closed (visual.md, Toasts). */

import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { createElement } from 'react';
import { currentLanguage } from './say.ts';

const GOOD_NEWS_MS = 4000;
const close = { en: 'Close', fi: 'Sulje' } as const;

/** Says that something worked; announced as a status. */
export function notifySuccess(message: string): void {
	notifications.show({
		message,
		autoClose: GOOD_NEWS_MS,
		role: 'status',
		icon: createElement(IconCheck, { size: 18, stroke: 1.75 }),
		closeButtonProps: { 'aria-label': close[currentLanguage()] },
		'data-kind': 'success',
	});
}

/** Says that something failed and stays; announced as an alert. */
export const notifyFailure = (message: string): void => stay(message, 'failure');

/** Says why something was not done, by the server's own reason, and stays; announced as an alert. */
export const notifyWarning = (message: string): void => stay(message, 'warning');

function stay(message: string, kind: 'failure' | 'warning'): void {
	notifications.show({
		message,
		autoClose: false,
		role: 'alert',
		icon: createElement(kind === 'failure' ? IconAlertCircle : IconAlertTriangle, { size: 18, stroke: 1.75 }),
		closeButtonProps: { 'aria-label': close[currentLanguage()] },
		'data-kind': kind,
	});
}
