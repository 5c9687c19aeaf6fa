/**
 * What links of letters are named by, and what a page brings back with a post. A link holds what finds the request and a seal of it, so
 * nobody makes one up and no table has to be asked whose it is. A token says when a form was shown; with it comes work that is easy to check
 * and costs a robot something for each address.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { WORK_BITS } from '@luvalla/contract/consent/forms.ts';
import type { Secrets } from '#kernel/secrets.ts';

type Keys = Pick<Secrets, 'hmac'>;

export interface RequestKey {
	readonly customerId: number;
	readonly requestId: string;
}

const KEY_BYTES = 4 + 16;
const SEAL_BYTES = 16;
/** So long a page may stand open before its form is posted as from one without our script. */
export const SHOWN_MS = 86_400_000;

const sealOf = (secrets: Keys, key: Buffer): Buffer => secrets.hmac('signup link').update(key).digest().subarray(0, SEAL_BYTES);

export const linkOf = (secrets: Keys, { customerId, requestId }: RequestKey): string => {
	const key = Buffer.alloc(KEY_BYTES);
	key.writeUInt32BE(customerId);
	Buffer.from(requestId.replaceAll('-', ''), 'hex').copy(key, 4);
	return Buffer.concat([key, sealOf(secrets, key)]).toString('base64url');
};

/** Null: nobody here made it. */
export const keyOf = (secrets: Keys, link: string): RequestKey | null => {
	const bytes = Buffer.from(link, 'base64url');
	if (bytes.length !== KEY_BYTES + SEAL_BYTES) return null;
	const key = bytes.subarray(0, KEY_BYTES);
	if (!timingSafeEqual(bytes.subarray(KEY_BYTES), sealOf(secrets, key))) return null;
	const hex = key.subarray(4).toString('hex');
	return {
		customerId: key.readUInt32BE(),
		requestId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
	};
};

const markOf = (secrets: Keys, form: string, at: string): string =>
	secrets.hmac('signup form').update(`${form} ${at}`).digest('base64url').slice(0, 22);

export const tokenOf = (secrets: Keys, form: string, at: number): string => {
	const word = at.toString(36);
	return `${word}.${markOf(secrets, form, word)}`;
};

/** Since when a form of ours stood open, and the work was done for this address; null: it was not, which no browser does. */
export const workedSince = (
	secrets: Keys,
	form: string,
	{ token, email, work }: { token: string; email: string; work: number },
): number | null => {
	const [word = '', mark = ''] = token.split('.');
	const own = Buffer.from(markOf(secrets, form, word));
	const given = Buffer.from(mark);
	if (own.length !== given.length || !timingSafeEqual(own, given)) return null;
	const [local = '', host = ''] = email.split('@');
	// Some browsers give a host as it was typed.
	const isDone = [email, `${local}@${domainToUnicode(host)}`].some(
		(typed) => createHash('sha256').update(`${token}.${typed}.${work}`).digest().readUInt32BE() >>> (32 - WORK_BITS) === 0,
	);
	return isDone ? Number.parseInt(word, 36) : null;
};
