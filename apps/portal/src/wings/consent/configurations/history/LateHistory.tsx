import { late } from '#portal/lib/late.tsx';
import { useOnce } from '#portal/ui/late.ts';
import type { HistoryOf } from './HistoryDrawer.tsx';

const HistoryDrawer = late(() => import('./HistoryDrawer.tsx').then((module) => module.HistoryDrawer));

/** The history of a configuration; its code comes when it is first opened. */
export function LateHistory({ of, onClose }: { of: HistoryOf | null; onClose: () => void }) {
	return useOnce(of !== null) ? <HistoryDrawer of={of} onClose={onClose} /> : null;
}
