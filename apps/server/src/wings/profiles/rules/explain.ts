/** Why a rule holds of somebody, or not: each condition, what it finds, and when that will be otherwise by itself. */
import type { RuleFinding } from '@luvalla/contract/profiles/segments.ts';
import { kindOf as groupKind, isLeaf, partsOf, type Rule, type RuleLeaf } from '@luvalla/contract/rules.ts';
import { bool, empty, instant, int, join, orNull, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { saidOn } from '../members.ts';
import { COLUMNS, eventsOf, filledBy, isColumn, type KindOf, leafCondition, leavesOf, peopleFrom, type RuleTime } from './compile.ts';

const DAY_MS = 86_400_000;

const Found = row({ place: int, holds: bool, value: orNull(text), until: orNull(instant) });
const Held = row({ held: bool });

/** What somebody has there, as text. */
const foundOf = (leaf: RuleLeaf, time: RuleTime, kinds: KindOf): Sql => {
	const { customerId } = time;
	const { field: key, domains } = leaf;
	const rest = key.slice(key.indexOf('.') + 1);
	const members = sql`case when p.members is null then array[pn.person] else p.members end`;
	if (key.startsWith('event.')) return sql`(select count(*)::text ${eventsOf(leaf, time, kinds)})`;
	if (key.startsWith('consent.'))
		return sql`coalesce((select case when c.value then 'yes' else 'no' end from consent_state c
			where c.customer_id = ${customerId} and c.person = pn.person and c.purpose_id = ${rest}::uuid), 'none')`;
	if (key.startsWith('attribute.')) return sql`(p.attributes->>${rest}::text)`;
	if (key === 'email' || key === 'phone' || key === 'externalId')
		return sql`(select min(i.value) from person_identifier i
			where i.customer_id = ${customerId} and i.person = any(${members}) and i.kind = ${key}
				${domains === undefined ? empty : sql`and ${saidOn(customerId, domains)}`})`;
	if (isColumn(key)) return COLUMNS[key];
	switch (key) {
		case 'createdAt':
			return sql`to_char(pn.created_at at time zone 'UTC', 'YYYY-MM-DD')`;
		case 'seenAt':
			return sql`(select to_char(s.seen_at at time zone 'UTC', 'YYYY-MM-DD') from profile_seen s
				where s.customer_id = ${customerId} and s.number = pn.number)`;
		default:
			return sql`null::text`;
	}
};

/** When what happened within a window will count otherwise, if nothing more happens. */
const untilOf = (leaf: RuleLeaf, time: RuleTime, kinds: KindOf): Sql => {
	const { within, is, value } = leaf;
	if (within === undefined || typeof value !== 'number') return sql`null::timestamptz`;
	// The one whose end turns the condition: of at least n the nth latest, of at most n the one before that; else the next to end.
	const place = is === 'atLeast' ? value - 1 : is === 'atMost' ? value : null;
	const order = place === null ? sql`order by e.at asc` : sql`order by e.at desc offset ${Math.max(0, place)}`;
	return sql`(select e.at + ${`${within} days`}::interval ${eventsOf(leaf, time, kinds)} ${order} limit 1)`;
};

const valueIn = (leaf: RuleLeaf, value: string | null, kinds: KindOf): RuleFinding['value'] => {
	if (value === null) return null;
	const kind = kinds(leaf.field);
	if (kind === 'number') return Number(value);
	if (kind === 'yesno') return value === 'true';
	return value;
};

/** The first condition, as it is read, for which the rule does not hold; null when it holds. */
const firstFailed = (rule: Rule, holds: (path: readonly number[]) => boolean, path: readonly number[] = []): readonly number[] | null => {
	if (isLeaf(rule)) return holds(path) ? null : path;
	const own = partsOf(rule).map((part, n) => firstFailed(part, holds, [...path, n]));
	const kind = groupKind(rule);
	if (kind === 'all') return own.find((failed) => failed !== null) ?? null;
	if (kind === 'any') return own.some((failed) => failed === null) ? null : (own[0] ?? path);
	const held = own.indexOf(null);
	return held < 0 ? null : [...path, held];
};

export interface Explained {
	readonly in: boolean;
	readonly findings: RuleFinding[];
	readonly first: readonly number[] | null;
}

/** Null when there is nobody of this id. */
export const explainRule = async (
	tx: Tx,
	{ rule, domains }: { readonly rule: Rule; readonly domains: readonly string[] | null },
	person: string,
	time: RuleTime,
	kinds: KindOf,
): Promise<Explained | null> => {
	const { customerId } = time;
	const whom = sql`${peopleFrom(customerId)} and pn.person = ${person}`;
	const all = await tx.first(
		Held,
		sql`select ${filledBy(customerId, { rule, domains }, (leaf) => leafCondition(leaf, time, kinds))} as held from ${whom}`,
	);
	if (!all) return null;
	const leaves = leavesOf(rule);
	const rows = leaves.length
		? await tx.rows(
				Found,
				join(
					leaves.map(
						({ leaf }, n) =>
							sql`(select ${n}::int as place, ${leafCondition(leaf, time, kinds)} as holds, ${foundOf(leaf, time, kinds)} as value, ${untilOf(leaf, time, kinds)} as until from ${whom})`,
					),
					' union all ',
				),
			)
		: [];
	const findings = leaves.map(({ path, leaf }, n): RuleFinding => {
		const found = rows.find(({ place }) => place === n);
		const segment = leaf.field.startsWith('segment.');
		const inLast = leaf.is === 'inLast' && found?.holds === true && found.value !== null;
		return {
			path: [...path],
			holds: found?.holds ?? false,
			value: segment ? found?.holds === (leaf.value === true) : valueIn(leaf, found?.value ?? null, kinds),
			until: inLast
				? new Date(Date.parse(String(found.value)) + Number(leaf.value) * DAY_MS).toISOString()
				: (found?.until?.toISOString() ?? null),
		};
	});
	const byPlace = new Map(findings.map(({ path, holds }) => [path.join('.'), holds]));
	return { in: all.held, findings, first: firstFailed(rule, (path) => byPlace.get(path.join('.')) ?? false) };
};
