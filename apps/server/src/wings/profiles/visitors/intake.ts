/**
 * `POST /edge/v1/visitor/events` and `…/forget`: what visitors' pages tell without a token, taken for as long as the visitor's own
 * answer lets them be remembered. What arrives while a commit is under way goes with the next one. Events of types that are known go
 * the short way (soon.ts), all customers together; whatever that does not keep, and whatever is new, goes the long one (keep.ts),
 * which alone refuses.
 */

import {
	forgetVisitor,
	subscribeVisitor,
	VisitorEvent,
	type VisitorRefusal,
	visitorEvents,
	visitorMessages,
} from '@luvalla/contract/profiles/visitors.ts';
import { findNotText, NOT_TEXT } from '@luvalla/contract/well-formed.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { agentOf, systemOf } from '#kernel/http/agent.ts';
import type { Visit as Asked } from '#kernel/http/door.ts';
import { invalidFields, refusals } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { mayPost } from '#kernel/http/may-post.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createReach, isInTheWay } from '#kernel/storage/reach.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	admit,
	allow,
	createFairLane,
	createIdentificationIds,
	createIntakeLimit,
	createLane,
	createLookUp,
	hashOfKey,
	isOthers,
	type Lane,
	permitting,
	reject,
	visitOf,
} from '../../consent/wing.ts';
import { millisOf } from '../events/ids.ts';
import { type KeptVisit, keepVisits, type Visit } from './keep.ts';
import { createKnownTypes } from './known-types.ts';
import { createPushIntake } from './push.ts';
import { createArrivals } from './soon.ts';
import { endDevices, holdDevices, lockDevices, personOn } from './store.ts';

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

/** An event as it can be kept, or why it cannot. */
const judgeVisit = (given: unknown): VisitorEvent | VisitorRefusal => {
	const parsed = VisitorEvent.safeParse(given);
	if (!parsed.success) return 'malformed';
	const event = parsed.data;
	const at = Date.parse(event.at);
	if (at > now().getTime() + AHEAD_MS) return 'at_future';
	if (at < now().getTime() - BEHIND_MS) return 'at_past';
	return millisOf(event.id) === at ? { ...event, id: event.id.toLowerCase() } : 'at_mismatch';
};

/** Whose record it is, and what is kept of the key that shows it. */
const deviceOf = (visitor: string): { id: string; key: Buffer } => {
	const [id = '', key = ''] = visitor.split('.');
	return { id: id.toLowerCase(), key: hashOfKey(key) };
};

/** A device as a request of its page shows it: the family alone, since its version would tell visitors apart. */
const metBy = ({ headers }: Asked, { domainId, visitor }: { domainId: string; visitor: string }) => {
	const agent = headers['user-agent'];
	const { browser, device: kind } = agentOf(agent);
	return {
		...deviceOf(visitor),
		domainId: domainId.toLowerCase(),
		browser: browser.replace(/ \d+$/, ''),
		system: systemOf(agent),
		kind,
	};
};

/** How often what is asked is tried, a second each at most (LIMITS.visitor). */
const TRIES = 3;

/** `failed`: it could not be stored; the sender may try again. */
type Outcome = { readonly kept: KeptVisit } | { readonly failed: unknown };

