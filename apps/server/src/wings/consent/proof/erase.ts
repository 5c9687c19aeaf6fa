/**
 * Lawful erasure: the row and its salt go, their place stays, and a signed leaf says which places were emptied and why. Without
 * the salt nobody can try what the leaf was made of.
 */

import { verify } from 'node:crypto';
import { ErasureReason } from '@luvalla/contract/consent/proof.ts';
import { canonicalJson, parseCanonical } from '@luvalla/verify/canonical.ts';
import { sha256 } from '@luvalla/verify/merkle.ts';
import { publicKeyOf } from '@luvalla/verify/note.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bytes, instant, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockPeople, releasePersons } from '../../people/wing.ts';
import { personsOf, slotsOf, unsettle } from '../answers/unsettle.ts';
import { uncountAnswers } from '../purposes/counts.ts';
import { forgetTold } from '../webhooks/store.ts';
import { appendErasure, keepHead, lockLog, placeThese } from './append.ts';
import { allKeys, signingKey } from './keys.ts';

/** Places that one leaf may name. */
const MOST_NAMED = 1000;

const Body = z.object({
	kind: z.literal('erasure'),
	customerId: z.int(),
	at: z.string(),
	reason: ErasureReason,
	entries: z.array(z.object({ position: z.int(), leaf: z.string() })),
});
export type ErasureBody = z.infer<typeof Body>;

/** What is signed; the line before keeps it from being taken for anything else that the key signs. */
const said = (body: string): Buffer => Buffer.from(`luvalla erasure\n${body}`, 'utf8');

export const erasureLeaf = (body: string, signature: Uint8Array): Buffer => sha256(Buffer.from(body, 'utf8'), signature);

/** What an erasure says, if it is in canonical form and signed by this key; else null. */
export const readErasure = (body: string, signature: Buffer, publicKey: Buffer): ErasureBody | null => {
	const parsed = Body.safeParse(parseCanonical(body));
	return parsed.success && verify(null, said(body), publicKeyOf(publicKey), signature) ? parsed.data : null;
};

const Erased = row({ position: int, leaf: bytes, at_position: int, at_leaf: bytes, body: text, signature: bytes, key_id: text });

/** What the log says of a record that was erased; null where it says nothing of such a one. */
export const erasureOf = async (tx: Tx, secrets: Kernel['secrets'], customerId: number, recordId: string) => {
	const found = await tx.first(
		Erased,
		sql`select e.position, e.leaf, x.position as at_position, l.leaf as at_leaf, x.body, x.signature, x.key_id
		from ledger_entry e
		join ledger_erasure x on x.customer_id = ${customerId} and x.position = e.erased_by
		join ledger_entry l on l.customer_id = ${customerId} and l.position = e.erased_by
		where e.customer_id = ${customerId} and e.erased_id = ${sha256(Buffer.from(recordId, 'utf8'))}`,
	);
	if (!found) return null;
	const key = (await allKeys(tx, secrets)).find((one) => one.key_id === found.key_id);
	const said = key ? readErasure(found.body, found.signature, key.public_key) : null;
	const named = said?.entries.some(({ position, leaf }) => position === found.position && leaf === found.leaf.toString('hex'));
	return {
		...found,
		/** What stands there, also where its signature does not hold. */
		facts: Body.parse(JSON.parse(found.body)),
		verified: named === true && erasureLeaf(found.body, found.signature).equals(found.at_leaf),
	};
};

const Doomed = row({ position: int, leaf: bytes, at: instant, id: uuid });

/** What erasing stands on. */
type ErasureParts = Pick<Kernel, 'hooks' | 'secrets' | 'settings'>;

/**
 * Erases these records of the customer: rows, salts and addresses, what held because of them, and what webhooks were told of
 * them. Records that wait for their place get it first, so that nothing goes unsaid. Answers how many rows are gone; ids that are
 * not the customer's count as none. People of whom nobody holds anything any more are forgotten.
 */
export const eraseRecords = async (
	tx: Tx,
	kernel: ErasureParts,
	customerId: number,
	ids: readonly string[],
	reason: ErasureReason,
): Promise<number> => {
	// Before the log's: the order in which everybody takes them.
	await lockPeople(tx, customerId);
	const persons = await personsOf(tx, customerId, ids);
	let gone = 0;
	for (let from = 0; from < ids.length; from += MOST_NAMED)
		gone += await eraseSome(tx, kernel, { customerId, ids: ids.slice(from, from + MOST_NAMED), reason });
	if (persons.length > 0) await kernel.hooks.touched.tell(tx, { customerId, persons });
	await releasePersons(tx, kernel, customerId, persons);
	return gone;
};

const Gone = row({ gone: int });

/** As many as one entry of the log names. */
interface Some {
	readonly customerId: number;
	readonly ids: readonly string[];
	readonly reason: ErasureReason;
}

const eraseSome = async (tx: Tx, kernel: ErasureParts, { customerId, ids, reason }: Some): Promise<number> => {
	const slots = await slotsOf(tx, customerId, ids);
	const log = await placeThese(tx, customerId, await lockLog(tx, kernel.settings.publicUrl, customerId), ids);
	const doomed = await tx.rows(
		Doomed,
		sql`select position, leaf, record_at as at, record_id as id from ledger_entry
		where customer_id = ${customerId} and record_id = any(${ids}) order by position`,
	);
	if (doomed.length === 0) return 0;
	await uncountAnswers(tx, customerId, doomed);
	await kernel.hooks.recordsGo.tell(tx, { customerId, records: doomed });
	const key = await signingKey(tx, kernel.secrets);
	const body = canonicalJson({
		kind: 'erasure',
		customerId,
		at: now().toISOString(),
		reason,
		entries: doomed.map(({ position, leaf }) => ({ position, leaf: leaf.toString('hex') })),
	} satisfies ErasureBody);
	const signature = key.sign(said(body).toString('utf8'));
	const root = await appendErasure(tx, customerId, log, erasureLeaf(body, signature));
	await tx.run(sql`insert into ledger_erasure (customer_id, position, body, signature, key_id)
			values (${customerId}, ${log.size}, ${body}, ${signature}, ${key.keyId})`);
	const erased = await tx.first(Gone, sql`select ledger_erase(${log.size}, ${doomed.map(({ position }) => position)}) as gone`);
	await unsettle(tx, customerId, slots);
	await forgetTold(tx, customerId, ids);
	await keepHead(tx, kernel, customerId, log, log.size + 1, root);
	return erased?.gone ?? 0;
};
