/** Answers of known people: by machine token, identification, officers, files, and the person's own page. */
import { readKeys } from '@luvalla/verify/keys.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { checkPresent } from '../src/wings/consent/answers/check-present.ts';
import { type Deciding, type Present, presentAfter, presentOfAll, together } from '../src/wings/consent/answers/present.ts';
import { checkLog } from '../src/wings/consent/proof/check.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { type Person, startApp, type Tenant, testApp } from './app.ts';
import { choice, edgeRecord, publishBanner, sendRecords } from './fixtures.ts';

const t = await startApp();

const HOUR = 3_600_000;
const ago = (millis: number): string => new Date(Date.now() - millis).toISOString();
const PAPER = 'Paper form, Turku shop';

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	const letter = await addPurpose(owner, tenant, 'Club letter');
	return { tenant, owner, folder: publishedFolder, letter, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const addPurpose = async (owner: Person, tenant: Tenant, name: string): Promise<{ id: string }> => {
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name, wording: { en: { name, about: 'Twice a month.' } } },
	});
	expect(added.status).toBe(200);
	return added.json().data;
};

const write = async ({ tenant, machine }: Scene, answers: readonly object[]) => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId: tenant.domainId, answers } });
	expect(sent.status).toBe(200);
	return sent.json().data.results as {
		outcome: string;
		code: string | null;
		recordId: string;
		luvallaId: string;
		holds: boolean;
		fields: object | null;
	}[];
};

const stateOf = async ({ tenant, machine }: Scene, person: object): Promise<Record<string, boolean | null>> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
	expect(sent.status).toBe(200);
	return Object.fromEntries(sent.json().data.purposes.map((one: { purpose: string; value: boolean | null }) => [one.purpose, one.value]));
};

const identify = (scene: Scene, body: object) =>
	t.send(null, 'POST', '/edge/v1/consents/identify', { headers: scene.machine, body: { domainId: scene.tenant.domainId, ...body } });

const answer = (over: object = {}) => ({
	person: { email: 'anna@example.com' },
	purpose: 'Club letter',
	value: true,
	at: ago(HOUR),
	source: PAPER,
	...over,
});

describe('in the report', () => {
	const report = async ({ owner, tenant }: Scene, query = '') =>
		(await t.send(owner, 'GET', `/api/audit/domain/consents?${query}`, { headers: { domain_key: tenant.domainId } })).json();
	const counts = async ({ owner, tenant }: Scene, group: object = {}) => {
		const today = new Date().toISOString().slice(0, 10);
		const sent = await t.send(owner, 'POST', `/api/customer/${tenant.customerId}/aggregateddomaincountsfordates`, {
			body: { startDate: today, endDate: today, domainList: [], ...group },
		});
		return sent;
	};

	test('what a machine brings accepts nothing all, is not live, and is no part of the consent rate', async () => {
		const s = await scene();
		await write(s, [answer(), answer({ person: { email: 'bo@example.com' }, value: false })]);
		const { data, page } = await report(s);
		expect(page.total).toBe(2);
		expect(data.map(({ kind, yes, no, how }: Record<string, unknown>) => ({ kind, yes, no, how }))).toEqual(
			expect.arrayContaining([
				{ kind: 'answer', yes: ['Club letter'], no: [], how: 'api' },
				{ kind: 'answer', yes: [], no: ['Club letter'], how: 'api' },
			]),
		);
		expect((await report(s, 'kind=all')).page.total).toBe(0);
		expect((await report(s, 'kind=none')).page.total).toBe(0);
		expect((await report(s, 'kind=answer')).page.total).toBe(2);
		expect((await report(s, 'given=self')).page.total).toBe(0);
		expect((await counts(s)).json().data).toMatchObject([{ choices: 0, acceptedAll: 0, refused: 0, records: 2 }]);
	});

	test('a choice that turned out to be somebody’s stays one choice of its banner, each purpose named once', async () => {
		const s = await scene();
		const records = choice({ statistics: true, marketing: false, media: false });
		await sendRecords(t, s.tenant, s.folder, records);
		const linked = await identify(s, { person: { email: 'anna@example.com' }, records: records.map(({ id }) => id) });
		expect(linked.status).toBe(200);
		expect((await report(s)).data).toMatchObject([{ kind: 'some', yes: ['Statistics'], no: ['Marketing', 'Media'] }]);
		expect((await report(s, 'given=self')).data).toMatchObject([{ kind: 'some', how: 'banner' }]);
		expect((await counts(s)).json().data).toMatchObject([{ choices: 1, acceptedSome: 1, records: 6 }]);
	});

	test('counts keep to the steps that are asked for, which must rise', async () => {
		const s = await scene();
		await sendRecords(t, s.tenant, s.folder, choice({ statistics: true, marketing: true, media: true }));
		const [from, middle, to] = [ago(HOUR), ago(HOUR / 2), new Date(Date.now() + HOUR).toISOString()];
		const [found] = (await counts(s, { from, to, steps: [from, middle] })).json().data;
		expect(found.steps).toEqual([
			{ at: from, choices: 0, accepted: 0, acceptedAll: 0, acceptedSome: 0, refused: 0, records: 0, others: 0, withdrawn: 0 },
			{ at: middle, choices: 1, accepted: 1, acceptedAll: 1, acceptedSome: 0, refused: 0, records: 3, others: 0, withdrawn: 0 },
		]);
		expect((await counts(s, { from, to, steps: [middle, from] })).status).toBe(400);
		expect((await counts(s, { from, to, steps: [] })).status).toBe(400);
		expect((await counts(s, { from, to })).json().data[0].steps).toHaveLength(24);
	});
});

