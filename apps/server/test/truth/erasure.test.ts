/**
 * Erasing somebody is whole. Their address, number and id get everywhere that they can get to by calls; after the erasure they are
 * looked for in every column of every table, partitions and the queue too. What stays of a no is a keyed hash.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Run } from '@luvalla/contract/runs.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { valueHash } from '../../src/kernel/access/value-hash.ts';
import { sweepMails } from '../../src/kernel/outbound/mail.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { findNews, sweepDeliveries } from '../../src/wings/consent/webhooks/work.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { edgeRecord, publishBanner, sendRecords } from '../fixtures.ts';
import { checkedFile, writtenFile } from '../upload.ts';

const t = await startApp();

/** Ids and digests: in so many of them seven digits of a telephone number stand by chance. */
const CHANCE = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,}';

/** Tables in which a row says one of these, in any column. Binary columns are read as text too; of ids and digests only what is more than digits. */
const tablesNaming = (words: readonly string[]): Promise<string[]> =>
	t.storage.asOwner(async (owner) => {
		const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(
			`select c.oid::regclass::text as name,
				array_agg(case when a.atttypid = 'bytea'::regtype then format('encode(%I, ''escape'')', a.attname) else format('%I::text', a.attname) end) as columns
			from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
			where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
			group by c.oid order by 1`,
		);
		const asParts = (some: readonly string[]): string[] => some.map((word) => `%${word.toLowerCase()}%`);
		const isDigits = (word: string): boolean => /^\d+$/.test(word);
		const found: string[] = [];
		for (const { name, columns } of tables) {
			const { rows } = await owner.query(
				`select 1 from (select lower(concat_ws(' ', ${columns.join(', ')})) as said from ${name}) r
				where said like any ($1) or regexp_replace(said, $3, '', 'g') like any ($2) limit 1`,
				[asParts(words.filter((word) => !isDigits(word))), asParts(words.filter(isDigits)), CHANCE],
			);
			if (rows.length > 0) found.push(name.replace(/_(default|\d{4}_?\d{2}|y\d.*)$/, ''));
		}
		return [...new Set(found)];
	});

const SEARCH = { filters: {}, hidden: [] };
const WEBHOOK = { url: 'https://hooks.example.com/', headerValues: [] };

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	await t.send(owner, 'PUT', '/api/manage/domain', {
		body: { id: tenant.domainId, domain: tenant.host, name: '', consentChangeWebHook: WEBHOOK },
	});
	return {
		tenant,
		owner,
		folder: publishedFolder,
		machine: await t.machine(owner, tenant),
		headers: { customer_key: String(tenant.customerId) },
	};
};

const imported = async (owner: Person, tenant: Tenant, csv: string, dryRun: boolean, name: string): Promise<void> => {
	expect((await (dryRun ? checkedFile : writtenFile)(t, owner, tenant, csv, { name })).state).toBe('done');
};

