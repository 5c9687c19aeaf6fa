/** Keeps what visitors did, as far as their present answer lets them be remembered. */
import { VISITOR_TYPES, type VisitorEvent, type VisitorRefusal } from '@luvalla/contract/profiles/visitors.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bool, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { identifiedAs, permitting } from '../../consent/wing.ts';
import { type Cluster, clustersOf, membersOf } from '../../people/wing.ts';
import { tellEvents } from '../events/counted.ts';
import {
	CUSTOMER,
	countTypes,
	type EventRow,
	insertEvents,
	type KnownType,
	misfits,
	noteTypes,
	pageScope,
	readTypes,
} from '../events/store.ts';
import { numbersBy } from '../profiles/facts.ts';
import type { KnownTypes } from './known-types.ts';
import { type DeviceRow, endDevices, endedOf, holdDevices, linkDevices, lockDevices, type Met, meetDevices, refusedOf } from './store.ts';

/** What one request brings. */
export interface Visit extends Omit<Met, 'purposeId'> {
	readonly customerId: number;
	/** Hash of the device's key. */
	readonly key: Buffer;
	readonly events: readonly VisitorEvent[];
}

export type KeptVisit =
	| 'not_permitted'
	| 'unknown_record'
	| { readonly stored: number; readonly known: number; readonly refused: readonly { id: string; code: VisitorRefusal }[] };

const Lock = row({ got: bool });

/** Devices among these that are nobody's yet, of visitors who turned out to be somebody meanwhile, become that person's. */
const linkLate = async (tx: Tx, secrets: Kernel['secrets'], customerId: number, devices: Map<string, DeviceRow>): Promise<void> => {
	const open = [...devices.values()].filter(({ person }) => person === null);
	const found = await identifiedAs(
		tx,
		secrets,
		customerId,
		open.map((one) => one.device_id),
	);
	if (found.size === 0) return;
	// Who waits here would hold devices that others wait for: the next visit tries again.
	const lock = await tx.first(Lock, sql`select pg_try_advisory_xact_lock(hashtext('people'), ${customerId}) as got`);
	if (!lock?.got) return;
	for (const device of open) {
		const person = found.get(device.device_id);
		if (person === undefined) continue;
		const [still] = (await identifiedAs(tx, secrets, customerId, [device.device_id])).values();
		if (still === undefined) continue;
		const { kept } = await membersOf(tx, customerId, still);
		// A no of that person stands: the visitor's yes does not come along.
		if ((await refusedOf(tx, customerId, [{ person: kept, purposeId: device.purpose_id }])).size > 0) {
			await endDevices(tx, customerId, [device.device_id]);
			devices.delete(device.device_id);
		} else {
			await linkDevices(tx, customerId, still, [device.device_id]);
			devices.set(device.device_id, { ...device, person: still });
		}
	}
};

const Known = row({ id: uuid });

/**
 * Keeps visits of one customer; answers what became of each, in their order. The long way, statement after statement: most events
 * are kept by the short one (soon.ts).
 * @param learn told of types that are known and what their properties are
 */
export const keepVisits = async (
	tx: Tx,
	{ secrets }: Pick<Kernel, 'secrets'>,
	customerId: number,
	visits: readonly Visit[],
	learn: KnownTypes['learn'],
): Promise<KeptVisit[]> => {
	const ids = [...new Set(visits.map(({ id }) => id))].sort();
	await lockDevices(tx, customerId, ids);
	const devices = await holdDevices(tx, customerId, ids);
	const strange = ids.filter((id) => !devices.has(id));
	const ended = strange.length === 0 ? new Set<string>() : await endedOf(tx, customerId, strange);
	for (const { device_id: id, over } of devices.values()) if (over) ended.add(id);
	const permitted = await permitting(tx, customerId, visits);
	const purposeOf = (visit: Visit): string | null => (ended.has(visit.id) ? null : (permitted.get(visit) ?? null));
	const met = new Map(
		visits.flatMap((visit) => {
			const purposeId = purposeOf(visit);
			const { stale = true } = devices.get(visit.id) ?? {};
			return purposeId === null || !stale ? [] : [[visit.id, { ...visit, purposeId }] as const];
		}),
	);
	const fresh = strange.filter((id) => met.has(id));
	await meetDevices(tx, customerId, [...met.values()]);
	if (fresh.length > 0)
		for (const [id, device] of await holdDevices(tx, customerId, fresh)) {
			devices.set(id, device);
			// It was taken back before it could be met.
			if (device.over) ended.add(id);
		}
	// A permission that is over takes its device along.
	await endDevices(
		tx,
		customerId,
		[...devices.keys()].filter((id) => ended.has(id)),
	);
	await linkLate(tx, secrets, customerId, devices);
	const clusters = await clustersOf(
		tx,
		customerId,
		[...devices.values()].flatMap(({ person }) => person ?? []),
	);
	const keptOf = (person: string): string => clusters.get(person)?.kept ?? person;
	const refused = await refusedOf(
		tx,
		customerId,
		[...devices.values()].flatMap(({ person, purpose_id: purposeId }) => (person === null ? [] : [{ person: keptOf(person), purposeId }])),
	);
	const allowed = visits.map((visit): DeviceRow | 'not_permitted' | 'unknown_record' => {
		if (!permitted.has(visit) && !ended.has(visit.id)) return 'unknown_record';
		const device = devices.get(visit.id);
		const purposeId = purposeOf(visit);
		if (purposeId === null || !device || device.domain_id !== visit.domainId) return 'not_permitted';
		return device.person !== null && refused.has(`${keptOf(device.person)} ${purposeId}`) ? 'not_permitted' : device;
	});
	return keepEvents(tx, customerId, visits, allowed, clusters, learn);
};

