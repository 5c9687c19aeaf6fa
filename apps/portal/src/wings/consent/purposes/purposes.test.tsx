/** 'Consent management': what is asked about, how long answers are kept, and who is asked again. */
import { changePurpose, type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const version = (n: number, about: string, material = false): Purpose['versions'][number] => ({
	version: n,
	wording: { en: { name: 'Statistics', about }, fi: { name: 'Tilastointi', about: 'Mitataan.' } },
	createdAt: '2026-11-20T08:00:00.000Z',
	material,
});
const statistics: Purpose = {
	id: '01900000-0000-7000-8000-000000000001',
	domainId: '01900000-0000-7000-8000-0000000000d1',
	domain: 'shop.example.com',
	name: 'Statistics',
	legalBasis: 'consent',
	version: 2,
	retentionMonths: 24,
	createdAt: '2026-11-01T08:00:00.000Z',
	live: true,
	yes: 1200,
	no: 34,
	versions: [version(2, 'Sold on, too.'), version(1, 'How the site is used.')],
	editable: false,
};
const media: Purpose = {
	...statistics,
	id: '01900000-0000-7000-8000-000000000002',
	name: 'Media',
	version: 1,
	retentionMonths: null,
	live: false,
	versions: [version(1, 'Videos.')],
};
const open = (search = '', list: readonly Purpose[] = [statistics, media]) =>
	renderApp(`/lightconfig/purposes${search}`, { handlers: [...bootOf('customerAdmin'), answers(purposes, [...list])] });
const caught = (asked: Asked[], answer: Purpose) =>
	server.use(
		answers(changePurpose, (one) => {
			asked.push(one);
			return answer;
		}),
	);

it('lists purposes with their state, answers and retention, and finds one by its name', async () => {
	const app = await open();
	const table = await screen.findByRole('table', { name: 'Consent management' });
	const row = within((await within(table).findByRole('link', { name: 'Statistics' })).closest('tr') as HTMLElement);
	for (const text of ['shop.example.com', 'Asked now', 'Consent', '24 months']) expect(row.getByText(text)).toBeVisible();
	expect(within(table).getByText('As long as the customer')).toBeVisible();
	await app.user.type(screen.getByRole('searchbox', { name: 'Search by purpose' }), 'medi');
	expect(await screen.findByText('1 purpose')).toBeVisible();
	expect(within(table).queryByRole('link', { name: 'Statistics' })).toBeNull();
});
it('shows every version of the words and saves how long answers are kept', async () => {
	const app = await open(`?id=${statistics.id}`);
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	expect(drawer.getByText('Version 2')).toBeVisible();
	expect(drawer.getByText('Statistics. How the site is used.')).toBeVisible();
	const asked: Asked[] = [];
	caught(asked, { ...statistics, retentionMonths: 12 });
	const field = drawer.getByRole('textbox', { name: /Months/ });
	await app.user.clear(field);
	await app.user.type(field, '1201');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	expect((await drawer.findAllByText('Use a whole number from 1 to 1200, or leave it empty'))[0]).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.clear(field);
	await app.user.type(field, '12');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, retentionMonths: 12 }]);
});
it('asks before those who said yes are asked again, and offers it only where words have changed', async () => {
	const app = await open(`?id=${statistics.id}`);
	const asked: Asked[] = [];
	caught(asked, { ...statistics, versions: [version(2, 'Sold on, too.', true), version(1, 'How the site is used.')] });
	await app.user.click(await screen.findByRole('button', { name: 'Ask again those who said yes' }));
	const question = within(await screen.findByRole('dialog', { name: 'Ask again about Statistics?' }));
	expect(question.getByText(/A no stands/)).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.click(question.getByRole('button', { name: 'Ask again' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, material: true }]);
	app.unmount();
	await open(`?id=${media.id}`);
	expect(await screen.findByText('The wording has not changed since it was first published.')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Ask again those who said yes' })).toBeNull();
});
it('says what to do when there is none, and what failed, in Finnish too', async () => {
	const app = await open('', []);
	expect(await screen.findByText('No purposes yet')).toBeVisible();
	app.unmount();
	chooseLanguage('fi');
	await renderApp('/lightconfig/purposes', { handlers: [...bootOf('customerAdmin'), refuses(purposes, 503, { code: 'unavailable' })] });
	expect(await screen.findByText('Käyttötarkoituksia ei saatu ladattua.')).toBeVisible();
});
