/** A signed-in person's own messages, and what permitted each: those to addresses that are proven to be theirs, and nobody else's. */
import { ADDRESSED_TO, CHANNELS, type Channel, channelAt } from '@luvalla/contract/channels.ts';
import { MY_MESSAGES_SHOWN, type MyMessage, myMessages } from '@luvalla/contract/engagement/my-messages.ts';
import * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import type { Language } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customersKnowing, type Mine, readIdentifiers, readMine, wordOf } from '../../people/wing.ts';
import { numbersBy } from '../../profiles/wing.ts';
import { Plan } from '../runs/plan.ts';
import { createNames, timeOf } from '../runs/token.ts';

const MessageRow = row({
	run_id: uuid,
	plan: json(Plan),
	channel: int,
	entry: int,
	address: orNull(text),
	state: oneOf(['accepted', 'failed', 'unknown']),
	settled_at: instant,
	record_id: orNull(uuid),
	opened_at: orNull(instant),
	clicked_at: orNull(instant),
	left_at: orNull(instant),
});
type MessageRow = RowOf<typeof MessageRow>;

const Wording = z.record(z.string(), z.object({ name: z.string(), about: z.string() }));
const RecordRow = row({ id: uuid, at: instant, how: text, language: text, name: text, basis: text, wording: orNull(json(Wording)) });
const PurposeRow = row({ purpose_id: uuid, name: text, basis: text, wording: orNull(json(Wording)) });

/** Channels whose messages go to no address that somebody could confirm. */
const ADDRESSLESS = CHANNELS.flatMap((channel, at) => (ADDRESSED_TO[channel] === null ? [at] : []));
/** Messages with a page of their own: a link of it stands in them. */
const PAGED: readonly Channel[] = ['email', 'sms', 'leaflet'];

/** Newest first, one more than are shown. */
const readMessages = async (tx: Tx, customerId: number, { cluster: { members }, subjects, foreign }: Mine): Promise<MessageRow[]> => {
	const numbers = [...(await numbersBy(tx, customerId, members)).values()];
	const own = (await readIdentifiers(tx, customerId, members)).filter((one) => subjects.has(wordOf(one))).map(({ value }) => value);
	const first = (kind: 'open' | 'click') =>
		sql`(select f.at from delivery_first f where f.customer_id = ${customerId} and f.run_id = d.run_id and f.channel = d.channel
			and f.entry = d.entry and f.kind = ${kind})`;
	// By the index of a person's own deliveries, each number for itself: nobody has many.
	return tx.rows(
		MessageRow,
		sql`select d.run_id, r.plan, d.channel::int as channel, d.entry, d.address, d.state, d.settled_at, d.record_id,
			${first('open')} as opened_at, ${first('click')} as clicked_at, d.left_at
		from delivery d join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
		where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.settled_at is not null
			and d.state in ('accepted', 'failed', 'unknown')
			and (d.address = any(${texts(own)}::text[]) or (${foreign.size === 0}::boolean and d.channel = any(${int4s(ADDRESSLESS)}::int[])))
		order by d.settled_at desc limit ${MY_MESSAGES_SHOWN + 1}::int`,
	);
};

const wordsIn = ({ name, wording }: { name: string; wording: z.infer<typeof Wording> | null }, ...languages: readonly string[]) => {
	const found = languages.flatMap((language) => wording?.[language] ?? [])[0] ?? Object.values(wording ?? {})[0];
	return { name: found?.name ?? name, about: found?.about ?? '' };
};

/** The yes of each of these messages that rests on one, by the record's id: those said under the asker's own addresses, which alone are theirs to read. */
const readRecords = async (tx: Tx, customerId: number, { cluster, subjects }: Mine, messages: readonly MessageRow[]) => {
	const ids = [...new Set(messages.flatMap(({ record_id: id }) => id ?? []))];
	const rows = await tx.rows(
		RecordRow,
		sql`select r.id, r.at, r.how, r.language, p.name, p.basis, v.wording
		from unnest(${uuids(ids)}::uuid[], ${timestamps(ids.map(timeOf))}::timestamptz[]) g (id, at)
		join consent_record r on r.customer_id = ${customerId} and r.at = g.at and r.id = g.id
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = r.purpose_id
		left join purpose_version v on v.customer_id = ${customerId} and v.purpose_id = r.purpose_id and v.version = r.purpose_version
		where r.value and r.person = any(${uuids(cluster.members)}::uuid[]) and r.subject = any(${texts([...subjects])}::text[])`,
	);
	return new Map(rows.map((one) => [one.id, one]));
};

