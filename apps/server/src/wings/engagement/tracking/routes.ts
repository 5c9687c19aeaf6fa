/**
 * Addresses that stand in letters: the picture that says a letter was opened, and links on their way to where they lead. An address whose
 * seal is not ours leads nowhere. Whoever follows one gets there whatever is kept of it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createNames } from '../runs/token.ts';
import { createHitIntake } from './intake.ts';
import { isMachine } from './machines.ts';

/** One pixel through which everything is seen. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Further places are no letter's. */
const PLACE = /^(\d{1,5})-([a-z2-7]+)$/i;
const RUN = /^([0-9a-z]{1,7})-([0-9a-f]{32})$/i;

const To = z.object({ to: z.string().max(8_000) });

/** Where a sealed address leads. @throws Refused 404 */
const targetOf = (
	request: FastifyRequest,
	place: string,
	isOurs: (place: string, url: string, seal: string) => boolean,
): { link: number; url: string } => {
	const [, link, seal] = PLACE.exec(place) ?? [];
	const to = To.safeParse(request.query).data?.to;
	if (link === undefined || seal === undefined || to === undefined || !isOurs(link, to, seal)) throw refuse('not_found');
	const url = URL.parse(to);
	if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw refuse('not_found');
	return { link: Number(link), url: url.href };
};

const away = (reply: FastifyReply, url: string): FastifyReply =>
	reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').redirect(url, 302);

export const createTracking = (kernel: Pick<Kernel, 'storage' | 'jobs' | 'log' | 'settings' | 'secrets'>) => {
	const names = createNames(kernel.secrets);
	const intake = createHitIntake(kernel);

	const hitOf = (request: FastifyRequest) => ({
		machine: isMachine(request.method, request.headers),
		device: agentOf(request.headers['user-agent']).device,
		at: now(),
	});

	return {
		register(app: FastifyInstance): void {
			app.get<{ Params: { file: string } }>('/t/o/:file', async (request, reply) => {
				const name = /^([a-z2-7]+)\.gif$/.exec(request.params.file.toLowerCase())?.[1] ?? '';
				const key = names.keyOf(name);
				if (!key) throw refuse('not_found');
				await intake.hit(request.ip, name, { key, kind: 'open', link: null, ...hitOf(request) });
				return reply
					.header('cache-control', 'no-store, private')
					.header('referrer-policy', 'no-referrer')
					.header('cross-origin-resource-policy', 'cross-origin')
					.type('image/gif')
					.send(PIXEL);
			});
			app.get<{ Params: { name: string; place: string } }>('/t/c/:name/:place', async (request, reply) => {
				const name = request.params.name.toLowerCase();
				const key = names.keyOf(name);
				if (!key) throw refuse('not_found');
				const { link, url } = targetOf(request, request.params.place, (place, to, seal) => names.isSealOf(seal, name, place, to));
				await intake.hit(request.ip, name, { key, kind: 'click', link, ...hitOf(request) });
				return away(reply, url);
			});
			app.get<{ Params: { run: string; place: string } }>('/t/l/:run/:place', async (request, reply) => {
				const run = request.params.run.toLowerCase();
				const [, customer, hex] = RUN.exec(run) ?? [];
				if (customer === undefined || hex === undefined) throw refuse('not_found');
				const { link, url } = targetOf(request, request.params.place, (place, to, seal) => names.isSealOf(seal, run, place, to));
				if (!isMachine(request.method, request.headers))
					await intake.link(request.ip, {
						customerId: Number.parseInt(customer, 36),
						runId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
						link,
						at: now(),
					});
				return away(reply, url);
			});
		},
		drain: () => intake.drain(),
	};
};
