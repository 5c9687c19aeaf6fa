import { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import * as contract from '@luvalla/contract/engagement/journeys.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandKnown, findPeople } from '../../consent/wing.ts';
import { numbersBy, watch } from '../../profiles/wing.ts';
import { runProblems } from '../campaigns/plan-of.ts';
import { refuseCampaign } from '../campaigns/refuse.ts';
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
} from '../campaigns/store.ts';
import { demandNone, type Problem } from '../problems.ts';
import { planPaid } from '../runs/paid.ts';
import { type CampaignRunRow, changeCampaignRun, holdCampaignRun, insertCampaignRun } from '../runs/runs.ts';
import { domainFor, domainsOf } from '../scope.ts';
import { watchedBy } from './arrive.ts';
import { lastDay } from './dates.ts';
import { refuseJourney } from './refuse.ts';
import { demandSegments, plansOf, savedOf, tidy } from './saved.ts';
import { shownAll, shownPlaces, shownProgress } from './shown.ts';
import {
	deleteJourney,
	holdJourney,
	insertJourney,
	insertVersion,
	type JourneyRow,
	placesOf,
	type Runs,
	runningTriggers,
	setJourney,
	setLooked,
	setState,
} from './store.ts';

/** A run of theirs takes people until it is told otherwise. */
const OPEN_UNTIL = new Date('2100-01-01T00:00:00Z');
/** Why messages are kept back until somebody resumes them; what else pauses a run may be put right by a change. */
const KEPT_BACK: readonly NonNullable<CampaignRunRow['why']>[] = ['asked', 'complaints', 'bounces', 'restored'];
/** Places of one person that are shown. */
const MOST_PLACES = 20;

type Parts = Pick<Kernel, 'storage' | 'settings'>;

const RunRow = row({ run_id: uuid, state: text });

