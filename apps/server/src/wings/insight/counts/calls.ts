/** Counts behind the dashboard's cards, trends and reports, from the roll-ups. */
import { type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts.ts';
import { domainEventCounts, type EventCounts } from '@luvalla/contract/insight/event-counts.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { segmentsOf } from '../roll-ups/spans.ts';
import { readCounts, readTotals } from '../roll-ups/store.ts';
import { askedGroup, type Group } from './groups.ts';

interface Counted {
	readonly what: string;
	readonly key: string | null;
	readonly n: number;
}

const sumOf = (rows: readonly Counted[], what: string, fits: (key: string) => boolean = () => true): number =>
	rows.reduce((sum, one) => sum + (one.what === what && fits(one.key ?? '') ? one.n : 0), 0);

const consentsOf = (rows: readonly Counted[]) => ({
	choices: sumOf(rows, 'choice'),
	acceptedAll: sumOf(rows, 'choice', (key) => key === 'all'),
	acceptedSome: sumOf(rows, 'choice', (key) => key === 'some'),
	refused: sumOf(rows, 'choice', (key) => key === 'none'),
	records: sumOf(rows, 'record'),
	others: sumOf(rows, 'record', (key) => key === 'other'),
	withdrawn: sumOf(rows, 'withdrawn'),
});

export const countConsents = async (tx: Tx, scope: Scope, group: Group): Promise<DomainCounts> => {
	const { from, to, starts, segments, domains } = await askedGroup(tx, scope, group);
	const rows =
		segments.length === 0
			? []
			: await readCounts(tx, scope.customerId, {
					whats: ['choice', 'record', 'withdrawn'],
					domainIds: domains.map(({ domain_id: id }) => id),
					segments,
				});
	const byStep = Map.groupBy(rows, ({ step }) => step);
	const byDomain = Map.groupBy(rows, ({ domain_id: id }) => id);
	return {
		from: from.toISOString(),
		to: to.toISOString(),
		...consentsOf(rows),
		steps: starts.map((at, place) => {
			const counted = consentsOf(byStep.get(place + 1) ?? []);
			return { at: at.toISOString(), accepted: counted.acceptedAll + counted.acceptedSome, ...counted };
		}),
		// Those where nothing came are not in it.
		domains: domains.flatMap(({ domain_id: id, host: domain }) => {
			const own = byDomain.get(id);
			return own ? [{ id, domain, ...consentsOf(own) }] : [];
		}),
	};
};

/** Types that are named; the rest is told together. */
const TYPES = 50;

const accepted = (key: string): boolean => key.endsWith(' accepted');

export const countEvents = async (tx: Tx, scope: Scope, group: Group): Promise<EventCounts> => {
	const { from, to, starts, segments, peopleOn, domains } = await askedGroup(tx, scope, group);
	const ids = domains.map(({ domain_id: id }) => id);
	const { customerId } = scope;
	const totals = segments.length === 0 ? [] : await readTotals(tx, customerId, { whats: ['event'], domainIds: ids, segments });
	const people = segments.length === 0 ? [] : await readCounts(tx, customerId, { whats: ['profile'], domainIds: peopleOn, segments });
	const messages = segments.length === 0 ? [] : await readCounts(tx, customerId, { whats: ['message'], domainIds: ids, segments });
	const rows = [...totals.filter(({ step }) => step !== null), ...people, ...messages.filter(({ key }) => accepted(key ?? ''))];
	const countsOf = (own: typeof rows) => ({
		events: sumOf(own, 'event'),
		profiles: sumOf(own, 'profile'),
		messages: sumOf(own, 'message'),
	});
	const types = totals
		.flatMap(({ step, what, key, n }) => (step === null && what === 'event' && key !== null ? [{ type: key, count: n }] : []))
		.sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
	const rest = types.slice(TYPES).reduce((sum, { count }) => sum + count, 0);
	const byStep = Map.groupBy(rows, ({ step }) => step);
	const byDomain = Map.groupBy(rows, ({ domain_id: id }) => id);
	return {
		from: from.toISOString(),
		to: to.toISOString(),
		...countsOf(rows),
		profilesAtEnd: await profilesAt(tx, customerId, peopleOn, to),
		steps: starts.map((at, place) => ({ at: at.toISOString(), ...countsOf(byStep.get(place + 1) ?? []) })),
		domains: domains.flatMap(({ domain_id: id, host: domain }) => {
			const own = byDomain.get(id);
			if (!own) return [];
			const { events, messages: sent } = countsOf(own);
			return events > 0 || sent > 0 ? [{ id, domain, events, messages: sent }] : [];
		}),
		types: rest > 0 ? [...types.slice(0, TYPES), { type: '', count: rest }] : types.slice(0, TYPES),
	};
};

/** Whoever was made and had not left or become one with somebody else. */
export const profilesAt = async (tx: Tx, customerId: number, domainIds: readonly string[], at: Date): Promise<number> => {
	const start = new Date(0);
	const rows = await readTotals(tx, customerId, {
		whats: ['profile', 'merged', 'unmerged', 'left'],
		domainIds,
		segments: segmentsOf(start, at, [start], now()),
	});
	const own = rows.filter(({ step }) => step !== null);
	return sumOf(own, 'profile') - sumOf(own, 'merged') + sumOf(own, 'unmerged') - sumOf(own, 'left');
};

export const countRoutes = ({ storage }: Kernel): Route[] => [
	handle(domainCounts, async ({ body, scope }) => {
		const groups = 'groups' in body ? body.groups : [body];
		return storage.inReport(scope.customerId, async (tx) => {
			const counted: DomainCounts[] = [];
			for (const group of groups) counted.push(await countConsents(tx, scope, group));
			return counted;
		});
	}),
	handle(domainEventCounts, async ({ body, scope }) => {
		const groups = 'groups' in body ? body.groups : [body];
		return storage.inReport(scope.customerId, async (tx) => {
			const counted: EventCounts[] = [];
			for (const group of groups) counted.push(await countEvents(tx, scope, group));
			return counted;
		});
	}),
];