test('after an erasure nothing says who it was, in any table', async () => {
	const { tenant, owner, folder, machine, headers } = await scene();
	const word = `q${randomBytes(8).toString('hex')}`;
	const number = String(randomInt(1_000_000, 9_999_999));
	const email = `${word}@people.example`;
	const phone = `+35840${number}`;
	const spaced = `+358 40 ${number.slice(0, 3)} ${number.slice(3)}`;
	// As it stands in a file that was not understood.
	const spellings = [word, number, `${number.slice(0, 3)} ${number.slice(3)}`];
	const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
	const answer = (over: object) => ({
		person: { email },
		purpose: 'Media',
		value: true,
		at: at(60),
		source: `Letter from ${word}`,
		...over,
	});
	const write = async (...answers: object[]) => {
		const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId: tenant.domainId, answers } });
		expect(sent.json().data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(answers.map(() => 'stored'));
		return sent.json().data.results[0].luvallaId as string;
	};

	const person = await write(answer({}));
	// Names that are added later stand in the activity, before and after.
	await write(answer({ person: { luvallaId: person, phone }, at: at(50), value: false, purpose: 'Statistics' }));
	await write(answer({ person: { luvallaId: person, externalId: `${word}-77` }, at: at(40) }));
	await write(answer({ person: { luvallaId: person, email: `old-${email}` }, at: at(35) }));
	const taken = await t.send(owner, 'POST', `/api/audit/domain/people/${person}/identifiers/remove`, {
		headers,
		body: { kind: 'email', value: `old-${email}` },
	});
	expect(taken.status).toBe(200);
	// What their own servers tell of them, with keys that make it sure.
	const told = async (path: string, body: object) => {
		const sent = await t.send(null, 'POST', `/edge/v1/${path}`, {
			headers: { ...machine, 'idempotency-key': `${path}-${email}` },
			body: { domainId: tenant.domainId, ...body },
		});
		expect([sent.status, sent.json().data.results[0].luvallaId]).toEqual([200, person]);
	};
	await told('profiles', { profiles: [{ person: { email }, firstName: word, attributes: { note: `Calls herself ${word}` } }] });
	const did = Date.now() - 45_000;
	await told('events', {
		events: [{ id: v7({ msecs: did }), at: new Date(did).toISOString(), person: { email }, type: 'order', properties: { to: word } }],
	});
	// A visitor who turned out to be them, and an officer's note.
	const seen = edgeRecord('marketing', false);
	await sendRecords(t, tenant, folder, [seen]);
	await t.send(null, 'POST', '/edge/v1/consents/identify', {
		headers: machine,
		body: { domainId: tenant.domainId, person: { email }, records: [seen.id] },
	});
	const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	const noted = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
		headers,
		body: { person: { email }, purposeId: purpose.id, value: false, at: at(30), source: `Call with ${word}` },
	});
	expect(noted.status).toBe(200);
	// Files with rows that are taken and rows that are not, in other spellings; one that was only looked at.
	const csv = [
		'email,phone,purpose,value,at,source',
		`${email},,Media,no,${at(20)},${word} by post`,
		`${email.toUpperCase()},,Nothing of that name,yes,${at(20)},Form`,
		`,${spaced},Media,perhaps,${at(20)},Form`,
	].join('\n');
	await imported(owner, tenant, csv, false, `${email} export.csv`);
	await imported(owner, tenant, csv, true, `list of ${spaced}.csv`);
	// Views that were named after them or look for them, one's own and shared.
	for (const path of ['/api/manage/views', '/api/user/views']) {
		for (const view of [
			{ name: `About ${email.toUpperCase()}`, search: { ...SEARCH, q: 'x' } },
			{ name: 'Who asked', search: { ...SEARCH, q: phone } },
		])
			expect((await t.send(owner, 'POST', path, { headers, body: { list: 'people', ...view } })).status).toBe(200);
		expect(
			(await t.send(owner, 'POST', path, { headers, body: { list: 'people', name: 'Others', search: { ...SEARCH, q: 'else' } } })).status,
		).toBe(200);
	}
	// A mail to them: somebody says that the address is theirs.
	const friend = await t.person();
	await write(answer({ person: { luvallaId: person, email: friend.email }, at: at(15) }));
	const [mine] = (await t.send(friend, 'GET', '/api/account/consents')).json().data;
	for (const { ref } of mine.others)
		expect((await t.send(friend, 'POST', '/api/account/address', { body: { customerId: tenant.customerId, ref } })).status).toBe(200);
	// Deliveries that wait.
	await appendCustomer(t.server.kernel, tenant.customerId);
	await findNews(t.server.kernel, tenant.customerId);

	const before = await tablesNaming(spellings);
	for (const table of [
		'consent_record',
		'person_identifier',
		'person_seen',
		'webhook_delivery',
		'mail',
		'activity_values',
		'file_chunk',
		'run_finding',
		'run',
		'shared_view',
		'own_view',
		'platform_activity_values',
	])
		expect(before).toContain(table);

	const erased = await t.send(owner, 'DELETE', `/api/audit/domain/people/${person}`, { headers });
	expect(erased.status).toBe(200);
	expect(erased.json().data.remembered).toBeGreaterThan(0);
	expect(await tablesNaming(spellings)).toEqual([]);
	expect(await tablesNaming([friend.email])).toEqual(['app_user']);
	// Runs and views that name nobody are left, and runs can still be read.
	const runs = await t.send(owner, 'GET', '/api/manage/runs', { headers });
	expect(runs.json().data.map(({ about }: Run) => about.fileName)).toEqual(['', '', '']);
	for (const path of ['/api/manage/views', '/api/user/views']) {
		const views = await t.send(owner, 'GET', `${path}?list=people`, { headers });
		expect(views.json().data.map(({ name }: { name: string }) => name)).toEqual(['Others']);
	}
	// That values went is in the activity itself.
	const [said] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ user_id: string; rows: number }>(
			`select a.user_id, (v.after->>'rows')::int as rows from activity a join activity_values v on v.customer_id = $1 and v.id = a.id
			where a.customer_id = $1 and a.thing = 'activity_values'`,
			[tenant.customerId],
		),
	);
	expect([said?.user_id, (said?.rows ?? 0) > 2]).toEqual([owner.userId, true]);
});

test('an erasure leaves the own views of whoever works for another customer, too', async () => {
	const { tenant, machine, headers, owner } = await scene();
	const both = await t.person([], { adminOf: [tenant, await t.tenant()] });
	const stranger = await t.person([], { adminOf: [await t.tenant()] });
	const email = `q${randomBytes(8).toString('hex')}@people.example`;
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: {
			domainId: tenant.domainId,
			answers: [{ person: { email }, purpose: 'Media', value: false, at: new Date().toISOString() }],
		},
	});
	for (const who of [both, stranger, owner])
		expect(
			(await t.send(who, 'POST', '/api/user/views', { body: { list: 'people', name: email, search: { ...SEARCH, q: email } } })).status,
		).toBe(200);
	const erased = await t.send(owner, 'DELETE', `/api/audit/domain/people/${sent.json().data.results[0].luvallaId}`, { headers });
	expect(erased.status).toBe(200);
	const left = async (who: Person) => (await t.send(who, 'GET', '/api/user/views?list=people')).json().data.length;
	expect([await left(both), await left(stranger), await left(owner)]).toEqual([1, 1, 0]);
});

