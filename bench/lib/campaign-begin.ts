/** Begins a staged campaign's run, as executing it does, without a server. */
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { createSecrets } from '../../apps/server/src/kernel/secrets.ts';
import { connectStorage } from '../../apps/server/src/kernel/storage/connect.ts';
import { externalServer, type Server } from '../../apps/server/src/kernel/storage/roles.ts';
import type { Storage } from '../../apps/server/src/kernel/storage/storage.ts';
import { reserve } from '../../apps/server/src/wings/billing/wing.ts';
import { planOf } from '../../apps/server/src/wings/engagement/campaigns/plan-of.ts';
import { readCampaign, setStatus } from '../../apps/server/src/wings/engagement/campaigns/store.ts';
import { holdOf, mostOf, planPaid } from '../../apps/server/src/wings/engagement/runs/paid.ts';
import { insertCampaignRun } from '../../apps/server/src/wings/engagement/runs/runs.ts';
import type { CampaignStage } from './campaign-stage.ts';

/** What a credit costs, where the customer pays with them. */
export const CREDIT_CENTS = 100;

/** Answers the run's id. A worker finds it by itself. */
export const beginStaged = (url: string, secretKey: string, stage: CampaignStage): Promise<string> =>
	beginStagedOn(externalServer(url, createSecrets(secretKey)), secretKey, stage);

/**
 * The same on any database. Whoever has had credits is charged, as where the installation sells none.
 * @param people of the audience: so many messages are reserved
 * @throws when the credits do not cover them
 */
export const beginStagedOn = async (
	server: Server,
	secretKey: string,
	{ customerId, campaignId }: Pick<CampaignStage, 'customerId' | 'campaignId'>,
	people = 0,
): Promise<string> => {
	const storage = await connectStorage(server, secretKey, createLog({ logLevel: 'error' }));
	const runId = newId();
	try {
		await storage.inTenant(customerId, async (tx) => {
			const campaign = await readCampaign(tx, customerId, campaignId, null);
			if (!campaign) throw new Error('The campaign is not there.');
			const { plan, problems } = await planOf(
				tx,
				{ settings: { smtpUrl: null, isLocal: true, sample: true, stripe: null, creditPriceCents: CREDIT_CENTS } as never },
				customerId,
				campaign,
				false,
			);
			if (!plan || problems.length > 0) throw new Error(JSON.stringify(problems));
			await insertCampaignRun(tx, customerId, { id: runId, kind: 'real', plan, beginsAt: new Date(), lateAt: null, by: 'bench' });
			await setStatus(tx, customerId, campaignId, 2, { runId });
			if (!plan.charged) return;
			const costMicros = plan.lanes.reduce((sum, lane) => sum + people * mostOf(lane), 0);
			await planPaid(tx, customerId, runId, plan, { costMicros, beginsAt: new Date() });
			const short = await reserve(tx, holdOf(customerId, runId));
			if (short > 0) throw new Error(`${short} millionths of a credit lack.`);
		});
	} finally {
		await storage.close();
	}
	return runId;
};

/**
 * Writes the run alone, of whose messages nothing is charged; the campaign stays as it is. Answers the run's id.
 * @throws when there is no plan of it
 */
export const insertStagedRun = async (
	storage: Storage,
	{ customerId, campaignId }: Pick<CampaignStage, 'customerId' | 'campaignId'>,
): Promise<string> => {
	const runId = newId();
	await storage.inTenant(customerId, async (tx) => {
		const campaign = await readCampaign(tx, customerId, campaignId, null);
		if (!campaign) throw new Error('The campaign is not there.');
		const settings = { smtpUrl: null, isLocal: true, sample: false, stripe: null, creditPriceCents: CREDIT_CENTS } as never;
		const { plan, problems } = await planOf(tx, { settings }, customerId, campaign, false);
		if (!plan) throw new Error(JSON.stringify(problems));
		await insertCampaignRun(tx, customerId, { id: runId, kind: 'real', plan, beginsAt: new Date(), lateAt: null, by: 'bench' });
	});
	return runId;
};
