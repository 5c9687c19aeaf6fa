/** Messages that wait on a customer's pages, each for one person, until they are seen to the end or their time is over. */
import { SiteMessage } from '@luvalla/contract/placement.ts';
import { MESSAGES_AT_ONCE } from '@luvalla/contract/profiles/visitors.ts';
import { now } from '#kernel/clock.ts';
import { int4s, texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, json, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

/** One of a run, for the person of its entry. */
export interface Placed {
	readonly entry: number;
	readonly person: string;
	readonly message: SiteMessage;
}

/** Puts these of a run on a site. What is there already stays: a worker that tries again changes nothing. */
export const placeMessages = (
	tx: Tx,
	customerId: number,
	{ runId, channel }: { readonly runId: string; readonly channel: number },
	domainId: string,
	until: Date,
	placed: readonly Placed[],
): Promise<unknown> =>
	tx.run(sql`insert into site_message (customer_id, run_id, channel, entry, person, domain_id, at, until, message)
		select ${customerId}::int, ${runId}::uuid, ${channel}::smallint, t.entry, t.person, ${domainId}::uuid, ${now()}::timestamptz, ${until}::timestamptz, t.message::jsonb
		from unnest(${int4s(placed.map(({ entry }) => entry))}::int[], ${uuids(placed.map(({ person }) => person))}::uuid[],
			${texts(placed.map(({ message }) => JSON.stringify(message)))}::text[]) t (entry, person, message)
		on conflict do nothing`);

const WaitingRow = row({ run_id: uuid, channel: int, entry: int, message: json(SiteMessage) });

/** What waits on a domain for these, who are one, the oldest first; of many the newest. */
export const waitingOn = async (tx: Tx, customerId: number, domainId: string, members: readonly string[]) => {
	const rows = await tx.rows(
		WaitingRow,
		sql`select run_id, channel::int as channel, entry, message from site_message
		where customer_id = ${customerId} and person = any(${uuids(members)}::uuid[]) and domain_id = ${domainId} and over_at is null
			and until > ${now()} order by at desc, run_id desc, channel, entry limit ${MESSAGES_AT_ONCE}`,
	);
	return rows.toReversed();
};

/** These were closed or followed by whose they are; others' are left alone. */
export const endMessages = async (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	over: readonly { readonly runId: string; readonly channel: number; readonly entry: number }[],
): Promise<void> => {
	if (over.length === 0) return;
	await tx.run(sql`update site_message s set over_at = ${now()}
		from unnest(${uuids(over.map(({ runId }) => runId))}::uuid[], ${int4s(over.map(({ channel }) => channel))}::int[],
			${int4s(over.map(({ entry }) => entry))}::int[]) t (run_id, channel, entry)
		where s.customer_id = ${customerId} and s.run_id = t.run_id and s.channel = t.channel and s.entry = t.entry and s.person = any(${uuids(members)}::uuid[])
			and s.over_at is null`);
};

/** Takes what is left of a run off the site. Answers how many waited. */
export const takeOff = (tx: Tx, customerId: number, runId: string): Promise<number> =>
	tx.run(sql`update site_message set over_at = ${now()}
		where customer_id = ${customerId} and run_id = ${runId} and over_at is null and until > ${now()}`);

const ThereRow = row({ there: bool });

/** Whether anything of a run waits to be seen to the end. */
export const isOnSite = async (tx: Tx, customerId: number, runId: string): Promise<boolean> =>
	(
		await tx.first(
			ThereRow,
			sql`select exists (select 1 from site_message
			where customer_id = ${customerId} and run_id = ${runId} and over_at is null and until > ${now()}) as there`,
		)
	)?.there === true;

/** Nothing waits for these any more. */
export const dropMessagesOf = (tx: Tx, customerId: number, persons: readonly string[]): Promise<number> =>
	tx.run(sql`delete from site_message where customer_id = ${customerId} and person = any(${uuids(persons)}::uuid[])`);

const CustomerRow = row({ customer_id: int });

/** Deletes what nobody will be shown any more, customer by customer. */
export const sweepMessages = async ({ across, inTenant }: Pick<Storage, 'across' | 'inTenant'>): Promise<void> => {
	for (let customerId = 0; ; ) {
		const after = customerId;
		const next = await across.first(
			CustomerRow,
			sql`select customer_id from site_message where customer_id > ${after} order by customer_id limit 1`,
		);
		if (!next) return;
		customerId = next.customer_id;
		await inTenant(customerId, (tx) =>
			tx.run(sql`delete from site_message where customer_id = ${customerId} and (until <= ${now()} or over_at is not null)`),
		);
	}
};
