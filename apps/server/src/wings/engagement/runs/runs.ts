/** Runs of campaigns in the database: begun, paused, stopped, over. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { CAMPAIGN_RUN_STATES, RUN_KINDS, RUN_WHYS } from '@luvalla/contract/engagement/campaign-run.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { now } from '#kernel/clock.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { endPaid } from './paid.ts';
import { Plan } from './plan.ts';
import { timeOf } from './token.ts';

/** Wakes workers for a customer's campaigns. The payload is the customer. */
export const TOPIC = 'campaigns';

const CampaignRunRow = row({
	run_id: uuid,
	campaign_id: uuid,
	domain_id: uuid,
	kind: oneOf(RUN_KINDS),
	state: oneOf(CAMPAIGN_RUN_STATES),
	why: orNull(oneOf(RUN_WHYS)),
	plan: json(Plan),
	begins_at: instant,
	late_at: orNull(instant),
	preparing: orNull(int),
	prepared_at: orNull(instant),
	ended_at: orNull(instant),
	open_until: orNull(instant),
	changing: orNull(int),
	created_at: instant,
	created_by: text,
});
export type CampaignRunRow = RowOf<typeof CampaignRunRow>;

const COLUMNS = sql`run_id, campaign_id, domain_id, kind, state, why, plan, begins_at, late_at, preparing, prepared_at, ended_at, open_until, changing, created_at, created_by`;

export const wakeWorkers = async (tx: Tx, customerId: number): Promise<void> => {
	await tx.run(sql`select pg_notify(${TOPIC}, ${String(customerId)})`);
};

/** Tells those who look on. */
export const tellOfCampaigns = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	await tx.run(sql`select pg_notify('live', ${JSON.stringify({ topic: 'campaigns', customerId, domains: { [domainId]: 1 } })})`);
};

export interface NewRun {
	readonly id: string;
	readonly kind: CampaignRunRow['kind'];
	readonly plan: Plan;
	readonly beginsAt: Date;
	readonly lateAt: Date | null;
	/** It takes people who enter alone until then; without it nobody does. */
	readonly openUntil?: Date;
	readonly by: string;
}

export const insertCampaignRun = async (
	tx: Tx,
	customerId: number,
	{ id, kind, plan, beginsAt, lateAt, openUntil, by }: NewRun,
): Promise<void> => {
	// Of its id: whoever is in it entered no earlier.
	const at = timeOf(id);
	await tx.run(
		sql`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, plan, begins_at, late_at, open_until, preparing, created_at, created_by)
		values (${customerId}, ${id}, ${plan.campaignId}, ${plan.domainId}, ${kind}, 'waiting', ${JSON.stringify(plan)}, ${beginsAt}, ${lateAt}, ${openUntil ?? null}, 0, ${at}, ${by})`,
	);
	for (const lane of plan.lanes)
		await tx.run(
			sql`insert into campaign_lane (customer_id, run_id, channel, connector_id, next_entry, spent, free_at, failures)
			values (${customerId}, ${id}, ${CHANNELS.indexOf(lane.channel)}, ${lane.connectorId}, -1, false, ${at}, 0)`,
		);
	await wakeWorkers(tx, customerId);
};

export const readCampaignRun = async (tx: Tx, customerId: number, runId: string): Promise<CampaignRunRow | null> => {
	const [found] = await tx.rows(
		CampaignRunRow,
		sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and run_id = ${runId}`,
	);
	return found ?? null;
};

/** The same, held until the transaction ends. */
export const holdCampaignRun = async (tx: Tx, customerId: number, runId: string): Promise<CampaignRunRow | null> => {
	const [found] = await tx.rows(
		CampaignRunRow,
		sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and run_id = ${runId} for update`,
	);
	return found ?? null;
};

/** Runs of these campaigns, newest first. */
export const runsOf = (tx: Tx, customerId: number, campaigns: readonly string[], most: number): Promise<CampaignRunRow[]> =>
	tx.rows(
		CampaignRunRow,
		sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and campaign_id = any(${campaigns}::uuid[])
		order by created_at desc, run_id desc limit ${most}`,
	);

const RehearsedRow = row({ there: bool });

/** Whether a campaign is being rehearsed. Ask while it is held. */
export const isRehearsed = async (tx: Tx, customerId: number, campaignId: string): Promise<boolean> => {
	const [found] = await tx.rows(
		RehearsedRow,
		sql`select exists (select 1 from campaign_run where customer_id = ${customerId} and campaign_id = ${campaignId} and kind = 'rehearsal'
			and state in ('waiting', 'preparing', 'sending')) as there`,
	);
	return found?.there ?? false;
};

/** That a worker has something to do with it. */
const isOpen = (): Sql => sql`(state in ('preparing', 'sending', 'stopping') or (state = 'waiting' and begins_at <= ${now()}))`;

/** Those of a customer that a worker has something to do with. */
export const openRuns = (tx: Tx, customerId: number): Promise<CampaignRunRow[]> =>
	tx.rows(CampaignRunRow, sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and ${isOpen()} order by created_at`);

