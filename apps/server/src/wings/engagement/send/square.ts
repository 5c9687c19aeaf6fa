/** Runs that stay open are paid by the day: what their messages came to stands in the ledger by its evening, as if a run ended. */
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { squarePaid } from '../runs/paid.ts';
import { customersWithRuns, holdCampaignRun, openRuns } from '../runs/runs.ts';

/** Pays what every open run of everybody cost so far. Asked again it pays nothing more. */
export const squareRuns = async ({ storage }: Pick<Kernel, 'storage'>): Promise<void> => {
	await forEach(await customersWithRuns(storage.across), async (customerId) => {
		const open = await storage.inTenant(customerId, (tx) => openRuns(tx, customerId));
		for (const { run_id: runId, kind, plan, open_until: until } of open)
			if (kind === 'real' && plan.charged && until !== null)
				await storage.inTenant(customerId, async (tx) => {
					if ((await holdCampaignRun(tx, customerId, runId))?.ended_at === null) await squarePaid(tx, customerId, runId);
				});
	});
};

/** Before midnight of Europe/Helsinki, so that a month's costs stand in their month. */
export const squareDaily = async (kernel: Pick<Kernel, 'storage' | 'jobs'>): Promise<void> => {
	await kernel.jobs.schedule('sending-squared', '30 20 * * *', () => squareRuns(kernel));
};
