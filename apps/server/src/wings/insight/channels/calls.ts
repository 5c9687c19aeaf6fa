/** How many people each channel reaches, and what became of the messages of a span. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { type ChannelCount, channelCount } from '@luvalla/contract/insight/event-counts.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { countAll, everybodySeen, reachedBy, reachSets } from '../../profiles/wing.ts';
import { domainsOf } from '../counts/groups.ts';
import { segmentsOf } from '../roll-ups/spans.ts';
import { readCounts } from '../roll-ups/store.ts';

const DAY_MS = 86_400_000;

/** How many people there are, and by channel how many of them may be written to today. */
export const countReach = async (tx: Tx, customerId: number, domainIds: readonly string[] | null) => {
	const sets = await reachSets(tx, customerId, domainIds);
	const everybody = { in: (await everybodySeen(tx, customerId, sets, domainIds)).set };
	const [people = 0, ...reached] = await countAll(tx, customerId, [
		everybody,
		...CHANNELS.map((channel) => reachedBy(everybody, channel, sets)),
	]);
	return { people, reached };
};

/** What became of the messages of a span, by channel and outcome. */
export const countMessages = async (tx: Tx, customerId: number, domainIds: readonly string[], from: Date, to: Date) => {
	if (to <= from) return new Map<string, number>();
	const rows = await readCounts(tx, customerId, { whats: ['message'], domainIds, segments: segmentsOf(from, to, [from], now()) });
	const sums = new Map<string, number>();
	for (const { key, n } of rows) sums.set(key ?? '', (sums.get(key ?? '') ?? 0) + n);
	return sums;
};

/** Of the domain that is named, else of all that the asker may see. */
export const withinOf = ({ domainId, domains }: Scope): readonly string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

export const countChannels = async (tx: Tx, scope: Scope, from: Date, to: Date) => {
	const { customerId } = scope;
	const within = withinOf(scope);
	const there = (await domainsOf(tx, scope, scope.domainId === null ? [] : [scope.domainId])).map(({ domain_id: id }) => id);
	const { people, reached } = await countReach(tx, customerId, within);
	const sums = await countMessages(tx, customerId, there, from, to);
	const of = (channel: number, outcome: string): number => sums.get(`${channel} ${outcome}`) ?? 0;
	const channelCounts = CHANNELS.map(
		(_, channel): ChannelCount => ({
			channel,
			count: reached[channel] ?? 0,
			accepted: of(channel, 'accepted'),
			failed: of(channel, 'failed'),
			skipped: of(channel, 'skipped'),
			opened: of(channel, 'opened'),
			clicked: of(channel, 'clicked'),
		}),
	);
	return { channelCounts, userCount: people };
};

export const channelRoutes = ({ storage }: Kernel): Route[] => [
	handle(channelCount, ({ query, scope }) => {
		const to = query.to === undefined ? now() : new Date(query.to);
		const from = query.from === undefined ? new Date(to.getTime() - query.days * DAY_MS) : new Date(query.from);
		return storage.inReport(scope.customerId, (tx) => countChannels(tx, scope, from, to));
	}),
];
