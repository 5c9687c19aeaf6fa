/** A file in the encodings that browsers take, packed once at the best level and sent as it is ever after. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takes } from '#kernel/http/portal.ts';

export interface Packed {
	readonly type: string;
	/** By what is in it; weak, for it is the same in every encoding. */
	readonly etag: string;
	readonly plain: Buffer;
	readonly br: Buffer;
	readonly gzip: Buffer;
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export const packed = async (type: string, plain: Buffer): Promise<Packed> => ({
	type,
	etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
	plain,
	br: await pack.br(plain, {
		params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
	}),
	gzip: await pack.gzip(plain, { level: constants.Z_BEST_COMPRESSION }),
});

/** Sends the smallest that the asker takes, or says that it has the newest. The route must not compress again. */
export const sendPacked = (request: FastifyRequest, reply: FastifyReply, file: Packed): FastifyReply => {
	reply.header('etag', file.etag).header('vary', 'accept-encoding');
	if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
	const accepted = request.headers['accept-encoding'];
	const encoding = takes('br', accepted) ? 'br' : takes('gzip', accepted) ? 'gzip' : 'plain';
	if (encoding !== 'plain') reply.header('content-encoding', encoding);
	return reply.header('content-type', file.type).send(file[encoding]);
};
