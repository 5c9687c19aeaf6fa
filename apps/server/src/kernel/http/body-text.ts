/** The text of a body. JSON is UTF-8 (RFC 8259, 8.1), whatever character set its type names. */
import { isUtf8 } from 'node:buffer';
import { refuse } from './errors.ts';

/** @throws Refused 400 not_utf8: read all the same, a name in Latin 1 would be stored with its letters spoilt, and acknowledged */
export const textOfBody = (bytes: Buffer): string => {
	if (!isUtf8(bytes)) throw refuse('not_utf8');
	return bytes.toString('utf8');
};
