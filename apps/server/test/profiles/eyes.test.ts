/** What a domain's own admin may learn of the customer's other domains, by every way that leads around a question; and traces that are left. */

import type { Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { checkSets } from '../../src/wings/profiles/rules/check.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import { veiled } from '../../src/wings/profiles/segments/askable.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { untilRun } from '../upload.ts';
import { keyed, type UploadStage, uploadStage } from './upload-stage.ts';

const t = await startApp();

/** A second domain of the customer, and somebody who looks after it alone. */
const secondOf = async (s: UploadStage): Promise<{ second: Tenant; editor: Person }> => {
	const host = `second-${newId()}.localhost`;
	const added = await t.send(s.owner, 'POST', '/api/domain', { body: { domain: host, customerId: s.tenant.customerId } });
	const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host };
	return { second, editor: await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] }) };
};
const ask = (
	who: Person,
	{ customerId }: Tenant,
	method: 'GET' | 'POST' | 'PUT' | 'DELETE',
	path: string,
	body?: object,
	domainId?: string,
) =>
	t.send(who, method, `/api/manage${path}`, {
		headers: { customer_key: String(customerId), ...(domainId && { domain_key: domainId }) },
		...(body && { body }),
	});
/** Somebody who is known on a domain, with what is known of them. */
const known = async (s: UploadStage, domainId: string, email: string, facts: object = {}): Promise<string> => {
	const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: s.machine,
		body: { domainId, profiles: [{ person: { email }, ...facts }] },
	});
	return sent.json().data.results[0].luvallaId;
};

test('an estimate asks for no consent of another domain, of another company, or of nobody', async () => {
	const s = await uploadStage(t);
	const other = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	await known(s, second.domainId, 'both@example.com');
	await s.answer({ email: 'both@example.com' }, true, '2026-01-15T09:30:00Z');
	const sets = () =>
		t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('select count(*)::int as count from people_set where customer_id = $1', [s.tenant.customerId]),
		);
	await ask(editor, second, 'GET', '/audience/estimate', undefined, second.domainId);
	const before = await sets();
	for (const path of ['/audience/estimate', '/audience/people'])
		for (const [who, purposeId, domainId] of [
			[editor, s.purposeId, second.domainId],
			[editor, s.purposeId, undefined],
			[s.owner, other.purposeId, s.tenant.domainId],
			[s.owner, newId(), undefined],
		] as const) {
			const asked = await ask(who, second, 'GET', `${path}?consents=${purposeId}`, undefined, domainId);
			expect([path, asked.status, asked.json().code]).toEqual([path, 422, 'unknown_consent']);
		}
	expect(await sets()).toEqual(before);
	expect((await ask(s.owner, s.tenant, 'GET', `/audience/estimate?consents=${s.purposeId}`)).status).toBe(200);
});

test('why somebody is in a segment tells nothing of a segment that the asker may not use', async () => {
	const s = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	const person = await known(s, second.domainId, 'seen@example.com', { city: 'Turku' });
	const add = async (body: object): Promise<string> => (await ask(s.owner, s.tenant, 'POST', '/domain/segment', body)).json().data.id;
	const secret = await add({ name: 'Debtors', isCustomerSpecific: true });
	const rule = {
		any: [
			{ field: 'city', is: 'is', value: 'Turku' },
			{ field: `segment.${secret}`, is: 'is', value: true },
		],
	};
	const open = await add({ name: 'Open', rule });
	const why = async (who: Person) => (await ask(who, s.tenant, 'GET', `/domain/segment/${open}/why/${person}`)).json().data;
	expect((await why(s.owner)).findings).toHaveLength(2);
	expect((await why(editor)).findings.map(({ path }: { path: number[] }) => path)).toEqual([[0]]);
});

