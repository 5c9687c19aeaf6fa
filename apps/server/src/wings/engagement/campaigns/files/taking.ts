/** Somebody takes a file of a run: who it is, which one, and what is written down of it. */

import type * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import type { Language } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Work } from '../../send/lease.ts';
import type { CampaignRow } from '../store.ts';
import { KINDS, nameOf } from './named.ts';
import { purposesOf } from './store.ts';
export type FileParts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks'>;

export interface Taking {
	readonly asker: Asker;
	readonly language: Language;
	readonly campaign: CampaignRow;
	readonly work: Work;
	readonly filedAt: Date;
	readonly form: contract.FileForm;
	readonly kind: contract.FileKind;
}

export const act = (tx: Tx, { asker, campaign, work, form, kind }: Taking, rows: number): Promise<void> =>
	recordActivity(tx, work.customerId, asker, {
		action: 'downloaded',
		thing: 'campaign',
		thingId: campaign.campaign_id,
		after: { title: campaign.title, run: work.runId, channel: work.lane.channel, form, kind, rows },
	});

export const named = async ({ storage }: FileParts, taking: Taking, rows: number, ending: string): Promise<string> => {
	const { work, form, kind, language } = taking;
	const purposes = await storage.inTenant(work.customerId, (tx) => purposesOf(tx, work));
	const parts = [work.plan.title, work.lane.channel, form === 'whole' ? '' : form, KINDS[language][kind], purposes.join(', ')];
	return nameOf([...parts, now().toISOString().slice(0, 10), ...(kind === 'creative' ? [] : [rows])], ending);
};
