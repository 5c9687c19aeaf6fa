/** What shows notices. Its code is loaded with the first of them (lib/notices.ts). */
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useLayoutEffect } from 'react';
import { placeNotices } from './notice-place.ts';

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

/** How often it is asked whether they cover something, while any stands. */
const LOOK_MS = 300;

/** Where they appear: nothing that can be pressed is ever below them. */
export function Notices() {
	const { notifications: standing } = useNotifications();
	const any = standing.length > 0;
	useEffect(() => {
		if (!any) return;
		placeNotices();
		const timer = setInterval(placeNotices, LOOK_MS);
		return () => clearInterval(timer);
	}, [any]);
	// Once the newest has its size, and before it is seen.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each new one makes them taller
	useLayoutEffect(() => placeNotices(), [standing]);
	return <Notifications position="bottom-right" containerWidth={360} withinPortal={false} />;
}
