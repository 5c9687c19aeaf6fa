/** The ledger as a log: appending, heads, proofs, receipts, telling, self-check, erasure. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeys } from '@luvalla/verify/keys.ts';
import { hashLeaf, includes, isExtension } from '@luvalla/verify/merkle.ts';
import { cosignedAt, keyHashOf, parseNote, type VerifierKey } from '@luvalla/verify/note.ts';
import { checkReceipt, compareHeads, type Head, isHeadSigned, readHead } from '@luvalla/verify/receipt.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setClock } from '../src/kernel/clock.ts';
import { listMails } from '../src/kernel/outbound/mail.ts';
import { appendCustomer } from '../src/wings/consent/proof/append.ts';
import { eraseRecords } from '../src/wings/consent/proof/erase.ts';
import { keepRetention, setRetention } from '../src/wings/consent/proof/retention.ts';
import { selfCheck, selfCheckInstallation, sendChecks } from '../src/wings/consent/proof/self-check.ts';
import { createTelling } from '../src/wings/consent/proof/tell.ts';
import { askWitnesses } from '../src/wings/consent/proof/witness.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { ORIGIN, type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
	// Sealing happens when a test says so, not at the next minute.
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name like 'ledger-%'`));
});
afterAll(() => t.stop());

interface Stage {
	tenant: Tenant;
	owner: Person;
	folder: string;
}

const stage = async (): Promise<Stage> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	return { tenant, owner, folder: publishedFolder };
};

/** Choices of three records each; answers the ids in order. */
const record = async ({ tenant, folder }: Stage, choices: number): Promise<string[]> => {
	const ids: string[] = [];
	for (let n = 0; n < choices; n++) {
		const records = choice({ statistics: n % 2 === 0, marketing: false, media: true });
		expect((await sendRecords(t, tenant, folder, records)).json().data.stored).toBe(3);
		ids.push(...records.map(({ id }) => id));
	}
	return ids;
};