describe('by machine token', () => {
	test('a yes with a source holds, a no without one too, and each is told in its order', async () => {
		const s = await scene();
		const results = await write(s, [
			answer(),
			answer({ person: { email: 'ANNA@example.com ' }, purpose: s.letter.id, value: false, at: ago(HOUR / 2), source: undefined }),
			answer({ person: { phone: '+358 40 123 4567' } }),
		]);
		expect(results).toMatchObject([
			{ outcome: 'stored', code: null, holds: false },
			{ outcome: 'stored', code: null, holds: true },
			{ outcome: 'stored', code: null, holds: true },
		]);
		expect(results[0]?.luvallaId).toBe(results[1]?.luvallaId);
		expect(results[2]?.luvallaId).not.toBe(results[1]?.luvallaId);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': false, Statistics: null });
		expect(await stateOf(s, { phone: '+358401234567' })).toMatchObject({ 'Club letter': true });
	});

	test('a moment is the same however it is written', async () => {
		const s = await scene();
		const no = { value: false, source: undefined };
		const [there, here] = ['2026-11-20T14:00:00+02:00', '2026-11-20T12:00:00.000Z'];
		expect(await write(s, [answer({ ...no, at: there }), answer({ ...no, at: here })])).toMatchObject([
			{ outcome: 'stored', holds: true },
			{ outcome: 'known' },
		]);
	});

	test('each refusal has its word, sinks no other, and makes nobody known', async () => {
		const s = await scene();
		const id = v7({ msecs: Date.now() - 5000 });
		const cases: [object, string][] = [
			[{ person: {} }, 'malformed'],
			[{ person: { email: 'not an address' } }, 'malformed'],
			[{ person: { phone: '+1 1' } }, 'malformed'],
			[{ at: 'yesterday' }, 'malformed'],
			[{ at: '0001-01-01T00:00:00Z' }, 'malformed'],
			[{ value: 'yes' }, 'malformed'],
			[{ source: 'x\u0000y z' }, 'malformed'],
			[{ purpose: 'Nothing' }, 'unknown_purpose'],
			[{ version: 9 }, 'unknown_version'],
			[{ source: undefined }, 'source_needed'],
			[{ at: new Date(Date.now() + HOUR).toISOString() }, 'at_future'],
			[{ id }, 'at_mismatch'],
			[{ person: { luvallaId: v7() } }, 'unknown_person'],
		];
		const results = await write(s, [...cases.map(([over]) => answer({ person: { email: 'stranger@example.com' }, ...over })), answer()]);
		expect(results.map(({ code }) => code)).toEqual([...cases.map(([, code]) => code), null]);
		// Each says of a field what does not fit, for whoever writes the client.
		const told = results.slice(7).map(({ fields }) => fields);
		expect(told).toEqual([
			{ purpose: 'This domain has no such purpose' },
			{ version: 'There is no such version, or it began after `at`' },
			{ source: 'A yes needs a source that somebody can follow up' },
			{ at: 'This is more than five minutes ahead of our clock' },
			{ id: 'Its millisecond is not that of `at`' },
			{ person: 'Nobody is known here by this' },
			null,
		]);
		const asked = await t.send(null, 'POST', '/edge/v1/consents/state', {
			headers: s.machine,
			body: { domainId: s.tenant.domainId, person: { email: 'stranger@example.com' } },
		});
		expect(asked.json().data.luvallaId).toBeNull();
		const people = (
			await t.send(s.owner, 'GET', '/api/audit/domain/people', { headers: { customer_key: String(s.tenant.customerId) } })
		).json();
		expect(people.page.total).toBe(1);
	});

	test('a no is taken whatever stands beside it, and is told what was left out', async () => {
		const s = await scene();
		const of = (n: number, over: object) => answer({ person: { email: `no${n}@example.com` }, value: false, ...over });
		const beside = [
			{ source: '' },
			{ source: 'TV' },
			{ source: 'x'.repeat(301) },
			{ language: 'fi_FI' },
			{ version: 0 },
			{ version: 9 },
			{ id: 'mine' },
			{ at: undefined },
			{ at: null },
		];
		const told = ['source', 'source', 'source', 'language', 'version', null, 'id', 'at', 'at'];
		for (const [n] of beside.entries()) await write(s, [answer({ person: { email: `no${n}@example.com` } })]);
		const results = await write(
			s,
			beside.map((over, n) => of(n, over)),
		);
		expect(results).toEqual(beside.map(() => expect.objectContaining({ outcome: 'stored', code: null, holds: true })));
		expect(results.map(({ fields }) => (fields === null ? null : Object.keys(fields).join()))).toEqual(told);
		for (const [n] of beside.entries()) expect(await stateOf(s, { email: `no${n}@example.com` })).toMatchObject({ 'Club letter': false });
		// Of a moment that only the id tells it is that one.
		const at = ago(1000);
		const own = { id: v7({ msecs: Date.parse(at) }), source: undefined };
		expect(await write(s, [of(20, { ...own, at: undefined }), of(20, { ...own, at })])).toMatchObject([
			{ outcome: 'stored' },
			{ outcome: 'known' },
		]);
		// A yes is refused, and says why.
		expect(await write(s, [of(30, { value: true, source: 'TV' })])).toMatchObject([
			{ outcome: 'refused', code: 'malformed', fields: { source: expect.any(String) } },
		]);
	});

	test('a no of a clock that runs ahead is taken, keeps its moment, and counts as said when it came', async () => {
		const s = await scene();
		const ahead = (millis: number): string => new Date(Date.now() + millis).toISOString();
		const [soon, days] = [ahead(10 * 60_000), ahead(49 * HOUR)];
		const person = { email: 'ahead@example.com' };
		const no = { person, value: false, source: undefined };
		await write(s, [answer({ person })]);
		expect(await write(s, [answer({ ...no, at: soon }), answer({ ...no, at: days, id: v7({ msecs: Date.parse(days) }) })])).toMatchObject([
			{ outcome: 'stored', code: null },
			{ outcome: 'stored', code: null, holds: true },
		]);
		expect(await stateOf(s, person)).toMatchObject({ 'Club letter': false });
		expect(await write(s, [answer({ person, at: soon })])).toMatchObject([{ code: 'at_future' }]);
		expect(await stateOf(s, person)).toMatchObject({ 'Club letter': false });
		const kept = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ at: Date; received_at: Date; clock_skewed: boolean }>(
				'select at, received_at, clock_skewed from consent_record where customer_id = $1 and not value order by at',
				[s.tenant.customerId],
			),
		);
		expect(kept.map(({ at, clock_skewed: skewed }) => [at.toISOString(), skewed])).toEqual([
			[soon, false],
			[days, true],
		]);
		for (const { received_at: receivedAt } of kept) expect(Math.abs(receivedAt.getTime() - Date.now())).toBeLessThan(60_000);
		// It shuts out no yes that comes after it: by our clock that is later.
		expect(await write(s, [answer({ person, at: ahead(0) })])).toMatchObject([{ outcome: 'stored', holds: true }]);
		for (const at of ['9999-12-31T23:59:59.999-12:00', '9999-12-31T00:00:00Z'])
			expect((await write(s, [answer({ ...no, at })]))[0]?.code).toBe(at.endsWith('Z') ? null : 'malformed');
	});

	test('sending again adds nothing; the same id for somebody else is refused', async () => {
		const s = await scene();
		const at = ago(HOUR);
		const id = v7({ msecs: Date.parse(at) });
		const [first] = await write(s, [answer({ at })]);
		expect(await write(s, [answer({ at }), answer({ at })])).toMatchObject([
			{ outcome: 'known', recordId: first?.recordId },
			{ outcome: 'known', recordId: first?.recordId },
		]);
		await write(s, [answer({ id, at, person: { email: 'a@example.com' } })]);
		expect(await write(s, [answer({ id, at, person: { email: 'b@example.com' } })])).toMatchObject([
			{ outcome: 'refused', code: 'id_conflict' },
		]);
		expect(await write(s, [answer({ id, at, person: { email: 'a@example.com' }, value: false })])).toMatchObject([{ code: 'id_conflict' }]);
		const people = await t.send(s.owner, 'GET', '/api/audit/domain/people?q=b@', {
			headers: { customer_key: String(s.tenant.customerId) },
		});
		expect(people.json().data).toEqual([]);
		const who = { luvallaId: first?.luvallaId };
		expect(
			await write(s, [answer({ person: who, purpose: 'Statistics', at }), answer({ person: who, purpose: 'Media', at })]),
		).toMatchObject([{ outcome: 'stored' }, { outcome: 'stored' }]);
	});

	test('identifiers that come together belong to one person, and never to two', async () => {
		const s = await scene();
		const [anna] = await write(s, [answer({ person: { email: 'anna@example.com', externalId: '17' } })]);
		const [again] = await write(s, [answer({ person: { externalId: '17' }, value: false })]);
		expect(again?.luvallaId).toBe(anna?.luvallaId);
		await write(s, [answer({ person: { email: 'bo@example.com' } })]);
		expect(await write(s, [answer({ person: { email: 'bo@example.com', externalId: '17' } })])).toMatchObject([
			{ code: 'person_conflict' },
		]);
		expect(await write(s, [answer({ person: { luvallaId: anna?.luvallaId, phone: '+358401111111' }, at: ago(2 * HOUR) })])).toMatchObject([
			{ code: null },
		]);
		expect(await stateOf(s, { phone: '+358401111111' })).toMatchObject({ 'Club letter': false });
	});

	test('many at once that name the same stranger make one person', async () => {
		const s = await scene();
		const all = await Promise.all(
			Array.from({ length: 20 }, (_, n) => write(s, [answer({ at: ago(HOUR + n), person: { email: 'crowd@example.com' } })])),
		);
		expect(new Set(all.map(([one]) => one?.luvallaId)).size).toBe(1);
	});

	test('another customer’s machine, a person’s session and no token are kept out', async () => {
		const s = await scene();
		const other = await scene();
		const body = { domainId: s.tenant.domainId, answers: [answer()] };
		expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: other.machine, body })).status).toBe(404);
		// A cookie is nothing there.
		expect((await t.send(s.owner, 'POST', '/edge/v1/consents', { body })).status).toBe(401);
		expect((await t.send(null, 'POST', '/edge/v1/consents', { body })).status).toBe(401);
		await write(s, [answer()]);
		expect(await stateOf(other, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': null });
	});

	test('a yes to words that have changed materially since is no permission', async () => {
		const s = await scene();
		await write(s, [answer()]);
		const change = (body: object) =>
			t.send(s.owner, 'PUT', `/api/consent/purpose/${s.tenant.customerId}`, { body: { id: s.letter.id, ...body } });
		expect((await change({ wording: { en: { name: 'Club letter', about: 'Sold on, too.' } } })).json().data.version).toBe(2);
		expect((await change({ material: true })).status).toBe(200);
		const ask = async () =>
			(
				await t.send(null, 'POST', '/edge/v1/consents/state', {
					headers: s.machine,
					body: { domainId: s.tenant.domainId, person: { email: 'anna@example.com' } },
				})
			)
				.json()
				.data.purposes.find((one: { purpose: string }) => one.purpose === 'Club letter');
		expect(await ask()).toMatchObject({ value: true, version: 1, permitted: false });
		await write(s, [answer({ at: new Date().toISOString() })]);
		expect(await ask()).toMatchObject({ value: true, version: 2, permitted: true });
		// Nor does it take the place of one to the new words, however late it comes, alone or with somebody who turns out to be the same.
		expect(await write(s, [answer({ at: ago(2 * HOUR) })])).toMatchObject([{ outcome: 'stored', holds: false }]);
		expect(await ask()).toMatchObject({ value: true, version: 2, permitted: true });
		const of = (version: number, minutes: number, noMinutes: number | null): Present => ({
			value: true,
			recordAt: new Date(minutes * 60_000),
			recordId: v7(),
			purposeVersion: version,
			receivedAt: new Date(minutes * 60_000),
			noAt: noMinutes === null ? null : new Date(noMinutes * 60_000),
		});
		expect(together(of(2, 10, null), of(1, 20, null))?.purposeVersion).toBe(2);
		expect(together(of(2, 10, null), of(1, 20, 15))?.purposeVersion).toBe(1);
	});
});

