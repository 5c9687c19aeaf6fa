/** The answer to a browser that asks whether a page may send JSON from where it is; whether it may is decided by the POST. */
import type { FastifyReply } from 'fastify';

export const mayPost = (reply: FastifyReply): FastifyReply =>
	reply
		.header('access-control-allow-methods', 'POST')
		.header('access-control-allow-headers', 'content-type')
		.header('access-control-max-age', '600')
		.status(204)
		.send();
