/** Browsers of customers' own applications: the API answers pages whose origin an application names, with a token and never with a cookie. */
import type { FastifyInstance, FastifyReply } from 'fastify';

const open = (reply: FastifyReply, origin: string): FastifyReply =>
	reply
		.header('access-control-allow-origin', origin)
		.header('access-control-expose-headers', 'retry-after, content-disposition')
		.header('vary', 'origin')
		.header('cross-origin-resource-policy', 'cross-origin');

/** Answers any page of any site, refusals too, and lets it read when to come back. For what carries nobody's rights. */
export const anybody = (reply: FastifyReply): FastifyReply =>
	reply
		.header('access-control-allow-origin', '*')
		.header('access-control-expose-headers', 'retry-after')
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('x-content-type-options', 'nosniff');

/** `isKnown`: whether any application names this origin. Whether the token's own does is checked with the token. */
export const registerCors = (app: FastifyInstance, ownOrigin: string, isKnown: (origin: string) => Promise<boolean>): void => {
	app.addHook('onRequest', (request, reply, done) => {
		const { origin, authorization } = request.headers;
		const foreign = origin !== undefined && origin !== ownOrigin && /^\/(api|identity)\//i.test(request.url);
		if (!foreign || (request.method !== 'OPTIONS' && authorization === undefined)) return done();
		isKnown(origin).then((known) => {
			if (known) open(reply, origin);
			done();
		}, done);
	});
	for (const path of ['/api/*', '/identity/*'])
		app.options(path, async (_request, reply) =>
			reply
				.header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
				.header(
					'access-control-allow-headers',
					'authorization, content-type, domain_key, customer_key, domain-key, customer-key, accept-language',
				)
				.header('access-control-max-age', '600')
				.status(204)
				.send(),
		);
};
