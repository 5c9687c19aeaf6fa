/**
 * The backup file. Compressed as a whole with zstd; inside, a line `LUVALLA-BACKUP 1` and then frames:
 *
 *   one byte kind, four bytes length (big-endian), that many bytes
 *
 *   H  JSON BackupHeader, once, first
 *   T  JSON { schema, name, columns }   a table begins
 *   D  bytes of `COPY … (format binary)` of that table, cut anywhere
 *   E  JSON { rows, sha256 }            the table ends; the checksum is over its D bytes
 *   F  JSON { tables }                  the file ends; without it the file was cut short
 */
import { z } from 'zod';

export const MAGIC = Buffer.from('LUVALLA-BACKUP 1\n');

export const Table = z.strictObject({ schema: z.enum(['public', 'pgboss']), name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.infer<typeof Table>;

export const BackupHeader = z.strictObject({
	at: z.iso.datetime(),
	/** Version of our migrations, and of pg-boss's. */
	schema: z.int().positive(),
	queueSchema: z.int().positive(),
	/** Of the SECRET_KEY the rows were sealed with; the key itself is never in the file. */
	secretFingerprint: z.string(),
	/** In an order that satisfies foreign keys. */
	tables: z.array(Table),
	/** The months a table had, `YYYY-MM`: the target makes them first, so that old rows do not end up in DEFAULT. */
	months: z.array(z.strictObject({ parent: z.string(), month: z.string().regex(/^\d{4}-\d{2}$/) })),
	sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const TableEnd = z.strictObject({ rows: z.int().nonnegative(), sha256: z.string() });
export type TableEnd = z.infer<typeof TableEnd>;

export const FileEnd = z.strictObject({ tables: z.int().nonnegative() });

export type Kind = 'H' | 'T' | 'D' | 'E' | 'F';
const KINDS: readonly Kind[] = ['H', 'T', 'D', 'E', 'F'];

export interface Frame {
	kind: Kind;
	body: Buffer;
}

export class BackupError extends Error {
	override readonly name = 'BackupError';
}

const HEAD_BYTES = 5;
/** More than COPY ever hands over at once; a length beyond it means the file is damaged. */
const MOST_BYTES = 1_100_000_000;

export const frame = (kind: Kind, body: Buffer): Buffer => {
	const head = Buffer.allocUnsafe(HEAD_BYTES);
	head.write(kind, 0, 'latin1');
	head.writeUInt32BE(body.length, 1);
	return Buffer.concat([head, body]);
};

export const jsonFrame = (kind: Kind, value: object): Buffer => frame(kind, Buffer.from(JSON.stringify(value)));

/** @throws BackupError when it is no backup, or cut short. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
	let held: Buffer = Buffer.alloc(0);
	let begun = false;
	for await (const chunk of source) {
		held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
		if (!begun) {
			if (held.length < MAGIC.length) continue;
			if (!held.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError('This file is no backup of ours.');
			held = held.subarray(MAGIC.length);
			begun = true;
		}
		for (;;) {
			if (held.length < HEAD_BYTES) break;
			const length = held.readUInt32BE(1);
			const kind = KINDS.find((one) => one === held.toString('latin1', 0, 1));
			if (kind === undefined || length > MOST_BYTES) throw new BackupError('This backup is damaged.');
			if (held.length < HEAD_BYTES + length) break;
			yield { kind, body: held.subarray(HEAD_BYTES, HEAD_BYTES + length) };
			held = held.subarray(HEAD_BYTES + length);
		}
	}
	if (!begun || held.length > 0) throw new BackupError('This backup is cut short.');
}

/** @throws BackupError when the frame does not hold what its kind promises. */
export const parseFrame = <S extends z.ZodType>(shape: S, { body }: Frame): z.infer<S> => {
	try {
		return shape.parse(JSON.parse(body.toString('utf8')));
	} catch (cause) {
		throw new BackupError('This backup is damaged.', { cause });
	}
};
