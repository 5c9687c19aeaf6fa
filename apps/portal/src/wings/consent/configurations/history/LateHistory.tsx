import { lazy, Suspense } from 'react';
import { useOnce } from '#portal/ui/late.ts';
import type { HistoryOf } from './HistoryDrawer.tsx';

const HistoryDrawer = lazy(() => import('./HistoryDrawer.tsx').then((module) => ({ default: module.HistoryDrawer })));

/** The history of a configuration; its code comes when it is first opened. */
export function LateHistory({ of, onClose }: { of: HistoryOf | null; onClose: () => void }) {
	return useOnce(of !== null) ? (
		<Suspense fallback={null}>
			<HistoryDrawer of={of} onClose={onClose} />
		</Suspense>
	) : null;
}
