/**
 * Who is who: merges and their undoing against a plain model, who may add an address to somebody known, what an address opens on
 * one's own page, and what is left of a no.
 */
import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { atLength } from '../../../scripts/length.ts';
import type { Tx } from '../src/kernel/storage/storage.ts';
import { checkPresent } from '../src/wings/consent/answers/check-present.ts';
import { erasePerson } from '../src/wings/consent/answers/erase-person.ts';
import { type Held, presentOfTree, sharesOf } from '../src/wings/consent/answers/present.ts';
import { readPurposeFacts } from '../src/wings/consent/answers/purposes.ts';
import { takeAnswers } from '../src/wings/consent/answers/statements.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../src/wings/consent/proof/erase.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { findNews } from '../src/wings/consent/webhooks/work.ts';
import { clustersBy, clustersOf, type Edge, membersOf, mergePersons, unmergePerson } from '../src/wings/people/wing.ts';
import { type Person, startApp, type Tenant } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';
import { checkedFile, writtenFile } from './upload.ts';

const t = await startApp();

const HOUR = 3_600_000;
const ago = (millis: number): string => new Date(Date.now() - millis).toISOString();
const PAPER = 'Paper form, Turku shop';

const addPurpose = async (owner: Person, tenant: Tenant, name: string): Promise<string> => {
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name, wording: { en: { name, about: 'Twice a month.' } } },
	});
	expect(added.status).toBe(200);
	return added.json().data.id;
};

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	return { tenant, owner, letter: await addPurpose(owner, tenant, 'Letter'), machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

/** Another domain of the same customer, with a purpose and its own admin. */
const annex = async ({ tenant, owner }: Scene) => {
	const host = `second-${tenant.host}`;
	const added = await t.send(owner, 'POST', '/api/domain', { body: { domain: host, customerId: tenant.customerId } });
	const second: Tenant = { ...tenant, domainId: added.json().data.id, host };
	return {
		second,
		health: await addPurpose(owner, second, 'Health letter'),
		editor: await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] }),
	};
};

interface Outcome {
	outcome: string;
	code: string | null;
	recordId: string;
	luvallaId: string;
	holds: boolean;
}
const answer = (over: object = {}) => ({
	person: { email: 'anna@example.com' },
	purpose: 'Letter',
	value: true,
	at: ago(HOUR),
	source: PAPER,
	...over,
});
const write = async ({ tenant, machine }: Pick<Scene, 'tenant' | 'machine'>, answers: readonly object[]): Promise<Outcome[]> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId: tenant.domainId, answers } });
	expect(sent.status).toBe(200);
	return sent.json().data.results;
};
const stateOf = async ({ tenant, machine }: Scene, person: object, purpose = 'Letter'): Promise<boolean | null> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
	return sent.json().data.purposes.find((one: { purpose: string }) => one.purpose === purpose)?.value ?? null;
};
const inCustomer = ({ tenant }: Scene) => ({ customer_key: String(tenant.customerId) });
const assist = (s: Scene, who: Person, body: object) =>
	t.send(who, 'POST', '/api/audit/domain/people/answer', {
		headers: inCustomer(s),
		body: { purposeId: s.letter, value: false, at: ago(1000), ...body },
	});
const page = async (s: Scene, who: Person, id: string) => t.send(who, 'GET', `/api/audit/domain/people/${id}`, { headers: inCustomer(s) });
const mine = async (who: Person) => (await t.send(who, 'GET', '/api/account/consents')).json().data;
const say = (s: Scene, who: Person, purposeId: string, value: boolean) =>
	t.send(who, 'POST', '/api/account/consents', { body: { customerId: s.tenant.customerId, answers: [{ purposeId, value }] } });
const merge = ({ tenant: { customerId } }: Scene, gone: string, kept: string) =>
	t.storage.inTenant(customerId, (tx) => mergePersons(tx, t.server.kernel.hooks, customerId, { gone, kept }, 'user:test'));
const unmerge = ({ tenant: { customerId } }: Scene, gone: string) =>
	t.storage.inTenant(customerId, (tx) => unmergePerson(tx, t.server.kernel.hooks, customerId, gone, 'user:test'));
const activityOf = ({ tenant: { customerId } }: Scene, action: string) =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query<{ thing: string; thing_id: string; user_id: string; before: object | null; after: object | null }>(
			`select a.thing, a.thing_id, a.user_id, v.before, v.after from activity a left join activity_values v on v.customer_id = a.customer_id and v.id = a.id
			where a.customer_id = $1 and a.action = $2 order by a.at`,
			[customerId, action],
		),
	);

/**
 * The plain model. It knows no folding: a list of all that was said and joined, and the rule in words. A yes is good when it was
 * said after every no that was known of those who were one then; a no is answered by a good yes that came once both were one; what
 * holds is a yes when every no is answered.
 */
interface Said {
	readonly under: string;
	readonly value: boolean;
	readonly said: number;
	readonly received: number;
	readonly carried: boolean;
	/** Who were one with them then. */
	readonly ones: ReadonlySet<string>;
}
const createModel = () => {
	const said: Said[] = [];
	/** Joined and not undone: from, to, since. */
	const joined: { gone: string; kept: string; since: number }[] = [];
	const rootOf = (person: string): string => {
		const up = joined.find(({ gone }) => gone === person);
		return up ? rootOf(up.kept) : person;
	};
	const clusterOf = (person: string, all: readonly string[]): string[] => all.filter((one) => rootOf(one) === rootOf(person));
	/** Since when two have been one; never: infinity. */
	const oneSince = (a: string, b: string): number => {
		const ways = (from: string): Map<string, number> => {
			const way = new Map([[from, 0]]);
			let [at, since] = [from, 0];
			for (let up = joined.find(({ gone }) => gone === at); up; up = joined.find(({ gone }) => gone === at)) {
				[at, since] = [up.kept, Math.max(since, up.since)];
				way.set(at, since);
			}
			return way;
		};
		const [left, right] = [ways(a), ways(b)];
		let since = Number.POSITIVE_INFINITY;
		for (const [person, when] of left) since = Math.min(since, Math.max(when, right.get(person) ?? Number.POSITIVE_INFINITY));
		return since;
	};
	return {
		said,
		joined,
		rootOf,
		clusterOf,
		/** What holds of whoever this one is, of all there are. */
		holds(person: string, all: readonly string[]): boolean | null {
			const cluster = clusterOf(person, all);
			// Everybody who was one with who said it has said it too.
			const noes = said.flatMap((one) =>
				one.value
					? []
					: cluster
							.filter((member) => one.under === member || one.ones.has(member))
							.map((holder) => ({ said: one.said, received: one.received, holder })),
			);
			const yeses = said.filter((one) => one.value && cluster.includes(one.under)).toSorted((a, b) => a.received - b.received);
			/** When a no became known to those of whom somebody is. */
			const knownTo = (no: (typeof noes)[number], who: string): number => Math.max(no.received, oneSince(no.holder, who));
			const good: Said[] = [];
			const answered = (no: (typeof noes)[number]): boolean => good.some((yes) => yes.received > knownTo(no, yes.under));
			for (const yes of yeses) {
				const before = noes.filter((no) => knownTo(no, yes.under) < yes.received);
				if (before.every((no) => yes.said > no.said) && (!yes.carried || before.every(answered))) good.push(yes);
			}
			if (noes.some((no) => !answered(no))) return false;
			return good.length > 0 ? true : null;
		},
	};
};

