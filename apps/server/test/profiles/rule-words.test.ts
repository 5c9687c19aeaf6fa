/** What a condition is asked with is read as what is known of people is kept: so the very value that stands there is found. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { someOf } from '../../../../scripts/length.ts';
import { startApp } from '../app.ts';
import { keyed, uploadStage } from './upload-stage.ts';

const t = await startApp();

const scene = async () => {
	const s = await uploadStage(t);
	const preview = (condition: object) =>
		t.send(s.owner, 'POST', '/api/manage/domain/segment/preview', { ...keyed(s.tenant), body: { rule: { all: [condition] } } });
	return { ...s, preview };
};

test('letters are small and in one piece on both sides', async () => {
	const s = await scene();
	const names = ['İzmir', 'ΣΊΣΥΦΟΣ', 'Ångström', 'A\u030angstro\u0308m', 'ÄIJÄ', 'Straße', 'ÕUN', "O'Neill", '100 %_\\'];
	for (const [n, lastName] of names.entries())
		await s.profile({ email: `w${n}@people.example` }, { lastName, attributes: { word: lastName } });
	const count = async (condition: object): Promise<number> => (await s.preview(condition)).json().data.count;
	const same = (name: string): number => names.filter((one) => one.normalize('NFC') === name.normalize('NFC')).length;
	for (const name of someOf(names, 5))
		for (const field of ['lastName', 'attribute.word'])
			for (const given of [name, name.normalize('NFD'), ` ${name} `]) {
				const found = async (is: string, value: unknown) => [field, is, given, await count({ field, is, value })];
				expect(await found('is', given)).toEqual([field, 'is', given, same(name)]);
				expect(await found('oneOf', [given, 'nobody'])).toEqual([field, 'oneOf', given, same(name)]);
				expect(await found('isNot', given)).toEqual([field, 'isNot', given, names.length - same(name)]);
				expect(await found('contains', given.trim())).toEqual([field, 'contains', given, same(name)]);
				expect(await found('startsWith', given.trimEnd())).toEqual([field, 'startsWith', given, same(name)]);
			}
	expect(await count({ field: 'lastName', is: 'is', value: 'ÅNGSTRÖM' })).toBe(2);
	expect(await count({ field: 'lastName', is: 'contains', value: ' %' })).toBe(1);
});

test('what happened is asked for in the same letters, whoever told of it and however they wrote', async () => {
	const s = await scene();
	const { domainId } = s.tenant;
	const names = ['İzmir', 'ΣΊΣΥΦΟΣ', 'Ångström', 'A\u030angstro\u0308m', ' Äijä ', 'Straße', '100 %_\\'];
	const at = new Date();
	const events = names.map((item, n) => ({
		id: v7({ msecs: at.getTime() }),
		at: at.toISOString(),
		person: { email: `e${n}@people.example` },
		type: 'order',
		properties: { item },
	}));
	// Sent again, it is the same.
	for (const outcome of ['stored', 'known']) {
		const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: s.machine, body: { domainId, events } });
		expect(sent.json().data.results.map((one: { outcome: string }) => one.outcome)).toEqual(names.map(() => outcome));
	}
	const count = async (is: string, value: unknown): Promise<number> =>
		(await s.preview({ field: 'event.order', is: 'atLeast', value: 1, where: [{ property: 'item', is, value }] })).json().data.count;
	const plain = (name: string): string => name.normalize('NFC').trim();
	for (const name of names)
		for (const given of [name, name.normalize('NFD'), ` ${plain(name)}`]) {
			const same = names.filter((one) => plain(one) === plain(name)).length;
			expect(['is', given, await count('is', given)]).toEqual(['is', given, same]);
			expect(['oneOf', given, await count('oneOf', [given, 'nobody'])]).toEqual(['oneOf', given, same]);
			expect(['contains', given, await count('contains', given.trim())]).toEqual(['contains', given, same]);
			expect(['startsWith', given, await count('startsWith', given.trimEnd())]).toEqual(['startsWith', given, same]);
		}
	expect(await count('is', 'ÅNGSTRÖM')).toBe(2);
	await s.profile({ email: 'blanks@people.example' }, { attributes: { word: ' A\u030ake ' } });
	expect((await s.preview({ field: 'attribute.word', is: 'is', value: 'Åke' })).json().data.count).toBe(1);
});

test('numbers, addresses and towns are asked for as people write them', async () => {
	const s = await scene();
	await s.profile({ email: 'ph1@p.example', phone: '+358 40 123 4511', externalId: 'A-1' }, { city: 'Turku' });
	await s.profile({ email: 'ph2@p.example' }, { city: 'Oulu' });
	await s.profile({ email: 'ph3@äijä.fi' }, { city: 'Vaasa' });
	for (const [field, is, value] of [
		['phone', 'is', '+358 40 123 4511'],
		['phone', 'is', '+358-40-1234511'],
		['phone', 'oneOf', ['+358 (40) 123 4511', '+1 212 555 0100']],
		['phone', 'startsWith', '+358 40'],
		['phone', 'contains', '123 45'],
		['email', 'is', ' PH1@P.example '],
		['email', 'startsWith', 'PH1'],
		['email', 'is', 'PH3@ÄIJÄ.fi'],
		['email', 'oneOf', ['ph3@äijä.fi', 'x@p.example']],
		['email', 'noneOf', ['ph3@äijä.fi', 'ph2@p.example']],
		['email', 'contains', '@äijä.fi'],
		['email', 'contains', 'äijä'],
		['externalId', 'is', ' A-1'],
		['city', 'is', ' Turku'],
		['city', 'oneOf', ['Turku ', 'Espoo']],
	] as const) {
		const sent = await s.preview({ field, is, value });
		expect([field, is, value, sent.json().data?.count]).toEqual([field, is, value, 1]);
	}
});

test('what happened is counted in whole numbers', async () => {
	const s = await scene();
	const at = new Date();
	const id = v7({ msecs: at.getTime() });
	await t.send(null, 'POST', '/edge/v1/events', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, events: [{ id, at: at.toISOString(), person: { email: 'e@p.example' }, type: 'order' }] },
	});
	for (const value of [1.5, -1, 1e12]) {
		const refused = await s.preview({ field: 'event.order', is: 'atLeast', value });
		expect([value, refused.status, refused.json().fields]).toEqual([value, 422, { 'rule.0': 'Use a whole number, 0 or more' }]);
	}
	expect((await s.preview({ field: 'event.order', is: 'atLeast', value: 1 })).json().data.count).toBe(1);
	expect((await s.preview({ field: 'event.order', is: 'is', value: 0 })).json().data.count).toBe(0);
});
