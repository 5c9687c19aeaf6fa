/**
 * A rule as a condition of PostgreSQL over `pn` (person) and `p` (profile, which need not be there). Every condition is true or
 * false, never unknown: *is not* holds of whoever has nothing there too, so that a condition and its opposite make everybody.
 */
import { inAscii } from '@luvalla/contract/fields.ts';
import {
	isLeaf,
	isPlaceable,
	kindOf,
	partsOf,
	problemOfValue,
	type Rule,
	type RuleLeaf,
	type RuleOperator,
} from '@luvalla/contract/rules.ts';
import { empty, join, type Sql, sql } from '#kernel/storage/rows.ts';
import { normalPhone } from '../../people/wing.ts';
import { identifiersOf, knownOn, saidOn } from '../members.ts';
import { CHUNK } from '../sets/bits.ts';

export interface RuleTime {
	readonly customerId: number;
	/** The moment that days and windows are counted from. */
	readonly at: Date;
}

const DAY_MS = 86_400_000;

/** The day of a moment, UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/** People: persons of a customer that no merge leads away from, each with what is known of them. */
export const peopleFrom = (customerId: number): Sql => sql`person pn
	left join profile p on p.customer_id = ${customerId} and p.number = pn.number
	where pn.customer_id = ${customerId} and not exists (
		select 1 from person_alias a where a.customer_id = ${customerId} and a.gone = pn.person and a.undone_at is null)`;

// Said as cases: of a coalesced array PostgreSQL expects nothing, and reads every event of a type for each person.
export const MEMBERS = sql`case when p.members is null then array[pn.person] else p.members end`;
const NUMBERS = sql`case when p.numbers is null then array[pn.number] else p.numbers end`;

/** Operators that say the opposite of another one. */
const OPPOSITES: Partial<Record<RuleOperator, RuleOperator>> = { isNot: 'is', noneOf: 'oneOf', unknown: 'known' };

type Value = RuleLeaf['value'];

/** What is asked for in small letters, made by PostgreSQL as those of what is there: JavaScript's are others for İ and Σ. */
const small = (asked: string): Sql => sql`lower(${asked}::text)`;

/** Stands between texts that are asked for together, and in none of them. */
const BETWEEN = '\u0001';

/** What is asked for as what is there was kept: letters composed, no blanks around it. */
const keptAs = (is: RuleOperator, value: unknown): string => {
	const asked = String(value).normalize('NFC');
	// A part of a text may begin or end with a blank.
	return is === 'contains' ? asked : is === 'startsWith' ? asked.trimStart() : asked.trim();
};

/** The same of what people are known by: numbers as we write them, and addresses without blanks, their hosts in the xn-- form. */
const namedAs =
	(kind: string) =>
	(is: RuleOperator, value: unknown): string => {
		const asked = keptAs(is, value).trim();
		// A host may be asked for alone, as a part of an address.
		if (kind === 'email') return inAscii(`@${asked}`).slice(1);
		if (kind !== 'phone') return asked;
		return normalPhone(asked) ?? asked.replace(/[\s().-]/g, '');
	};

/** Whether a text that is there is as asked. */
const ofText = (text: Sql, is: RuleOperator, value: Value, asKept = keptAs): Sql => {
	const asked = (): Sql => small(asKept(is, value));
	switch (is) {
		case 'contains':
			return sql`position(${asked()} in lower(${text})) > 0`;
		case 'startsWith':
			return sql`starts_with(lower(${text}), ${asked()})`;
		case 'oneOf': {
			const all = (Array.isArray(value) ? value : [String(value)]).map((one) => asKept(is, one));
			// However many there are, they are one parameter: a statement takes no more than 65,535.
			const written = all.filter((one) => !one.includes(BETWEEN)).join(BETWEEN);
			return sql`lower(${text}) = any(string_to_array(${small(written)}, ${BETWEEN}::text))`;
		}
		case 'known':
			return sql`${text} <> ''`;
		default:
			return sql`lower(${text}) = ${asked()}`;
	}
};

const ofNumber = (number: Sql, is: RuleOperator, value: Value): Sql => {
	const asked = sql`${String(value)}::numeric`;
	switch (is) {
		case 'atLeast':
			return sql`${number} >= ${asked}`;
		case 'atMost':
			return sql`${number} <= ${asked}`;
		case 'known':
			return sql`${number} is not null`;
		default:
			return sql`${number} = ${asked}`;
	}
};

/** The same of a number that is here. */
export const holdsOf = (is: RuleOperator, number: number, value: number): boolean =>
	is === 'atLeast' ? number >= value : is === 'atMost' ? number <= value : is === 'known' || number === value;

/** Days as YYYY-MM-DD, which sort as they are. */
const ofDay = (day: Sql, is: RuleOperator, value: Value, at: Date): Sql => {
	switch (is) {
		case 'inLast':
			return sql`${day} > ${dayOf(daysBefore(at, Number(value)))} and ${day} <= ${dayOf(at)}`;
		case 'before':
			return sql`${day} < ${String(value)}`;
		case 'after':
			return sql`${day} > ${String(value)}`;
		case 'known':
			return sql`${day} <> ''`;
		default:
			return sql`${day} = ${String(value)}`;
	}
};

