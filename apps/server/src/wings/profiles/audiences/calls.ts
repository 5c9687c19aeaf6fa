/** The audience calls: segments joined, counted while they are chosen. */
import * as contract from '@luvalla/contract/profiles/audiences.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { demandAsRead, refusals, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { inOrder, list, MOST_WHOLE, pageOf, readPage } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { bool, instant, int, orNull, type RowOf, row, type Sql, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { nameOfPurpose } from '../../consent/wing.ts';
import { domainFor } from '../../tenancy/wing.ts';
import { connectorsTo } from '../connectors/store.ts';
import { withinOf } from '../segments/askable.ts';
import { pageOfPeople } from '../segments/people.ts';
import { readSegments } from '../segments/store.ts';
import { type Choice, countAll, countOf } from '../sets/count.ts';
import { naming } from '../used-by.ts';
import { everybodySeen, leftOut, type ReachSets, reachChoices, reachedBy, reachesOf, reachSets } from './reach.ts';

const refuseAudience = refusals({
	audience_known: [409, 'This domain has an audience of this title already.', 'Verkkotunnuksella on jo tämänniminen kohderyhmä.', 'title'],
	audience_used: [
		409,
		'A campaign that has not ended, or a connector that is on, uses this audience. Choose another audience there first.',
		'Päättymätön kampanja tai käytössä oleva yhdistin käyttää tätä kohderyhmää. Valitse siihen ensin toinen kohderyhmä.',
	],
	unknown_segment: [
		422,
		'One of these segments is not there, or may not be used on this domain.',
		'Jokin näistä segmenteistä puuttuu, tai sitä ei voi käyttää tällä verkkotunnuksella.',
	],
	unknown_consent: [422, 'One of these consents is not there.', 'Jokin näistä suostumuksista puuttuu.'],
	empty_audience: [422, 'Choose a segment or a consent first.', 'Valitse ensin segmentti tai suostumus.'],
	choose_domain: [422, 'Choose the domain that the audience is for.', 'Valitse verkkotunnus, jota varten kohderyhmä on.'],
});

const AudienceRow = row({
	audience_id: uuid,
	domain_id: uuid,
	host: text,
	title: text,
	segments: uuids,
	consents: uuids,
	is_and: bool,
	status: int,
	user_id: orNull(text),
	created_at: instant,
	changed_at: instant,
});
type AudienceRow = RowOf<typeof AudienceRow>;

const COLUMNS = sql`a.audience_id, a.domain_id, d.host, a.title, a.segments, a.consents, a.is_and, a.status, a.user_id, a.created_at, a.changed_at`;
const audiencesOf = (customerId: number): Sql =>
	sql`audience a join domain d on d.customer_id = ${customerId} and d.domain_id = a.domain_id`;

const listOf = (customerId: number) =>
	list({
		row: AudienceRow,
		columns: COLUMNS,
		from: audiencesOf(customerId),
		orders: {
			title: { by: inOrder(sql`a.title`), type: 'text' },
			status: { by: sql`a.status::int`, type: 'int' },
			changedAt: { by: sql`a.changed_at`, type: 'timestamptz' },
		},
		usual: '-changedAt',
		key: { by: sql`a.audience_id`, type: 'uuid' },
	});

const domainsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

const SegmentName = row({ segment_id: uuid, name: text });

const shownAll = async (tx: Tx, customerId: number, rows: readonly AudienceRow[]): Promise<contract.Audience[]> => {
	const ids = [...new Set(rows.flatMap((one) => one.segments))];
	const names = new Map(
		(
			await tx.rows(
				SegmentName,
				sql`select segment_id, name from segment where customer_id = ${customerId} and segment_id = any(${ids}::uuid[])`,
			)
		).map((one) => [one.segment_id, one.name]),
	);
	return rows.map((one) => ({
		id: one.audience_id,
		title: one.title,
		segments: one.segments.map((segmentId) => ({ segmentId, segmentName: names.get(segmentId) ?? '' })),
		consents: one.consents,
		domain: one.host,
		domainId: one.domain_id,
		isAnd: one.is_and,
		status: one.status,
		userid: one.user_id,
		createdAt: one.created_at.toISOString(),
		changedAt: one.changed_at.toISOString(),
	}));
};

