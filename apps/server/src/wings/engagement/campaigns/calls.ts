/** The campaign calls: made, published, copied, deleted. */
import * as contract from '@luvalla/contract/engagement/campaigns.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { type Sql, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandNone } from '../problems.ts';
import { isRehearsed, runsOf } from '../runs/runs.ts';
import { domainFor, domainsOf } from '../scope.ts';
import { publishProblems } from './plan-of.ts';
import { peopleOfRuns, shownRun } from './progress.ts';
import { refuseCampaign } from './refuse.ts';
import { lower, optionsOf, provenIn, savedBy } from './saved.ts';
import {
	type CampaignRow,
	deleteCampaign,
	holdCampaign,
	insertCampaign,
	listOf,
	readCampaign,
	setStatus,
	titleTaken,
	updateCampaign,
} from './store.ts';

const RUNS = 200;

/** As the portal reads them. */
export const shownAll = async (tx: Tx, customerId: number, rows: readonly CampaignRow[]): Promise<contract.Campaign[]> => {
	const runs = await runsOf(
		tx,
		customerId,
		rows.map((one) => one.campaign_id),
		Math.max(RUNS, rows.length * 4),
	);
	const newest = new Map<string, (typeof runs)[number]>();
	for (const run of runs) {
		const key = `${run.campaign_id} ${run.kind}`;
		if (!newest.has(key)) newest.set(key, run);
	}
	const people = await peopleOfRuns(tx, customerId, [...newest.values()]);
	return rows.map((one) => {
		const run = newest.get(`${one.campaign_id} real`) ?? null;
		const rehearsal = newest.get(`${one.campaign_id} rehearsal`) ?? null;
		const reached = run && people.get(run.run_id);
		return {
			id: one.campaign_id,
			title: one.title,
			domain: one.host,
			domainId: one.domain_id,
			constellation: one.constellation,
			audienceIdFK: one.audience_id,
			isTransactional: one.is_transactional,
			reason: one.reason,
			status: one.status,
			postExecutionSegmentChange: one.changes.post,
			onOpenSegmentChange: one.changes.open,
			onClickSegmentChange: one.changes.click,
			options: one.options,
			createdAt: one.created_at.toISOString(),
			lastUpdatedAt: one.changed_at.toISOString(),
			targettedCount: reached?.targeted ?? 0,
			opens: reached?.opens ?? 0,
			clicks: reached?.clicks ?? 0,
			run: run && shownRun(run),
			rehearsal: rehearsal && shownRun(rehearsal),
		};
	});
};

export const shownOne = async (tx: Tx, customerId: number, id: string): Promise<contract.Campaign> => {
	const row = await readCampaign(tx, customerId, id, null);
	const [data] = row ? await shownAll(tx, customerId, [row]) : [];
	if (!data) throw new Error('A campaign that was read is not there.');
	return data;
};

/** One that is executed. @throws Refused 404; 409 where it is a triggered send */
export const held = async (tx: Tx, scope: Scope, id: string): Promise<CampaignRow> => {
	const found = await holdCampaign(tx, scope.customerId, id, domainsOf({ ...scope, domainId: null }));
	if (!found) throw refuse('not_found');
	if (found.triggered) throw refuseCampaign('campaign_triggered');
	return found;
};

/** @throws Refused 409 while it runs */
export const demandStill = ({ status }: CampaignRow): void => {
	if (status === STATUS.running) throw refuseCampaign('campaign_running');
};

const record = recorderOf('campaign', (one: CampaignRow) => ({
	title: one.title,
	constellation: one.constellation,
	audience: one.audience_id,
	isTransactional: one.is_transactional,
	reason: one.reason,
	status: one.status,
	changes: one.changes,
	options: one.options,
	domain: one.host,
}));

