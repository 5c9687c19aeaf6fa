/** Who is in what, computed plainly from the rows of a customer: no bits, no SQL conditions. What the engine says is held against it. */
import { isLeaf, kindOf, partsOf, type Rule, type RuleLeaf, type RuleOperator } from '@luvalla/contract/rules.ts';
import type { TestApp } from '../app.ts';

const DAY_MS = 86_400_000;

interface PlainPerson {
	readonly person: string;
	readonly number: number;
	readonly members: readonly string[];
	readonly numbers: readonly number[];
	readonly facts: Record<string, unknown>;
	readonly identifiers: readonly { kind: string; value: string; bounced: boolean }[];
	readonly createdAt: Date;
	/** Whether an app of theirs takes messages. */
	readonly device: boolean;
}

interface PlainEvent {
	readonly number: number;
	readonly type: string;
	readonly domain_id: string;
	readonly at: Date;
	readonly properties: Record<string, unknown>;
}

export interface Plain {
	readonly people: readonly PlainPerson[];
	/** Segment by hand → persons as they were written. */
	readonly hand: ReadonlyMap<string, ReadonlySet<string>>;
	readonly consents: ReadonlyMap<string, boolean>;
	readonly events: readonly PlainEvent[];
	readonly rules: ReadonlyMap<string, Rule>;
	readonly at: Date;
}

const FACTS: Record<string, string> = {
	first_name: 'firstName',
	last_name: 'lastName',
	postal_code: 'postalCode',
	city: 'city',
	country: 'country',
	locale: 'locale',
	time_zone: 'timeZone',
};

export const readPlain = (t: TestApp, customerId: number): Promise<Plain> =>
	t.storage.inTenant(customerId, async (tx) => {
		const persons = await tx.query<{ person: string; number: number; created_at: Date }>(
			'select person, number, created_at from person where customer_id = $1',
			[customerId],
		);
		const aliases = await tx.query<{ gone: string; kept: string }>(
			'select gone, kept from person_alias where customer_id = $1 and undone_at is null',
			[customerId],
		);
		const own = await tx.query<{ person: string; facts: Record<string, unknown> }>(
			'select person, facts from profile_own where customer_id = $1',
			[customerId],
		);
		const profiles = await tx.query<
			Record<string, unknown> & { person: string; attributes: Record<string, unknown>; members: string[] | null }
		>('select * from profile where customer_id = $1', [customerId]);
		const identifiers = await tx.query<{ person: string; kind: string; value: string; bounced: boolean }>(
			'select person, kind, value, bounced_at is not null as bounced from person_identifier where customer_id = $1',
			[customerId],
		);
		const tokens = await tx.query<{ person: string }>('select person from device_token where customer_id = $1 and dead_at is null', [
			customerId,
		]);
		const above = new Map(aliases.map(({ gone, kept }) => [gone, kept]));
		const top = (person: string): string => (above.has(person) ? top(above.get(person) ?? '') : person);
		const clusters = Map.groupBy(persons, ({ person }) => top(person));
		const ownOf = new Map(own.map((one) => [one.person, one.facts]));
		const alone = new Map(
			profiles
				.filter((one) => one.members === null)
				.map((one) => [
					one.person,
					{
						...Object.fromEntries(Object.entries(FACTS).flatMap(([column, key]) => (one[column] === null ? [] : [[key, one[column]]]))),
						attributes: one.attributes,
					},
				]),
		);
		const people = [...clusters].map(([kept, all]): PlainPerson => {
			const members = [...all].sort((a, b) => Number(b.person === kept) - Number(a.person === kept) || a.number - b.number);
			const known = members.map(({ person }) => ownOf.get(person) ?? alone.get(person) ?? {});
			const attributes = Object.assign({}, ...[...known].reverse().map((one) => one.attributes ?? {}));
			const facts: Record<string, unknown> = { ...Object.assign({}, ...[...known].reverse()), attributes };
			return {
				person: kept,
				number: members[0]?.number ?? -1,
				members: members.map(({ person }) => person),
				numbers: members.map(({ number }) => number),
				facts,
				identifiers: identifiers.filter((one) => members.some(({ person }) => person === one.person)),
				createdAt: members[0]?.created_at ?? new Date(0),
				device: tokens.some((one) => members.some(({ person }) => person === one.person)),
			};
		});
		const hand = await tx.query<{ segment_id: string; person: string }>(
			'select segment_id, person from segment_member where customer_id = $1',
			[customerId],
		);
		const said = await tx.query<{ person: string; purpose_id: string; value: boolean }>(
			'select person, purpose_id, value from consent_state where customer_id = $1',
			[customerId],
		);
		const events = await tx.query<PlainEvent>('select number, type, domain_id, at, properties from event where customer_id = $1', [
			customerId,
		]);
		const sets = await tx.query<{ set_id: string; rule: Rule | null }>('select set_id, rule from people_set where customer_id = $1', [
			customerId,
		]);
		return {
			people,
			hand: new Map([...Map.groupBy(hand, (one) => one.segment_id)].map(([id, rows]) => [id, new Set(rows.map(({ person }) => person))])),
			consents: new Map(said.map((one) => [`${one.person} ${one.purpose_id}`, one.value])),
			events,
			rules: new Map(sets.flatMap(({ set_id: id, rule }) => (rule === null ? [] : [[id, rule]]))),
			at: new Date(),
		};
	});

const POSITIVE: Partial<Record<RuleOperator, RuleOperator>> = { isNot: 'is', noneOf: 'oneOf', unknown: 'known' };

