/** `/healthz` alive, `/readyz` ready and what of it is missing (ready.ts), `/metrics` for Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Log } from '#kernel/log.ts';
import { LOCAL_HOST, type Settings } from '#kernel/settings.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { refuse } from './errors.ts';
import { createMeasures, type Measures } from './measures.ts';
import { createReadiness } from './ready.ts';
import { createTimings, type Observe } from './timings.ts';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A proxy on this machine passes on what comes from anywhere, and says so by one of these, if it says anything. */
const PASSED_ON = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fastly-client-ip)$/;

/** The name is asked too: a page somewhere else may lead a browser of this machine here by a name of its own. */
const isLocalName = (host: string | undefined): boolean => LOCAL_HOST.test((host ?? '').toLowerCase().replace(/:\d+$/, ''));

/** By the connection itself: what a header says of an address is not believed. */
const isFromHere = ({ raw, headers }: FastifyRequest): boolean =>
	LOOPBACK.test(raw.socket.remoteAddress ?? '') && isLocalName(headers.host) && !Object.keys(headers).some((name) => PASSED_ON.test(name));

const hasToken = ({ headers }: FastifyRequest, token: string): boolean => {
	const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(/^bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''), digest(token));
};

/**
 * Answers whom to tell of answers that do not go by the application's hooks.
 * @param dataDir where the embedded database is; null: it is elsewhere
 * @param settings `metricsToken` is what opens the measures. Without one they are told to this machine alone, and only where
 * `isLocal`: a proxy in front need not say that it is one
 * @param measures what is told beside requests and the process
 */
export const registerHealth = (
	app: FastifyInstance,
	storage: Pick<Storage, 'whetherReady' | 'nodes'>,
	dataDir: string | null,
	log: Log,
	{ metricsToken, isLocal }: Pick<Settings, 'metricsToken' | 'isLocal'> = { metricsToken: null, isLocal: false },
	measures: Measures = createMeasures(log),
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
	app.get('/metrics', async (request, reply) => {
		reply.header('cache-control', 'no-store');
		if (metricsToken === null ? !(isLocal && isFromHere(request)) : !hasToken(request, metricsToken)) {
			if (metricsToken === null) throw refuse('not_allowed');
			reply.header('www-authenticate', 'Bearer');
			throw refuse('not_signed_in');
		}
		return reply.header('content-type', registry.contentType).send(`${await registry.metrics()}${timings.text()}${await measures.text()}`);
	});
	return timings.observe;
};
