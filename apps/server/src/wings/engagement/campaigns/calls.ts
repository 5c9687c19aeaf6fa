/** The campaign calls: made, published, copied, deleted. */
import * as contract from '@luvalla/contract/engagement/campaigns.ts';
import { channelOf, STATUS } from '@luvalla/contract/engagement/content-types.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { int, row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandLeave, listConnectors, mayChangeSegment, readSegments } from '../../profiles/wing.ts';
import { sendingBy } from '../channels/all.ts';
import { subjectFault } from '../contents/template.ts';
import { demandNone } from '../problems.ts';
import type { Changes } from '../runs/plan.ts';
import { isRehearsed, runsOf } from '../runs/runs.ts';
import { domainFor, domainsOf } from '../scope.ts';
import { publishProblems } from './plan-of.ts';
import { peopleOfRuns, shownRun } from './progress.ts';
import {
	type CampaignRow,
	deleteCampaign,
	holdCampaign,
	insertCampaign,
	listOf,
	readCampaign,
	type Saved,
	setStatus,
	titleTaken,
	updateCampaign,
} from './store.ts';

export const refuseCampaign = refusals({
	campaign_known: [409, 'This domain has a campaign of this title already.', 'Verkkotunnuksella on jo tämänniminen kampanja.'],
	campaign_running: [
		409,
		'It runs, or waits to. Stop it before you change it.',
		'Kampanja on käynnissä tai odottaa alkamista. Pysäytä se, ennen kuin muutat sitä.',
	],
	campaign_ran: [
		409,
		'It was sent already: what was sent is kept with its permissions.',
		'Se on jo lähetetty: lähetetty säilytetään lupineen.',
	],
	campaign_not_published: [409, 'Publish it first.', 'Julkaise se ensin.'],
	campaign_rehearsing: [
		409,
		'It is being rehearsed. Wait until that has ended.',
		'Kampanjaa harjoitellaan. Odota, että harjoitus päättyy.',
	],
	campaign_not_running: [409, 'It does not run.', 'Se ei ole käynnissä.'],
	campaign_not_paused: [409, 'It is not paused.', 'Se ei ole tauolla.'],
	campaign_triggered: [
		409,
		'This is a triggered send: it is started and stopped as one.',
		'Tämä on tapahtumasta lähtevä viesti: se käynnistetään ja pysäytetään sellaisena.',
	],
	nothing_failed: [409, 'No message failed that could be tried again.', 'Yhtään uudelleen yritettävää viestiä ei epäonnistunut.'],
	nothing_on_site: [409, 'Nothing of this campaign waits on the site any more.', 'Kampanjasta ei odota sivustolla enää mitään.'],
	nothing_unknown: [409, 'Of every message it is known what became of it.', 'Jokaisesta viestistä tiedetään, miten sille kävi.'],
	unknown_constellation: [
		422,
		'One of these constellations is not there, or is of another domain or channel.',
		'Jokin näistä viestipaketeista puuttuu, tai se on toisen verkkotunnuksen tai kanavan.',
	],
	same_channel: [422, 'A campaign has one constellation of a channel.', 'Kampanjassa on yksi viestipaketti kanavaa kohti.'],
	unknown_audience: [422, 'This audience is not there, or is of another domain.', 'Kohderyhmää ei ole, tai se on toisen verkkotunnuksen.'],
	campaign_purpose: [
		422,
		'One of these purposes is not of this domain.',
		'Jokin näistä käyttötarkoituksista ei ole tämän verkkotunnuksen.',
	],
	unknown_sender: [422, 'This sender is not of this domain.', 'Lähettäjä ei ole tämän verkkotunnuksen.'],
	campaign_segment: [
		422,
		'One of these segments is not there, is filled by a rule, or may not be used on this domain.',
		'Jokin näistä segmenteistä puuttuu, täyttyy säännöllä tai ei ole käytettävissä tällä verkkotunnuksella.',
	],
	reason_needed: [
		422,
		'Say why this message needs nobody’s yes: it stands in the activity log.',
		'Kerro, miksi viesti ei tarvitse kenenkään suostumusta: syy kirjataan tapahtumiin.',
	],
});