export const campaignRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => {
	const listed = (
		conditions: Sql[],
		query: { page: number; size: number; sort?: string | undefined; q?: string | undefined },
		scope: Scope,
	) =>
		storage.inTenant(scope.customerId, async (tx) => {
			const domains = domainsOf(scope);
			const all = [
				sql`c.customer_id = ${scope.customerId} and not c.triggered`,
				...(domains === null ? [] : [sql`c.domain_id = any(${domains}::uuid[])`]),
				...(query.q ? [sql`position(lower(${query.q}) in lower(c.title)) > 0`] : []),
				...conditions,
			];
			const { rows, counted } = await readPage(tx, listOf(scope.customerId), all, query);
			return { data: await shownAll(tx, scope.customerId, rows), page: pageOf(counted, query) };
		});
	const withStatus = (status: number | undefined): Sql[] => (status === undefined ? [] : [sql`c.status = ${status}`]);

	return [
		handle(contract.campaigns, ({ query, scope }) =>
			listed(
				[...withStatus(query.filter.status), ...(query.filter.id ? [sql`c.campaign_id = ${query.filter.id.toLowerCase()}`] : [])],
				query,
				scope,
			),
		),
		handle(contract.liveCampaigns, ({ query, scope }) =>
			listed([sql`c.status <> ${STATUS.draft}`, ...withStatus(query.filter.status)], query, scope),
		),
		handleIn(storage.inTenant, contract.addCampaign, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const saved = await savedBy(tx, asker, scope, {
				id: newId(),
				domainId: await domainFor(tx, scope, body.domain),
				title: body.title,
				constellation: body.constellation ?? [],
				audienceId: body.audienceIdFK?.toLowerCase() || null,
				isTransactional: body.isTransactional ?? false,
				changes: {
					post: lower(body.postExecutionSegmentChange ?? []),
					open: lower(body.onOpenSegmentChange ?? []),
					click: lower(body.onClickSegmentChange ?? []),
					proven: [],
				},
				options: optionsOf(body.options ?? contract.CampaignOptions.parse({})),
			});
			if (await titleTaken(tx, customerId, saved.domainId, saved.title, null)) throw refuseCampaign('campaign_known');
			await insertCampaign(tx, customerId, saved, asker.userId);
			const after = await held(tx, scope, saved.id);
			await record(tx, { asker, scope }, 'added', saved.id, null, after);
			return shownOne(tx, customerId, saved.id);
		}),
		handleIn(storage.inTenant, contract.changeCampaign, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const before = await held(tx, scope, body.id);
			demandAsRead(body.lastUpdatedAt, before.changed_at);
			demandStill(before);
			const saved = await savedBy(tx, asker, scope, {
				id: before.campaign_id,
				domainId: before.domain_id,
				title: body.title ?? before.title,
				constellation: body.constellation ?? before.constellation,
				audienceId: body.audienceIdFK === undefined ? before.audience_id : body.audienceIdFK?.toLowerCase() || null,
				isTransactional: body.isTransactional ?? before.is_transactional,
				changes: {
					post: lower(body.postExecutionSegmentChange ?? before.changes.post),
					open: lower(body.onOpenSegmentChange ?? before.changes.open),
					click: lower(body.onClickSegmentChange ?? before.changes.click),
					proven: [],
				},
				options: optionsOf({ ...before.options, ...body.options }),
			});
			if (await titleTaken(tx, customerId, saved.domainId, saved.title, saved.id)) throw refuseCampaign('campaign_known');
			await updateCampaign(tx, customerId, saved);
			const after = await held(tx, scope, saved.id);
			await record(tx, { asker, scope }, 'changed', saved.id, before, after);
			return shownOne(tx, customerId, saved.id);
		}),
		handleIn(storage.inTenant, contract.removeCampaign, async (tx, { asker, query, scope }) => {
			const { customerId } = scope;
			const before = await held(tx, scope, query.id);
			if (before.run_id !== null) throw refuseCampaign('campaign_ran');
			// Nobody would bring it to its end.
			if (await isRehearsed(tx, customerId, before.campaign_id)) throw refuseCampaign('campaign_rehearsing');
			await deleteCampaign(tx, customerId, before.campaign_id);
			await record(tx, { asker, scope }, 'deleted', before.campaign_id, before, null);
			return { id: before.campaign_id };
		}),
		handleIn(storage.inTenant, contract.publishCampaign, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const before = await held(tx, scope, params.id);
			demandAsRead(body?.lastUpdatedAt, before.changed_at);
			demandStill(before);
			if (before.is_transactional) {
				if (scope.as === 'domainAdmin') throw refuse('not_allowed');
				if (!body?.reason) throw refuseCampaign('reason_needed');
				// It passes every no: whoever says so is here in person.
				demandConfirmed(asker);
			}
			demandNone(await publishProblems(tx, customerId, before));
			await setStatus(
				tx,
				customerId,
				before.campaign_id,
				STATUS.published,
				before.is_transactional && body?.reason ? { reason: body.reason } : {},
			);
			const after = await held(tx, scope, before.campaign_id);
			await record(tx, { asker, scope }, 'published', before.campaign_id, before, after);
			return shownOne(tx, customerId, before.campaign_id);
		}),
		handleIn(storage.inTenant, contract.copyCampaign, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const from = await held(tx, scope, params.id);
			const numbered = (n: number): string => `${cut(from.title, 120 - ` ${n}`.length).trimEnd()} ${n}`;
			let title = numbered(2);
			for (let n = 3; await titleTaken(tx, customerId, from.domain_id, title, null); n += 1) title = numbered(n);
			const id = newId();
			await insertCampaign(
				tx,
				customerId,
				{
					id,
					domainId: from.domain_id,
					title,
					constellation: from.constellation,
					audienceId: from.audience_id,
					isTransactional: from.is_transactional,
					changes: { ...from.changes, proven: await provenIn(tx, asker, scope, from.changes) },
					options: { ...from.options, beginsAt: null, lateAt: null },
				},
				asker.userId,
			);
			const after = await held(tx, scope, id);
			await record(tx, { asker, scope }, 'added', id, null, after);
			return shownOne(tx, customerId, id);
		}),
	];
};
