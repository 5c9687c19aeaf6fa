/** Begins a staged campaign's run, as executing it does, without a server. */
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { createSecrets } from '../../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../../apps/server/src/kernel/storage/roles.ts';
import { planOf } from '../../apps/server/src/wings/engagement/campaigns/plan-of.ts';
import { readCampaign, setStatus } from '../../apps/server/src/wings/engagement/campaigns/store.ts';
import { insertCampaignRun } from '../../apps/server/src/wings/engagement/runs/runs.ts';
import type { CampaignStage } from './campaign-stage.ts';

/** Answers the run's id. A worker finds it by itself. */
export const beginStaged = async (url: string, secretKey: string, { customerId, campaignId }: CampaignStage): Promise<string> => {
	const storage = await connectStorage(externalServer(url, createSecrets(secretKey)), secretKey, createLog({ logLevel: 'error' }));
	const runId = newId();
	try {
		await storage.inTenant(customerId, async (tx) => {
			const campaign = await readCampaign(tx, customerId, campaignId, null);
			if (!campaign) throw new Error('The campaign is not there.');
			const { plan, problems } = await planOf(
				tx,
				{ settings: { smtpUrl: null, isLocal: true, sample: true } as never },
				customerId,
				campaign,
				false,
			);
			if (!plan || problems.length > 0) throw new Error(JSON.stringify(problems));
			await insertCampaignRun(tx, customerId, { id: runId, kind: 'real', plan, beginsAt: new Date(), lateAt: null, by: 'bench' });
			await setStatus(tx, customerId, campaignId, 2, { runId });
		});
	} finally {
		await storage.close();
	}
	return runId;
};
