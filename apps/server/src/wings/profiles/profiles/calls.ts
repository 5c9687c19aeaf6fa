/** The profile calls of the portal: people, what is known of them, and who is one with whom. */

import { fitsTogether } from '@luvalla/contract/profiles/api.ts';
import * as contract from '@luvalla/contract/profiles/profiles.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refusals, refuse, type Sentences } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandKnown, presentOf, readHeld, readPurposeFacts } from '../../consent/wing.ts';
import {
	type Cluster,
	findPersons,
	knownSince,
	lockPeople,
	membersOf,
	mergePersons,
	namesOf,
	readIdentifiers,
	unmergePerson,
	type Within,
} from '../../people/wing.ts';
import { channelsReaching } from '../audiences/reach.ts';
import { tokensOf } from '../devices/store.ts';
import { readEvents } from '../events/read.ts';
import { withinOf } from '../segments/askable.ts';
import { demandLeaveToMerge } from '../segments/grounds.ts';
import { segmentsWith } from '../segments/store.ts';
import { masksOf } from '../sets/bits.ts';
import { type AttributeKind, attributeKinds, fitsKind, keepAttributes, kindOfValue, roomForAttributes } from './attributes.ts';
import { changeProfiles } from './change.ts';
import { changed, composed, type FactChange, type Facts, numbersBy, readFacts } from './facts.ts';
import { readProfiles } from './list.ts';
import { saleRefusals } from './sale.ts';
import { seenOf } from './seen.ts';
import { shownFacts } from './shown-facts.ts';

const refuseProfile = refusals({
	too_many_attributes: [
		422,
		'A person has at most 100 attributes, of 32 kB together.',
		'Henkilöllä on enintään 100 lisätietoa, yhteensä 32 kt.',
	],
	too_many_names: [
		422,
		'There are 1,000 names of attributes already. Use one of them.',
		'Lisätietojen nimiä on jo 1 000. Käytä jotakin niistä.',
	],
	same_person: [422, 'These two are one person already.', 'Nämä kaksi ovat jo sama henkilö.'],
});

const KINDS: Readonly<Record<AttributeKind, Sentences>> = {
	text: { en: 'This is kept as text', fi: 'Tämä tieto on tekstiä' },
	number: { en: 'This is kept as a number', fi: 'Tämä tieto on luku' },
	date: { en: 'This is kept as a date, such as 2026-12-31', fi: 'Tämä tieto on päivä, kuten 2026-12-31' },
	yesno: { en: 'This is kept as yes or no', fi: 'Tämä tieto on kyllä tai ei' },
};

/** @throws Refused 422 where an attribute is of another kind than its name, or there are too many */
const demandAttributes = async (tx: Tx, customerId: number, before: Facts, change: FactChange, within: Within): Promise<void> => {
	const given = Object.entries(change.attributes ?? {}).flatMap(([key, value]) => (value === null || value === '' ? [] : [{ key, value }]));
	const there = await attributeKinds(
		tx,
		customerId,
		given.map(({ key }) => key),
		within,
	);
	const news = given.length - there.size;
	if (news > 0 && (await roomForAttributes(tx, customerId, within)) < news) throw refuseProfile('too_many_names');
	const fresh = new Map(given.flatMap(({ key, value }) => (there.has(key) ? [] : [[key, kindOfValue(value)] as const])));
	const kinds = new Map([...there, ...fresh]);
	const wrong = given.flatMap(({ key, value }) => {
		const kind = kinds.get(key) ?? 'text';
		return fitsKind(value, kind) ? [] : [[`attributes.${key}`, KINDS[kind]] as const];
	});
	if (wrong.length > 0) throw refuse('not_usable', Object.fromEntries(wrong));
	await keepAttributes(tx, customerId, fresh, { domainId: within?.[0] ?? null });
	const after = changed(before, change).attributes ?? {};
	if (!fitsTogether(after)) throw refuseProfile('too_many_attributes');
};

/** What was sent, as a change of facts. */
const changeOf = ({ attributes, ...rest }: contract.ProfileChange): FactChange => ({
	...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
	...(attributes && { attributes }),
});

export const domainIdsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

/** Whom a list shows: with a domain those known there, whoever asks. */
export const listedWithin = (scope: Scope): Within => domainIdsOf(scope);

/**
 * Somebody of whom the asker knows who it is. To a domain's own admin that is whoever is known by something on their domains: of
 * others they are told what was said there, and nothing else.
 * @throws Refused 404
 */
const named = async (tx: Tx, scope: Scope, id: string): Promise<Cluster> => {
	const cluster = await demandKnown(tx, scope, id);
	if (!(await isNamed(tx, scope, cluster))) throw refuse('not_found');
	return cluster;
};