test('an estimate is of those whom the asker may see, and a rule of theirs holds of nobody else', async () => {
	const s = await uploadStage(t);
	const { customerId } = s.tenant;
	const { second, editor } = await secondOf(s);
	for (const n of [1, 2, 3, 4]) await known(s, s.tenant.domainId, `there${n}@example.com`, { firstName: 'Zorro' });
	const here = await known(s, second.domainId, 'here@example.com', { firstName: 'Zorro' });
	await known(s, second.domainId, 'also@example.com', { firstName: 'Bo' });
	const followed = async (): Promise<void> => {
		while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
			await t.storage.inTenant(customerId, (tx) => followOn(tx, customerId));
	};
	const add = async (who: Person, rule?: object): Promise<string> => {
		const body = {
			name: `Segment ${newId()}`,
			isPublic: true,
			...(rule && { rule }),
			...(who === editor && { domainId: second.domainId }),
		};
		const added = await ask(who, s.tenant, 'POST', '/domain/segment', body);
		expect(added.status, added.text).toBe(200);
		return added.json().data.id;
	};
	const isNot = { field: 'firstName', is: 'isNot', value: 'Bo' };
	const empty = await add(s.owner);
	const rules: [rule: object, of: number][] = [
		[{ not: [isNot] }, 1],
		[{ not: [{ not: [isNot] }] }, 1],
		[{ field: `segment.${empty}`, is: 'is', value: false }, 2],
	];
	const ids: string[] = [];
	for (const [rule] of rules) ids.push(await add(editor, rule));
	const estimated = (who: Person, ...segments: string[]) =>
		ask(who, s.tenant, 'GET', `/audience/estimate?segments=${segments.join(',')}`).then((sent) => sent.json().data);
	await estimated(editor, ids[0] ?? '');
	await followed();
	for (const [n, [rule, of]] of rules.entries()) {
		const { count, of: all, state } = await estimated(editor, ids[n] ?? '');
		expect([rule, count, all, state]).toEqual([rule, of, 2, 'ready']);
		const seen = (await ask(editor, s.tenant, 'GET', `/domain/segment/${ids[n]}/why/${here}`)).json().data;
		expect([rule, typeof seen.in]).toEqual([rule, 'boolean']);
	}
	expect((await estimated(s.owner, ids[0] ?? '')).of).toBe(6);
	// Whoever comes to be known there comes in, and the daily check finds nothing else.
	await known(s, second.domainId, 'new@example.com', { firstName: 'Bo' });
	await followed();
	expect([(await estimated(editor, ids[0] ?? '')).count, (await estimated(editor, ids[2] ?? '')).of]).toEqual([2, 3]);
	expect(await checkSets({ storage: t.storage }, customerId)).toEqual([]);
	// Of whoever answers for the customer it holds of everybody.
	const all = await add(s.owner, { not: [isNot] });
	await known(s, s.tenant.domainId, 'bo@example.com', { firstName: 'Bo' });
	await followed();
	expect((await estimated(s.owner, all)).count).toBe(3);
});

test('what a rule compares with is shown to those who may change it', async () => {
	const s = await uploadStage(t);
	const { editor } = await secondOf(s);
	const rule = {
		any: [
			{ field: 'lastName', is: 'oneOf', value: ['Salo', 'Virta'] },
			{
				field: 'event.order',
				is: 'atLeast',
				value: 1,
				domains: [s.tenant.domainId],
				where: [{ property: 'item', is: 'is', value: 'sauna' }],
			},
		],
	};
	const added = await ask(s.owner, s.tenant, 'POST', '/domain/segment', { name: 'Debtors', rule: { any: [rule.any[0]] } });
	expect(added.status, added.text).toBe(200);
	const shown = async (who: Person) =>
		(await ask(who, s.tenant, 'GET', '/domain/segment')).json().data.find((one: { id: string }) => one.id === added.json().data.id).rule;
	expect(await shown(s.owner)).toEqual({ any: [rule.any[0]] });
	expect(await shown(editor)).toEqual({ any: [{ field: 'lastName', is: 'oneOf' }] });
	expect(veiled(rule as Rule)).toEqual({
		any: [
			{ field: 'lastName', is: 'oneOf' },
			{ field: 'event.order', is: 'atLeast', where: [{ property: 'item', is: 'is' }] },
		],
	});
});