/** A value kept as JSON, if it is of the kind asked about. */
const ofJson = (json: Sql, asText: Sql, kind: 'text' | 'number' | 'date' | 'yesno', is: RuleOperator, value: Value, at: Date): Sql => {
	switch (kind) {
		case 'number':
			return ofNumber(sql`case when jsonb_typeof(${json}) = 'number' then (${asText})::numeric end`, is, value);
		case 'yesno':
			return is === 'known' ? sql`jsonb_typeof(${json}) = 'boolean'` : sql`${json} = ${JSON.stringify(value === true)}::jsonb`;
		case 'date':
			return ofDay(sql`(${asText} collate "C")`, is, value, at);
		case 'text':
			return ofText(asText, is, value);
	}
};

/** What a JSON value is asked as: as it is kept, if the rule can ask that of it; its kind may be another by now. Else by the value that stands in the rule. */
const kindAsked = (is: RuleOperator, value: Value, kind: string | undefined): 'text' | 'number' | 'date' | 'yesno' => {
	const known = kind === 'number' || kind === 'date' || kind === 'yesno' || kind === 'text';
	if (known && problemOfValue({ key: '', kind }, is, value) === null) return kind;
	if (typeof value === 'number') return is === 'inLast' ? 'date' : 'number';
	if (typeof value === 'boolean') return 'yesno';
	return is === 'before' || is === 'after' ? 'date' : 'text';
};

/** Texts of a profile by the names of their fields, over `p`. */
export const COLUMNS = {
	firstName: sql`p.first_name`,
	lastName: sql`p.last_name`,
	postalCode: sql`p.postal_code`,
	city: sql`p.city`,
	country: sql`p.country`,
	locale: sql`p.locale`,
	timeZone: sql`p.time_zone`,
} as const;
export const isColumn = (key: string): key is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, key);
const dayIn = (instant: Sql): Sql => sql`(to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD') collate "C")`;

const ofInstant = (instant: Sql, is: RuleOperator, value: Value, at: Date): Sql =>
	is === 'known' ? sql`${instant} is not null` : ofDay(dayIn(instant), is, value, at);

/** The part of a field's key behind its group. */
const restOf = (key: string): string => key.slice(key.indexOf('.') + 1);

/** Kinds of attributes and of events' properties, as far as a rule names any. */
export type KindOf = (field: string, property?: string) => string | undefined;

/** Which events a condition is about, over `e`: whoever's they are. */
export const eventConditions = ({ field, within, where, domains }: RuleLeaf, { at }: RuleTime, kindOf: KindOf): Sql => {
	const conditions = [
		sql`e.type = ${restOf(field)}`,
		...(within === undefined ? [] : [sql`e.at > ${daysBefore(at, within)}`]),
		...(domains === undefined ? [] : [sql`e.domain_id = any(${domains}::uuid[])`]),
		...(where ?? []).map(({ property, is, value }) => {
			const opposite = OPPOSITES[is];
			const asked = ofJson(
				sql`e.properties->${property}::text`,
				sql`e.properties->>${property}::text`,
				kindAsked(is, value, kindOf(field, property)),
				opposite ?? is,
				value,
				at,
			);
			return opposite ? sql`not coalesce(${asked}, false)` : sql`coalesce(${asked}, false)`;
		}),
	];
	return join(conditions, ' and ');
};

/** Events of one person that a condition is about. */
export const eventsOf = (leaf: RuleLeaf, time: RuleTime, kindOf: KindOf): Sql =>
	sql`from event e where e.customer_id = ${time.customerId} and e.number = any(${NUMBERS}) and ${eventConditions(leaf, time, kindOf)}`;

/** What a condition about what people are known by asks of an identifier `i`; null: it asks something else. */
export const namedCondition = ({ field: key, value }: RuleLeaf, is: RuleOperator): Sql | null => {
	if (key === 'mailable') return sql`i.kind = 'email' and i.bounced_at is null`;
	if (key === 'textable') return sql`i.kind = 'phone' and i.bounced_at is null`;
	if (key !== 'email' && key !== 'phone' && key !== 'externalId') return null;
	return sql`i.kind = ${key} and ${ofText(sql`i.value`, is, value, namedAs(key))}`;
};

