/**
 * A marketer's morning: two thousand people out of a file with faults, what is wrong with it, a rule over what it brought, an audience
 * of them, and the whole file taken back.
 */
import { expect, type Page, test } from '@playwright/test';
import { check } from './check.ts';
import { stateFile } from './people.ts';

test.describe.configure({ mode: 'serial' });
const ROWS = 2000;
const CITY = 'Uploadville';

let owner: Page;
test.beforeAll(async ({ browser }) => {
	owner = await (await browser.newContext({ storageState: stateFile('owner') })).newPage();
});
test.afterAll(() => owner.context().close());

const rowOf = (n: number): string => {
	if (n % 100 === 7) return `M${n};broken${n}@;;Rikki;Rivi;${CITY};12.3.2025;${n}`;
	if (n % 100 === 8) return `M${n};day${n}@upload.example;;Päivä;Puuttuu;${CITY};31.2.2025;${n}`;
	return `M${n};p${n}@upload.example;040 ${String(1_000_000 + n)};Etunimi${n};Sukunimi;${CITY};12.3.2025;${n % 500}`;
};
const FILE = [
	'Asiakasnro;Sähköposti;Puhelin;Etunimi;Sukunimi;Kaupunki;Viim. ostos;Summa',
	...Array.from({ length: ROWS }, (_, n) => rowOf(n)),
];

/** Asks a call as the page does. */
const ask = (path: string, body?: object) =>
	owner.evaluate(
		async ([to, sent]) => {
			const headers = { 'content-type': 'application/json', customer_key: '1' };
			const answer = await fetch(`/api${to}`, sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers });
			return answer.json();
		},
		[path, body] as const,
	);

test('a file is mapped, checked as a whole and written; what is wrong with it is said', async () => {
	await owner.goto('/domainprofiles/upload');
	await expect(owner.getByRole('heading', { name: 'Earlier files' })).toBeVisible();
	await check(owner);
	await owner
		.locator('input[type=file]')
		.setInputFiles({ name: 'asiakkaat.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE.join('\r\n'), 'latin1') });
	await owner.getByRole('button', { name: 'Map the columns' }).click();
	const becomes = (name: string) => owner.getByRole('combobox', { name: `Becomes: ${name}` });
	await expect(becomes('Sähköposti')).toHaveValue('Email');
	await expect(becomes('Viim. ostos')).toHaveValue('Attribute');
	await expect(becomes('Kaupunki')).toHaveValue('City');
	await owner.getByRole('button', { name: 'Check the whole file' }).click();
	await expect(owner.getByText('of 2,000 rows can be imported')).toBeVisible();
	await expect(owner.getByText('No such day')).toBeVisible();
	await check(owner);
	await owner.getByRole('button', { name: 'Import 1,960 rows' }).click();
	const written = owner.getByRole('region', { name: 'asiakkaat.csv' });
	await expect(written.getByText('Done')).toBeVisible();
	await expect(owner.getByRole('button', { name: 'CSV' })).toBeVisible();
});

test('a rule finds them, an audience counts them, and they go with the file', async () => {
	const rule = {
		all: [
			{ field: 'city', is: 'is', value: CITY },
			{ field: 'attribute.summa', is: 'atLeast', value: 400 },
		],
	};
	const { data: segment } = await ask('/manage/domain/segment', { name: 'From the file', rule });
	const wanted = Array.from({ length: ROWS }, (_, n) => n).filter((n) => n % 100 !== 7 && n % 100 !== 8 && n % 500 >= 400).length;
	await expect.poll(async () => (await ask(`/manage/domain/segment/${segment.id}/members`)).data.count).toBe(wanted);
	const estimate = await ask(`/manage/audience/estimate?segments=${segment.id}&IsOr=false`);
	expect(estimate.data?.count ?? estimate.count ?? estimate).toBe(wanted);

	await owner.goto('/domainprofiles/upload');
	await owner.getByRole('button', { name: 'asiakkaat.csv', exact: true }).click();
	await owner.getByRole('button', { name: 'Take back' }).click();
	const sure = owner.getByRole('dialog', { name: 'Take back asiakkaat.csv?' });
	await check(owner);
	await sure.getByRole('button', { name: 'Take back' }).click();
	const undone = owner.getByRole('region', { name: 'Taking back asiakkaat.csv' });
	await expect(undone.getByText('Done')).toBeVisible();
	await expect(undone.getByText('1,960').first()).toBeVisible();
	await expect.poll(async () => (await ask(`/manage/domain/segment/${segment.id}/members`)).data.count).toBe(0);
	await owner.goto('/domainprofiles?q=p1@upload');
	await expect(owner.getByText('p1@upload.example')).toHaveCount(0);
});
