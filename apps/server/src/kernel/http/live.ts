/** `/api/live`: news as server-sent events, to those who may see the customer they are about. */
import type { ServerResponse } from 'node:http';
import { HEARTBEAT_MS, News } from '@luvalla/contract/live.ts';
import type { FastifyInstance } from 'fastify';
import { type Asker, personsOf } from '#kernel/access/asker.ts';
import { demandPerson, rolesOn } from '#kernel/access/decide.ts';
import type { Log } from '#kernel/log.ts';
import { askerOf, type CallHost } from './calls.ts';
import { refuse } from './errors.ts';

/**
 * A browser has one stream for all its tabs, so more than these are left over or nobody's. The oldest ends rather than the newest is
 * refused: what a sleeping laptop has left half open would else keep its own page out, and a page that was refused never asks again.
 */
const MOST_OF_A_SESSION = 3;
/** The one that ended comes back so late that four which are really there do not chase each other. */
const LATE_MS = 60_000;

/** Who leaves so many bytes of news unread reads none: they would wait here for ever. */
const MOST_UNREAD = 64 * 1024;

interface Stream {
	readonly response: ServerResponse;
	readonly sessionId: string;
	asker: Asker;
}

/** What of a piece of news a person may hear; null: nothing. A domain admin hears of their own domains only. */
const audible = (news: News, asker: Asker): News | null => {
	const held = rolesOn(asker, news.customerId);
	if (held.size === 0) return null;
	if (held.size > 1 || !held.has('domainAdmin')) return news;
	const domains = Object.fromEntries(Object.entries(news.domains).filter(([id]) => asker.domains.has(id)));
	return Object.keys(domains).length > 0 ? { ...news, domains } : null;
};

export const registerLive = async (app: FastifyInstance, host: CallHost, log: Log): Promise<{ stop(): Promise<void> }> => {
	const streams = new Set<Stream>();
	const drop = (stream: Stream): void => {
		streams.delete(stream);
		stream.response.end();
	};

	const unlisten = await host.storage.listen('live', (payload) => {
		const news = News.safeParse(JSON.parse(payload));
		if (!news.success) return log.error('News that cannot be read', { payload });
		for (const stream of streams) {
			const told = audible(news.data, stream.asker);
			if (!told) continue;
			stream.response.write(`event: news\ndata: ${JSON.stringify(told)}\n\n`);
			if (stream.response.writableLength > MOST_UNREAD) stream.response.destroy();
		}
	});
	// Rights changed: a stream lives on only while its session does.
	const unwatch = host.askers.onChange((userId) => {
		for (const stream of streams) {
			if (userId !== '*' && !personsOf(stream.asker).includes(userId)) continue;
			host.askers.bySession(stream.sessionId).then(
				(asker) => {
					if (asker) stream.asker = asker;
					else drop(stream);
				},
				(error: unknown) => {
					log.error('A live stream could not be checked again', { error });
					drop(stream);
				},
			);
		}
	});
	const heartbeat = setInterval(() => {
		for (const stream of streams) {
			if (stream.asker.expiresAt.getTime() <= Date.now()) drop(stream);
			else stream.response.write(': here\n\n');
		}
	}, HEARTBEAT_MS);

	app.get('/api/live', { compress: false }, async (request, reply) => {
		const asker = await askerOf(request, host);
		if (!asker) throw refuse('not_signed_in');
		demandPerson(asker);
		reply.hijack();
		const response = reply.raw;
		response.writeHead(200, {
			'content-type': 'text/event-stream; charset=utf-8',
			'cache-control': 'no-store',
			'x-accel-buffering': 'no',
			connection: 'keep-alive',
		});
		response.write('retry: 2000\n: here\n\n');
		const stream: Stream = { response, sessionId: asker.sessionId, asker };
		for (const old of [...streams].filter(({ sessionId }) => sessionId === stream.sessionId).slice(0, -(MOST_OF_A_SESSION - 1))) {
			old.response.write(`retry: ${LATE_MS}\n\n`);
			drop(old);
		}
		streams.add(stream);
		response.on('close', () => streams.delete(stream));
	});

	return {
		async stop() {
			clearInterval(heartbeat);
			unwatch();
			for (const stream of streams) drop(stream);
			await unlisten();
		},
	};
};
