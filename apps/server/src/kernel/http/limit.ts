/** Holds what the contract says may be asked: by address before it is known who asks, by asker and customer once it is. */
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { EVERY_CALL, type Rate } from '@luvalla/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { Asker } from '#kernel/access/asker.ts';
import { type Buckets, createBuckets } from '#kernel/access/buckets.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { hostOf, takeOne } from '#kernel/access/limits.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { tooMany } from './errors.ts';

/** A rate by address that pages and files share with calls: it has a name of its own. */
export type NamedRate = Rate & { readonly by: 'address'; readonly over: string };

const ratesOf = (call: CallShape, by: Rate['by']): Rate[] =>
	(call.limits ?? []).flatMap((limit) => (limit.by === by && 'count' in limit ? [limit] : []));

export const createLimits = (kernel: Pick<Kernel, 'storage' | 'secrets'>) => {
	const buckets = new Map<string, Buckets>();

	const bucketsOf = (what: string, most: number, seconds: number): Buckets => {
		const found = buckets.get(what) ?? createBuckets(most, undefined, seconds);
		buckets.set(what, found);
		return found;
	};

	/** @throws Refused 429 too_many */
	const take = async ({ by, count, seconds, over, kept }: Rate, name: string, who: string | number): Promise<void> => {
		const what = over ?? name;
		const wait = kept
			? await takeOne(kernel, { what, who: [by, who], most: count, seconds })
			: bucketsOf(`${what} by ${by}`, count, seconds).take(String(who), 1);
		if (wait > 0) throw tooMany(wait);
	};
	const takeAll = async (rates: readonly Rate[], call: CallShape, who: string | number): Promise<void> => {
		for (const rate of rates) await take(rate, nameOf(call), who);
	};
	const everyCallBy = (by: Rate['by']): Rate[] => EVERY_CALL.filter((rate) => rate.by === by);

	return {
		/** For what is no call. @throws Refused 429 too_many, which says when to come back */
		address: (request: FastifyRequest, rate: NamedRate): Promise<void> => take(rate, rate.over, hostOf(request.ip)),

		/** @throws Refused 429 too_many */
		callByAddress: (call: CallShape, request: FastifyRequest): Promise<void> => takeAll(ratesOf(call, 'address'), call, hostOf(request.ip)),

		/** Whoever acts as somebody else uses up nothing of theirs. @throws Refused 429 too_many */
		callByAsker: (call: CallShape, { actorId, userId }: Asker): Promise<void> =>
			takeAll([...everyCallBy('asker'), ...ratesOf(call, 'asker')], call, actorId ?? userId),

		/** @throws Refused 429 too_many */
		callByCustomer: (call: CallShape, { customerId }: Scope): Promise<void> =>
			takeAll([...everyCallBy('customer'), ...ratesOf(call, 'customer')], call, customerId),
	};
};
export type Limits = ReturnType<typeof createLimits>;