const isNamed = async (tx: Tx, scope: Scope, { members }: Cluster): Promise<boolean> => {
	const within = withinOf(scope);
	return within === null || (await readIdentifiers(tx, scope.customerId, members, within)).length > 0;
};

const AliasRow = row({ gone: uuid, merged_by: text });

const detailOf = async (tx: Tx, scope: Scope, cluster: Cluster): Promise<contract.ProfileDetail> => {
	const { customerId } = scope;
	const { kept, members, edges } = cluster;
	const within = withinOf(scope);
	const identifiers = await readIdentifiers(tx, customerId, members, within);
	const known = await isNamed(tx, scope, cluster);
	const since = within === null ? await knownSince(tx, customerId, kept) : identifiers[0]?.addedAt;
	const by = new Map(
		(
			await tx.rows(
				AliasRow,
				sql`select gone, merged_by from person_alias where customer_id = ${customerId} and gone = any(${members}::uuid[]) and undone_at is null`,
			)
		).map((one) => [one.gone, one.merged_by]),
	);
	return {
		luvallaId: kept,
		identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
		facts: known
			? shownFacts((await readFacts(tx, customerId, [kept])).get(kept) ?? {}, (await seenOf(tx, customerId, [kept])).get(kept))
			: shownFacts({}, undefined),
		// How long somebody has been known elsewhere is nothing of a domain's.
		createdAt: since?.toISOString() ?? null,
		segments: known
			? (await segmentsWith(tx, { ...scope, domainId: null }, kept)).map((one) => ({
					id: one.segment_id,
					name: one.name,
					rule: one.rule !== null,
				}))
			: [],
		saleRefused: known
			? ((await saleRefusals(tx, customerId, [kept], scope.domains === 'all' ? null : [...scope.domains])).get(kept) ?? [])
			: [],
		apps: known
			? (await tokensOf(tx, customerId, members, within)).map((one) => ({
					platform: one.platform,
					domain: one.host,
					renewedAt: one.last_seen_at.toISOString(),
					isOver: one.dead_at !== null,
				}))
			: [],
		channels: known ? await channelsReaching(tx, customerId, within, masksOf((await numbersBy(tx, customerId, [kept])).values())) : null,
		merged: edges.map(({ gone, mergedAt }) => ({ luvallaId: gone, at: mergedAt.toISOString(), by: by.get(gone) ?? '' })),
		can: { edit: known, merge: scope.as !== 'domainAdmin' },
	};
};

const byOf = ({ actorId, userId }: Asker): string => `user:${actorId ?? userId}`;

/** What both have and one would no longer show. */
const hiddenOf = (kept: Facts, gone: Facts): { name: string; value: string }[] => {
	const flat = ({ attributes, ...rest }: Facts): [string, string][] =>
		[...Object.entries(rest), ...Object.entries(attributes ?? {})].map(([name, value]) => [name, String(value)]);
	const shown = new Map(flat(kept));
	return flat(gone).flatMap(([name, value]) => (shown.has(name) && shown.get(name) !== value ? [{ name, value }] : []));
};

