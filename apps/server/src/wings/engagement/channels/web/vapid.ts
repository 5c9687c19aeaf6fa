/** How a push service knows who sends (RFC 8292): a token for each service, signed with the connector's key, used for some hours. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { now } from '#kernel/clock.ts';

/** No service takes one that ends later than a day from now. */
const LASTS_MS = 12 * 3_600_000;
const RENEWED_MS = 6 * 3_600_000;
/** Services whose token is kept. */
const MOST_KEPT = 1000;

export interface Vapid {
	/** The public key, base64url. */
	readonly publicKey: string;
	/** The header by which a service knows us. */
	authorizationFor(origin: string): Promise<string>;
}

const keyOf = (publicKey: string, privateKey: string): KeyObject => {
	const point = Buffer.from(publicKey, 'base64url');
	if (point.length !== 65 || point[0] !== 4) throw new Error('This is no public key on P-256.');
	const part = (from: number): string => point.subarray(from, from + 32).toString('base64url');
	return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d: privateKey }, format: 'jwk' });
};

/** @param subject whom a service writes to @throws where the keys are none */
export const createVapid = (publicKey: string, privateKey: string, subject: string): Vapid => {
	const key = keyOf(publicKey, privateKey);
	const made = new Map<string, { readonly header: Promise<string>; readonly atMs: number }>();
	const headerFor = async (origin: string): Promise<string> => {
		const token = await new SignJWT({})
			.setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
			.setAudience(origin)
			.setSubject(subject)
			.setExpirationTime(new Date(now().getTime() + LASTS_MS))
			.sign(key);
		return `vapid t=${token}, k=${publicKey}`;
	};
	return {
		publicKey,
		authorizationFor(origin) {
			const had = made.get(origin);
			if (had && performance.now() - had.atMs < RENEWED_MS) return had.header;
			const header = headerFor(origin);
			// browsers name their service themselves
			if (made.size >= MOST_KEPT) made.clear();
			made.set(origin, { header, atMs: performance.now() });
			return header;
		},
	};
};
