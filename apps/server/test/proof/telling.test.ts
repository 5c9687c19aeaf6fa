/** The addresses that a customer names are told of heads. */
import { isHeadSigned } from '@luvalla/verify/receipt.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMails } from '../../src/kernel/outbound/mail.ts';
import { createTelling } from '../../src/wings/consent/proof/tell.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { headOf, listener, type ProofApp, proofApp, type Stage } from './stage.ts';

let p: ProofApp;
let t: ProofApp['t'];
beforeAll(async () => {
	p = await proofApp();
	t = p.t;
});
afterAll(() => t.stop());

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
					`insert into ledger_address (customer_id, address_id, kind, address) values ($1, gen_random_uuid(), 'https', $2) returning address_id`,
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
		await expect.poll(() => [...new Set(heard)].sort(), { timeout: 15_000 }).toEqual(['/broken', '/moved', '/own']);
		const moved = async () => {
			const { data } = await p.get(own.owner, '/api/audit/ledger/addresses');
			return data.map((one: { address: string; error: string | null }) => [new URL(one.address).pathname, one.error]);
		};
		await expect.poll(moved, { timeout: 15_000 }).toEqual([
			['/own', null],
			['/moved', 'The address answered 302.'],
		]);
		expect(inside.heard).toEqual([]);
		// A customer without a record has nothing to tell yet.
		await expect(createTelling(quiet).tellOne(empty.tenant.customerId, nothing)).rejects.toThrow('There is no signed head yet.');
		await hook.stop();
		await inside.stop();
	}, 40_000);

	test('are told of heads by mail and by POST, and say when it went wrong', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const add = (address: string) =>
			t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId, address, language: 'fi' } });
		expect((await add('http://example.com/')).json().fields.address).toBe('Use an email address, or an address that starts with https://');
		expect((await add('nobody')).status).toBe(400);
		const mail = (await add('Notary@Example.com')).json().data;
		expect(mail).toMatchObject({ kind: 'mail', address: 'notary@example.com', toldAt: null });
		expect((await add('notary@example.com')).json().code).toBe('address_known');
		const test_ = (id: string) => t.send(own.owner, 'POST', `/api/audit/ledger/addresses/${id}/test`, { body: { customerId } });
		expect((await test_(mail.id)).json().data).toEqual({ isSuccessful: false, errorMessage: 'There is no signed head yet.' });
		await p.record(own, 1);
		await sealAll(t.server.kernel);

		const hook = await listener((request) => ({ status: request.url === '/fails' ? 500 : 204, text: '' }));
		// Only https may be named; that the guard and the sender work is seen with plain addresses put in beside the call.
		const put = async (address: string): Promise<string> => {
			const [row] = await t.storage.inTenant(customerId, (tx) =>
				tx.query<{ address_id: string }>(
					`insert into ledger_address (customer_id, address_id, kind, address) values ($1, gen_random_uuid(), 'https', $2) returning address_id`,
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
		const mails = await t.storage.inPlatform((tx) => listMails(tx, 50));
		const told = mails.find((one) => one.recipient === 'notary@example.com');
		expect(told?.subject).toContain('Suostumuskirja');
		expect(told?.bodyText).toContain(message.head);

		// The daily round signs a head of the day, though nothing was added.
		const telling = createTelling(t.server.kernel);
		await telling.tellAll();
		const { data } = await p.get(own.owner, '/api/audit/ledger/heads');
		expect(data.map((head: { size: number }) => head.size)).toEqual([3, 3]);
		await expect.poll(() => hook.heard.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);

		const listed = (await p.get(own.owner, '/api/audit/ledger/addresses')).data;
		expect(listed.find((one: { id: string }) => one.id === inside).error).toContain('not a public address');
		for (const { id } of listed)
			expect((await t.send(own.owner, 'DELETE', `/api/audit/ledger/addresses/${id}?customerId=${customerId}`)).status).toBe(200);
		expect((await p.get(own.owner, '/api/audit/ledger/addresses')).data).toEqual([]);
		await hook.stop();
	}, 40_000);
});