describe('a no stays a no', () => {
	test('through an API yes without a source, one that was said before, and a new configuration', async () => {
		const s = await scene();
		await write(s, [answer({ value: false, at: ago(HOUR) })]);
		expect(await write(s, [answer({ source: undefined, at: ago(1000) })])).toMatchObject([{ code: 'source_needed' }]);
		expect(await write(s, [answer({ at: ago(2 * HOUR) })])).toMatchObject([{ outcome: 'stored', holds: false }]);
		await publishBanner(t, s.owner, s.tenant, 'Another');
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': false });
		// The person herself, later, on paper.
		expect(await write(s, [answer({ at: ago(1000) })])).toMatchObject([{ outcome: 'stored', holds: true }]);
	});

	test('through a restart: what holds is in the database and nowhere else', async () => {
		const s = await scene();
		await write(s, [answer({ value: false })]);
		const second = await testApp();
		try {
			const sent = await second.send(null, 'POST', '/edge/v1/consents', {
				headers: s.machine,
				body: { domainId: s.tenant.domainId, answers: [answer({ at: ago(2 * HOUR) })] },
			});
			expect(sent.json().data.results).toMatchObject([{ outcome: 'stored', holds: false }]);
		} finally {
			await second.stop();
		}
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': false });
	});

	test('through identification: a visitor’s yes fills what is open, a visitor’s no narrows', async () => {
		const s = await scene();
		await write(s, [
			answer({ purpose: 'Statistics', value: false, at: ago(HOUR) }),
			answer({ purpose: 'Marketing', value: true, at: ago(HOUR) }),
		]);
		// Said later than the no, by somebody nobody knew.
		const records = choice({ statistics: true, marketing: false, media: true });
		await sendRecords(t, s.tenant, s.folder, records);
		const ids = records.map(({ id }) => id);
		const linked = await identify(s, { person: { email: 'anna@example.com' }, records: [...ids, v7()] });
		expect(linked.json().data.records).toMatchObject([
			{ id: ids[0], outcome: 'linked', holds: false },
			{ id: ids[1], outcome: 'linked', holds: true },
			{ id: ids[2], outcome: 'linked', holds: true },
			{ outcome: 'unknown_record', recordId: null },
		]);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ Statistics: false, Marketing: false, Media: true });
		expect(
			(await identify(s, { person: { email: 'anna@example.com' }, records: ids }))
				.json()
				.data.records.map((one: { outcome: string }) => one.outcome),
		).toEqual(['known', 'known', 'known']);
		expect((await identify(s, { person: { email: 'bo@example.com' }, records: ids })).json()).toMatchObject({ code: 'nothing_said' });
		await write(s, [answer({ person: { email: 'bo@example.com' } })]);
		expect((await identify(s, { person: { email: 'bo@example.com' }, records: ids })).json().data.records).toMatchObject(
			ids.map((id) => ({ id, outcome: 'linked_elsewhere', recordId: null })),
		);
		expect(await stateOf(s, { email: 'bo@example.com' })).toMatchObject({ Media: null });
	});

	test('a device’s refusal, which has no id, is taken as a no, once', async () => {
		const s = await scene();
		await write(s, [answer({ purpose: 'Statistics' })]);
		const body = { person: { email: 'anna@example.com' }, refused: ['statistics', 'Nothing'] };
		const first = (await identify(s, body)).json().data.refused;
		expect(first).toMatchObject([
			{ purpose: 'statistics', code: null },
			{ purpose: 'Nothing', recordId: null, code: 'unknown_purpose' },
		]);
		expect(first[0].recordId).not.toBeNull();
		expect((await identify(s, body)).json().data.refused[0]).toMatchObject({ recordId: null, code: null });
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ Statistics: false });
	});

	test('records of another domain or customer cannot be claimed', async () => {
		const s = await scene();
		const other = await scene();
		const records = choice({ statistics: true });
		await sendRecords(t, other.tenant, other.folder, records);
		expect((await identify(s, { person: { email: 'x@example.com' }, records: records.map(({ id }) => id) })).status).toBe(422);
	});
});

