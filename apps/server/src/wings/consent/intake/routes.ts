/** `POST /edge/v1/records`: consent records from banners, acknowledged after commit. */

import { EdgeRecord, edgeRecords, type Refusal } from '@luvalla/contract/consent/edge.ts';
import { CLOCK_AHEAD_HOURS, CLOCK_BEHIND_DAYS } from '@luvalla/contract/constants.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import { refusals } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createLane } from './lane.ts';
import { type Arrival, type PublishedFor, publishedFor, storeArrivals } from './store.ts';

const refuseIntake = refusals({
	unknown_domain: [404, 'There is no such domain.', 'Tällaista verkkotunnusta ei ole.'],
	wrong_origin: [
		403,
		'Records are taken only from pages of the domain itself.',
		'Tietueita otetaan vastaan vain verkkotunnuksen omilta sivuilta.',
	],
	busy: [503, '', ''],
});

/** What a process lets wait before it says that it is busy; at 1,000 a commit this is seconds of work. */
const MOST_WAITING = 20_000;
const KEPT_MS = 5000;

/** A page of the domain: its host name over https; any scheme and port on localhost names. */
export const isOriginOf = (origin: string, host: string): boolean => {
	if (!URL.canParse(origin)) return false;
	const url = new URL(origin);
	if (url.hostname !== host) return false;
	return host.endsWith('localhost') ? true : url.protocol === 'https:' && url.port === '';
};

/** The 48 bits of time that a UUIDv7 begins with, in milliseconds. */
const millisOf = (uuidv7: string): number => Number.parseInt(uuidv7.slice(0, 8) + uuidv7.slice(9, 13), 16);

const isSkewed = (at: number): boolean =>
	at > now().getTime() + CLOCK_AHEAD_HOURS * 3_600_000 || at < now().getTime() - CLOCK_BEHIND_DAYS * 86_400_000;

const WithId = z.object({ id: z.string().max(100) });

type Sender = Pick<Arrival, 'browser' | 'device' | 'network' | 'country'> & { domainId: string; configuration: string };

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
		tcString: null,
		clockSkewed: isSkewed(at),
		network: sender.network,
	};
};

const allow = (reply: FastifyReply, origin: string): void => {
	reply.header('access-control-allow-origin', origin).header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
};

export const createIntake = ({ storage, geo }: Kernel) => {
	const lane = createLane((arrivals: readonly Arrival[]) => storeArrivals(storage, arrivals));
	const kept = new Map<string, { published: PublishedFor | null; until: number }>();

	const lookUp = async (domainId: string, folder: string): Promise<PublishedFor | null> => {
		const key = `${domainId} ${folder}`;
		const hit = kept.get(key);
		if (hit && hit.until > Date.now()) return hit.published;
		const published = await publishedFor(storage, domainId, folder);
		// What is not there may be published the next moment: only finds are kept.
		if (published?.configurationHash) {
			if (kept.size > 10_000) kept.clear();
			kept.set(key, { published, until: Date.now() + KEPT_MS });
		}
		return published;
	};

	const routes: Route[] = [
		handle(edgeRecords, async ({ body, request, reply, network }) => {
			const origin = request.headers.origin;
			const domainId = body.domainId.toLowerCase();
			const published = await lookUp(domainId, body.configuration);
			if (!published) throw refuseIntake('unknown_domain');
			if (origin === undefined || !isOriginOf(origin, published.host)) throw refuseIntake('wrong_origin');
			allow(reply, origin);
			if (lane.waiting > MOST_WAITING) throw refuseIntake('busy');

			const { country } = geo.of(request);
			const sender = { ...agentOf(request.headers['user-agent']), network, country, domainId, configuration: body.configuration };
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
	];

	return {
		routes,
		/** Browsers ask first when a page sends application/json; the answer itself is decided by the POST. */
		register(app: FastifyInstance): void {
			app.options('/edge/v1/records', async (request, reply) => {
				allow(reply, request.headers.origin ?? '*');
				return reply
					.header('access-control-allow-methods', 'POST')
					.header('access-control-allow-headers', 'content-type')
					.header('access-control-max-age', '600')
					.status(204)
					.send();
			});
		},
		drain: () => lane.drain(),
	};
};
