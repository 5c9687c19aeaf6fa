/** `/healthz` alive, `/readyz` ready and what of it is missing (ready.ts), `/metrics` for Prometheus. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Log } from '#kernel/log.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { createReadiness } from './ready.ts';

/** @param dataDir where the embedded database is; null: it is elsewhere */
export const registerHealth = (
	app: FastifyInstance,
	storage: Pick<Storage, 'inPlatform' | 'nodes'>,
	dataDir: string | null,
	log: Log,
): void => {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry, prefix: 'luvalla_' });
	const seconds = new Histogram({
		name: 'luvalla_http_request_seconds',
		help: 'Time to answer, by route, method and status class.',
		labelNames: ['method', 'route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
		registers: [registry],
	});
	app.addHook('onResponse', async (request, reply) => {
		seconds.observe(
			{ method: request.method, route: request.routeOptions.url ?? 'none', status: `${Math.floor(reply.statusCode / 100)}xx` },
			reply.elapsedTime / 1000,
		);
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
	app.get('/metrics', async (_request, reply) => reply.header('content-type', registry.contentType).send(await registry.metrics()));
};
