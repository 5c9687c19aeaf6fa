/** An erased domain: nothing of it is left but what docs/erasure.md names, in whatever table it was kept. */
import { verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DeletionRequest, RequestDetail } from '@luvalla/contract/tenancy/deletion-requests.ts';
import { publicKeyOf } from '@luvalla/verify/note.ts';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { withClient } from '../src/kernel/storage/connect.ts';
import { allKeys } from '../src/wings/consent/proof/keys.ts';
import { eraseDue, erasureKind } from '../src/wings/tenancy/deletion-requests/erase.ts';
import { bringDomain } from '../src/wings/tenancy/wing.ts';
import { type TestApp, testApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';
import { testServer } from './harness.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ DELETION_DELAY_HOURS: '0' });
});
afterAll(() => t.stop());

const PATH = '/api/manage/domain/deletionrequest';

/**
 * Rows of a domain, in every table that keeps any: where its token is written, so that it is looked for afterwards. `c`: the customer,
 * `d`: the domain, `h`: its host. A table that is neither here nor in BESIDE makes the test fail: whoever adds one decides.
 */
const runs = '(select run_id from campaign_run where customer_id = c and domain_id = d)';
const campaigns = '(select campaign_id from campaign where customer_id = c and domain_id = d)';
const forms = '(select form_id from signup_form where customer_id = c and domain_id = d)';
const folders = '(select folder from publication where customer_id = c and domain_id = d)';
const connectors = '(select connector_id from connector where customer_id = c and domain_id = d)';
const segments = '(select segment_id from segment where customer_id = c and domain_id = d)';
const purposes = '(select purpose_id from purpose where customer_id = c and domain_id = d)';
const devices = '(select device_id from device where customer_id = c and domain_id = d)';
const kernelRuns = '(select run_id from run where customer_id = c and domain_id = d)';
const scans = '(select scan_id from cookie_scan where customer_id = c and host = h)';
const own = 'domain_id = d';
const OF: Record<string, string> = {
	deletion_request: own,
	domain: own,
	domain_property: own,
	customer_domain_app: own,
	user_domain: own,
	domain_licence: own,
	purpose: own,
	purpose_version: `purpose_id in ${purposes}`,
	purpose_material: `purpose_id in ${purposes}`,
	configuration: own,
	publication: own,
	publication_file: `folder in ${folders}`,
	consent_record: own,
	impression_count: own,
	count_news: 'd = any(domains)',
	count_minute: own,
	count_quarter: own,
	count_hour: own,
	count_day: own,
	report_schedule: own,
	banner_test: own,
	snippet_look: own,
	webhook_delivery: own,
	signup_form: own,
	signup_publication: own,
	signup_request: `form_id in ${forms}`,
	signup_count: `form_id in ${forms}`,
	scan_site: 'host = h',
	cookie_scan: 'host = h',
	cookie_scan_item: `scan_id in ${scans}`,
	cookie_scan_finding: `scan_id in ${scans}`,
	customer_cookie: 'domain = h',
	person_seen: own,
	segment: own,
	segment_member: `segment_id in ${segments}`,
	people_set: `set_id in ${segments}`,
	set_chunk: `set_id in ${segments}`,
	audience: own,
	event: own,
	event_setting: own,
	event_type: "scope in (d::text, 'page:' || d)",
	profile_attribute: own,
	people_news: own,
	device: own,
	visitor_event: `device_id in ${devices}`,
	push_subscription: `device_id in ${devices}`,
	device_token: own,
	upload: own,
	upload_person: `run_id in ${kernelRuns}`,
	connector: own,
	connector_run: `connector_id in ${connectors}`,
	connector_log: `run_id in (select run_id from connector_run where customer_id = c and connector_id in ${connectors})`,
	connector_sent: `connector_id in ${connectors}`,
	run: own,
	run_finding: `run_id in ${kernelRuns}`,
	run_scratch: `run_id in ${kernelRuns}`,
	file: 'file_id in (select file_id from upload where customer_id = c and domain_id = d)',
	file_chunk: 'file_id in (select file_id from upload where customer_id = c and domain_id = d)',
	content: own,
	picture: own,
	constellation: own,
	constellation_version: 'constellation_id in (select constellation_id from constellation where customer_id = c and domain_id = d)',
	sender: own,
	campaign: own,
	campaign_run: own,
	campaign_lane: `run_id in ${runs}`,
	delivery: `run_id in ${runs}`,
	delivery_lease: `run_id in ${runs}`,
	delivery_count: `run_id in ${runs}`,
	delivery_part: `run_id in ${runs}`,
	delivery_hit: `run_id in ${runs}`,
	delivery_first: `run_id in ${runs}`,
	link_count: `run_id in ${runs}`,
	short_link: `run_id in ${runs}`,
	file_taken: `run_id in ${runs}`,
	file_removal: `run_id in ${runs}`,
	site_message: own,
	journey: `campaign_id in ${campaigns}`,
	journey_version: `campaign_id in ${campaigns}`,
	journey_place: `campaign_id in ${campaigns}`,
	journey_count: `campaign_id in ${campaigns}`,
	mail: own,
	activity_values: 'id in (select id from activity where customer_id = c and thing_id = d::text)',
};
/** Tables of people: whoever is known on the domain alone goes from these, by `erasePerson`, whose own tests look for them. */
const OF_PEOPLE = [
	'person',
	'person_counter',
	'person_identifier',
	'person_alias',
	'person_link',
	'person_objection',
	'person_stop',
	'person_words',
	'person_words_due',
	'person_channel_no',
	'person_cap',
	'profile',
	'profile_own',
	'profile_seen',
	'people_touched',
	'people_watch',
	'consent_state',
	'consent_behind',
	'consent_shared_no',
	'message_pause',
	'device_end',
	'signup_mailed',
	'signup_letter',
];
/** The customer's or the installation's own: nothing in them is a domain's. */
const BESIDE = [
	'customer',
	'user_customer',
	'partner',
	'partner_user',
	'partner_customer',
	'invite',
	'custom_domain',
	'certificate',
	'acme_account',
	'acme_challenge',
	'first_party_app',
	'tariff',
	'count_keeping',
	'credit_terms',
	'credit_hold',
	'credit_due',
	'credit_month',
	'credit_account',
	'credit_entry',
	'credit_check',
	'voucher',
	'voucher_redemption',
	'payment',
	'refund',
	'invoice',
	'invoice_number',
	'licence_reminder',
	'installation',
	'directory',
	'rate_limit',
	'platform_activity',
	'platform_activity_values',
	'app_user',
	'application',
	'application_permission',
	'assistance',
	'challenge',
	'feedback',
	'oidc_payload',
	'own_view',
	'passkey',
	'passkey_challenge',
	'role',
	'session',
	'shared_view',
	'user_role',
	'vendor_list',
	'vendor_list_source',
	'vendor_list_texts',
	'activity',
	'blob',
	'upload_mapping',
	'api_answer',
	'uat_address',
	'cookie_entry',
	'cookie_starter',
];
/** What follows from it, too: counts of answers to a purpose, which stays with them. */
const LEDGER = /^(ledger|installation|consent_record_ip|purpose_count|schema_)/;

