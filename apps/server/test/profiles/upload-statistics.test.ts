/** What the planner knows while a file is written: a run that is put down after any step still has it looked at what was filled. */
import { expect, test } from 'vitest';
import { row, sql, uuid } from '../../src/kernel/storage/rows.ts';
import { BEGINNING, UploadInput, uploadKind } from '../../src/wings/profiles/uploads/kind.ts';
import { startApp } from '../app.ts';
import { uploadStage } from './upload-stage.ts';

const t = await startApp();

test('a run that is put down after each step has its tables looked at before the next, once for so many rows, and again where that failed', async () => {
	const s = await uploadStage(t);
	const { customerId, domainId } = s.tenant;
	// So many that the first step brings more than a thousand, and the file has four steps.
	const filler = 'x'.repeat(150);
	const rows = Array.from({ length: 6_000 }, (_, n) => `p${n}@example.com,${filler}`);
	const upload = await s.store(`email,street\n${rows.join('\n')}`);
	const fileId = await t.storage.inTenant(customerId, async (tx) => {
		const [found] = await tx.rows(
			row({ file_id: uuid }),
			sql`select file_id from upload where customer_id = ${customerId} and upload_id = ${upload.id}`,
		);
		return found?.file_id ?? '';
	});
	const input = UploadInput.parse({
		uploadId: upload.id,
		fileId,
		fileName: upload.name,
		size: upload.size,
		at: upload.createdAt,
		domainId,
		dryRun: false,
		reading: upload.reading,
		targets: [{ to: 'email' }, { to: 'fact', fact: 'street' }],
		by: `user:${s.owner.userId}`,
		asker: { userId: s.owner.userId, actorId: null },
		within: null,
	});
	const refusals: unknown[] = [];
	let refused = false;
	let looks = 0;
	const storage: typeof t.storage = {
		...t.storage,
		asOwner: (work) => {
			if (!refused) {
				looks++;
				return t.storage.asOwner(work);
			}
			return Promise.reject(new Error('somebody holds the table'));
		},
	};
	const log = { ...t.server.kernel.log, warn: (...said: unknown[]) => void refusals.push(said) };
	const kind = uploadKind({ ...t.server.kernel, storage, log });
	const runId = upload.id;
	let cursor = BEGINNING;
	/** One step by a worker who then puts the run down; answers whether the tables were looked at. */
	const step = async (): Promise<boolean> => {
		const before = looks;
		for await (const work of kind.steps({ customerId, runId, domainId, input, cursor, by: null })) {
			cursor = (await t.storage.inTenant(customerId, work)).cursor;
			break;
		}
		return looks > before;
	};
	expect(await step()).toBe(false);
	expect(cursor.lines).toBeGreaterThan(1_000);
	refused = true;
	expect(await step()).toBe(false);
	expect(refusals).toHaveLength(1);
	refused = false;
	expect(await step()).toBe(true);
	expect(await step()).toBe(false);
	expect(cursor.lines).toBeLessThan(10_000);
});

test('nothing but the key of addresses serves whoever looks for an address, whatever the planner knows of the customer', async () => {
	const { rows } = await t.storage.asOwner((owner) =>
		owner.query<{ name: string; first: string }>(
			`select i.indexrelid::regclass::text as name, a.attname as first from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
			where i.indrelid = 'person_identifier'::regclass`,
		),
	);
	expect(rows.filter(({ first }) => first === 'customer_id').map(({ name }) => name)).toEqual(['person_identifier_pkey']);
	// Before anything is known of them: the plan of a look for addresses, as it is sent.
	const s = await uploadStage(t);
	const { customerId } = s.tenant;
	const plan = await t.storage.asOwner(async (owner) => {
		await owner.query('begin');
		await owner.query(
			`insert into person_identifier (customer_id, kind, value, person, created_at, how)
			select $1, 'email', 'plan' || n || '@example.com', gen_random_uuid(), now(), 'import' from generate_series(1, 5000) n`,
			[customerId],
		);
		const told = await owner.query<{ 'QUERY PLAN': string }>(
			`explain select i.person from unnest(array['email'], array['plan1@example.com']) g (kind, value) cross join lateral (
				select o.person from person_identifier o where o.customer_id = ${customerId} and o.kind = g.kind and o.value = g.value limit 1) i`,
		);
		await owner.query('rollback');
		return told.rows.map((line) => line['QUERY PLAN']).join('\n');
	});
	expect(plan).toContain('person_identifier_pkey');
	expect(plan).toMatch(/Index Cond: .*kind.*value/);
});