const existing = async (tx: Tx, scope: Scope, id: string): Promise<AudienceRow> => {
	const domains = domainsOf({ ...scope, domainId: null });
	const found = await tx.first(
		AudienceRow,
		sql`select ${COLUMNS} from ${audiencesOf(scope.customerId)}
		where a.customer_id = ${scope.customerId} and a.audience_id = ${id.toLowerCase()}
			and (${domains}::uuid[] is null or a.domain_id = any(${domains}::uuid[]))`,
	);
	if (!found) throw refuse('not_found');
	return found;
};

const shownOne = async (tx: Tx, customerId: number, row: AudienceRow): Promise<contract.Audience> => {
	const [data] = await shownAll(tx, customerId, [row]);
	if (!data) throw new Error('An audience that was read is not there.');
	return data;
};

const PurposeRow = row({ purpose_id: uuid });

/** @throws Refused 422 where a segment or a consent is none that may be used on the domain */
const demandParts = async (
	tx: Tx,
	scope: Scope,
	domainId: string,
	segments: readonly string[],
	consents: readonly string[],
): Promise<void> => {
	const may = new Set((await readSegments(tx, { ...scope, domainId }, segments, true)).map((one) => one.segment_id));
	if (segments.some((id) => !may.has(id))) throw refuseAudience('unknown_segment');
	await demandConsents(tx, scope.customerId, [domainId], consents);
};

/** @throws Refused 422 where a consent is none of these domains; null: of any */
const demandConsents = async (
	tx: Tx,
	customerId: number,
	domainIds: readonly string[] | null,
	consents: readonly string[],
): Promise<void> => {
	if (consents.length === 0) return;
	const there = await tx.rows(
		PurposeRow,
		sql`select purpose_id from purpose where customer_id = ${customerId} and purpose_id = any(${consents}::uuid[])
			and (${domainIds}::uuid[] is null or domain_id = any(${domainIds}::uuid[]))`,
	);
	if (there.length < new Set(consents).size) throw refuseAudience('unknown_consent');
};

const demandTitle = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<void> => {
	await holdNames(tx, customerId, 'audiences');
	const taken = await tx.rows(
		PurposeRow,
		sql`select audience_id as purpose_id from audience where customer_id = ${customerId} and domain_id = ${domainId}
			and lower(title) = lower(${title}) and (${but}::uuid is null or audience_id <> ${but})`,
	);
	if (taken.length > 0) throw refuseAudience('audience_known');
};

const idsOf = (given: readonly (string | { segmentId: string })[]): string[] =>
	lower(given.map((one) => (typeof one === 'string' ? one : one.segmentId)));
const lower = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
const activityOf = ({ title, segments, consents, is_and: isAnd, status, host }: AudienceRow) => ({
	title,
	segments,
	consents,
	isAnd,
	status,
	domain: host,
});
const record = recorderOf('audience', activityOf);

/** What is written of an audience that is new. */
export interface NewAudience {
	readonly id: string;
	readonly domainId: string;
	readonly title: string;
	readonly segments: readonly string[];
	/** Purposes of which each must hold a yes. */
	readonly consents: readonly string[];
	readonly isAnd: boolean;
	/** AUDIENCE_DRAFT or AUDIENCE_APPROVED. */
	readonly status: number;
	/** Who made it. */
	readonly userId: string;
}