test('a row of the activity proves a value that is shown, and says nothing of one that was taken away', async () => {
	const { tenant, owner } = await scene();
	const renamed = { id: tenant.domainId, domain: tenant.host, name: 'Shop', consentChangeWebHook: WEBHOOK };
	await t.send(owner, 'PUT', '/api/manage/domain', { body: renamed });
	const [row] = await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query<{ hashes: { before: Record<string, string>; after: Record<string, string> }; salt: Buffer; after: { name: string } }>(
			`select a.hashes, v.salt, v.after from activity a join activity_values v on v.customer_id = $1 and v.id = a.id
			where a.customer_id = $1 and a.thing = 'domain' and v.after->>'name' = 'Shop'`,
			[tenant.customerId],
		),
	);
	if (!row) throw new Error('no activity');
	expect(Object.keys(row.hashes.after).sort()).toEqual(Object.keys(row.after).sort());
	expect(row.hashes.after.name).toBe(valueHash(row.salt, 'after', 'name', 'Shop'));
	expect(row.hashes.after.name).not.toBe(valueHash(row.salt, 'after', 'name', 'Shop2'));
	expect(row.hashes.after.name).not.toBe(row.hashes.before.name);
	// Nobody but an erasure's transaction takes a value, and it is never changed.
	for (const wrong of [
		'delete from activity_values where customer_id = $1',
		`update activity_values set after = '{}' where customer_id = $1`,
	])
		await expect(t.storage.inTenant(tenant.customerId, (tx) => tx.query(wrong, [tenant.customerId]))).rejects.toThrow(/permission denied/);
});

test('whoever deletes a user forgets what was mailed to them', async () => {
	const admin = await t.person(['ADMIN']);
	const { email } = await t.person();
	await t.storage.asOwner((client) =>
		client.query(`insert into mail (id, recipient, subject) values (gen_random_uuid(), $1, 'Hello'), (gen_random_uuid(), $2, 'Hello')`, [
			email,
			`x${email}`,
		]),
	);
	const mailsTo = async (address: string) =>
		(await t.storage.inPlatform((tx) => tx.query('select 1 from mail where recipient = $1', [address]))).length;
	expect((await t.send(admin, 'DELETE', `/api/user?email=${encodeURIComponent(email)}`)).status).toBe(200);
	expect([await mailsTo(email), await mailsTo(`x${email}`)]).toEqual([0, 1]);
});

test('a short id takes no values that only look like it', async () => {
	const { tenant, machine, owner, headers } = await scene();
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: {
			domainId: tenant.domainId,
			answers: [{ person: { externalId: '1' }, purpose: 'Media', value: false, at: new Date().toISOString() }],
		},
	});
	const count = () =>
		t.storage.inTenant(tenant.customerId, async (tx) => {
			const [row] = await tx.query<{ n: number }>('select count(*)::int as n from activity_values where customer_id = $1', [
				tenant.customerId,
			]);
			return row?.n ?? 0;
		});
	const before = await count();
	await t.send(owner, 'DELETE', `/api/audit/domain/people/${sent.json().data.results[0].luvallaId}`, { headers });
	// The erasure's own row.
	expect(await count()).toBe(before + 1);
});

test('deliveries and mails are forgotten after 30 days, also where there is no webhook any more', async () => {
	const { tenant, owner, machine } = await scene();
	const answers = ['a', 'b'].map((name) => ({
		person: { externalId: name },
		purpose: 'Media',
		value: false,
		at: new Date().toISOString(),
	}));
	await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId: tenant.domainId, answers } });
	await appendCustomer(t.server.kernel, tenant.customerId);
	await findNews(t.server.kernel, tenant.customerId);
	const gone = { id: tenant.domainId, domain: tenant.host, name: '', consentChangeWebHook: null };
	expect((await t.send(owner, 'PUT', '/api/manage/domain', { body: gone })).status).toBe(200);
	const left = () =>
		t.storage.asOwner(async (client) => {
			const { rows } = await client.query<{ deliveries: number; mails: number }>(
				`select (select count(*)::int from webhook_delivery where customer_id = $1) as deliveries, (select count(*)::int from mail where recipient = $2) as mails`,
				[tenant.customerId, `old-${tenant.host}@example.com`],
			);
			return rows[0];
		});
	await t.storage.asOwner(async (client) => {
		await client.query(
			`update webhook_delivery set created_at = now() - interval '31 days' where customer_id = $1
				and delivery_id = (select delivery_id from webhook_delivery where customer_id = $1 order by delivery_id limit 1)`,
			[tenant.customerId],
		);
		await client.query(
			`insert into mail (id, recipient, subject, created_at) select gen_random_uuid(), $1, 'Old', now() - make_interval(days => days) from unnest(array[29, 31, 60]) days`,
			[`old-${tenant.host}@example.com`],
		);
	});
	expect(await left()).toEqual({ deliveries: 2, mails: 3 });
	await sweepDeliveries(t.storage);
	await sweepMails(t.storage);
	expect(await left()).toEqual({ deliveries: 1, mails: 1 });
});
