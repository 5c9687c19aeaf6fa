import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../src/kernel/secrets.ts';
import { withOwner } from '../src/kernel/storage/attach.ts';
import { backup } from '../src/kernel/storage/backup/backup.ts';
import { readHeader, restore } from '../src/kernel/storage/backup/restore.ts';
import { backedUpTables, qualified } from '../src/kernel/storage/backup/tables.ts';
import { connectStorage, txOver, withClient } from '../src/kernel/storage/connect.ts';
import { takeLock } from '../src/kernel/storage/embedded/lock.ts';
import { externalServer, type Server } from '../src/kernel/storage/roles.ts';
import { migrateServer } from '../src/kernel/storage/storage.ts';
import { type Resting, restRestored } from '../src/restored.ts';
import { signingKey } from '../src/wings/consent/proof/keys.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './fixtures/system-postgres.ts';
import { ownServer, TEST_SECRET_KEY, testLog } from './harness.ts';

let folder: string;
let file: string;
let source: Server;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'luvalla-backup-'));
	file = join(folder, 'backup');
	source = await ownServer();
	await fill(source);
	await withClient(source.as('owner'), (owner) => backup(owner, file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Rows of every shape: text beyond ASCII, bytes, JSON, arrays, instants in months of their own and in DEFAULT. */
const fill = async (server: Server): Promise<void> => {
	await withClient(server.as('owner'), async (owner) => {
		const user = randomUUID();
		await owner.query(
			`insert into customer (customer_id, name, country_code) values (nextval('customer_id_seq'), 'Mökki Oy "ä\n\\N', 'FI'), (nextval('customer_id_seq'), '', '')`,
		);
		await owner.query(`insert into app_user (id, email) values ($1, 'äiti@example.fi')`, [user]);
		await owner.query(`insert into user_role (user_id, role) values ($1, 'ADMIN')`, [user]);
		await owner.query('insert into blob (customer_id, sha256, bytes) values (1, $1, $2)', [randomBytes(32), randomBytes(1_000_000)]);
		await owner.query(
			`insert into activity (customer_id, id, action, thing, thing_id, fields) values (1, $1, 'add', 'domain', 'x', '{"a","b \\" c"}')`,
			[randomUUID()],
		);
		await owner.query(`insert into activity_values (customer_id, id, after) values (1, $1, '{"name": "☂", "n": null}')`, [randomUUID()]);
		await owner.query(
			`insert into consent_record (customer_id, at, id, choice_id, domain_id, purpose_id, purpose_version, category, value, received_at, batch_position, how,
				configuration, configuration_hash, language, gpc, browser, device, clock_skewed, salt, leaf)
			 select 1 + n % 2, now() - n * interval '1 day', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'a', n % 2 = 0, now(), n, 'accept',
				'p', sha256('c'), 'fi', false, 'b', 'd', n > 90, sha256(n::text::bytea), sha256(n::text::bytea)
			 from generate_series(0, 400) n`,
		);
		await owner.query(`select pgboss.create_queue('mail', '{"policy": "standard"}'::jsonb)`);
		await owner.query(`insert into pgboss.job (name, data) values ('mail', '{"id": 1}')`);
	});
};

/** A checksum of every table's rows in an order of their own, so two databases can be compared. */
const picture = (server: Server): Promise<Record<string, string>> =>
	withClient(server.as('owner'), async (owner) => {
		const found: Record<string, string> = {};
		for (const table of await backedUpTables(owner)) {
			const { rows } = await owner.query<{ sum: string }>(
				`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum from ${qualified(table)} t`,
			);
			found[table.name] = rows[0]?.sum ?? '';
		}
		const { rows } = await owner.query<{ v: string }>('select last_value || is_called::text as v from customer_id_seq');
		found.customer_id_seq = rows[0]?.v ?? '';
		return found;
	});

const forced = (server: Server): Promise<unknown[]> =>
	withClient(
		server.as('owner'),
		async (owner) =>
			(
				await owner.query(
					`select relname, relforcerowsecurity from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace order by relname`,
				)
			).rows,
	);

describe('backup and restore', () => {
	it('bring every row back, with sequences, and row-level security forced again', async () => {
		const target = await ownServer();
		const done = await withClient(target.as('owner'), (owner) => restore(owner, target, file));
		expect(done.rows).toBeGreaterThan(400);
		expect(await picture(target)).toEqual(await picture(source));
		expect(await forced(target)).toEqual(await forced(source));
	});

	it('put old rows into months of their own', async () => {
		const target = await ownServer();
		await withClient(target.as('owner'), (owner) => restore(owner, target, file));
		const places = (server: Server): Promise<unknown[]> =>
			withClient(
				server.as('owner'),
				async (owner) =>
					(await owner.query('select tableoid::regclass::text as place, count(*) from consent_record group by 1 order by 1')).rows,
			);
		expect(await places(target)).toEqual(await places(source));
	});

	it('keep the file to its owner, and SECRET_KEY out of it', async () => {
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(zstdDecompressSync(readFileSync(file)).includes(TEST_SECRET_KEY)).toBe(false);
		expect((await readHeader(file)).secretFingerprint).toBe(createSecrets(TEST_SECRET_KEY).fingerprint);
	});

	it('take one snapshot while rows keep arriving', async () => {
		const busy = await ownServer();
		const during = join(folder, 'during');
		await withClient(busy.as('owner'), async (writer) => {
			let going = true;
			// Both or neither: a backup between the two rows would tear the pair.
			const writing = (async () => {
				for (let n = 1; going; n++)
					await writer.query(
						`begin; insert into directory values ('test', '${n}', ${n}); insert into rate_limit values ('${n}', now(), ${n}); commit`,
					);
			})();
			await withClient(busy.as('owner'), (owner) => backup(owner, during));
			going = false;
			await writing;
		});
		const target = await ownServer();
		await withClient(target.as('owner'), async (owner) => {
			await restore(owner, target, during);
			const { rows } = await owner.query('select (select count(*) from directory) = (select count(*) from rate_limit) as same');
			expect(rows).toEqual([{ same: true }]);
		});
	});

	it('bring campaigns back at rest that were under way: they wrote to people since', async () => {
		const busy = await ownServer();
		const states = ['waiting', 'preparing', 'sending', 'paused', 'stopping', 'stopped', 'done', 'failed'];
		await withClient(busy.as('owner'), (owner) =>
			owner.query(
				`insert into campaign_run (customer_id, run_id, campaign_id, domain_id, kind, state, why, plan, begins_at, created_at, created_by)
				select 1 + n % 2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), kind, state, case state when 'paused' then 'asked' end, '{}', now(), now(), ''
				from unnest($1::text[]) with ordinality s (state, n), unnest(array['real', 'rehearsal']) kind`,
				[states],
			),
		);
		const own = join(folder, 'under-way');
		await withClient(busy.as('owner'), (owner) => backup(owner, own));
		const target = await ownServer();
		await withClient(target.as('owner'), async (owner) => {
			let resting: unknown;
			await restore(owner, target, own, async (held) => {
				resting = await restRestored(held, createSecrets(TEST_SECRET_KEY), new Date());
			});
			expect(resting).toEqual({ runs: 3, customers: 2, mails: 0, erasures: 0, keyId: null });
			const { rows } = await owner.query<{ kind: string; all: string[] }>(
				`select kind, array_agg(state || coalesce(' ' || why, '') order by state, why) as all from campaign_run group by 1 order by 1`,
			);
			expect(rows).toEqual([
				{ kind: 'real', all: ['done', 'failed', 'paused asked', ...Array(3).fill('paused restored'), 'stopped', 'stopping'] },
				{ kind: 'rehearsal', all: [...states].map((one) => (one === 'paused' ? 'paused asked' : one)).sort() },
			]);
		});
		expect(await forced(target)).toEqual(await forced(busy));
	});

	it('sign nothing more with the key of before, and send nothing that may have left since', async () => {
		const busy = await ownServer();
		const secrets = createSecrets(TEST_SECRET_KEY);
		await withClient(busy.as('owner'), async (owner) => {
			await signingKey(
				txOver((text, values) => owner.query(text, values)),
				secrets,
			);
			await owner.query(`insert into mail (id, recipient, subject, body_text, body_html, sent_at) select gen_random_uuid(), s, '', 'words', 'words',
				case s when 'sent' then now() end from unnest(array['waits', 'sent', 'mailbox']) s`);
			for (const name of ['mail', 'mail-sign-in'])
				await owner.query(`select pgboss.create_queue($1, '{"policy": "standard"}'::jsonb)`, [name]);
			await owner.query(
				`insert into pgboss.job (name, data) select 'mail', jsonb_build_object('id', id) from mail where recipient = 'waits'`,
			);
			await owner.query(`insert into signup_request (customer_id, request_id, form_id, folder, language, way, asked_at, browser, device, letter, due_at)
				select 1, gen_random_uuid(), gen_random_uuid(), '', 'fi', 'page', now(), '', '', letter, now() from unnest(array['waiting', 'sent']) letter`);
		});
		const own = join(folder, 'waits');
		await withClient(busy.as('owner'), (owner) => backup(owner, own));
		const at = new Date((await readHeader(own)).at);
		const target = await ownServer();
		await withClient(target.as('owner'), async (owner) => {
			const found = async (text: string): Promise<unknown[]> => (await owner.query({ text, rowMode: 'array' })).rows;
			let resting: Resting | undefined;
			await restore(owner, target, own, async (held) => {
				resting = await restRestored(held, secrets, at);
			});
			expect(resting).toMatchObject({ mails: 2 });
			expect(await found(`select retired_at, private_key is null, key_id = '${resting?.keyId}' from ledger_key order by 1`)).toEqual([
				[at, true, false],
				[null, false, true],
			]);
			expect(await found(`select recipient, body_text, error like '%restored%' from mail order by 1`)).toEqual([
				['mailbox', 'words', null],
				['sent', 'words', null],
				['waits', null, true],
			]);
			expect(await found(`select count(*)::int from pgboss.job`)).toEqual([[0]]);
			expect(await found('select letter from signup_request order by 1')).toEqual([['begun'], ['sent']]);
		});
	});

	it('give a day to whoever cancelled an erasure since, or took a shorter time back', async () => {
		const busy = await ownServer();
		await withClient(busy.as('owner'), (owner) =>
			owner.query(`insert into deletion_request (customer_id, request_id, domain_id, host, reason, status, asked_at, asked_by, erase_at, cancelled_at, begun_at)
					select 1, gen_random_uuid(), gen_random_uuid(), host, '', 1, now(), gen_random_uuid(), '2020-01-01',
						case host when 'cancelled' then now() end, case host when 'begun' then now() end
					from unnest(array['waits', 'cancelled', 'begun']) host;
				insert into purpose (customer_id, purpose_id, domain_id, name, shorter_months, shorter_at)
					select 1, gen_random_uuid(), gen_random_uuid(), n::text, 1, now() + make_interval(days => n) from unnest(array[0, 2]) n;
				insert into count_keeping (customer_id, months, shorter_months, shorter_at) values (1, 2, 1, now())`),
		);
		const own = join(folder, 'erasures');
		await withClient(busy.as('owner'), (owner) => backup(owner, own));
		const target = await ownServer();
		await withClient(target.as('owner'), async (owner) => {
			let resting: Resting | undefined;
			await restore(owner, target, own, async (held) => {
				resting = await restRestored(held, createSecrets(TEST_SECRET_KEY), new Date());
			});
			expect(resting).toMatchObject({ erasures: 3 });
			const { rows } = await owner.query(
				`select host from deletion_request where erase_at > now() + interval '23 hours' union all
				select name from purpose where shorter_at between now() + interval '23 hours' and now() + interval '1 day' union all
				select 'counts' from count_keeping where shorter_at > now() + interval '23 hours' order by 1`,
			);
			expect(rows.map(({ host }) => host)).toEqual(['0', 'counts', 'waits']);
		});
	});

	it('refuse a target that is not empty', async () => {
		const target = await ownServer();
		await withClient(target.as('owner'), (owner) => owner.query(`insert into directory values ('a', 'b', 1)`));
		await expect(withClient(target.as('owner'), (owner) => restore(owner, target, file))).rejects.toThrow(
			/The target is not empty \(directory has rows\)/,
		);
	});

	it('refuse a target whose built-in rows were changed', async () => {
		const target = await ownServer();
		await withClient(target.as('owner'), (owner) => owner.query(`insert into role (name, built_in) values ('MINE', false)`));
		await expect(withClient(target.as('owner'), (owner) => restore(owner, target, file))).rejects.toThrow(
			/The target is not empty \(role has rows\)/,
		);
	});

	it('bring back built-in rows as they were, not as the migration makes them', async () => {
		const changed = await ownServer();
		await withClient(changed.as('owner'), (owner) => owner.query(`delete from role where name = 'Device'`));
		const own = join(folder, 'roles');
		await withClient(changed.as('owner'), (owner) => backup(owner, own));
		const target = await ownServer();
		await withClient(target.as('owner'), (owner) => restore(owner, target, own));
		expect(await picture(target)).toEqual(await picture(changed));
	});

	it('wait for a program that is starting or about to end', async () => {
		const dataDir = mkdtempSync(join(folder, 'held-'));
		const lock = takeLock(dataDir, 'another Luvalla server');
		setTimeout(() => lock.release(), 300);
		// As if nobody had held it.
		await expect(withOwner({ databaseUrl: null, dataDir, secretKey: null }, testLog(), async () => null)).rejects.toThrow(
			`There is no database in DATA_DIR ${dataDir}.`,
		);
	});

	it('refuse while a server is connected', async () => {
		const target = await ownServer();
		const storage = await connectStorage(target, TEST_SECRET_KEY, testLog());
		try {
			await expect(withClient(target.as('owner'), (owner) => restore(owner, target, file))).rejects.toThrow(
				'A server is running on this database; stop it first.',
			);
		} finally {
			await storage.close();
		}
	});

	it('refuse a target of another SECRET_KEY', async () => {
		const target = await ownServer({ empty: true });
		await migrateServer(target, 'another-secret-key-of-more-than-32-chars', testLog());
		await expect(withClient(target.as('owner'), (owner) => restore(owner, target, file))).rejects.toThrow(/made with another SECRET_KEY/);
	});

	it.each([
		['cut short', (plain: Buffer) => zstdCompressSync(plain.subarray(0, plain.length - 30)), /cut short|damaged/],
		['changed in one byte of a row', (plain: Buffer) => zstdCompressSync(changed(plain)), /damaged/],
		['cut short while compressed', () => readFileSync(file).subarray(0, 5_000), /damaged|cut short/],
		['something else', () => Buffer.from('hello'), /no backup of ours/],
		['something else, compressed', () => zstdCompressSync(Buffer.from('hello, a longer text than the mark')), /no backup of ours/],
	])('refuse a file that is %s, and leave the target empty', async (_what, made, sentence) => {
		const bad = join(folder, 'bad');
		writeFileSync(bad, made(zstdDecompressSync(readFileSync(file))));
		const target = await ownServer();
		await expect(withClient(target.as('owner'), (owner) => restore(owner, target, bad))).rejects.toThrow(sentence);
		expect(await picture(target)).toEqual(await picture(await ownServer()));
		expect(await forced(target)).toEqual(await forced(source));
	});
});

/** A letter inside a text, so that the row still loads and only the checksum can tell. */
const changed = (plain: Buffer): Buffer => {
	const at = plain.lastIndexOf('äiti@example.fi');
	const copy = Buffer.from(plain);
	copy.write('y', at + 4, 'utf8');
	return copy;
};

const bin = findSystemPostgres();
if (bin !== null) {
	describe('with a system PostgreSQL', () => {
		let system: SystemPostgres;
		const at = (database: string): Server => externalServer(system.url(database), createSecrets(TEST_SECRET_KEY));

		beforeAll(async () => {
			system = await startSystemPostgres(bin);
			await system.admin((admin) => admin.query('create database there'));
		});
		afterAll(() => system.stop());

		it('embedded → external → embedded brings every row back', async () => {
			const there = at('there');
			await migrateServer(there, TEST_SECRET_KEY, testLog());
			await withClient(there.as('owner'), (owner) => restore(owner, there, file));
			expect(await picture(there)).toEqual(await picture(source));
			const again = join(folder, 'again');
			await withClient(there.as('owner'), (owner) => backup(owner, again));
			const back = await ownServer();
			await withClient(back.as('owner'), (owner) => restore(owner, back, again));
			expect(await picture(back)).toEqual(await picture(source));
		});
	});
}