const PEOPLE = ['a', 'b', 'c', 'd'] as const;
const step = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('say' as const),
			who: fc.constantFrom(...PEOPLE),
			value: fc.boolean(),
			said: fc.integer({ min: 0, max: 40 }),
			carried: fc.boolean(),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant('merge' as const), who: fc.constantFrom(...PEOPLE), to: fc.constantFrom(...PEOPLE) }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('unmerge' as const), who: fc.constantFrom(...PEOPLE) }) },
);

describe('what holds of who are one', () => {
	test('is what the plain model says, through any merges, undoings and answers; and a no stays a no', () => {
		const start = Date.UTC(2026, 0, 1);
		const minute = (n: number): Date => new Date(start + n * 60_000);
		fc.assert(
			fc.property(fc.array(step, { minLength: 1, maxLength: 24 }), (steps) => {
				const model = createModel();
				// What is tested: records with whom they count for, edges, and what is derived from both.
				let records: Held[] = [];
				let edges: Edge[] = [];
				const holds = (person: string): boolean | null => {
					const cluster = clustersBy([person], edges).get(person);
					if (!cluster) throw new Error('everybody is in a cluster');
					return (
						presentOfTree(
							cluster.kept,
							cluster.edges,
							records.filter(({ holder }) => cluster.members.includes(holder)),
						)?.value ?? null
					);
				};
				for (const [n, one] of steps.entries()) {
					const now = 10 + n;
					const before = new Map(PEOPLE.map((person) => [person, holds(person)]));
					if (one.do === 'say') {
						const kept = clustersBy([one.who], edges).get(one.who)?.kept ?? one.who;
						expect(kept).toBe(model.rootOf(one.who));
						const said = Math.min(one.said, now);
						model.said.push({
							// Their own, whoever they are one with.
							under: one.who,
							value: one.value,
							said,
							received: now,
							carried: one.carried,
							ones: new Set(model.clusterOf(one.who, PEOPLE)),
						});
						records.push({
							holder: one.who,
							id: `r${String(n).padStart(3, '0')}`,
							value: one.value,
							at: minute(one.said),
							receivedAt: minute(now),
							purposeVersion: 1,
							how: one.carried ? 'identification' : 'api',
						});
					} else if (one.do === 'merge') {
						const [from, to] = [model.rootOf(one.who), model.rootOf(one.to)];
						if (from === to) continue;
						model.joined.push({ gone: from, kept: to, since: now });
						edges = [...edges, { gone: from, kept: to, mergedAt: minute(now) }];
					} else {
						const place = model.joined.findIndex(({ gone }) => gone === one.who);
						if (place < 0) continue;
						// As the ledger does it: a no said while they were one is shared.
						const shared = sharesOf(clustersBy([one.who], edges).get(one.who)?.edges ?? [], one.who).flatMap(({ holder, to, since }) =>
							records.flatMap((record) =>
								record.holder === holder && !record.value && record.receivedAt >= since ? [{ ...record, holder: to }] : [],
							),
						);
						records = [...new Map([...records, ...shared].map((record) => [`${record.holder} ${record.id}`, record])).values()].toSorted(
							(a, b) => a.receivedAt.getTime() - b.receivedAt.getTime(),
						);
						edges = edges.filter(({ gone }) => gone !== one.who);
						model.joined.splice(place, 1);
					}
					for (const person of PEOPLE) {
						expect(holds(person)).toBe(model.holds(person, PEOPLE));
						// Only what somebody says turns a no; or that it was never theirs, once a merge is undone.
						if (before.get(person) === false && holds(person) !== false) {
							expect(one.do).not.toBe('merge');
							if (one.do === 'say') {
								expect([one.value, one.carried]).toEqual([true, false]);
								const cluster = model.clusterOf(person, PEOPLE);
								const noes = model.said.filter(
									(other) => !other.value && cluster.some((member) => other.under === member || other.ones.has(member)),
								);
								expect(one.said).toBeGreaterThan(Math.max(...noes.map(({ said }) => said)));
							}
						}
						if (one.do === 'say' && !one.value && model.rootOf(person) === model.rootOf(one.who)) expect(holds(person)).toBe(false);
					}
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test('and when they are two again, a yes that was said under one’s name is that one’s, by every door', async () => {
		const s = await scene();
		const folder = (await publishBanner(t, s.owner, s.tenant)).publishedFolder;
		const said = { value: true, at: ago(1000), source: PAPER };
		const doors: [door: string, purpose: string, say: (email: string, who: Person) => Promise<void>][] = [
			['api', 'Letter', async (email) => void (await write(s, [answer({ person: { email }, ...said })]))],
			[
				'api, by id',
				'Letter',
				async (email) => {
					const own = await t.storage.inTenant(s.tenant.customerId, (tx) =>
						tx.query<{ person: string }>('select person from person_identifier where customer_id = $1 and value = $2', [
							s.tenant.customerId,
							email,
						]),
					);
					await write(s, [answer({ person: { luvallaId: own[0]?.person }, ...said })]);
				},
			],
			[
				'api, with what is new',
				'Letter',
				async (email) => void (await write(s, [answer({ person: { email, externalId: `x-${email}` }, ...said })])),
			],
			['officer', 'Letter', async (email) => void expect((await assist(s, s.owner, { person: { email }, ...said })).status).toBe(200)],
			[
				'file',
				'Letter',
				async (email) => {
					const csv = `email,purpose,value,at,source\n${email},Letter,yes,${said.at},${PAPER}\n`;
					expect((await writtenFile(t, s.owner, s.tenant, csv)).state).toBe('done');
				},
			],
			['own page', 'Letter', async (_, who) => void expect((await say(s, who, s.letter, true)).status).toBe(200)],
			[
				'visitor',
				'Media',
				async (email) => {
					const records = choice({ media: true });
					await sendRecords(t, s.tenant, folder, records);
					const sent = await t.send(null, 'POST', '/edge/v1/consents/identify', {
						headers: s.machine,
						body: { domainId: s.tenant.domainId, person: { email }, records: records.map(({ id }) => id) },
					});
					expect(sent.status).toBe(200);
				},
			],
		];
		for (const [door, purpose, sayYes] of doors)
			for (const before of [null, false] as const) {
				const who = await t.person([]);
				const [kept, gone] = [`kept-${who.email}`, who.email];
				const [a, b] = await write(s, [
					answer({ person: { email: kept }, ...(before === false ? { purpose, value: false, at: ago(2 * HOUR) } : { at: ago(9 * HOUR) }) }),
					answer({ person: { email: gone }, at: ago(9 * HOUR) }),
				]);
				if (!a || !b) throw new Error('nobody was named');
				await merge(s, b.luvallaId, a.luvallaId);
				await sayYes(gone, who);
				expect([door, before, await stateOf(s, { email: kept }, purpose), await stateOf(s, { email: gone }, purpose)]).toEqual([
					door,
					before,
					// A visitor's yes turns no no, and one's own page none of an address that is not proven.
					...(['visitor', 'own page'].includes(door) && before === false ? [false, false] : [true, true]),
				]);
				expect(await unmerge(s, b.luvallaId)).toBe(true);
				const keptThen = before === false ? false : purpose === 'Letter' ? true : null;
				expect([door, before, await stateOf(s, { email: kept }, purpose), await stateOf(s, { email: gone }, purpose)]).toEqual([
					door,
					before,
					keptThen,
					true,
				]);
			}
	});

	/** Carries what was seen out of a transaction that must not stay. */
	class Undone extends Error {}
	/** One life of four addresses; many are lived side by side, so that a batch of answers is written once a step. */
	const saying = (who: fc.Arbitrary<number>) =>
		fc.record({
			do: fc.constant('say' as const),
			who,
			value: fc.boolean(),
			/** Minutes of an hour that is past; 20: now, by a clock that is a minute ahead. */
			said: fc.integer({ min: 0, max: 20 }),
			carried: fc.boolean(),
		});
	const merging = (who: fc.Arbitrary<number>, to: fc.Arbitrary<number>) => fc.record({ do: fc.constant('merge' as const), who, to });
	const unmerging = (who: fc.Arbitrary<number>) => fc.record({ do: fc.constant('unmerge' as const), who });
	const anyStep = fc.oneof(
		{ weight: 7, arbitrary: saying(fc.nat(3)) },
		{ weight: 3, arbitrary: merging(fc.nat(3), fc.nat(3)) },
		{ weight: 2, arbitrary: unmerging(fc.nat(3)) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), who: fc.nat(3) }) },
	);
	const [first, second] = [fc.constant(0), fc.constant(1)];
	const life = fc.oneof(
		fc.array(anyStep, { minLength: 3, maxLength: 9 }),
		// Two who were one, said something meanwhile, and are two again: by chance alone few live so.
		fc
			.tuple(
				fc.tuple(saying(first), saying(second), merging(first, second)),
				fc.array(fc.oneof({ weight: 4, arbitrary: saying(fc.nat(1)) }, { weight: 1, arbitrary: anyStep }), { minLength: 1, maxLength: 3 }),
				fc.tuple(unmerging(first)),
				fc.array(anyStep, { maxLength: 2 }),
			)
			.map((parts) => parts.flat()),
	);

	test('is the same in the database, with erasures and what is remembered of a no', async () => {
		const s = await scene();
		const { customerId, domainId } = s.tenant;
		const { kernel } = t.server;
		const purposes = await t.storage.inTenant(customerId, (tx) => readPurposeFacts(tx, customerId, [domainId]));
		const begin = Date.now() - 2 * HOUR;

		const live = async (tx: Tx, lives: readonly (typeof life extends fc.Arbitrary<infer L> ? L : never)[]): Promise<void> => {
			const worlds = lives.map((steps, index) => ({
				steps,
				model: createModel(),
				email: (who: number): string => `w${index}-${who}@example.com`,
				/** The id that each address was made for. */
				owns: new Map<number, string>(),
				/** Everybody who is known. */
				all: (): string[] => [],
				remembered: new Map<number, number>(),
			}));
			for (const world of worlds) world.all = () => [...new Set(world.owns.values())];
			const addressesOf = (world: (typeof worlds)[number], cluster: readonly string[]): number[] =>
				[...world.owns].flatMap(([who, person]) => (cluster.includes(person) ? [who] : []));
			const untilOf = (world: (typeof worlds)[number], who: readonly number[]): number =>
				Math.max(-1, ...who.map((one) => world.remembered.get(one) ?? -1));
			for (let n = 0; n < 9; n++) {
				const now = 100 + n;
				for (const carried of [false, true]) {
					const saying = worlds.flatMap((world) => {
						const one = world.steps[n];
						return one?.do === 'say' && one.carried === carried ? [{ world, one }] : [];
					});
					const outcomes = await takeAnswers(
						tx,
						kernel,
						customerId,
						saying.map(({ world, one }) => ({
							person: { email: world.email(one.who) },
							purpose: s.letter,
							value: one.value,
							at: new Date(one.said === 20 ? Date.now() + 60_000 : begin + one.said * 60_000).toISOString(),
							source: `step ${n}`,
						})),
						purposes,
						{ how: carried ? 'identification' : 'api' },
					);
					for (const [index, { world, one }] of saying.entries()) {
						const outcome = outcomes[index];
						if (!outcome?.luvallaId) throw new Error(`An answer was not taken: ${outcome?.code}`);
						const { model, owns } = world;
						if (!owns.has(one.who)) owns.set(one.who, outcome.luvallaId);
						const person = owns.get(one.who) ?? '';
						expect(outcome.luvallaId).toBe(model.rootOf(person));
						const cluster = model.clusterOf(person, world.all());
						const said = one.said === 20 ? now : one.said;
						if (one.value && said <= untilOf(world, addressesOf(world, cluster))) continue;
						// Under the name that it was said by, whoever they were one with then.
						model.said.push({ under: person, value: one.value, said, received: now, carried, ones: new Set(cluster) });
					}
				}
				for (const world of worlds) {
					const one = world.steps[n];
					const person = one && world.owns.get(one.who);
					if (!one || person === undefined || one.do === 'say') continue;
					const { model, owns } = world;
					if (one.do === 'merge') {
						const to = owns.get(one.to);
						if (to === undefined) continue;
						const kept = await mergePersons(tx, kernel.hooks, customerId, { gone: person, kept: to }, 'user:test');
						expect(kept).toBe(model.rootOf(person) === model.rootOf(to) ? null : model.rootOf(to));
						if (kept === null) continue;
						model.joined.push({ gone: model.rootOf(person), kept, since: now });
						const cluster = model.clusterOf(person, world.all());
						const until = untilOf(world, addressesOf(world, cluster));
						for (const yes of model.said.filter(({ under, value, said }) => value && said <= until && cluster.includes(under)))
							model.said.splice(model.said.indexOf(yes), 1);
					} else if (one.do === 'unmerge') {
						const place = model.joined.findIndex(({ gone }) => gone === person);
						expect(await unmergePerson(tx, kernel.hooks, customerId, person, 'user:test')).toBe(place >= 0);
						if (place >= 0) model.joined.splice(place, 1);
					} else {
						const cluster = model.clusterOf(person, world.all());
						// A no that others share goes with its record; what that leaves has a test of its own.
						if (
							model.said.some(
								({ under, value, ones }) =>
									!value && cluster.includes(under) && [...ones].some((other) => !cluster.includes(other) && world.all().includes(other)),
							)
						)
							continue;
						const no = model.holds(person, world.all()) === false;
						const gone = await erasePerson(tx, kernel, customerId, person);
						const addresses = addressesOf(world, cluster);
						expect(gone?.remembered).toBe(no ? addresses.length : 0);
						for (const said of model.said.filter(({ under }) => cluster.includes(under))) model.said.splice(model.said.indexOf(said), 1);
						for (const edge of model.joined.filter(({ gone: from }) => cluster.includes(from)))
							model.joined.splice(model.joined.indexOf(edge), 1);
						for (const who of addresses) {
							owns.delete(who);
							if (no) world.remembered.set(who, now);
						}
					}
				}
				const everybody = worlds.flatMap((world) => world.all().map((person) => ({ world, person })));
				const clusters = await clustersOf(
					tx,
					customerId,
					everybody.map(({ person }) => person),
				);
				for (const { world, person } of everybody)
					expect([...(clusters.get(person)?.members ?? [])].sort()).toEqual(world.model.clusterOf(person, world.all()).sort());
				await compare(tx, worlds);
			}
			expect(await checkPresent(tx, customerId)).toEqual([]);
		};

		const compare = async (tx: Tx, worlds: readonly { model: ReturnType<typeof createModel>; all: () => string[] }[]): Promise<void> => {
			const rows = await tx.query<{ person: string; value: boolean }>(
				'select person, value from consent_state where customer_id = $1 and purpose_id = $2',
				[customerId, s.letter],
			);
			const kept = new Map(rows.map(({ person, value }) => [person, value]));
			for (const { model, all } of worlds)
				for (const person of all()) {
					expect(kept.has(person)).toBe(model.rootOf(person) === person && model.holds(person, all()) !== null);
					expect(kept.get(model.rootOf(person)) ?? null).toBe(model.holds(person, all()));
				}
		};

		await fc.assert(
			fc.asyncProperty(fc.array(life, { minLength: 25, maxLength: 25 }), async (lives) => {
				await expect(
					t.storage.inErasure(customerId, async (tx) => {
						await live(tx, lives);
						throw new Undone();
					}),
				).rejects.toBeInstanceOf(Undone);
			}),
			// 25 lives each.
			{ numRuns: atLength(10, 80), endOnFailure: true },
		);
	});
});

describe('numbers', () => {
	test('are dense within a customer and never given again', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const numbers = () =>
			t.storage.inTenant(customerId, (tx) =>
				tx.query<{ number: number; person: string }>('select number, person from person where customer_id = $1 order by number', [
					customerId,
				]),
			);
		await write(
			s,
			Array.from({ length: 5 }, (_, n) => answer({ person: { email: `n${n}@example.com` } })),
		);
		// What is refused or known takes no number.
		await write(s, [
			answer({ person: { email: 'n1@example.com' }, at: ago(1000) }),
			answer({ person: { email: 'x@example.com' }, purpose: 'Nothing' }),
		]);
		expect((await numbers()).map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
		const last = (await numbers()).at(-1)?.person ?? '';
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, last));
		await write(s, [answer({ person: { email: 'n4@example.com' } })]);
		expect((await numbers()).map(({ number }) => number)).toEqual([0, 1, 2, 3, 5]);
	});
});

describe('who may add an address to somebody known', () => {
	test('never a domain’s own admin: not even to a person of their own domain, and their page stays their own', async () => {
		const s = await scene();
		const { second, health, editor } = await annex(s);
		const [victim] = await write(s, [answer({ person: { email: 'victim@example.com' } })]);
		await write({ ...s, tenant: second }, [answer({ person: { email: 'victim@example.com' }, purpose: 'Health letter', value: false })]);
		for (const person of [
			{ luvallaId: victim?.luvallaId, email: editor.email },
			{ email: editor.email, phone: '+358401234567', luvallaId: victim?.luvallaId },
		]) {
			const tried = await assist(s, editor, { person });
			expect([tried.status, tried.json().code]).toEqual([422, 'cannot_name']);
		}
		expect(await mine(editor)).toEqual([]);
		expect((await say(s, editor, health, true)).status).toBe(404);
		expect(await stateOf({ ...s, tenant: second }, { email: 'victim@example.com' }, 'Health letter')).toBe(false);
	});

	test('by file neither: the row is refused with the same word', async () => {
		const s = await scene();
		const { editor } = await annex(s);
		await write(s, [answer({ person: { email: 'victim@example.com' } })]);
		const csv = `email;externalId;purpose;value;at\nvictim@example.com;77;Letter;no;2026-01-02\nnew@example.com;78;Letter;no;2026-01-02\nnew@example.com;79;Letter;no;2026-01-03`;
		const read = async (file: typeof checkedFile) => {
			const run = await file(t, editor, s.tenant, csv);
			const found = await t.send(editor, 'GET', `/api/manage/runs/${run.id}/findings?size=100`, { headers: inCustomer(s) });
			return { counts: run.counts, found: found.json().data };
		};
		for (const file of [checkedFile, writtenFile])
			expect(await read(file)).toMatchObject({
				counts: { no: 1, rejected: 2 },
				found: [
					{ line: 2, code: 'cannot_name' },
					{ line: 4, code: 'cannot_name' },
				],
			});
	});

	test('a dry run knows whom a file gives another name', async () => {
		const s = await scene();
		await write(s, [answer({ value: false, at: ago(HOUR) })]);
		// In batches of their own: the second names somebody known by what only the first says.
		const rows = ['email,externalId,purpose,value,at,source', 'anna@example.com,77,Letter,no,2026-01-02,Old tool'];
		for (let n = 0; n < 1000; n++) rows.push(`x${n}@example.com,,Letter,no,2026-01-02,Old tool`);
		rows.push(',77,Letter,yes,2026-01-03,Old tool');
		// So many that the last stands in a later batch than the first.
		for (let n = 0; n < 5000; n++) rows.splice(-1, 0, `y${n}@example.com,,Letter,no,2026-01-02,Old tool and some more words`);
		const checked = await checkedFile(t, s.owner, s.tenant, rows.join('\n'));
		expect(checked.counts).toMatchObject({ yes: 1, no: 6001, behind: 1 });
		expect((await writtenFile(t, s.owner, s.tenant, rows.join('\n'))).counts).toEqual(checked.counts);
	});

	test('machines and those who answer for the customer; it is written down, shown, and can be taken away', async () => {
		const s = await scene();
		const [anna] = await write(s, [answer()]);
		await write(s, [answer({ person: { luvallaId: anna?.luvallaId, phone: '+358401234567' }, at: ago(2 * HOUR) })]);
		expect((await assist(s, s.owner, { person: { luvallaId: anna?.luvallaId, email: 'a.virtanen@work.example' } })).status).toBe(200);
		const added = await activityOf(s, 'added');
		expect(added.filter(({ thing }) => thing === 'person_address')).toMatchObject([
			{ thing_id: anna?.luvallaId, after: { phone: '+358401234567' } },
			{ thing_id: anna?.luvallaId, user_id: s.owner.userId, after: { email: 'a.virtanen@work.example' } },
		]);
		const shown = (await page(s, s.owner, anna?.luvallaId ?? '')).json().data;
		expect(shown.can).toEqual({ erase: true, remove: true });
		expect(shown.identifiers).toMatchObject([
			{ kind: 'email', value: 'anna@example.com', how: 'api', confirmedAt: null },
			{ kind: 'phone', value: '+358401234567', how: 'api' },
			{ kind: 'email', value: 'a.virtanen@work.example', how: 'assisted', addedBy: `user:${s.owner.userId}` },
		]);
		const take = (who: Person, body: object) =>
			t.send(who, 'POST', `/api/audit/domain/people/${anna?.luvallaId}/identifiers/remove`, { headers: inCustomer(s), body });
		const work = { kind: 'email', value: 'a.virtanen@work.example' };
		expect((await take(s.owner, { kind: 'email', value: 'nobody@example.com' })).status).toBe(404);
		expect((await take(s.owner, work)).json().data).toEqual({ removed: true });
		expect((await take(s.owner, work)).status).toBe(404);
		expect((await activityOf(s, 'removed')).at(-1)).toMatchObject({ thing_id: anna?.luvallaId, before: { email: work.value } });
		// What was said stays the person's; the address is nobody's, and a no under it is remembered of it.
		expect(await stateOf(s, { email: 'anna@example.com' })).toBe(false);
		expect(await stateOf(s, { email: work.value })).toBeNull();
		const [again] = await write(s, [answer({ person: { email: work.value }, at: ago(3 * HOUR) })]);
		expect(again).toMatchObject({ outcome: 'stored', holds: false });
		expect(again?.luvallaId).not.toBe(anna?.luvallaId);
	});
});

describe('a domain’s own admin', () => {
	test('learns nothing of what somebody is known by elsewhere', async () => {
		const s = await scene();
		const { second, editor } = await annex(s);
		const [anna] = await write({ ...s, tenant: second }, [
			answer({ person: { email: 'anna@example.com', externalId: 'patient-77', phone: '+358401234567' }, purpose: 'Health letter' }),
		]);
		const list = async (q: string) =>
			(await t.send(editor, 'GET', `/api/audit/domain/people?q=${q}`, { headers: inCustomer(s) })).json().data;
		// Known on the own domain by one address only, which an owner wrote there.
		expect((await assist(s, s.owner, { person: { email: 'anna@example.com' } })).status).toBe(200);
		const shown = (await page(s, editor, anna?.luvallaId ?? '')).json().data;
		expect(shown.identifiers.map(({ value }: { value: string }) => value)).toEqual(['anna@example.com']);
		expect(JSON.stringify(shown)).not.toContain('patient');
		expect(await list('patient')).toEqual([]);
		expect(await list('%2B358')).toEqual([]);
		expect(await list('anna')).toMatchObject([{ identifiers: [{ kind: 'email', value: 'anna@example.com' }] }]);
		const owners = (await page(s, s.owner, anna?.luvallaId ?? '')).json().data;
		expect(owners.identifiers).toHaveLength(3);
	});

	test('hears one and the same refusal, whatever it is that they may not know', async () => {
		const s = await scene();
		const { second, editor } = await annex(s);
		const there = { ...s, tenant: second };
		const [elsewhere] = await write(there, [
			answer({ person: { email: 'elsewhere@example.com', externalId: '77' }, purpose: 'Health letter' }),
		]);
		const [here] = await write(s, [answer({ person: { email: 'here@example.com' } }), answer({ person: { email: 'other@example.com' } })]);
		await write(there, [answer({ person: { email: 'here@example.com', phone: '+358401234567' }, purpose: 'Health letter' })]);
		const people = () =>
			t.storage.inTenant(s.tenant.customerId, (tx) =>
				tx.query('select * from person_identifier where customer_id = $1', [s.tenant.customerId]),
			);
		const before = await people();
		const cases: Record<string, object> = {
			'known elsewhere': { email: 'elsewhere@example.com' },
			'another id known elsewhere': { externalId: '77' },
			'known here, by a number known elsewhere': { phone: '+358401234567' },
			'two people': { email: 'here@example.com', externalId: '77' },
			'two people of here': { luvallaId: here?.luvallaId, email: 'other@example.com' },
			'a luvallaId of elsewhere': { luvallaId: elsewhere?.luvallaId },
			'a luvallaId of nobody': { luvallaId: v7() },
			'an address for somebody known': { email: 'fresh@example.com', luvallaId: here?.luvallaId },
			'an id for somebody known': { email: 'here@example.com', externalId: 'fresh' },
			'a stranger beside somebody known elsewhere': { email: 'fresh@example.com', externalId: '77' },
		};
		const answers = new Map<string, string>();
		for (const [name, person] of Object.entries(cases)) {
			const refused = await assist(s, editor, { person });
			answers.set(name, `${refused.status} ${refused.text}`);
		}
		expect(new Set(answers.values()).size).toBe(1);
		expect([...answers.values()][0]).toMatch(/^422 .*cannot_name/);
		expect(await people()).toEqual(before);
		expect((await activityOf(s, 'recorded')).length).toBe(0);
		// Strangers and those known here can be named.
		for (const person of [
			{ email: 'here@example.com' },
			{ luvallaId: here?.luvallaId },
			{ email: 'new@example.com', phone: '+358409999999' },
		])
			expect([person, (await assist(s, editor, { person })).status]).toEqual([person, 200]);
	});

	test('gets no address by webhook that is known on other domains only', async () => {
		const s = await scene();
		const { second } = await annex(s);
		await t.send(s.owner, 'PUT', '/api/manage/domain', {
			body: {
				id: s.tenant.domainId,
				domain: s.tenant.host,
				name: '',
				consentChangeWebHook: { url: 'https://hooks.example.com/', headerValues: [] },
			},
		});
		const [anna] = await write({ ...s, tenant: second }, [
			answer({ person: { email: 'private@example.com', externalId: '77' }, purpose: 'Health letter' }),
		]);
		await write(s, [answer({ person: { externalId: '77' } })]);
		await appendCustomer(t.server.kernel, s.tenant.customerId);
		await findNews(t.server.kernel, s.tenant.customerId);
		const told = () =>
			t.storage.inTenant(s.tenant.customerId, (tx) =>
				tx.query<{ body: string }>('select body from webhook_delivery where customer_id = $1', [s.tenant.customerId]),
			);
		const bodies = (await told()).map(({ body }) => body);
		expect(bodies).toHaveLength(1);
		expect(bodies[0]).toContain(anna?.luvallaId);
		expect(bodies[0]).not.toContain('private@');
		// What was told of an erased person goes with them.
		await t.storage.inErasure(s.tenant.customerId, (tx) => erasePerson(tx, t.server.kernel, s.tenant.customerId, anna?.luvallaId ?? ''));
		expect(await told()).toEqual([]);
	});
});

describe('one’s own page', () => {
	/** E is written beside V by a machine; both have answered. */
	const beside = async () => {
		const s = await scene();
		const [victim, attached] = [await t.person(), await t.person()];
		const [first] = await write(s, [answer({ person: { email: victim.email }, value: false, at: ago(2 * HOUR) })]);
		await write(s, [answer({ person: { luvallaId: first?.luvallaId, email: attached.email }, at: ago(HOUR) })]);
		const letterOf = async (who: Person) =>
			(await mine(who))[0]?.domains[0]?.purposes.find((p: { purposeId: string }) => p.purposeId === s.letter);
		return { s, victim, attached, person: first?.luvallaId ?? '', letterOf };
	};
	const mailTo = (email: string) =>
		t.storage.inPlatform((tx) =>
			tx.query<{ subject: string; body_text: string }>(
				'select subject, body_text from mail where recipient = $1 order by created_at desc',
				[email],
			),
		);
	const tokenIn = (text = ''): string => decodeURIComponent(/confirmaddress\?token=([^\s]+)/.exec(text)?.[1] ?? '');
	const askFor = (who: Person, customerId: number, ref: string) =>
		t.send(who, 'POST', '/api/account/address', { body: { customerId, ref } });
	const confirm = (who: Person, token: string) => t.send(who, 'POST', '/api/account/address/confirm', { body: { token } });

	test('opens what was said under the address signed in with, and of the rest a masked address only', async () => {
		const { s, victim, attached, letterOf } = await beside();
		expect((await letterOf(attached)).history).toMatchObject([{ value: true }]);
		expect((await letterOf(victim)).history).toMatchObject([{ value: false }]);
		const [customer] = await mine(attached);
		expect(customer.others).toMatchObject([{ address: `p•••@example.com`, confirmed: false }]);
		expect(JSON.stringify(customer)).not.toContain(victim.email);
		// Receipts of what was said under the other address are nobody's business either.
		const said = (await letterOf(victim)).history[0].recordId;
		await sealAll(t.server.kernel);
		expect((await t.send(attached, 'GET', `/api/account/consents/${said}/receipt`)).status).toBe(404);
		expect((await t.send(victim, 'GET', `/api/account/consents/${said}/receipt`)).status).toBe(200);
		expect(s.letter).toBeTruthy();
	});

	test('a yes never turns a no of an address that is not proven; a no always counts', async () => {
		const { s, victim, attached, letterOf } = await beside();
		await write(s, [answer({ person: { email: victim.email }, value: false, at: ago(1000) })]);
		expect((await say(s, attached, s.letter, true)).status).toBe(200);
		expect(await stateOf(s, { email: victim.email })).toBe(false);
		expect((await letterOf(attached)).value).toBe(true);
		// Nor when what holds is derived again.
		const { customerId } = s.tenant;
		expect(await t.storage.inTenant(customerId, (tx) => checkPresent(tx, customerId))).toEqual([]);
		// The one whose no it is turns it.
		expect((await say(s, victim, s.letter, true)).status).toBe(200);
		expect(await stateOf(s, { email: victim.email })).toBe(true);
		expect((await say(s, attached, s.letter, false)).status).toBe(200);
		expect(await stateOf(s, { email: victim.email })).toBe(false);
	});

	test('opens the rest once a link that was mailed to the other address is opened in the same account', async () => {
		const { s, victim, attached, person, letterOf } = await beside();
		const { customerId } = s.tenant;
		const [other] = (await mine(attached))[0].others;
		expect((await askFor(victim, customerId, other.ref)).status).toBe(404);
		expect((await askFor(attached, customerId, other.ref)).json().data).toEqual({ address: other.address });
		const [mail] = await mailTo(victim.email);
		expect(mail?.body_text).toContain(attached.email);
		const token = tokenIn(mail?.body_text);
		expect(token).not.toContain('@');
		// Opened by the victim, by a stranger, by nobody: nothing.
		expect((await confirm(victim, token)).json()).toMatchObject({ code: 'other_account' });
		expect((await confirm(await t.person(), token)).json()).toMatchObject({ code: 'other_account' });
		expect((await t.send(null, 'POST', '/api/account/address/confirm', { body: { token } })).status).toBe(401);
		expect((await confirm(attached, token.slice(0, -8))).json()).toMatchObject({ code: 'link_over' });
		expect((await letterOf(attached)).history).toHaveLength(1);
		// Opened by who asked.
		expect((await confirm(attached, token)).json().data).toMatchObject({ customerId, address: victim.email });
		expect((await letterOf(attached)).history).toMatchObject([{ value: true }, { value: false }]);
		expect((await mine(attached))[0].others).toMatchObject([{ address: victim.email, confirmed: true }]);
		// The other way round nothing was shown.
		expect((await letterOf(victim)).history).toMatchObject([{ value: false }]);
		const shown = (await page(s, s.owner, person)).json().data.identifiers;
		expect(shown.every(({ confirmedAt }: { confirmedAt: string | null }) => confirmedAt !== null)).toBe(true);
		await write(s, [answer({ person: { email: victim.email }, value: false, at: ago(1000) })]);
		expect((await say(s, attached, s.letter, true)).status).toBe(200);
		expect(await stateOf(s, { email: victim.email })).toBe(true);
	});

	test('a link ends with its hour, with the address, and mails are few', async () => {
		const { s, victim, attached, person } = await beside();
		const { customerId } = s.tenant;
		const [other] = (await mine(attached))[0].others;
		for (let n = 0; n < 5; n++) expect((await askFor(attached, customerId, other.ref)).status).toBe(200);
		expect((await askFor(attached, customerId, other.ref)).json()).toMatchObject({ code: 'too_many_mails' });
		const token = tokenIn((await mailTo(victim.email))[0]?.body_text);
		const sealed = JSON.parse(t.server.kernel.secrets.open(token, 'address link'));
		const late = t.server.kernel.secrets.seal(JSON.stringify({ ...sealed, until: Date.now() - 1 }), 'address link');
		expect((await confirm(attached, late)).json()).toMatchObject({ code: 'link_over' });
		await t.send(s.owner, 'POST', `/api/audit/domain/people/${person}/identifiers/remove`, {
			headers: inCustomer(s),
			body: { kind: 'email', value: victim.email },
		});
		expect((await confirm(attached, token)).json()).toMatchObject({ code: 'link_over' });
	});

	test('a number or id that came with the address opens with it; one that did not stays closed, and neither does an admin prove anything', async () => {
		const s = await scene();
		const anna = await t.person();
		const [first] = await write(s, [answer({ person: { email: anna.email, externalId: '17' } })]);
		await write(s, [
			answer({ person: { externalId: '17' }, at: ago(HOUR / 2) }),
			answer({ person: { luvallaId: first?.luvallaId, phone: '+358401234567' }, at: ago(HOUR / 3) }),
			answer({ person: { luvallaId: first?.luvallaId }, at: ago(HOUR / 4) }),
		]);
		const [customer] = await mine(anna);
		const letter = customer.domains[0].purposes.find((p: { purposeId: string }) => p.purposeId === s.letter);
		// By the address, by the id that came with it, and of the person as such; not by the number that somebody wrote beside it.
		expect(letter.history).toHaveLength(3);
		expect(customer.others).toEqual([]);
		const admin = await t.person(['ADMIN']);
		const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: anna.email } });
		const acting = { ...anna, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
		expect((await askFor(acting, s.tenant.customerId, 'x')).status).toBe(403);
		expect((await confirm(acting, 'x')).status).toBe(403);
		expect(
			(
				await t.send(acting, 'POST', '/api/account/consents', {
					body: { customerId: s.tenant.customerId, answers: [{ purposeId: s.letter, value: false }] },
				})
			).status,
		).toBe(200);
		const shown = (await page(s, s.owner, first?.luvallaId ?? '')).json().data.identifiers;
		expect(shown.every(({ confirmedAt }: { confirmedAt: string | null }) => confirmedAt === null)).toBe(true);
	});
});

