/** The log as anybody reads it who has no account. */
import { randomBytes } from 'node:crypto';
import { PROOFS_A_MINUTE, RECEIPT_PDFS_A_MINUTE, RECEIPTS_A_MINUTE, TILES_A_MINUTE } from '@luvalla/contract/consent/proof.ts';
import { hashLeaf, includes, isExtension } from '@luvalla/verify/merkle.ts';
import { isHeadSigned } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { keepRetention } from '../../src/wings/consent/proof/retention.ts';
import { selfCheck } from '../../src/wings/consent/proof/self-check.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { bytes, headOf, proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

/** Says when the next one passes: within the minute that began with the first. */
const untilNext = ({ headers }: { headers: Record<string, unknown> }): boolean =>
	/^\d+$/.test(String(headers['retry-after'])) && Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60;

describe('the public log', () => {
	test('of a customer without a record is empty everywhere, and breaks nothing', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		await sealAll(t.server.kernel);
		expect((await p.get(own.owner, '/api/audit/ledger')).data).toMatchObject({ log: null, head: null, check: null });
		expect(await p.get(own.owner, '/api/audit/ledger/heads')).toEqual({ data: [], page: { total: 0, next: null } });
		expect((await p.get(own.owner, '/api/audit/ledger/checks')).data).toEqual([]);
		expect((await p.get(own.owner, '/api/audit/ledger/consistency?from=0&to=0')).data).toMatchObject({ from: 0, to: 0, proof: [] });
		expect((await t.send(own.owner, 'GET', '/api/audit/ledger/consistency?from=0&to=1')).json().code).toBe('unknown_size');
		expect(await selfCheck(t.server.kernel, customerId)).toBeNull();
		expect(await keepRetention(t.server.kernel, customerId)).toBe(0);
	});

	test('serves heads, tiles and proofs as tlog-tiles does, from which anybody builds the same root', async () => {
		const own = await p.stage();
		const ids = await p.record(own, 90);
		await sealAll(t.server.kernel);
		const { address } = (await p.get(own.owner, '/api/audit/ledger')).data.log;
		const path = new URL(address).pathname;
		const log = path.split('/').at(-1);
		const checkpoint = headOf((await t.send(null, 'GET', `${path}/checkpoint`)).text);
		expect(isHeadSigned(checkpoint, await p.keysOf())).toBe(true);
		expect(checkpoint.checkpoint.size).toBe(270);
		const tile = async (name: string) => t.app.inject({ url: `${path}/tile/${name}`, remoteAddress: '10.9.9.8' });
		const full = await tile('0/000');
		expect([full.statusCode, full.rawPayload.length, full.headers['cache-control']]).toEqual([
			200,
			256 * 32,
			'public, max-age=31536000, immutable',
		]);
		expect((await tile('0/001.p/14')).rawPayload).toHaveLength(14 * 32);
		expect((await tile('1/000.p/1')).rawPayload).toHaveLength(32);
		const entries = (await tile('entries/000')).rawPayload;
		expect([entries.length, entries.readUInt16BE(0)]).toEqual([256 * 34, 32]);
		expect(hashLeaf(entries.subarray(2, 34))).toEqual(full.rawPayload.subarray(0, 32));
		for (const wrong of ['0/002', '0/001', '0/001.p/15', '0/000.p/256', '0/1', '9/000', 'entries/001', '0/x000'])
			expect([wrong, (await tile(wrong)).statusCode]).toEqual([wrong, 404]);

		const receipt = await p.get(null, `/edge/v1/receipts/${ids[200]}`);
		const proven = (await p.get(null, `/edge/v1/ledger/proof?log=${log}&position=200&size=270`)).data;
		expect(includes(hashLeaf(Buffer.from(receipt.leaf, 'hex')), 200, 270, bytes(proven.proof), checkpoint.checkpoint.root)).toBe(true);
		const grown = (await p.get(null, `/edge/v1/ledger/consistency?log=${log}&from=100&to=270`)).data;
		expect(isExtension(100, 270, bytes(grown.proof), Buffer.from(grown.fromRoot, 'hex'), checkpoint.checkpoint.root)).toBe(true);
		expect((await t.send(null, 'GET', `/edge/v1/ledger/consistency?log=${log}&from=100&to=271`)).json().code).toBe('unknown_size');
		const above = (await p.get(null, '/edge/v1/ledger/heads')).data[0];
		expect((await t.send(null, 'GET', '/edge/v1/ledger/installation/checkpoint')).text).toBe(above.note);
		expect((await t.send(null, 'GET', '/edge/v1/ledger/0193b2f0-0000-7000-8000-000000000000/checkpoint')).status).toBe(404);
	});

	test('answers an address so often a minute, and another all the same', async () => {
		const own = await p.stage();
		const [id] = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const { address } = (await p.get(own.owner, '/api/audit/ledger')).data.log;
		const { pathname } = new URL(address);
		const [third, fourth] = randomBytes(2);
		const [one, other] = [`10.201.${third}.${fourth}`, `10.202.${third}.${fourth}`];
		const ask = (remoteAddress: string, url: string, headers: Record<string, string> = {}) => t.app.inject({ url, remoteAddress, headers });

		for (let n = 0; n < PROOFS_A_MINUTE; n++) expect((await ask(one, '/edge/v1/ledger/key')).statusCode).toBe(200);
		for (const url of [
			'/edge/v1/ledger/key',
			'/edge/v1/ledger/heads',
			`${pathname}/checkpoint`,
			'/edge/v1/ledger/consistency?from=0&to=1',
		]) {
			const refused = await ask(one, url, { 'accept-language': 'fi' });
			expect([url, refused.statusCode, untilNext(refused), refused.json()]).toEqual([
				url,
				429,
				true,
				{ code: 'too_many', error: 'Pyyntöjä tuli paljon lyhyessä ajassa. Odota minuutti ja yritä uudelleen.' },
			]);
			expect(refused.headers['access-control-allow-origin']).toBe('*');
			expect([url, (await ask(other, url)).statusCode]).toEqual([url, 200]);
		}

		// The others' limits are their own. What was counted is set to the last allowed request.
		const kinds: [kind: string, most: number, url: string][] = [
			['tile', TILES_A_MINUTE, `${pathname}/tile/0/000.p/3`],
			['receipt', RECEIPTS_A_MINUTE, `/edge/v1/receipts/${id}`],
			['receipt pdf', RECEIPT_PDFS_A_MINUTE, `/edge/v1/receipts/${id}.pdf`],
		];
		for (const [kind, most, url] of kinds) {
			await t.storage.inPlatform((tx) => tx.query('delete from rate_limit where key like $1', [`${kind}:%`]));
			expect([url, (await ask(one, url)).statusCode]).toEqual([url, 200]);
			const [counted] = await t.storage.inPlatform((tx) =>
				tx.query<{ key: string }>('update rate_limit set count = $2 where key like $1 returning key', [`${kind}:%`, most - 1]),
			);
			expect(counted?.key).not.toContain(one);
			expect([url, (await ask(one, url)).statusCode]).toEqual([url, 200]);
			const refused = await ask(one, url);
			expect([url, refused.statusCode, untilNext(refused)]).toEqual([url, 429, true]);
			expect([url, (await ask(other, url)).statusCode]).toEqual([url, 200]);
		}
		const page = await ask(one, `/edge/v1/receipts/${id}`, { accept: 'text/html' });
		expect([page.statusCode, untilNext(page), page.headers['content-type']]).toEqual([429, true, 'text/html; charset=utf-8']);
		expect(page.payload).toContain('Wait a minute and try again.');
	});
});
