/** Holds what the contract says may be asked: by address before it is known who asks, by asker and customer once it is. */
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { EVERY_CALL, type Rate } from '@luvalla/contract/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '#kernel/access/asker.ts';
import { type Buckets, createBuckets } from '#kernel/access/buckets.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { hostOf, takeOne } from '#kernel/access/limits.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { tooMany } from './errors.ts';

/** A rate by address that pages and files share with calls: it has a name of its own. */
export type NamedRate = Rate & { readonly by: 'address'; readonly over: string };

const ratesOf = (call: CallShape, by: Rate['by']): Rate[] =>
	(call.limits ?? []).flatMap((limit) => (limit.by === by && 'count' in limit ? [limit] : []));

export const createLimits = (kernel: { readonly storage: Storage; readonly secrets: Secrets }) => {
	const buckets = new Map<string, Buckets>();

	const bucketsOf = (what: string, most: number, seconds: number): Buckets => {
		const found = buckets.get(what) ?? createBuckets(most, undefined, seconds);
		buckets.set(what, found);
		return found;
	};

	/** Takes one of a rate's for somebody. @throws Refused 429 too_many */
	type Take = (who: string | number) => Promise<void> | undefined;

	/** Where a rate is counted is found out once, not at each request. */
	const takerOf = ({ by, count, seconds, over, kept }: Rate, name: string): Take => {
		const what = over ?? name;
		if (kept)
			return async (who) => {
				const wait = await takeOne(kernel, { what, who: [by, who], most: count, seconds });
				if (wait > 0) throw tooMany(wait);
			};
		const counted = bucketsOf(`${what} by ${by}`, count, seconds);
		return (who) => {
			const wait = counted.take(String(who), 1);
			if (wait > 0) throw tooMany(wait);
		};
	};
	const takerOfAll = (rates: readonly Rate[], call: CallShape): ((who: string | number) => Promise<void>) | null => {
		if (rates.length === 0) return null;
		const takers = rates.map((rate) => takerOf(rate, nameOf(call)));
		return async (who) => {
			for (const take of takers) {
				const under = take(who);
				if (under) await under;
			}
		};
	};
	/** What somebody has left of a rate, as `RateLimit` says it (draft-ietf-httpapi-ratelimit-headers). */
	const standingOf = ({ count, seconds, over, by }: Rate, name: string, who: string): { policy: string; left: string } => {
		const standing = bucketsOf(`${over ?? name} by ${by}`, count, seconds).standing(who);
		const called = `"${over ?? 'call'}"`;
		return { policy: `${called};q=${count};w=${seconds}`, left: `${called};r=${standing.left};t=${standing.seconds}` };
	};
	const everyCallBy = (by: Rate['by']): Rate[] => EVERY_CALL.filter((rate) => rate.by === by);

	return {
		/** For what is no call. @throws Refused 429 too_many, which says when to come back */
		address: async (request: FastifyRequest, rate: NamedRate): Promise<void> => takerOf(rate, rate.over)(hostOf(request.ip)),

		/** What a call is limited by; each is asked before it is answered. @throws Refused 429 too_many */
		ofCall(call: CallShape) {
			const byAddress = takerOfAll(ratesOf(call, 'address'), call);
			const byAsker = takerOfAll([...everyCallBy('asker'), ...ratesOf(call, 'asker')], call);
			const byCustomer = takerOfAll([...everyCallBy('customer'), ...ratesOf(call, 'customer')], call);
			const told = [...everyCallBy('asker'), ...ratesOf(call, 'asker')].filter(({ kept }) => !kept);
			return {
				/** Tells whoever asks how much they may, and how much of it is left. */
				tell({ actorId, userId }: Asker, reply: FastifyReply): void {
					const standings = told.map((rate) => standingOf(rate, nameOf(call), actorId ?? userId));
					reply.header('ratelimit-policy', standings.map(({ policy }) => policy).join(', '));
					reply.header('ratelimit', standings.map(({ left }) => left).join(', '));
				},
				address: ({ ip }: FastifyRequest) => byAddress?.(hostOf(ip)),
				/** Whoever acts as somebody else uses up nothing of theirs. */
				asker: ({ actorId, userId }: Asker) => byAsker?.(actorId ?? userId),
				customer: ({ customerId }: Scope) => byCustomer?.(customerId),
			};
		},
	};
};
export type Limits = ReturnType<typeof createLimits>;