describe('memory of a no', () => {
	const erase = (s: Scene, id: string) => t.send(s.owner, 'DELETE', `/api/audit/domain/people/${id}`, { headers: inCustomer(s) });

	test('a yes from before an erasure does not hold again by API, identification or officer; a later one and the person’s own do', async () => {
		const s = await scene();
		const anna = await t.person();
		const who = { email: anna.email };
		const [said] = await write(s, [answer({ person: who, value: false })]);
		const gone = (await erase(s, said?.luvallaId ?? '')).json().data;
		expect(gone).toMatchObject({ erased: 1, remembered: 1 });
		const { publishedFolder } = await publishBanner(t, s.owner, s.tenant);
		expect(await write(s, [answer({ person: who, at: ago(30 * 24 * HOUR), source: 'Old CRM list' })])).toMatchObject([
			{ outcome: 'stored', holds: false },
		]);
		expect((await assist(s, s.owner, { person: who, value: true, at: ago(2 * HOUR), source: PAPER })).json().data).toMatchObject({
			holds: false,
		});
		expect(await stateOf(s, who)).toBeNull();
		// By another id first, which then turns out to be the same person.
		const [other] = await write(s, [answer({ person: { externalId: '17' }, at: ago(3 * HOUR) })]);
		expect(other?.holds).toBe(true);
		const { customerId } = s.tenant;
		await write(s, [answer({ person: { externalId: '17', phone: '+358401234567' }, at: ago(4 * HOUR), value: true })]);
		expect(await stateOf(s, { externalId: '17' })).toBe(true);
		await merge(s, other?.luvallaId ?? '', (await write(s, [answer({ person: who, at: ago(5 * HOUR) })]))[0]?.luvallaId ?? '');
		expect(await stateOf(s, { externalId: '17' })).toBeNull();
		expect(await t.storage.inTenant(customerId, (tx) => checkPresent(tx, customerId))).toEqual([]);
		// A visitor's yes that is linked afterwards.
		const records = choice({ statistics: true }, Date.now() - HOUR);
		await sendRecords(t, s.tenant, publishedFolder, records);
		expect(await write(s, [answer({ person: who, at: new Date(Date.now() + 1000).toISOString() })])).toMatchObject([{ holds: true }]);
		expect((await say(s, anna, s.letter, false)).status).toBe(200);
		expect((await say(s, anna, s.letter, true)).status).toBe(200);
		expect(await stateOf(s, who)).toBe(true);
	});

	test('an address with a memory that is added to somebody known takes their older yes with it', async () => {
		const s = await scene();
		const [said] = await write(s, [answer({ value: false })]);
		await erase(s, said?.luvallaId ?? '');
		await write(s, [answer({ person: { externalId: '17' }, at: ago(2 * HOUR) })]);
		expect(await stateOf(s, { externalId: '17' })).toBe(true);
		await write(s, [answer({ person: { externalId: '17', email: 'anna@example.com' }, at: ago(3 * HOUR) })]);
		expect(await stateOf(s, { externalId: '17' })).toBeNull();
	});

	test('a yes of a clock that runs ahead is no later than it arrived, a visitor’s too', async () => {
		const s = await scene();
		const { publishedFolder } = await publishBanner(t, s.owner, s.tenant);
		const purpose = 'Statistics';
		const identify = async (person: object, record: { id: string } | undefined): Promise<void> => {
			const body = { domainId: s.tenant.domainId, person, records: [record?.id] };
			expect((await t.send(null, 'POST', '/edge/v1/consents/identify', { headers: s.machine, body })).status).toBe(200);
		};
		// A server's clock may be some minutes ahead, a visitor's a day.
		await write(s, [answer({ person: { externalId: '17' }, purpose, at: ago(-4 * 60_000) })]);
		const [linkedFirst] = choice({ statistics: true }, Date.now() + 20 * HOUR);
		const [linkedLast] = choice({ statistics: true }, Date.now() + 19 * HOUR);
		for (const record of [linkedFirst, linkedLast]) await sendRecords(t, s.tenant, publishedFolder, [record]);
		const emails = ['anna@example.com', 'ben@example.com', 'carl@example.com'];
		for (const email of emails) {
			const [said] = await write(s, [answer({ person: { email }, purpose, value: false })]);
			await erase(s, said?.luvallaId ?? '');
		}
		await identify({ externalId: '18' }, linkedFirst);
		for (const [place, externalId] of ['17', '18'].entries()) {
			expect(await stateOf(s, { externalId }, purpose)).toBe(true);
			// They turn out to be somebody who said no after that.
			await write(s, [answer({ person: { externalId, email: emails[place] }, purpose, at: ago(3 * HOUR) })]);
			expect(await stateOf(s, { externalId }, purpose)).toBeNull();
		}
		await identify({ email: emails[2] }, linkedLast);
		expect(await stateOf(s, { email: emails[2] }, purpose)).toBeNull();
	});

	test('by file neither; it is kept as a keyed hash, and those who answer for the customer may drop it, proven and written down', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const [said] = await write(s, [answer({ person: { email: 'anna@example.com', externalId: '17' }, value: false })]);
		const gone = (await erase(s, said?.luvallaId ?? '')).json().data;
		expect(gone.remembered).toBe(2);
		const rows = await t.storage.inTenant(customerId, (tx) =>
			tx.query('select * from person_objection where customer_id = $1', [customerId]),
		);
		expect(rows).toHaveLength(2);
		expect(JSON.stringify(rows)).not.toContain('anna');
		const imported = await t.storage.inTenant(customerId, async (tx) =>
			takeAnswers(
				tx,
				t.server.kernel,
				customerId,
				[answer({ person: { externalId: '17' } })],
				await readPurposeFacts(tx, customerId, null),
				{ how: 'import', by: 'user:x' },
			),
		);
		expect(imported).toMatchObject([{ outcome: 'stored', holds: false }]);
		const drop = (who: Person) => t.send(who, 'DELETE', `/api/audit/domain/people/memory/${gone.erasureId}`, { headers: inCustomer(s) });
		expect((await drop(await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] }))).status).toBe(403);
		expect((await drop(s.owner)).json().data).toEqual({ dropped: 2 });
		expect((await drop(s.owner)).status).toBe(404);
		expect((await activityOf(s, 'dropped')).at(-1)).toMatchObject({ thing_id: gone.erasureId, before: { remembered: 2 } });
		expect(await write(s, [answer({ person: { email: 'anna@example.com' }, at: ago(2 * HOUR) })])).toMatchObject([{ holds: true }]);
	});
});

