/** The place of notices: empty, and without their code, until there is one. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { noticesWanted, onNoticesWanted } from '#portal/lib/notices.ts';

const Notices = lazy(() => import('#portal/ui/Notices.tsx').then((module) => ({ default: module.Notices })));

export function NoticePlace() {
	return useSyncExternalStore(onNoticesWanted, noticesWanted) ? (
		<Suspense fallback={null}>
			<Notices />
		</Suspense>
	) : null;
}
