/** Consents of a file, as a run: what is read, what is not and why, dry runs that know the whole file, cancelling, resuming. */
import type { Finding, Run } from '@luvalla/contract/runs.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../src/kernel/files/files.ts';
import { forgetOldFindings } from '../src/kernel/runs/runs.ts';
import { readBatches } from '../src/wings/consent/answers/import/read.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { untilRun, uploadTo } from './upload.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Club letter', wording: { en: { name: 'Club letter', about: 'Twice a month.' } } },
	});
	expect(added.status).toBe(200);
	return { tenant, owner, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const keyed = ({ customerId }: Tenant) => ({ headers: { customer_key: String(customerId) } });

const upload = ({ tenant, owner }: Scene, csv: string | Buffer, dryRun = false, who: Person = owner, domainId = tenant.domainId) =>
	uploadTo(t, who, tenant, `/api/audit/domain/people/import?domainId=${domainId}&dryRun=${dryRun}`, csv);

/** Uploads a file and waits for what becomes of it. */
const imported = async (s: Scene, csv: string | Buffer, dryRun = false): Promise<Run> => {
	const sent = await upload(s, csv, dryRun);
	expect(sent.status).toBe(200);
	return untilRun(t, s.owner, s.tenant, sent.json().data.id);
};

const findings = async ({ owner, tenant }: Scene, { id }: Run): Promise<Finding[]> =>
	(await t.send(owner, 'GET', `/api/manage/runs/${id}/findings?size=100`, keyed(tenant))).json().data;

const stateOf = async ({ tenant, machine }: Scene, person: object): Promise<Record<string, boolean | null>> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
	expect(sent.status).toBe(200);
	return Object.fromEntries(sent.json().data.purposes.map((one: { purpose: string; value: boolean | null }) => [one.purpose, one.value]));
};

const countRecords = ({ tenant }: Scene): Promise<number> =>
	t.storage.inTenant(tenant.customerId, async (tx) => {
		const [row] = await tx.query<{ n: number }>('select count(*) as n from consent_record where customer_id = $1', [tenant.customerId]);
		return row?.n ?? -1;
	});

const HEAD = 'email;purpose;value;at;source';

