/** The addresses that a customer names are told of heads. */
import { isHeadSigned } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { createTelling } from '../../src/wings/consent/proof/tell.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { mailsTo } from '../fixtures.ts';
import { headOf, listener, proofStage, type Stage } from './stage.ts';

const p = await proofStage();
const { t } = p;

describe('an address that has not said that it wants to be told', () => {
	test('is told nothing: not every day, not by hand, not what the self-check found; and asked a few times an hour', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const address = `victim-${customerId}@bank.example`;
		const ids = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const body = { customerId, address };
		const { id } = (await t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body })).json().data;
		const post = (path: string) => t.send(own.owner, 'POST', `/api/audit/ledger/addresses/${id}/${path}`, { body: { customerId } });
		expect((await post('test')).json()).toMatchObject({ code: 'address_unconfirmed' });
		const telling = createTelling(t.server.kernel);
		await telling.tellOne(customerId, id);
		await t.storage.asOwner((owner) =>
			owner.query('update consent_record set value = not value where customer_id = $1 and id = $2', [customerId, ids[0]]),
		);
		const quiet = { ...t.server.kernel, log: { ...t.server.kernel.log, error: () => undefined } };
		expect(await selfCheck(quiet, customerId)).toMatchObject({ found: 1 });
		const mails = await mailsTo(t, address);
		expect(mails.map(({ subject }) => subject)).toEqual(['Do you want to hear of a consent ledger?']);

		const again = [];
		for (let n = 0; n < 5; n++) again.push(await post('confirmation'));
		expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
		expect(Number(again[4]?.headers['retry-after'])).toBeGreaterThan(3500);
		expect(await mailsTo(t, address)).toHaveLength(5);
	});

	test('is not confirmed by a made-up link, an old one, or one of an address that is gone', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const { secrets } = t.server.kernel;
		const address = `gone-${customerId}@bank.example`;
		const { id } = (await t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId, address } })).json().data;
		const [mail] = await mailsTo(t, address);
		const press = (token: string) =>
			t.app.inject({
				method: 'POST',
				url: `/edge/v1/ledger/address?token=${encodeURIComponent(token)}`,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				payload: '',
			});
		const sealed = (over: object, place = 'ledger address link') =>
			secrets.seal(JSON.stringify({ customerId, addressId: id, until: Date.now() + 60_000, ...over }), place);
		for (const token of ['', 'x', sealed({}, 'address link'), sealed({ until: Date.now() - 1 }), sealed({ customerId: customerId + 1 })])
			expect((await press(token)).statusCode).toBe(404);
		expect((await p.get(own.owner, '/api/audit/ledger/addresses')).data[0].confirmedAt).toBeNull();
		expect((await t.send(own.owner, 'DELETE', `/api/audit/ledger/addresses/${id}?customerId=${customerId}`)).status).toBe(200);
		const token = new URL(/https?:\S+/.exec(mail?.bodyText ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
		expect((await press(token)).statusCode).toBe(404);
	});

	test('says yes by https with the challenge alone: an echo of the question, or any other answer, is none', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const hook = await listener((_request, asked) => {
			const challenge = String(JSON.parse(asked).challenge);
			const answers: Record<string, { status: number; text: string }> = {
				'/text': { status: 200, text: `${challenge}\n` },
				'/json': { status: 200, text: JSON.stringify({ challenge }) },
				'/echo': { status: 200, text: asked },
				'/mute': { status: 204, text: '' },
				'/fails': { status: 500, text: challenge },
			};
			return answers[_request.url ?? ''] ?? { status: 404, text: '' };
		});
		// Only https may be named: plain addresses are put in beside the call.
		const ask = async (path: string) => {
			const [row] = await t.storage.inTenant(customerId, (tx) =>
				tx.query<{ address_id: string }>(
					`insert into ledger_address (customer_id, address_id, kind, address) values ($1, gen_random_uuid(), 'https', $2) returning address_id`,
					[customerId, `${hook.url}${path}`],
				),
			);
			const url = `/api/audit/ledger/addresses/${row?.address_id}/confirmation`;
			const { confirmedAt, error } = (await t.send(own.owner, 'POST', url, { body: { customerId } })).json().data;
			return [confirmedAt !== null, error];
		};
		expect(await ask('/text')).toEqual([true, null]);
		expect(await ask('/json')).toEqual([true, null]);
		const none = 'The address did not answer with the challenge.';
		expect([await ask('/echo'), await ask('/mute'), await ask('/fails')]).toEqual([
			[false, none],
			[false, none],
			[false, 'The address answered 500.'],
		]);
		await hook.stop();
	});
});

