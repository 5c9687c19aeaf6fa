/** NUL and half characters are refused by field and sink nothing else; words that every object knows are words like others. */
import { templates } from '@luvalla/banner/templates.ts';
import { expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { draftFor, edgeRecord, publishBanner, sendRecords } from '../fixtures.ts';
import { postRaw } from '../raw.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });
const folder = (await publishBanner(t, owner, tenant)).publishedFolder;

test('a bad answer is refused alone, and the others of its batch are stored', async () => {
	const headers = await t.machine(owner, tenant);
	const at = new Date().toISOString();
	const good = (n: number) => ({ person: { externalId: `text-${n}` }, purpose: 'Media', value: true, at, source: 'Paper form' });
	const bad = [
		{ ...good(1), person: { externalId: 'bad\ud800' } },
		{ ...good(2), source: 'half \udc00 a letter' },
		{ ...good(3), purpose: 'Media\0' },
		{ ...good(4), language: 'en\0' },
		{ ...good(5), person: { email: 'a\0b@people.example' } },
	];
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers,
		body: { domainId: tenant.domainId, answers: [good(6), ...bad, good(7)] },
	});
	expect(sent.status).toBe(200);
	expect(sent.json().data.results.map(({ code }: { code: string | null }) => code)).toEqual([null, ...bad.map(() => 'malformed'), null]);
});

test('a batch of banners’ records is refused by field where its configuration is no text, by the door and by the router', async () => {
	const body = JSON.stringify({ domainId: tenant.domainId, configuration: `${folder}\0`, records: [edgeRecord('media', true)] });
	const port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
	for (const path of ['/edge/v1/records', '/Edge/v1/records/']) {
		const answer = await postRaw(port, path, tenant.host, body);
		expect([path, answer.split(' ')[1], answer.includes('"configuration":"Remove the characters that are no text"')]).toEqual([
			path,
			'400',
			true,
		]);
	}
	const half = { ...edgeRecord('media\ud800', true) };
	expect((await sendRecords(t, tenant, folder, [half, edgeRecord('media', true)])).json().data).toMatchObject({
		stored: 1,
		refused: [{ id: half.id, code: 'unknown_category' }],
	});
});

test('fields are named, in the asker’s language', async () => {
	const ask = (headers: Record<string, string>) =>
		t.send(owner, 'POST', '/api/manage/client', { headers, body: { customerId: tenant.customerId, clientName: 'A\0', clientType: 0 } });
	expect((await ask({})).json().fields).toEqual({ clientName: 'Remove the characters that are no text' });
	expect((await ask({ 'accept-language': 'fi' })).json().fields).toEqual({ clientName: 'Poista merkit, jotka eivät ole tekstiä' });
	const q = await t.send(owner, 'GET', `/api/customer/${tenant.customerId}/domain?q=a%00b`);
	expect([q.status, q.json().fields]).toEqual([400, { q: 'Remove the characters that are no text' }]);
});

test('a list is not sorted by what every object has, and a number of a tile has an end', async () => {
	const admin = await t.person(['ADMIN']);
	for (const list of ['/api/user/users', '/api/customer', '/api/partner', '/api/domain'])
		for (const sort of ['constructor', 'toString', '-__proto__', 'hasOwnProperty'])
			expect([list, sort, (await t.send(admin, 'GET', `${list}?sort=${sort}&size=1`)).status]).toEqual([list, sort, 200]);
	for (const tile of ['entries/x999/x999/x999/x999/x999/999', '0/x999/x999/x999/x999/x999/999', 'entries/x999/x999/x999/x999/999'])
		expect([tile, (await t.send(null, 'GET', `/edge/v1/ledger/installation/tile/${tile}`)).status]).toEqual([tile, 404]);
});

test('no category is called what every object knows, and none is found by it', async () => {
	const { config } = templates['bottom-bar'];
	const categories = config.categories.map((one) => (one.key === 'media' ? { ...one, key: 'constructor', kind: 'media' } : one));
	const body = { ...draftFor(tenant, 'Odd'), config: JSON.stringify({ ...config, categories }) };
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body });
	expect([saved.status, JSON.stringify(saved.json().fields)]).toEqual([422, expect.stringContaining('Use small letters, digits, - and _')]);
	const sent = await sendRecords(t, tenant, folder, [edgeRecord('constructor', false), edgeRecord('toString', true)]);
	expect(sent.json().data.refused.map(({ code }: { code: string }) => code)).toEqual(['unknown_category', 'unknown_category']);
});
