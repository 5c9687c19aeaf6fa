/** Whom a campaign would reach by each channel, and why not the rest: by sets, as the audience's own screen counts them. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { SkipReason } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { areBuilding, type Choice, choiceOf, leftOut, type Permitting, type ReachSets, reachedBy, reachSets } from '../../profiles/wing.ts';
import type { Plan } from '../runs/plan.ts';

/** Why somebody is left out before anything is asked of them alone. */
const REASONS = [
	'no_address',
	'undeliverable',
	'objected',
	'said_no',
	'never_asked',
	'sale_refused',
	'channel_off',
] as const satisfies readonly SkipReason[];

export interface LaneChoices {
	readonly channel: Channel;
	readonly reached: Choice;
	readonly left: readonly { readonly reason: SkipReason; readonly whom: Choice }[];
}

export interface Whom {
	readonly targeted: Choice;
	readonly lanes: readonly LaneChoices[];
	/** Who permits that opens and clicks are kept. */
	readonly tracked: Choice;
	/** Sets are still counted: it may be more. */
	readonly building: boolean;
}

/** Everybody is permitted: a transactional message asks nobody. */
const EVERYBODY: Permitting = { id: 'transactional', basis: 'contract', segment: null };

export const whomOf = async (
	tx: Tx,
	customerId: number,
	plan: Pick<Plan, 'domainId' | 'audience' | 'lanes' | 'isTransactional' | 'tracking'>,
): Promise<Whom> => {
	const { audience, lanes, isTransactional } = plan;
	const channels = lanes.map(({ channel }) => channel);
	const all = await reachSets(tx, customerId, [plan.domainId], [...audience.consents, ...plan.tracking], channels);
	const accepted = new Map<Channel, readonly string[]>(lanes.map((lane) => [lane.channel, lane.purposes]));
	const sets: ReachSets = {
		...all,
		// A transactional message reaches who stopped everything, or its channel, too.
		byKey: isTransactional ? new Map([...all.byKey].filter(([key]) => key !== 'stopped' && !key.startsWith('off:'))) : all.byKey,
		purposes: new Map(
			CHANNELS.map((channel) => [
				channel,
				isTransactional ? [EVERYBODY] : (all.purposes.get(channel) ?? []).filter(({ id }) => accepted.get(channel)?.includes(id)),
			]),
		),
	};
	const grounds = [...sets.purposes.values()].flat().flatMap(({ segment }) => segment ?? []);
	const targeted = choiceOf(audience.segments, !audience.isAnd, audience.consents, all);
	return {
		targeted,
		lanes: lanes.map(({ channel }) => ({
			channel,
			reached: reachedBy(targeted, channel, sets),
			left: REASONS.map((reason) => ({ reason, whom: leftOut(targeted, channel, reason, sets) })),
		})),
		tracked: { any: plan.tracking.flatMap((id) => (all.byKey.has(`yes:${id}`) ? [{ in: all.byKey.get(`yes:${id}`) ?? '' }] : [])) },
		building: all.building || (await areBuilding(tx, customerId, [...audience.segments, ...grounds])),
	};
};
