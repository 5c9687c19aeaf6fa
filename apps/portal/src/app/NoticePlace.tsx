/** The place of notices: empty, and without their code, until there is one. */
import { useSyncExternalStore } from 'react';
import { late } from '#portal/lib/late.tsx';
import { noticesWanted, onNoticesWanted } from '#portal/lib/notices.ts';

const Notices = late(() => import('#portal/ui/Notices.tsx').then((module) => module.Notices));

export function NoticePlace() {
	return useSyncExternalStore(onNoticesWanted, noticesWanted) ? <Notices /> : null;
}
