/** What this wing keeps of a domain, in the database: counted, and taken out piece by piece. */
import { deleteFile } from '#kernel/files/files.ts';
import type { ErasedPiece } from '#kernel/hooks.ts';
import { int, type RowOf, row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const IdRow = row({ id: uuid });
const FileRow = row({ file_id: uuid });

/** What is kept of a run beside its entries, by table. */
const BESIDE = [
	sql`delivery_hit`,
	sql`delivery_first`,
	sql`delivery_lease`,
	sql`delivery_count`,
	sql`delivery_part`,
	sql`link_count`,
	sql`short_link`,
	sql`file_taken`,
	sql`file_removal`,
	sql`site_message`,
	sql`campaign_lane`,
];

/** A run of the domain: entries first, some at a time, then its files and all that was counted. Answers nothing when no run is left. */
export const dropRun = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<Record<string, number> | null> => {
	const run = await tx.first(
		IdRow,
		sql`select run_id as id from campaign_run where customer_id = ${customerId} and domain_id = ${domainId} order by created_at limit 1`,
	);
	if (!run) return null;
	const ofRun = sql`customer_id = ${customerId} and run_id = ${run.id}`;
	const entries = await tx.run(sql`delete from delivery where ${ofRun} and (channel, entry, at) in (
		select channel, entry, at from delivery where ${ofRun} limit ${most})`);
	if (entries > 0) return { delivery: entries };
	const files = await tx.rows(
		FileRow,
		sql`select file_id from delivery_part where ${ofRun}
			union select file_id from campaign_lane where ${ofRun} and file_id is not null
			union select beside_id from campaign_lane where ${ofRun} and beside_id is not null`,
	);
	for (const { file_id: id } of files) await deleteFile(tx, customerId, id);
	let beside = 0;
	for (const table of BESIDE) beside += await tx.run(sql`delete from ${table} where ${ofRun}`);
	return { campaign_run: await tx.run(sql`delete from campaign_run where ${ofRun}`), campaign_run_parts: beside, file: files.length };
};

/** Places of the domain's triggered sends, some at a time; then their versions and counts. */
export const dropJourneys = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<Record<string, number>> => {
	const own = sql`(select campaign_id from campaign where customer_id = ${customerId} and domain_id = ${domainId} and triggered)`;
	const places = await tx.run(sql`delete from journey_place where customer_id = ${customerId} and (campaign_id, place_id) in (
		select campaign_id, place_id from journey_place where customer_id = ${customerId} and campaign_id in ${own} limit ${most})`);
	if (places > 0) return { journey_place: places };
	return {
		journey_count: await tx.run(sql`delete from journey_count where customer_id = ${customerId} and campaign_id in ${own}`),
		journey_version: await tx.run(sql`delete from journey_version where customer_id = ${customerId} and campaign_id in ${own}`),
		journey: await tx.run(sql`delete from journey where customer_id = ${customerId} and campaign_id in ${own}`),
	};
};

/** Pictures that contents or published messages of other domains show stay theirs; all others of the domain go. */
const dropPictures = async (tx: Tx, customerId: number, domainId: string): Promise<string[]> => {
	await tx.run(sql`update picture p set domain_id = null where p.customer_id = ${customerId} and p.domain_id = ${domainId} and (
		exists (select 1 from content c where c.customer_id = ${customerId} and c.domain_id <> ${domainId}
			and c.controls::text like '%' || p.picture_id::text || '%')
		or exists (select 1 from constellation_version v join constellation n on n.customer_id = ${customerId} and n.constellation_id = v.constellation_id
			where v.customer_id = ${customerId} and n.domain_id <> ${domainId} and v.frozen::text like '%' || p.picture_id::text || '%'))`);
	const gone = await tx.rows(
		IdRow,
		sql`delete from picture where customer_id = ${customerId} and domain_id = ${domainId} returning picture_id as id`,
	);
	return gone.map(({ id }) => id);
};

/** What was written for the domain: campaigns, constellations with what was published of them, contents, pictures, senders with their keys. */
export const dropWritten = async (tx: Tx, customerId: number, domainId: string): Promise<ErasedPiece> => {
	const ofDomain = sql`customer_id = ${customerId} and domain_id = ${domainId}`;
	const ids = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map(({ id }) => id);
	const campaigns = await ids(tx.rows(IdRow, sql`delete from campaign where ${ofDomain} returning campaign_id as id`));
	const pictures = await dropPictures(tx, customerId, domainId);
	const versions = await tx.run(sql`delete from constellation_version where customer_id = ${customerId} and constellation_id in (
		select constellation_id from constellation where ${ofDomain})`);
	const constellations = await ids(tx.rows(IdRow, sql`delete from constellation where ${ofDomain} returning constellation_id as id`));
	const contents = await ids(tx.rows(IdRow, sql`delete from content where ${ofDomain} returning content_id as id`));
	const senders = await ids(tx.rows(IdRow, sql`delete from sender where ${ofDomain} returning sender_id as id`));
	return {
		rows: {
			campaign: campaigns.length,
			picture: pictures.length,
			constellation_version: versions,
			constellation: constellations.length,
			content: contents.length,
			sender: senders.length,
			site_message: await tx.run(sql`delete from site_message where ${ofDomain}`),
		},
		things: [...campaigns, ...pictures, ...constellations, ...contents, ...senders],
	};
};

const CountsRow = row({ campaigns: int, deliveries: int, contents: int, constellations: int, pictures: int, senders: int });

export const countsOn = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof CountsRow> | null> => {
	const ofDomain = sql`customer_id = ${customerId} and domain_id = ${domainId}`;
	return tx.first(
		CountsRow,
		sql`select (select count(*)::int from campaign where ${ofDomain}) as campaigns,
			(select count(*)::int from delivery d join campaign_run r on r.customer_id = ${customerId} and r.run_id = d.run_id
				where d.customer_id = ${customerId} and r.domain_id = ${domainId}) as deliveries,
			(select count(*)::int from content where ${ofDomain}) as contents,
			(select count(*)::int from constellation where ${ofDomain}) as constellations,
			(select count(*)::int from picture where ${ofDomain}) as pictures,
			(select count(*)::int from sender where ${ofDomain}) as senders`,
	);
};