/** What a row of each table must say beside what any may: states that no worker takes up, words that a check knows, what it belongs to. */
const SAYING: Record<string, Record<string, string>> = {
	domain_property: {},
	customer_domain_app: { status: '1' },
	domain_licence: { made_by: "'manual'", starts_on: 'current_date', ends_on: 'current_date', until: 'current_date' },
	configuration: { type: '0' },
	publication: {},
	purpose_material: { purpose_id: '$purpose' },
	publication_file: { folder: "'folder'", path: "'a path'" },
	impression_count: {},
	count_news: {
		...{ whats: "array['event']", domains: 'array[d]::uuid[]', keys: "array['a type']", minutes: 'array[now()]' },
		...{ ns: 'array[1]', gones: 'array[0]' },
	},
	count_minute: {},
	count_quarter: {},
	count_hour: {},
	count_day: {},
	report_schedule: {
		...{ report: "'consents'", every: `'{"unit":"day"}'`, hour: '8', zone: "'UTC'", language: "'en'" },
		next_at: "now() + interval '1 day'",
	},
	banner_test: { share: '0.5' },
	snippet_look: { state: "'missing'" },
	webhook_delivery: { status: "'failed'" },
	signup_form: { form_id: '$form' },
	signup_publication: { form_id: '$form', folder: "'form folder'" },
	signup_request: { form_id: '$form', way: "'script'", letter: "'sent'" },
	signup_count: { form_id: '$form' },
	scan_site: { host: 'h', every: "'never'" },
	cookie_scan: {
		host: 'h',
		scan_id: '$scan',
		pictures: "'{}'",
		presses: "'[]'",
		pages: "'[]'",
		gone: "'[]'",
		choice: 'null',
		way: 'null',
		har: '$har',
	},
	cookie_scan_item: { scan_id: '$scan' },
	cookie_scan_finding: { scan_id: '$scan' },
	customer_cookie: { domain: 'h', type: "'marketing'" },
	segment: { segment_id: '$segment' },
	segment_member: { segment_id: '$segment', how: "'hand'" },
	people_set: { set_id: '$segment', key: 'null', rule: 'null', domains: 'null' },
	set_chunk: { set_id: '$segment', bits: "repeat('0', 65536)::bit(65536)" },
	audience: { status: '0' },
	event: { number: '2000000' },
	event_setting: { keep_days: '5' },
	event_type: { scope: 'd::text' },
	profile_attribute: { kind: "'text'", key: "'a key'" },
	people_news: { kind: "'event'" },
	device: { device_id: '$device', person: 'null' },
	visitor_event: { device_id: '$device' },
	push_subscription: { device_id: '$device' },
	device_token: { platform: "'android'" },
	upload: { file_id: '$file', upload_id: '$upload' },
	file: { file_id: '$file', wing: "'profiles'" },
	file_chunk: { file_id: '$file' },
	run: { run_id: '$run', kind: "'upload'", state: "'done'" },
	run_finding: { run_id: '$run' },
	run_scratch: { run_id: '$run' },
	upload_person: { run_id: '$run' },
	connector: { connector_id: '$connector', type: "'smtp'", direction: "'none'", next_at: 'null' },
	connector_run: { connector_id: '$connector', run_id: '$connecting' },
	connector_log: { run_id: '$connecting' },
	connector_sent: { connector_id: '$connector', state: "'sent'", person: 'null', number: 'null' },
	content: { markup: "'html'", channel: 'null' },
	picture: {},
	constellation: { constellation_id: '$constellation', channel: '0' },
	constellation_version: { constellation_id: '$constellation', channel: '0' },
	sender: {},
	campaign: { campaign_id: '$campaign', triggered: 'true', run_id: 'null', status: '1' },
	campaign_run: { campaign_id: '$campaign', run_id: '$sending', kind: "'real'", state: "'done'" },
	campaign_lane: { run_id: '$sending', file_id: '$leaflet', beside_id: 'null' },
	delivery: { run_id: '$sending', state: "'accepted'", due_at: 'null', number: '2000000' },
	delivery_lease: { run_id: '$sending' },
	delivery_count: { run_id: '$sending' },
	delivery_part: { run_id: '$sending', file_id: '$part' },
	delivery_hit: { run_id: '$sending', kind: "'open'" },
	delivery_first: { run_id: '$sending', kind: "'open'" },
	link_count: { run_id: '$sending' },
	short_link: { run_id: '$sending' },
	file_taken: { run_id: '$sending' },
	file_removal: { run_id: '$sending' },
	site_message: { run_id: '$sending' },
	journey: { campaign_id: '$campaign', state: "'stopped'" },
	journey_version: { campaign_id: '$campaign' },
	journey_place: { campaign_id: '$campaign', step: "'first'", state: "'finished'", due_at: 'null' },
	journey_count: { campaign_id: '$campaign' },
	mail: { sent_at: 'now()' },
};
/** Some value of a type. */
const ANY: Record<string, string> = {
	uuid: 'gen_random_uuid()',
	text: "'word ' || substr(gen_random_uuid()::text, 1, 8)",
	int4: '1',
	int2: '1',
	int8: '1',
	float8: '1',
	bool: 'true',
	timestamptz: 'now()',
	date: 'current_date',
	jsonb: "'{}'",
	bytea: "decode('01', 'hex')",
	_uuid: "'{}'",
	_text: "'{}'",
	_int4: "'{}'",
	_timestamptz: "'{}'",
	_bytea: "'{}'",
};
interface Column {
	table_name: string;
	column_name: string;
	udt_name: string;
	collation_name: string | null;
	is_nullable: 'YES' | 'NO';
	column_default: string | null;
	class: string;
}
const columnsOf = async (client: Client): Promise<Column[]> =>
	(
		await client.query<Column>(`select c.table_name, c.column_name, c.udt_name, c.collation_name, c.is_nullable, c.column_default,
			split_part(obj_description(k.oid, 'pg_class'), ',', 1) as class
		from information_schema.columns c join pg_class k on k.relname = c.table_name and k.relnamespace = 'public'::regnamespace
		where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition and c.is_generated = 'NEVER' order by 1, c.ordinal_position`)
	).rows;

