/** What is stored of a run's files: its lanes, what was taken, what is counted. */

import { CHANNELS } from '@luvalla/contract/channels.ts';
import * as contract from '@luvalla/contract/engagement/campaign-files.ts';
import { now } from '#kernel/clock.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { bool, instant, int, oneOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts } from '../../../consent/wing.ts';
import { channelBy } from '../../channels/all.ts';
import { isFiling } from '../../channels/channel.ts';
import type { CampaignRunRow } from '../../runs/runs.ts';
import { timeOf } from '../../runs/token.ts';
import { channelCode, type Work } from '../../send/lease.ts';
import type { Taking } from './taking.ts';

const LaneRow = row({ channel: int, filed_at: instant });
const TakenRow = row({
	channel: int,
	form: oneOf(contract.FILE_FORMS),
	kind: oneOf(contract.FILE_KINDS),
	taken_at: instant,
	taken_by: text,
	whole: bool,
});
const NameRow = row({ id: uuid, name: text });
const AcceptedRow = row({ n: int });

/** Lanes of a run whose messages are files that are made. */
export const filedLanes = async (tx: Tx, customerId: number, run: CampaignRunRow): Promise<{ work: Work; filedAt: Date }[]> => {
	if (run.kind === 'rehearsal') return [];
	const rows = await tx.rows(
		LaneRow,
		sql`select channel::int as channel, filed_at from campaign_lane where customer_id = ${customerId} and run_id = ${run.run_id} and filed_at is not null
		order by channel`,
	);
	return rows.flatMap(({ channel, filed_at: filedAt }) => {
		const lane = run.plan.lanes.find((one) => one.channel === CHANNELS[channel]);
		return lane && isFiling(channelBy(lane.channel))
			? [{ work: { customerId, runId: run.run_id, rehearsal: false, plan: run.plan, lane, part: 0 }, filedAt }]
			: [];
	});
};

export const takenOf = (tx: Tx, customerId: number, runId: string) =>
	tx.rows(
		TakenRow,
		sql`select channel::int as channel, form, kind, taken_at, taken_by, whole from file_taken where customer_id = ${customerId} and run_id = ${runId}`,
	);

export const purposesOf = async (tx: Tx, { customerId, lane }: Work): Promise<string[]> =>
	(
		await tx.rows(
			NameRow,
			sql`select purpose_id as id, name from purpose where customer_id = ${customerId} and purpose_id = any(${lane.purposes}::uuid[]) order by name`,
		)
	).map(({ name }) => name);

/** What the purposes of a lane say now. */
export const wordsOf = async (tx: Tx, { customerId, plan, lane }: Work): Promise<contract.CampaignFile['words']> =>
	(await readPurposeFacts(tx, customerId, [plan.domainId])).flatMap(({ id, versions }) => {
		const newest = versions.at(-1);
		return newest && lane.purposes.includes(id) ? [{ purpose: id, version: newest.version, wording: newest.wording }] : [];
	});

export const acceptedOf = async (tx: Tx, work: Work): Promise<number> => {
	const [found] = await tx.rows(
		AcceptedRow,
		sql`select count(*)::int as n from delivery where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} and state = 'accepted'`,
	);
	return found?.n ?? 0;
};

/** @param whole nothing of it is still to be made; where it was made once it stays so */
export const noteTaken = (
	tx: Tx,
	{ asker, work, form, kind }: Pick<Taking, 'asker' | 'work' | 'form' | 'kind'>,
	whole: boolean,
): Promise<number> =>
	tx.run(
		sql`insert into file_taken (customer_id, run_id, channel, form, kind, taken_at, taken_by, whole)
		values (${work.customerId}, ${work.runId}, ${channelCode(work)}, ${form}, ${kind}, ${now()}, ${startedBy(asker)}, ${whole})
		on conflict (customer_id, run_id, channel, form, kind) do update set taken_at = excluded.taken_at, taken_by = excluded.taken_by,
			whole = file_taken.whole or excluded.whole`,
	);

/** Emails of those who took files. */
export const namesOf = async (storage: Storage, takers: readonly string[]): Promise<Map<string, string>> =>
	new Map(
		takers.length === 0
			? []
			: (
					await storage.inPlatform((tx) => tx.rows(NameRow, sql`select id, email as name from app_user where id = any(${takers}::uuid[])`))
				).map(({ id, name }) => [id, name]),
	);

/** Whether somebody in a file is not seen by this condition on `d`. */
export const hasOthers = async (tx: Tx, customerId: number, { runId, ...work }: Work, seen: Sql): Promise<boolean> =>
	(await tx.run(
		sql`select from delivery d where d.customer_id = ${customerId} and d.at >= ${timeOf(runId)} and d.run_id = ${runId}
			and d.channel = ${channelCode(work)} and d.state = 'accepted' and d.address is not null and not ${seen} limit 1`,
	)) > 0;

/** Of two who take a list at once the second sees that the first did. */
export const holdLane = (tx: Tx, work: Work): Promise<number> =>
	tx.run(
		sql`select from campaign_lane where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)} for update`,
	);

/** Nothing of a list has left: the next one need not wait. */
export const forgetTaking = (tx: Tx, work: Work, form: string): Promise<number> =>
	tx.run(
		sql`delete from file_taken where customer_id = ${work.customerId} and run_id = ${work.runId} and channel = ${channelCode(work)}
			and form = ${form} and kind = 'add' and not whole`,
	);