export const profileRoutes = ({ storage, hooks }: Pick<Kernel, 'storage' | 'hooks'>): Route[] => [
	handleIn(storage.inReport, contract.profiles, async (tx, { query, scope }) => {
		const { customerId } = scope;
		const within = withinOf(scope);
		const { rows, counted } = await readProfiles(tx, customerId, query, listedWithin(scope));
		const names = await namesOf(
			tx,
			customerId,
			rows.map(({ person }) => person),
			within,
		);
		return {
			data: rows.map((one) => ({
				luvallaId: one.person,
				identifiers: (names.get(one.person) ?? []).map(({ kind, value }) => ({ kind, value })),
				firstName: one.first_name,
				lastName: one.last_name,
				city: one.city,
				createdAt: (within === null ? one.created_at : (names.get(one.person)?.[0]?.addedAt ?? one.created_at)).toISOString(),
				seenAt: one.seen_at?.toISOString() ?? null,
			})),
			page: pageOf(counted, query),
		};
	}),
	handleIn(storage.inTenant, contract.profileEvents, async (tx, { query, scope }) => {
		const { customerId } = scope;
		const { email } = query;
		const { found } = await findPersons(tx, customerId, email, withinOf(scope));
		for (const person of found) {
			const { members } = await membersOf(tx, customerId, person);
			const known = await readIdentifiers(tx, customerId, members, withinOf(scope));
			if (!known.some(({ kind, value }) => kind === 'email' && value === email)) continue;
			const numbers = await numbersBy(tx, customerId, members);
			return readEvents(tx, { customerId, numbers: [...numbers.values()], domainIds: domainIdsOf(scope) }, contract.EVENTS_SHOWN);
		}
		return [];
	}),
	handleIn(storage.inTenant, contract.profile, async (tx, { params, scope }) =>
		detailOf(tx, scope, await demandKnown(tx, scope, params.id)),
	),
	handleIn(storage.inTenant, contract.personEvents, async (tx, { params, query, scope }) => {
		const { customerId } = scope;
		const { members } = await demandKnown(tx, scope, params.id);
		const numbers = [...(await numbersBy(tx, customerId, members)).values()];
		const before = query.before?.toLowerCase() ?? null;
		const found = await readEvents(tx, { customerId, numbers, domainIds: domainIdsOf(scope) }, contract.EVENTS_A_PAGE + 1, before);
		const events = found.slice(0, contract.EVENTS_A_PAGE);
		return { events, before: found.length > events.length ? (events.at(-1)?.id ?? null) : null };
	}),
	handleIn(storage.inTurn, contract.changeFacts, async (tx, { asker, body, params, scope }) => {
		const { customerId } = scope;
		await lockPeople(tx, customerId);
		const cluster = await named(tx, scope, params.id);
		const before = (await readFacts(tx, customerId, [cluster.kept])).get(cluster.kept) ?? {};
		const change = changeOf(body);
		await demandAttributes(tx, customerId, before, change, withinOf(scope));
		await changeProfiles(tx, customerId, [{ cluster, change }]);
		await recordActivity(tx, customerId, asker, {
			action: 'changed',
			thing: 'person',
			thingId: cluster.kept,
			before: flatFacts(before),
			after: flatFacts((await readFacts(tx, customerId, [cluster.kept])).get(cluster.kept) ?? {}),
		});
		return detailOf(tx, scope, cluster);
	}),
	handleIn(storage.inTenant, contract.previewMerge, async (tx, { language, params, query, scope }) => {
		const { customerId } = scope;
		const to = await named(tx, scope, params.id);
		const from = await named(tx, scope, query.other);
		if (to.kept === from.kept) throw refuseProfile('same_person');
		const facts = await readFacts(tx, customerId, [to.kept, from.kept]);
		const [mine, theirs] = [facts.get(to.kept) ?? {}, facts.get(from.kept) ?? {}];
		const seen = await seenOf(tx, customerId, [to.kept, from.kept]);
		const [seenAt] = [...seen.values()].sort((a, b) => b.getTime() - a.getTime());
		const purposes = await readPurposeFacts(tx, customerId, domainIdsOf(scope));
		const held = [await readHeld(tx, customerId, to.kept), await readHeld(tx, customerId, from.kept)];
		const noes = new Map(
			held.flatMap((one) =>
				presentOf(purposes, one, language).flatMap(({ purposeId, purpose, domain, value }) =>
					value === false ? [[purposeId, { purposeId, purpose, domain }] as const] : [],
				),
			),
		);
		const identifiers = await readIdentifiers(tx, customerId, [...to.members, ...from.members], withinOf(scope));
		return {
			kept: to.kept,
			gone: from.kept,
			identifiers: identifiers.map(({ kind, value }) => ({ kind, value })),
			facts: shownFacts(composed([mine, theirs]), seenAt),
			hidden: hiddenOf(mine, theirs),
			noes: [...noes.values()],
		};
	}),
	handleIn(storage.inTurn, contract.mergeProfiles, async (tx, { asker, body, params, scope }) => {
		const { customerId } = scope;
		await lockPeople(tx, customerId);
		const to = await named(tx, scope, params.id);
		const from = await named(tx, scope, body.other);
		await demandLeaveToMerge(tx, customerId, [to, from], { asker, scope });
		const kept = await mergePersons(tx, hooks, customerId, { gone: from.kept, kept: to.kept }, byOf(asker));
		if (kept === null) throw refuseProfile('same_person');
		await recordActivity(tx, customerId, asker, {
			action: 'merged',
			thing: 'person',
			thingId: kept,
			after: { with: from.kept },
		});
		return detailOf(tx, scope, await membersOf(tx, customerId, kept));
	}),
	handleIn(storage.inTurn, contract.unmergeProfile, async (tx, { asker, body, params, scope }) => {
		const { customerId } = scope;
		await lockPeople(tx, customerId);
		const cluster = await named(tx, scope, params.id);
		const gone = body.gone.toLowerCase();
		if (gone === cluster.kept || !cluster.members.includes(gone)) throw refuse('not_found');
		await unmergePerson(tx, hooks, customerId, gone, byOf(asker));
		await recordActivity(tx, customerId, asker, {
			action: 'separated',
			thing: 'person',
			thingId: cluster.kept,
			before: { with: gone },
		});
		return detailOf(tx, scope, await membersOf(tx, customerId, cluster.kept));
	}),
];

const flatFacts = ({ attributes, ...rest }: Facts): Record<string, unknown> => ({ ...rest, ...(attributes && { attributes }) });
