/** Limits on what one address may ask of what is open to everybody. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hostOf, takeOne } from '#kernel/access/limits.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { refuse } from './errors.ts';

/**
 * Counts a request against what its sender may ask in a minute, over all processes. Addresses are counted under a keyed hash:
 * whoever reads the database learns from no limit who was here.
 * @throws Refused 429 too_many, which goes out with Retry-After
 */
export type LimitAddress = (request: FastifyRequest, what: string, mostAMinute: number) => Promise<void>;

export const createAddressLimit = ({ storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>): LimitAddress => {
	const key = secrets.derive('address limits');
	return async (request, what, mostAMinute) => {
		const who = createHmac('sha256', key).update(hostOf(request.ip)).digest('base64url');
		if (!(await takeOne(storage, `${what}:${who}`, mostAMinute, 60))) throw refuse('too_many');
	};
};
