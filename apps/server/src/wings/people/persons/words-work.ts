/** The worker's part of what people are searched by: wakes for customers of whose people something changed; once a day all are looked at. */
import * as z from 'zod';
import { followNews } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { checkWords, followWords, TOUCHED } from './words.ts';

type Parts = Pick<Kernel, 'storage' | 'hooks' | 'jobs' | 'log'>;

const Due = row({ customer_id: int });

/** Between a customer's passes: what changes meanwhile is looked at together. */
const REST_MS = 200;
/** News that were missed, and whoever waited for a file that is written now, are looked for so often. */
const LOOK_MS = 10_000;

/** Follows for as long as the process works. Answers how to stop. */
export const workWords = ({ storage, hooks, log }: Omit<Parts, 'jobs'>): Promise<() => Promise<void>> => {
	return followNews(storage, (customerId) => storage.inTenant(customerId, (tx) => followWords(tx, hooks, customerId)), {
		topic: TOUCHED,
		due: async () => {
			const due = await storage.across.rows(Due, sql`select distinct customer_id from person_words_due`);
			return due.map(({ customer_id }) => customer_id);
		},
		lookMs: LOOK_MS,
		notLooked: (error) => log.error('people whose words are due could not be looked for', { error }),
		atOnce: 1,
		restMs: REST_MS,
		failed: (customerId, error) => log.error('what people are searched by was not followed', { customerId, error }),
	});
};

const CHECK = 'check-words';
const CheckJob = z.object({ customerId: z.int() });
const Customer = row({ customer_id: int });

/** Every customer's people once a day, a job each and some thousands a transaction: what differs from what it follows from is written anew. */
export const checkWordsDaily = async ({ storage, hooks, jobs, log }: Parts): Promise<void> => {
	await jobs.work(CHECK, async (data) => {
		const { customerId } = CheckJob.parse(data);
		let differed = 0;
		for (let from: number | null = 0; from !== null; ) {
			const at: number = from;
			const checked = await storage.inTenant(customerId, (tx) => checkWords(tx, hooks, customerId, at));
			differed += checked?.differed ?? 0;
			from = checked?.next ?? null;
		}
		// Among them whoever was changed just now and waits for the worker.
		if (differed > 0) log.info('what people are searched by was written anew', { customerId, people: differed });
	});
	await jobs.schedule('check-words-daily', '50 3 * * *', async () => {
		const customers = await storage.across.rows(Customer, sql`select customer_id from customer order by customer_id`);
		for (const { customer_id: customerId } of customers)
			await storage.inTenant(customerId, (tx) => jobs.send(tx, CHECK, { customerId }, { customerId }));
	});
};
