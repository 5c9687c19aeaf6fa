/** `POST /edge/v1/records`: consent records from banners, acknowledged after commit. */

import { EdgeRecord, edgeRecords, type Refusal } from '@luvalla/contract/consent/edge.ts';
import { CLOCK_AHEAD_HOURS, CLOCK_BEHIND_DAYS } from '@luvalla/contract/constants.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { truncateIp } from '#kernel/access/limits.ts';
import { now } from '#kernel/clock.ts';
import { agentOf } from '#kernel/http/agent.ts';
import type { Visit } from '#kernel/http/door.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { mayPost } from '#kernel/http/may-post.ts';
import { counted } from '#kernel/http/measures.ts';
import { servedOn } from '#kernel/http/served-on.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { millisOf } from '../ids.ts';
import { hashOfKey } from './device-key.ts';
import { createFairLane } from './fair.ts';
import { createExpiring } from './http-only.ts';
import { createImpressions } from './impressions.ts';
import { createIntakeLimit } from './limit.ts';
import { admit, allow } from './origin.ts';
import { createLookUp } from './published.ts';
import { type Arrival, createArrivals, type Fate, type PublishedFor } from './store.ts';
import { createTelling } from './tell.ts';

const isSkewed = (at: number): boolean =>
	at > now().getTime() + CLOCK_AHEAD_HOURS * 3_600_000 || at < now().getTime() - CLOCK_BEHIND_DAYS * 86_400_000;

const WithId = z.object({ id: z.string().max(100) });

const FATES = ['stored', 'known'] as const satisfies readonly Fate[];
const taken = counted<'outcome'>('luvalla_intake_records_total', 'Records of banners by what became of them.');

type Sender = Pick<Arrival, 'browser' | 'device' | 'network' | 'country' | 'tcString' | 'deviceKey'> & {
	domainId: string;
	configuration: string;
};

/** A record as it can be stored, or why it cannot. */
const judgeArrival = (given: unknown, published: PublishedFor, sender: Sender): Arrival | Refusal => {
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
		deviceKey: sender.deviceKey,
	};
};

export const createIntake = (kernel: Kernel) => {
	const { storage, geo, reach, log } = kernel;
	const telling = createTelling(storage.edgeSoon, log);
	const storing = (edge: Tx) => createArrivals(edge, telling.stored);
	const lane = createFairLane(reach, storing(storage.edge), storing(storage.edgeSoon));
	const lookUp = createLookUp(storage, reach);
	const limit = createIntakeLimit(kernel.settings);
	const expiring = createExpiring(storage);
	const impressions = createImpressions(kernel, lookUp, limit);

	/** @throws Refused */
	const take = async (visit: Visit, body: z.output<typeof edgeRecords.body>): Promise<z.output<typeof edgeRecords.answer>> => {
		const domainId = body.domainId.toLowerCase();
		const found = await lookUp(domainId, body.configuration);
		// A customer's own host collects for that customer.
		const published = admit(visit.servedOn !== null && found?.customerId !== visit.servedOn.customerId ? null : found, visit);
		limit(visit.ip, published.customerId, body.records.length);

		const { country } = geo.of(visit);
		const { tcString = null, configuration } = body;
		const deviceKey = body.deviceKey === undefined ? null : hashOfKey(body.deviceKey);
		const network = truncateIp(visit.ip);
		const sender = { ...agentOf(visit.headers['user-agent']), network, country, tcString, deviceKey, domainId, configuration };
		const refused: { id: string | null; code: Refusal }[] = [];
		const pushed: { id: string; category: string; value: boolean; fate: Promise<Fate> }[] = [];
		for (const given of body.records) {
			const judged = judgeArrival(given, published, sender);
			if (typeof judged !== 'string')
				pushed.push({ id: judged.id, category: judged.category, value: judged.value, fate: lane.push(judged) });
			else refused.push({ id: WithId.safeParse(given).data?.id ?? null, code: judged });
		}
		const fates = await Promise.all(pushed.map(({ fate }) => fate));
		for (const [place, { id }] of pushed.entries()) if (fates[place] === 'conflict') refused.push({ id, code: 'id_conflict' });
		const count = (which: Fate): number => fates.filter((fate) => fate === which).length;
		const no = new Set(pushed.flatMap(({ category, value }, place) => (value || fates[place] === 'conflict' ? [] : [category])));
		await expiring(visit, published.customerId, configuration, no);
		for (const fate of FATES) {
			const n = count(fate);
			if (n > 0) taken({ outcome: fate }, n);
		}
		if (refused.length > 0) taken({ outcome: 'refused' }, refused.length);
		return { stored: count('stored'), known: count('known'), refused };
	};

	const routes: Route[] = [handle(edgeRecords, ({ body, request, reply }) => take(visitOf(request, reply), body)), ...impressions.routes];

	return {
		routes,
		register(app: FastifyInstance): void {
			app.doors.open('/edge/v1/records', async (visit) => {
				const body = edgeRecords.body.safeParse(visit.body);
				if (!body.success) throw invalidFields(body.error.issues);
				return JSON.stringify({ data: await take(visit, body.data) });
			});
			// Browsers ask first when a page sends application/json; the answer itself is decided by the POST.
			const answer = async (request: FastifyRequest, reply: FastifyReply) => {
				const { headers, tell } = visitOf(request, reply);
				allow(headers.origin ?? '*', tell);
				return mayPost(reply);
			};
			for (const path of ['/edge/v1/records', '/edge/v1/impressions']) app.options(path, answer);
		},
		async drain() {
			await lane.drain();
			await impressions.drain();
			await telling.drain();
		},
	};
};

/** What came by the router, as it comes by a door. */
export const visitOf = ({ headers, ip, body, raw }: FastifyRequest, reply: FastifyReply): Visit => ({
	headers,
	ip,
	body,
	servedOn: servedOn(raw),
	tell: (name, value) => void reply.header(name, value),
});