test('values that are offered are those of people and events on the asker’s domains', async () => {
	const s = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	await known(s, s.tenant.domainId, 'elsewhere@example.com', { lastName: 'Salo', attributes: { note: 'secret' } });
	await known(s, second.domainId, 'here@example.com', { lastName: 'Sarkia', attributes: { note: 'seen' } });
	for (const [domainId, email, item] of [
		[s.tenant.domainId, 'elsewhere@example.com', 'sauna'],
		[second.domainId, 'here@example.com', 'sofa'],
	] as const) {
		const at = new Date();
		const id = v7({ msecs: at.getTime() });
		const sent = await t.send(null, 'POST', '/edge/v1/events', {
			headers: s.machine,
			body: { domainId, events: [{ id, at: at.toISOString(), person: { email }, type: 'order', properties: { item } }] },
		});
		expect(sent.json().data.results[0].outcome, sent.text).toBe('stored');
	}
	const values = async (who: Person, query: string): Promise<string[]> =>
		(await ask(who, s.tenant, 'GET', `/domain/segment/values?q=s&${query}`))
			.json()
			.data.map(({ value }: { value: string }) => value)
			.sort();
	expect(await values(s.owner, 'field=lastName')).toEqual(['Salo', 'Sarkia']);
	expect(await values(s.owner, 'field=attribute.note')).toEqual(['secret', 'seen']);
	expect(await values(s.owner, 'field=event.order&property=item')).toEqual(['sauna', 'sofa']);
	expect(await values(editor, 'field=lastName')).toEqual(['Sarkia']);
	expect(await values(editor, 'field=attribute.note')).toEqual(['seen']);
	expect(await values(editor, 'field=event.order&property=item')).toEqual(['sofa']);
});

test('columns are remembered for those alone who may use what they became', async () => {
	const s = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	const segment = (await ask(s.owner, s.tenant, 'POST', '/domain/segment', { name: 'Debtors', isCustomerSpecific: true })).json().data.id;
	const csv = 'email,a,b,c\nanna@example.com,yes,yes,left';
	const on = { date: '2026-01-15' };
	const targets = [
		{ to: 'email' },
		{ to: 'consent', purposeId: s.purposeId, source: 'Contract of Anna Aalto', on },
		{ to: 'segment', segmentId: segment },
		{ to: 'status', words: { left: 'unsubscribe' }, purposeIds: [s.purposeId], on },
	] as const;
	await s.imported(csv, () => targets.map((one) => ({ ...one })) as never);
	const again = (await s.send(csv)).json().data;
	expect([again.remembered, again.columns.map(({ target }: { target: { to: string } }) => target.to)]).toEqual([
		true,
		['email', 'consent', 'segment', 'status'],
	]);
	const theirs = await s.send(csv, editor, second);
	expect(theirs.status).toBe(200);
	const shown = JSON.stringify(theirs.json());
	for (const word of [s.purposeId, 'Contract', segment, 'unsubscribe']) expect(shown).not.toContain(word);
});

test('the portal makes no more names of attributes known than the API', async () => {
	const s = await uploadStage(t);
	const person = await known(s, s.tenant.domainId, 'many@example.com');
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query(
			`insert into profile_attribute (customer_id, key, kind, created_at) select $1, 'k' || n, 'number', now() from generate_series(1, 999) n`,
			[s.tenant.customerId],
		),
	);
	const put = (attributes: object) =>
		t.send(s.owner, 'PUT', `/api/manage/domain/person/${person}`, { ...keyed(s.tenant), body: { attributes } });
	expect((await put({ last: 1, k1: 1 })).status).toBe(200);
	const refused = await put({ more: 1 });
	expect([refused.status, refused.json().code]).toEqual([422, 'too_many_names']);
	expect((await put({ last: 2, k2: 1 })).status).toBe(200);
});

test('whoever is erased is named by no run that took a file back, nor by what a run took for names of columns', async () => {
	const s = await uploadStage(t);
	const { customerId } = s.tenant;
	const email = `gone-${newId()}@example.com`;
	const sent = await s.send(`${email},Turku\nelse@example.com,Oulu`, s.owner, s.tenant, `${email}.csv`);
	const upload = sent.json().data;
	const targets = [{ to: 'email' }, { to: 'fact', fact: 'city' }] as const;
	const reading = { ...upload.reading, headerRow: 1 };
	const done = await s.write(await s.check({ ...upload, reading }, [...targets]));
	expect(done).toMatchObject({ state: 'done', counts: { created: 1 } });
	await s.undo(done);
	const { luvallaId } = { luvallaId: await known(s, s.tenant.domainId, email) };
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	const rows = await t.storage.inTenant(customerId, (tx) =>
		tx.query(
			`select kind from run where customer_id = $1 and (input::text like $2 or cursor::text like $2)
			union all select 'upload' from upload where customer_id = $1 and name like $2`,
			[customerId, `%${email}%`],
		),
	);
	expect(rows).toEqual([]);
});

