/** What shows notices. Its code is loaded with the first of them (lib/notices.ts). */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';

export interface Notice {
	message: string;
	kind: 'success' | 'failure' | 'warning';
	/** Milliseconds, or until it is closed. */
	stays: number | null;
	/** Name of the closing button. */
	close: string;
}

const icons = { success: IconCheck, failure: IconAlertCircle, warning: IconAlertTriangle } as const;

export function showNotice({ message, kind, stays, close }: Notice): void {
	const Icon = icons[kind];
	notifications.show({
		message,
		autoClose: stays ?? false,
		role: kind === 'success' ? 'status' : 'alert',
		icon: <Icon size={18} stroke={1.75} />,
		closeButtonProps: { 'aria-label': close },
		'data-kind': kind,
	});
}

/** Where they appear. */
export function Notices() {
	return <Notifications position="bottom-right" />;
}
