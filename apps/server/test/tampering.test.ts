/**
 * What somebody with all power over the database can do to a ledger, tried twenty times each by SQL as the database's superuser,
 * in a transaction that is rolled back. Each try must be caught by the self-check, with its place, or by whoever holds the public
 * key; a log that was rebuilt from the ground with the right key, by whoever holds an older receipt.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readKeys } from '@luvalla/verify/keys.ts';
import { hashLeaf, sha256 } from '@luvalla/verify/merkle.ts';
import { checkpointText, keyIdOf, signatureLine } from '@luvalla/verify/note.ts';
import { checkReceipt, compareHeads, readHead } from '@luvalla/verify/receipt.ts';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { txOver, withClient } from '../src/kernel/storage/connect.ts';
import { sql } from '../src/kernel/storage/rows.ts';
import type { Tx } from '../src/kernel/storage/storage.ts';
import { leafOf, type ProvenRecord } from '../src/wings/consent/intake/leaf.ts';
import { checkInstallation, checkLog } from '../src/wings/consent/proof/check.ts';
import { failureOf, proveConsistency, proveRecord, type Receipt } from '../src/wings/consent/proof/receipts.ts';
import { PROVEN, ProvenRow, provenOf } from '../src/wings/consent/proof/store.ts';
import { customerTiles, installationTiles } from '../src/wings/consent/proof/tiles.ts';
import { appendLeaves } from '../src/wings/consent/proof/tree.ts';
import { sealAll } from '../src/wings/consent/proof/work.ts';
import { type Tenant, type TestApp, testApp } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';
import { testServer } from './harness.ts';

/** A hundred in bench/tampering.ts. */
const TRIES = Number(process.env.TAMPERING_TRIES ?? 20);
const RECORDS = 300;

let t: TestApp;
let tenant: Tenant;
let ids: string[] = [];
/** The public key as it was published before anything happened. */
let key: Buffer[] = [];
/** A receipt that somebody took home when the log had half of its records. */
let older: Receipt;

