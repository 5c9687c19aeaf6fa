/** Counts behind the dashboard's cards. */
import { type CountRequest, type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts.ts';
import type * as z from 'zod';
import type { Scope } from '#kernel/access/decide.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type CountRow, countSteps, type Span } from '../../consent/wing.ts';
import { domainIdsNamed } from '../../tenancy/wing.ts';

type Group = z.output<typeof CountRequest>;

/** Steps of a span that says none. */
const STEPS = 24;
const DAY_MS = 86_400_000;

/** Dates are whole UTC days, the last one included; instants win over them. */
const bounds = (group: Group): { from: Date; to: Date } => ({
	from: new Date(group.from ?? `${group.startDate}T00:00:00.000Z`),
	to: group.to ? new Date(group.to) : new Date(Date.parse(`${group.endDate}T00:00:00.000Z`) + DAY_MS),
});

/** Where the steps begin. */
const startsOf = ({ steps }: Group, from: Date, to: Date): Date[] =>
	steps?.map((at) => new Date(at)) ??
	Array.from({ length: STEPS }, (_, i) => new Date(from.getTime() + (i * Math.max(0, to.getTime() - from.getTime())) / STEPS));

/** The domains a group is about, as far as the asker may see them; null: all of the customer. */
const domainIds = async (tx: Tx, { customerId, domains }: Scope, named: readonly string[]): Promise<readonly string[] | null> => {
	if (named.length === 0) return domains === 'all' ? null : [...domains];
	const ids = await domainIdsNamed(tx, customerId, named);
	return domains === 'all' ? ids : ids.filter((id) => domains.has(id));
};

const sum = (rows: readonly CountRow[], of: (row: CountRow) => number): number => rows.reduce((total, row) => total + of(row), 0);

const summarise = (rows: readonly CountRow[], from: Date, to: Date, starts: readonly Date[]): DomainCounts => {
	const hosts = new Map(rows.map((row) => [row.domain_id, row.host]));
	return {
		from: from.toISOString(),
		to: to.toISOString(),
		choices: sum(rows, (r) => r.choices),
		acceptedAll: sum(rows, (r) => r.accepted_all),
		acceptedSome: sum(rows, (r) => r.accepted_some),
		refused: sum(rows, (r) => r.refused),
		records: sum(rows, (r) => r.records),
		steps: starts.map((at, i) => {
			const own = rows.filter((row) => row.step === i + 1);
			return {
				at: at.toISOString(),
				choices: sum(own, (r) => r.choices),
				accepted: sum(own, (r) => r.accepted_all + r.accepted_some),
				refused: sum(own, (r) => r.refused),
				records: sum(own, (r) => r.records),
			};
		}),
		domains: [...hosts].map(([id, domain]) => {
			const own = rows.filter((row) => row.domain_id === id);
			return { id, domain, choices: sum(own, (r) => r.choices) };
		}),
	};
};

const countGroup = async (tx: Tx, scope: Scope, group: Group): Promise<DomainCounts> => {
	const { from, to } = bounds(group);
	const starts = startsOf(group, from, to);
	if (to.getTime() <= from.getTime()) return summarise([], from, from, starts);
	const span: Span = { from, to, domainIds: await domainIds(tx, scope, group.domainList) };
	return summarise(await countSteps(tx, scope.customerId, span, starts), from, to, starts);
};

export const countRoutes = ({ storage }: Kernel): Route[] => [
	handle(domainCounts, async ({ body, scope }) => {
		const groups = 'groups' in body ? body.groups : [body];
		return storage.inReport(scope.customerId, async (tx) => {
			const counted: DomainCounts[] = [];
			for (const group of groups) counted.push(await countGroup(tx, scope, group));
			return counted;
		});
	}),
];