const CONNECTOR_WRONG: Sentences = {
	en: 'This connector is not there, or is of another kind than the channel needs.',
	fi: 'Yhdistintä ei ole, tai se on muuta lajia kuin kanava tarvitsee.',
};

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

const StarRow = row({ constellation_id: uuid, channel: int });
const IdRow = row({ id: uuid });

const idsIn = (tx: Tx, statement: Sql): Promise<string[]> => tx.rows(IdRow, statement).then((rows) => rows.map(({ id }) => id));

/** @throws Refused 422 where a part is none that may be used on the domain */
export const demandParts = async (tx: Tx, scope: Scope, saved: Saved): Promise<void> => {
	const { customerId } = scope;
	const { domainId, constellation, audienceId, changes, options } = saved;
	const stars = await tx.rows(
		StarRow,
		sql`select constellation_id, channel::int from constellation where customer_id = ${customerId} and domain_id = ${domainId}
			and constellation_id = any(${constellation.map((one) => one.constellationIdFK)}::uuid[])`,
	);
	for (const one of constellation)
		if (!stars.some((star) => star.constellation_id === one.constellationIdFK.toLowerCase() && star.channel === one.channel))
			throw refuseCampaign('unknown_constellation');
	if (audienceId !== null) {
		const there = await idsIn(
			tx,
			sql`select audience_id as id from audience where customer_id = ${customerId} and domain_id = ${domainId} and audience_id = ${audienceId}`,
		);
		if (there.length === 0) throw refuseCampaign('unknown_audience');
	}
	const purposes = await idsIn(
		tx,
		sql`select purpose_id as id from purpose where customer_id = ${customerId} and domain_id = ${domainId} and purpose_id = any(${options.purposes}::uuid[])`,
	);
	if (purposes.length < new Set(options.purposes).size) throw refuseCampaign('campaign_purpose');
	if (options.senderId !== null) {
		const sender = await idsIn(
			tx,
			sql`select sender_id as id from sender where customer_id = ${customerId} and domain_id = ${domainId} and sender_id = ${options.senderId}`,
		);
		if (sender.length === 0) throw refuseCampaign('unknown_sender');
	}
	const fault = options.secondSubject === null ? null : subjectFault(options.secondSubject);
	if (fault !== null)
		throw refuse('not_usable', { 'options.secondSubject': { en: `This cannot be read: ${fault}`, fi: `Tätä ei voi lukea: ${fault}` } });
	const chosen = Object.entries(options.connectors);
	const connectors = chosen.length === 0 ? [] : await listConnectors(tx, customerId, null);
	const wrong = chosen.filter(([code, id]) => {
		const kind = sendingBy(channelOf(Number(code)))?.connector;
		return !connectors.some((one) => one.connector_id === id.toLowerCase() && one.type === kind);
	});
	if (wrong.length > 0)
		throw refuse('not_usable', Object.fromEntries(wrong.map(([code]) => [`options.connectors.${code}`, CONNECTOR_WRONG] as const)));
	const segments = [...new Set([...changes.post, ...changes.open, ...changes.click].map(({ segmentId }) => segmentId))];
	const may = new Map((await readSegments(tx, { ...scope, domainId }, segments)).map((one) => [one.segment_id, one]));
	// Taking people out undoes what others did.
	const emptied = [...changes.post, ...changes.open, ...changes.click].flatMap((one) => (one.isRemove ? [may.get(one.segmentId)] : []));
	if (emptied.some((one) => one !== undefined && !mayChangeSegment(scope, one))) throw refuseCampaign('campaign_segment');
	const ruled = await idsIn(
		tx,
		sql`select set_id as id from people_set where customer_id = ${customerId} and set_id = any(${segments}::uuid[]) and rule is not null`,
	);
	if (segments.some((id) => !may.has(id) || ruled.includes(id))) throw refuseCampaign('campaign_segment');
};