const numberOf = async (tx: Tx, customerId: number, person: string): Promise<number | undefined> =>
	(await tx.query<{ number: number }>('select number from person where customer_id = $1 and person = $2', [customerId, person]))[0]?.number;

describe('a person is forgotten', () => {
	const known = ({ tenant: { customerId } }: Scene, person: string) =>
		t.storage.inTenant(
			customerId,
			async (tx) => (await tx.query('select 1 from person where customer_id = $1 and person = $2', [customerId, person])).length === 1,
		);

	test('only when no wing holds anything of them: not by retention of their last record, while another does', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const { kernel } = t.server;
		const [anna, bo] = await write(s, [answer(), answer({ person: { email: 'bo@example.com' } })]);
		const forgotten: string[] = [];
		const stops = [
			kernel.hooks.holds.on(async (_tx, { persons }) => persons.filter((person) => person === anna?.luvallaId)),
			kernel.hooks.forgotten.on(async (_tx, { persons }) => void forgotten.push(...persons)),
		];
		const lose = (id = '') => t.storage.inErasure(customerId, (tx) => eraseRecords(tx, kernel, customerId, [id], 'retention'));
		try {
			await lose(anna?.recordId);
			await lose(bo?.recordId);
			expect([await known(s, anna?.luvallaId ?? ''), await known(s, bo?.luvallaId ?? '')]).toEqual([true, false]);
			expect(forgotten).toEqual([bo?.luvallaId]);
		} finally {
			for (const stop of stops) stop();
		}
		// Still who they were.
		expect(await write(s, [answer({ at: ago(1000) })])).toMatchObject([{ luvallaId: anna?.luvallaId }]);
	});

	test('and whoever is told of an answer finds who said it', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const told: object[] = [];
		const stop = t.server.kernel.hooks.answered.on(async (tx, { answers }) => {
			for (const { person, value, holds } of answers)
				told.push({
					value,
					holds,
					known: (await membersOf(tx, customerId, person)).members.length,
					number: await numberOf(tx, customerId, person),
				});
		});
		try {
			const older = answer({ at: ago(2 * HOUR) });
			await write(s, [answer({ value: false }), older, answer({ purpose: 'Nothing' })]);
			await write(s, [older]);
		} finally {
			stop();
		}
		expect(told).toEqual([
			{ value: false, holds: true, known: 1, number: 0 },
			{ value: true, holds: false, known: 1, number: 0 },
		]);
	});

	test('with all who are one with them, and what they were merged by', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		const [anna, bo] = await write(s, [answer(), answer({ person: { email: 'bo@example.com' }, value: false })]);
		await merge(s, anna?.luvallaId ?? '', bo?.luvallaId ?? '');
		await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [anna?.recordId ?? ''], 'retention'));
		expect(await known(s, anna?.luvallaId ?? '')).toBe(true);
		expect(await stateOf(s, { email: 'anna@example.com' })).toBe(false);
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, anna?.luvallaId ?? ''));
		expect([await known(s, anna?.luvallaId ?? ''), await known(s, bo?.luvallaId ?? '')]).toEqual([false, false]);
		const [left] = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ n: number }>(
				`select (select count(*) from person_alias where customer_id = $1)::int + (select count(*) from person_identifier where customer_id = $1)::int
				+ (select count(*) from person_seen where customer_id = $1)::int + (select count(*) from consent_state where customer_id = $1)::int as n`,
				[customerId],
			),
		);
		expect(left).toEqual({ n: 0 });
	});

	test('a no that somebody shared does not come back as their older yes when it is erased with who said it', async () => {
		const s = await scene();
		const [anna, bo] = await write(s, [answer(), answer({ person: { email: 'bo@example.com' }, purpose: 'Letter', at: ago(2 * HOUR) })]);
		await merge(s, anna?.luvallaId ?? '', bo?.luvallaId ?? '');
		await write(s, [answer({ person: { email: 'bo@example.com' }, value: false, at: ago(1000) })]);
		await unmerge(s, anna?.luvallaId ?? '');
		expect([await stateOf(s, { email: 'anna@example.com' }), await stateOf(s, { email: 'bo@example.com' })]).toEqual([false, false]);
		const { customerId } = s.tenant;
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, bo?.luvallaId ?? ''));
		expect(await stateOf(s, { email: 'anna@example.com' })).toBeNull();
		await merge(
			s,
			anna?.luvallaId ?? '',
			(await write(s, [answer({ person: { email: 'c@example.com' }, purpose: 'Letter', value: false })]))[0]?.luvallaId ?? '',
		);
		await unmerge(s, anna?.luvallaId ?? '');
		expect(await stateOf(s, { email: 'anna@example.com' })).not.toBe(true);
	});

	test('a no of their own stays when whoever shared it is erased', async () => {
		const s = await scene();
		const [anna, bo] = await write(s, [answer(), answer({ person: { email: 'bo@example.com' } })]);
		await merge(s, anna?.luvallaId ?? '', bo?.luvallaId ?? '');
		await write(s, [answer({ value: false, at: ago(1000) })]);
		await unmerge(s, anna?.luvallaId ?? '');
		const { customerId } = s.tenant;
		await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, bo?.luvallaId ?? ''));
		expect([await stateOf(s, { email: 'anna@example.com' }), await stateOf(s, { email: 'bo@example.com' })]).toEqual([false, null]);
	});

	test('and a file sent again after a merge adds nothing', async () => {
		const s = await scene();
		const given = [answer({ at: ago(HOUR) }), answer({ person: { email: 'bo@example.com' }, value: false, at: ago(2 * HOUR) })];
		const [anna, bo] = await write(s, given);
		await merge(s, anna?.luvallaId ?? '', bo?.luvallaId ?? '');
		expect(await write(s, given)).toMatchObject([
			{ outcome: 'known', luvallaId: bo?.luvallaId, holds: false },
			{ outcome: 'known', luvallaId: bo?.luvallaId, holds: true },
		]);
		expect(await stateOf(s, { email: 'anna@example.com' })).toBe(false);
	});
});