describe('what holds, by its rules', () => {
	const start = Date.UTC(2026, 0, 1);
	const record = fc.record({
		value: fc.boolean(),
		/** Minutes after the start at which it was said. */
		said: fc.integer({ min: 0, max: 20 }),
		how: fc.constantFrom('banner', 'identification', 'privacy-centre', 'api', 'import', 'assisted') as fc.Arbitrary<Deciding['how']>,
	});
	const asDeciding = (given: readonly { value: boolean; said: number; how: Deciding['how'] }[]): Deciding[] =>
		given.map(({ value, said, how }, index) => ({
			id: `r${index}`,
			value,
			how,
			at: new Date(start + said * 60_000),
			receivedAt: new Date(start + 10 * 60_000 + index * 60_000),
			purposeVersion: 1,
		}));

	test('no yes ever follows a no but one that was said later, and never one that came by identification', () => {
		fc.assert(
			fc.property(fc.array(record, { maxLength: 12 }), (given) => {
				let present: Present | null = null;
				const noes: number[] = [];
				for (const one of asDeciding(given)) {
					const after: Present = presentAfter(present, one);
					const said = Math.min(one.at.getTime(), one.receivedAt.getTime());
					if (!one.value) {
						expect(after.value).toBe(false);
						noes.push(said);
					} else if (after !== present && noes.length > 0) {
						expect(said).toBeGreaterThan(Math.max(...noes));
						if (one.how === 'identification') expect(present?.value).toBe(true);
					}
					present = after;
				}
			}),
			{ numRuns: 2000 },
		);
	});

	test('a clock that runs ahead does not shut out a later yes', () => {
		const [no, yes] = asDeciding([
			{ value: false, said: 20, how: 'api' },
			{ value: true, said: 11, how: 'api' },
		]);
		if (!no || !yes) throw new Error('two records');
		expect(presentOfAll([no, yes])?.value).toBe(true);
	});

	test('what is kept is what the records come to, whatever was written and in which batches', async () => {
		const s = await scene();
		const one = fc.record({
			email: fc.constantFrom('a@example.com', 'b@example.com'),
			purpose: fc.constantFrom('Club letter', 'Statistics'),
			value: fc.boolean(),
			minutes: fc.integer({ min: 1, max: 500 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 20 }), async (given) => {
				await write(
					s,
					given.map(({ email, purpose, value, minutes }) => answer({ person: { email }, purpose, value, at: ago(minutes * 60_000) })),
				);
				expect(await t.storage.inTenant(s.tenant.customerId, (tx) => checkPresent(tx, s.tenant.customerId))).toEqual([]);
			}),
			{ numRuns: 15 },
		);
	});

	test('a present answer that was changed in the database is found by the self-check', async () => {
		const s = await scene();
		const [said] = await write(s, [answer({ value: false })]);
		const { customerId } = s.tenant;
		await t.storage.inTenant(customerId, (tx) => tx.query('update consent_state set value = true where customer_id = $1', [customerId]));
		await sealAll(t.server.kernel);
		const { findings } = await t.storage.inTenant(customerId, (tx) => checkLog(tx, t.server.kernel.secrets, customerId));
		expect(findings).toEqual([{ kind: 'present', position: null, recordId: said?.recordId, other: null }]);
	});
});

