/** Senders in the database. The private key is sealed for its sender alone. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { instant, int, json, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Checked, type Looked } from './dns.ts';

const SenderRow = row({
	sender_id: uuid,
	domain_id: uuid,
	host: text,
	name: text,
	address: text,
	reply_to: orNull(text),
	postal: text,
	selector: text,
	public_key: text,
	checked: orNull(json(Checked)),
	checked_at: orNull(instant),
	changed_at: instant,
});
export type SenderRow = RowOf<typeof SenderRow>;

/** What the DNS is asked of one. */
export const lookedOf = (row: Pick<SenderRow, 'address' | 'selector' | 'public_key'>): Looked => ({
	domain: row.address.split('@')[1] ?? '',
	selector: row.selector,
	publicKey: row.public_key,
});

/** What people write of one. */
export interface Written {
	readonly name: string;
	readonly address: string;
	readonly replyTo: string | null;
	readonly postal: string;
}

/** @param domains null: all of the customer's. @param id null: every one */
export const readSenders = (
	tx: Tx,
	customerId: number,
	domains: readonly string[] | null,
	id: string | null = null,
): Promise<SenderRow[]> =>
	tx.rows(
		SenderRow,
		sql`select s.sender_id, s.domain_id, d.host, s.name, s.address, s.reply_to, s.postal, s.selector, s.public_key, s.checked, s.checked_at, s.changed_at
		from sender s join domain d on d.customer_id = ${customerId} and d.domain_id = s.domain_id
		where s.customer_id = ${customerId} and (${domains}::uuid[] is null or s.domain_id = any(${domains}::uuid[])) and (${id}::uuid is null or s.sender_id = ${id})
		order by s.address, s.sender_id`,
	);

/** One sender of the customer, whatever its domain; undefined: there is none. */
export const readSender = async (tx: Tx, customerId: number, id: string | null): Promise<SenderRow | undefined> =>
	id === null ? undefined : (await readSenders(tx, customerId, null, id))[0];

export const addressTaken = async (tx: Tx, customerId: number, domainId: string, address: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'senders');
	return (
		(
			await tx.rows(
				row({ sender_id: uuid }),
				sql`select sender_id from sender where customer_id = ${customerId} and domain_id = ${domainId} and address = ${address}
					and (${but}::uuid is null or sender_id <> ${but}::uuid)`,
			)
		).length > 0
	);
};

/** What the private key of a sender is sealed for. */
export const keyPlace = (senderId: string): string => `sender.private_key.${senderId}`;

const makePair = promisify(generateKeyPair);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A key and the word that its record is found by; made outside of any transaction, since it takes a while. */
export const makeKey = async (secrets: Kernel['secrets'], senderId: string) => {
	const { publicKey, privateKey } = await makePair('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'der' },
		privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	});
	return {
		selector: `luvalla${[...randomBytes(6)].map((byte) => LETTERS[byte & 31]).join('')}`,
		publicKey: publicKey.toString('base64'),
		privateKey: secrets.seal(privateKey, keyPlace(senderId)),
	};
};
export type Key = Awaited<ReturnType<typeof makeKey>>;

export const insertSender = async (tx: Tx, customerId: number, id: string, domainId: string, written: Written, key: Key): Promise<void> => {
	const at = now();
	await tx.run(
		sql`insert into sender (customer_id, sender_id, domain_id, name, address, reply_to, postal, selector, public_key, private_key, created_at, changed_at)
		values (${customerId}, ${id}, ${domainId}, ${written.name}, ${written.address}, ${written.replyTo}, ${written.postal}, ${key.selector},
			${key.publicKey}, ${key.privateKey}, ${at}, ${at})`,
	);
};

/** What was found for the old address says nothing of a new one. */
export const updateSender = async (tx: Tx, customerId: number, before: SenderRow, domainId: string, written: Written): Promise<void> => {
	const same = before.address === written.address;
	await tx.run(
		sql`update sender set domain_id = ${domainId}, name = ${written.name}, address = ${written.address}, reply_to = ${written.replyTo},
			postal = ${written.postal}, changed_at = ${now()}, checked = case when ${same} then checked end, checked_at = case when ${same} then checked_at end
		where customer_id = ${customerId} and sender_id = ${before.sender_id}`,
	);
};

/** Of the address that was looked for: meanwhile it may be another. */
export const noteChecked = async (tx: Tx, customerId: number, { sender_id: id, address }: SenderRow, checked: Checked): Promise<void> => {
	await tx.run(
		sql`update sender set checked = ${JSON.stringify(checked)}, checked_at = ${now()}
		where customer_id = ${customerId} and sender_id = ${id} and address = ${address}`,
	);
};

/** Whoever is about to use it waits, or is found by whoever asks from now on. Call it before it is asked who uses it. False: it is not there. */
export const holdSender = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await tx.run(sql`select from sender where customer_id = ${customerId} and sender_id = ${id} for update`)) > 0;

/** Whether a campaign that has not ended names it. */
export const isUsed = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(
		await tx.rows(
			row({ one: int }),
			sql`select 1 as one from campaign where customer_id = ${customerId} and options ->> 'senderId' = ${id}
				and status not in (${STATUS.stopped}, ${STATUS.completed}) limit 1`,
		)
	).length > 0;

/** Whether a campaign that is under way, or waits to be, writes as it. */
export const isSending = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(
		await tx.rows(
			row({ one: int }),
			sql`select 1 as one from campaign where customer_id = ${customerId} and options ->> 'senderId' = ${id} and status = ${STATUS.running} limit 1`,
		)
	).length > 0;

export const deleteSender = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from sender where customer_id = ${customerId} and sender_id = ${id}`);
