/** What this wing keeps of one person, for the file of everything. */
import type { KeptPart, Looked } from '#kernel/hooks.ts';
import { jsonLines } from '#kernel/http/json-file.ts';
import { instant, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readIdentifiers } from '../../people/wing.ts';
import { sentOf } from '../connectors/store.ts';
import { tokensOf } from '../devices/store.ts';
import { eventsOf } from '../events/read.ts';
import { segmentsWith } from '../segments/store.ts';
import { readDevicesOf } from '../visitors/list.ts';
import { subscriptionsOfIds } from '../visitors/subscriptions.ts';
import { numbersBy, readFacts } from './facts.ts';
import { seenOf } from './seen.ts';

const CameRow = row({ segment_id: uuid, how: text, at: instant });

/** Segments with how somebody came into them; by a rule, where nobody put them there. */
export const keptSegments = async (tx: Tx, { customerId, kept, members, domainIds }: Looked) => {
	const owner = domainIds === null;
	const found = await segmentsWith(
		tx,
		{ customerId, domains: owner ? 'all' : new Set(domainIds), domainId: null, as: owner ? 'customerAdmin' : 'domainAdmin' },
		kept,
	);
	const came = Map.groupBy(
		await tx.rows(
			CameRow,
			sql`select segment_id, how, at from segment_member where customer_id = ${customerId} and person = any(${members}::uuid[]) order by at`,
		),
		(one) => one.segment_id,
	);
	return found.map((one) => ({
		segmentId: one.segment_id,
		segment: one.name,
		byRule: one.rule !== null,
		came: (came.get(one.segment_id) ?? []).map(({ how, at }) => ({ how, at })),
	}));
};

/**
 * Where an audience brought somebody: connectors with when that was first and last told, and when they were taken back. Whoever is
 * about to be told, or taken back, is there as far as anybody knows.
 */
const keptSent = async (tx: Tx, { customerId, members, domainIds }: Looked) =>
	(await sentOf(tx, customerId, members, domainIds)).map(({ name, type, state, first_at: firstAt, at }) => ({
		connector: name,
		type,
		firstAt,
		lastAt: at,
		removed: state === 'removed',
	}));

/** Apps that take messages: to a domain's own admin those that were registered there. */
const keptDevices = async (tx: Tx, { customerId, members, domainIds }: Looked) =>
	(await tokensOf(tx, customerId, members, domainIds)).map((one) => ({
		token: one.token,
		platform: one.platform,
		topics: one.topics,
		registeredAt: one.created_at,
		renewedAt: one.last_seen_at,
		endedAt: one.dead_at,
	}));

/** Browsers that take pushes: to a domain's own admin those on their domains. */
const keptBrowsers = async (tx: Tx, { customerId, members, domainIds }: Looked) =>
	(await subscriptionsOfIds(tx, customerId, members, domainIds)).map((one) => ({
		endpoint: one.endpoint,
		site: one.host,
		browser: one.browser,
		system: one.system,
		registeredAt: one.created_at,
		renewedAt: one.last_seen_at,
		endedAt: one.dead_at,
	}));

/** Browsers that are remembered: to a domain's own admin those on their domains. */
const keptVisitors = async (tx: Tx, { customerId, members, domainIds }: Looked) =>
	(await readDevicesOf(tx, customerId, members, domainIds, null, null)).map((one) => ({
		site: one.host,
		browser: one.browser,
		system: one.system,
		device: one.kind,
		purpose: one.purpose,
		firstSeenAt: one.first_seen_at,
		lastSeenAt: one.last_seen_at,
	}));

/** To a domain's own admin facts and segments of whoever is known by something on their domains, and events there. */
export const keptPart = async (tx: Tx, looked: Looked): Promise<KeptPart> => {
	const { customerId, kept, members, domainIds } = looked;
	const named = domainIds === null || (await readIdentifiers(tx, customerId, members, domainIds)).length > 0;
	const facts = named ? ((await readFacts(tx, customerId, [kept])).get(kept) ?? {}) : {};
	const seenAt = named ? (await seenOf(tx, customerId, [kept])).get(kept) : undefined;
	const numbers = [...(await numbersBy(tx, customerId, members)).values()];
	return {
		members: {
			facts: { ...facts, ...(seenAt && { seenAt: seenAt.toISOString() }) },
			segments: named ? await keptSegments(tx, looked) : [],
			sentTo: named ? await keptSent(tx, looked) : [],
			devices: named ? await keptDevices(tx, looked) : [],
			browsers: named ? await keptVisitors(tx, looked) : [],
			pushBrowsers: named ? await keptBrowsers(tx, looked) : [],
		},
		lists: { events: (inTx) => jsonLines(eventsOf(inTx, { customerId, numbers, domainIds }), (one) => one) },
	};
};
