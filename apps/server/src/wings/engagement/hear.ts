/** What this wing hears of people: who is erased or forgotten, who says yes after they left everything, and what is kept of one. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { SiteMessage } from '@luvalla/contract/placement.ts';
import type { Answered, KeptPart, Looked } from '#kernel/hooks.ts';
import { jsonLines } from '#kernel/http/json-file.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, texts, timestamps, uuids } from '#kernel/storage/arrays.ts';
import type { InTx } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { channelNoesOf, membersOf, ownCapsOf, stopsOf, unstop } from '../people/wing.ts';
import { numbersBy } from '../profiles/wing.ts';
import { campaignsTo, campaignsWith } from './campaigns/store.ts';
import { dropMessagesOf } from './channels/site-store.ts';
import { forgetTesters } from './constellations/testers.ts';
import { hearOfDomains } from './domain/erase.ts';
import { forgetPlaces } from './journeys/store.ts';
import { campaignNeeds } from './needs.ts';
import { timeOf } from './runs/token.ts';
import { keepRemovals } from './send/lists.ts';
import { forgetInFiles } from './send/parts.ts';
import { forgetShort } from './tracking/short.ts';

const Stands = row({ stands: bool });
/** Whether contents, their pictures, senders, constellations, campaigns or messages are of the domain. */
const standsOn = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(
		await tx.first(
			Stands,
			sql`select exists (select 1 from content where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from picture where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from constellation where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from sender where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from campaign where customer_id = ${customerId} and domain_id = ${domainId})
				or exists (select 1 from site_message where customer_id = ${customerId} and domain_id = ${domainId}) as stands`,
		)
	)?.stands === true;

const SettledRow = row({ run_id: uuid, channel: int, entry: int });
const OpenRow = row({ run_id: uuid });

/** Nothing in this wing names these any more. That there was a letter stays, and counts: it is nobody's. */
const forget = async (tx: Tx, customerId: number, persons: readonly string[], numbers: readonly number[]): Promise<void> => {
	await tx.run(sql`delete from message_pause where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])`);
	await dropMessagesOf(tx, customerId, persons);
	if (numbers.length === 0) return;
	await forgetPlaces(tx, customerId, numbers);
	await forgetDeliveries(tx, customerId, persons, numbers, null);
};

/** @param addresses messages to these alone; null: to all of theirs */
const forgetDeliveries = async (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	numbers: readonly number[],
	addresses: readonly string[] | null,
): Promise<void> => {
	if (numbers.length === 0) return;
	const to = addresses === null ? sql`true` : sql`address = any(${texts(addresses)}::text[])`;
	await keepRemovals(tx, customerId, persons, numbers, to);
	const settled = await tx.rows(
		SettledRow,
		sql`update delivery set address = null, said = null, record_id = null, tracked_id = null, language = null
		where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[]) and settled_at is not null and ${to}
		returning run_id, channel::int as channel, entry`,
	);
	// Those of runs that are under way are found by their runs, and by themselves where they entered alone: whoever has no address is left out.
	const open = await tx.rows(
		OpenRow,
		sql`select run_id from campaign_run where customer_id = ${customerId} and state not in ('done', 'stopped', 'failed')`,
	);
	const codes = CHANNELS.map((_, code) => code);
	for (const { run_id: runId } of open)
		await tx.run(
			sql`update delivery set address = null, said = null where customer_id = ${customerId} and at = ${timeOf(runId)} and run_id = ${runId}
				and channel = any(${codes}::smallint[]) and entry = any(${int4s(numbers)}::int[]) and why is null and settled_at is null and ${to}`,
		);
	await tx.run(
		sql`update delivery set address = null, said = null
		where customer_id = ${customerId} and number = any(${int4s(numbers)}::int[]) and why is not null and settled_at is null and ${to}`,
	);
	const letters = sql`unnest(${uuids(settled.map((one) => one.run_id))}::uuid[], ${int4s(settled.map(({ channel }) => channel))}::int[],
		${int4s(settled.map(({ entry }) => entry))}::int[]) k (run_id, channel, entry)`;
	await forgetInFiles(tx, customerId, settled);
	await forgetShort(tx, customerId, settled);
	await tx.run(
		sql`delete from delivery_hit h using ${letters}
		where h.customer_id = ${customerId} and h.run_id = k.run_id and h.channel = k.channel and h.entry = k.entry`,
	);
	await tx.run(
		sql`delete from delivery_first f using ${letters}
		where f.customer_id = ${customerId} and f.run_id = k.run_id and f.channel = k.channel and f.entry = k.entry`,
	);
};

