/**
 * A marketer's morning: two thousand people out of a file with faults, the faults mended and sent again, a rule over what came, an
 * audience of them that counts while it is chosen, everything of one of them as a file, and both files taken back: all as before.
 */
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { type Fingerprint, fingerprintOf } from '../../server/test/profiles/fingerprint-of.ts';
import { check } from './check.ts';
import { proveIfAsked, stateFile } from './people.ts';

test.describe.configure({ mode: 'serial' });
const ROWS = 2000;
const CITY = 'Uploadville';
/** As spreadsheets write it: Latin-1, semicolons, a day that is none and an address that is none in every hundred. */
const NAME = 'asiakkaat.csv';
const MENDED = 'korjatut.csv';
const EMAIL_OF = 'mended';

const rowOf = (n: number): string => {
	if (n % 100 === 7) return `M${n};broken${n}@;;Rikki;Rivi;${CITY};12.3.2025;${n % 500}`;
	if (n % 100 === 8) return `M${n};day${n}@upload.example;;Päivä;Puuttuu;${CITY};31.2.2025;${n % 500}`;
	return `M${n};p${n}@upload.example;040 ${String(1_000_000 + n)};Etunimi${n};Sukunimi;${CITY};12.3.2025;${n % 500}`;
};
const FILE = [
	'Asiakasnro;Sähköposti;Puhelin;Etunimi;Sukunimi;Kaupunki;Viim. ostos;Summa',
	...Array.from({ length: ROWS }, (_, n) => rowOf(n)),
];
const MUCH = 350;
const SPENDERS = Array.from({ length: ROWS }, (_, n) => n % 500).filter((sum) => sum >= MUCH).length;

let admin: Page;
/** A company of its own: what other tests do meanwhile is none of it. */
let customerId: number;
let domainId: string;
let database: Client;
let before: Fingerprint;

/** Asks a call as the page does. */
const ask = (method: string, path: string, body?: object) =>
	admin.evaluate(
		async ([how, to, sent, customer, domain]) => {
			const headers = {
				...(sent && { 'content-type': 'application/json' }),
				...(customer && { customer_key: customer }),
				...(domain && { domain_key: domain }),
			};
			const answer = await fetch(`/api${to}`, { method: how, headers, ...(sent && { body: JSON.stringify(sent) }) });
			const said = await answer.json();
			if (!answer.ok) throw new Error(`${to}: ${JSON.stringify(said)}`);
			return said;
		},
		[method, path, body, customerId && String(customerId), domainId] as const,
	);
const told = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const tables = (): Promise<Fingerprint> =>
	fingerprintOf(async (statement, values) => (await database.query<{ body: string }>(statement, [...values])).rows, customerId);
const at = (path: string): string => `${path}?customer=${customerId}`;

test.beforeAll(async ({ browser }) => {
	admin = await (await browser.newContext({ storageState: stateFile('admin') })).newPage();
	database = new Client({ host: process.env.E2E_DATABASE, port: 5432, user: 'postgres', database: 'luvalla' });
	await database.connect();
	await admin.goto('/');
	const tag = Date.now().toString(36);
	customerId = (await ask('POST', '/customer', { name: `Lataamo ${tag}`, countryCode: 'FI' })).data.id;
	domainId = (await ask('POST', '/domain', { domain: `lataamo-${tag}.localhost`, name: 'Lataamo', customerId })).data.id;
	// Whom channels reach is kept for every customer from the first estimate on, and built soon after it.
	await expect.poll(async () => (await ask('GET', '/manage/audience/estimate?segments=')).data.state).toBe('ready');
	before = await tables();
});
test.afterAll(async () => {
	await database.end();
	await admin.context().close();
});

/** From choosing a file to what became of it. */
const upload = async (name: string, content: Buffer, accepted: string): Promise<void> => {
	await admin.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content });
	await admin.getByRole('button', { name: 'Map the columns' }).click();
	const becomes = (column: string) => admin.getByRole('combobox', { name: `Becomes: ${column}`, exact: true });
	await expect(becomes('Sähköposti')).toHaveValue('Email');
	await expect(becomes('Viim. ostos')).toHaveValue('Attribute');
	await expect(becomes('Kaupunki')).toHaveValue('City');
	if (name === MENDED) for (const ours of ['line', 'column', 'reason']) await expect(becomes(ours)).toHaveValue('Leave out');
	await admin.getByRole('button', { name: 'Check the whole file' }).click();
	await expect(admin.getByText('rows can be imported')).toBeVisible();
	await check(admin);
	await admin.getByRole('button', { name: `Import ${accepted} rows` }).click();
	await expect(admin.getByRole('region', { name, exact: true }).getByText('Done', { exact: true })).toBeVisible();
};

