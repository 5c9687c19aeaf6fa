/** The segment calls: rules around store, members and sets. */
import * as contract from '@luvalla/contract/profiles/segments.ts';
import type { Rule } from '@luvalla/contract/rules.ts';
import { recordActivity, recorderOf } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import type { AskedSegment } from '#kernel/hooks.ts';
import { demandAsRead, refusals, refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { restingOn } from '../../consent/wing.ts';
import { clustersOf, lockPeople, membersOf, namePeople, namesOf, TOUCHED } from '../../people/wing.ts';
import { domainIdsNamed, holdDomain } from '../../tenancy/wing.ts';
import { reachAmong, reachSets } from '../audiences/reach.ts';
import { segmentsIn } from '../rules/compile.ts';
import { explainRule } from '../rules/explain.ts';
import { offered } from '../rules/fields.ts';
import { kindsOf, referringTo } from '../rules/follow.ts';
import { valuesOf } from '../rules/values.ts';
import { maskOfSent } from '../sets/bits.ts';
import { countOf, countsOf } from '../sets/count.ts';
import { changeRule, deleteSet, insertSet, rebuild, ruledSets } from '../sets/store.ts';
import { naming } from '../used-by.ts';
import { anyBuilding, askable, demandRule, hiddenIn, veiled, withinOf } from './askable.ts';
import { demandLeaveToShape } from './grounds.ts';
import { howsOf, putIn, takeOut, waysOf } from './members.ts';
import { pageOfPeople } from './people.ts';
import { countLines } from './preview.ts';
import {
	deleteSegment,
	hasMembers,
	holdSegment,
	insertSegment,
	nameTaken,
	readSegments,
	type SegmentFacts,
	type SegmentRow,
	updateSegment,
	usersOf,
} from './store.ts';

export const refuseSegment = refusals({
	segment_known: [409, 'There is a segment of this name already.', 'Tämänniminen segmentti on jo olemassa.', 'name'],
	segment_used: [
		409,
		'An audience, a purpose, a campaign, a triggered send or another segment’s rule uses this segment. Take it out there first.',
		'Jokin kohderyhmä, käyttötarkoitus, kampanja, tapahtumaviesti tai toisen segmentin sääntö käyttää tätä segmenttiä. Poista se ensin sieltä.',
	],
	has_rule: [409, 'A rule fills this segment: change the rule instead.', 'Tämän segmentin täyttää sääntö: muuta sääntöä.'],
	has_members: [
		409,
		'People were put into this segment. Make a segment of its own for the rule, or take them out first.',
		'Tähän segmenttiin on lisätty henkilöitä. Tee säännölle oma segmentti tai poista henkilöt ensin.',
	],
	rule_circle: [422, 'This rule would come back to its own segment.', 'Tämä sääntö palaisi omaan segmenttiinsä.'],
	admin_segment: [403, 'Only the platform’s admins make such segments.', 'Tällaisia segmenttejä tekevät vain alustan ylläpitäjät.'],
	foreign_segment: [
		403,
		'This segment belongs to the customer or to another domain: you may use it, not change it.',
		'Tämä segmentti kuuluu asiakkaalle tai toiselle verkkotunnukselle: voit käyttää sitä, mutta et muuttaa.',
	],
	whose_segment: [422, 'Choose the domain that the segment belongs to.', 'Valitse verkkotunnus, jolle segmentti kuuluu.'],
});

const shown = (row: SegmentRow, scope: Scope, count: number, ways: readonly contract.MemberHow[]): contract.Segment => ({
	id: row.segment_id,
	name: row.name,
	count,
	weight: row.weight,
	isPublic: row.is_public,
	cost: row.cost,
	isDomainSpecific: row.is_domain_specific,
	isCustomerSpecific: row.is_customer_specific,
	isAdminOnly: row.is_admin_only,
	customerId: scope.customerId,
	customerName: row.customer_name,
	domainId: row.domain_id,
	domain: row.host,
	isActive: row.is_active,
	rule: row.rule && (mayChange(scope, row) ? row.rule : veiled(row.rule)),
	state: row.built_to === null ? 'ready' : 'building',
	sources: row.rule === null ? [...ways] : ['rule'],
	createdAt: row.created_at.toISOString(),
	changedAt: row.changed_at.toISOString(),
	can: { change: mayChange(scope, row) },
});

const shownAll = async (tx: Tx, scope: Scope, rows: readonly SegmentRow[]): Promise<contract.Segment[]> => {
	const { customerId } = scope;
	const ids = rows.map((row) => row.segment_id);
	const counts = await countsOf(tx, customerId, ids);
	const ways = await waysOf(tx, customerId, ids);
	return rows.map((row) => shown(row, scope, counts.get(row.segment_id) ?? 0, ways.get(row.segment_id) ?? []));
};

const existing = async (tx: Tx, scope: Scope, id: string): Promise<SegmentRow> => {
	const [found] = await readSegments(tx, { ...scope, domainId: null }, [id.toLowerCase()]);
	if (!found) throw refuse('not_found');
	return found;
};

/** Whoever answers for the customer changes any segment, a domain's own admin those of their domains; others they may use. */
export const mayChange = ({ domains }: Scope, { domain_id: domainId }: Pick<SegmentRow, 'domain_id'>): boolean =>
	domains === 'all' || (domainId !== null && domains.has(domainId));

/** @throws Refused segment_used, with the names of what uses it as far as the asker may see them */
const demandUnused = async (tx: Tx, hooks: Kernel['hooks'], scope: Scope, which: AskedSegment): Promise<void> => {
	const above = (await hooks.segmentInUse.ask(tx, which)).flat();
	const users = [...(await usersOf(tx, which)), ...(await restingOn(tx, which)), ...above];
	if (users.length === 0) return;
	throw naming(refuseSegment('segment_used'), scope, users, (names) => ({
		en: `This segment is used by: ${names.en}. Take it out there first.`,
		fi: `Tätä segmenttiä käyttää: ${names.fi}. Poista se ensin sieltä.`,
	}));
};

/** A segment that the asker may change. @throws Refused foreign_segment; 404 */
const changeable = async (tx: Tx, scope: Scope, id: string): Promise<SegmentRow> => {
	const found = await existing(tx, scope, id);
	if (!mayChange(scope, found)) throw refuseSegment('foreign_segment');
	return found;
};

/** @throws Refused rule_circle, where the rule would come back to this segment */
const demandNoCircle = async (tx: Tx, customerId: number, rule: Rule, of: string): Promise<void> => {
	const others = (await ruledSets(tx, customerId)).filter((set) => set.set_id !== of);
	const below = new Map(others.map(({ set_id: id, rule: other }) => [id, other === null ? [] : segmentsIn(other)]));
	const seen = new Set<string>();
	for (const open = segmentsIn(rule); open.length > 0; ) {
		const id = open.pop() ?? '';
		if (id === of) throw refuseSegment('rule_circle');
		if (seen.has(id)) continue;
		seen.add(id);
		open.push(...(below.get(id) ?? []));
	}
};

const wake = (tx: Tx, customerId: number): Promise<number> => tx.run(sql`select pg_notify(${TOUCHED}, ${String(customerId)})`);

/** The one domain of whoever administers one and no more. */
const onlyDomain = ({ domains }: Scope): string | null => (domains !== 'all' && domains.size === 1 ? ([...domains][0] ?? null) : null);

const OTHER_DOMAIN: Sentences = {
	en: 'The field domainId names another domain: name one and the same, or leave one of them out',
	fi: 'Kenttä domainId nimeää toisen verkkotunnuksen: nimeä kummassakin sama, tai jätä toinen pois',
};

/** The domain that the body names, by its id, its host name or both; null: none. @throws Refused 400 by `domain` where they name two; 404 */
const domainNamed = async (tx: Tx, { customerId }: Scope, { domainId, domain }: contract.NewSegment): Promise<string | null> => {
	if (!domain) return domainId?.toLowerCase() ?? null;
	const [found] = await domainIdsNamed(tx, customerId, [domain]);
	if (domainId && domainId.toLowerCase() !== found) throw refuse('invalid', { domain: OTHER_DOMAIN });
	if (!found) throw refuse('not_found');
	return found;
};

const factsOf = (scope: Scope, body: contract.NewSegment, named: string | null): SegmentFacts => ({
	name: body.name,
	weight: body.weight,
	cost: body.cost,
	isPublic: body.isPublic,
	isDomainSpecific: body.isDomainSpecific,
	isCustomerSpecific: body.isCustomerSpecific,
	isAdminOnly: body.isAdminOnly,
	domainId: named ?? scope.domainId ?? onlyDomain(scope),
	isActive: true,
});

/** Whether others may fill it by this. */
const changesWhose = (before: SegmentRow, after: SegmentFacts): boolean =>
	before.is_public !== after.isPublic ||
	before.is_domain_specific !== after.isDomainSpecific ||
	before.is_customer_specific !== after.isCustomerSpecific ||
	before.domain_id !== after.domainId;

/** @throws Refused where the facts are not the asker's to give */
const demandFacts = async (tx: Tx, scope: Scope, facts: SegmentFacts): Promise<void> => {
	if (facts.isAdminOnly && scope.as !== 'admin') throw refuseSegment('admin_segment');
	// What a domain's own admin makes is a domain's own: nobody else's is theirs to change, and theirs is not lost to them.
	if ((facts.isDomainSpecific || scope.domains !== 'all') && facts.domainId === null) throw refuseSegment('whose_segment');
	if (facts.domainId === null) return;
	if (scope.domains !== 'all' && !scope.domains.has(facts.domainId)) throw refuse('not_found');
	if (!(await holdDomain(tx, scope.customerId, facts.domainId))) throw refuse('not_found');
};

const activityOf = (row: SegmentRow) => ({
	name: row.name,
	weight: row.weight,
	cost: row.cost,
	isPublic: row.is_public,
	isDomainSpecific: row.is_domain_specific,
	isCustomerSpecific: row.is_customer_specific,
	isAdminOnly: row.is_admin_only,
	isActive: row.is_active,
	rule: row.rule,
});
const record = recorderOf('segment', activityOf);

const byOf = ({ actorId, userId }: Asker): string => `user:${actorId ?? userId}`;

const NumberRow = row({ number: int });
export const segmentRoutes = ({ storage, hooks }: Pick<Kernel, 'storage' | 'hooks'>): Route[] => {
	const changeMembers = (call: typeof contract.addMembers | typeof contract.removeMembers, taking: boolean): Route =>
		handle(call, ({ asker, body, params, scope }) =>
			storage.inTurn(scope.customerId, async (tx) => {
				const { customerId } = scope;
				// Putting somebody in is using it, as a file or a banner does; taking out undoes what others did.
				const segment = await (taking ? changeable : existing)(tx, scope, params.id);
				if (segment.rule !== null) throw refuseSegment('has_rule');
				await lockPeople(tx, customerId);
				const named = await namePeople(tx, customerId, body.people, withinOf(scope));
				const unknown = named.flatMap((one, place) => (typeof one === 'string' || !one.known ? [place] : []));
				const clusters = [
					...new Map(named.flatMap((one) => (typeof one === 'string' || !one.known ? [] : [[one.person, one.cluster] as const]))).values(),
				];
				const before = (await countsOf(tx, customerId, [segment.segment_id])).get(segment.segment_id) ?? 0;
				if (taking) await takeOut(tx, customerId, segment.segment_id, clusters, null, { asker, scope });
				else await putIn(tx, customerId, segment.segment_id, clusters, { how: 'hand', by: byOf(asker) }, { asker, scope });
				const count = (await countsOf(tx, customerId, [segment.segment_id])).get(segment.segment_id) ?? 0;
				const changed = Math.abs(count - before);
				if (changed > 0)
					await recordActivity(tx, customerId, asker, {
						action: taking ? 'removed' : 'added',
						thing: 'segment_members',
						thingId: segment.segment_id,
						after: { name: segment.name, people: changed },
					});
				return { changed, unchanged: clusters.length - changed, unknown, count };
			}),
		);

	return [
		handleIn(storage.inTenant, contract.segments, async (tx, { scope }) => {
			const data = await shownAll(tx, scope, await readSegments(tx, scope));
			return { data, segments: data, counts: data.map(({ id, count }) => ({ id, count })) };
		}),
		handleIn(storage.inTenant, contract.segmentCount, async (tx, { scope }) => {
			const rows = await readSegments(tx, scope);
			const counts = await countsOf(
				tx,
				scope.customerId,
				rows.map((one) => one.segment_id),
			);
			const data = rows.map(({ segment_id: id }) => ({ id, count: counts.get(id) ?? 0 }));
			return { data, counts: data };
		}),
		handleIn(storage.inTenant, contract.addSegment, async (tx, ask) => {
			const { asker, body, scope } = ask;
			const { customerId } = scope;
			const facts = factsOf(scope, body, await domainNamed(tx, scope, body));
			await demandFacts(tx, scope, facts);
			if (await nameTaken(tx, customerId, facts.name, null)) throw refuseSegment('segment_known');
			const rule = body.rule ? await demandRule(tx, scope, body.rule, true) : null;
			const id = newId();
			await insertSegment(tx, customerId, id, facts, byOf(asker));
			await insertSet(tx, customerId, { id, rule, domains: withinOf(scope) });
			if (rule !== null) await wake(tx, customerId);
			const row = await existing(tx, scope, id);
			await record(tx, ask, 'added', id, null, row);
			return shown(row, scope, 0, []);
		}),
		handleIn(storage.inTenant, contract.changeSegment, async (tx, ask) => {
			const { asker, body, scope } = ask;
			const { customerId } = scope;
			await holdNames(tx, customerId, 'segments');
			const before = await changeable(tx, scope, body.id);
			demandAsRead(body.changedAt, before.changed_at);
			const id = before.segment_id;
			const facts: SegmentFacts = {
				name: body.name ?? before.name,
				weight: body.weight ?? before.weight,
				cost: body.cost ?? before.cost,
				isPublic: body.isPublic ?? before.is_public,
				isDomainSpecific: body.isDomainSpecific ?? before.is_domain_specific,
				isCustomerSpecific: body.isCustomerSpecific ?? before.is_customer_specific,
				isAdminOnly: body.isAdminOnly ?? before.is_admin_only,
				domainId: body.domainId === undefined ? before.domain_id : (body.domainId?.toLowerCase() ?? null),
				isActive: true,
			};
			await demandFacts(tx, scope, facts);
			if (await nameTaken(tx, customerId, facts.name, id)) throw refuseSegment('segment_known');
			const rules = body.rule !== undefined && JSON.stringify(body.rule) !== JSON.stringify(before.rule);
			if (rules || changesWhose(before, facts)) await demandLeaveToShape(tx, customerId, id, { asker, scope });
			// What other domains rest on would go on deciding whom they write to, and be nothing that they may use or see.
			if (facts.isDomainSpecific && !(before.is_domain_specific && before.domain_id === facts.domainId)) {
				await holdSegment(tx, customerId, id);
				await demandUnused(tx, hooks, scope, { customerId, segmentId: id, but: facts.domainId });
			}
			await updateSegment(tx, customerId, id, facts);
			if (body.rule !== undefined && rules) {
				if (body.rule !== null && before.rule === null && (await hasMembers(tx, customerId, id))) throw refuseSegment('has_members');
				const rule = body.rule === null ? null : await demandRule(tx, scope, body.rule, true);
				if (rule !== null) await demandNoCircle(tx, customerId, rule, id);
				await changeRule(tx, customerId, id, rule, rule && withinOf(scope));
				// People of a rule that is no more are nobody's doing: the segment begins empty.
				if (body.rule === null) await emptySet(tx, customerId, id);
				await rebuild(tx, customerId, referringTo(await ruledSets(tx, customerId), id));
				await wake(tx, customerId);
			}
			const row = await existing(tx, scope, id);
			await record(tx, ask, 'changed', id, before, row);
			const [data] = await shownAll(tx, scope, [row]);
			if (!data) throw new Error('A segment that was changed is not there.');
			return data;
		}),
		handleIn(storage.inTenant, contract.removeSegment, async (tx, ask) => {
			const { query, scope } = ask;
			const { customerId } = scope;
			const before = await changeable(tx, scope, query.id);
			const id = before.segment_id;
			if (!(await holdSegment(tx, customerId, id))) throw refuse('not_found');
			await demandUnused(tx, hooks, scope, { customerId, segmentId: id, but: null });
			await deleteSet(tx, customerId, id);
			await deleteSegment(tx, customerId, id);
			await record(tx, ask, 'deleted', id, before, null);
			return { id };
		}),
		changeMembers(contract.addMembers, false),
		changeMembers(contract.removeMembers, true),
		handleIn(storage.inTenant, contract.segmentMembers, async (tx, { params, query, scope }) => {
			const { customerId } = scope;
			const { segment_id: id } = await existing(tx, scope, params.id);
			const { people, next } = await pageOfPeople(tx, scope, { in: id }, query);
			const clusters = await clustersOf(
				tx,
				customerId,
				people.map(({ luvallaId }) => luvallaId),
			);
			const hows = await howsOf(
				tx,
				customerId,
				id,
				[...clusters.values()].flatMap(({ members }) => members),
			);
			return {
				people: people.map((one) => ({
					...one,
					hows: (clusters.get(one.luvallaId)?.members ?? []).flatMap((member) => hows.get(member) ?? []),
				})),
				next,
				count: (await countsOf(tx, customerId, [id])).get(id) ?? 0,
			};
		}),
		handle(contract.previewRule, async ({ body, scope }) => {
			const { customerId } = scope;
			const within = withinOf(scope);
			// What is missing of them is made: a report writes nothing.
			const sets = await storage.inTenant(customerId, (tx) => reachSets(tx, customerId, within));
			return storage.inReport(customerId, async (tx) => {
				const started = performance.now();
				const rule = await demandRule(tx, scope, body.rule);
				if (body.segmentId !== undefined) await demandNoCircle(tx, customerId, rule, body.segmentId.toLowerCase());
				const reached = !sets.building && (await countOf(tx, customerId, { in: sets.byKey.get('all') ?? '' })) <= contract.PREVIEW_REACHED;
				const building = await anyBuilding(tx, customerId, rule);
				const { numbers, ...counts } = await countLines(tx, customerId, rule, { within, numbers: reached });
				return {
					...counts,
					reach: reached && !building ? await reachAmong(tx, customerId, sets, maskOfSent(numbers)) : null,
					state: building ? ('building' as const) : ('ready' as const),
					ms: Math.round((performance.now() - started) * 10) / 10,
				};
			});
		}),
		handle(contract.ruleFields, ({ scope }) => storage.inTenant(scope.customerId, async (tx) => (await askable(tx, scope)).map(offered))),
		handleIn(storage.inReport, contract.fieldValues, (tx, { query, scope }) => valuesOf(tx, scope.customerId, query, withinOf(scope))),
		handleIn(storage.inTenant, contract.whyMember, async (tx, { params, scope }) => {
			const { customerId } = scope;
			const segment = await existing(tx, scope, params.id);
			const { kept, members } = await membersOf(tx, customerId, params.person.toLowerCase());
			const one = await tx.first(NumberRow, sql`select number from person where customer_id = ${customerId} and person = ${kept}`);
			if (!one) throw refuse('not_found');
			const within = withinOf(scope);
			// A person of other domains is nobody here.
			if (within !== null && (await namesOf(tx, customerId, [kept], within)).get(kept)?.length === 0) throw refuse('not_found');
			if (segment.rule === null) {
				const hows = await howsOf(tx, customerId, segment.segment_id, members);
				const own = members.flatMap((member) => hows.get(member) ?? []);
				return { in: own.length > 0, hows: own, findings: [], first: null };
			}
			const explained = await explainRule(
				tx,
				{ rule: segment.rule, domains: segment.domains },
				kept,
				{ customerId, at: now() },
				await kindsOf(tx, customerId),
			);
			if (!explained) throw refuse('not_found');
			const hidden = await hiddenIn(tx, scope, segment.rule);
			const { first } = explained;
			return {
				in: explained.in,
				hows: [],
				findings: explained.findings.filter(({ path }) => !hidden.has(path.join('.'))),
				first: first === null || hidden.has(first.join('.')) ? null : [...first],
			};
		}),
	];
};

const emptySet = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from set_chunk where customer_id = ${customerId} and set_id = ${id}`);