/** Segments among these that purposes rest on, once it is sure that the asker may widen them. @throws Refused 403 */
const provenIn = async (tx: Tx, asker: Asker, scope: Scope, { post, open, click }: Omit<Changes, 'proven'>): Promise<string[]> => {
	const all = [...post, ...open, ...click];
	const ids = (isRemove: boolean): string[] => all.flatMap((one) => (one.isRemove === isRemove ? [one.segmentId] : []));
	const { customerId } = scope;
	return [
		...(await demandLeave(tx, customerId, ids(false), 'in', { asker, scope })),
		...(await demandLeave(tx, customerId, ids(true), 'out', { asker, scope })),
	];
};

/** @throws Refused 422 where a part is none that may be used on the domain; 403 */
const savedBy = async (tx: Tx, asker: Asker, scope: Scope, saved: Saved): Promise<Saved> => {
	const { constellation } = saved;
	if (new Set(constellation.map(({ channel }) => channel)).size < constellation.length) throw refuseCampaign('same_channel');
	await demandParts(tx, scope, saved);
	return { ...saved, changes: { ...saved.changes, proven: await provenIn(tx, asker, scope, saved.changes) } };
};

const lower = <T extends { readonly segmentId: string }>(changes: readonly T[]): T[] =>
	changes.map((one) => ({ ...one, segmentId: one.segmentId.toLowerCase() }));

export const optionsOf = (given: contract.CampaignOptions): contract.CampaignOptions => ({
	...given,
	purposes: given.purposes.map((id) => id.toLowerCase()),
	senderId: given.senderId?.toLowerCase() ?? null,
});

const activityOf = (one: CampaignRow) => ({
	title: one.title,
	constellation: one.constellation,
	audience: one.audience_id,
	isTransactional: one.is_transactional,
	reason: one.reason,
	status: one.status,
	changes: one.changes,
	options: one.options,
	domain: one.host,
});

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
		handle(contract.addCampaign, ({ asker, body, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
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
				await recordActivity(tx, customerId, asker, {
					action: 'added',
					thing: 'campaign',
					thingId: saved.id,
					after: activityOf(after),
					network,
				});
				return shownOne(tx, customerId, saved.id);
			}),
		),
		handle(contract.changeCampaign, ({ asker, body, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const before = await held(tx, scope, body.id);
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
					options: optionsOf(body.options ?? before.options),
				});
				if (await titleTaken(tx, customerId, saved.domainId, saved.title, saved.id)) throw refuseCampaign('campaign_known');
				await updateCampaign(tx, customerId, saved);
				const after = await held(tx, scope, saved.id);
				await recordActivity(tx, customerId, asker, {
					action: 'changed',
					thing: 'campaign',
					thingId: saved.id,
					before: activityOf(before),
					after: activityOf(after),
					network,
				});
				return shownOne(tx, customerId, saved.id);
			}),
		),
		handle(contract.removeCampaign, ({ asker, query, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const before = await held(tx, scope, query.id);
				if (before.run_id !== null) throw refuseCampaign('campaign_ran');
				// Nobody would bring it to its end.
				if (await isRehearsed(tx, customerId, before.campaign_id)) throw refuseCampaign('campaign_rehearsing');
				await deleteCampaign(tx, customerId, before.campaign_id);
				await recordActivity(tx, customerId, asker, {
					action: 'deleted',
					thing: 'campaign',
					thingId: before.campaign_id,
					before: activityOf(before),
					network,
				});
				return { id: before.campaign_id };
			}),
		),
		handle(contract.publishCampaign, ({ asker, params, body, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const before = await held(tx, scope, params.id);
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
				await recordActivity(tx, customerId, asker, {
					action: 'published',
					thing: 'campaign',
					thingId: before.campaign_id,
					before: activityOf(before),
					after: activityOf(after),
					network,
				});
				return shownOne(tx, customerId, before.campaign_id);
			}),
		),
		handle(contract.copyCampaign, ({ asker, params, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const from = await held(tx, scope, params.id);
				let title = cut(`${from.title} 2`, 120);
				for (let n = 3; await titleTaken(tx, customerId, from.domain_id, title, null); n += 1) title = `${cut(from.title, 110)} ${n}`;
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
				await recordActivity(tx, customerId, asker, { action: 'added', thing: 'campaign', thingId: id, after: activityOf(after), network });
				return shownOne(tx, customerId, id);
			}),
		),
	];
};