beforeAll(async () => {
	t = await testApp();
	// Sealing happens when the test says so, not at the next minute.
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name like 'ledger-%'`));
	tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	const send = async (count: number): Promise<void> => {
		for (let n = 0; n < count; n += 3) {
			const records = choice({ statistics: n % 2 === 0, marketing: n % 5 === 0, media: false });
			expect((await sendRecords(t, tenant, publishedFolder, records)).json().data.stored).toBe(3);
			ids.push(...records.map(({ id }) => id));
		}
		await sealAll(t.server.kernel);
	};
	ids = [];
	await send(RECORDS / 2);
	older = (await t.send(null, 'GET', `/edge/v1/receipts/${ids[7]}`)).json();
	await send(RECORDS / 2);
	key = readKeys((await t.send(null, 'GET', '/edge/v1/ledger/key')).text);
});
afterAll(() => t.stop());

const txOf = (client: Client): Tx => txOver((text, values) => client.query(text, values));

/** As superuser; nothing stays. */
const tampering = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
	const server = await testServer();
	await withClient(server.asAdmin(), async (admin) => {
		await admin.query('begin');
		try {
			await work(txOf(admin));
		} finally {
			await admin.query('rollback');
		}
	});
};

const any = (n: number): number => Math.floor(Math.random() * n);
const check = (tx: Tx) => checkLog(tx, t.server.kernel.secrets, tenant.customerId);

/** One byte of a value's own bytes, changed where the column can hold the outcome. */
const COLUMNS: Record<string, string> = {
	customer_id: 'customer_id + 1',
	at: `at + interval '1 microsecond' * (1 + $3::int % 100000)`,
	id: byteOf('id::text', 'uuid', 36),
	choice_id: byteOf('choice_id::text', 'uuid', 36),
	domain_id: byteOf('domain_id::text', 'uuid', 36),
	purpose_id: byteOf('purpose_id::text', 'uuid', 36),
	purpose_version: 'purpose_version # (1 << ($3::int % 30))',
	category: letterOf('category'),
	value: 'not value',
	received_at: `received_at + interval '1 microsecond' * (1 + $3::int % 100000)`,
	batch_position: 'batch_position # (1 << ($3::int % 30))',
	how: letterOf('how'),
	configuration: letterOf('configuration'),
	configuration_hash: bytesOf('configuration_hash'),
	language: letterOf('language'),
	gpc: 'not gpc',
	browser: letterOf('browser'),
	device: letterOf('device'),
	country: `'X'`,
	tc_string: `'X'`,
	clock_skewed: 'not clock_skewed',
	person: `gen_random_uuid()`,
	subject: `'email:somebody@example.com'`,
	source: `'Paper form'`,
	recorded_by: `'user:somebody'`,
	salt: bytesOf('salt'),
	leaf: bytesOf('leaf'),
};
/** What stands beside a record and proves nothing: which device may be remembered by it. */
const BESIDE = ['device_key'];
/** Another hexadecimal digit at some place that is one. */
function byteOf(column: string, type: string, length: number): string {
	const at = `(1 + (array[0,1,2,3,4,5,6,7,9,10,11,12,15,16,17,20,21,22,24,25,26,27,28,29,30,31,32,33,34,35])[1 + $3::int % 30])`;
	return length === 36
		? `overlay(${column} placing translate(substr(${column}, ${at}, 1), '0123456789abcdef', '123456789abcdef0') from ${at} for 1)::${type}`
		: column;
}
function letterOf(column: string): string {
	const at = `(1 + $3::int % length(${column}))`;
	return `overlay(${column} placing chr(ascii(substr(${column}, ${at}, 1)) # 1) from ${at} for 1)`;
}
function bytesOf(column: string): string {
	const at = `($3::int % length(${column}))`;
	return `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # (1 << ($3::int % 8)))`;
}

test('as it is, the ledger is in order and every receipt holds', async () => {
	await tampering(async (tx) => {
		expect(await check(tx)).toMatchObject({ size: RECORDS, findings: [] });
		expect((await checkInstallation(tx, t.server.kernel.secrets)).findings).toEqual([]);
		for (const id of ids.slice(0, 20)) {
			const { receipt } = await proveRecord(tx, t.server.kernel, tenant.customerId, id);
			expect(checkReceipt(receipt, key).ok).toBe(true);
		}
	});
});

test('every column of a record is covered by the tries', async () => {
	const rows = await t.storage.asOwner((owner) =>
		owner.query<{ name: string }>(
			`select attname as name from pg_attribute where attrelid = 'consent_record'::regclass and attnum > 0 and not attisdropped`,
		),
	);
	expect(rows.rows.map(({ name }) => name).sort()).toEqual([...Object.keys(COLUMNS), ...BESIDE].sort());
});

test('a byte changed in a stored record is found at its place', async () => {
	const columns = Object.keys(COLUMNS);
	for (let n = 0; n < TRIES; n++) {
		const column = columns[n % columns.length] ?? '';
		const position = any(RECORDS);
		await tampering(async (tx) => {
			const changed = await tx.query(
				`update consent_record set ${column} = ${COLUMNS[column]} where customer_id = $1 and id = $2 and $3::int >= 0 returning 1`,
				[tenant.customerId, ids[position], any(1_000_000)],
			);
			expect([column, changed.length]).toEqual([column, 1]);
			const { findings } = await check(tx);
			// A row whose key was changed is no longer where it should be.
			const kind = ['customer_id', 'at', 'id'].includes(column) ? 'missing' : 'changed';
			expect([column, findings]).toEqual([column, [expect.objectContaining({ kind, position, recordId: ids[position] })]]);
		});
	}
});

test('a byte changed in the record of a known person is found at its place, and so is a present answer', async () => {
	// A customer of their own: other tests count the records of the first.
	const another = await t.tenant();
	const owner = await t.person([], { adminOf: [another] });
	await publishBanner(t, owner, another);
	const checkAnother = (tx: Tx) => checkLog(tx, t.server.kernel.secrets, another.customerId);
	const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${another.customerId}`)).json().data;
	const headers = { customer_key: String(another.customerId) };
	const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
		headers,
		body: { person: { email: 'anna@example.com' }, purposeId: purpose.id, value: true, at: new Date().toISOString(), source: 'Paper form' },
	});
	const { recordId, luvallaId } = said.json().data;
	await sealAll(t.server.kernel);
	const ways: readonly (readonly [column: string, change: string])[] = [
		['value', 'not value'],
		['person', byteOf('person::text', 'uuid', 36)],
		...['subject', 'source', 'recorded_by'].map((column) => [column, letterOf(column)] as const),
		// What was not there is put there.
		...['configuration', 'country', 'tc_string'].map((column) => [column, `'X'`] as const),
		['configuration_hash', `'\\x00'::bytea`],
	];
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const [column, change] = ways[n % ways.length] ?? ['', ''];
			await tx.query(`update consent_record set ${column} = ${change} where customer_id = $1 and id = $2 and $3::int >= 0`, [
				another.customerId,
				recordId,
				any(1_000_000),
			]);
			const { findings } = await checkAnother(tx);
			expect([column, findings]).toEqual([
				column,
				expect.arrayContaining([expect.objectContaining({ kind: 'changed', position: 0, recordId })]),
			]);
		});
	await tampering(async (tx) => {
		await tx.query('update consent_state set value = not value where customer_id = $1 and person = $2', [another.customerId, luvallaId]);
		expect((await checkAnother(tx)).findings).toEqual([{ kind: 'present', position: null, recordId, other: null }]);
	});
});

test('the address of a record is no part of it', async () => {
	await tampering(async (tx) => {
		await tx.query(`update consent_record_ip set network = '198.51.100.0/24' where customer_id = $1`, [tenant.customerId]);
		await tx.query('delete from consent_record_ip where customer_id = $1', [tenant.customerId]);
		expect((await check(tx)).findings).toEqual([]);
	});
});

test('a byte changed together with the row’s own leaf, and with the entry’s, is found too', async () => {
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const position = any(RECORDS);
			await tx.query('update consent_record set value = not value where customer_id = $1 and id = $2', [tenant.customerId, ids[position]]);
			const leaf = await remake(tx, ids[position] ?? '');
			if (n % 2 === 0)
				await tx.query('update ledger_entry set leaf = $3 where customer_id = $1 and position = $2', [tenant.customerId, position, leaf]);
			const { findings } = await check(tx);
			expect(findings[0]).toMatchObject({ position, recordId: ids[position] });
			const { receipt } = await proveRecord(tx, t.server.kernel, tenant.customerId, ids[position] ?? '');
			expect(checkReceipt(receipt, key)).toMatchObject({ ok: false });
			expect(await failureOf(tx, t.server.kernel, receipt)).toBe('inclusion');
		});
});

/** Makes a row's leaf fit its columns again, as somebody who knows this program would. */
const remake = async (tx: Tx, id: string): Promise<Buffer> => {
	const row = await tx.first(
		ProvenRow,
		sql`select ${PROVEN} from consent_record r where customer_id = ${tenant.customerId} and id = ${id}`,
	);
	if (!row) throw new Error('no row');
	const record: ProvenRecord = provenOf(tenant.customerId, row);
	const leaf = leafOf(row.salt, record);
	await tx.query('update consent_record set leaf = $3 where customer_id = $1 and id = $2', [tenant.customerId, id, leaf]);
	return leaf;
};

test('a record taken away is missed at its place, also with its entry, also when called erased', async () => {
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const position = any(RECORDS);
			await tx.query('delete from consent_record where customer_id = $1 and id = $2', [tenant.customerId, ids[position]]);
			const way = n % 3;
			if (way === 1) await tx.query('delete from ledger_entry where customer_id = $1 and position = $2', [tenant.customerId, position]);
			if (way === 2)
				await tx.query(
					'update ledger_entry set record_id = null, record_at = null, erased_by = $3 where customer_id = $1 and position = $2',
					[tenant.customerId, position, any(RECORDS)],
				);
			const { findings } = await check(tx);
			expect(findings).toEqual([expect.objectContaining({ kind: way === 1 ? 'entry' : 'missing', position })]);
		});
});

test('the last records taken away with all that points to them are missed by the heads', async () => {
	await tampering(async (tx) => {
		await tx.query('delete from ledger_entry where customer_id = $1 and position >= $2', [tenant.customerId, RECORDS - 3]);
		await tx.query('update ledger_log set size = $2 where customer_id = $1', [tenant.customerId, RECORDS - 3]);
		const { findings } = await check(tx);
		expect(findings).toContainEqual(expect.objectContaining({ kind: 'shrunk', position: RECORDS - 3, other: RECORDS }));
	});
});

test('two records that changed places are found at both', async () => {
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const a = any(RECORDS);
			const b = (a + 1 + any(RECORDS - 1)) % RECORDS;
			const [one, other] = [ids[a] ?? '', ids[b] ?? ''];
			if (n % 2 === 0) {
				// Their places in the log.
				await tx.query('update ledger_entry set record_id = null where customer_id = $1 and position in ($2, $3)', [
					tenant.customerId,
					a,
					b,
				]);
				const put = (position: number, id: string) =>
					tx.query(
						`update ledger_entry e set record_id = r.id, record_at = r.at from consent_record r
						where e.customer_id = $1 and e.position = $2 and r.customer_id = $1 and r.id = $3`,
						[tenant.customerId, position, id],
					);
				await put(a, other);
				await put(b, one);
				const { findings } = await check(tx);
				const [first, second] = [Math.min(a, b), Math.max(a, b)];
				expect(findings).toEqual([
					{ kind: 'reordered', position: first, recordId: ids[second], other: second },
					{ kind: 'reordered', position: second, recordId: ids[first], other: first },
				]);
			} else {
				// Their places in the order of arrival.
				await tx.query(
					`update consent_record r set received_at = o.received_at, batch_position = o.batch_position from consent_record o
					where r.customer_id = $1 and o.customer_id = $1 and ((r.id = $2 and o.id = $3) or (r.id = $3 and o.id = $2))`,
					[tenant.customerId, one, other],
				);
				const { findings } = await check(tx);
				expect(findings.map(({ position }) => position)).toEqual([Math.min(a, b), Math.max(a, b)]);
			}
		});
});

/** Builds the customer's log, its heads and the installation's log again over what stands in the rows now. */
const rebuild = async (tx: Tx, raw: Buffer, privateKey: KeyObject): Promise<void> => {
	const { customerId } = tenant;
	const signed = (origin: string, size: number, root: Buffer, time: Date): string => {
		const text = checkpointText({ origin, size, root, time: time.toISOString(), keyId: keyIdOf(raw) });
		return `${text}\n${signatureLine(origin, raw, sign(null, Buffer.from(text), privateKey))}\n`;
	};
	const [log] = await tx.query<{ origin: string }>('select origin from ledger_log where customer_id = $1', [customerId]);
	const entries = await tx.query<{ leaf: Buffer }>('select leaf from ledger_entry where customer_id = $1 order by position', [customerId]);
	const heads = await tx.query<{ head_id: string; size: number; signed_at: Date }>(
		'select head_id, size, signed_at from ledger_head where customer_id = $1 order by size',
		[customerId],
	);
	await tx.query('delete from ledger_tile where customer_id = $1', [customerId]);
	let size = 0;
	for (const head of heads) {
		const root = await appendLeaves(
			customerTiles(tx, customerId),
			size,
			entries.slice(size, head.size).map(({ leaf }) => hashLeaf(leaf)),
		);
		size = head.size;
		const note = signed(log?.origin ?? '', head.size, root, head.signed_at);
		await tx.query('update ledger_head set root = $3, note = $4, key_id = $5 where customer_id = $1 and head_id = $2', [
			customerId,
			head.head_id,
			root,
			note,
			keyIdOf(raw),
		]);
		await tx.query('update installation_entry set leaf = $2 where head_id = $1', [head.head_id, sha256(Buffer.from(note))]);
	}
	const [above] = await tx.query<{ origin: string }>('select origin from installation_log');
	const placed = await tx.query<{ leaf: Buffer }>('select leaf from installation_entry order by position');
	await tx.query('delete from installation_tile');
	let length = 0;
	for (const head of await tx.query<{ head_id: string; size: number; signed_at: Date }>(
		'select head_id, size, signed_at from installation_head order by size',
	)) {
		const root = await appendLeaves(
			installationTiles(tx),
			length,
			placed.slice(length, head.size).map(({ leaf }) => hashLeaf(leaf)),
		);
		length = head.size;
		await tx.query('update installation_head set root = $2, note = $3, key_id = $4 where head_id = $1', [
			head.head_id,
			root,
			signed(above?.origin ?? '', head.size, root, head.signed_at),
			keyIdOf(raw),
		]);
	}
};

/** Changes a record that the older receipt's head covers, with everything that would tell. */
const forge = async (tx: Tx): Promise<number> => {
	const position = any(RECORDS / 2);
	await tx.query('update consent_record set value = not value where customer_id = $1 and id = $2', [tenant.customerId, ids[position]]);
	const leaf = await remake(tx, ids[position] ?? '');
	await tx.query('update ledger_entry set leaf = $3 where customer_id = $1 and position = $2', [tenant.customerId, position, leaf]);
	return position;
};

test('a whole log signed anew with another key is refused by the right key, and by the self-check', async () => {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const position = await forge(tx);
			await rebuild(tx, raw, privateKey);
			// Put among the published keys, it is still none that this installation made.
			await tx.query(`update ledger_key set retired_at = now(), private_key = null where retired_at is null`);
			await tx.query(`insert into ledger_key (key_id, public_key, private_key, mark) values ($1, $2, 'x', 'x')`, [keyIdOf(raw), raw]);
			const { receipt } = await proveRecord(tx, t.server.kernel, tenant.customerId, ids[position] ?? '');
			expect(checkReceipt(receipt, [raw]).ok).toBe(true);
			expect(checkReceipt(receipt, key)).toMatchObject({
				ok: false,
				checks: expect.arrayContaining([expect.objectContaining({ name: 'signature', ok: false })]),
			});
			const { findings } = await check(tx);
			expect(findings.length).toBeGreaterThan(0);
			expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['head']));
		});
});

test('a whole log rebuilt with the right key is caught by whoever kept a receipt', async () => {
	const { privateKey, raw } = await t.storage.inPlatform(async (tx) => {
		const [row] = await tx.query<{ key_id: string; public_key: Buffer; private_key: string }>(
			'select key_id, public_key, private_key from ledger_key where retired_at is null',
		);
		if (!row) throw new Error('no key');
		const der = Buffer.from(t.server.kernel.secrets.open(row.private_key, `ledger_key.private_key.${row.key_id}`), 'base64');
		return { privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), raw: row.public_key };
	});
	expect(checkReceipt(older, key).ok).toBe(true);
	const before = readHead(older.head)?.checkpoint;
	if (!before) throw new Error('no head');
	for (let n = 0; n < TRIES; n++)
		await tampering(async (tx) => {
			const position = await forge(tx);
			await rebuild(tx, raw, privateKey);
			// Nothing here tells any more: neither the self-check nor a new receipt.
			expect((await check(tx)).findings).toEqual([]);
			const { receipt } = await proveRecord(tx, t.server.kernel, tenant.customerId, ids[position] ?? '');
			expect(checkReceipt(receipt, key).ok).toBe(true);
			// But the head that somebody took home is not the beginning of this log.
			const now = readHead(receipt.head)?.checkpoint;
			if (!now) throw new Error('no head');
			const { proof } = await proveConsistency(tx, tenant.customerId, before.size, now.size);
			expect(compareHeads(before, now, proof)).toMatchObject({ ok: false, code: 'rewritten' });
		});
	// And without the forgery it is.
	await tampering(async (tx) => {
		const { receipt } = await proveRecord(tx, t.server.kernel, tenant.customerId, ids[3] ?? '');
		const now = readHead(receipt.head)?.checkpoint;
		if (!now) throw new Error('no head');
		const { proof } = await proveConsistency(tx, tenant.customerId, before.size, now.size);
		expect(compareHeads(before, now, proof)).toMatchObject({ ok: true });
	});
});
