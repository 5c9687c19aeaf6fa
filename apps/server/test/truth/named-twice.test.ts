/** Of two of one name nobody can tell which was meant: what has them is refused, and says where. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namedTwice } from '../../src/kernel/http/named-twice.ts';
import { startApp } from '../app.ts';
import { draftFor, edgeRecord, publishBanner } from '../fixtures.ts';
import { postRaw } from '../raw.ts';
import { checkedFile } from '../upload.ts';
import { vendorList } from '../vendor-list.ts';

const t = await startApp();
const tenant = await t.tenant();
const owner = await t.person([], { adminOf: [tenant] });

const SENTENCE = 'This is named twice: send it once';

describe('JSON', () => {
	test('says where a name stands twice, whatever is around it', () => {
		const cases: [string, string[] | null][] = [
			['{"a":1,"a":2}', ['a']],
			['{ "a" : 1 , "b":{"a":1}, "a"\n: 2 }', ['a']],
			['{"list":[{"a":1},{"a":1,"b":2,"b":3}]}', ['list', '1', 'b']],
			['{"value":false,"v\\u0061lue":true}', ['value']],
			['{"__proto__":1,"__proto__":2}', ['__proto__']],
			['{"a\\"":1,"a":2,"b":"a","c":["a","a",{"a":"a"}]}', null],
			['{"a\\\\":1,"a":"\\\\\\"a\\":","c":"{\\"a\\":1,\\"a\\":2}"}', null],
			['["a","a"]', null],
			['"a"', null],
			['{}', null],
		];
		for (const [json, path] of cases) {
			JSON.parse(json);
			expect([json, namedTwice(json)]).toEqual([json, path]);
		}
	});

	test('has no such name where a program wrote it, and one wherever one more is put in', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), (value, name, inner) => {
				expect(namedTwice(JSON.stringify(value, null, 1))).toBeNull();
				const member = JSON.stringify({ [name]: inner }).slice(1, -1);
				expect(namedTwice(`[${JSON.stringify(value)}, {${member}, ${member}}]`)).toEqual(['1', name]);
			}),
		);
	});
});

test('an answer that says no and yes is refused, and its field is named', async () => {
	const at = new Date().toISOString();
	const said = `{"person":{"externalId":"twice-1"},"purpose":"Media","value":false,"at":"${at}","source":"Form","value":true}`;
	const answer = await t.app.inject({
		method: 'POST',
		url: '/edge/v1/consents',
		headers: { ...(await t.machine(owner, tenant)), 'content-type': 'application/json' },
		payload: `{"domainId":"${tenant.domainId}","answers":[${said}]}`,
	});
	expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid', fields: { 'answers.0.value': SENTENCE } }]);
	const finnish = await t.app.inject({
		method: 'PUT',
		url: '/api/user',
		headers: { cookie: owner.cookie, origin: 'http://localhost:4000', 'content-type': 'application/json', 'accept-language': 'fi' },
		payload: '{"name":"Anna","name":"Bo","PhoneNumber":""}',
	});
	expect(finnish.json().fields).toEqual({ name: 'Tämä on nimetty kahdesti: lähetä se kerran' });
});

test('a banner’s record that says no and yes is refused by the door and by the router', async () => {
	const folder = (await publishBanner(t, owner, tenant)).publishedFolder;
	const record = JSON.stringify(edgeRecord('media', false)).replace('"value":false', '"value":false,"value":true');
	const body = `{"domainId":"${tenant.domainId}","configuration":"${folder}","records":[${record}]}`;
	const port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
	for (const path of ['/edge/v1/records', '/Edge/v1/records/'])
		for (const type of ['application/json', 'text/plain']) {
			const answer = await postRaw(port, path, tenant.host, body, type);
			expect([path, type, answer.split(' ')[1], answer.includes(`"records.0.value":"${SENTENCE}"`)]).toEqual([path, type, '400', true]);
		}
});

test('a file of answers whose first line names a column twice is refused whole, whatever its letters', async () => {
	const rows = 'anna@example.com;Media;no;yes;2026-01-02;Old tool';
	for (const head of ['email;purpose;value;value;at;source', 'email;purpose;value; VALUE ;at;source'])
		await expect(checkedFile(t, owner, tenant, `${head}\n${rows}`)).rejects.toThrow('targets.3');
	// Columns that become nothing are nobody's business.
	const csv = 'email;note;note;purpose;value;at\nanna@example.com;a;b;Media;no;2026-01-02';
	expect(await checkedFile(t, owner, tenant, csv)).toMatchObject({ state: 'done', counts: { rows: 1, no: 1 } });
});

test('a vendor list that explains a purpose twice is no list', async () => {
	const admin = await t.person(['ADMIN']);
	const text = JSON.stringify(vendorList()).replace(
		'"purposes":{"1":',
		'"purposes":{"1":{"id":1,"name":"Other","description":"","illustrations":[]},"1":',
	);
	const boundary = 'twice';
	const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="l.json"\r\ncontent-type: application/json\r\n\r\n${text}\r\n--${boundary}--\r\n`;
	const answer = await t.app.inject({
		method: 'POST',
		url: '/api/cmpconfigurator/gvlfile',
		headers: { cookie: admin.cookie, origin: 'http://localhost:4000', 'content-type': `multipart/form-data; boundary=${boundary}` },
		payload,
	});
	expect([answer.statusCode, answer.json()]).toMatchObject([
		422,
		{ code: 'not_a_list', fields: { file: 'purposes.1 is named twice: leave it once.' } },
	]);
});

test('a draft whose configuration names a field twice is refused by that field', async () => {
	const draft = draftFor(tenant, 'Twice');
	const config = draft.config.replace('{', '{"reask":{"yesMonths":1,"noMonths":1},');
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: { ...draft, config } });
	expect([saved.status, saved.json()]).toMatchObject([422, { code: 'not_usable', fields: { reask: SENTENCE } }]);
	const mapped = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: { ...draft, mapper: '{"a":1,"a":2}' } });
	expect(mapped.json().fields).toEqual({ 'mapper.a': SENTENCE });
});