/** A condition that says something is so, not its opposite. */
const positive = (leaf: RuleLeaf, is: RuleOperator, time: RuleTime, kinds: KindOf): Sql => {
	const { customerId, at } = time;
	const { field: key, value, domains } = leaf;
	const there = domains === undefined ? empty : sql` and ${saidOn(customerId, domains)}`;
	if (isColumn(key)) return ofText(COLUMNS[key], is, value);
	if (key === 'createdAt') return ofInstant(sql`pn.created_at`, is, value, at);
	if (key === 'seenAt')
		return sql`exists (select 1 from profile_seen s where s.customer_id = ${customerId} and s.number = pn.number and ${ofInstant(sql`s.seen_at`, is, value, at)})`;
	const named = namedCondition(leaf, is);
	if (named) return sql`exists (select 1 from ${identifiersOf(customerId, MEMBERS)} where ${named}${there})`;
	if (key === 'stopped')
		return sql`exists (select 1 from person_stop o where o.customer_id = ${customerId} and o.person = any(${MEMBERS}))`;
	if (key.startsWith('off.'))
		return sql`exists (select 1 from person_channel_no o where o.customer_id = ${customerId} and o.person = any(${MEMBERS})
			and o.channel = ${Number(restOf(key))})`;
	if (key === 'device')
		return sql`exists (select 1 from device_token o where o.customer_id = ${customerId} and o.person = any(${MEMBERS}) and o.dead_at is null)`;
	if (key === 'browser') return sql`exists (select 1 from device o where o.customer_id = ${customerId} and o.person = any(${MEMBERS}))`;
	if (key === 'post') return sql`p.street <> '' and p.postal_code <> '' and p.city <> ''`;
	if (key.startsWith('attribute.')) {
		const name = restOf(key);
		return ofJson(sql`p.attributes->${name}::text`, sql`p.attributes->>${name}::text`, kindAsked(is, value, kinds(key)), is, value, at);
	}
	if (key.startsWith('consent.')) {
		const said = sql`select 1 from consent_state c
			where c.customer_id = ${customerId} and c.person = pn.person and c.purpose_id = ${restOf(key)}::uuid`;
		return value === 'none' ? sql`not exists (${said})` : sql`exists (${said} and c.value = ${value === 'yes'})`;
	}
	// A yes to this version of the words or to a later one.
	if (key.startsWith('stands.'))
		return sql`exists (select 1 from consent_state c where c.customer_id = ${customerId} and c.person = pn.person
			and c.purpose_id = ${restOf(key)}::uuid and c.value and c.purpose_version >= ${Number(value)}::int)`;
	if (key.startsWith('segment.')) {
		const inside = sql`exists (select 1 from set_chunk c where c.customer_id = ${customerId} and c.set_id = ${restOf(key)}::uuid
			and c.chunk = pn.number / ${CHUNK}::int and get_bit(c.bits, pn.number % ${CHUNK}::int) = 1)`;
		return value === true ? inside : sql`not ${inside}`;
	}
	if (key.startsWith('event.')) {
		const events = eventsOf(leaf, time, kinds);
		if (is === 'atLeast' && value === 1) return sql`exists (select 1 ${events})`;
		return ofNumber(sql`(select count(*) ${events})`, is, value);
	}
	return sql`false`;
};

/** The operator that a condition asks by: the opposite of one that says what is not so. */
export const askedAs = ({ is }: RuleLeaf): RuleOperator => OPPOSITES[is] ?? is;

/**
 * A condition alone. Of some domains, whoever is not known there is not asked about: neither it nor its opposite holds of them.
 * @param known how what it asks (`askedAs`) is answered, where that is known already
 */
export const leafCondition = (leaf: RuleLeaf, time: RuleTime, kinds: KindOf, known?: Sql): Sql => {
	const asked = known ?? positive(leaf, askedAs(leaf), time, kinds);
	const holds = askedAs(leaf) !== leaf.is ? sql`not coalesce(${asked}, false)` : sql`coalesce(${asked}, false)`;
	const { field, domains } = leaf;
	if (domains === undefined || field.startsWith('event.') || !isPlaceable(field)) return holds;
	return sql`(${holds} and ${knownOn(time.customerId, MEMBERS, domains)})`;
};

/** A whole rule, of what its conditions are in SQL. An empty group holds of everybody, but for `any`, of which nothing holds. */
export const joinedBy = (rule: Rule, sqlOf: (leaf: RuleLeaf) => Sql): Sql => {
	if (isLeaf(rule)) return sqlOf(rule);
	const own = partsOf(rule).map((part) => joinedBy(part, sqlOf));
	const kind = kindOf(rule);
	if (own.length === 0) return kind === 'any' ? sql`false` : sql`true`;
	const joined = sql`(${join(own, kind === 'all' ? ' and ' : ' or ')})`;
	return kind === 'not' ? sql`not ${joined}` : joined;
};

/** A rule as it fills a set: that of a domain's own admin holds of nobody who is unknown on their domains, whatever it leaves out. */
export const filledBy = (
	customerId: number,
	{ rule, domains }: { readonly rule: Rule; readonly domains: readonly string[] | null },
	sqlOf: (leaf: RuleLeaf) => Sql,
): Sql => {
	const holds = joinedBy(rule, sqlOf);
	return domains === null ? holds : sql`(${holds} and ${knownOn(customerId, MEMBERS, domains)})`;
};

/** Every condition of a rule with its place. */
export const leavesOf = (rule: Rule, path: readonly number[] = []): { path: readonly number[]; leaf: RuleLeaf }[] =>
	isLeaf(rule) ? [{ path, leaf: rule }] : partsOf(rule).flatMap((part, n) => leavesOf(part, [...path, n]));

/** Segments that a rule refers to. */
export const segmentsIn = (rule: Rule): string[] => [
	...new Set(leavesOf(rule).flatMap(({ leaf }) => (leaf.field.startsWith('segment.') ? [restOf(leaf.field)] : []))),
];
