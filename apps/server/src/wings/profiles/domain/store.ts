/** What this wing keeps of a domain, in the database: counted, and taken out piece by piece. */
import type { UsedSegment } from '@luvalla/contract/tenancy/deletion-requests.ts';
import { deleteFile } from '#kernel/files/files.ts';
import type { ErasedPiece } from '#kernel/hooks.ts';
import { keepScratch, readScratch } from '#kernel/runs/store.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { inOrder } from '#kernel/storage/lists.ts';
import { int, type RowOf, row, sql, text, texts, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { COUNTED, CountedEvent, tellEventsGone } from '../events/counted.ts';
import { segmentsIn } from '../rules/compile.ts';
import { touchPersons } from '../rules/follow.ts';
import { countOf } from '../sets/count.ts';
import { deleteSet, ruledSets } from '../sets/store.ts';

const IdRow = row({ id: uuid });

/** Browsers on the domain with all that they told and take. */
export const dropDevices = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<Record<string, number>> => {
	const gone = await tx.rows(
		IdRow,
		sql`delete from device where customer_id = ${customerId} and device_id = any(array(
			select device_id from device where customer_id = ${customerId} and domain_id = ${domainId} order by device_id limit ${most} for update))
		returning device_id as id`,
	);
	const devices = uuids(gone.map(({ id }) => id));
	const told = await tx.rows(
		CountedEvent,
		sql`delete from visitor_event where customer_id = ${customerId} and device_id = any(${devices}::uuid[]) returning ${COUNTED}`,
	);
	await tellEventsGone(tx, customerId, told);
	return {
		device: gone.length,
		visitor_event: told.length,
		push_subscription: await tx.run(
			sql`delete from push_subscription where customer_id = ${customerId} and device_id = any(${devices}::uuid[])`,
		),
		device_token: await tx.run(sql`delete from device_token where customer_id = ${customerId} and domain_id = ${domainId}`),
	};
};

const PLACE = 'domain-events';

/** The next events that were told of there, oldest first: where the last piece ended is kept with the run. */
export const dropEvents = async (tx: Tx, customerId: number, domainId: string, runId: string, most: number): Promise<number> => {
	const from = (await readScratch(tx, customerId, runId, [PLACE])).get(PLACE);
	const gone = await tx.rows(
		CountedEvent,
		sql`delete from event where customer_id = ${customerId} and (at, id) in (
			select at, id from event where customer_id = ${customerId} and domain_id = ${domainId}
				and at >= coalesce(${typeof from === 'string' ? new Date(from) : null}::timestamptz, '-infinity') order by at, id limit ${most})
		returning ${COUNTED}`,
	);
	await tellEventsGone(tx, customerId, gone);
	if (gone.length === 0) return 0;
	const last = new Date(Math.max(...gone.map(({ at }) => at.getTime())));
	await keepScratch(tx, customerId, runId, new Map([[PLACE, last.toISOString()]]));
	return gone.length;
};

const KeyRow = row({ key: text });
const PersonRow = row({ person: uuid });

/** Attributes that the domain made known go out of everybody's profile, some people at a time. */
export const dropAttributes = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<Record<string, number>> => {
	const keys = (
		await tx.rows(KeyRow, sql`select key from profile_attribute where customer_id = ${customerId} and domain_id = ${domainId}`)
	).map(({ key }) => key);
	if (keys.length === 0) return {};
	const people = await tx.rows(
		PersonRow,
		sql`update profile set attributes = attributes - ${keys}::text[] where customer_id = ${customerId} and person = any(array(
			select person from profile where customer_id = ${customerId} and attributes ?| ${keys}::text[] limit ${most})) returning person`,
	);
	const own = await tx.run(sql`update profile_own set facts = jsonb_set(facts, '{attributes}', (facts -> 'attributes') - ${keys}::text[])
		where customer_id = ${customerId} and person = any(array(
			select person from profile_own where customer_id = ${customerId} and (facts -> 'attributes') ?| ${keys}::text[] limit ${most}))`);
	if (people.length > 0)
		await touchPersons(
			tx,
			customerId,
			people.map(({ person }) => person),
		);
	if (people.length > 0 || own > 0) return { profile: people.length, profile_own: own };
	return {
		profile_attribute: await tx.run(sql`delete from profile_attribute where customer_id = ${customerId} and domain_id = ${domainId}`),
	};
};

/** Members of the domain's segments, some at a time; then the segments with their sets, and its audiences. */
export const dropSegments = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<ErasedPiece> => {
	const segments = sql`(select segment_id from segment where customer_id = ${customerId} and domain_id = ${domainId})`;
	const members = await tx.run(sql`delete from segment_member where customer_id = ${customerId} and (segment_id, person, how, source) in (
		select segment_id, person, how, source from segment_member where customer_id = ${customerId} and segment_id in ${segments} limit ${most})`);
	if (members > 0) return { rows: { segment_member: members }, things: [] };
	const gone = await tx.rows(
		IdRow,
		sql`delete from segment where customer_id = ${customerId} and domain_id = ${domainId} returning segment_id as id`,
	);
	for (const { id } of gone) await deleteSet(tx, customerId, id);
	const audiences = await tx.rows(
		IdRow,
		sql`delete from audience where customer_id = ${customerId} and domain_id = ${domainId} returning audience_id as id`,
	);
	return { rows: { segment: gone.length, audience: audiences.length }, things: [...gone, ...audiences].map(({ id }) => id) };
};

const UploadRow = row({ id: uuid, file_id: uuid });

/** What files of people on the domain said of whom, some at a time; then the files. */
export const dropUploads = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<ErasedPiece> => {
	const noted = await tx.run(sql`delete from upload_person where customer_id = ${customerId} and (run_id, person) in (
		select u.run_id, u.person from upload_person u join run r on r.customer_id = ${customerId} and r.run_id = u.run_id
		where u.customer_id = ${customerId} and r.domain_id = ${domainId} limit ${most})`);
	if (noted > 0) return { rows: { upload_person: noted }, things: [] };
	const gone = await tx.rows(
		UploadRow,
		sql`delete from upload where customer_id = ${customerId} and domain_id = ${domainId} returning upload_id as id, file_id`,
	);
	for (const { file_id: file } of gone) await deleteFile(tx, customerId, file);
	return { rows: { upload: gone.length }, things: gone.map(({ id }) => id) };
};

/** Who was sent where by the domain's connectors, some at a time; then the connectors with their runs and logs. */
export const dropConnectors = async (tx: Tx, customerId: number, domainId: string, most: number): Promise<ErasedPiece> => {
	const connectors = sql`(select connector_id from connector where customer_id = ${customerId} and domain_id = ${domainId})`;
	const sent = await tx.run(sql`delete from connector_sent where customer_id = ${customerId} and (connector_id, key) in (
		select connector_id, key from connector_sent where customer_id = ${customerId} and connector_id in ${connectors} limit ${most})`);
	if (sent > 0) return { rows: { connector_sent: sent }, things: [] };
	const logs = await tx.run(sql`delete from connector_log where customer_id = ${customerId} and run_id in (
		select run_id from connector_run where customer_id = ${customerId} and connector_id in ${connectors})`);
	const runs = await tx.run(sql`delete from connector_run where customer_id = ${customerId} and connector_id in ${connectors}`);
	const gone = await tx.rows(
		IdRow,
		sql`delete from connector where customer_id = ${customerId} and domain_id = ${domainId} returning connector_id as id`,
	);
	return { rows: { connector_log: logs, connector_run: runs, connector: gone.length }, things: gone.map(({ id }) => id) };
};

/** Kinds of events that the domain made known, for how long it keeps them, and news of it that nobody has taken. */
export const dropKinds = async (tx: Tx, customerId: number, domainId: string): Promise<Record<string, number>> => ({
	event_type: await tx.run(
		sql`delete from event_type where customer_id = ${customerId} and scope = any(${[domainId, `page:${domainId}`]}::text[])`,
	),
	event_setting: await tx.run(sql`delete from event_setting where customer_id = ${customerId} and domain_id = ${domainId}`),
	people_news: await tx.run(sql`delete from people_news where customer_id = ${customerId} and domain_id = ${domainId}`),
});

const CountsRow = row({ devices: int, events: int, audiences: int, segments: int, uploads: int, connectors: int, at_others: int });
/** Events are counted no further than to a million. */
const MOST_EVENTS = 1_000_000;

export const countsOn = (tx: Tx, customerId: number, domainId: string): Promise<RowOf<typeof CountsRow> | null> =>
	tx.first(
		CountsRow,
		sql`select (select count(*)::int from device where customer_id = ${customerId} and domain_id = ${domainId}) as devices,
			(select count(*)::int from (select 1 from event where customer_id = ${customerId} and domain_id = ${domainId} limit ${MOST_EVENTS}) e) as events,
			(select count(*)::int from audience where customer_id = ${customerId} and domain_id = ${domainId}) as audiences,
			(select count(*)::int from segment where customer_id = ${customerId} and domain_id = ${domainId}) as segments,
			(select count(*)::int from upload where customer_id = ${customerId} and domain_id = ${domainId}) as uploads,
			(select count(*)::int from connector where customer_id = ${customerId} and domain_id = ${domainId}) as connectors,
			(select count(*)::int from connector_sent s join connector c on c.customer_id = ${customerId} and c.connector_id = s.connector_id
				where s.customer_id = ${customerId} and c.domain_id = ${domainId} and s.state in ('adding', 'sent', 'removing')) as at_others`,
	);

const SegmentRow = row({ segment_id: uuid, name: text });
const AudienceRow = row({ title: text, segments: texts, domain_id: uuid, host: text });
const OtherRow = row({ segment_id: uuid, name: text, domain_id: uuid, host: text });

/** Segments of the domain that audiences of other domains name, or rules of their segments. */
export const usedBeside = async (tx: Tx, customerId: number, domainId: string): Promise<UsedSegment[]> => {
	const own = await tx.rows(
		SegmentRow,
		sql`select segment_id, name from segment where customer_id = ${customerId} and domain_id = ${domainId} order by ${inOrder(sql`name`)}`,
	);
	if (own.length === 0) return [];
	const ids = own.map((one) => one.segment_id);
	const audiences = await tx.rows(
		AudienceRow,
		sql`select a.title, a.segments::text[] as segments, a.domain_id, d.host from audience a
			join domain d on d.customer_id = ${customerId} and d.domain_id = a.domain_id
		where a.customer_id = ${customerId} and a.domain_id <> ${domainId} and a.segments && ${uuids(ids)}::uuid[] order by ${inOrder(sql`a.title`)}`,
	);
	const others = new Map(
		(
			await tx.rows(
				OtherRow,
				sql`select s.segment_id, s.name, s.domain_id, d.host from segment s
					join domain d on d.customer_id = ${customerId} and d.domain_id = s.domain_id
				where s.customer_id = ${customerId} and s.domain_id <> ${domainId}`,
			)
		).map((one) => [one.segment_id, one]),
	);
	const ruled = (await ruledSets(tx, customerId)).flatMap((set) => {
		const other = others.get(set.set_id);
		return other && set.rule !== null ? [{ ...other, segments: segmentsIn(set.rule) }] : [];
	});
	const used: UsedSegment[] = [];
	for (const { segment_id: id, name } of own) {
		const by = [
			...audiences
				.filter(({ segments }) => segments.includes(id))
				.map(({ title, domain_id, host }) => ({ by: title, id: domain_id, domain: host })),
			...ruled.filter(({ segments }) => segments.includes(id)).map((one) => ({ by: one.name, id: one.domain_id, domain: one.host })),
		];
		if (by.length === 0) continue;
		used.push({
			id,
			name,
			people: await countOf(tx, customerId, { in: id }),
			on: [...new Map(by.map(({ id: on, domain }) => [on, { id: on, domain }])).values()],
			by: by.map((one) => one.by),
		});
	}
	return used;
};

/** Answers how many are the other domain's now. */
export const moveSegments = (tx: Tx, customerId: number, domainId: string, segments: readonly string[], to: string): Promise<number> =>
	tx.run(
		sql`update segment set domain_id = ${to} where customer_id = ${customerId} and domain_id = ${domainId} and segment_id = any(${uuids(segments)}::uuid[])`,
	);