describe('a file', () => {
	test('is read row by row: what is not taken is named by line, column, value and reason', async () => {
		const s = await scene();
		const csv = [
			`\ufeff${HEAD}`,
			'anna@example.com;Club letter;kyllä;2026-01-02;"Old tool; export"',
			'bo@example.com;Club letter;0;31.12.2025;',
			'not an address;Club letter;yes;2026-01-02;Old tool',
			'c@example.com;Nothing;yes;2026-01-02;Old tool',
			'd@example.com;Club letter;1;2026-01-02;',
			'e@example.com;Club letter;maybe;2026-01-02;Old tool',
			'',
			'f@example.com;Club letter;ei;31.2.2026;Old tool',
			'anna@example.com;Club letter;yes;1.1.2026;Older still',
			'g@example.com;Club letter;yes;2099-01-02;Old tool',
			'h@example.com;Club letter;no;2099-01-02;Old tool',
		].join('\r\n');
		const counts = { rows: 10, stored: 4, known: 0, behind: 0, rejected: 6 };
		const named = [
			{ line: 4, code: 'malformed', column: 'email', value: 'not an address' },
			{ line: 5, code: 'unknown_purpose', column: 'purpose', value: 'Nothing' },
			{ line: 6, code: 'source_needed', column: 'source', value: '' },
			{ line: 7, code: 'malformed', column: 'value', value: 'maybe' },
			{ line: 9, code: 'malformed', column: 'at', value: '31.2.2026' },
			{ line: 11, code: 'at_future', column: 'at', value: '2099-01-02' },
		];
		const dry = await imported(s, csv, true);
		expect(dry).toMatchObject({ kind: 'consent-import', state: 'done', counts, found: 6, about: { fileName: 'c.csv', dryRun: true } });
		expect(await findings(s, dry)).toMatchObject(named);
		expect(await countRecords(s)).toBe(0);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': null });

		const done = await imported(s, csv);
		expect(done).toMatchObject({ state: 'done', counts, done: done.total });
		expect(await findings(s, done)).toMatchObject(named);
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': true });
		expect(await stateOf(s, { email: 'bo@example.com' })).toMatchObject({ 'Club letter': false });
		expect((await imported(s, csv)).counts).toMatchObject({ stored: 0, known: 4, rejected: 6 });

		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}/findings/file`, {
			headers: { ...keyed(s.tenant).headers, 'accept-language': 'fi' },
		});
		expect(file.headers['content-disposition']).toContain('attachment');
		expect(file.text.split('\n').slice(0, 2)).toEqual([
			`\ufeffemail,purpose,value,at,source,rivi,sarake,syy`,
			'not an address,Club letter,yes,2026-01-02,Old tool,4,email,email: ”not an address” ei ole luettavissa',
		]);
	});

	test('never turns a stored no into a yes that was said before it', async () => {
		const s = await scene();
		await imported(s, `${HEAD}\nanna@example.com;Club letter;no;2026-03-02;`);
		expect((await imported(s, `${HEAD}\nanna@example.com;Club letter;yes;2026-01-02;Old tool`)).counts).toMatchObject({
			stored: 1,
			behind: 1,
		});
		expect(await stateOf(s, { email: 'anna@example.com' })).toMatchObject({ 'Club letter': false });
	});

	test('of any kind ends with what it was worth', async () => {
		const s = await scene();
		expect(await imported(s, 'a,b,c\n1,2,3')).toMatchObject({ state: 'failed', problem: 'no_columns' });
		expect(await imported(s, '')).toMatchObject({ state: 'failed', problem: 'no_columns' });
		expect((await imported(s, `${HEAD}\n"anna@example.com;Club`)).counts).toMatchObject({ rows: 1, stored: 0, rejected: 1 });
		const latin = Buffer.concat([
			Buffer.from(`${HEAD}\n`),
			Buffer.from([0xe4, 0xf6]),
			Buffer.from('@example.com;Club letter;no;2026-01-02;'),
		]);
		expect((await imported(s, latin)).counts).toMatchObject({ rejected: 1 });
		// As our own files write a number, so that no spreadsheet takes it for a formula.
		expect((await imported(s, "phone,purpose,value,at\n'+358401234567,Club letter,no,2026-01-02")).counts).toMatchObject({ stored: 1 });
	});

	test('with hostile content sinks nothing but its own rows, and runs in no spreadsheet', async () => {
		const s = await scene();
		const rows = [
			'a\0@example.com;Club letter;no;2026-01-02;;',
			'b@example.com;Cl\0ub;no;2026-01-02;;',
			'c@example.com;Club letter;no;2026-01-02;;',
		];
		const csv = ['email;purpose;value;at;source;=1+1', ...rows, '__proto__;constructor;toString;2026-01-02;;=2+2'].join('\n');
		const done = await imported(s, csv);
		expect(done).toMatchObject({ state: 'done', counts: { rows: 4, stored: 1, rejected: 3 } });
		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}/findings/file`, keyed(s.tenant));
		expect(file.text).toContain(`'=1+1`);
		expect(file.text).toContain(`'=2+2`);
		const url = `/api/audit/domain/people/import?domainId=${s.tenant.domainId}&dryRun=true`;
		expect((await uploadTo(t, s.owner, s.tenant, url, HEAD, `${'x'.repeat(199)}😀\u0007.csv`)).status).toBe(200);
	});

	test('is nobody else’s: neither to send, nor to look at, nor to cancel', async () => {
		const s = await scene();
		const stranger = await t.person([], { adminOf: [await t.tenant()] });
		expect((await upload(s, HEAD, false, stranger)).status).toBe(404);
		expect((await upload(s, HEAD, false, s.owner, (await t.tenant()).domainId)).status).toBe(404);
		const mine = await imported(s, `${HEAD}\nx;Club letter;no;2026-01-02;`, true);
		const other = await t.tenant();
		const theirs = await t.person([], { adminOf: [other] });
		for (const path of ['', '/findings', '/findings/file'])
			expect((await t.send(theirs, 'GET', `/api/manage/runs/${mine.id}${path}`, keyed(other))).status).toBe(404);
		expect((await t.send(theirs, 'POST', `/api/manage/runs/${mine.id}/cancel`, keyed(other))).status).toBe(404);
		expect((await t.send(theirs, 'POST', `/api/audit/domain/people/import/${mine.id}`, keyed(other))).status).toBe(404);
		// A domain admin of another domain of the same customer sees no run of this one.
		const elsewhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId: '0197a3c0-0000-7000-8000-00000000000f' }] });
		expect((await t.send(elsewhere, 'GET', `/api/manage/runs/${mine.id}`, keyed(s.tenant))).status).toBe(404);
		expect((await t.send(elsewhere, 'GET', '/api/manage/runs', keyed(s.tenant))).json().data).toEqual([]);
	});

	test('that was looked at is imported without being sent again, and only then', async () => {
		const s = await scene();
		const csv = `${HEAD}\nanna@example.com;Club letter;yes;2026-01-02;Old tool`;
		const checked = await imported(s, csv, true);
		const started = await t.send(s.owner, 'POST', `/api/audit/domain/people/import/${checked.id}`, keyed(s.tenant));
		expect(started.status).toBe(200);
		const done = await untilRun(t, s.owner, s.tenant, started.json().data.id);
		expect(done.counts).toMatchObject({ stored: 1 });
		expect((await t.send(s.owner, 'POST', `/api/audit/domain/people/import/${done.id}`, keyed(s.tenant))).json().code).toBe('not_checked');
		const example = await t.send(s.owner, 'GET', `/api/audit/domain/people/import/example?domainId=${s.tenant.domainId}`, keyed(s.tenant));
		expect((await imported(s, example.text)).counts).toMatchObject({ rejected: 0 });
	});
});