const get = async (who: Person | null, url: string) => {
	const answer = await t.send(who, 'GET', url);
	if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text}`);
	return answer.json();
};

const keysOf = async (): Promise<Buffer[]> => readKeys(JSON.stringify(await get(null, '/edge/v1/ledger/key')));
const bytes = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'));
const headOf = (note: string): Head => {
	const head = readHead(note);
	if (!head) throw new Error('no head');
	return head;
};

describe('sealing', () => {
	test('gives every record a place in the order of arrival, once, and signs a head over it', async () => {
		const own = await stage();
		const ids = await record(own, 4);
		expect(await appendCustomer(t.server.kernel, own.tenant.customerId)).toBe(12);
		expect(await appendCustomer(t.server.kernel, own.tenant.customerId)).toBe(0);
		ids.push(...(await record(own, 1)));
		await sealAll(t.server.kernel);
		const rows = await t.storage.inTenant(own.tenant.customerId, (tx) =>
			tx.query<{ position: number; record_id: string }>(
				'select position, record_id from ledger_entry where customer_id = $1 order by position',
				[own.tenant.customerId],
			),
		);
		expect(rows).toEqual(ids.map((record_id, position) => ({ position, record_id })));
		const { data, page } = await get(own.owner, '/api/audit/ledger/heads');
		expect(page.total).toBe(2);
		expect(data.map((head: { size: number }) => head.size)).toEqual([15, 12]);
		const keys = await keysOf();
		for (const { note } of data) expect(isHeadSigned(headOf(note), keys)).toBe(true);
		const { proof } = (await get(own.owner, '/api/audit/ledger/consistency?from=12&to=15')).data;
		expect(compareHeads(headOf(data[1].note).checkpoint, headOf(data[0].note).checkpoint, proof)).toMatchObject({ ok: true });
	});

	test('misses nothing that was committed later than its neighbours, or by a process whose clock is behind', async () => {
		const own = await stage();
		await record(own, 1);
		await sealAll(t.server.kernel);
		// A minute behind: within what every look goes back over.
		setClock(() => new Date(Date.now() - 60_000));
		const late = choice({ statistics: true });
		await t.storage.asOwner((owner) =>
			owner.query(
				`insert into consent_record select r.customer_id, $2::timestamptz, $3::uuid, $3::uuid, domain_id, purpose_id, purpose_version, category, value, now() - interval '60 seconds', 0,
					how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, sha256('x') from consent_record r where customer_id = $1 limit 1`,
				[own.tenant.customerId, late[0]?.at, late[0]?.id],
			),
		);
		setClock(null);
		await sealAll(t.server.kernel);
		const [found] = await t.storage.inTenant(own.tenant.customerId, (tx) =>
			tx.query<{ position: number }>('select position from ledger_entry where customer_id = $1 and record_id = $2', [
				own.tenant.customerId,
				late[0]?.id,
			]),
		);
		expect(found?.position).toBe(3);
	});

	test('goes on where several workers seal at once, and every place is taken once', async () => {
		const own = await stage();
		await record(own, 5);
		const [{ kernel }, { customerId }] = [t.server, own.tenant];
		const counts = await Promise.all([1, 2, 3].map(() => appendCustomer(kernel, customerId)));
		expect(counts.reduce((sum, one) => sum + one, 0)).toBe(15);
		const checked = await selfCheck(kernel, customerId);
		expect(checked).toMatchObject({ size: 15, found: 0 });
	});
});

describe('a receipt', () => {
	test('holds for whoever has the public key, by the officer’s call and by the record’s own address', async () => {
		const own = await stage();
		const ids = await record(own, 3);
		expect((await t.send(own.owner, 'GET', `/api/audit/domain/consents/${ids[0]}/receipt`)).json().code).toBe('not_sealed');
		await sealAll(t.server.kernel);
		const keys = await keysOf();
		for (const id of ids) {
			const mine = await get(own.owner, `/api/audit/domain/consents/${id}/receipt`);
			const checked = checkReceipt(mine, keys);
			expect(checked.checks.filter((one) => !one.ok)).toEqual([]);
			expect(checked).toMatchObject({ ok: true, record: { id, domainId: own.tenant.domainId } });
			const open = await t.send(null, 'GET', `/edge/v1/receipts/${id}`);
			expect([open.status, open.headers['access-control-allow-origin'], open.json()]).toEqual([200, '*', mine.data]);
		}
		const proof = (await get(own.owner, `/api/audit/domain/consents/${ids[4]}/proof`)).data;
		expect(proof).toMatchObject({ position: 4, verified: true, failed: null });
		const receipt = (await get(null, `/edge/v1/receipts/${ids[4]}`)) as { leaf: string };
		expect(includes(hashLeaf(Buffer.from(receipt.leaf, 'hex')), 4, proof.size, bytes(proof.proof), Buffer.from(proof.root, 'hex'))).toBe(
			true,
		);
	});

	test('is a page for a person and a PDF with the file in it, in both languages, with nothing of others', async () => {
		const own = await stage();
		const [id] = await record(own, 2);
		await sealAll(t.server.kernel);
		for (const [lang, title] of [
			['en', 'Consent receipt'],
			['fi', 'Suostumuskuitti'],
		]) {
			const page = await t.send(null, 'GET', `/edge/v1/receipts/${id}`, {
				headers: { accept: 'text/html', 'accept-language': lang ?? '' },
			});
			expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
			expect(page.text).toContain(title);
			expect(page.text).toContain(own.tenant.host);
			expect(page.text).not.toContain('<script');
			expect(page.headers['content-security-policy']).toContain(`default-src 'none'`);
			const pdf = await t.app.inject({ url: `/edge/v1/receipts/${id}.pdf?lang=${lang}`, remoteAddress: '10.9.9.9' });
			expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
			expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
			expect(pdf.rawPayload.toString('latin1')).toContain('/EmbeddedFile');
			const officer = await t.send(own.owner, 'GET', `/api/audit/domain/consents/${id}/receipt/pdf`, {
				headers: { 'accept-language': lang ?? '' },
			});
			expect(Buffer.from(officer.json().data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
		}
		const strange = await t.send(null, 'GET', '/edge/v1/receipts/0193b2f0-0000-7000-8000-000000000000');
		expect([strange.status, (await t.send(null, 'GET', '/edge/v1/receipts/nothing')).status]).toEqual([404, 404]);
		const other = await stage();
		expect((await t.send(other.owner, 'GET', `/api/audit/domain/consents/${id}/receipt`)).status).toBe(404);
	});

	test('shows the pictures of what this person saw, where publishing kept some', async () => {
		const own = await stage();
		const { customerId } = own.tenant;
		const [id] = await record(own, 1);
		const picture = Buffer.from(
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
			'base64',
		);
		const hash = createHash('sha256').update(picture).digest();
		await t.storage.inTenant(customerId, async (tx) => {
			await tx.query('insert into blob (customer_id, sha256, bytes) values ($1, $2, $3)', [customerId, hash, picture]);
			for (const name of ['en-desktop-1', 'en-phone-1', 'fi-desktop-1'])
				await tx.query(`insert into publication_file (customer_id, folder, path, type, sha256) values ($1, $2, $3, 'image/png', $4)`, [
					customerId,
					own.folder,
					`pictures/${name}.png`,
					hash,
				]);
		});
		await sealAll(t.server.kernel);
		const receipt = await get(null, `/edge/v1/receipts/${id}`);
		expect(receipt.shown.pictures).toEqual({ 'pictures/en-desktop-1.png': hash.toString('hex') });
		expect(checkReceipt(receipt, await keysOf()).ok).toBe(true);
		const page = await t.send(null, 'GET', `/edge/v1/receipts/${id}`, { headers: { accept: 'text/html' } });
		expect(page.text).toContain(`<img src="/cmp/${own.folder}/pictures/en-desktop-1.png"`);
		const pdf = await t.app.inject({ url: `/edge/v1/receipts/${id}.pdf`, remoteAddress: '10.9.9.7' });
		expect(pdf.rawPayload.toString('latin1')).toContain('/Subtype /Image');
	});

	test('proves nothing with another key, and holds on after the key was changed', async () => {
		const own = await stage();
		const [id] = await record(own, 1);
		await sealAll(t.server.kernel);
		const before = await get(null, `/edge/v1/receipts/${id}`);
		const admin = await t.person(['ADMIN']);
		const old = (await get(null, '/edge/v1/ledger/key')).data.keys[0];
		const rotated = await t.send(admin, 'POST', '/api/admin/ledger/key');
		expect([rotated.status, rotated.json().data.keyId === old.keyId]).toEqual([200, false]);
		const { keys } = (await get(null, '/edge/v1/ledger/key')).data;
		expect(keys[0].keyId).toBe(rotated.json().data.keyId);
		expect(keys.find((key: { keyId: string }) => key.keyId === old.keyId).retiredAt).not.toBeNull();
		const [kept] = await t.storage.inPlatform((tx) =>
			tx.query<{ private_key: string | null }>('select private_key from ledger_key where key_id = $1', [old.keyId]),
		);
		expect(kept?.private_key).toBeNull();
		expect(checkReceipt(before, readKeys(old.publicKey)).ok).toBe(true);
		await record(own, 1);
		await sealAll(t.server.kernel);
		const after = await get(null, `/edge/v1/receipts/${id}`);
		expect(after.keyId).toBe(rotated.json().data.keyId);
		expect(checkReceipt(after, readKeys(rotated.json().data.publicKey)).ok).toBe(true);
		expect(checkReceipt(after, readKeys(old.publicKey))).toMatchObject({
			ok: false,
			checks: expect.arrayContaining([expect.objectContaining({ name: 'signature', ok: false })]),
		});
	});
});

describe('the public log', () => {
	test('serves heads, tiles and proofs as tlog-tiles does, from which anybody builds the same root', async () => {
		const own = await stage();
		const ids = await record(own, 90);
		await sealAll(t.server.kernel);
		const { address } = (await get(own.owner, '/api/audit/ledger')).data.log;
		const path = new URL(address).pathname;
		const log = path.split('/').at(-1);
		const checkpoint = headOf((await t.send(null, 'GET', `${path}/checkpoint`)).text);
		expect(isHeadSigned(checkpoint, await keysOf())).toBe(true);
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

		const receipt = await get(null, `/edge/v1/receipts/${ids[200]}`);
		const proven = (await get(null, `/edge/v1/ledger/proof?log=${log}&position=200&size=270`)).data;
		expect(includes(hashLeaf(Buffer.from(receipt.leaf, 'hex')), 200, 270, bytes(proven.proof), checkpoint.checkpoint.root)).toBe(true);
		const grown = (await get(null, `/edge/v1/ledger/consistency?log=${log}&from=100&to=270`)).data;
		expect(isExtension(100, 270, bytes(grown.proof), Buffer.from(grown.fromRoot, 'hex'), checkpoint.checkpoint.root)).toBe(true);
		expect((await t.send(null, 'GET', `/edge/v1/ledger/consistency?log=${log}&from=100&to=271`)).json().code).toBe('unknown_size');
		const above = (await get(null, '/edge/v1/ledger/heads')).data[0];
		expect((await t.send(null, 'GET', '/edge/v1/ledger/installation/checkpoint')).text).toBe(above.note);
		expect((await t.send(null, 'GET', '/edge/v1/ledger/0193b2f0-0000-7000-8000-000000000000/checkpoint')).status).toBe(404);
	});
});

/** A server that keeps what it is sent and answers as told. */
const listener = async (answer: (request: IncomingMessage, body: string) => { status: number; type?: string; text: string }) => {
	const heard: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part) => {
			body += part;
		});
		request.on('end', () => {
			heard.push(body);
			const { status, type = 'text/plain', text } = answer(request, body);
			response.writeHead(status, { 'content-type': type }).end(text);
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		heard,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () => new Promise((done) => server.close(done)),
	};
};

describe('a witness', () => {
	test('is given each head with a proof from what it saw last, and its cosignature is served', async () => {
		const { publicKey, privateKey } = generateKeyPairSync('ed25519');
		const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
		const key: VerifierKey = { name: 'witness.example/w1', raw, cosigns: true };
		/** As c2sp.org/tlog-witness says: it remembers, checks and cosigns. */
		const seen = { size: 0, root: Buffer.alloc(0) };
		const said: number[] = [];
		const witness = await listener((_request, body) => {
			const [head = '', note = ''] = [body.slice(0, body.indexOf('\n\n')), body.slice(body.indexOf('\n\n') + 2)];
			const [old = '', ...proof] = head.split('\n');
			const { checkpoint, note: signed } = headOf(note);
			const from = Number(old.slice(4));
			const answer = (status: number, text = '', type = 'text/plain') => {
				said.push(status);
				return { status, text, type };
			};
			if (from !== seen.size) return answer(409, `${seen.size}\n`, 'text/x.tlog.size');
			const steps = proof.map((line) => Buffer.from(line, 'base64'));
			if (from > 0 && !isExtension(from, checkpoint.size, steps, seen.root, checkpoint.root)) return answer(422);
			Object.assign(seen, { size: checkpoint.size, root: checkpoint.root });
			const seconds = Buffer.alloc(8);
			seconds.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
			const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds.readBigUInt64BE(0)}\n${signed.text}`), privateKey);
			return answer(200, `— ${key.name} ${Buffer.concat([keyHashOf(key.name, raw, 4), seconds, signature]).toString('base64')}\n`);
		});
		const kernel = { ...t.server.kernel, settings: { ...t.server.kernel.settings, ledgerWitnesses: [{ key, url: witness.url }] } };
		const own = await stage();
		for (let round = 0; round < 3; round++) {
			await record(own, 1);
			await sealAll(kernel);
			const served = parseNote((await t.send(null, 'GET', '/edge/v1/ledger/installation/checkpoint')).text);
			expect(served && cosignedAt(served, key.name, raw)).toBeGreaterThan(1_700_000_000);
		}
		expect(said).toEqual([200, 200, 200]);
		// It forgot what we think it knows: one question more, and all is well again.
		await t.storage.inPlatform((tx) => tx.query('update ledger_witness set size = 1 where name = $1', [key.name]));
		await record(own, 1);
		await sealAll(kernel);
		expect(said.slice(3)).toEqual([409, 200]);
		await askWitnesses(kernel);
		expect(said).toHaveLength(5);
		await witness.stop();
		await record(own, 1);
		await sealAll({ ...kernel, log: { ...kernel.log, warn: () => undefined } });
		const [row] = await t.storage.inPlatform((tx) =>
			tx.query<{ error: string }>('select error from ledger_witness where name = $1', [key.name]),
		);
		expect(row?.error).toContain('ECONNREFUSED');
	});
});

