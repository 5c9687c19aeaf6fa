/** What websites read of a domain's properties: `/cmp/d/{domainId}/properties.json`, an object of keys and values, for any site. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { refuse } from '#kernel/http/errors.ts';
import { reached } from '#kernel/http/reached.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { livePropertiesOf } from './store.ts';

/** A browser takes them as they are for a minute, and what it has for a day while we cannot be reached. */
const CACHED = 'public, max-age=60, stale-while-revalidate=86400, stale-if-error=86400';
/** A process reads a domain's anew after so long: visitors of a busy site must not be as many questions to the database. */
const KEPT_MS = 5000;
const MOST_KEPT = 10_000;

const Uuid = z.uuid();

type Parts = Pick<Kernel, 'storage' | 'reach'>;

/** JSON text; null: there is no such domain. @throws Away where the customer's rows cannot be reached */
const readLive = async ({ storage, reach }: Parts, domainId: string): Promise<string | null> => {
	const customerId = await storage.forVisitor(null, (tx) => customerIn(tx, { kind: 'domain', key: domainId }));
	if (customerId === null) return null;
	const rows = await reached(reach, customerId, () => storage.forVisitor(customerId, (tx) => livePropertiesOf(tx, customerId, domainId)));
	return JSON.stringify(Object.fromEntries(rows.map((one) => [one.live_key, one.live_value])));
};

export const registerProperties = (app: FastifyInstance, parts: Parts): void => {
	const kept = new Map<string, { text: Promise<string | null>; until: number }>();
	const read = (domainId: string): Promise<string | null> => {
		const known = kept.get(domainId);
		if (known && known.until > Date.now()) return known.text;
		if (kept.size >= MOST_KEPT) kept.clear();
		const text = readLive(parts, domainId);
		kept.set(domainId, { text, until: Date.now() + KEPT_MS });
		// What failed is asked again by the next one.
		text.catch(() => kept.delete(domainId));
		return text;
	};
	app.get<{ Params: { domain: string } }>('/cmp/d/:domain/properties.json', async (request, reply) => {
		const id = Uuid.safeParse(request.params.domain.toLowerCase());
		const text = id.success ? await read(id.data) : null;
		if (text === null) throw refuse('not_found');
		return reply
			.header('access-control-allow-origin', '*')
			.header('cross-origin-resource-policy', 'cross-origin')
			.header('cache-control', CACHED)
			.type('application/json; charset=utf-8')
			.send(text);
	});
};
