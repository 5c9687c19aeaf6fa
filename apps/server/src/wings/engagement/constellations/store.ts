/** Constellations as they are stored, and the versions that were published of them. */
import { now } from '#kernel/clock.ts';
import { inOrder, list, MOST_WHOLE } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Frozen } from '../message.ts';

/** Where a webhook goes; values of its headers are sealed. */
const StoredHook = Frozen.shape.webHook.unwrap();
export type StoredHook = NonNullable<Frozen['webHook']>;

const ConstellationRow = row({
	constellation_id: uuid,
	domain_id: uuid,
	host: text,
	title: text,
	channel: int,
	contents: uuids,
	uat: text,
	web_hook: orNull(json(StoredHook)),
	status: int,
	version: orNull(int),
	published_at: orNull(instant),
	contents_changed_at: orNull(instant),
	created_at: instant,
	changed_at: instant,
});
export type ConstellationRow = RowOf<typeof ConstellationRow>;

const columnsOf = (
	customerId: number,
): Sql => sql`n.constellation_id, n.domain_id, d.host, n.title, n.channel, n.contents, n.uat, n.web_hook,
	n.status, n.version, n.created_at, n.changed_at,
	(select v.published_at from constellation_version v where v.customer_id = ${customerId} and v.constellation_id = n.constellation_id
		and v.version = n.version) as published_at,
	(select max(c.changed_at) from content c where c.customer_id = ${customerId} and c.content_id = any(n.contents)) as contents_changed_at`;
const constellationsOf = (customerId: number): Sql =>
	sql`constellation n join domain d on d.customer_id = ${customerId} and d.domain_id = n.domain_id`;

/** Pages of constellations. */
export const listOfConstellations = (customerId: number) =>
	list({
		row: ConstellationRow,
		columns: columnsOf(customerId),
		from: constellationsOf(customerId),
		orders: {
			title: { by: inOrder(sql`n.title`), type: 'text' },
			status: { by: sql`n.status::int`, type: 'int' },
			changedAt: { by: sql`n.changed_at`, type: 'timestamptz' },
		},
		usual: '-changedAt',
		key: { by: sql`n.constellation_id`, type: 'uuid' },
	});

/** The one of this id, where it is on these domains; null: on any. */
export const readConstellation = async (
	tx: Tx,
	customerId: number,
	domains: readonly string[] | null,
	id: string,
): Promise<ConstellationRow | null> => {
	const [found] = await tx.rows(
		ConstellationRow,
		sql`select ${columnsOf(customerId)} from ${constellationsOf(customerId)}
		where n.customer_id = ${customerId} and n.constellation_id = ${id.toLowerCase()}
			and (${domains}::uuid[] is null or n.domain_id = any(${domains}::uuid[]))`,
	);
	return found ?? null;
};

/** Those with a published version. */
export const readPublished = (tx: Tx, customerId: number, domains: readonly string[] | null): Promise<ConstellationRow[]> =>
	tx.rows(
		ConstellationRow,
		sql`select ${columnsOf(customerId)} from ${constellationsOf(customerId)}
		where n.customer_id = ${customerId} and n.version is not null and (${domains}::uuid[] is null or n.domain_id = any(${domains}::uuid[]))
		order by ${inOrder(sql`n.title`)}, n.constellation_id limit ${MOST_WHOLE}`,
	);

export interface NewConstellation {
	readonly id: string;
	readonly domainId: string;
	readonly title: string;
	readonly channel: number;
	readonly contents: readonly string[];
	readonly uat: string;
	readonly webHook: StoredHook | null;
}

const hookOf = (webHook: StoredHook | null): string | null => (webHook === null ? null : JSON.stringify(webHook));

/** Stores a new constellation, a draft. */
export const insertConstellation = (tx: Tx, customerId: number, one: NewConstellation): Promise<number> => {
	const at = now();
	return tx.run(
		sql`insert into constellation (customer_id, constellation_id, domain_id, title, channel, contents, uat, web_hook, status, created_at, changed_at)
		values (${customerId}, ${one.id}, ${one.domainId}, ${one.title}, ${one.channel}, ${[...one.contents]}::uuid[], ${one.uat},
			${hookOf(one.webHook)}::jsonb, 0, ${at}, ${at})`,
	);
};

/** Writes a constellation anew: a draft again. */
export const updateConstellation = (tx: Tx, customerId: number, one: Omit<NewConstellation, 'domainId'>): Promise<number> =>
	tx.run(
		sql`update constellation set title = ${one.title}, channel = ${one.channel}, contents = ${[...one.contents]}::uuid[], uat = ${one.uat},
			web_hook = ${hookOf(one.webHook)}::jsonb, status = 0, changed_at = ${now()}
		where customer_id = ${customerId} and constellation_id = ${one.id}`,
	);

/** Deletes a constellation; what was published of it stays, as what was sent. */
export const deleteConstellation = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from constellation where customer_id = ${customerId} and constellation_id = ${id}`);

const Version = row({ version: int });

/** Keeps what is published as the next version; answers its number. Two at once take turns. */
export const insertVersion = async (
	tx: Tx,
	customerId: number,
	id: string,
	channel: number,
	frozen: Frozen,
	by: string,
): Promise<number> => {
	await tx.rows(
		Version,
		sql`select coalesce(version, 0) as version from constellation where customer_id = ${customerId} and constellation_id = ${id} for update`,
	);
	const at = now();
	const [made] = await tx.rows(
		Version,
		sql`insert into constellation_version (customer_id, constellation_id, version, channel, frozen, published_at, published_by)
		select ${customerId}::int, ${id}::uuid, coalesce(max(v.version), 0) + 1, ${channel}, ${JSON.stringify(frozen)}::jsonb, ${at}::timestamptz, ${by}
		from constellation_version v where v.customer_id = ${customerId} and v.constellation_id = ${id} returning version`,
	);
	const version = made?.version ?? 1;
	await tx.run(
		sql`update constellation set version = ${version}, status = 1 where customer_id = ${customerId} and constellation_id = ${id}`,
	);
	return version;
};

const Taken = row({ constellation_id: uuid });

/** Whether another constellation of the domain has the title. */
export const titleTaken = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'constellations');
	return (
		(
			await tx.rows(
				Taken,
				sql`select constellation_id from constellation where customer_id = ${customerId} and domain_id = ${domainId}
					and lower(title) = lower(${title}) and (${but}::uuid is null or constellation_id <> ${but})`,
			)
		).length > 0
	);
};

/** Whoever is about to use it waits, or is found by whoever asks from now on. Call it before it is asked who uses it. False: it is not there. */
export const holdConstellation = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(await tx.run(sql`select from constellation where customer_id = ${customerId} and constellation_id = ${id} for update`)) > 0;

const Holding = row({ campaign_id: uuid });

/** Whether a campaign holds it. */
export const heldByCampaign = async (tx: Tx, customerId: number, id: string): Promise<boolean> =>
	(
		await tx.rows(
			Holding,
			sql`select campaign_id from campaign where customer_id = ${customerId}
				and constellation @> ${JSON.stringify([{ constellationIdFK: id }])}::jsonb limit 1`,
		)
	).length > 0;