const HowRow = row({ person: uuid, subject: orNull(text) });
const MAIL = 'email:';

/** Whoever left everything and later says yes themselves, signed in, is written to again. */
const takeBack = async (
	tx: Tx,
	{ secrets, hooks }: Pick<Kernel, 'hooks' | 'secrets'>,
	{ customerId, answers }: Answered,
): Promise<void> => {
	const yes = answers.filter(({ value, holds }) => value && holds);
	if (yes.length === 0) return;
	const own = await tx.rows(
		HowRow,
		sql`select k.person, r.subject from unnest(${uuids(yes.map(({ person }) => person))}::uuid[], ${uuids(yes.map(({ recordId }) => recordId))}::uuid[],
			${timestamps(yes.map(({ recordId }) => timeOf(recordId)))}::timestamptz[]) k (person, id, at)
		join consent_record r on r.customer_id = ${customerId} and r.at = k.at and r.id = k.id
		where r.how = 'privacy-centre'`,
	);
	for (const { person, subject } of new Map(own.map((one) => [`${one.person} ${one.subject}`, one])).values()) {
		const { members, kept } = await membersOf(tx, customerId, person);
		// They have signed in with the address that they are named by.
		const proven = subject?.startsWith(MAIL) ? { kind: 'email' as const, value: subject.slice(MAIL.length) } : null;
		await unstop(tx, secrets, customerId, members, proven);
		await hooks.touched.tell(tx, { customerId, persons: [kept] });
	}
};

const MessageRow = row({
	run_id: uuid,
	channel: int,
	entry: int,
	campaign: text,
	state: text,
	reason: orNull(text),
	settled_at: instant,
	address: orNull(text),
	opened: bool,
	clicked: bool,
});
type MessageRow = RowOf<typeof MessageRow>;

const BATCH = 1_000;

/** Messages of a person, oldest first. @param domainIds null: of every domain */
async function* messagesOf(
	inTx: InTx,
	customerId: number,
	numbers: readonly number[],
	domainIds: readonly string[] | null,
): AsyncGenerator<MessageRow[]> {
	let last: MessageRow | undefined;
	do {
		const after = last;
		const rows = await inTx((tx) =>
			tx.rows(
				MessageRow,
				sql`select d.run_id, d.channel::int as channel, d.entry, r.plan ->> 'title' as campaign, d.state, d.reason, d.settled_at, d.address,
					exists (select 1 from delivery_first f where f.customer_id = ${customerId} and f.run_id = d.run_id and f.channel = d.channel
						and f.entry = d.entry and f.kind = 'open') as opened,
					exists (select 1 from delivery_first f where f.customer_id = ${customerId} and f.run_id = d.run_id and f.channel = d.channel
						and f.entry = d.entry and f.kind = 'click') as clicked
				from delivery d join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id and r.kind = 'real'
				where d.customer_id = ${customerId} and d.number = any(${int4s(numbers)}::int[]) and d.settled_at is not null
					and (${domainIds}::uuid[] is null or r.domain_id = any(${domainIds}::uuid[]))
					and (${after === undefined} or (d.settled_at, d.run_id, d.channel, d.entry) >
						(${after?.settled_at ?? new Date(0)}::timestamptz, ${after?.run_id ?? null}::uuid, ${after?.channel ?? 0}::smallint, ${after?.entry ?? 0}::int))
				order by d.settled_at, d.run_id, d.channel, d.entry limit ${BATCH}`,
			),
		);
		yield rows;
		last = rows.length === BATCH ? rows.at(-1) : undefined;
	} while (last);
}

