/** `POST /edge/v1/records`: consent records from banners, acknowledged after commit. */

import { EdgeRecord, edgeRecords, type Refusal } from '@luvalla/contract/consent/edge.ts';
import { CLOCK_AHEAD_HOURS, CLOCK_BEHIND_DAYS } from '@luvalla/contract/constants.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { millisOf } from '../ids.ts';
import { createFairLane } from './fair.ts';
import { createImpressions } from './impressions.ts';
import { admit, allow, refuseIntake } from './origin.ts';
import { createLookUp } from './published.ts';
import { type Arrival, type PublishedFor, storeArrivals } from './store.ts';

/** What a process lets wait before it says that it is busy; at 1,000 a commit this is seconds of work. */
const MOST_WAITING = 20_000;

const isSkewed = (at: number): boolean =>
	at > now().getTime() + CLOCK_AHEAD_HOURS * 3_600_000 || at < now().getTime() - CLOCK_BEHIND_DAYS * 86_400_000;

const WithId = z.object({ id: z.string().max(100) });

type Sender = Pick<Arrival, 'browser' | 'device' | 'network' | 'country' | 'tcString'> & { domainId: string; configuration: string };

/** A record as it can be stored, or why it cannot. */
const judge = (given: unknown, published: PublishedFor, sender: Sender): Arrival | Refusal => {
	const parsed = EdgeRecord.safeParse(given);
	if (!parsed.success) return 'malformed';
	const record = parsed.data;
	const at = Date.parse(record.at);
	if (at !== millisOf(record.id)) return 'at_mismatch';
	if (published.configurationHash === null) return 'unknown_configuration';
	const purpose = published.purposes.get(record.category);
	if (!purpose) return 'unknown_category';
	return {
		customerId: published.customerId,
		id: record.id.toLowerCase(),
		choiceId: record.choiceId.toLowerCase(),
		domainId: sender.domainId,
		purposeId: purpose.id,
		purposeVersion: purpose.version,
		category: record.category,
		value: record.value,
		at: new Date(at).toISOString(),
		how: 'banner',
		configuration: sender.configuration,
		configurationHash: published.configurationHash,
		language: record.language,
		gpc: record.gpc,
		browser: sender.browser,
		device: sender.device,
		country: sender.country,
		tcString: sender.tcString,
		clockSkewed: isSkewed(at),
		network: sender.network,
	};
};

export const createIntake = (kernel: Kernel) => {
	const { storage, geo, reach } = kernel;
	const storing = (edge: Tx) => (arrivals: readonly Arrival[]) => storeArrivals(edge, arrivals);
	const lane = createFairLane(reach, storing(storage.edge), storing(storage.edgeSoon));
	const lookUp = createLookUp(storage, reach);
	const impressions = createImpressions(kernel, lookUp);

	const routes: Route[] = [
		handle(edgeRecords, async ({ body, request, reply, network }) => {
			const domainId = body.domainId.toLowerCase();
			const published = admit(await lookUp(domainId, body.configuration), request, reply);
			if (lane.waiting > MOST_WAITING) throw refuseIntake('busy');

			const { country } = geo.of(request);
			const { tcString = null, configuration } = body;
			const sender = { ...agentOf(request.headers['user-agent']), network, country, tcString, domainId, configuration };
			const refused: { id: string | null; code: Refusal }[] = [];
			const stored: Promise<'stored' | 'known'>[] = [];
			for (const given of body.records) {
				const judged = judge(given, published, sender);
				if (typeof judged !== 'string') stored.push(lane.push(judged));
				else refused.push({ id: WithId.safeParse(given).data?.id ?? null, code: judged });
			}
			const outcomes = await Promise.all(stored);
			const fresh = outcomes.filter((outcome) => outcome === 'stored').length;
			return { stored: fresh, known: outcomes.length - fresh, refused };
		}),
		...impressions.routes,
	];

	return {
		routes,
		/** Browsers ask first when a page sends application/json; the answer itself is decided by the POST. */
		register(app: FastifyInstance): void {
			const answer = async (request: FastifyRequest, reply: FastifyReply) => {
				allow(reply, request.headers.origin ?? '*');
				return reply
					.header('access-control-allow-methods', 'POST')
					.header('access-control-allow-headers', 'content-type')
					.header('access-control-max-age', '600')
					.status(204)
					.send();
			};
			for (const path of ['/edge/v1/records', '/edge/v1/impressions']) app.options(path, answer);
		},
		async drain() {
			await lane.drain();
			await impressions.drain();
		},
	};
};
