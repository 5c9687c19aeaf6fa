/** The daily self-check: what it finds, keeps, says and shows. */
import { describe, expect, test } from 'vitest';
import { withClient } from '../../src/kernel/storage/connect.ts';
import { CHECK, selfCheck, selfCheckInstallation, sendChecks } from '../../src/wings/consent/proof/self-check.ts';
import { TILE_WIDTH } from '../../src/wings/consent/proof/tree.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { ORIGIN } from '../app.ts';
import { choice } from '../fixtures.ts';
import { testServer } from '../harness.ts';
import { proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

/** The newest first, of this recipient alone: files of one worker share a database, whose admins are all told. */
const mailsTo = (recipient: string) =>
	t.storage.inPlatform((tx) =>
		tx.query<{ subject: string; bodyText: string }>(
			'select subject, body_text as "bodyText" from mail where recipient = $1 order by created_at desc, id desc',
			[recipient],
		),
	);

describe('the self-check', () => {
	test('keeps what it found, tells the customer’s addresses, and shows it', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const ids = await p.record(own, 2);
		await sealAll(t.server.kernel);
		await t.send(own.owner, 'POST', '/api/audit/ledger/addresses', { body: { customerId, address: `c${customerId}@example.com` } });
		await t.storage.inTenant(customerId, (tx) =>
			tx.query('update ledger_address set confirmed_at = now() where customer_id = $1', [customerId]),
		);
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
		const state = (await p.get(own.owner, '/api/audit/ledger')).data;
		expect(state.check).toMatchObject({ found: 1, findings: [{ kind: 'changed', position: 3 }] });
		const { data, page } = await p.get(own.owner, '/api/audit/ledger/checks');
		expect([page.total, data[0].found, data[1].found]).toEqual([2, 1, 0]);
		const [told] = await mailsTo(`c${customerId}@example.com`);
		expect(told?.bodyText).toContain(`Entry 4 (record ${ids[3]}) was changed.`);
		const proof = (await p.get(own.owner, `/api/audit/domain/consents/${ids[3]}/proof`)).data;
		expect(proof).toMatchObject({ verified: false, failed: 'leaf' });
		expect(ORIGIN).toBe(t.server.kernel.settings.publicUrl);
	});

	test('runs when somebody asks for it, six times an hour, and there is something to check', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const ask = () => t.send(own.owner, 'POST', '/api/audit/ledger/check', { body: { customerId } });
		expect([(await ask()).status, (await ask()).json().code]).toEqual([409, 'no_ledger']);
		const ids = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const state = async () => (await p.get(own.owner, '/api/audit/ledger')).data;
		expect((await state()).check).toBeNull();
		expect((await ask()).json().data).toEqual({ before: null, failedBefore: null });
		await expect.poll(async () => (await state()).check).toMatchObject({ size: 3, found: 0 });
		const first = (await state()).check.id;
		await t.storage.asOwner((owner) =>
			owner.query('update consent_record set value = not value where customer_id = $1 and id = $2', [customerId, ids[1]]),
		);
		expect((await ask()).json().data).toEqual({ before: first, failedBefore: null });
		await expect.poll(async () => (await state()).check).toMatchObject({ found: 1, findings: [{ kind: 'changed', position: 1 }] });
		for (let n = 4; n < 6; n++) expect((await ask()).status).toBe(200);
		const over = await ask();
		expect([over.status, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
		expect(
			(
				await t.send(await t.person(['DOMAIN_ADMIN'], { domainsOf: [own.tenant] }), 'POST', '/api/audit/ledger/check', {
					body: { customerId },
				})
			).status,
		).toBe(403);
	});

	test('says that it broke off, until one has ended', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		const state = async () => (await p.get(own.owner, '/api/audit/ledger')).data;
		expect((await state()).checkFailedAt).toBeNull();
		const change = (statement: string) => t.storage.asOwner((owner) => owner.query(`alter table ledger_check ${statement}`));
		// What it finds cannot be kept.
		await change(`add constraint broken check (customer_id <> ${customerId}) not valid`);
		try {
			expect((await t.send(own.owner, 'POST', '/api/audit/ledger/check', { body: { customerId } })).status).toBe(200);
			await expect.poll(async () => (await state()).checkFailedAt).toEqual(expect.any(String));
			expect((await state()).check).toBeNull();
		} finally {
			await change('drop constraint broken');
		}
		// It is tried again by itself.
		await expect.poll(async () => (await state()).check).toMatchObject({ found: 0 });
		expect((await state()).checkFailedAt).toBeNull();
	});

	test('runs as a job of its own for every log, the installation’s too', async () => {
		const own = await p.stage();
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		await sendChecks(t.server.kernel);
		const checks = async () => (await p.get(own.owner, '/api/audit/ledger/checks')).data;
		await expect.poll(async () => (await checks()).length).toBe(1);
		expect((await checks())[0]).toMatchObject({ size: 3, found: 0 });
		expect(await selfCheckInstallation(t.server.kernel)).toMatchObject({ found: 0, findings: [] });
		// All of them are over, those of other files' customers too: one that was late would find what the next tests do, and mail it once more.
		const open = () =>
			t.storage.asOwner((owner) => owner.query(`select 1 from pgboss.job where name = $1 and state < 'completed'`, [CHECK]));
		await expect.poll(async () => (await open()).rows).toEqual([]);
	});

	test('finds what was done to the installation’s own log, shows it to the platform’s admins and mails them', async () => {
		const own = await p.stage();
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		const admin = await t.person(['ADMIN']);
		const shown = async () => (await p.get(admin, '/api/admin/ledger/check')).data.check;
		const check = async () => {
			const kernel = { ...t.server.kernel, log: { ...t.server.kernel.log, error: () => undefined } };
			const found = await selfCheckInstallation(kernel);
			expect(await shown()).toEqual(found);
			return found;
		};
		let last = 0;
		let tried = 0;
		// Heads are sealed every minute: one over a log that was just tampered with would stay wrong.
		await withClient((await testServer()).asAdmin(), async (holder) => {
			await holder.query('begin; lock table installation_waiting in share mode');
			const clean = await check();
			expect(clean).toMatchObject({ found: 0, findings: [] });
			expect(clean.size).toBeGreaterThan(0);
			last = clean.size - 1;
			const finding = { kind: 'entry', position: last, recordId: null, other: null };
			// Done twice it is undone.
			const flip = (table: string, column: string, where: string) =>
				`update ${table} set ${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1) where ${where}`;
			const entry = flip('installation_entry', 'leaf', `position = ${last}`);
			const head = flip('installation_head', 'root', `size = ${clean.size}`);
			const tile = flip('installation_tile', 'hashes', 'level = 0 and tile = 0');
			const size = (is: number) => `update installation_log set size = ${is}`;
			const tries: [sql: string, undo: string, findings: object[]][] = [
				[entry, entry, [finding]],
				[head, head, [{ ...finding, kind: 'head', position: null, other: clean.size }]],
				[
					tile,
					tile,
					[
						{ ...finding, position: 0 },
						// A full tile has one above it, which stands for it no more.
						...(clean.size >= TILE_WIDTH ? [{ ...finding, kind: 'tile', position: 0 }] : []),
						expect.objectContaining({ kind: 'head', position: 0 }),
					],
				],
				[
					size(last),
					size(clean.size),
					[
						{ ...finding, kind: 'shrunk', other: clean.size },
						{ ...finding, kind: 'head', other: clean.size },
					],
				],
			];
			for (const [sql, undo, findings] of tries)
				await withClient((await testServer()).asAdmin(), async (superuser) => {
					await superuser.query(sql);
					try {
						expect([sql, (await check()).findings]).toEqual([sql, findings]);
					} finally {
						await superuser.query(undo);
					}
				});
			expect((await check()).found).toBe(0);
			tried = tries.length;
			await holder.query('commit');
		});

		const told = await mailsTo(admin.email);
		expect(told).toHaveLength(tried);
		expect(told.at(-1)?.subject).toBe(
			'Log of the installation localhost:4000: something is not what it was · Asennuksen localhost:4000 loki: jokin ei ole niin kuin oli',
		);
		for (const sentence of [`Entry ${last + 1} is not in the log as it was.`, `Merkintä ${last + 1} ei ole lokissa sellaisena kuin oli.`])
			expect(told.at(-1)?.bodyText).toContain(sentence);
		expect((await t.send(own.owner, 'GET', '/api/admin/ledger/check')).status).toBe(403);
	});

	test('says where a tree was damaged, also while new records cannot be appended to it', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const ids = await p.record(own, 2);
		await sealAll(t.server.kernel);
		await p.record(own, 1);
		const change = () =>
			t.storage.asOwner((owner) =>
				owner.query('update consent_record set value = not value where customer_id = $1 and id = $2', [customerId, ids[4]]),
			);
		await change();
		const said: string[] = [];
		const kernel = { ...t.server.kernel, log: { ...t.server.kernel.log, error: (msg: string) => void said.push(msg) } };
		await p.withoutTree(own, async () => {
			const checked = await selfCheck(kernel, customerId);
			expect(checked?.findings).toContainEqual({ kind: 'tile', position: 0, recordId: null, other: null });
			expect(checked?.findings).toContainEqual({ kind: 'changed', position: 4, recordId: ids[4], other: null });
			expect(said[0]).toBe('records could not be sealed');
			expect((await p.get(own.owner, '/api/audit/ledger')).data.check.found).toBe(checked?.found);
			// Another customer's records are sealed all the same.
			const other = await p.stage();
			await p.record(other, 1);
			await expect(sealAll(kernel)).rejects.toThrow('records could not be sealed (1)');
			expect((await p.get(other.owner, '/api/audit/ledger')).data.head.size).toBe(3);
		});
		await change();
		expect(await selfCheck(kernel, customerId)).toMatchObject({ size: 9, found: 0 });
	});

	test('takes in a row that came behind everybody’s back, and says where it stands', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		await p.record(own, 1);
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
