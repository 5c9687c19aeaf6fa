/** Hits on their way into the database: what arrives while a commit is under way goes with the next one. */
import { createBuckets } from '#kernel/access/buckets.ts';
import { Refused } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { createIntakeLimit, createLane } from '../../consent/wing.ts';
import { tellOfCampaigns } from '../runs/runs.ts';
import { sendChanges } from './changes.ts';
import { countLinks, type Followed, type Hit, keepHits, type Plans } from './hits.ts';

/** Hits that go into one commit. */
const TOGETHER = 500;
/** Of one letter in an hour: nobody reads it more often, whoever has its links. */
const OF_A_LETTER = 100;
/** Whoever looks on is told no more often. */
const TELL_MS = 1_000;

const perCustomer = async <Item>(
	items: readonly Item[],
	customerOf: (item: Item) => number,
	store: (customerId: number, own: readonly Item[]) => Promise<void>,
): Promise<true[]> => {
	await Promise.all([...Map.groupBy(items, customerOf)].map(([customerId, own]) => store(customerId, own)));
	return items.map(() => true);
};

export const createHitIntake = (kernel: Pick<Kernel, 'storage' | 'jobs' | 'log' | 'settings'>) => {
	const { storage, jobs, log } = kernel;
	const limit = createIntakeLimit(kernel.settings);
	const letters = createBuckets(OF_A_LETTER, undefined, 3600);
	const plans: Plans = new Map();
	const part = newPart();
	const told = new Map<string, number>();
	const timers = new Map<string, NodeJS.Timeout>();

	/** Domains that are to be told of at once; the others are told of a moment later. */
	const due = (customerId: number, domains: readonly string[]): string[] =>
		domains.filter((domainId) => {
			const since = performance.now() - (told.get(domainId) ?? Number.NEGATIVE_INFINITY);
			if (since >= TELL_MS) {
				told.set(domainId, performance.now());
				return true;
			}
			if (!timers.has(domainId))
				timers.set(
					domainId,
					setTimeout(() => {
						timers.delete(domainId);
						told.set(domainId, performance.now());
						storage
							.forVisitor(customerId, (tx) => tellOfCampaigns(tx, customerId, domainId))
							.catch((error: unknown) => log.warn('the dashboard is not told of hits', { error }));
					}, TELL_MS - since).unref(),
				);
			return false;
		});

	const hits = createLane<Hit, true>(
		(items) =>
			perCustomer(
				items,
				({ key }) => key.customerId,
				(customerId, own) =>
					storage.forVisitor(customerId, async (tx) => {
						const { firsts, domains } = await keepHits(tx, plans, customerId, part, own);
						await sendChanges(tx, jobs, customerId, firsts);
						for (const domainId of due(customerId, domains)) await tellOfCampaigns(tx, customerId, domainId);
					}),
			),
		(batch, error) => {
			for (const one of batch) one.failed(error);
		},
		(queue, most) => queue.slice(0, most),
		TOGETHER,
	);
	const links = createLane<Followed, true>(
		(items) =>
			perCustomer(
				items,
				({ customerId }) => customerId,
				(customerId, own) => storage.forVisitor(customerId, (tx) => countLinks(tx, customerId, part, own)),
			),
		(batch, error) => {
			for (const one of batch) one.failed(error);
		},
		(queue, most) => queue.slice(0, most),
		TOGETHER,
	);

	/** What is too much is not kept, and what cannot be stored neither; whoever reads gets where they wanted all the same. */
	const kept = async (push: () => Promise<true>): Promise<void> => {
		try {
			await push();
		} catch (error) {
			if (error instanceof Refused && error.status === 429) return;
			// No address and no name: who it was is nobody's business here.
			log.error('hits could not be kept', { why: error instanceof Error ? error.name : 'unknown' });
		}
	};

	return {
		/** After the commit. */
		hit: (ip: string, name: string, hit: Hit): Promise<void> =>
			kept(async () => {
				limit(ip, hit.key.customerId, 1);
				return letters.take(name, 1) > 0 ? true : hits.push(hit);
			}),
		/** After the commit. */
		link: (ip: string, followed: Followed): Promise<void> =>
			kept(async () => {
				limit(ip, followed.customerId, 1);
				return links.push(followed);
			}),
		async drain(): Promise<void> {
			await Promise.all([hits.drain(), links.drain()]);
			for (const timer of timers.values()) clearTimeout(timer);
		},
	};
};