describe('officers', () => {
	const inCustomer = ({ tenant }: Scene) => ({ customer_key: String(tenant.customerId) });

	test('see people with what holds and the history behind it, find them by how a name begins, and nobody of others', async () => {
		const s = await scene();
		const results = await write(s, [
			answer(),
			answer({ person: { email: 'bo@example.com' }, value: false }),
			answer({ person: { email: 'bo@example.com' }, purpose: 'Statistics' }),
		]);
		const get = async (who: Person, path: string) => t.send(who, 'GET', `/api/audit/domain/people${path}`, { headers: inCustomer(s) });
		const all = (await get(s.owner, '')).json();
		expect(all.page.total).toBe(2);
		expect(all.data).toContainEqual(
			expect.objectContaining({
				luvallaId: results[1]?.luvallaId,
				identifiers: [{ kind: 'email', value: 'bo@example.com' }],
				yes: 1,
				no: 1,
			}),
		);
		expect((await get(s.owner, '?q=BO@')).json().data.map((one: { luvallaId: string }) => one.luvallaId)).toEqual([results[1]?.luvallaId]);
		expect((await get(s.owner, '?q=%25')).json().data).toEqual([]);
		expect((await get(s.owner, '?size=1&page=2')).json().data).toHaveLength(1);
		const one = (await get(s.owner, `/${results[1]?.luvallaId}`)).json().data;
		expect(one.records).toMatchObject([
			{ purpose: 'Statistics', value: true, how: 'api', source: PAPER },
			{ purpose: 'Club letter', value: false, how: 'api' },
		]);
		expect(one.present.find((p: { purpose: string }) => p.purpose === 'Media')).toMatchObject({ value: null, permitted: false });
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await get(stranger, `/${results[1]?.luvallaId}`)).status).toBe(404);
		expect((await get(stranger, '')).status).toBe(404);
	});

	test('a domain admin sees the people of their own domains only', async () => {
		const s = await scene();
		const added = await t.send(s.owner, 'POST', '/api/domain', {
			body: { domain: `second-${s.tenant.host}`, customerId: s.tenant.customerId },
		});
		const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host: `second-${s.tenant.host}` };
		await addPurpose(s.owner, second, 'Second letter');
		const [anna] = await write(s, [answer()]);
		const bo = await write({ ...s, tenant: second }, [answer({ person: { email: 'bo@example.com' }, purpose: 'Second letter' })]);
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
		const get = async (path: string) => t.send(editor, 'GET', `/api/audit/domain/people${path}`, { headers: inCustomer(s) });
		expect((await get('')).json().data.map((one: { luvallaId: string }) => one.luvallaId)).toEqual([bo[0]?.luvallaId]);
		expect((await get(`/${anna?.luvallaId}`)).status).toBe(404);
		const assist = (purposeId: string) =>
			t.send(editor, 'POST', '/api/audit/domain/people/answer', {
				headers: inCustomer(s),
				body: { person: { email: 'c@example.com' }, purposeId, value: false, at: ago(1000) },
			});
		expect((await assist(s.letter.id)).json()).toMatchObject({ code: 'unknown_purpose' });
	});

	test('write down what somebody told them: who wrote it stands in the record and its receipt, which an outsider can check', async () => {
		const s = await scene();
		const send = (body: object) =>
			t.send(s.owner, 'POST', '/api/audit/domain/people/answer', {
				headers: inCustomer(s),
				body: { person: { email: 'anna@example.com' }, purposeId: s.letter.id, value: true, at: ago(1000), ...body },
			});
		expect((await send({})).json()).toMatchObject({ code: 'source_needed' });
		const { recordId, holds } = (await send({ source: 'Telephone, ticket 4711' })).json().data;
		expect(holds).toBe(true);
		await sealAll(t.server.kernel);
		const read = async (path: string) =>
			(await t.send(s.owner, 'GET', `/api/audit/domain/consents/${recordId}${path}`, { headers: inCustomer(s) })).json().data;
		expect(await read('')).toMatchObject({
			how: 'assisted',
			source: 'Telephone, ticket 4711',
			recordedBy: { id: `user:${s.owner.userId}`, name: s.owner.email },
			person: { name: 'anna@example.com' },
			configuration: null,
		});
		const receipt = await read('/receipt');
		const keys = readKeys((await t.send(null, 'GET', '/edge/v1/ledger/key')).text);
		expect(checkReceipt(receipt, keys)).toMatchObject({ ok: true });
		expect(JSON.parse(receipt.record)).toMatchObject({ subject: 'email:anna@example.com', by: `user:${s.owner.userId}` });
		const other = { ...receipt, record: receipt.record.replace('anna@', 'bnna@') };
		expect(checkReceipt(other, keys)).toMatchObject({ ok: false });
		expect(await read('/proof')).toMatchObject({ verified: true });
		// It names a person: its id alone opens nothing.
		const opened = async () => (await t.send(null, 'GET', `/edge/v1/receipts/${recordId}`)).status;
		expect(await opened()).toBe(404);
		// Nor does it once a stranger has sent another customer that id.
		const strange = await scene();
		const at = new Date(Number.parseInt(recordId.replaceAll('-', '').slice(0, 12), 16)).toISOString();
		const sent = await sendRecords(t, strange.tenant, strange.folder, [{ ...edgeRecord('statistics', true), id: recordId, at }]);
		expect(sent.json().data.stored).toBe(1);
		await sealAll(t.server.kernel);
		expect(await opened()).toBe(404);
	});

	test('erase a person: every record, address and present answer, lawfully; the log stays in order', async () => {
		const s = await scene();
		const [anna] = await write(s, [answer(), answer({ purpose: 'Statistics' })]);
		await write(s, [answer({ person: { email: 'bo@example.com' } })]);
		await sealAll(t.server.kernel);
		const { customerId } = s.tenant;
		const erase = () => t.send(s.owner, 'DELETE', `/api/audit/domain/people/${anna?.luvallaId}`, { headers: inCustomer(s) });
		expect((await erase()).json().data).toMatchObject({ erased: 2, remembered: 0 });
		expect((await erase()).status).toBe(404);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': null });
		expect(await stateOf(s, { email: 'bo@example.com' })).toMatchObject({ 'Club letter': true });
		const left = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ n: number }>(
				`select (select count(*) from consent_record where customer_id = $1 and person = $2)::int
				+ (select count(*) from consent_state where customer_id = $1 and person = $2)::int
				+ (select count(*) from person_identifier where customer_id = $1 and person = $2)::int
				+ (select count(*) from person where customer_id = $1 and person = $2)::int as n`,
				[customerId, anna?.luvallaId],
			),
		);
		expect(left).toEqual([{ n: 0 }]);
		const { findings } = await t.storage.inTenant(customerId, (tx) => checkLog(tx, t.server.kernel.secrets, customerId));
		expect(findings).toEqual([]);
	});

	test('when what decided is erased nothing is acted upon, and what is left still counts against a yes', async () => {
		const s = await scene();
		const { customerId } = s.tenant;
		await write(s, [answer({ value: false, at: ago(HOUR) })]);
		const [second] = await write(s, [answer({ value: false, at: ago(2 * HOUR) })]);
		const { eraseRecords } = await import('../src/wings/consent/proof/erase.ts');
		await t.storage.inErasure(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [second?.recordId ?? ''], 'retention'));
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': null });
		expect(await write(s, [answer({ at: ago(1.5 * HOUR) })])).toMatchObject([{ outcome: 'stored', holds: false }]);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': null });
	});
});

