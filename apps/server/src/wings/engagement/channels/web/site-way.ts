/**
 * The way of messages that stand on the site: each is made when it is its turn and put there, where its reader's browser finds it. It goes
 * through nobody else's hands, and whether it may still be shown is asked again each time a page asks for it (send/on-site.ts).
 */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { Placement, SiteMessage } from '@luvalla/contract/placement.ts';
import { now } from '#kernel/clock.ts';
import { type WebShown, webMaker } from '../../contents/web.ts';
import { type Frozen, TemplateFailed } from '../../message.ts';
import type { Plan, PlanLane } from '../../runs/plan.ts';
import { createNames } from '../../runs/token.ts';
import { linksOf } from '../../tracking/links.ts';
import type { ChannelParts, Dressed, Outcome, Recipient, Way } from '../channel.ts';
import { type Placed, placeMessages } from '../site-store.ts';

const DAY_MS = 86_400_000;
/** Messages of one commit. */
const TOGETHER = 100;
const AT_ONCE = 4;

const messageOf = (shown: WebShown, to: Dressed, placement: Placement, isTransactional: boolean): SiteMessage => ({
	id: to.listedId,
	...shown,
	why: !isTransactional,
	placement,
});

const NOT_YET = { state: 'returned', closed: false } as const;

/** @param runId null: it is a rehearsal, and nothing is put anywhere */
export const siteWay = async (
	{ storage, secrets, settings }: Pick<ChannelParts, 'storage' | 'secrets' | 'settings'>,
	customerId: number,
	plan: Plan,
	lane: PlanLane,
	frozen: Frozen,
	placement: Placement,
	runId: string | null,
): Promise<Way> => {
	const shownTo = await webMaker(frozen);
	// The run's own, whoever permits what: whoever knows a visitor's record can ask for their messages, and finds nothing that is the reader's.
	const ofRun = { customerId, runId: runId ?? plan.campaignId, channel: lane.channel, entry: 0 };
	const { through } = linksOf(settings.publicUrl, createNames(secrets), ofRun, '', false);
	const made = (one: Recipient): Placed | Outcome => {
		try {
			const shown = shownTo(one.language, one.facts, { ...one.links, through });
			return { entry: one.entry, person: one.address, message: messageOf(shown, one, placement, plan.isTransactional) };
		} catch (error) {
			if (!(error instanceof TemplateFailed)) throw error;
			return { state: 'failed', reason: 'template', said: error.message };
		}
	};
	const put = async (placed: readonly Placed[]): Promise<void> => {
		if (runId === null || placed.length === 0) return;
		const until = new Date(now().getTime() + placement.days * DAY_MS);
		await storage.inTenant(customerId, (tx) =>
			placeMessages(tx, customerId, { runId, channel: CHANNELS.indexOf(lane.channel) }, plan.domainId, until, placed),
		);
	};
	return {
		batch: TOGETHER,
		atOnce: AT_ONCE,
		async send(batch, settle) {
			const leaving: [Recipient, Placed][] = [];
			for (const one of batch) {
				const placed = made(one);
				if ('state' in placed) settle(one, placed);
				else if (runId === null || (await one.mayLeave())) leaving.push([one, placed]);
				else settle(one, { ...NOT_YET, said: '' });
			}
			try {
				await put(leaving.map(([, placed]) => placed));
			} catch (error) {
				// Tried again, it is put there once whatever became of this.
				for (const [one] of leaving) settle(one, { ...NOT_YET, said: String(error) });
				return;
			}
			for (const [one, { message }] of leaving)
				settle(one, { state: 'accepted', said: '', size: Buffer.byteLength(JSON.stringify(message)), costMicros: lane.priceMicros });
		},
		close: () => undefined,
	};
};
