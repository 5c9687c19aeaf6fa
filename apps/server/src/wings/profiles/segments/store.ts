/** Segments as rows, and who may use which. */
import { Rule } from '@luvalla/contract/rules.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import type { AskedSegment, NamedUser } from '#kernel/hooks.ts';
import { inOrder, MOST_WHOLE } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { bool, empty, float, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { segmentsIn } from '../rules/compile.ts';
import { ruledSets } from '../sets/store.ts';

const SegmentRow = row({
	segment_id: uuid,
	name: text,
	weight: int,
	cost: float,
	is_public: bool,
	is_domain_specific: bool,
	is_customer_specific: bool,
	is_admin_only: bool,
	domain_id: orNull(uuid),
	host: orNull(text),
	is_active: bool,
	rule: orNull(json(Rule)),
	domains: orNull(uuids),
	built_to: orNull(int),
	customer_name: text,
	created_at: instant,
	changed_at: instant,
});
export type SegmentRow = RowOf<typeof SegmentRow>;

/**
 * Who may use a segment: those of the platform ADMIN alone; a customer's own whoever answers for it; a domain's own whoever sees the
 * domain; all others everybody who works for the customer. One that is not public is used by who answers for the customer, and on
 * its own domain.
 */
const usable = ({ as, domains, domainId }: Scope): Sql => {
	const owner = as !== 'domainAdmin';
	const seen = domains === 'all' ? null : [...domains];
	return sql`(${as === 'admin'} or not s.is_admin_only)
		and (${owner} or not s.is_customer_specific)
		and (${owner} or s.is_public or s.domain_id = any(${seen ?? []}::uuid[]))
		and (not s.is_domain_specific
			or ((${seen}::uuid[] is null or s.domain_id = any(${seen}::uuid[])) and (${domainId}::uuid is null or s.domain_id = ${domainId})))`;
};

/**
 * Segments that may be used in this scope, by name; those with an id of these, if any are given.
 * @param hold until the transaction ends none of them is deleted, or becomes another domain's alone: for whoever writes down that it uses them
 */
export const readSegments = (tx: Tx, scope: Scope, ids: readonly string[] | null = null, hold = false): Promise<SegmentRow[]> => {
	const { customerId } = scope;
	return tx.rows(
		SegmentRow,
		sql`select s.segment_id, s.name, s.weight, s.cost, s.is_public, s.is_domain_specific, s.is_customer_specific, s.is_admin_only,
			s.domain_id, d.host, s.is_active, p.rule, p.domains, p.built_to, c.name as customer_name, s.created_at, s.changed_at
		from segment s
		join people_set p on p.customer_id = ${customerId} and p.set_id = s.segment_id
		join customer c on c.customer_id = ${customerId}
		left join domain d on d.customer_id = ${customerId} and d.domain_id = s.domain_id
		where s.customer_id = ${customerId} and (${ids}::uuid[] is null or s.segment_id = any(${ids}::uuid[])) and ${usable(scope)}
			and (s.domain_id is null or d.domain_id is not null)
		order by ${inOrder(sql`s.name`)}, s.segment_id limit ${MOST_WHOLE} ${hold ? sql`for share of s` : empty}`,
	);
};

/** Whoever is about to use it waits, or is found by whoever asks from now on. Call it before it is asked who uses it. False: it is not there. */
export const holdSegment = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await tx.run(sql`select from segment where customer_id = ${customerId} and segment_id = ${id} for update`)) > 0;

const InRow = row({ set_id: uuid });

/** Of the segments that may be used in this scope those that somebody is in, by name. */
export const segmentsWith = async (tx: Tx, scope: Scope, person: string): Promise<SegmentRow[]> => {
	const { customerId } = scope;
	const usable = await readSegments(tx, scope);
	const rows = await tx.rows(
		InRow,
		sql`select c.set_id from person n
			join set_chunk c on c.customer_id = ${customerId} and c.chunk = n.number / 65536 and get_bit(c.bits, n.number % 65536) = 1
		where n.customer_id = ${customerId} and n.person = ${person}::uuid and c.set_id = any(${usable.map((one) => one.segment_id)}::uuid[])`,
	);
	const inside = new Set(rows.map((one) => one.set_id));
	return usable.filter((one) => inside.has(one.segment_id));
};