const UntilRow = row({ until: instant });
const PlaceRow = row({ campaign: text, why: text, state: text, reason: orNull(text), entered_at: instant, ended_at: orNull(instant) });
const WaitingRow = row({ at: instant, until: instant, message: json(SiteMessage) });

/** What waits for somebody: triggered sends that they are or were in, and messages on the customer's pages. */
const waitingFor = async (tx: Tx, { customerId, members, domainIds }: Looked, numbers: readonly number[]) => {
	const there = (domainId: Sql): Sql => sql`(${domainIds}::uuid[] is null or ${domainId} = any(${domainIds}::uuid[]))`;
	const places = await tx.rows(
		PlaceRow,
		sql`select c.title as campaign, p.why, p.state, p.reason, p.entered_at, p.ended_at from journey_place p
		join campaign c on c.customer_id = ${customerId} and c.campaign_id = p.campaign_id and ${there(sql`c.domain_id`)}
		where p.customer_id = ${customerId} and p.number = any(${int4s(numbers)}::int[]) order by p.entered_at`,
	);
	const waiting = await tx.rows(
		WaitingRow,
		sql`select at, until, message from site_message
		where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[]) and over_at is null and ${there(sql`domain_id`)} order by at`,
	);
	return {
		triggeredSends: places.map(({ entered_at: enteredAt, ended_at: endedAt, ...one }) => ({ ...one, enteredAt, endedAt })),
		siteMessages: waiting,
	};
};

const keptPart = async (tx: Tx, looked: Looked): Promise<KeptPart> => {
	const { customerId, members, domainIds } = looked;
	const numbers = [...(await numbersBy(tx, customerId, members)).values()].sort((a, b) => a - b);
	const noes = await channelNoesOf(tx, customerId, members);
	const caps = await ownCapsOf(tx, customerId, members);
	const stops = await stopsOf(tx, customerId, members);
	const pauses = await tx.rows(
		UntilRow,
		sql`select until from message_pause where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[]) order by until desc`,
	);
	return {
		members: {
			ownChoice: {
				stoppedAt: [...stops.values()].sort((a, b) => a.getTime() - b.getTime())[0] ?? null,
				pausedUntil: pauses[0]?.until ?? null,
				channelsOff: [...new Set(noes.map(({ channel }) => channel))],
				atMost: caps.map(({ messages, days }) => ({ messages, days })),
			},
			...(await waitingFor(tx, looked, numbers)),
		},
		lists: {
			messages: (inTx) =>
				jsonLines(messagesOf(inTx, customerId, numbers, domainIds), (one) => ({
					campaign: one.campaign,
					channel: CHANNELS[one.channel],
					at: one.settled_at.toISOString(),
					state: one.state,
					reason: one.reason,
					address: one.address,
					opened: one.opened,
					clicked: one.clicked,
				})),
		},
	};
};

/** Answers how to stop. */
export const hearOfMessages = ({ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>): (() => void) => {
	const stops = [
		...hearOfDomains(hooks),
		hooks.segmentInUse.on(campaignsWith),
		hooks.audienceInUse.on(campaignsTo),
		hooks.erased.on(async (tx, { customerId, persons }) =>
			forget(tx, customerId, persons, [...(await numbersBy(tx, customerId, persons)).values()]),
		),
		hooks.forgotten.on((tx, { customerId, persons, numbers }) => forget(tx, customerId, persons, numbers)),
		hooks.answered.on((tx, news) => takeBack(tx, { secrets, hooks }, news)),
		hooks.forgottenWords.on(async (tx, { customerId, persons, words }) => {
			await forgetTesters(tx, customerId, words);
			await forgetDeliveries(tx, customerId, persons, [...(await numbersBy(tx, customerId, persons)).values()], words.whole);
		}),
		hooks.keptOfPerson.on(keptPart),
		hooks.needs.on(campaignNeeds),
		hooks.standsOn.on((tx, { customerId, domainId }) => standsOn(tx, customerId, domainId)),
	];
	return () => {
		for (const stop of stops) stop();
	};
};
