/** Signed heads: made from a root, kept as the note they are. */
import { checkpointText, signatureLine } from '@luvalla/verify/note.ts';
import { newId, now } from '#kernel/clock.ts';
import { bytes, instant, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { SigningKey } from './keys.ts';

export const HeadRow = row({ head_id: uuid, size: int, root: bytes, signed_at: instant, key_id: text, note: text });
export type HeadRow = RowOf<typeof HeadRow>;
export const HEAD = sql`head_id, size, root, signed_at, key_id, note`;

/** A head over these entries, signed now. */
export const signHead = (key: SigningKey, origin: string, size: number, root: Buffer): HeadRow => {
	const signedAt = now();
	const text = checkpointText({ origin, size, root, time: signedAt.toISOString(), keyId: key.keyId });
	return {
		head_id: newId(),
		size,
		root,
		signed_at: signedAt,
		key_id: key.keyId,
		note: `${text}\n${signatureLine(origin, key.publicKey, key.sign(text))}\n`,
	};
};
