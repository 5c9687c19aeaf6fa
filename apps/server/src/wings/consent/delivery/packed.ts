/** A file in the encodings that browsers take, packed once at the best level and sent as it is ever after. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Packed {
	readonly type: string;
	readonly plain: Buffer;
	readonly br: Buffer;
	readonly gzip: Buffer;
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export const packed = async (type: string, plain: Buffer): Promise<Packed> => ({
	type,
	plain,
	br: await pack.br(plain, {
		params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
	}),
	gzip: await pack.gzip(plain, { level: constants.Z_BEST_COMPRESSION }),
});

/** Sends the smallest that the asker takes. The route must not compress again. */
export const sendPacked = (request: FastifyRequest, reply: FastifyReply, file: Packed): FastifyReply => {
	const takes = String(request.headers['accept-encoding'] ?? '');
	const encoding = /\bbr\b/.test(takes) ? 'br' : /\bgzip\b/.test(takes) ? 'gzip' : 'plain';
	if (encoding !== 'plain') reply.header('content-encoding', encoding);
	return reply.header('vary', 'accept-encoding').header('content-type', file.type).send(file[encoding]);
};
