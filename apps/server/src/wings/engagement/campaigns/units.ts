/**
 * What messages come to that are paid by their parts or pages, before any is sent: each is made as it would leave. For as many people as can
 * be waited for it is exact, beyond that it is told from people spread evenly over all of them; a dress rehearsal makes every one.
 */
import { type CampaignBefore, MOST_MADE } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Choice, isIn, lastChunkOf, type Masks, numbersInChunk } from '../../profiles/wing.ts';
import { sendingBy } from '../channels/all.ts';
import type { Channel, Dressed } from '../channels/channel.ts';
import { frozenIn } from '../channels/frozen.ts';
import { type Made, TemplateFailed } from '../message.ts';
import { type Sampled, samplesOf } from './sample.ts';

export type Units = NonNullable<CampaignBefore['lanes'][number]['units']>;

/** Numbers of at most so many of these people, spread evenly over them. @param excused who of them gets nothing for a while */
export const someOf = async (tx: Tx, customerId: number, whom: Choice, excused: Masks, count: number, most: number): Promise<number[]> => {
	const last = await lastChunkOf(tx, customerId, [whom]);
	const some: number[] = [];
	const step = Math.max(1, count / most);
	let next = 0;
	let at = 0;
	for (let chunk = 0; chunk <= last && some.length < most; chunk++) {
		const [found = []] = await numbersInChunk(tx, customerId, [whom], chunk);
		for (const number of found) {
			if (isIn(excused, number)) continue;
			if (at++ < next) continue;
			some.push(number);
			next += step;
		}
	}
	return some;
};

/** A message as it would leave, and what it comes to. */
export interface UnitsMade {
	readonly to: Dressed;
	readonly message: Made;
	readonly units: number;
}

/**
 * Messages of as many of these people as can be waited for. Null: it fails when it is sent, and costs nothing then.
 * @param count how many people get it
 */
export async function* unitsMade(
	tx: Tx,
	sampled: Sampled,
	unitsIn: NonNullable<Channel['unitsOf']>,
	whom: Choice,
	excused: Masks,
	count: number,
): AsyncGenerator<UnitsMade | null> {
	const { customerId, plan, connector } = sampled;
	const numbers = await someOf(tx, customerId, whom, excused, count, MOST_MADE);
	for await (const { to, make } of samplesOf(tx, sampled, numbers)) {
		let one: UnitsMade | null = null;
		try {
			const message = make();
			one = { to, message, units: unitsIn(message, to, { connector, plan }) };
		} catch (error) {
			if (!(error instanceof TemplateFailed)) throw error;
		}
		yield one;
	}
}

/** How many people each whose message was made stands for. */
export const shareOf = (count: number, made: number): { readonly isExact: boolean; readonly share: number } => {
	const isExact = count <= MOST_MADE;
	return { isExact, share: isExact || made === 0 ? 1 : count / made };
};

/**
 * How many messages come to how many units, most first, and how many cannot be made. Null: each message of the channel is one, and none is
 * tried; `units` null: each that can be made is one.
 * @param count how many people get it
 */
export const unitsOf = async (
	tx: Tx,
	sampled: Sampled,
	whom: Choice,
	excused: Masks,
	count: number,
): Promise<{ readonly units: Units | null; readonly isExact: boolean; readonly costMicros: number; readonly failed: number } | null> => {
	const { customerId, plan, lane } = sampled;
	const channel = sendingBy(lane.channel);
	const tries = await channel?.tries?.(await frozenIn(tx, customerId, lane), plan);
	const asOne: Channel['unitsOf'] =
		tries &&
		((_, to) => {
			tries(to);
			return 1;
		});
	const unitsIn = channel?.unitsOf ?? asOne;
	if (!unitsIn) return null;
	const found = new Map<number, number>();
	let made = 0;
	let failed = 0;
	for await (const one of unitsMade(tx, sampled, unitsIn, whom, excused, count)) {
		made += 1;
		if (one) found.set(one.units, (found.get(one.units) ?? 0) + 1);
		else failed += 1;
	}
	const { isExact, share } = shareOf(count, made);
	const all = (units: number, people: number): number => (lane.baseMicros + units * lane.priceMicros) * people;
	const units = [...found].map(([units, people]) => ({ units, people: Math.round(people * share) })).sort((a, b) => a.units - b.units);
	return {
		units: unitsIn === asOne ? null : units,
		isExact: isExact || (unitsIn === asOne && failed === 0),
		costMicros: units.reduce((sum, one) => sum + all(one.units, one.people), 0),
		failed: Math.round(failed * share),
	};
};
