/** Campaigns in the database. */
import { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { AskedSegment, NamedUser } from '#kernel/hooks.ts';
import { inOrder, list } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { bool, instant, int, json, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { Changes } from '../runs/plan.ts';

const Parts = z.array(z.object({ constellationIdFK: z.uuid(), channel: z.int() }));

const CampaignRow = row({
	campaign_id: uuid,
	domain_id: uuid,
	host: text,
	title: text,
	constellation: json(Parts),
	audience_id: orNull(uuid),
	is_transactional: bool,
	status: int,
	changes: json(Changes),
	options: json(CampaignOptions),
	reason: orNull(text),
	run_id: orNull(uuid),
	created_at: instant,
	changed_at: instant,
	/** It is a triggered send: nobody executes it. */
	triggered: bool,
});
export type CampaignRow = RowOf<typeof CampaignRow>;

const COLUMNS = sql`c.campaign_id, c.domain_id, d.host, c.title, c.constellation, c.audience_id, c.is_transactional, c.status, c.changes, c.options,
	c.reason, c.run_id, c.created_at, c.changed_at, c.triggered`;
const from = (customerId: number): Sql => sql`campaign c join domain d on d.customer_id = ${customerId} and d.domain_id = c.domain_id`;

export const listOf = (customerId: number) =>
	list({
		row: CampaignRow,
		columns: COLUMNS,
		from: from(customerId),
		orders: {
			title: { by: inOrder(sql`c.title`), type: 'text' },
			status: { by: sql`c.status::int`, type: 'int' },
			lastUpdatedAt: { by: sql`c.changed_at`, type: 'timestamptz' },
		},
		usual: '-lastUpdatedAt',
		key: { by: sql`c.campaign_id`, type: 'uuid' },
	});

const one = (customerId: number, id: string, domains: readonly string[] | null): Sql => sql`from ${from(customerId)}
	where c.customer_id = ${customerId} and c.campaign_id = ${id.toLowerCase()} and (${domains}::uuid[] is null or c.domain_id = any(${domains}::uuid[]))`;

/** One that the asker's domains show. */
export const readCampaign = async (
	tx: Tx,
	customerId: number,
	id: string,
	domains: readonly string[] | null,
): Promise<CampaignRow | null> => {
	const [found] = await tx.rows(CampaignRow, sql`select ${COLUMNS} ${one(customerId, id, domains)}`);
	return found ?? null;
};

/** The same, held until the transaction ends. */
export const holdCampaign = async (
	tx: Tx,
	customerId: number,
	id: string,
	domains: readonly string[] | null,
): Promise<CampaignRow | null> => {
	const [found] = await tx.rows(CampaignRow, sql`select ${COLUMNS} ${one(customerId, id, domains)} for update of c`);
	return found ?? null;
};

export interface Saved {
	readonly id: string;
	readonly domainId: string;
	readonly title: string;
	readonly constellation: z.infer<typeof Parts>;
	readonly audienceId: string | null;
	readonly isTransactional: boolean;
	readonly changes: Changes;
	readonly options: CampaignOptions;
	readonly triggered?: true;
}

export const insertCampaign = (tx: Tx, customerId: number, saved: Saved, by: string): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into campaign (customer_id, campaign_id, domain_id, title, constellation, audience_id, is_transactional, status, changes, options,
			created_at, created_by, changed_at, triggered)
		values (${customerId}, ${saved.id}, ${saved.domainId}, ${saved.title}, ${JSON.stringify(saved.constellation)}, ${saved.audienceId},
			${saved.isTransactional}, 0, ${JSON.stringify(saved.changes)}, ${JSON.stringify(saved.options)}, ${at}, ${by}, ${at}, ${saved.triggered ?? false})`);
};

/** A campaign that is changed is a draft again; why it needed nobody's yes has to be said anew. */
export const updateCampaign = (tx: Tx, customerId: number, saved: Saved): Promise<number> =>
	tx.run(sql`update campaign set title = ${saved.title}, constellation = ${JSON.stringify(saved.constellation)}, audience_id = ${saved.audienceId},
			is_transactional = ${saved.isTransactional}, status = 0, reason = null, changes = ${JSON.stringify(saved.changes)},
			options = ${JSON.stringify(saved.options)}, changed_at = ${now()}
		where customer_id = ${customerId} and campaign_id = ${saved.id}`);

export const setStatus = (
	tx: Tx,
	customerId: number,
	id: string,
	status: number,
	also: { readonly reason?: string; readonly runId?: string } = {},
): Promise<number> =>
	tx.run(sql`update campaign set status = ${status}, reason = coalesce(${also.reason ?? null}, reason), run_id = coalesce(${also.runId ?? null}::uuid, run_id),
			changed_at = ${now()}
		where customer_id = ${customerId} and campaign_id = ${id}`);

/** What becomes of whose signs no font has: it stays published. */
export const setSigns = (
	tx: Tx,
	customerId: number,
	id: string,
	signs: { readonly other: boolean; readonly leaveOut: boolean },
): Promise<number> =>
	tx.run(sql`update campaign set options = jsonb_set(options, '{signs}', ${JSON.stringify(signs)}::jsonb), changed_at = ${now()}
		where customer_id = ${customerId} and campaign_id = ${id}`);

export const deleteCampaign = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from campaign where customer_id = ${customerId} and campaign_id = ${id}`);

const UserRow = row({ name: text, domain_id: uuid });

/**
 * Campaigns that are not over and put people into the segment, or take them out, or whose audience is still to be taken from it, whatever
 * the audience has become since; triggered sends that wait for who comes into it or
 * leaves it, or ask about it: one that was stopped does not.
 */
export const campaignsWith = async (tx: Tx, { customerId, segmentId, but }: AskedSegment): Promise<NamedUser[]> =>
	(
		await tx.rows(
			UserRow,
			sql`select c.title as name, c.domain_id from campaign c where c.customer_id = ${customerId} and (${but}::uuid is null or c.domain_id <> ${but}) and (
				(c.status in (${STATUS.draft}, ${STATUS.published}, ${STATUS.running})
					and jsonb_path_exists(c.changes, '$.*[*] ? (@.segmentId == $id)', jsonb_build_object('id', ${segmentId}::text)))
				or exists (select 1 from campaign_run r where r.customer_id = ${customerId} and r.campaign_id = c.campaign_id
					and r.state in ('waiting', 'preparing', 'paused') and r.preparing is not null and r.plan -> 'audience' -> 'segments' ? ${segmentId}::text)
				or exists (select 1 from journey j where j.customer_id = ${customerId} and j.campaign_id = c.campaign_id and j.state <> 'stopped'
					and ${segmentId} in (lower(j.journey -> 'trigger' ->> 'segmentId'), lower(j.journey -> 'after' ->> 'segmentId')))
				or exists (select 1 from journey_version v where v.customer_id = ${customerId} and v.campaign_id = c.campaign_id
					and v.closed_at is null and lower(v.journey -> 'after' ->> 'segmentId') = ${segmentId}))`,
		)
	).map((one) => ({ name: one.name, domainId: one.domain_id }));

/** Campaigns that are not over and have this audience. */
export const campaignsTo = async (
	tx: Tx,
	{ customerId, audienceId }: { readonly customerId: number; readonly audienceId: string },
): Promise<NamedUser[]> =>
	(
		await tx.rows(
			UserRow,
			sql`select title as name, domain_id from campaign where customer_id = ${customerId} and audience_id = ${audienceId}
				and status in (${STATUS.draft}, ${STATUS.published}, ${STATUS.running})`,
		)
	).map((one) => ({ name: one.name, domainId: one.domain_id }));

const Named = row({ campaign_id: uuid });

export const titleTaken = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'campaigns');
	return (
		(
			await tx.rows(
				Named,
				sql`select campaign_id from campaign where customer_id = ${customerId} and domain_id = ${domainId} and lower(title) = lower(${title})
					and (${but}::uuid is null or campaign_id <> ${but}::uuid)`,
			)
		).length > 0
	);
};