test('a file that was checked is written once, and taken back once, however often that is asked at the same moment', async () => {
	const s = await uploadStage(t);
	const dry = await s.check(await s.store(`email\n${Array.from({ length: 3000 }, (_, n) => `p${n}@example.com`).join('\n')}`));
	const twice = (path: string) => Promise.all([1, 2].map(() => t.send(s.owner, 'POST', path, { ...keyed(s.tenant), body: {} })));
	const imports = await twice(`/api/manage/config/upload/checked/${dry.id}`);
	expect(imports.map(({ status }) => status).sort()).toEqual([200, 409]);
	const begun = imports.find(({ status }) => status === 200)?.json().data;
	const done = await untilRun(t, s.owner, s.tenant, begun.id);
	expect(done).toMatchObject({ state: 'done', counts: { created: 3000 } });
	const undos = await twice(`/api/manage/config/upload/written/${done.id}/undo`);
	expect(undos.map(({ status }) => status).sort()).toEqual([200, 409]);
	await untilRun(t, s.owner, s.tenant, undos.find(({ status }) => status === 200)?.json().data.id);
	expect((await s.known({ email: 'p1@example.com' })).luvallaId).toBeNull();
});

/** An event of somebody on a domain. */
const happens = async (s: UploadStage, domainId: string, email: string): Promise<void> => {
	const at = new Date();
	const events = [{ id: v7({ msecs: at.getTime() }), at: at.toISOString(), person: { email }, type: 'order', properties: {} }];
	const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: s.machine, body: { domainId, events } });
	expect(sent.json().data.results[0].outcome, sent.text).toBe('stored');
};

test('a rule of a domain’s own admin counts events of their own domains alone', async () => {
	const s = await uploadStage(t);
	const other = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	const person = await known(s, second.domainId, 'both@example.com');
	for (const domainId of [s.tenant.domainId, s.tenant.domainId, second.domainId]) await happens(s, domainId, 'both@example.com');
	const ordered = (least: number, domains?: string[]) => ({
		field: 'event.order',
		is: 'atLeast',
		value: least,
		...(domains && { domains }),
	});
	const countOf = async (who: Person, rule: object): Promise<number> => {
		const sent = await ask(who, s.tenant, 'POST', '/domain/segment/preview', { rule });
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data.count;
	};
	expect([await countOf(s.owner, ordered(3)), await countOf(s.owner, ordered(2, [s.tenant.domainId]))]).toEqual([1, 1]);
	expect([await countOf(editor, ordered(1)), await countOf(editor, ordered(2)), await countOf(editor, { not: [ordered(2)] })]).toEqual([
		1, 0, 1,
	]);
	const added = await ask(editor, s.tenant, 'POST', '/domain/segment', {
		name: 'Orders',
		rule: { any: [{ not: [ordered(1)] }, ordered(2)] },
	});
	expect(added.status, added.text).toBe(200);
	const { id, rule } = added.json().data;
	expect(rule).toEqual({ any: [{ not: [ordered(1, [second.domainId])] }, ordered(2, [second.domainId])] });

	const sentence = 'Ask only about people and events of domains that you administer';
	for (const foreign of [
		[s.tenant.domainId],
		[second.domainId, s.tenant.domainId],
		[s.tenant.domainId.toUpperCase()],
		[other.tenant.domainId],
	])
		for (const [method, path, body] of [
			['POST', '/domain/segment', { name: 'Theirs', rule: { all: [ordered(1, foreign)] } }],
			['PUT', '/domain/segment', { id, rule: { all: [ordered(1, foreign)] } }],
			['POST', '/domain/segment/preview', { rule: { all: [ordered(1, foreign)] } }],
		] as const) {
			const refused = await ask(editor, s.tenant, method, path, body);
			expect([refused.status, refused.json().fields]).toEqual([422, { 'rule.0': sentence }]);
		}
	// Nobody's rule names a domain of another company, nor one for what somebody said on one anyway.
	expect((await ask(s.owner, s.tenant, 'POST', '/domain/segment/preview', { rule: ordered(1, [other.tenant.domainId]) })).status).toBe(422);
	const onSaid = { field: `consent.${s.purposeId}`, is: 'is', value: 'none', domains: [second.domainId] };
	expect((await ask(s.owner, s.tenant, 'POST', '/domain/segment/preview', { rule: onSaid })).status).toBe(422);

	// Nor does a segment of the customer's tell what happened elsewhere.
	const all = { any: [ordered(3), ordered(1, [second.domainId])] };
	const open = (await ask(s.owner, s.tenant, 'POST', '/domain/segment', { name: 'Open', rule: all })).json().data.id;
	const why = async (who: Person) => (await ask(who, s.tenant, 'GET', `/domain/segment/${open}/why/${person}`)).json().data;
	expect((await why(s.owner)).findings.map(({ value }: { value: number }) => value)).toEqual([3, 1]);
	expect((await why(editor)).findings.map(({ path, value }: { path: number[]; value: number }) => [path, value])).toEqual([[[1], 1]]);
});

