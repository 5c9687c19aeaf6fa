/**
 * Sends the letters that ask whether a sign-up was theirs: from the customer's own sender by their own mail server where the DNS bears it
 * out, else by the installation in the customer's name. That it may have left is committed before its first line leaves, so nobody is written
 * to twice, whenever a process ends.
 */
import { now } from '#kernel/clock.ts';
import { createRounds } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import { newPart } from '#kernel/tally/tally.ts';
import { beginLetter, type DueLetter, nextLetters, settleLetter } from '../../consent/wing.ts';
import { sendingAlone } from '../channels/all.ts';

/** Requests are looked for so often. */
const LOOK_MS = 500;
/** Letters of one customer under way at once. */
const AT_ONCE = 4;

type Parts = Pick<Kernel, 'storage' | 'secrets' | 'settings' | 'hooks' | 'jobs' | 'log'>;

const send = async (parts: Parts, customerId: number, due: DueLetter): Promise<void> => {
	const { storage, jobs } = parts;
	const { requestId, to, link, letter } = due;
	const begin = (): Promise<boolean> => storage.inTenant(customerId, (tx) => beginLetter(tx, parts, customerId, due));
	const outcome = await sendingAlone()(parts, customerId, due.domainId, { to, ...letter, unsubscribe: link, mayLeave: begin });
	if (outcome === null) {
		// Queued with the note that it is, or not at all.
		await storage.inTenant(customerId, async (tx) => {
			if (!(await beginLetter(tx, parts, customerId, due))) return;
			await queueMail(tx, jobs, { to, ...letter }, { customerId, domainId: due.domainId });
			await settleLetter(tx, customerId, requestId, 'sent', '');
		});
		return;
	}
	const { state, said } = outcome;
	// Nobody knows whether it left: it stays begun, and is never sent anew.
	if (state === 'unknown') return;
	await storage.inTenant(customerId, (tx) => settleLetter(tx, customerId, requestId, state === 'accepted' ? 'sent' : state, said));
};

/** Sends some of a customer's letters that are due. Answers whether there may be more. */
export const sendDue = async (parts: Parts, customerId: number, part: number): Promise<boolean> => {
	const { letters, more } = await parts.storage.inTenant(customerId, (tx) => nextLetters(tx, parts, customerId, part));
	const queue = [...letters];
	const line = async (): Promise<void> => {
		for (let due = queue.shift(); due; due = queue.shift()) {
			const { requestId } = due;
			try {
				await send(parts, customerId, due);
			} catch (error) {
				parts.log.error('a letter of a sign-up form was not sent', { customerId, request: requestId, error });
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, line));
	return more;
};

const Customer = row({ customer_id: int });

/** Worker's part. Answers how to end it: what is under way is settled first. */
export const workLetters = async (kernel: Parts): Promise<() => Promise<void>> => {
	const { storage, log } = kernel;
	const part = newPart();
	const rounds = createRounds((customerId) => sendDue(kernel, customerId, part), {
		atOnce: 4,
		restMs: 100,
		failed: (customerId, error) => log.error('letters of sign-up forms were not sent', { customerId, error }),
	});
	let looking: Promise<void> | null = null;
	const look = async (): Promise<void> => {
		const due = await storage.across.rows(
			Customer,
			sql`select distinct customer_id from signup_request where letter = 'waiting' and due_at <= ${now()}`,
		);
		for (const { customer_id } of due) rounds.wake(customer_id);
	};
	const timer = setInterval(() => {
		looking ??= look()
			.catch((error: unknown) => log.error('sign-ups were not looked for', { error }))
			.finally(() => {
				looking = null;
			});
	}, LOOK_MS);
	return async () => {
		clearInterval(timer);
		await looking;
		await rounds.stop();
	};
};