describe('the addresses that a customer names', () => {
	test('are told whatever happens elsewhere: no redirect is followed, and a broken ledger stops nobody else’s', async () => {
		const inside = await listener(() => ({ status: 200, text: '' }));
		const heard: string[] = [];
		const hook = await listener((request) => {
			heard.push(request.url ?? '');
			return request.url === '/moved' ? { status: 302, text: '', location: inside.url } : { status: 204, text: '' };
		});
		// Customers are taken in the order of their numbers: the broken one comes first.
		const [broken, own, empty] = [await p.stage(), await p.stage(), await p.stage()];
		for (const one of [broken, own]) await p.record(one, 1);
		await sealAll(t.server.kernel);
		const put = ({ tenant: { customerId } }: Stage, path: string) =>
			t.storage.inTenant(customerId, async (tx) => {
				const [row] = await tx.query<{ address_id: string }>(
					`insert into ledger_address (customer_id, address_id, kind, address, confirmed_at) values ($1, gen_random_uuid(), 'https', $2, now())
					returning address_id`,
					[customerId, `${hook.url}${path}`],
				);
				return row?.address_id ?? '';
			});
		await put(broken, '/broken');
		await put(own, '/own');
		await put(own, '/moved');
		const nothing = await put(empty, '/empty');
		const quiet = { ...t.server.kernel, log: { ...t.server.kernel.log, error: () => undefined } };
		await p.withoutTree(broken, () => expect(createTelling(quiet).tellAll()).rejects.toThrow('no head of the day could be signed (1)'));
		await expect.poll(() => [...new Set(heard)].sort()).toEqual(['/broken', '/moved', '/own']);
		const moved = async () => {
			const { data } = await p.get(own.owner, '/api/audit/ledger/addresses');
			return data.map((one: { address: string; error: string | null }) => [new URL(one.address).pathname, one.error]);
		};
		await expect.poll(moved).toEqual([
			['/own', null],
			['/moved', 'The address answered 302.'],
		]);
		expect(inside.heard).toEqual([]);
		// A customer without a record has nothing to tell yet.
		await expect(createTelling(quiet).tellOne(empty.tenant.customerId, nothing)).rejects.toThrow('There is no signed head yet.');
		await hook.stop();
		await inside.stop();
	});

	test('are told of heads by mail and by POST, and say when it went wrong', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const add = (address: string) =>
			t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId, address, language: 'fi' } });
		expect((await add('http://example.com/')).json().fields.address).toBe('Use an email address, or an address that starts with https://');
		expect((await add('nobody')).status).toBe(400);
		const mail = (await add('Notary@Example.com')).json().data;
		expect(mail).toMatchObject({ kind: 'mail', address: 'notary@example.com', toldAt: null });
		expect((await add('notary@example.com')).json()).toMatchObject({ code: 'address_known', fields: { address: expect.any(String) } });
		// Nothing but the question goes there before its owner has said yes; looking at the page says nothing.
		const [question] = await mailsTo(t, 'notary@example.com');
		const link = new URL(/https?:\S+/.exec(question?.bodyText ?? '')?.[0] ?? '');
		const press = (method: 'GET' | 'POST') =>
			t.app.inject({
				method,
				url: link.pathname + link.search,
				...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }),
			});
		const confirmedAt = async () => (await p.get(own.owner, '/api/audit/ledger/addresses')).data[0].confirmedAt;
		const shown = await press('GET');
		expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(shown.payload).toContain('notary@example.com');
		expect(await confirmedAt()).toBeNull();
		expect((await press('POST')).statusCode).toBe(200);
		expect(await confirmedAt()).not.toBeNull();
		const test_ = (id: string) => t.send(own.owner, 'POST', `/api/audit/ledger/addresses/${id}/test`, { body: { customerId } });
		expect((await test_(mail.id)).json().data).toEqual({ isSuccessful: false, errorMessage: 'There is no signed head yet.' });
		await p.record(own, 1);
		await sealAll(t.server.kernel);

		const hook = await listener((request) => ({ status: request.url === '/fails' ? 500 : 204, text: '' }));
		// Only https may be named; that the guard and the sender work is seen with plain addresses put in beside the call.
		const put = async (address: string): Promise<string> => {
			const [row] = await t.storage.inTenant(customerId, (tx) =>
				tx.query<{ address_id: string }>(
					`insert into ledger_address (customer_id, address_id, kind, address, confirmed_at) values ($1, gen_random_uuid(), 'https', $2, now())
					returning address_id`,
					[customerId, address],
				),
			);
			return row?.address_id ?? '';
		};
		const good = await put(`${hook.url}/heads`);
		const bad = await put(`${hook.url}/fails`);
		const inside = await put('http://10.0.0.1/');
		expect((await test_(good)).json().data).toEqual({ isSuccessful: true, errorMessage: null });
		expect((await test_(bad)).json().data).toEqual({ isSuccessful: false, errorMessage: 'The address answered 500.' });
		expect((await test_(inside)).json().data.errorMessage).toContain('is not a public address');
		const message = JSON.parse(hook.heard[0] ?? '');
		expect(isHeadSigned(headOf(message.head), await p.keysOf())).toBe(true);
		expect(isHeadSigned(headOf(message.installationHead), await p.keysOf())).toBe(true);
		expect((await test_(mail.id)).json().data.isSuccessful).toBe(true);
		const [told] = await mailsTo(t, 'notary@example.com');
		expect(told?.subject).toContain('Suostumuskirja:');
		expect(told?.bodyText).toContain(message.head);

		// The daily round signs a head of the day, though nothing was added.
		const telling = createTelling(t.server.kernel);
		await telling.tellAll();
		const { data } = await p.get(own.owner, '/api/audit/ledger/heads');
		expect(data.map((head: { size: number }) => head.size)).toEqual([3, 3]);
		await expect.poll(() => hook.heard.length).toBeGreaterThanOrEqual(3);

		const listed = (await p.get(own.owner, '/api/audit/ledger/addresses')).data;
		expect(listed.find((one: { id: string }) => one.id === inside).error).toContain('not a public address');
		for (const { id } of listed)
			expect((await t.send(own.owner, 'DELETE', `/api/audit/ledger/addresses/${id}?customerId=${customerId}`)).status).toBe(200);
		expect((await p.get(own.owner, '/api/audit/ledger/addresses')).data).toEqual([]);
		await hook.stop();
	});
});