test('a file is mapped, checked as a whole and written; what is wrong with it is said', async () => {
	await admin.goto(at('/upload'));
	await expect(admin.getByText('No file has been uploaded yet.')).toBeVisible();
	await check(admin);
	await upload(NAME, Buffer.from(FILE.join('\r\n'), 'latin1'), '1,960');
	await expect(admin.getByText('No such day')).toBeVisible();
	await expect(admin.getByText('Not an e-mail address')).toBeVisible();
});

test('its rejected rows come as a file, which is mended and sent again', async () => {
	const [download] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name: 'CSV' }).click()]);
	const rejected = await told(download);
	expect(rejected.trim().split('\n')).toHaveLength(41);
	expect(rejected).toContain('M107,broken107@,,Rikki,Rivi,Uploadville,12.3.2025,107,109,Sähköposti,');
	const mended = rejected.replace(/broken(\d+)@/g, `${EMAIL_OF}$1@upload.example`).replaceAll('31.2.2025', '28.2.2025');
	await admin.getByRole('button', { name: 'Upload another file' }).click();
	await upload(MENDED, Buffer.from(mended), '40');
	await expect(admin.getByRole('button', { name: 'CSV' })).toHaveCount(0);
});

test('a rule finds them, an audience counts them while it is chosen, and one of them is exported', async () => {
	const rule = {
		all: [
			{ field: 'city', is: 'is', value: CITY },
			{ field: 'attribute.summa', is: 'atLeast', value: MUCH },
			{ field: 'attribute.viimOstos', is: 'after', value: '2025-01-31' },
		],
	};
	const { data: segment } = await ask('POST', '/manage/domain/segment', { name: 'Big spenders', rule });
	await expect.poll(async () => (await ask('GET', `/manage/domain/segment/${segment.id}/members`)).data.count).toBe(SPENDERS);
	await admin.goto(at('/audiences/new'));
	await admin.getByRole('textbox', { name: 'Title' }).fill('Of both files');
	const estimate = admin.getByRole('region', { name: 'Estimate' });
	const counted = estimate.getByText(String(SPENDERS), { exact: true }).first();
	await expect(estimate.getByText('No one yet: choose a segment.')).toBeVisible();
	await expect(counted).toBeHidden();
	await admin.getByText('Big spenders', { exact: true }).click();
	await expect(admin.getByRole('switch', { name: 'Big spenders' })).toBeChecked();
	await expect(counted).toBeVisible();
	await check(admin);
	await admin.getByRole('button', { name: 'Save draft' }).click();
	await expect(admin).toHaveURL(/\/audiences\/[0-9a-f-]{36}/);

	await admin.goto(`${at('/profiles')}&q=${EMAIL_OF}107@`);
	await admin
		.getByRole('link', { name: /Rikki|mended107@/ })
		.first()
		.click();
	await expect(admin.getByRole('heading', { level: 1 })).toContainText(/Rikki|mended107@/);
	for (const [item, found] of [
		['JSON', '"mended107@upload.example"'],
		['CSV', 'mended107@upload.example'],
	] as const) {
		await admin.getByRole('button', { name: 'Export' }).click();
		const [file] = await Promise.all([
			admin.waitForEvent('download'),
			admin.getByRole('menuitem', { name: `Everything as ${item}` }).click(),
		]);
		expect(await told(file)).toContain(found);
	}
	const list = (await ask('GET', '/manage/domain/profile?size=1')).page;
	expect(list.total).toBe(ROWS);
});

test('both files are taken back: every table is as it was', async () => {
	for (const [name, people] of [
		[MENDED, '40'],
		[NAME, '1,960'],
	] as const) {
		await admin.goto(at('/upload'));
		await admin.getByRole('button', { name, exact: true }).click();
		await admin.getByRole('button', { name: 'Take back' }).click();
		const sure = admin.getByRole('dialog', { name: `Take back ${name}?` });
		await check(admin);
		await sure.getByRole('button', { name: 'Take back' }).click();
		const undone = admin.getByRole('region', { name: `Taking back ${name}` });
		await proveIfAsked(admin, 'admin@luvalla.localhost', undone);
		await expect(undone.getByText('Done')).toBeVisible();
		await expect(undone.getByText(people).first()).toBeVisible();
	}
	const changed = async (): Promise<string[]> => {
		const after = await tables();
		return Object.keys(after).filter((table) => after[table] !== before[table]);
	};
	// What was made by hand is left, and nobody is in it.
	const [segment] = (await ask('GET', '/manage/domain/segment')).data;
	await expect.poll(async () => (await ask('GET', `/manage/domain/segment/${segment.id}/members`)).data.count).toBe(0);
	const [audience] = (await ask('GET', '/manage/audience')).data;
	await ask('DELETE', `/manage/audience?id=${audience.id}`);
	await ask('DELETE', `/manage/domain/segment?id=${segment.id}`);
	await expect.poll(changed).toEqual([]);
});