/** What is written of a segment. */
export interface SegmentFacts {
	readonly name: string;
	readonly weight: number;
	readonly cost: number;
	readonly isPublic: boolean;
	readonly isDomainSpecific: boolean;
	readonly isCustomerSpecific: boolean;
	readonly isAdminOnly: boolean;
	readonly domainId: string | null;
	readonly isActive: boolean;
}

export const insertSegment = (tx: Tx, customerId: number, id: string, facts: SegmentFacts, by: string): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into segment (customer_id, segment_id, name, weight, cost, is_public, is_domain_specific, is_customer_specific, is_admin_only,
			domain_id, is_active, created_at, created_by, changed_at)
		values (${customerId}, ${id}, ${facts.name}, ${facts.weight}, ${facts.cost}, ${facts.isPublic}, ${facts.isDomainSpecific},
			${facts.isCustomerSpecific}, ${facts.isAdminOnly}, ${facts.domainId}::uuid, ${facts.isActive}, ${at}, ${by}, ${at})`);
};

export const updateSegment = (tx: Tx, customerId: number, id: string, facts: SegmentFacts): Promise<number> =>
	tx.run(sql`update segment set name = ${facts.name}, weight = ${facts.weight}, cost = ${facts.cost}, is_public = ${facts.isPublic},
			is_domain_specific = ${facts.isDomainSpecific}, is_customer_specific = ${facts.isCustomerSpecific},
			is_admin_only = ${facts.isAdminOnly}, domain_id = ${facts.domainId}::uuid, is_active = ${facts.isActive}, changed_at = ${now()}
		where customer_id = ${customerId} and segment_id = ${id}`);

export const deleteSegment = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from segment_member where customer_id = ${customerId} and segment_id = ${id}`);
	await tx.run(sql`delete from segment where customer_id = ${customerId} and segment_id = ${id}`);
};

const There = row({ there: bool });

/** Whether another segment of the customer has this name. */
export const nameTaken = async (tx: Tx, customerId: number, name: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'segments');
	const found = await tx.first(
		There,
		sql`select exists (select 1 from segment where customer_id = ${customerId} and lower(name) = lower(${name})
			and (${but}::uuid is null or segment_id <> ${but})) as there`,
	);
	return found?.there ?? false;
};

/** Whether anybody was put into it. */
export const hasMembers = async (tx: Tx, customerId: number, id: string): Promise<boolean> => {
	const found = await tx.first(
		There,
		sql`select exists (select 1 from segment_member where customer_id = ${customerId} and segment_id = ${id}) as there`,
	);
	return found?.there ?? false;
};

const UserRow = row({ name: text, domain_id: orNull(uuid) });

/** Audiences that join it, and segments whose rules ask about it. */
export const usersOf = async (tx: Tx, { customerId, segmentId, but }: AskedSegment): Promise<NamedUser[]> => {
	const asking = (await ruledSets(tx, customerId)).flatMap(({ set_id: id, rule }) =>
		rule !== null && segmentsIn(rule).includes(segmentId) ? [id] : [],
	);
	const found = await tx.rows(
		UserRow,
		sql`select title as name, domain_id from audience where customer_id = ${customerId} and ${segmentId}::uuid = any(segments)
				and (${but}::uuid is null or domain_id <> ${but})
			union all select name, domain_id from segment where customer_id = ${customerId} and segment_id = any(${asking}::uuid[])
				and (${but}::uuid is null or domain_id <> ${but})`,
	);
	return found.map((one) => ({ name: one.name, domainId: one.domain_id }));
};