describe('the addresses that a customer names', () => {
	test('are told of heads by mail and by POST, and say when it went wrong', async () => {
		const own = await stage();
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
		await record(own, 1);
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
		expect(isHeadSigned(headOf(message.head), await keysOf())).toBe(true);
		expect(isHeadSigned(headOf(message.installationHead), await keysOf())).toBe(true);
		expect((await test_(mail.id)).json().data.isSuccessful).toBe(true);
		const mails = await t.storage.inPlatform((tx) => listMails(tx, 50));
		const told = mails.find((one) => one.recipient === 'notary@example.com');
		expect(told?.subject).toContain('Suostumuskirja');
		expect(told?.bodyText).toContain(message.head);

		// The daily round signs a head of the day, though nothing was added.
		const telling = createTelling(t.server.kernel);
		await telling.tellAll();
		const { data } = await get(own.owner, '/api/audit/ledger/heads');
		expect(data.map((head: { size: number }) => head.size)).toEqual([3, 3]);
		await expect.poll(() => hook.heard.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);

		const listed = (await get(own.owner, '/api/audit/ledger/addresses')).data;
		expect(listed.find((one: { id: string }) => one.id === inside).error).toContain('not a public address');
		for (const { id } of listed)
			expect((await t.send(own.owner, 'DELETE', `/api/audit/ledger/addresses/${id}?customerId=${customerId}`)).status).toBe(200);
		expect((await get(own.owner, '/api/audit/ledger/addresses')).data).toEqual([]);
		await hook.stop();
	}, 40_000);
});

