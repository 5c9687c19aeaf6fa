/** Taking an upload back: everything as before, by every table of the customer; and what must not come back. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Run } from '@luvalla/contract/runs.ts';
import { expect, test } from 'vitest';
import { noteBounced } from '../../src/wings/people/wing.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { untilRun } from '../upload.ts';
import { fingerprint } from './fingerprint.ts';
import { keyed, type UploadStage, uploadStage } from './upload-stage.ts';

const t = await startApp();

const as =
	(by: Readonly<Record<string, Target>>) =>
	({ columns }: Upload): Target[] =>
		columns.map(({ name, target }) => by[name] ?? target);

const segmentOf = async (s: UploadStage, name: string, rule: object | null = null): Promise<string> => {
	const sent = await t.send(s.owner, 'POST', '/api/manage/domain/segment', { ...keyed(s.tenant), body: { name, ...(rule && { rule }) } });
	expect(sent.status, sent.text).toBe(200);
	return sent.json().data.id;
};

/** Another domain of the same customer. */
const secondDomain = async ({ owner, tenant }: UploadStage): Promise<Tenant> => {
	const host = `second.${tenant.host}`;
	const added = await t.send(owner, 'POST', '/api/domain', { body: { domain: host, customerId: tenant.customerId } });
	expect(added.status, added.text).toBe(200);
	return { ...tenant, host, domainId: added.json().data.id };
};

const countOf = async (s: UploadStage, id: string): Promise<number> =>
	(await t.send(s.owner, 'GET', `/api/manage/domain/segment/${id}/members`, keyed(s.tenant))).json().data.count;