test('nothing of an erased domain is left but what docs/erasure.md names: a token in every text is looked for in every column', {
	timeout: 120_000,
}, async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const admin = await t.person(['ADMIN']);
	const read = async (id: string): Promise<RequestDetail> => (await t.send(admin, 'GET', `${PATH}/${id}`)).json().data;
	const { customerId, domainId, host } = tenant;
	const token = `tok${newId().replaceAll('-', '')}`;
	const c = await campaignScene(t, tenant);
	const otherDomain = newId();
	await t.storage.inTenant(customerId, (tx) =>
		bringDomain(tx, customerId, otherDomain, { host: `o${host}`, name: '', webhookUrl: null, webhookHeaders: null }),
	);
	const say = async (email: string, domain: string, purpose: string, value = true) => {
		const body = { domainId: domain, answers: [{ person: { email }, purpose, value, at: new Date().toISOString(), source: 'Paper' }] };
		expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: c.machine, body })).status).toBe(200);
	};
	const elsewhere = (
		await t.send(owner, 'POST', `/api/consent/purpose/${customerId}`, {
			body: { domainId: otherDomain, name: 'Elsewhere', wording: { en: { name: 'Elsewhere', about: 'About it.' } } },
		})
	).json().data.id;
	const here = `here-${token}@example.com`;
	const no = `no-${token}@example.com`;
	const both = `both-${newId()}@example.com`;
	const there = `there-${newId()}@example.com`;
	await say(here, domainId, c.purpose);
	await say(no, domainId, c.purpose, false);
	await say(both, domainId, c.purpose);
	await say(both, otherDomain, elsewhere);
	await say(there, otherDomain, elsewhere);
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: c.machine,
		body: { domainId, profiles: [{ person: { email: here }, firstName: token, attributes: { note: token } }] },
	});
	expect(known.status).toBe(200);
	const stranger = await t.tenant();
	const files = ['file', 'har', 'part', 'leaflet'];
	const ids = new Map([['purpose', c.purpose]]);
	const idOf = (name: string): string => {
		const id = ids.get(name) ?? newId();
		ids.set(name, id);
		return id;
	};

	const written = new Set<string>();
	const server = await testServer();
	await withClient(server.asAdmin(server.database), async (client) => {
		const columns = await columnsOf(client);
		const tables = Map.groupBy(columns, (one) => one.table_name);
		const undecided = [...tables.keys()].filter(
			(name) => !OF[name] && !OF_PEOPLE.includes(name) && !BESIDE.includes(name) && !LEDGER.test(name),
		);
		expect(undecided).toEqual([]);

		const value = (table: string, column: Column): string => {
			const said = SAYING[table]?.[column.column_name];
			if (said?.startsWith('$')) return `'${idOf(said.slice(1))}'`;
			if (said) return said.replace(/\bd\b/, `'${domainId}'`).replace(/\bh\b/, `'${host}'`);
			if (column.column_name === 'customer_id') return String(customerId);
			if (column.column_name === 'domain_id') return `'${domainId}'`;
			return ANY[column.udt_name] ?? 'null';
		};
		const where = (condition: string): string =>
			condition.replaceAll(/\bc\b/g, String(customerId)).replaceAll(/\bd\b/g, `'${domainId}'`).replaceAll(/\bh\b/g, `'${host}'`);
		const insert = async (table: string): Promise<void> => {
			const all = tables.get(table) ?? [];
			await client.query(
				`insert into ${table} (${all.map((one) => one.column_name).join(', ')}) values (${all.map((one) => value(table, one)).join(', ')})`,
			);
		};
		// Nobody takes a row away before it was looked for: counts that were told are added up at any moment.
		await client.query('begin');
		for (const table of Object.keys(SAYING)) if (table !== 'file' && table !== 'file_chunk') await insert(table);
		for (const name of files)
			for (const table of ['file', 'file_chunk']) {
				SAYING[table] = {
					...SAYING[table],
					file_id: `$${name}`,
					...(table === 'file_chunk' && { bytes: `convert_to('${token}', 'UTF8')` }),
				};
				await insert(table);
			}
		await client.query(
			`insert into activity (customer_id, id, action, thing, thing_id) values (${customerId}, '${idOf('act')}', 'changed', 'campaign', '${idOf('campaign')}')`,
		);
		await client.query(
			`insert into activity_values (customer_id, id, after) values (${customerId}, '${idOf('act')}', '{"title": "${token}"}')`,
		);

		// Where a text may hold it, it stands there.
		const tries = async (statement: string): Promise<boolean> => {
			await client.query('savepoint one');
			try {
				const { rowCount } = await client.query(statement);
				return (rowCount ?? 0) > 0;
			} catch {
				await client.query('rollback to savepoint one');
				return false;
			}
		};
		for (const [table, condition] of Object.entries(OF)) {
			// Words that the program itself chooses from, and what leads to something.
			const keys = new Set(['folder', 'host', 'kind', 'scope', 'path', 'wing', 'key', 'how', 'state', 'status', 'type', 'way', 'pictures']);
			for (const column of tables.get(table) ?? []) {
				const name = column.column_name;
				if (
					keys.has(name) ||
					table === 'deletion_request' ||
					table === 'person_seen' ||
					(table === 'domain' && name === 'live_banner') ||
					(table === 'customer_cookie' && name === 'domain')
				)
					continue;
				const filled =
					column.udt_name === 'text'
						? `coalesce(${name}, '') || '${token}'`
						: column.udt_name === '_text'
							? `array_append(${name}, '${token}')`
							: column.udt_name === 'jsonb'
								? `${name} || '{"${token}": "${token}"}'`
								: null;
				if (filled === null) continue;
				const put = `update ${table} set ${name} = ${filled} where customer_id = ${customerId} and ${where(condition)}${column.udt_name === 'jsonb' ? ` and jsonb_typeof(${name}) = 'object'` : ''}`;
				if (await tries(put)) written.add(`${table}.${name}`);
			}
		}
		// Its arrays are of one length.
		await client.query(
			`update count_news set keys = array['${token}'] where customer_id = ${customerId} and ${where(OF.count_news ?? '')}`,
		);
		written.add('count_news.keys');
		const found = await tokenIn(client, token);
		await client.query('commit');
		expect([...written].filter((one) => !found.has(one))).toEqual([]);
		// Were it written in few, few would be looked for.
		const empty = Object.keys(OF).filter(
			(table) => hasText(tables.get(table) ?? []) && ![...found].some((one) => one.startsWith(`${table}.`)),
		);
		expect([found.size > 150, empty]).toEqual([true, WORDS_ALONE]);
	});

	const request: DeletionRequest = (await t.send(owner, 'POST', `${PATH}?id=${domainId}`, { body: { reason: token } })).json().data;
	expect((await read(request.id)).lost).toMatchObject({
		people: 2,
		answers: 3,
		campaigns: 1,
		deliveries: 1,
		contents: 1,
		constellations: 1,
		pictures: 1,
		senders: 1,
		segments: 1,
		audiences: 1,
		events: 1,
		devices: 1,
		uploads: 1,
		connectors: 1,
		drafts: 1,
		forms: 1,
		scans: 1,
		properties: 1,
		apps: 1,
	});
	expect((await t.send(admin, 'PUT', `${PATH}?id=${request.id}`, { body: { action: 'process' } })).status).toBe(200);
	expect(await eraseDue(t.server.kernel, erasureKind(t.server.kernel))).toBeGreaterThan(0);
	await expect.poll(async () => (await read(request.id)).erasedAt, { timeout: 60_000 }).not.toBeNull();

	await withClient(server.asAdmin(server.database), async (client) => {
		const named = new Set(
			[...readFileSync(new URL('../../../docs/erasure.md', import.meta.url), 'utf8').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(
				([, name]) => name,
			),
		);
		expect([...(await tokenIn(client, token))].filter((one) => !named.has(one))).toEqual([]);
		const left = await client.query(`select file_id from file where customer_id = ${customerId}`);
		expect(left.rows).toEqual([]);
	});
	// Who is known elsewhere is known as before, and what they said there stands.
	const people = (await t.send(owner, 'GET', '/api/audit/domain/people?size=100', { headers: { customer_key: String(customerId) } })).json()
		.data;
	expect(people).toHaveLength(2);
	const { report, ...done } = await read(request.id);
	expect([done.status, done.lost, report?.erased.person, report?.stays.licences]).toEqual([1, null, 2, 1]);
	expect(JSON.parse(report?.body ?? '')).toMatchObject({ domain: host, erased: report?.erased });
	const keys = await t.storage.inPlatform((tx) => allKeys(tx, t.server.kernel.secrets));
	const key = keys.find((one) => one.key_id === report?.keyId);
	if (!key) throw new Error('The key of the report is not known.');
	expect(
		verify(
			null,
			Buffer.from(`luvalla domain erasure\n${report?.body}`),
			publicKeyOf(key.public_key),
			Buffer.from(report?.signature ?? '', 'base64'),
		),
	).toBe(true);
	// The log is whole, and another customer may have the host.
	expect(
		(
			await t.send(await t.person([], { adminOf: [stranger] }), 'POST', '/api/domain', {
				body: { domain: host, customerId: stranger.customerId },
			})
		).status,
	).toBe(200);
});