export const createVisitorIntake = (kernel: Kernel) => {
	const { storage, reach, log, secrets, hooks } = kernel;
	const lookUp = createLookUp(storage, reach);
	const limit = createIntakeLimit(kernel.settings);
	const types = createKnownTypes();
	const identificationIdOf = createIdentificationIds(secrets);
	// Of events alone: a customer whose devices do not answer still has answers taken.
	const soon = createFairLane(
		createReach(log),
		createArrivals(storage.edge, identificationIdOf),
		createArrivals(storage.edgeSoon, identificationIdOf),
		TOGETHER,
	);

	/** Whoever was in the way is waited for more than once: a page that asks to be forgotten is not to ask in vain. */
	const forVisitor = async <T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
		for (let left = TRIES; ; left -= 1)
			try {
				return await storage.forVisitor(customerId, work);
			} catch (error) {
				if (left <= 1 || !isInTheWay(error)) throw error;
			}
	};

	const store = async (customerId: number, visits: readonly Visit[]): Promise<Outcome[]> => {
		try {
			return (await forVisitor(customerId, (tx) => keepVisits(tx, kernel, customerId, visits, types.learn))).map((kept) => ({ kept }));
		} catch (failed) {
			if (visits.length === 1) return [{ failed }];
			// One that cannot be stored sinks no other.
			const outcomes: Outcome[] = [];
			for (const visit of visits) outcomes.push(...(await store(customerId, [visit])));
			return outcomes;
		}
	};

	/** The long way: a lane a customer, for as long as something is in it, so that nobody waits for another's. */
	const lanes = new Map<number, Lane<Visit, Outcome>>();
	const keepLong = async (visit: Visit): Promise<KeptVisit> => {
		const { customerId } = visit;
		const lane =
			lanes.get(customerId) ??
			createLane<Visit, Outcome>(
				(visits) => store(customerId, visits),
				reject,
				(queue, most) => queue.slice(0, most),
				TOGETHER,
			);
		lanes.set(customerId, lane);
		try {
			const outcome = await lane.push(visit);
			if ('failed' in outcome) throw outcome.failed;
			return outcome.kept;
		} finally {
			if (lane.waiting === 0) lanes.delete(customerId);
		}
	};

	const keep = async (visit: Visit): Promise<KeptVisit> => {
		if (visit.events.length === 0 || !types.know(visit.customerId, visit.domainId, visit.events)) return keepLong(visit);
		const fate = await soon.push(visit);
		return fate === 'otherwise' ? keepLong(visit) : { ...fate, refused: [] };
	};

	const takePush = createPushIntake(kernel);

	/** @throws Refused */
	const take = async (from: Asked, body: z.output<typeof visitorEvents.body>): Promise<z.output<typeof visitorEvents.answer>> => {
		const domainId = body.domainId.toLowerCase();
		const { customerId } = admit(await lookUp(domainId, body.configuration), from);
		limit(from.ip, customerId, body.events.length);
		const refused: { id: string | null; code: VisitorRefusal }[] = [];
		const events: VisitorEvent[] = [];
		for (const given of body.events) {
			const judged = judgeVisit(given);
			if (typeof judged === 'string') refused.push({ id: WithId.safeParse(given).data?.id ?? null, code: judged });
			else events.push(judged);
		}
		const kept = await keep({ customerId, ...metBy(from, body), events });
		if (typeof kept === 'string') throw refuseVisit(kept);
		return { stored: kept.stored, known: kept.known, refused: [...refused, ...kept.refused] };
	};

	/** A visitor who may be remembered, and is, as of this. @throws Refused */
	const meet = async (from: Asked, body: z.output<typeof forgetVisitor.body>) => {
		const { customerId } = admit(await lookUp(body.domainId.toLowerCase(), body.configuration), from);
		limit(from.ip, customerId, 1);
		const met = metBy(from, body);
		const kept = await keepLong({ customerId, ...met, events: [] });
		if (typeof kept === 'string') throw refuseVisit(kept);
		return { customerId, ...met };
	};

	const routes: Route[] = [
		handle(visitorEvents, ({ body, request, reply }) => take(visitOf(request, reply), body)),
		handle(subscribeVisitor, async ({ body, request, reply }) => {
			const { customerId, id } = await meet(visitOf(request, reply), body);
			return forVisitor(customerId, (tx) => takePush(tx, customerId, id, body));
		}),
		handle(visitorMessages, async ({ body, request, reply }) => {
			const { customerId, domainId, id } = await meet(visitOf(request, reply), body);
			return forVisitor(customerId, async (tx) => {
				const person = await personOn(tx, customerId, id);
				if (person === null) return [];
				return (await hooks.siteMessages.ask(tx, { customerId, domainId, person, over: body.over })).flat();
			});
		}),
		handle(forgetVisitor, async ({ body, request, reply }) => {
			const visit = visitOf(request, reply);
			const domainId = body.domainId.toLowerCase();
			const { customerId } = admit(await lookUp(domainId, body.configuration), visit);
			limit(visit.ip, customerId, 1);
			const { id, key } = deviceOf(body.visitor);
			await forVisitor(customerId, async (tx) => {
				await lockDevices(tx, customerId, [id]);
				const device = (await holdDevices(tx, customerId, [id])).get(id);
				const visited = { id, domainId, key };
				// Nothing is remembered of ids that are nobody's, and nobody ends what is another's.
				const there = device
					? device.domain_id === domainId && !(await isOthers(tx, customerId, visited))
					: (await permitting(tx, customerId, [visited])).size > 0;
				if (there) await endDevices(tx, customerId, [id]);
			});
			return {};
		}),
	];

	return {
		routes,
		register(app: FastifyInstance): void {
			app.doors.open('/edge/v1/visitor/events', async (visit) => {
				const path = findNotText(visit.body, visitorEvents.each);
				if (path !== null) throw invalidFields([{ message: NOT_TEXT, path }]);
				const body = visitorEvents.body.safeParse(visit.body);
				if (!body.success) throw invalidFields(body.error.issues);
				return JSON.stringify({ data: await take(visit, body.data) });
			});
			// Browsers ask first when a page sends application/json; the answer itself is decided by the POST.
			for (const path of ['/edge/v1/visitor/events', '/edge/v1/visitor/forget', '/edge/v1/visitor/push', '/edge/v1/visitor/messages'])
				app.options(path, async (request, reply) => {
					const { headers, tell } = visitOf(request, reply);
					allow(headers.origin ?? '*', tell);
					return mayPost(reply);
				});
		},
		async drain(): Promise<void> {
			await soon.drain();
			await Promise.all([...lanes.values()].map((lane) => lane.drain()));
		},
	};
};