/** Purposes of these runs that need nobody's yes, in the words that they have now. */
const readGrounds = async (tx: Tx, customerId: number, messages: readonly MessageRow[]) => {
	const ids = [...new Set(messages.flatMap(({ plan }) => plan.lanes.flatMap(({ purposes }) => purposes)))];
	const rows = await tx.rows(
		PurposeRow,
		sql`select p.purpose_id, p.name, p.basis, (select v.wording from purpose_version v
			where v.customer_id = ${customerId} and v.purpose_id = p.purpose_id order by v.version desc limit 1) as wording
		from purpose p where p.customer_id = ${customerId} and p.purpose_id = any(${uuids(ids)}::uuid[]) and p.basis <> 'consent'`,
	);
	return new Map(rows.map((one) => [one.purpose_id, one]));
};

export const myMessageRoutes = ({ storage, secrets }: Pick<Kernel, 'storage' | 'secrets'>): Route[] => {
	const listed = createNames(secrets, 'lists');
	const linked = createNames(secrets);
	const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

	const messagesAt = (customerId: number, { email, actorId }: Asker, language: Language): Promise<MyMessage[]> =>
		storage.inTenant(customerId, async (tx) => {
			const mine = await readMine(tx, customerId, email);
			if (!mine) return [];
			const rows = await readMessages(tx, customerId, mine);
			const [records, grounds] = [await readRecords(tx, customerId, mine, rows), await readGrounds(tx, customerId, rows)];
			const permissionOf = ({ plan, channel, record_id: id }: MessageRow): MyMessage['permission'] => {
				if (plan.isTransactional) return { basis: 'transactional', purposes: [], record: null };
				const record = id === null ? undefined : records.get(id);
				if (record)
					return {
						basis: record.basis,
						purposes: [wordsIn(record, language, record.language)],
						record: { id: record.id, saidAt: record.at.toISOString(), how: record.how },
					};
				// The yes of a message that rested on one may be erased, or said under an address that is not confirmed.
				if (id !== null) return null;
				const lane = plan.lanes.find((one) => one.channel === channelAt(channel));
				const resting = (lane?.purposes ?? []).flatMap((purpose) => grounds.get(purpose) ?? []);
				const [ground] = resting;
				return ground ? { basis: ground.basis, purposes: resting.map((one) => wordsIn(one, language)), record: null } : null;
			};
			return rows.map((one) => {
				const key = { customerId, runId: one.run_id, channel: channelAt(one.channel), entry: one.entry };
				return {
					...{ id: listed.nameOf(key), customerId, customer: one.plan.customerName, domain: one.plan.host, campaign: one.plan.title },
					...{ channel: one.channel, address: ADDRESSED_TO[key.channel] === null ? null : one.address, state: one.state },
					at: one.settled_at.toISOString(),
					permission: permissionOf(one),
					...{ openedAt: iso(one.opened_at), clickedAt: iso(one.clicked_at), leftAt: iso(one.left_at) },
					// Whoever has the path may change what comes: it is for the person alone, and not for whoever acts for them.
					why: PAGED.includes(key.channel) && actorId === null ? `/u/${linked.nameOf(key)}/why` : null,
				};
			});
		});

	return [
		handle(myMessages, async ({ asker, language }) => {
			const found: MyMessage[] = [];
			for (const customerId of await customersKnowing(storage, asker.email)) found.push(...(await messagesAt(customerId, asker, language)));
			const sorted = found.sort((a, b) => (a.at < b.at ? 1 : -1));
			return { messages: sorted.slice(0, MY_MESSAGES_SHOWN), more: sorted.length > MY_MESSAGES_SHOWN };
		}),
	];
};
