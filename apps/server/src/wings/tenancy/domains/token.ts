/** Access tokens of domains: the token itself is shown once and kept nowhere; its hash leads to the customer and the domain. */
import { createHash, randomBytes } from 'node:crypto';
import type { MappedDomain } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import { customerIn, enterDirectory, leaveDirectory } from '#kernel/storage/directory.ts';
import { bytes, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { DOMAIN_TOKEN_PREFIX } from '../../identity/wing.ts';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const entryOf = (hash: Buffer) => ({ kind: 'domain-token', key: hash.toString('hex') });

const Hash = row({ token_hash: orNull(bytes) });

/** Nothing opens by the domain's token any more. Call it while the domain is locked. */
export const revokeToken = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	const found = await tx.first(Hash, sql`select token_hash from domain where customer_id = ${customerId} and domain_id = ${domainId}`);
	if (found?.token_hash) await leaveDirectory(tx, [entryOf(found.token_hash)]);
	await tx.run(
		sql`update domain set token_hash = null, token_used_at = null where customer_id = ${customerId} and domain_id = ${domainId}`,
	);
};

/** Makes the domain's token, 256 bits, in place of the one it had. Call it while the domain is locked. */
export const giveToken = async (tx: Tx, customerId: number, domainId: string): Promise<string> => {
	await revokeToken(tx, customerId, domainId);
	const token = `${DOMAIN_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	const hash = hashOf(token);
	await tx.run(sql`update domain set token_hash = ${hash} where customer_id = ${customerId} and domain_id = ${domainId}`);
	await enterDirectory(tx, customerId, [entryOf(hash)]);
	return token;
};

const Found = row({ domain_id: uuid, host: text });

/** Uses within this time are written down once. */
const USED_MS = 60_000;

/** Whose token this is, which counts as its use; null: nobody's. */
export const domainOfToken = async (storage: Storage, token: string): Promise<MappedDomain | null> => {
	const hash = hashOf(token);
	const customerId = await storage.inPlatform((tx) => customerIn(tx, entryOf(hash)));
	if (customerId === null) return null;
	return storage.inTenant(customerId, async (tx) => {
		const found = await tx.first(Found, sql`select domain_id, host from domain where customer_id = ${customerId} and token_hash = ${hash}`);
		if (!found) return null;
		const at = now();
		await tx.run(sql`update domain set token_used_at = ${at} where customer_id = ${customerId} and domain_id = ${found.domain_id}
				and token_hash = ${hash} and (token_used_at is null or token_used_at <= ${new Date(at.getTime() - USED_MS)})`);
		return { id: found.domain_id, domain: found.host, customerId, isAdmin: false };
	});
};