test('a rule of a domain’s own admin finds nothing out about people of other domains', async () => {
	const s = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	const facts = { firstName: 'Cat', city: 'Turku', attributes: { size: 'm' } };
	await known(s, s.tenant.domainId, 'cat@example.com', facts);
	await known(s, second.domainId, 'cow@example.com', { ...facts, firstName: 'Cow' });
	const preview = async (who: Person, rule: object) => {
		const sent = await ask(who, s.tenant, 'POST', '/domain/segment/preview', { rule: { all: [rule] } });
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data;
	};
	const email = (value: string, is = 'startsWith') => ({ field: 'email', is, value });
	// Of each of these there is one at the customer, elsewhere, and nobody on the asker's domain.
	for (const rule of [
		email('c'),
		email('ca'),
		email('cat@'),
		email('cat@example.com', 'is'),
		{ field: 'firstName', is: 'is', value: 'Cat' },
	]) {
		const own = rule.value === 'c' ? 1 : 0;
		expect([rule.value, (await preview(editor, rule)).count, (await preview(s.owner, rule)).count]).toEqual([rule.value, own, own + 1]);
	}
	// Of these there is one here and one elsewhere, whichever way it is asked.
	for (const rule of [
		{ field: 'email', is: 'known' },
		{ field: 'phone', is: 'unknown' },
		{ field: 'externalId', is: 'isNot', value: 'x' },
		{ field: 'city', is: 'is', value: 'Turku' },
		{ field: 'city', is: 'isNot', value: 'Oulu' },
		{ not: [{ field: 'city', is: 'is', value: 'Oulu' }] },
		{ field: 'attribute.size', is: 'is', value: 'm' },
		{ field: 'createdAt', is: 'inLast', value: 1 },
	]) {
		const [theirs, all] = [await preview(editor, rule), await preview(s.owner, rule)];
		expect([rule, theirs.count, theirs.of, all.count, all.of]).toEqual([rule, 1, 1, 2, 2]);
	}
	const sentence = 'Ask only about people and events of domains that you administer';
	for (const domains of [[s.tenant.domainId], [second.domainId, s.tenant.domainId]]) {
		const sent = await ask(editor, s.tenant, 'POST', '/domain/segment/preview', { rule: { all: [{ ...email('cat@'), domains }] } });
		expect([sent.status, sent.json().fields]).toEqual([422, { 'rule.0': sentence }]);
	}
	const add = async (who: Person, rule: object, name: string): Promise<string> => {
		const sent = await ask(who, s.tenant, 'POST', '/domain/segment', { name, rule: { all: [rule] } });
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data.id;
	};
	const row = async (id: string) =>
		(await ask(editor, s.tenant, 'GET', '/domain/segment')).json().data.find((one: { id: string }) => one.id === id);
	const ready = (id: string, count: number) =>
		expect.poll(async () => [(await row(id)).state, (await row(id)).count], { timeout: 4000 }).toEqual(['ready', count]);
	const cats = await add(editor, email('cat@'), 'Cats');
	const opposite = await add(editor, { field: 'email', is: 'isNot', value: 'cow@example.com' }, 'No cows');
	const all = await add(s.owner, { field: 'city', is: 'is', value: 'Turku' }, 'All of Turku');
	expect((await row(cats)).rule).toEqual({ all: [{ ...email('cat@'), domains: [second.domainId] }] });
	await ready(cats, 0);
	await ready(opposite, 0);
	await ready(all, 2);
	const members = async (who: Person, id: string) => (await ask(who, s.tenant, 'GET', `/domain/segment/${id}/members`)).json().data;
	expect((await members(s.owner, all)).people).toHaveLength(2);
	expect((await members(editor, all)).people.map((one: { email: string }) => one.email)).toEqual(['cow@example.com']);
	const estimate = await ask(editor, s.tenant, 'GET', `/audience/people?segments=${all}`, undefined, second.domainId);
	expect(estimate.json().data.people.map((one: { email: string }) => one.email)).toEqual(['cow@example.com']);

	// Whoever becomes known on the domain, of whom nothing else is new, is in at once.
	const seen = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: s.machine,
		body: { domainId: second.domainId, profiles: [{ person: { email: 'cat@example.com' }, ...facts }] },
	});
	expect(seen.json().data.results[0].code, seen.text).toBeNull();
	await expect.poll(async () => (await row(cats)).count, { timeout: 2000 }).toBe(1);
	expect((await preview(editor, email('cat@'))).count).toBe(1);
});