interface Judged {
	readonly event: VisitorEvent;
	readonly device: DeviceRow;
	/** Its type or a property was not known. */
	readonly news: boolean;
}

const keepEvents = async (
	tx: Tx,
	customerId: number,
	visits: readonly Visit[],
	allowed: readonly (DeviceRow | 'not_permitted' | 'unknown_record')[],
	clusters: ReadonlyMap<string, Cluster>,
	learn: KnownTypes['learn'],
): Promise<KeptVisit[]> => {
	const types = [...new Set(visits.flatMap(({ events }) => events.map(({ type }) => type)))];
	/** By domain: what one's pages say is nothing to another. */
	const known = new Map<string, Map<string, KnownType>>();
	const rooms = new Map<string, number>();
	for (const domainId of new Set(visits.map((one) => one.domainId))) {
		const own = await readTypes(tx, customerId, types, [CUSTOMER, domainId], pageScope(domainId));
		learn(customerId, domainId, own);
		known.set(domainId, new Map(own));
		const news = types.some((type) => !own.has(type));
		rooms.set(domainId, news ? VISITOR_TYPES - (await countTypes(tx, customerId, pageScope(domainId))) : 0);
	}
	const taken: Judged[] = [];
	/** Whether it makes anything known, or why it is refused. */
	const judgeEvent = (domainId: string, event: VisitorEvent): VisitorRefusal | boolean => {
		const types = known.get(domainId);
		const there = types?.get(event.type);
		// Kinds are what servers say: of two pages each may be wrong.
		if (misfits(there?.kinds, event.properties).length > 0) return 'kind_mismatch';
		const fresh = Object.keys(event.properties).filter((name) => !there?.names.has(name));
		// A page names nothing without end: what its visitors may make known has its own, smaller share.
		if (fresh.length > 0 && (there?.names.size ?? 0) + fresh.length > VISITOR_TYPES) return 'too_much';
		if (!there) {
			const room = rooms.get(domainId) ?? 0;
			if (room <= 0) return 'too_much';
			rooms.set(domainId, room - 1);
		}
		types?.set(event.type, { kinds: there?.kinds ?? new Map(), names: new Set([...(there?.names ?? []), ...fresh]) });
		return fresh.length > 0 || !there;
	};
	const judged = visits.map(({ domainId, events }, place) => {
		const device = allowed[place] ?? 'not_permitted';
		if (typeof device === 'string') return device;
		return events.map((event) => {
			const news = judgeEvent(domainId, event);
			if (typeof news === 'string') return { id: event.id, code: news };
			taken.push({ event, device, news });
			return { id: event.id, code: null };
		});
	});
	const fresh = await insertTaken(tx, customerId, taken, clusters);
	return judged.map((one): KeptVisit => {
		if (typeof one === 'string') return one;
		const stored = one.filter(({ id, code }) => code === null && fresh.delete(id)).length;
		const refused = one.flatMap(({ id, code }) => (code === null ? [] : [{ id, code }]));
		return { stored, known: one.length - stored - refused.length, refused };
	});
};

/** Stores events of people under their numbers and those of visitors under their devices; answers the ids that are new. */
const insertTaken = async (
	tx: Tx,
	customerId: number,
	taken: readonly Judged[],
	clusters: ReadonlyMap<string, Cluster>,
): Promise<Set<string>> => {
	const numbers = await numbersBy(tx, customerId, [...clusters.keys()]);
	const own: EventRow[] = [];
	const anonymous: Judged[] = [];
	for (const one of taken) {
		const { event, device } = one;
		const number = device.person === null ? undefined : numbers.get(device.person);
		if (number === undefined) anonymous.push(one);
		else
			own.push({
				id: event.id,
				at: new Date(event.at),
				number,
				domainId: device.domain_id,
				type: event.type,
				properties: event.properties,
				how: 'visitor',
			});
	}
	const fresh = await insertEvents(tx, customerId, own, ({ domainId }) => pageScope(domainId));
	if (anonymous.length === 0) return fresh;
	const at = now();
	await noteTypes(
		tx,
		customerId,
		anonymous.flatMap(({ event: { type, properties }, device, news }) =>
			news ? [{ type, properties, scope: pageScope(device.domain_id) }] : [],
		),
		at,
	);
	const rows = anonymous
		.map(({ event: { id, at: said, type, properties }, device }) => ({
			id,
			at: said,
			type,
			properties,
			device_id: device.device_id,
			domain_id: device.domain_id,
		}))
		.sort((a, b) => (a.id < b.id ? -1 : 1));
	const stored = await tx.rows(
		Known,
		sql`insert into visitor_event (customer_id, device_id, at, id, domain_id, type, properties, received_at)
		select ${customerId}::int, g.device_id, g.at, g.id, g.domain_id, g.type, g.properties, ${at}
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g (id uuid, at timestamptz, type text, properties jsonb, device_id uuid, domain_id uuid)
		on conflict do nothing returning id`,
	);
	const told = new Set(stored.map(({ id }) => id));
	await tellEvents(
		tx,
		customerId,
		anonymous.flatMap(({ event: { id, at: said, type }, device }) =>
			told.delete(id) ? [{ domainId: device.domain_id, type, at: new Date(said) }] : [],
		),
	);
	return new Set([...fresh, ...stored.map(({ id }) => id)]);
};
