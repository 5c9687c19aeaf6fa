/**
 * How long a request's body may take: an upload as long as its bytes keep coming, everything else half a minute in all. What
 * stands still is answered 408 and ended, so that slow senders hold neither memory nor a socket.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Refused, refuse } from './errors.ts';

/** Who neither sends nor takes a byte for so long is gone: a reader of a file who stopped reading, too. */
export const SILENT_MS = 300_000;

export interface BodyLimits {
	/** A body that is no upload is whole by then. */
	readonly bodyMs: number;
	/** No byte for so long: the sender is gone. */
	readonly idleMs: number;
	readonly lookMs: number;
}

const LIMITS: BodyLimits = { bodyMs: 30_000, idleMs: 30_000, lookMs: 5_000 };

interface Coming {
	/** Answers it with what is thrown here, and ends it. */
	readonly stuck: (refused: Refused) => void;
	readonly until: number;
	bytes: number;
	/** When the last byte was seen. */
	movedAt: number;
}

/** What has neither a length nor an encoding has no body (RFC 9112, 6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUpload = ({ headers }: IncomingMessage): boolean => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Whether it has stood still for too long. */
const isStuck = (raw: IncomingMessage, one: Coming, at: number, idleMs: number): boolean => {
	const { bytesRead } = raw.socket;
	// Bytes that we ourselves do not read yet are no fault of the sender.
	if (bytesRead > one.bytes || raw.readableLength > 0) one.movedAt = at;
	one.bytes = bytesRead;
	return at > one.until || at - one.movedAt > idleMs;
};

export interface BodyWatch {
	/** Of a request whose body is still to come. `stuck` is told once, if it stands still. */
	begin(raw: IncomingMessage, stuck: (refused: Refused) => void): void;
	/** It is answered. */
	end(raw: IncomingMessage): void;
	stop(): void;
}

export const watchBodies = ({ bodyMs, idleMs, lookMs }: BodyLimits = LIMITS): BodyWatch => {
	const coming = new Map<IncomingMessage, Coming>();
	const look = setInterval(() => {
		const at = performance.now();
		for (const [raw, one] of coming) {
			if (!raw.complete && !raw.destroyed && !isStuck(raw, one, at, idleMs)) continue;
			coming.delete(raw);
			if (raw.complete || raw.destroyed) continue;
			one.stuck(refuse('too_slow'));
		}
	}, lookMs);
	look.unref();
	return {
		begin(raw, stuck) {
			if (raw.complete || !hasBody(raw)) return;
			const at = performance.now();
			const until = isUpload(raw) ? Number.POSITIVE_INFINITY : at + bodyMs;
			coming.set(raw, { stuck, until, bytes: raw.socket.bytesRead, movedAt: at });
		},
		end: (raw) => void coming.delete(raw),
		stop: () => clearInterval(look),
	};
};

/** For a whole application. Requests without a body are over at once. */
export const limitBodies = (app: FastifyInstance, watch: BodyWatch): void => {
	app.addHook('onRequest', (request, reply, done) => {
		const { raw } = request;
		if (raw.method !== 'GET' && raw.method !== 'HEAD')
			watch.begin(raw, (refused) => {
				reply.raw.once('finish', () => raw.destroy());
				reply.header('connection', 'close').send(refused);
			});
		done();
	});
	app.addHook('onResponse', ({ raw }, _reply, done) => {
		watch.end(raw);
		done();
	});
	app.addHook('onClose', async () => watch.stop());
};
