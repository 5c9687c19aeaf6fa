/** The provider's signing keys: made once, kept sealed; whoever comes second uses the first one's. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Secrets } from '#kernel/secrets.ts';
import { keepFactOnce, readFact } from '#kernel/storage/facts.ts';
import type { Storage } from '#kernel/storage/storage.ts';

export const signingKeys = async (storage: Storage, secrets: Secrets): Promise<JWK[]> => {
	const kept = await storage.inPlatform((tx) => readFact(tx, 'oidc_keys'));
	if (kept !== null) return JSON.parse(secrets.open(kept, 'installation.oidc_keys')) as JWK[];
	const { privateKey } = await generateKeyPair('ES256', { extractable: true });
	const { privateKey: rsa } = await generateKeyPair('RS256', { extractable: true });
	const keys = await Promise.all(
		[privateKey, rsa].map(async (key, i) => ({ ...(await exportJWK(key)), use: 'sig', alg: i === 0 ? 'ES256' : 'RS256' })),
	);
	await storage.inPlatform((tx) => keepFactOnce(tx, 'oidc_keys', secrets.seal(JSON.stringify(keys), 'installation.oidc_keys')));
	return signingKeys(storage, secrets);
};

/** The key of ID tokens, with the name that `/identity/jwks` gives it (RFC 7638). */
export const idTokenKey = async (storage: Storage, secrets: Secrets) => {
	const jwk = (await signingKeys(storage, secrets)).find(({ alg }) => alg === 'ES256');
	if (!jwk) throw new Error('There is no key for ID tokens.');
	return { alg: 'ES256', kid: await calculateJwkThumbprint(jwk), key: await importJWK(jwk, 'ES256') };
};