describe('one’s own page', () => {
	const mine = async (who: Person) => (await t.send(who, 'GET', '/api/account/consents')).json().data;

	test('shows every customer that knows the address, takes answers at once, and gives receipts', async () => {
		const [one, two] = [await scene(), await scene()];
		const anna = await t.person();
		await write(one, [answer({ person: { email: anna.email } })]);
		await write(two, [answer({ person: { email: anna.email }, value: false })]);
		const listed = await mine(anna);
		expect(listed.map((c: { customerId: number }) => c.customerId).sort()).toEqual([one.tenant.customerId, two.tenant.customerId].sort());
		const letterOf = (list: { customerId: number; domains: { purposes: { purposeId: string }[] }[] }[], s: Scene) =>
			list.find((c) => c.customerId === s.tenant.customerId)?.domains[0]?.purposes.find((p) => p.purposeId === s.letter.id);
		expect(letterOf(listed, one)).toMatchObject({ name: 'Club letter', about: 'Twice a month.', value: true });
		expect(letterOf(listed, two)).toMatchObject({ value: false });
		const changed = await t.send(anna, 'POST', '/api/account/consents', {
			body: { customerId: two.tenant.customerId, answers: [{ purposeId: two.letter.id, value: true }] },
		});
		const now = letterOf(changed.json().data, two) as unknown as { value: boolean; history: { recordId: string; how: string }[] };
		expect(now).toMatchObject({
			value: true,
			history: [
				{ value: true, how: 'privacy-centre' },
				{ value: false, how: 'api' },
			],
		});
		expect(await stateOf(two, { email: anna.email })).toMatchObject({ 'Club letter': true });
		const receipt = (who: Person, path = '') => t.send(who, 'GET', `/api/account/consents/${now.history[0]?.recordId}/receipt${path}`);
		expect((await receipt(anna)).status).toBe(409);
		await sealAll(t.server.kernel);
		const keys = readKeys((await t.send(null, 'GET', '/edge/v1/ledger/key')).text);
		expect(checkReceipt((await receipt(anna)).json(), keys)).toMatchObject({ ok: true });
		expect((await receipt(anna, '/pdf')).json().data).toMatchObject({ type: 'application/pdf' });
		expect((await receipt(await t.person())).status).toBe(404);
	});

	test('is nobody else’s: a stranger sees nothing and can change nothing', async () => {
		const s = await scene();
		await write(s, [answer()]);
		const stranger = await t.person();
		expect(await mine(stranger)).toEqual([]);
		const tried = await t.send(stranger, 'POST', '/api/account/consents', {
			body: { customerId: s.tenant.customerId, answers: [{ purposeId: s.letter.id, value: false }] },
		});
		expect(tried.status).toBe(404);
		const other = await scene();
		const anna = await t.person();
		await write(s, [answer({ person: { email: anna.email } })]);
		const foreign = await t.send(anna, 'POST', '/api/account/consents', {
			body: { customerId: s.tenant.customerId, answers: [{ purposeId: other.letter.id, value: true }] },
		});
		expect(foreign.status).toBe(404);
	});

	test('an admin acting as the person may write down a no, never a yes', async () => {
		const s = await scene();
		const anna = await t.person();
		await write(s, [answer({ person: { email: anna.email } })]);
		const admin = await t.person(['ADMIN']);
		const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: anna.email } });
		const acting = { ...anna, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
		const say = (value: boolean) =>
			t.send(acting, 'POST', '/api/account/consents', {
				body: { customerId: s.tenant.customerId, answers: [{ purposeId: s.letter.id, value }] },
			});
		expect((await say(true)).json()).toMatchObject({ code: 'assisted_yes' });
		expect((await say(false)).status).toBe(200);
		const [customer] = await mine(anna);
		expect(customer.domains[0].purposes.find((p: { purposeId: string }) => p.purposeId === s.letter.id)).toMatchObject({
			value: false,
			history: [{ value: false, how: 'assisted' }, { value: true }],
		});
	});
});
