/** When connectors run by themselves. */
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { RunKind } from '#kernel/runs/runs.ts';
import { startRun } from './kind.ts';
import type { Cursor, Input } from './run.ts';
import { customersWithOldRuns, dueConnectors, forgetRuns, holdConnector, KEPT_DAYS, noteNext, openRun } from './store.ts';

type Needs = Pick<Kernel, 'storage' | 'runs' | 'jobs'>;

/** When a connector that was begun now is due again; null: never by itself. */
export const nextRun = ({ isActive, everyMinutes }: { isActive: boolean; everyMinutes: number | null }): Date | null =>
	isActive && everyMinutes !== null ? new Date(now().getTime() + everyMinutes * 60_000) : null;

/** Begins a run of each connector whose time has come, and has none under way. */
export const runDue = async (kernel: Pick<Needs, 'storage' | 'runs'>, kind: RunKind<Input, Cursor>): Promise<number> => {
	const due = await dueConnectors(kernel.storage.across, now());
	await forEach(due, ({ customer_id: customerId, connector_id: id }) =>
		kernel.storage.inTenant(customerId, async (tx) => {
			const connector = await holdConnector(tx, customerId, id);
			// Another process may have been quicker.
			if (!connector?.next_at || connector.next_at > now()) return;
			await noteNext(tx, customerId, id, nextRun({ isActive: connector.is_active, everyMinutes: connector.every_minutes }));
			if (!connector.is_active || connector.direction === 'none' || (await openRun(tx, customerId, id)) !== null) return;
			await startRun(tx, kernel, kind, customerId, connector, null);
		}),
	);
	return due.length;
};

/** What was run too long ago is forgotten. */
const forgetOldRuns = async ({ storage }: Pick<Needs, 'storage'>): Promise<void> => {
	const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
	await forEach(await customersWithOldRuns(storage.across, before), ({ customer_id: customerId }) =>
		storage.inTenant(customerId, (tx) => forgetRuns(tx, customerId, before)),
	);
};

/** Worker's part. */
export const workConnectors = async (kernel: Needs, kind: RunKind<Input, Cursor>): Promise<void> => {
	await kernel.jobs.schedule('connectors-due', '* * * * *', async () => void (await runDue(kernel, kind)));
	await kernel.jobs.schedule('forget-connector-runs', '55 2 * * *', () => forgetOldRuns(kernel));
};
