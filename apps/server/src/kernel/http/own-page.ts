/** Pages of ours that stand on their own: nobody keeps them, and no address of one is told to whom it leads. */
import type { FastifyReply } from 'fastify';

/** @param policy what such a page may load and do */
export const ownPage =
	(policy: string, { indexed = false }: { indexed?: boolean } = {}) =>
	(reply: FastifyReply, status: number, html: string): FastifyReply => {
		reply
			.status(status)
			.header('content-type', 'text/html; charset=utf-8')
			.header('content-security-policy', policy)
			.header('cache-control', 'no-store')
			.header('referrer-policy', 'no-referrer');
		if (!indexed) reply.header('x-robots-tag', 'noindex');
		return reply.send(html);
	};
