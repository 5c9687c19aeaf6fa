/**
 * Requests with an idempotency key: done once, and answered again what they were answered. What was answered is sealed with a key
 * that follows from the request itself: only who sends the same request again can have it opened, so that nobody who is erased is
 * named here.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ANSWERS_KEPT_HOURS } from '@luvalla/contract/profiles/api.ts';
import { now } from '#kernel/clock.ts';
import { invalidFields, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bytes, int, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { lockPeople } from '../../people/wing.ts';

const refuseOnce = refusals({
	key_conflict: [
		409,
		'This Idempotency-Key came with another request before. Use a new one for each request.',
		'Tämä Idempotency-Key tuli jo toisen pyynnön mukana. Käytä jokaisessa pyynnössä uutta.',
	],
});

const KEY = /^[\x21-\x7e]{1,200}$/;
const NOT_A_KEY = 'Use up to 200 letters, digits and signs, without blanks';

/** What makes a request the same as another. */
export interface Request {
	readonly customerId: number;
	readonly domainId: string;
	/** As it came; undefined: the request has none. */
	readonly key: string | string[] | undefined;
	/** Which call it is, and everything it says. */
	readonly content: readonly unknown[];
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

const sealed = (answer: unknown, key: Buffer): Buffer => {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv('aes-256-gcm', key, iv);
	const text = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(answer))), cipher.final()]);
	return Buffer.concat([iv, text, cipher.getAuthTag()]);
};

const opened = (kept: Buffer, key: Buffer): unknown => {
	const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, IV_BYTES));
	decipher.setAuthTag(kept.subarray(-TAG_BYTES));
	const text = Buffer.concat([decipher.update(kept.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
	return JSON.parse(inflateRawSync(text).toString('utf8'));
};

const AnswerRow = row({ content: bytes, answer: bytes });
const keptSince = (): Date => new Date(now().getTime() - ANSWERS_KEPT_HOURS * 3_600_000);

/**
 * Does `work` in its turn and in one transaction with what is remembered of it. `work` answers what JSON can say.
 * @throws Refused 400 by field for a key that is none, 409 key_conflict
 */
export const once = async <A>(
	{ storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>,
	{ customerId, domainId, key, content }: Request,
	work: (tx: Tx) => Promise<A>,
): Promise<A> => {
	if (key === undefined) return storage.inTurn(customerId, work);
	if (typeof key !== 'string' || !KEY.test(key)) throw invalidFields([{ message: NOT_A_KEY, path: ['Idempotency-Key'] }]);
	const named = secrets
		.hmac('idempotency-key')
		.update(JSON.stringify([domainId, key]))
		.digest();
	const sealing = secrets.hmac('idempotency-answer').update(JSON.stringify(content)).digest();
	const said = createHash('sha256').update('content').update(sealing).digest();
	return storage.inTurn(customerId, async (tx) => {
		// Whoever comes with the same key meanwhile waits here for the answer.
		await lockPeople(tx, customerId);
		const kept = await tx.first(
			AnswerRow,
			sql`select content, answer from api_answer where customer_id = ${customerId} and key = ${named} and at > ${keptSince()}`,
		);
		if (kept && !kept.content.equals(said)) throw refuseOnce('key_conflict');
		// The key is made of all that was asked: what opens is what was answered to it.
		if (kept) return opened(kept.answer, sealing) as A;
		const answer = await work(tx);
		await tx.run(sql`insert into api_answer (customer_id, key, content, answer, at) values (${customerId}, ${named}, ${said}, ${sealed(answer, sealing)}, ${now()})
			on conflict (customer_id, key) do update set content = excluded.content, answer = excluded.answer, at = excluded.at`);
		return answer;
	});
};

const Customer = row({ customer_id: int });

/** Forgets what was answered too long ago, customer by customer. */
export const sweepAnswers = async (storage: Pick<Storage, 'across' | 'inTenant'>): Promise<void> => {
	for (let customerId = 0; ; ) {
		const after = customerId;
		const next = await storage.across.first(
			Customer,
			sql`select customer_id from api_answer where customer_id > ${after} order by customer_id limit 1`,
		);
		if (!next) return;
		customerId = next.customer_id;
		await storage.inTenant(customerId, (tx) =>
			tx.run(sql`delete from api_answer where customer_id = ${customerId} and at <= ${keptSince()}`),
		);
	}
};