const OpenRow = row({ run_id: uuid, state: oneOf(CAMPAIGN_RUN_STATES), open_until: orNull(instant) });
/** What a look at a run needs, to know whether it is moved on. */
export type OpenRun = RowOf<typeof OpenRow>;

/** The same without what they do: triggered sends are hundreds, whose plans nobody reads at each look. */
export const listOpenRuns = (tx: Tx, customerId: number): Promise<OpenRun[]> =>
	tx.rows(
		OpenRow,
		sql`select run_id, state, open_until from campaign_run where customer_id = ${customerId} and ${isOpen()} order by created_at`,
	);

/** These, in the order in which they began. */
export const readCampaignRuns = async (tx: Tx, customerId: number, ids: readonly string[]): Promise<CampaignRunRow[]> =>
	ids.length === 0
		? []
		: tx.rows(
				CampaignRunRow,
				sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and run_id = any(${uuids(ids)}::uuid[]) order by created_at`,
			);

/** One of them, held with its campaign; null: it is not open any more, or somebody else holds either, who is not waited for. */
export const holdOpenRun = async (tx: Tx, customerId: number, runId: string): Promise<CampaignRunRow | null> => {
	const [found] = await tx.rows(
		CampaignRunRow,
		sql`select ${COLUMNS} from campaign_run where customer_id = ${customerId} and run_id = ${runId} and ${isOpen()} for update skip locked`,
	);
	if (!found) return null;
	// A call holds the campaign first and then its run: here neither is waited for.
	const held = await tx.run(
		sql`select from campaign where customer_id = ${customerId} and campaign_id = ${found.campaign_id} for update skip locked`,
	);
	return held === 0 ? null : found;
};

const Open = row({ customer_id: int });

/** Customers with runs that are open. */
export const customersWithRuns = async (across: Tx): Promise<number[]> =>
	(await across.rows(Open, sql`select distinct customer_id from campaign_run where ${isOpen()}`)).map(
		({ customer_id: customerId }) => customerId,
	);

/** Where a run that rests goes on. */
export const resumed = ({ preparing }: { readonly preparing: number | null }): 'sending' | 'waiting' | 'preparing' =>
	preparing === null ? 'sending' : preparing === 0 ? 'waiting' : 'preparing';

export interface RunChange {
	readonly state?: CampaignRunRow['state'];
	readonly why?: CampaignRunRow['why'];
	readonly preparing?: number | null;
	readonly prepared?: true;
	readonly ended?: true;
	readonly changing?: number | null;
}

/** What the campaign's own number is while its run is so. */
const STATUS_OF: Partial<Record<CampaignRunRow['state'], number>> = {
	stopped: STATUS.stopped,
	done: STATUS.completed,
	failed: STATUS.stopped,
};

/** Counts are kept by the minute: those of one that has begun were seen by whoever lets a run go on. */
const MINUTE_MS = 60_000;

export const changeCampaignRun = async (tx: Tx, customerId: number, run: CampaignRunRow, change: RunChange): Promise<void> => {
	const at = now();
	const goesOn = change.why === null && (run.why === 'complaints' || run.why === 'bounces');
	const from = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
	await tx.run(
		sql`update campaign_run set state = ${change.state ?? run.state}, why = ${change.why === undefined ? run.why : change.why},
			preparing = ${change.preparing === undefined ? run.preparing : change.preparing},
			prepared_at = ${change.prepared ? at : run.prepared_at},
			entries = case when ${change.prepared ?? false} then (select coalesce(max(number), 0) + 1 from person where customer_id = ${customerId}) else entries end, ended_at = ${change.ended ? at : run.ended_at},
			changing = ${change.changing === undefined ? run.changing : change.changing},
			plan = ${goesOn ? sql`jsonb_set(plan, '{limitsFrom}', to_jsonb(${from}::text))` : sql`plan`}
		where customer_id = ${customerId} and run_id = ${run.run_id}`,
	);
	const status = change.state && run.kind === 'real' ? STATUS_OF[change.state] : undefined;
	if (status !== undefined)
		await tx.run(
			sql`update campaign set status = ${status} where customer_id = ${customerId} and campaign_id = ${run.campaign_id} and run_id = ${run.run_id}`,
		);
	if (change.ended && run.kind === 'real' && run.plan.charged) await endPaid(tx, customerId, run.run_id);
	if (change.state) await wakeWorkers(tx, customerId);
	await tellOfCampaigns(tx, customerId, run.domain_id);
};