const holdsOf = (value: unknown, is: RuleOperator, asked: RuleLeaf['value'], at: Date): boolean => {
	if (value === undefined || value === null || value === '') return false;
	const low = (one: unknown) => String(one).toLowerCase();
	switch (is) {
		case 'known':
			return true;
		case 'is':
			return typeof value === 'string' ? low(value) === low(asked) : value === asked;
		case 'oneOf':
			return Array.isArray(asked) && asked.map(low).includes(low(value));
		case 'contains':
			return low(value).includes(low(asked));
		case 'startsWith':
			return low(value).startsWith(low(asked));
		case 'atLeast':
			return Number(value) >= Number(asked);
		case 'atMost':
			return Number(value) <= Number(asked);
		case 'before':
			return String(value) < String(asked);
		case 'after':
			return String(value) > String(asked);
		case 'inLast': {
			const today = at.toISOString().slice(0, 10);
			const from = new Date(at.getTime() - Number(asked) * DAY_MS).toISOString().slice(0, 10);
			return String(value) > from && String(value) <= today;
		}
		default:
			throw new Error(is);
	}
};

const leafHolds = (plain: Plain, one: PlainPerson, leaf: RuleLeaf): boolean => {
	const { field, value, within, where, domains } = leaf;
	const opposite = POSITIVE[leaf.is];
	const is = opposite ?? leaf.is;
	const rest = field.slice(field.indexOf('.') + 1);
	const positive = (): boolean => {
		if (field.startsWith('attribute.'))
			return holdsOf((one.facts.attributes as Record<string, unknown> | undefined)?.[rest], is, value, plain.at);
		if (field.startsWith('consent.')) {
			const said = plain.consents.get(`${one.person} ${rest}`);
			return (said === undefined ? 'none' : said ? 'yes' : 'no') === value;
		}
		if (field.startsWith('segment.')) return isIn(plain, one, rest) === value;
		// Nobody of these stops anything.
		if (field === 'stopped') return false;
		if (field === 'device') return one.device;
		if (field === 'mailable') return one.identifiers.some(({ kind, bounced }) => kind === 'email' && !bounced);
		if (field === 'textable') return one.identifiers.some(({ kind, bounced }) => kind === 'phone' && !bounced);
		if (field === 'email' || field === 'phone' || field === 'externalId')
			return one.identifiers.some((known) => known.kind === field && holdsOf(known.value, is, value, plain.at));
		if (field === 'createdAt') return holdsOf(one.createdAt.toISOString().slice(0, 10), is, value, plain.at);
		if (field.startsWith('event.')) {
			const count = plain.events.filter(
				(event) =>
					one.numbers.includes(event.number) &&
					event.type === rest &&
					(domains === undefined || domains.includes(event.domain_id)) &&
					(within === undefined || event.at.getTime() > plain.at.getTime() - within * DAY_MS) &&
					(where ?? []).every(({ property, is: asked, value: wanted }) => {
						const other = POSITIVE[asked];
						const found = holdsOf(event.properties[property], other ?? asked, wanted, plain.at);
						return other ? !found : found;
					}),
			).length;
			return holdsOf(count, is, value, plain.at);
		}
		return holdsOf(one.facts[field], is, value, plain.at);
	};
	return opposite ? !positive() : positive();
};

const ruleHolds = (plain: Plain, one: PlainPerson, rule: Rule): boolean => {
	if (isLeaf(rule)) return leafHolds(plain, one, rule);
	const own = partsOf(rule).map((part) => ruleHolds(plain, one, part));
	const kind = kindOf(rule);
	return kind === 'all' ? own.every(Boolean) : kind === 'any' ? own.some(Boolean) : !own.some(Boolean);
};

/** Whether somebody is in a segment, or in a set of ours. */
export const isIn = (plain: Plain, one: PlainPerson, id: string): boolean => {
	const rule = plain.rules.get(id);
	if (rule) return ruleHolds(plain, one, rule);
	const there = plain.hand.get(id);
	return there !== undefined && one.members.some((member) => there.has(member));
};

/** Numbers in a segment, smallest first. */
export const numbersInPlain = (plain: Plain, id: string): number[] =>
	plain.people
		.filter((one) => isIn(plain, one, id))
		.map(({ number }) => number)
		.sort((a, b) => a - b);

/**
 * Who belongs in a segment that a banner names for a purpose, by the records alone: somebody whose present answer is yes, and who said
 * yes under a banner after the last no of anybody who is one with them.
 */
export const chosenInPlain = (t: TestApp, customerId: number, purposeId: string, plain: Plain): Promise<string[]> =>
	t.storage.inTenant(customerId, async (tx) => {
		const records = await tx.query<{ id: string; person: string; value: boolean; said: Date; banner: boolean }>(
			`select r.id, r.person, r.value, least(r.at, r.received_at) as said, r.configuration is not null as banner from consent_record r
			where r.customer_id = $1 and r.purpose_id = $2 and r.person is not null and not exists
				(select 1 from consent_behind b where b.customer_id = $1 and b.record_at = r.at and b.record_id = r.id)`,
			[customerId, purposeId],
		);
		const shared = await tx.query<{ person: string; id: string }>(
			'select person, record_id as id from consent_shared_no where customer_id = $1',
			[customerId],
		);
		return plain.people
			.filter(({ person, members }) => {
				if (plain.consents.get(`${person} ${purposeId}`) !== true) return false;
				const mine = records.filter(
					(one) => members.includes(one.person) || shared.some(({ id, person: also }) => id === one.id && members.includes(also)),
				);
				const lastNo = Math.max(0, ...mine.filter((one) => !one.value).map(({ said }) => said.getTime()));
				return mine.some((one) => one.value && one.banner && members.includes(one.person) && one.said.getTime() > lastNo);
			})
			.map(({ person }) => person)
			.sort();
	});