/** All their texts are words that the program chooses, or lead to something; and the request, which is still to be made. */
const WORDS_ALONE = [
	'deletion_request',
	'domain_licence',
	'publication_file',
	'scan_site',
	'people_set',
	'profile_attribute',
	'connector_sent',
	'delivery_first',
];
const hasText = (columns: readonly Column[]): boolean => columns.some(({ udt_name: type }) => ['text', '_text', 'jsonb'].includes(type));

/** Columns of all tables, the queue's too, in which a token stands: as text, or as bytes. */
const tokenIn = async (client: Client, token: string): Promise<Set<string>> => {
	const { rows } = await client.query<{
		schema: string;
		name: string;
		column: string;
	}>(`select n.nspname as schema, k.relname as name, a.attname as column
		from pg_class k join pg_namespace n on n.oid = k.relnamespace join pg_attribute a on a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped
		where k.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`);
	const found = new Set<string>();
	for (const [table, columns] of Map.groupBy(rows, (one) => `${one.schema}."${one.name}"`)) {
		const hex = Buffer.from(token).toString('hex');
		const counts = columns.map(
			({ column }) =>
				`count(*) filter (where "${column}"::text like '%${token}%' or "${column}"::text like '%${hex}%')::int as "${column}"`,
		);
		const result = (await client.query<Record<string, number>>(`select ${counts.join(', ')} from ${table}`)).rows[0] ?? {};
		// A partition is its table.
		const name = columns[0]?.name.replace(/_(default|y?\d{4}_?m?\d{2})$/, '') ?? '';
		for (const [column, n] of Object.entries(result)) if (n > 0) found.add(`${name}.${column}`);
	}
	return found;
};
