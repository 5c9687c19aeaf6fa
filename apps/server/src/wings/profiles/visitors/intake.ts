/**
 * `POST /edge/v1/visitor/events` and `…/forget`: what visitors' pages tell without a token, taken for as long as the visitor's own
 * answer lets them be remembered. What arrives while a commit is under way goes with the next one.
 */
import { forgetVisitor, VisitorEvent, type VisitorRefusal, visitorEvents } from '@luvalla/contract/profiles/visitors.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { agentOf, systemOf } from '#kernel/http/agent.ts';
import { refusals } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { admit, allow, createIntakeLimit, createLane, createLookUp, permitting, visitOf } from '../../consent/wing.ts';
import { type Kept, keepVisits, type Visit } from './keep.ts';
import { endDevices, holdDevices } from './store.ts';

const refuseVisit = refusals({
	not_permitted: [403, 'This visitor’s answer does not let them be remembered.', 'Tämän kävijän vastaus ei salli muistamista.'],
	unknown_record: [409, 'This visitor’s answer is not here yet.', 'Tämän kävijän vastaus ei ole vielä täällä.'],
});

/** A page's clock may be a little ahead of ours; what waited longer than this on a device is not news any more. */
const AHEAD_MS = 5 * 60_000;
const BEHIND_MS = 30 * 86_400_000;
/** Visits that go into one commit. */
const TOGETHER = 200;

const WithId = z.object({ id: z.string().max(100) });

const millisOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** An event as it can be kept, or why it cannot. */
const judge = (given: unknown): VisitorEvent | VisitorRefusal => {
	const parsed = VisitorEvent.safeParse(given);
	if (!parsed.success) return 'malformed';
	const event = parsed.data;
	const at = Date.parse(event.at);
	if (at > now().getTime() + AHEAD_MS) return 'at_future';
	if (at < now().getTime() - BEHIND_MS) return 'at_past';
	return millisOf(event.id) === at ? { ...event, id: event.id.toLowerCase() } : 'at_mismatch';
};

/** `failed`: it could not be stored; the sender may try again. */
type Outcome = { readonly kept: Kept } | { readonly failed: unknown };

export const createVisitorIntake = (kernel: Kernel) => {
	const { storage, reach } = kernel;
	const lookUp = createLookUp(storage, reach);
	const limit = createIntakeLimit(kernel.settings);

	const store = async (customerId: number, visits: readonly Visit[]): Promise<Outcome[]> => {
		try {
			return (await storage.forVisitor(customerId, (tx) => keepVisits(tx, kernel, customerId, visits))).map((kept) => ({ kept }));
		} catch (failed) {
			if (visits.length === 1) return [{ failed }];
			// One that cannot be stored sinks no other.
			const outcomes: Outcome[] = [];
			for (const visit of visits) outcomes.push(...(await store(customerId, [visit])));
			return outcomes;
		}
	};

	const lane = createLane<Visit, Outcome>(
		async (visits) => {
			const found = new Map<Visit, Outcome>();
			await Promise.all(
				[...Map.groupBy(visits, ({ customerId }) => customerId)].map(async ([customerId, own]) => {
					const outcomes = await store(customerId, own);
					for (const [place, visit] of own.entries())
						found.set(visit, outcomes[place] ?? { failed: new Error('A batch was answered in part.') });
				}),
			);
			return visits.map((visit) => found.get(visit) ?? { failed: new Error('A batch was answered in part.') });
		},
		(batch, error) => {
			for (const one of batch) one.failed(error);
		},
		(queue, most) => queue.slice(0, most),
		TOGETHER,
	);

	const routes: Route[] = [
		handle(visitorEvents, async ({ body, request, reply }) => {
			const visit = visitOf(request, reply);
			const domainId = body.domainId.toLowerCase();
			const { customerId } = admit(await lookUp(domainId, body.configuration), visit);
			limit(visit.ip, customerId, body.events.length);
			const agent = visit.headers['user-agent'];
			const { browser, device: kind } = agentOf(agent);
			const refused: { id: string | null; code: VisitorRefusal }[] = [];
			const events: VisitorEvent[] = [];
			for (const given of body.events) {
				const judged = judge(given);
				if (typeof judged === 'string') refused.push({ id: WithId.safeParse(given).data?.id ?? null, code: judged });
				else events.push(judged);
			}
			const outcome = await lane.push({
				customerId,
				domainId,
				id: body.visitor.toLowerCase(),
				// The family alone: its version would tell visitors apart.
				browser: browser.replace(/ \d+$/, ''),
				system: systemOf(agent),
				kind,
				events,
			});
			if ('failed' in outcome) throw outcome.failed;
			if (typeof outcome.kept === 'string') throw refuseVisit(outcome.kept);
			const { stored, known } = outcome.kept;
			return { stored, known, refused: [...refused, ...outcome.kept.refused] };
		}),
		handle(forgetVisitor, async ({ body, request, reply }) => {
			const visit = visitOf(request, reply);
			const domainId = body.domainId.toLowerCase();
			const { customerId } = admit(await lookUp(domainId, body.configuration), visit);
			limit(visit.ip, customerId, 1);
			const id = body.visitor.toLowerCase();
			await storage.forVisitor(customerId, async (tx) => {
				const device = (await holdDevices(tx, customerId, [id])).get(id);
				// Nothing is remembered of ids that are nobody's.
				const there = device ? device.domain_id === domainId : (await permitting(tx, customerId, [{ id, domainId }])).has(id);
				if (there) await endDevices(tx, customerId, [id]);
			});
			return {};
		}),
	];

	return {
		routes,
		register(app: FastifyInstance): void {
			// Browsers ask first when a page sends application/json; the answer itself is decided by the POST.
			for (const path of ['/edge/v1/visitor/events', '/edge/v1/visitor/forget'])
				app.options(path, async (request, reply) => {
					const { headers, tell } = visitOf(request, reply);
					allow(headers.origin ?? '*', tell);
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