describe('erasure', () => {
	test('takes row, salt and address, leaves the place, and says so in the log', async () => {
		const own = await stage();
		const { customerId } = own.tenant;
		const ids = await record(own, 2);
		await sealAll(t.server.kernel);
		const before = await get(null, `/edge/v1/receipts/${ids[1]}`);
		const fresh = await record(own, 1);
		// One of them waits for its place yet.
		const doomed = [ids[1] ?? '', fresh[0] ?? '', '0193b2f0-0000-7000-8000-000000000000'];
		expect(await t.storage.inTenant(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, doomed, 'person'))).toBe(2);
		expect(await t.storage.inTenant(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, doomed, 'person'))).toBe(0);
		await sealAll(t.server.kernel);
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${ids[1]}`)).status).toBe(404);
		for (const table of ['consent_record', 'consent_record_ip'])
			expect(
				await t.storage.inTenant(customerId, (tx) =>
					tx.query(`select id from ${table} where customer_id = $1 and id = any($2)`, [customerId, doomed]),
				),
			).toEqual([]);
		// 6 records, 1 fresh before the erasure, the erasure, 2 more.
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 10, found: 0 });
		const after = await get(null, `/edge/v1/receipts/${ids[0]}`);
		expect(checkReceipt(after, await keysOf()).ok).toBe(true);
		const [older, newer] = [headOf(before.head).checkpoint, headOf(after.head).checkpoint];
		const { proof } = (await get(own.owner, `/api/audit/ledger/consistency?from=${older.size}&to=${newer.size}`)).data;
		expect(compareHeads(older, newer, proof).ok).toBe(true);
	});

	test('reaches nobody else’s records, and nothing without its leaf', async () => {
		const [own, other] = [await stage(), await stage()];
		const [id = ''] = await record(other, 1);
		await sealAll(t.server.kernel);
		const { customerId } = own.tenant;
		expect(await t.storage.inTenant(customerId, (tx) => eraseRecords(tx, t.server.kernel, customerId, [id], 'person'))).toBe(0);
		expect((await t.send(null, 'GET', `/edge/v1/receipts/${id}`)).status).toBe(200);
		await expect(
			t.storage.inTenant(other.tenant.customerId, (tx) => tx.query('select ledger_erase(0, array[0]::bigint[])')),
		).rejects.toThrow('no erasure at position 0');
		await expect(t.storage.inTenant(customerId, (tx) => tx.query('delete from consent_record'))).rejects.toThrow('permission denied');
	});
});

describe('the self-check', () => {
	test('keeps what it found, tells the customer’s addresses, and shows it', async () => {
		const own = await stage();
		const { customerId } = own.tenant;
		const ids = await record(own, 2);
		await sealAll(t.server.kernel);
		await t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId, address: `c${customerId}@example.com` } });
		const lines: unknown[] = [];
		const kernel = {
			...t.server.kernel,
			log: { ...t.server.kernel.log, error: (_msg: string, fields?: object) => void lines.push(fields) },
		};
		expect(await selfCheck(kernel, customerId)).toMatchObject({ size: 6, heads: 1, found: 0 });
		await t.storage.asOwner((owner) =>
			owner.query('update consent_record set value = not value where customer_id = $1 and id = $2', [customerId, ids[3]]),
		);
		expect(await selfCheck(kernel, customerId)).toMatchObject({ found: 1, findings: [{ kind: 'changed', position: 3, recordId: ids[3] }] });
		expect(lines).toEqual([expect.objectContaining({ customerId, kind: 'changed', position: 3 })]);
		const state = (await get(own.owner, '/api/audit/ledger')).data;
		expect(state.check).toMatchObject({ found: 1, findings: [{ kind: 'changed', position: 3 }] });
		const { data, page } = await get(own.owner, '/api/audit/ledger/checks');
		expect([page.total, data[0].found, data[1].found]).toEqual([2, 1, 0]);
		const mails = await t.storage.inPlatform((tx) => listMails(tx, 20));
		const told = mails.find((one) => one.recipient === `c${customerId}@example.com`);
		expect(told?.bodyText).toContain(`Entry 4 (record ${ids[3]}) was changed.`);
		const proof = (await get(own.owner, `/api/audit/domain/consents/${ids[3]}/proof`)).data;
		expect(proof).toMatchObject({ verified: false, failed: 'leaf' });
		expect(ORIGIN).toBe(t.server.kernel.settings.publicUrl);
	});

	test('runs as a job of its own for every log, the installation’s too', async () => {
		const own = await stage();
		await record(own, 1);
		await sealAll(t.server.kernel);
		await sendChecks(t.server.kernel);
		const checks = async () => (await get(own.owner, '/api/audit/ledger/checks')).data;
		await expect.poll(async () => (await checks()).length, { timeout: 15_000 }).toBe(1);
		expect((await checks())[0]).toMatchObject({ size: 3, found: 0 });
		expect(await selfCheckInstallation(t.server.kernel)).toEqual([]);
	}, 30_000);

	test('takes in a row that came behind everybody’s back, and says where it stands', async () => {
		const own = await stage();
		const { customerId } = own.tenant;
		await record(own, 1);
		await sealAll(t.server.kernel);
		const [forged] = choice({ statistics: true });
		await t.storage.asOwner((owner) =>
			owner.query(
				`insert into consent_record select r.customer_id, $2::timestamptz, $3::uuid, $3::uuid, domain_id, purpose_id, purpose_version, category, value, now() - interval '1 day', 0,
					how, configuration, configuration_hash, language, gpc, browser, device, country, tc_string, clock_skewed, salt, leaf from consent_record r where customer_id = $1 limit 1`,
				[customerId, forged?.at, forged?.id],
			),
		);
		await sealAll(t.server.kernel);
		const kernel = { ...t.server.kernel, log: { ...t.server.kernel.log, error: () => undefined } };
		const checked = await selfCheck(kernel, customerId);
		expect(checked?.findings).toEqual([
			{ kind: 'changed', position: 3, recordId: forged?.id, other: null },
			{ kind: 'late', position: 3, recordId: forged?.id, other: null },
		]);
	});
});

// Last: a process never goes back in its own order of arrival.
describe('retention', () => {
	test('erases what is past its purpose’s time, lawfully', async () => {
		const own = await stage();
		const { customerId } = own.tenant;
		await record(own, 2);
		setClock(() => new Date(Date.now() + 93 * 86_400_000));
		const kept = await record(own, 1);
		await sealAll(t.server.kernel);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(0);
		const purposes = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ purpose_id: string }>('select purpose_id from purpose where customer_id = $1', [customerId]),
		);
		for (const { purpose_id } of purposes)
			expect(await t.storage.inTenant(customerId, (tx) => setRetention(tx, customerId, purpose_id, 2))).toBe(true);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(6);
		expect(await keepRetention(t.server.kernel, customerId)).toBe(0);
		const left = await t.storage.inTenant(customerId, (tx) =>
			tx.query<{ id: string }>('select id from consent_record where customer_id = $1 order by received_at, batch_position', [customerId]),
		);
		expect(left.map(({ id }) => id)).toEqual(kept);
		await sealAll(t.server.kernel);
		// Nine records, and an erasure for each of three purposes.
		expect(await selfCheck(t.server.kernel, customerId)).toMatchObject({ size: 12, found: 0 });
		setClock(null);
	});
});
