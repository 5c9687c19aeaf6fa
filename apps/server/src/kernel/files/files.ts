/**
 * Files of customers, as streams in and out of PostgreSQL: chunks of 1 MiB, a transaction each, so that neither memory nor a
 * connection is held for a whole upload. A file without size is not whole yet; what never became whole goes with its expiry.
 */
import { createHash } from 'node:crypto';
import { newId, now } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { bytes, instant, int, orNull, row, sql, text, uuid } from '../storage/rows.ts';
import type { Storage, Tx } from '../storage/storage.ts';

const CHUNK_BYTES = 1024 * 1024;

export interface NewFile {
	/** The folder of the wing it belongs to. */
	readonly wing: string;
	readonly name: string;
	/** Media type. */
	readonly type: string;
	/** From when on it may be swept. */
	readonly expiresAt: Date;
}

const FileRow = row({ file_id: uuid, wing: text, name: text, type: text, size: orNull(int), sha256: orNull(bytes), created_at: instant });

export interface StoredFile {
	readonly id: string;
	readonly wing: string;
	readonly name: string;
	readonly type: string;
	/** Bytes. */
	readonly size: number;
	readonly sha256: Buffer;
	readonly createdAt: Date;
}

/** Cuts a stream into chunks of 1 MiB; the last may be shorter. */
async function* chunked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let held: Uint8Array[] = [];
	let size = 0;
	for await (const piece of source) {
		held.push(piece);
		size += piece.length;
		if (size < CHUNK_BYTES) continue;
		const all = Buffer.concat(held);
		let at = 0;
		for (; at + CHUNK_BYTES <= all.length; at += CHUNK_BYTES) yield all.subarray(at, at + CHUNK_BYTES);
		held = [all.subarray(at)];
		size = all.length - at;
	}
	if (size > 0) yield Buffer.concat(held);
}

/** Reads the stream to its end and answers the file. A stream that breaks leaves a file that is not whole. */
export const writeFile = async (
	storage: Storage,
	customerId: number,
	{ wing, name, type, expiresAt }: NewFile,
	source: AsyncIterable<Uint8Array>,
): Promise<StoredFile> => {
	const id = newId();
	const createdAt = now();
	await storage.inTenant(customerId, (tx) =>
		tx.run(sql`insert into file (customer_id, file_id, wing, name, type, created_at, expires_at)
			values (${customerId}, ${id}, ${wing}, ${name}, ${type}, ${createdAt}, ${expiresAt})`),
	);
	const hash = createHash('sha256');
	let size = 0;
	let number = 0;
	for await (const chunk of chunked(source)) {
		hash.update(chunk);
		size += chunk.length;
		const place = number++;
		await storage.inTenant(customerId, (tx) =>
			tx.run(sql`insert into file_chunk (customer_id, file_id, number, bytes) values (${customerId}, ${id}, ${place}, ${chunk})`),
		);
	}
	const sha256 = hash.digest();
	await storage.inTenant(customerId, (tx) =>
		tx.run(sql`update file set size = ${size}, sha256 = ${sha256} where customer_id = ${customerId} and file_id = ${id}`),
	);
	return { id, wing, name, type, size, sha256, createdAt };
};

/** Null: there is none, or it is not whole. */
export const readFileFacts = async (tx: Tx, customerId: number, id: string): Promise<StoredFile | null> => {
	const found = await tx.first(
		FileRow,
		sql`select file_id, wing, name, type, size, sha256, created_at from file where customer_id = ${customerId} and file_id = ${id}`,
	);
	if (!found || found.size === null || found.sha256 === null) return null;
	return {
		id: found.file_id,
		wing: found.wing,
		name: found.name,
		type: found.type,
		size: found.size,
		sha256: found.sha256,
		createdAt: found.created_at,
	};
};

const Chunk = row({ bytes });

/** The file's bytes from `offset` on, chunk by chunk as they are asked for, a short transaction each. */
export async function* readFileBytes(storage: Storage, customerId: number, id: string, offset = 0): AsyncGenerator<Buffer> {
	let skip = offset % CHUNK_BYTES;
	for (let number = Math.floor(offset / CHUNK_BYTES); ; number++) {
		const place = number;
		const [chunk] = await storage.inTenant(customerId, (tx) =>
			tx.rows(Chunk, sql`select bytes from file_chunk where customer_id = ${customerId} and file_id = ${id} and number = ${place}`),
		);
		if (!chunk) return;
		yield chunk.bytes.subarray(skip);
		skip = 0;
	}
}

export const deleteFile = async (tx: Tx, customerId: number, id: string): Promise<void> => {
	await tx.run(sql`delete from file_chunk where customer_id = ${customerId} and file_id = ${id}`);
	await tx.run(sql`delete from file where customer_id = ${customerId} and file_id = ${id}`);
};

const Id = row({ file_id: uuid });

/**
 * Takes out a wing's files, which may name who is erased in any spelling: whole, but for those that are written or worked on, which
 * go within a day. Answers how many are gone.
 */
export const forgetFiles = async (tx: Tx, customerId: number, wing: string, inUse: readonly string[]): Promise<number> => {
	const soon = new Date(now().getTime() + 86_400_000);
	await tx.run(sql`update file set expires_at = least(expires_at, ${soon}) where customer_id = ${customerId} and wing = ${wing}`);
	const gone = await tx.rows(
		Id,
		sql`select file_id from file where customer_id = ${customerId} and wing = ${wing} and size is not null
			and not file_id = any(${inUse}::uuid[])`,
	);
	for (const { file_id: id } of gone) await deleteFile(tx, customerId, id);
	return gone.length;
};

const Expired = row({ customer_id: int, file_id: uuid });

/** Deletes what has expired, a transaction each. Answers how many. */
export const sweepFiles = async (storage: Storage): Promise<number> => {
	const expired = await storage.across.rows(Expired, sql`select customer_id, file_id from file where expires_at < ${now()} limit 10000`);
	for (const { customer_id: customerId, file_id: id } of expired)
		await storage.inTenant(customerId, (tx) => deleteFile(tx, customerId, id));
	return expired.length;
};

/** Worker's part. */
export const startFiles = (storage: Storage, jobs: Jobs): Promise<void> =>
	jobs.schedule('sweep-files', '40 * * * *', async () => {
		await sweepFiles(storage);
	});