export const journeyRoutes = (kernel: Parts): Route[] => {
	const { storage } = kernel;

	/** One that the asker may see. @throws Refused 404 */
	const seen = async (tx: Tx, scope: Scope, id: string): Promise<CampaignRow> => {
		const found = await readCampaign(tx, scope.customerId, id, domainsOf({ ...scope, domainId: null }));
		if (!found?.triggered) throw refuse('not_found');
		return found;
	};
	/** The same, held with its journey. @throws Refused 404 */
	const held = async (tx: Tx, scope: Scope, id: string): Promise<{ campaign: CampaignRow; journey: JourneyRow }> => {
		// The journey first: whoever moves people on holds it, and their runs then.
		const journey = await holdJourney(tx, scope.customerId, id.toLowerCase());
		const campaign = await holdCampaign(tx, scope.customerId, id, domainsOf({ ...scope, domainId: null }));
		if (!campaign || !journey) throw refuse('not_found');
		return { campaign, journey };
	};
	const act = (tx: Tx, asker: Asker, scope: Scope, campaign: CampaignRow, action: string, more: object = {}) =>
		recordActivity(tx, scope.customerId, asker, {
			action,
			thing: 'triggered_send',
			thingId: campaign.campaign_id,
			after: { title: campaign.title, domain: campaign.host, ...more },
		});
	const shown = async (tx: Tx, customerId: number, id: string): Promise<contract.Triggered> => {
		const campaign = await readCampaign(tx, customerId, id, null);
		const [one] = campaign ? await shownAll(tx, customerId, [campaign]) : [];
		if (!one) throw new Error('A triggered send that was read is not there.');
		return one;
	};
	/** What is waited for is what those that run wait for. */
	const watchAll = async (tx: Tx, customerId: number): Promise<void> => {
		const triggers = await runningTriggers(tx, customerId);
		await watch(
			tx,
			customerId,
			triggers.flatMap((one) => watchedBy(one) ?? []),
		);
	};
	/**
	 * From now on who comes goes by what it says now.
	 * @param paused why its messages are kept back, also those of whoever comes now; null: they are sent
	 * @throws Refused with what is in the way
	 */
	const begin = async (
		tx: Tx,
		asker: Asker,
		scope: Scope,
		campaign: CampaignRow,
		version: number,
		journey: contract.Journey,
		paused: CampaignRunRow['why'] = null,
	): Promise<void> => {
		const { customerId } = scope;
		const { plans, problems } = await plansOf(tx, kernel, customerId, campaign, journey);
		demandNone(problems);
		const runs: Partial<Record<keyof Runs, { run: string; channel: number }>> = {};
		for (const { step, plan, channel } of plans) {
			const id = newId();
			await insertCampaignRun(tx, customerId, {
				id,
				kind: 'real',
				plan: { ...plan, title: campaign.title },
				beginsAt: now(),
				lateAt: null,
				openUntil: OPEN_UNTIL,
				by: startedBy(asker),
			});
			// Nobody enters with an audience: it is ready as it is.
			await planPaid(tx, customerId, id, { ...plan, title: campaign.title }, { costMicros: 0, beginsAt: now(), triggered: true });
			const run = await holdCampaignRun(tx, customerId, id);
			const state = paused === null ? 'sending' : 'paused';
			if (run) await changeCampaignRun(tx, customerId, run, { state, why: paused, preparing: null, prepared: true });
			await tx.run(
				sql`update campaign_lane set spent = true, idle_until = 'infinity' where customer_id = ${customerId} and run_id = ${id}`,
			);
			runs[step] = { run: id, channel };
		}
		const { first, ...then } = runs;
		if (!first) throw new Error('A triggered send has no first message.');
		await insertVersion(tx, customerId, campaign.campaign_id, version, journey, { first, ...then });
		await setStatus(tx, customerId, campaign.campaign_id, STATUS.running);
		await watchAll(tx, customerId);
	};
	/** Days that have come already are over. */
	const passDays = async (tx: Tx, customerId: number, { campaign_id: id, options }: CampaignRow, { trigger }: contract.Journey) => {
		if (trigger.kind === 'date') await setLooked(tx, customerId, id, lastDay(now(), options.timeZone, trigger.hour), null);
	};
	/** Runs of those of its versions that are not over, held. */
	const heldRuns = async (tx: Tx, customerId: number, id: string): Promise<CampaignRunRow[]> => {
		const rows = await tx.rows(
			RunRow,
			sql`select run_id, state from campaign_run where customer_id = ${customerId} and campaign_id = ${id}
				and state in ('waiting', 'preparing', 'sending', 'paused') order by run_id`,
		);
		const runs: CampaignRunRow[] = [];
		for (const { run_id: run } of rows) {
			const found = await holdCampaignRun(tx, customerId, run);
			if (found) runs.push(found);
		}
		return runs;
	};

	return [
		handleIn(storage.inTenant, contract.triggeredSends, async (tx, { query, scope }) => {
			const domains = domainsOf(scope);
			const all = [
				sql`c.customer_id = ${scope.customerId} and c.triggered`,
				...(domains === null ? [] : [sql`c.domain_id = any(${domains}::uuid[])`]),
				...(query.q ? [sql`position(lower(${query.q}) in lower(c.title)) > 0`] : []),
				...(query.filter.state
					? [
							sql`exists (select 1 from journey j where j.customer_id = ${scope.customerId} and j.campaign_id = c.campaign_id
								and j.state = ${query.filter.state})`,
						]
					: []),
			];
			const { rows, counted } = await readPage(tx, listOf(scope.customerId), all, query);
			return { data: await shownAll(tx, scope.customerId, rows), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, contract.triggeredSend, async (tx, { params, scope }) => {
			const { customerId } = scope;
			const campaign = await seen(tx, scope, params.id);
			const [one] = await shownAll(tx, customerId, [campaign]);
			if (!one) throw refuse('not_found');
			const { problems } = await plansOf(tx, kernel, customerId, campaign, one.journey);
			return shownProgress(tx, scope, one, problems);
		}),
		handleIn(storage.inTenant, contract.addTriggered, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const journey = tidy(body.journey);
			const domainId = await domainFor(tx, scope, body.domain);
			const options = body.options ?? CampaignOptions.parse({});
			const saved = await savedOf(tx, scope, { id: newId(), domainId, title: body.title, journey, options });
			if (await titleTaken(tx, customerId, domainId, saved.title, null)) throw refuseCampaign('campaign_known');
			await insertCampaign(tx, customerId, saved, asker.userId);
			await insertJourney(tx, customerId, saved.id, journey);
			const campaign = await seen(tx, scope, saved.id);
			await act(tx, asker, scope, campaign, 'added', { journey, options: saved.options });
			return shown(tx, customerId, saved.id);
		}),
		handleIn(storage.inTenant, contract.changeTriggered, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const { campaign: before, journey: was } = await held(tx, scope, params.id);
			demandAsRead(body.lastUpdatedAt, before.changed_at);
			const journey = tidy(body.journey ?? was.journey);
			const saved = await savedOf(tx, scope, {
				id: before.campaign_id,
				domainId: before.domain_id,
				title: body.title ?? before.title,
				journey,
				options: { ...before.options, ...body.options },
			});
			if (await titleTaken(tx, customerId, saved.domainId, saved.title, saved.id)) throw refuseCampaign('campaign_known');
			await updateCampaign(tx, customerId, saved);
			await setJourney(tx, customerId, saved.id, journey);
			const campaign = await seen(tx, scope, saved.id);
			if (was.state === 'running') {
				const held = (await heldRuns(tx, customerId, saved.id)).find(
					({ state, why }) => state === 'paused' && why !== null && KEPT_BACK.includes(why),
				);
				await begin(tx, asker, scope, campaign, was.version + 1, journey, held?.why);
				if (JSON.stringify(journey.trigger) !== JSON.stringify(was.journey.trigger)) await passDays(tx, customerId, campaign, journey);
			}
			await act(tx, asker, scope, campaign, 'changed', { journey, options: saved.options });
			return shown(tx, customerId, saved.id);
		}),
		handleIn(storage.inTenant, contract.removeTriggered, async (tx, { asker, params, scope }) => {
			const { campaign, journey } = await held(tx, scope, params.id);
			if (journey.version > 0) throw refuseCampaign('campaign_ran');
			await deleteJourney(tx, scope.customerId, campaign.campaign_id);
			await deleteCampaign(tx, scope.customerId, campaign.campaign_id);
			await act(tx, asker, scope, campaign, 'deleted');
			return { id: campaign.campaign_id };
		}),
		handleIn(storage.inTenant, contract.startTriggered, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const { campaign, journey } = await held(tx, scope, params.id);
			demandAsRead(body?.lastUpdatedAt, campaign.changed_at);
			if (journey.state !== 'draft' && journey.state !== 'stopped') throw refuseJourney('journey_running');
			// A stopped one keeps nobody from deleting them. Whoever saved it might use them: whoever starts it need not.
			await demandSegments(tx, { customerId, domains: 'all', domainId: campaign.domain_id, as: 'admin' }, journey.journey);
			await begin(tx, asker, scope, campaign, journey.version + 1, journey.journey);
			await passDays(tx, customerId, campaign, journey.journey);
			await act(tx, asker, scope, campaign, 'started', { version: journey.version + 1 });
			return shown(tx, customerId, campaign.campaign_id);
		}),
		handleIn(storage.inTenant, contract.pauseTriggered, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const { campaign, journey } = await held(tx, scope, params.id);
			const runs = await heldRuns(tx, customerId, campaign.campaign_id);
			const going = runs.filter(({ state }) => state !== 'paused');
			if (journey.state !== 'running' || going.length === 0) throw refuseCampaign('campaign_not_running');
			for (const run of going) await changeCampaignRun(tx, customerId, run, { state: 'paused', why: 'asked' });
			await act(tx, asker, scope, campaign, 'paused');
			return shown(tx, customerId, campaign.campaign_id);
		}),
		handleIn(storage.inTenant, contract.resumeTriggered, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const { campaign, journey } = await held(tx, scope, params.id);
			const paused = (await heldRuns(tx, customerId, campaign.campaign_id)).filter(({ state }) => state === 'paused');
			if (journey.state !== 'running' || paused.length === 0) throw refuseCampaign('campaign_not_paused');
			const problems: Problem[] = [];
			const ready: CampaignRunRow[] = [];
			for (const run of paused) {
				const own = await runProblems(tx, kernel, customerId, run.plan);
				if (own.length === 0) ready.push(run);
				else problems.push(...own);
			}
			// An older version may be by a sender that is gone: whoever comes now is not kept back by it.
			if (ready.length === 0) demandNone(problems);
			for (const run of ready) {
				await tx.run(
					sql`update campaign_lane set failures = 0, free_at = ${now()}, idle_until = null where customer_id = ${customerId} and run_id = ${run.run_id}`,
				);
				await changeCampaignRun(tx, customerId, run, { state: 'sending', why: null });
			}
			await act(tx, asker, scope, campaign, 'resumed');
			return shown(tx, customerId, campaign.campaign_id);
		}),
		handleIn(storage.inTenant, contract.stopTriggered, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const { campaign, journey } = await held(tx, scope, params.id);
			if (journey.state !== 'running') throw refuseCampaign('campaign_not_running');
			for (const run of await heldRuns(tx, customerId, campaign.campaign_id))
				await changeCampaignRun(tx, customerId, run, { state: 'stopping' });
			await setState(tx, customerId, campaign.campaign_id, 'stopping');
			await setStatus(tx, customerId, campaign.campaign_id, STATUS.stopped);
			await watchAll(tx, customerId);
			await act(tx, asker, scope, campaign, 'stopped');
			return shown(tx, customerId, campaign.campaign_id);
		}),
		handleIn(storage.inTenant, contract.triggeredPerson, async (tx, { params, query, scope }) => {
			const { customerId } = scope;
			const campaign = await seen(tx, scope, params.id);
			const [found] = await findPeople(tx, customerId, domainsOf({ ...scope, domainId: null }), { q: query.q, most: 1 });
			if (!found) throw refuse('not_found');
			const { kept, members } = await demandKnown(tx, scope, found.id);
			const numbers = [...(await numbersBy(tx, customerId, members)).values()];
			const places = await placesOf(tx, customerId, campaign.campaign_id, numbers, MOST_PLACES);
			return { person: kept, places: await shownPlaces(tx, customerId, places) };
		}),
	];
};
