/** `/healthz` alive, `/readyz` ready (database, queue), `/metrics` for Prometheus. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Log } from '#kernel/log.ts';
import type { Storage } from '#kernel/storage/storage.ts';

export const registerHealth = (app: FastifyInstance, storage: Storage, log: Log): void => {
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
	app.get('/readyz', async (_request, reply) => {
		try {
			await storage.inPlatform((tx) => tx.query('select 1'));
			const [queue] = await storage.inPlatform((tx) =>
				tx.query<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`),
			);
			if (!queue?.there) return reply.status(503).send({ code: 'queue_missing' });
			return { data: { database: true, queue: true } };
		} catch (error) {
			log.warn('Not ready', { error });
			return reply.status(503).send({ code: 'database_away' });
		}
	});
	app.get('/metrics', async (_request, reply) => reply.header('content-type', registry.contentType).send(await registry.metrics()));
};
