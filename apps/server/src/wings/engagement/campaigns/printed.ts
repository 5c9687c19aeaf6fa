/**
 * Who of a lane gets nothing on paper though every set lets them be reached: their country is none, or the font lacks a sign of theirs. Who
 * may be among them is found in what is known of everybody; each of these is made as it would leave.
 */
import { MOST_MADE } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { int, ints, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { type Choice, isIn, knownThere, lastChunkOf, type Masks, numbersInChunk } from '../../profiles/wing.ts';
import { sendingBy } from '../channels/all.ts';
import { isFiling, type Lacking, type Prints } from '../channels/channel.ts';
import { frozenIn } from '../channels/frozen.ts';
import { TemplateFailed } from '../message.ts';
import { type Problem, problem } from '../problems.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { ownDomainsOf } from '../scope.ts';
import { type Sample, type Sampled, samplesOf } from './sample.ts';

/** How a channel prints; null: nothing of it is a page. */
export const printsBy = (word: PlanLane['channel']): Prints | null => {
	const channel = sendingBy(word);
	return (channel && isFiling(channel) ? channel.prints : undefined) ?? null;
};

/** What of these is in no font that may be used. */
const still = (lacking: readonly Lacking[], { signs }: Plan['options']): Lacking[] =>
	lacking.filter(({ isElsewhere }) => !(signs.other && isElsewhere));

/** Signs of its own words that cannot be printed. @param from who sends it, as it says itself */
export const wordsLacking = async (
	tx: Tx,
	customerId: number,
	prints: Prints,
	lane: Pick<PlanLane, 'constellationId' | 'version'>,
	options: Plan['options'],
	from: readonly string[],
): Promise<Lacking[]> => still(prints.written(await frozenIn(tx, customerId, lane), from), options);

/**
 * Whom somebody may look at. To a domain's own admin those who are known on their domains: that there are others is counted, who they are and
 * where they live is nothing of theirs.
 */
export interface Eyes {
	readonly within: Within;
	/** Those of these people. */
	readonly of: (whom: Choice) => Choice;
	/** It is still counted whom. */
	readonly building: boolean;
}

/** A worker's, and of whoever answers for the customer. */
export const ALL_EYES: Eyes = { within: null, of: (whom) => whom, building: false };

export const eyesOf = async (tx: Tx, scope: Scope): Promise<Eyes> => {
	const within = ownDomainsOf(scope);
	if (within === null) return ALL_EYES;
	const { set, building } = await knownThere(tx, scope.customerId, within);
	return { within, of: (whom) => ({ all: [whom, { in: set }] }), building };
};

/** People of each chunk, without those who get nothing for a while. */
export async function* chunksOfNumbers(tx: Tx, customerId: number, whom: Choice, excused: Masks, eyes = ALL_EYES) {
	const last = await lastChunkOf(tx, customerId, [whom]);
	for (let chunk = 0; chunk <= last; chunk++) {
		const [found = [], open = []] = await numbersInChunk(tx, customerId, [whom, eyes.of(whom)], chunk);
		const numbers = found.filter((number) => !isIn(excused, number));
		if (numbers.length > 0) yield { numbers, seen: open.filter((number) => !isIn(excused, number)) };
	}
}

const CountryRow = row({ country: text, n: int, code: text, city: text });
const OddRow = row({ n: int, some: ints });

export interface Country {
	readonly country: string;
	place: string;
	people: number;
}

export interface Printed {
	/** Whose country is none. */
	readonly nowhere: number;
	readonly countries: readonly Country[];
	/** Who lacks a sign that nothing was chosen for, and gets nothing. */
	readonly lost: number;
	/** By sign, whatever was chosen, of those who may be looked at. */
	readonly lacking: readonly (Lacking & { readonly people: number })[];
	/** Some of those who have one of these, likewise. */
	readonly odd: readonly Sample['to'][];
	/** Each who might lack a sign was made. */
	readonly isExact: boolean;
}

export const printedOf = async (
	tx: Tx,
	sampled: Sampled,
	prints: Prints,
	whom: Choice,
	excused: Masks,
	eyes = ALL_EYES,
): Promise<Printed> => {
	const { customerId, plan, lane, connector } = sampled;
	// Signs of its own words are nobody's alone.
	const own = prints.written(await frozenIn(tx, customerId, lane), [plan.customerName]);
	const countries = new Map<string, Country>();
	const odd: number[] = [];
	const seenOdd = new Set<number>();
	let [nowhere, maybe] = [0, 0];
	const lacks = `[^${prints.ownSigns()}\\s]`;
	for await (const { numbers, seen } of chunksOfNumbers(tx, customerId, whom, excused, eyes)) {
		const those = sql`customer_id = ${customerId} and number = any(${int4s(numbers)}::int[])`;
		const some = (column: Sql): Sql => sql`array_agg(${column} order by number) filter (where number = any(${int4s(seen)}::int[]))`;
		const found = await tx.rows(
			CountryRow,
			sql`select coalesce(country, '') as country, count(*)::int as n, coalesce((${some(sql`postal_code`)})[1], '') as code,
				coalesce((${some(sql`city`)})[1], '') as city from profile where ${those} group by 1`,
		);
		for (const { country, n, code, city } of found) {
			// Where all of them are others' there is no place to show.
			const postal = prints.postal({ person: { street: '-', postal_code: code || '-', city: city || '-', country } }, connector);
			if (postal === null) nowhere += n;
			else {
				const known = countries.get(postal.country) ?? { ...postal, place: '', people: 0 };
				known.people += n;
				if (known.place === '' && code !== '') known.place = postal.place;
				countries.set(postal.country, known);
			}
		}
		const [strange] = await tx.rows(
			OddRow,
			sql`select count(*)::int as n, coalesce((array_agg(number order by number))[1:${MOST_MADE - odd.length}], '{}') as some from profile
			where ${those} and normalize(concat_ws(' ', first_name, last_name, street, postal_code, city, upper(city), attributes::text)) ~ ${lacks}`,
		);
		maybe += strange?.n ?? 0;
		odd.push(...(strange?.some ?? []));
		const open = new Set(seen);
		for (const number of strange?.some ?? []) if (open.has(number)) seenOdd.add(number);
	}
	const bySign = new Map<string, Lacking & { people: number }>();
	const shown: Sample['to'][] = [];
	let lost = 0;
	for await (const { to, make } of samplesOf(tx, sampled, odd, eyes.within)) {
		try {
			const signs = prints.lacking(make(), to, { connector, plan }).filter(({ sign }) => !own.some((one) => one.sign === sign));
			if (signs.length === 0) continue;
			if (still(signs, plan.options).length > 0) lost += 1;
			if (!seenOdd.has(to.entry)) continue;
			shown.push(to);
			for (const one of signs) {
				const known = bySign.get(one.sign) ?? { ...one, people: 0 };
				known.people += 1;
				bySign.set(one.sign, known);
			}
		} catch (error) {
			// Whoever has no address is counted above; a template that fails for somebody is seen when it is rehearsed.
			if (!(error instanceof TemplateFailed)) throw error;
		}
	}
	const share = odd.length === 0 ? 1 : maybe / odd.length;
	return {
		nowhere,
		countries: [...countries.values()].sort((a, b) => b.people - a.people),
		lost: Math.round(lost * share),
		lacking: [...bySign.values()]
			.map((one) => ({ ...one, people: Math.round(one.people * share) }))
			.sort((a, b) => b.people - a.people || (a.sign < b.sign ? -1 : 1)),
		odd: shown,
		isExact: maybe === odd.length,
	};
};

/** What keeps it from being executed until it is chosen what becomes of these people. */
export const namesProblems = ({ options }: Plan, { lost, lacking }: Printed): Problem[] =>
	lost > 0 && !options.signs.leaveOut
		? [
				problem(
					'names_sign_missing',
					still(lacking, options)
						.slice(0, 10)
						.map(({ sign }) => sign)
						.join(' ') || '…',
				),
			]
		: [];