export const insertAudience = (tx: Tx, customerId: number, one: NewAudience): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into audience (customer_id, audience_id, domain_id, title, segments, consents, is_and, status, user_id, created_at, changed_at)
		values (${customerId}, ${one.id}, ${one.domainId}, ${one.title}, ${one.segments}::uuid[], ${one.consents}::uuid[], ${one.isAnd},
			${one.status}, ${one.userId}, ${at}, ${at})`);
};

/** People that segments and consents make together: each part joined to all before it, so that counting after each of them joins none twice. */
export const choiceOf = (segments: readonly string[], isOr: boolean, consents: readonly string[], sets: ReachSets): Choice => {
	const said = consents.flatMap((id) => sets.byKey.get(`yes:${id}`) ?? []);
	const joined = (ids: readonly string[], isAny: boolean, from?: Choice): Choice | undefined =>
		ids.reduce<Choice | undefined>((before, id) => {
			const one = { in: id };
			return before === undefined ? one : isAny ? { any: [before, one] } : { all: [before, one] };
		}, from);
	return joined(said, false, joined(segments, isOr)) ?? { any: [] };
};

interface Chosen {
	readonly segments: readonly string[];
	readonly IsOr: 'true' | 'false';
	readonly consents: readonly string[];
}

export const audienceRoutes = ({ storage, hooks }: Pick<Kernel, 'storage' | 'hooks'>): Route[] => {
	/** @throws Refused 404 for a segment that the asker may not use, 422 for a consent of a domain that they do not ask about */
	const chosen = async (tx: Tx, scope: Scope, query: Chosen) => {
		const { customerId } = scope;
		const segments = lower(query.segments);
		const consents = lower(query.consents);
		const rows = await readSegments(tx, scope, segments);
		if (rows.length < segments.length) throw refuse('not_found');
		await demandConsents(tx, customerId, domainsOf(scope), consents);
		const sets = await reachSets(tx, customerId, domainsOf(scope), consents);
		const isOr = query.IsOr === 'true';
		return { segments, consents, isOr, sets, rows, of: choiceOf(segments, isOr, consents, sets) };
	};

	return [
		handleIn(storage.inTenant, contract.audiences, async (tx, { query, scope }) => {
			const { customerId } = scope;
			const domains = domainsOf(scope);
			const conditions = [
				sql`a.customer_id = ${customerId}`,
				...(domains === null ? [] : [sql`a.domain_id = any(${domains}::uuid[])`]),
				...(query.q ? [sql`position(lower(${query.q}) in lower(a.title)) > 0`] : []),
				...(query.filter.status === undefined ? [] : [sql`a.status = ${query.filter.status}`]),
				...(query.filter.id === undefined ? [] : [sql`a.audience_id = ${query.filter.id.toLowerCase()}`]),
			];
			const { rows, counted } = await readPage(tx, listOf(customerId), conditions, query);
			return { data: await shownAll(tx, customerId, rows), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, contract.addAudience, async (tx, ask) => {
			const { asker, body, scope } = ask;
			const { customerId } = scope;
			const domainId = await domainFor(tx, scope, body.domain, () => refuseAudience('choose_domain'));
			const segments = idsOf(body.segments ?? body.segmentList ?? []);
			const consents = lower(body.consents ?? []);
			await demandParts(tx, scope, domainId, segments, consents);
			await demandTitle(tx, customerId, domainId, body.title, null);
			const id = newId();
			const { title, isAnd } = body;
			const { userId } = asker;
			await insertAudience(tx, customerId, { id, domainId, title, segments, consents, isAnd, status: contract.AUDIENCE_DRAFT, userId });
			const row = await existing(tx, scope, id);
			await record(tx, ask, 'added', id, null, row);
			return shownOne(tx, customerId, row);
		}),
		handleIn(storage.inTenant, contract.changeAudience, async (tx, ask) => {
			const { body, scope } = ask;
			const { customerId } = scope;
			await holdNames(tx, customerId, 'audiences');
			const before = await existing(tx, scope, body.id);
			demandAsRead(body.changedAt, before.changed_at);
			const given = body.segments ?? body.segmentList;
			const segments = given === undefined ? before.segments : idsOf(given);
			const consents = body.consents === undefined ? before.consents : lower(body.consents);
			const title = body.title ?? before.title;
			const isAnd = body.isAnd ?? before.is_and;
			await demandParts(tx, scope, before.domain_id, segments, consents);
			await demandTitle(tx, customerId, before.domain_id, title, before.audience_id);
			const same = JSON.stringify([segments, consents, isAnd]) === JSON.stringify([before.segments, before.consents, before.is_and]);
			await tx.run(sql`update audience set title = ${title}, segments = ${segments}::uuid[], consents = ${consents}::uuid[], is_and = ${isAnd},
					status = ${same ? before.status : contract.AUDIENCE_DRAFT}, changed_at = ${now()}
				where customer_id = ${customerId} and audience_id = ${before.audience_id}`);
			const row = await existing(tx, scope, before.audience_id);
			await record(tx, ask, 'changed', before.audience_id, before, row);
			return shownOne(tx, customerId, row);
		}),
		handleIn(storage.inTenant, contract.approveAudience, async (tx, ask) => {
			const { params, query, scope } = ask;
			const { customerId } = scope;
			await holdNames(tx, customerId, 'audiences');
			const before = await existing(tx, scope, params.id);
			demandAsRead(query.changedAt, before.changed_at);
			if (before.segments.length + before.consents.length === 0) throw refuseAudience('empty_audience');
			await tx.run(sql`update audience set status = ${contract.AUDIENCE_APPROVED}, changed_at = ${now()}
				where customer_id = ${customerId} and audience_id = ${before.audience_id}`);
			const row = await existing(tx, scope, before.audience_id);
			await record(tx, ask, 'approved', before.audience_id, before, row);
			return shownOne(tx, customerId, row);
		}),
		handleIn(storage.inTenant, contract.removeAudience, async (tx, ask) => {
			const { query, scope } = ask;
			const { customerId } = scope;
			const before = await existing(tx, scope, query.id);
			const asked = { customerId, audienceId: before.audience_id };
			// Whoever is about to use it waits, or is found by whoever asks from now on.
			const there = await tx.run(
				sql`select from audience where customer_id = ${customerId} and audience_id = ${before.audience_id} for update`,
			);
			if (there === 0) throw refuse('not_found');
			const users = [...(await connectorsTo(tx, asked)), ...(await hooks.audienceInUse.ask(tx, asked)).flat()];
			if (users.length > 0)
				throw naming(refuseAudience('audience_used'), scope, users, (names) => ({
					en: `This audience is used by: ${names.en}. Choose another audience there first.`,
					fi: `Tätä kohderyhmää käyttää: ${names.fi}. Valitse siihen ensin toinen kohderyhmä.`,
				}));
			await tx.run(sql`delete from audience where customer_id = ${customerId} and audience_id = ${before.audience_id}`);
			await record(tx, ask, 'deleted', before.audience_id, before, null);
			return { id: before.audience_id };
		}),
		handleIn(storage.inTenant, contract.estimateAudience, async (tx, { query, scope }) => {
			const { customerId } = scope;
			const started = performance.now();
			const { segments, consents, isOr, sets, rows, of } = await chosen(tx, scope, query);
			const seen = await everybodySeen(tx, customerId, sets, withinOf(scope));
			const all: Choice = { in: seen.set };
			const parts = [...segments, ...consents.map((id) => sets.byKey.get(`yes:${id}`) ?? '')];
			const soFar = parts.map((_, n) =>
				choiceOf(segments.slice(0, n + 1), isOr, consents.slice(0, Math.max(0, n + 1 - segments.length)), sets),
			);
			// Everything that is shown is counted at once, of the same moment.
			const counts = await countAll(tx, customerId, [all, ...parts.map((id) => ({ in: id })), ...soFar, ...reachChoices(of, sets)]);
			const steps = [...segments, ...consents].map((id, n) => ({
				id,
				alone: counts[1 + n] ?? 0,
				soFar: counts[1 + parts.length + n] ?? 0,
			}));
			// Of sets that are not all there nothing is known yet: least of all why somebody is not reached.
			const building = seen.building || sets.building || rows.some((one) => one.built_to !== null);
			return {
				count: steps.at(-1)?.soFar ?? 0,
				of: counts[0] ?? 0,
				steps,
				reach: building ? null : reachesOf(counts.slice(1 + 2 * parts.length)),
				state: building ? ('building' as const) : ('ready' as const),
				ms: Math.round((performance.now() - started) * 10) / 10,
			};
		}),
		handleIn(storage.inTenant, contract.audiencePeople, async (tx, { query, scope }) => {
			const { customerId } = scope;
			const { sets, of } = await chosen(tx, scope, query);
			const { channel, reason } = query;
			const whom = channel === undefined ? of : reason === undefined ? reachedBy(of, channel, sets) : leftOut(of, channel, reason, sets);
			return { ...(await pageOfPeople(tx, scope, whom, query)), count: await countOf(tx, customerId, whom) };
		}),
		handleIn(storage.inTenant, contract.consentCriteria, async (tx, { language, scope }) => {
			const { customerId } = scope;
			const domains = domainsOf(scope);
			return tx.rows(
				row({ id: uuid, name: text, domain: text, yes: int }),
				sql`select p.purpose_id as id, ${nameOfPurpose(customerId, language)} as name, d.host as domain,
					(select count(*) from consent_state c where c.customer_id = ${customerId} and c.purpose_id = p.purpose_id and c.value)::int8 as yes
				from purpose p join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
				where p.customer_id = ${customerId} and p.legal_basis = 'consent' and (${domains}::uuid[] is null or p.domain_id = any(${domains}::uuid[]))
				order by d.host, ${inOrder(sql`p.name`)} limit ${MOST_WHOLE}`,
			);
		}),
	];
};