test('a domain’s own admin changes and deletes segments of their domains alone, and uses those of others', async () => {
	const s = await uploadStage(t);
	const { second, editor } = await secondOf(s);
	const luvallaId = await known(s, second.domainId, 'here@example.com');
	const people = [{ luvallaId }];
	const add = (who: Person, body: object) => ask(who, s.tenant, 'POST', '/domain/segment', body);
	const theirs = [
		(await add(s.owner, { name: 'Everybody’s' })).json().data.id,
		(await add(s.owner, { name: 'Of the first domain', domainId: s.tenant.domainId })).json().data.id,
	];
	for (const id of theirs) {
		const [row] = (await ask(editor, s.tenant, 'GET', '/domain/segment')).json().data.filter((one: { id: string }) => one.id === id);
		expect(row).toMatchObject({ can: { change: false } });
		expect((await ask(editor, s.tenant, 'POST', `/domain/segment/${id}/members`, { people })).status).toBe(200);
		for (const [method, path, body] of [
			['PUT', '/domain/segment', { id, name: 'Mine' }],
			['PUT', '/domain/segment', { id: id.toUpperCase(), domainId: second.domainId }],
			['PUT', '/domain/segment', { id, isActive: false }],
			['DELETE', `/domain/segment?id=${id}`, undefined],
			['POST', `/domain/segment/${id}/members/remove`, { people }],
		] as const) {
			const refused = await ask(editor, s.tenant, method, path, body);
			expect([method, refused.status, refused.json().code]).toEqual([method, 403, 'foreign_segment']);
		}
		expect((await ask(s.owner, s.tenant, 'GET', `/domain/segment/${id}/members`)).json().data.count).toBe(1);
	}
	// What they make is their domain's, and stays so.
	const mine = (await add(editor, { name: 'Ours' })).json().data;
	expect(mine).toMatchObject({ domainId: second.domainId, can: { change: true } });
	const change = (body: object) => ask(editor, s.tenant, 'PUT', '/domain/segment', { id: mine.id, ...body });
	expect((await change({ name: 'Ours still' })).json().data.name).toBe('Ours still');
	expect((await change({ domainId: null })).json().code).toBe('whose_segment');
	expect((await change({ domainId: s.tenant.domainId })).status).toBe(404);
	const both = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant, second] });
	expect((await add(both, { name: 'Whose' })).json().code).toBe('whose_segment');
	expect((await ask(both, s.tenant, 'PUT', '/domain/segment', { id: theirs[1], name: 'Of the first' })).status).toBe(200);
	expect((await ask(both, s.tenant, 'PUT', '/domain/segment', { id: theirs[0], name: 'Of us all' })).status).toBe(403);
	// Whoever answers for the customer, and the platform's admins, change any.
	for (const who of [s.owner, await t.person(['ADMIN'])])
		expect((await ask(who, s.tenant, 'PUT', '/domain/segment', { id: mine.id, weight: 2 })).json().data.can).toEqual({ change: true });
	expect((await ask(editor, s.tenant, 'DELETE', `/domain/segment?id=${mine.id}`)).status).toBe(200);
	const stranger = await uploadStage(t);
	expect((await ask(stranger.owner, stranger.tenant, 'DELETE', `/domain/segment?id=${theirs[0]}`)).status).toBe(404);
});