test('leaves every table of the customer as it was', async () => {
	const s = await uploadStage(t);
	const segmentId = await segmentOf(s, 'From files');
	await s.profile({ email: 'anna@example.com' }, { city: 'Turku', attributes: { size: 38 } });
	await s.profile({ email: 'bo@example.com', externalId: 'B1' }, { lastName: 'Berg' });
	const before = await fingerprint(t, s.tenant);
	const csv = [
		'email,phone,externalId,firstName,city,size,colour,vip',
		'anna@example.com,+358401111111,,Anna,Oulu,39,blue,yes',
		'bo@example.com,,B1,Bo,,,,no',
		...Array.from({ length: 50 }, (_, n) => `new${n}@example.com,,N${n},New,Espoo,${n},red,yes`),
		'broken@,,,,,,,',
	].join('\n');
	const { done } = await s.imported(
		csv,
		as({
			size: { to: 'attribute', key: 'size', kind: 'number' },
			colour: { to: 'attribute', key: 'colour', kind: 'text' },
			vip: { to: 'segment', segmentId },
		}),
	);
	expect(done.counts).toMatchObject({ rows: 53, created: 50, updated: 2, rejected: 1, members: 51 });
	expect(await countOf(s, segmentId)).toBe(51);
	expect(await s.known({ phone: '+358401111111' })).toMatchObject({ city: 'Oulu', attributes: { size: 39, colour: 'blue' } });
	expect(await fingerprint(t, s.tenant)).not.toEqual(before);

	const undone = await s.undo(done);
	expect(undone).toMatchObject({ state: 'done', counts: { people: 52, forgotten: 50 } });
	expect(await countOf(s, segmentId)).toBe(0);
	expect(await fingerprint(t, s.tenant)).toEqual(before);
	// Once is enough.
	const path = `/api/manage/config/upload/written/${done.id}/undo`;
	expect((await t.send(s.owner, 'POST', path, { ...keyed(s.tenant), body: {} })).json().code).toBe('not_undoable');
	expect((await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}`, keyed(s.tenant))).json().data.state).toBe('undone');
	// And the same file may come again.
	const again = await s.imported(csv, as({ size: { to: 'attribute', key: 'size', kind: 'number' } }));
	expect(again.done.counts).toMatchObject({ created: 50, rejected: 1 });
});

test('takes back each yes and no no, and what held before holds again', async () => {
	const s = await uploadStage(t);
	await s.answer({ email: 'yes@example.com' }, true, '2026-01-01T10:00:00.000Z');
	await s.answer({ email: 'never@example.com' }, false, '2026-01-01T10:00:00.000Z');
	const csv = [
		'email,letter,on',
		'yes@example.com,yes,2026-02-01',
		'never@example.com,yes,2025-02-01',
		'turned@example.com,no,2026-02-01',
		'new@example.com,yes,2026-02-01',
	].join('\n');
	const targets = as({
		letter: { to: 'consent', purposeId: s.purposeId, source: 'Form', on: { column: 2 } },
		on: { to: 'day' },
	});
	await s.answer({ email: 'turned@example.com' }, true, '2026-01-01T10:00:00.000Z');
	const first = await s.imported(csv, targets);
	expect(first.done.counts).toMatchObject({ yes: 3, no: 1, behind: 1 });
	expect(await s.answerOf({ email: 'never@example.com' })).toBe(false);
	await s.undo(first.done);
	expect(await s.answerOf({ email: 'yes@example.com' })).toBe(true);
	expect(await s.answerOf({ email: 'never@example.com' })).toBe(false);
	expect(await s.answerOf({ email: 'turned@example.com' })).toBe(false);
	expect((await s.known({ email: 'new@example.com' })).luvallaId).toBeNull();

	// Said again in a file that is corrected, it is said again.
	const again = await s.imported(csv, targets);
	expect(again.done.counts).toMatchObject({ yes: 3, behind: 1, known: 1 });
	expect(await s.answerOf({ email: 'new@example.com' })).toBe(true);
	// A yes that only an undone file brought holds no longer, even of somebody known.
	await s.answer({ email: 'fourth@example.com' }, false, '2024-01-01T10:00:00.000Z');
	const late = await s.imported('email,letter,on\nfourth@example.com,yes,2026-02-01', targets);
	expect(await s.answerOf({ email: 'fourth@example.com' })).toBe(true);
	await s.undo(late.done);
	expect(await s.answerOf({ email: 'fourth@example.com' })).toBe(false);
});

test('a no that only the file brought is remembered when its person is forgotten', async () => {
	const s = await uploadStage(t);
	const targets = as({ letter: { to: 'consent', purposeId: s.purposeId, source: 'Form', on: { date: '2026-02-01' } } });
	const { done } = await s.imported('email,letter\ngone@example.com,no', targets);
	await s.undo(done);
	expect((await s.known({ email: 'gone@example.com' })).luvallaId).toBeNull();
	const older = await s.imported('email,letter\ngone@example.com,yes', targets);
	expect(older.done.counts).toMatchObject({ behind: 1 });
	expect(await s.answerOf({ email: 'gone@example.com' })).not.toBe(true);
});

test('leaves what was changed since, and what another file says too, in whatever order they are taken back', async () => {
	const csv = (city: string) => `email,externalId,city\nshared@example.com,S1,${city}`;
	for (const order of [
		[0, 1],
		[1, 0],
	]) {
		const s = await uploadStage(t);
		const before = await fingerprint(t, s.tenant);
		const runs = [(await s.imported(csv('Turku'))).done, (await s.imported(csv('Turku'))).done];
		const [one, two] = order.map((place) => runs[place]);
		if (!one || !two) throw new Error('two runs');
		await s.undo(one);
		expect(await s.known({ externalId: 'S1' })).toMatchObject({ city: 'Turku' });
		await s.undo(two);
		expect((await s.known({ externalId: 'S1' })).luvallaId).toBeNull();
		expect(await fingerprint(t, s.tenant)).toEqual(before);
	}
	const s = await uploadStage(t);
	await s.profile({ email: 'shared@example.com' }, { city: 'Oulu' });
	const first = (await s.imported(csv('Turku'))).done;
	const second = (await s.imported(csv('Espoo'))).done;
	await s.undo(first);
	expect(await s.known({ email: 'shared@example.com' })).toMatchObject({ city: 'Espoo' });
	await s.undo(second);
	expect(await s.known({ email: 'shared@example.com' })).toMatchObject({ city: 'Oulu' });
	const third = (await s.imported(csv('Turku'))).done;
	await s.profile({ email: 'shared@example.com' }, { city: 'Vaasa', lastName: 'Virta' });
	await s.undo(third);
	expect(await s.known({ email: 'shared@example.com' })).toMatchObject({ city: 'Vaasa', lastName: 'Virta' });
});

test('names that files brought go with the last of them, and what both say of somebody known stays until neither does', async () => {
	for (const [order, domain] of [
		[[0, 1], 'one'],
		[[1, 0], 'one'],
		[[0, 1], 'two'],
		[[1, 0], 'two'],
	] as const) {
		const s = await uploadStage(t);
		const other = domain === 'one' ? s.tenant : await secondDomain(s);
		await s.profile({ email: 'anna@example.com' }, { city: 'Turku' });
		const before = await fingerprint(t, s.tenant);
		const targets = as({
			size: { to: 'attribute', key: 'size', kind: 'number' },
			colour: { to: 'attribute', key: 'colour', kind: 'text' },
			shape: { to: 'attribute', key: 'shape', kind: 'text' },
		});
		const files = [
			'email,phone,externalId,size,colour\nanna@example.com,+358401111111,A1,38,red\nbo@example.com,+358402222222,B1,40,blue',
			'email,phone,size,shape\nanna@example.com,+358401111111,39,round\nbo@example.com,+358402222222,40,round',
		];
		const runs: Run[] = [];
		for (const [place, file] of files.entries()) runs.push((await s.imported(file, targets, place === 0 ? s.tenant : other)).done);
		const [one, two] = order.map((place) => runs[place]);
		if (!one || !two) throw new Error('two runs');
		await s.undo(one);
		const left = order[0] === 0 ? { size: 39, shape: 'round' } : { size: 38, colour: 'red' };
		expect((await s.known({ email: 'anna@example.com' })).attributes).toEqual(left);
		// What the other file says too is still known; what the one alone said is not.
		expect((await s.known({ phone: '+358401111111' })).luvallaId).toBe((await s.known({ email: 'anna@example.com' })).luvallaId);
		expect((await s.known({ externalId: 'A1' })).luvallaId === null).toBe(order[0] === 0);
		expect((await s.known({ externalId: 'B1' })).luvallaId === null).toBe(order[0] === 0);
		await s.undo(two);
		expect((await s.known({ phone: '+358401111111' })).luvallaId).toBeNull();
		expect(await fingerprint(t, s.tenant)).toEqual(before);
	}
});

test('a name that somebody has by another way stays known when its files are taken back', async () => {
	const s = await uploadStage(t);
	const targets = as({ size: { to: 'attribute', key: 'size', kind: 'number' } });
	const { done } = await s.imported('email,size\nanna@example.com,38', targets);
	await s.profile({ email: 'bo@example.com' }, { attributes: { size: 40 } });
	await s.undo(done);
	expect(await s.known({ email: 'bo@example.com' })).toMatchObject({ attributes: { size: 40 } });
	const text = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, profiles: [{ person: { email: 'bo@example.com' }, attributes: { size: 'large' } }] },
	});
	expect(text.json().data.results[0].code).toBe('kind_mismatch');
});

test('gives back what was known of people who are one now, or were', async () => {
	const s = await uploadStage(t);
	await s.profile({ email: 'one@example.com' }, { city: 'Turku' });
	await s.profile({ email: 'two@example.com' }, { city: 'Oulu', lastName: 'Kaksi' });
	const { done } = await s.imported('email,city\none@example.com,Espoo\ntwo@example.com,Vantaa');
	const ids = await Promise.all(['one', 'two'].map(async (name) => (await s.known({ email: `${name}@example.com` })).luvallaId));
	const merged = await t.send(s.owner, 'POST', `/api/manage/domain/person/${ids[0]}/merge`, {
		...keyed(s.tenant),
		body: { other: ids[1] },
	});
	expect(merged.status, merged.text).toBe(200);
	await s.undo(done);
	expect(await s.known({ email: 'two@example.com' })).toMatchObject({ city: 'Turku', lastName: 'Kaksi' });
});

test('is for whoever has just proven who they are, and never in an assisted session', async () => {
	const s = await uploadStage(t);
	const { done } = await s.imported('email\nanna@example.com');
	const path = `/api/manage/config/upload/written/${done.id}/undo`;
	const undo = (who: Person) => t.send(who, 'POST', path, { ...keyed(s.tenant), body: {} });
	const colleague = async (ago: string): Promise<Person> => {
		const who = await t.person([], { adminOf: [s.tenant] });
		await t.storage.inPlatform((tx) =>
			tx.query(`update session set confirmed_at = now() - $2::interval where user_id = $1`, [who.userId, ago]),
		);
		return who;
	};
	const refused = await undo(await colleague('11 minutes'));
	expect([refused.status, refused.json().code]).toEqual([403, 'confirm_identity']);
	const admin = await t.person(['ADMIN']);
	const lent = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: s.owner.email } });
	expect(lent.status, lent.text).toBe(200);
	const cookie = `${admin.cookie}; ${String(lent.headers['set-cookie']).split(';')[0]}`;
	const assisted = await undo({ ...s.owner, cookie });
	expect([assisted.status, assisted.json().code]).toEqual([403, 'not_allowed']);
	expect((await s.known({ email: 'anna@example.com' })).luvallaId).not.toBeNull();
	const taken = await undo(await colleague('9 minutes'));
	expect(taken.status, taken.text).toBe(200);
	expect(await untilRun(t, s.owner, s.tenant, taken.json().data.id)).toMatchObject({ state: 'done', counts: { forgotten: 1 } });
	expect((await s.known({ email: 'anna@example.com' })).luvallaId).toBeNull();
});

test('mail that comes back no more is known of whoever has the address now, also where they were one with another then', async () => {
	const s = await uploadStage(t);
	await s.profile({ email: 'one@example.com' }, { city: 'Turku' });
	await s.profile({ email: 'two@example.com' }, { city: 'Turku' });
	const [one, two] = await Promise.all(['one', 'two'].map(async (name) => (await s.known({ email: `${name}@example.com` })).luvallaId));
	const turku = await segmentOf(s, 'Turku', { all: [{ field: 'city', is: 'is', value: 'Turku' }] });
	const person = async (act: 'merge' | 'unmerge', body: object) => {
		const sent = await t.send(s.owner, 'POST', `/api/manage/domain/person/${one}/${act}`, { ...keyed(s.tenant), body });
		expect(sent.status, sent.text).toBe(200);
	};
	const estimate = () => t.send(s.owner, 'GET', `/api/manage/audience/estimate?segments=${turku}`, keyed(s.tenant));
	const undeliverable = async (): Promise<number> => {
		const mail = (await estimate()).json().data.reach.find(({ channel }: { channel: string }) => channel === 'email');
		return mail.left.find(({ reason }: { reason: string }) => reason === 'undeliverable')?.count ?? 0;
	};
	const settled = async (): Promise<void> => {
		const { customerId } = s.tenant;
		while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
			await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
	};
	// The sets that it is told by are made with the first.
	expect((await estimate()).json().data.reach).toBeNull();
	await person('merge', { other: two });
	const words = { bounced: 'bounce' } as const;
	const { done } = await s.imported(
		'email,state\ntwo@example.com,bounced',
		as({ state: { to: 'status', words, purposeIds: [], on: { date: '2026-01-15' } } }),
	);
	await person('unmerge', { gone: two });
	await settled();
	expect(await undeliverable()).toBe(1);
	await s.undo(done);
	await settled();
	expect(await undeliverable()).toBe(0);
});

test('what a letter of ours found out about an address is not taken back with a file that had said it before', async () => {
	const s = await uploadStage(t);
	const { customerId } = s.tenant;
	await s.answer({ email: 'gone@example.com' }, true, '2026-01-15T09:30:00Z');
	await s.answer({ email: 'back@example.com' }, true, '2026-01-15T09:30:00Z');
	const words = { bounced: 'bounce' } as const;
	const { done } = await s.imported(
		'email,state\ngone@example.com,bounced\nback@example.com,bounced',
		as({ state: { to: 'status', words, purposeIds: [], on: { date: '2026-01-15' } } }),
	);
	// Where no address stands, nothing is known to come back, and nothing is counted so.
	const nameless = await s.imported(
		'phone,email,state\n+358401234567,,bounced\n+358401234568,else@example.com,bounced',
		as({ phone: { to: 'phone', country: 'FI' }, state: { to: 'status', words, purposeIds: [], on: { date: '2026-01-15' } } }),
	);
	expect(nameless.done.counts).toMatchObject({ rows: 2, bounced: 1 });
	await s.undo(nameless.done);
	await t.storage.inTenant(customerId, (tx) => noteBounced(tx, customerId, 'email', [{ value: 'gone@example.com', at: new Date() }], null));
	await s.undo(done);
	const bounced = await t.storage.inTenant(customerId, (tx) =>
		tx.query<{ value: string }>('select value from person_identifier where customer_id = $1 and bounced_at is not null', [customerId]),
	);
	expect(bounced.map(({ value }) => value)).toEqual(['gone@example.com']);
});