describe('a dry run', () => {
	/** Rows about a few people, so that they meet each other again and again. */
	const rowOf = fc.record({
		who: fc.constantFrom(
			'a@example.com,',
			'b@example.com,',
			',+358401234567',
			'a@example.com,+358401234567',
			'b@example.com,+358401234567',
		),
		value: fc.constantFrom('yes', 'no'),
		day: fc.integer({ min: 1, max: 9 }),
	});

	test('of any file says what the import then does', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 25 }), async (rows) => {
				const s = await scene();
				const csv = [
					'email,phone,purpose,value,at,source',
					...rows.map(({ who, value, day }) => `${who},Club letter,${value},2026-02-0${day},Old tool`),
				].join('\n');
				const dry = await imported(s, csv, true);
				expect(await countRecords(s)).toBe(0);
				const done = await imported(s, csv);
				expect(dry.counts).toEqual(done.counts);
				expect(await findings(s, dry)).toEqual(await findings(s, done));
			}),
			{ numRuns: 15 },
		);
	});
});

test('a run is stopped between two steps: what it did stays, nothing more is done, and the activity says so', async () => {
	const s = await scene();
	const rows = Array.from({ length: 20_000 }, (_, n) => `p${n}@example.com;Club letter;no;2026-01-02;`);
	const sent = await upload(s, [HEAD, ...rows].join('\n'));
	const { id } = sent.json().data;
	await untilRun(t, s.owner, s.tenant, id, (run) => (run.counts.rows ?? 0) > 0);
	const cancelled = await t.send(s.owner, 'POST', `/api/manage/runs/${id}/cancel`, keyed(s.tenant));
	expect(cancelled.json().data).toMatchObject({ state: 'cancelled', can: { cancel: false } });
	const stored = cancelled.json().data.counts.stored;
	expect(stored).toBeLessThan(20_000);
	expect(await countRecords(s)).toBe(stored);
	expect((await t.send(s.owner, 'POST', `/api/manage/runs/${id}/cancel`, keyed(s.tenant))).json().code).toBe('run_ended');
	// Another file of the same customer waits for nothing of it.
	expect((await imported(s, `${HEAD}\nlast@example.com;Club letter;no;2026-01-02;`)).counts).toMatchObject({ stored: 1 });
	expect(await countRecords(s)).toBe(stored + 1);
	const acts = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query<{ action: string }>(
			`select action from activity where customer_id = $1 and thing in ('consent answers', 'consent-import') order by at`,
			[s.tenant.customerId],
		),
	);
	expect(acts.map(({ action }) => action)).toEqual(['imported', 'cancelled', 'imported']);
});

test('what a run named is forgotten after thirty days, what it counted stays; and files go when they expire', async () => {
	const s = await scene();
	const files = () =>
		t.storage.inTenant(s.tenant.customerId, (tx) => tx.query('select 1 from file_chunk where customer_id = $1', [s.tenant.customerId]));
	const done = await imported(s, `${HEAD}\nx;Club letter;no;2026-01-02;`, true);
	expect(await files()).toHaveLength(1);
	// What was imported is kept no longer.
	await imported(s, HEAD);
	expect(await files()).toHaveLength(1);
	expect(await forgetOldFindings(t.storage)).toBe(0);
	await t.storage.inTenant(s.tenant.customerId, async (tx) => {
		await tx.query(`update run set ended_at = ended_at - interval '31 days' where customer_id = $1`, [s.tenant.customerId]);
		await tx.query(`update file set expires_at = now() - interval '1 second' where customer_id = $1`, [s.tenant.customerId]);
	});
	expect(await forgetOldFindings(t.storage)).toBe(1);
	expect(await sweepFiles(t.storage)).toBe(1);
	expect(await findings(s, done)).toEqual([]);
	expect(await files()).toEqual([]);
	expect(await untilRun(t, s.owner, s.tenant, done.id)).toMatchObject({ found: 0, counts: { rejected: 1 } });
});

test('batches of a file begin again at any record', async () => {
	const text = fc.array(fc.array(fc.constantFrom('a', 'ä', '"x;""y"', '', '"new\nline"'), { minLength: 2, maxLength: 4 }), {
		minLength: 1,
		maxLength: 12,
	});
	await fc.assert(
		fc.asyncProperty(text, fc.boolean(), fc.integer({ min: 1, max: 4 }), async (rows, bom, size) => {
			const file = Buffer.from(`${bom ? '\ufeff' : ''}h1;h2\r\n${rows.map((cells) => cells.join(';')).join('\r\n')}\r\n`);
			async function* bytes(from: number): AsyncGenerator<Buffer> {
				for (let at = from; at < file.length; at += 3) yield file.subarray(at, Math.min(at + 3, file.length));
			}
			const all: unknown[] = [];
			for await (const batch of readBatches(bytes(0), { bytes: 0, lines: 0 }, 1000)) all.push(...batch.lines);
			const pieces: unknown[] = [];
			let place = { bytes: 0, lines: 0 };
			for (;;) {
				const [first] = [await readBatches(bytes(place.bytes), place, size).next()];
				if (first.done) break;
				pieces.push(...first.value.lines);
				place = first.value.next;
			}
			expect(pieces).toEqual(all);
		}),
		{ numRuns: 200 },
	);
});
