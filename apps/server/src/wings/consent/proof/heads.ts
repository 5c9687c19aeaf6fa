/** Signed heads: made from a root, kept as the note they are. */
import { checkpointText, signatureLine } from '@luvalla/verify/note.ts';
import { newId, now } from '#kernel/clock.ts';
import type { SigningKey } from './keys.ts';

export interface HeadRow {
	head_id: string;
	size: number;
	root: Buffer;
	signed_at: Date;
	key_id: string;
	note: string;
}

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
