/** `/healthz` alive, `/readyz` ready and what of it is missing (ready.ts), `/metrics` for Prometheus. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Log } from '#kernel/log.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { createReadiness } from './ready.ts';
import { createTimings, type Observe } from './timings.ts';

/**
 * Answers whom to tell of answers that do not go by the application's hooks.
 * @param dataDir where the embedded database is; null: it is elsewhere
 */
export const registerHealth = (
	app: FastifyInstance,
	storage: Pick<Storage, 'inPlatform' | 'nodes'>,
	dataDir: string | null,
	log: Log,
): Observe => {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry, prefix: 'luvalla_' });
	const timings = createTimings();
	app.addHook('onResponse', (request, reply, done) => {
		timings.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime);
		done();
	});
	app.get('/healthz', async () => ({ data: { alive: true } }));
	const readiness = createReadiness(storage, dataDir);
	app.get('/readyz', async (_request, reply) => {
		reply.header('cache-control', 'no-store');
		try {
			const found = await readiness();
			if (found.database && found.queue) return { data: found };
			return reply.status(503).send({ code: found.database ? 'queue_missing' : 'database_away', parts: found.parts });
		} catch (error) {
			log.warn('Not ready', { error });
			return reply.status(503).send({ code: 'database_away' });
		}
	});
	app.get('/metrics', async (_request, reply) =>
		reply.header('content-type', registry.contentType).send(`${await registry.metrics()}${timings.text()}`),
	);
	return timings.observe;
};
