/** Parts of the file that a run by one channel becomes: whose messages are in each, and where its bytes are. */
import { now } from '#kernel/clock.ts';
import { deleteFile, readFileFacts, type StoredFile } from '#kernel/files/files.ts';
import { int4s, uuids } from '#kernel/storage/arrays.ts';
import { bool, int, ints, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { channelCode, type Work } from './lease.ts';
import { type Recalled, recall } from './recall.ts';

const PartRow = row({ entry: int, entries: ints, file_id: uuid });

export interface Part {
	/** The first that it was made with. */
	readonly entry: number;
	readonly entries: readonly number[];
	readonly fileId: string;
}

const lane = (work: Work): Sql => sql`customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}`;

export const insertPart = async (tx: Tx, work: Work, entries: readonly number[], fileId: string): Promise<void> => {
	await tx.run(
		sql`insert into delivery_part (customer_id, run_id, channel, entry, entries, file_id)
		values (${work.customerId}, ${work.runId}, ${channelCode(work)}, ${Math.min(...entries)}, ${entries}::int[], ${fileId})`,
	);
};

/** In the order of the file. */
export const partsOf = async (tx: Tx, work: Work): Promise<Part[]> =>
	(
		await tx.rows(
			PartRow,
			sql`select entry, entries, file_id from delivery_part where customer_id = ${work.customerId} and ${lane(work)} order by entry`,
		)
	).map(({ entry, entries, file_id: fileId }) => ({ entry, entries, fileId }));

/** A part without some of its people, as it was made anew; null: nobody is left in it. */
export const replacePart = async (tx: Tx, work: Work, part: Part, gone: readonly Recalled[], fileId: string | null): Promise<void> => {
	await recall(tx, work, gone);
	const out = new Set(gone.map(({ entry }) => entry));
	const its = sql`customer_id = ${work.customerId} and ${lane(work)} and entry = ${part.entry}`;
	await tx.run(
		fileId === null
			? sql`delete from delivery_part where ${its}`
			: sql`update delivery_part set file_id = ${fileId}, entries = ${part.entries.filter((one) => !out.has(one))}::int[] where ${its}`,
	);
	await deleteFile(tx, work.customerId, part.fileId);
};

const ReadyRow = row({ ready: bool });

/** Whether everybody of a lane is settled, and its file is still to be made. Holds the lane. */
export const wantsFile = async (tx: Tx, work: Work): Promise<boolean> => {
	const { customerId, runId } = work;
	const channel = channelCode(work);
	const [found] = await tx.rows(
		ReadyRow,
		sql`select l.filed_at is null and l.spent and r.state = 'sending' and coalesce(r.open_until <= ${now()}, true)
			and not exists (select 1 from delivery_lease d where d.customer_id = ${customerId} and d.run_id = ${runId} and d.channel = ${channel})
			and not exists (select 1 from delivery d where d.customer_id = ${customerId} and d.run_id = ${runId} and d.channel = ${channel} and d.due_at is not null) as ready
		from campaign_lane l join campaign_run r on r.customer_id = ${customerId} and r.run_id = l.run_id
		where l.customer_id = ${customerId} and l.run_id = ${runId} and l.channel = ${channel} for update of l`,
	);
	return found?.ready ?? false;
};

/**
 * The file is made of these parts, which are no more; false: meanwhile somebody of them was erased, or it may not be made any more.
 * @param fileId null: nobody is in it
 * @param besideId of the table that goes with it; null: none does
 */
export const keepFile = async (
	tx: Tx,
	work: Work,
	parts: readonly Part[],
	fileId: string | null,
	besideId: string | null = null,
): Promise<boolean> => {
	const { customerId } = work;
	if (!(await wantsFile(tx, work))) return false;
	const [whole] = await tx.rows(
		row({ n: int }),
		sql`select count(*)::int as n from file where customer_id = ${customerId} and file_id = any(${uuids(parts.map((one) => one.fileId))}::uuid[])`,
	);
	if (whole?.n !== parts.length) return false;
	await tx.run(
		sql`update campaign_lane set filed_at = ${now()}, file_id = ${fileId}::uuid, beside_id = ${besideId}::uuid where customer_id = ${customerId} and ${lane(work)}`,
	);
	await tx.run(sql`delete from delivery_part where customer_id = ${customerId} and ${lane(work)}`);
	for (const part of parts) await deleteFile(tx, customerId, part.fileId);
	return true;
};

const FiledRow = row({ file_id: uuid });

/** A run was stopped before its file was made: nobody in its parts was written to. Answers how many parts were left; one is taken back a call. */
export const recallParts = async (tx: Tx, work: Work): Promise<number> => {
	const parts = await partsOf(tx, work);
	const [first] = parts;
	if (!first) return 0;
	await replacePart(
		tx,
		work,
		first,
		first.entries.map((entry) => ({ entry, state: 'skipped', reason: 'stopped' })),
		null,
	);
	return parts.length;
};

/** The file that a lane became; null: there is none, or somebody in it was erased. */
export const fileOf = async (tx: Tx, work: Pick<Work, 'customerId' | 'runId' | 'lane'>): Promise<StoredFile | null> => {
	const [found] = await tx.rows(
		FiledRow,
		sql`select file_id from campaign_lane where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} and file_id is not null`,
	);
	return found ? readFileFacts(tx, work.customerId, found.file_id) : null;
};

/** The table that goes with the file of a lane; null: there is none, or somebody in it was erased. */
export const besideOf = async (tx: Tx, work: Pick<Work, 'customerId' | 'runId' | 'lane'>): Promise<StoredFile | null> => {
	const [found] = await tx.rows(
		FiledRow,
		sql`select beside_id as file_id from campaign_lane where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} and beside_id is not null`,
	);
	return found ? readFileFacts(tx, work.customerId, found.file_id) : null;
};

/** Files in which these messages are go: who is in them is erased. A part of a file that is not whole yet is made anew without them. */
export const forgetInFiles = async (
	tx: Tx,
	customerId: number,
	messages: readonly { readonly run_id: string; readonly channel: number; readonly entry: number }[],
): Promise<void> => {
	const these = sql`unnest(${uuids(messages.map((one) => one.run_id))}::uuid[], ${int4s(messages.map(({ channel }) => channel))}::int[],
		${int4s(messages.map(({ entry }) => entry))}::int[]) m (run_id, channel, entry)`;
	const files = await tx.rows(
		FiledRow,
		sql`select l.file_id from campaign_lane l join ${these} on l.run_id = m.run_id and l.channel = m.channel
			where l.customer_id = ${customerId} and l.file_id is not null
		union select l.beside_id from campaign_lane l join ${these} on l.run_id = m.run_id and l.channel = m.channel
			where l.customer_id = ${customerId} and l.beside_id is not null
		union select p.file_id from delivery_part p join ${these} on p.run_id = m.run_id and p.channel = m.channel and m.entry = any(p.entries)
			where p.customer_id = ${customerId}`,
	);
	for (const { file_id: id } of files) await deleteFile(tx, customerId, id);
};
