/** 'Consent management': what is asked about, how long answers are kept, and who is asked again. */
import { cancelShortening, changePurpose, type Purpose, purposes, retentionPreview } from '@luvalla/contract/consent/purposes';
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
	shortening: null,
	createdAt: '2026-11-01T08:00:00.000Z',
	channels: [],
	basis: 'consent',
	basisSegment: null,
	tracks: false,
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

it('is marked in the menu, and the banners, whose address it begins with, are not', async () => {
	await open();
	const menu = within(await screen.findByRole('navigation', { name: 'Menu' }));
	expect(menu.getByRole('link', { name: 'Consent management' })).toHaveAttribute('aria-current', 'page');
	expect(menu.getByRole('link', { name: 'LightCMP configurator' })).not.toHaveAttribute('aria-current');
});

it('calls each as its words do in the reader’s language, in the list and on its drawer, and finds it by either name', async () => {
	chooseLanguage('fi');
	const app = await open();
	const table = await screen.findByRole('table', { name: 'Suostumusten hallinta' });
	expect(await within(table).findByRole('link', { name: 'Tilastointi' })).toBeVisible();
	// its makers gave this one a name of their own
	expect(within(table).getByRole('link', { name: 'Media' })).toBeVisible();
	const search = screen.getByRole('searchbox', { name: 'Hae käyttötarkoitusta' });
	for (const name of ['tilas', 'statis']) {
		await app.user.clear(search);
		await app.user.type(search, name);
		expect(await screen.findByText('1 käyttötarkoitus')).toBeVisible();
	}
	await app.user.click(within(table).getByRole('link', { name: 'Tilastointi' }));
	expect(await screen.findByRole('dialog', { name: /Tilastointi/ })).toBeVisible();
});

it('lists purposes with their state, answers and retention, and finds one by its name', async () => {
	const app = await open();
	const table = await screen.findByRole('table', { name: 'Consent management' });
	const row = within((await within(table).findByRole('link', { name: 'Statistics' })).closest('tr') as HTMLElement);
	for (const text of ['shop.example.com', 'Asked now', 'Consent', '24 months']) expect(row.getByText(text)).toBeVisible();
	expect(within(table).getByText('No limit: until it is erased')).toBeVisible();
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
	caught(asked, { ...statistics, retentionMonths: 36 });
	const field = drawer.getByRole('textbox', { name: /Months/ });
	await app.user.clear(field);
	await app.user.type(field, '1201');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	expect((await drawer.findAllByText('Use a whole number from 1 to 1200, or leave it empty'))[0]).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.clear(field);
	await app.user.type(field, '36');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, retentionMonths: 36 }]);
});
it('says how many answers a shorter time erases, and when, before it is asked for', async () => {
	const app = await open(`?id=${statistics.id}`);
	const asked: Asked[] = [];
	const counted: Asked[] = [];
	caught(asked, { ...statistics, shortening: { months: 12, at: '2026-12-01T08:00:00.000Z' } });
	server.use(
		answers(retentionPreview, (one) => {
			counted.push(one);
			return { records: 812, at: '2026-12-01T08:00:00.000Z' };
		}),
	);
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	const field = drawer.getByRole('textbox', { name: /Months/ });
	await app.user.clear(field);
	await app.user.type(field, '12');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	const question = () => screen.findByRole('dialog', { name: 'Keep answers to Statistics for 12 months only?' });
	expect(within(await question()).getByText(/812 answers will be older than that on Dec-01-2026/)).toBeVisible();
	expect(counted[0]?.url.searchParams.get('months')).toBe('12');
	await app.user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
	expect(asked).toEqual([]);
	expect(field).toHaveValue('12');
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await app.user.click(within(await question()).getByRole('button', { name: 'Shorten' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, retentionMonths: 12 }]);
});
it('shows a shorter time that waits, and takes it back', async () => {
	const app = await open(`?id=${statistics.id}`, [{ ...statistics, shortening: { months: 1, at: '2026-12-01T08:00:00.000Z' } }]);
	const asked: Asked[] = [];
	server.use(
		answers(cancelShortening, (one) => {
			asked.push(one);
			return statistics;
		}),
	);
	expect(await screen.findByText(/From Dec-01-2026 on answers are kept for 1 month only/)).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'Cancel the shorter time' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked[0]?.url.searchParams.get('id')).toBe(statistics.id);
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
it('shows by which channels a yes permits messages, and saves them where they changed', async () => {
	const app = await open(`?id=${statistics.id}`, [{ ...statistics, channels: ['sms', 'email'] }, media]);
	const table = await screen.findByRole('table', { name: 'Consent management', hidden: true });
	expect(await within(table).findByText('Email, SMS')).toBeInTheDocument();
	expect(within(table).getByText('No messages')).toBeInTheDocument();
	const asked: Asked[] = [];
	caught(asked, { ...statistics, channels: ['ad'] });
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	const channels = within(drawer.getByRole('group', { name: 'Channels' }));
	expect(channels.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
		true,
		true,
		false,
		false,
		false,
		false,
		false,
	]);
	await app.user.click(channels.getByRole('checkbox', { name: 'Email' }));
	await app.user.click(channels.getByRole('checkbox', { name: 'SMS' }));
	expect(drawer.getByRole('group', { name: 'Channels' })).toHaveAccessibleDescription(/None: a yes to it permits no messages/);
	await app.user.click(channels.getByRole('checkbox', { name: 'Ad' }));
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, retentionMonths: 24, channels: ['ad'] }]);
});
it('asks of a strictly necessary purpose no channels', async () => {
	await open(`?id=${statistics.id}`, [{ ...statistics, legalBasis: 'strictly necessary' }]);
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	expect(drawer.getByRole('button', { name: 'Save purpose' })).toBeVisible();
	expect(drawer.queryByRole('group', { name: 'Channels' })).toBeNull();
});
it('says what to do when there is none, and what failed, in Finnish too', async () => {
	const app = await open('', []);
	expect(await screen.findByText('No purposes yet')).toBeVisible();
	app.unmount();
	chooseLanguage('fi');
	await renderApp('/lightconfig/purposes', { handlers: [...bootOf('customerAdmin'), refuses(purposes, 503, { code: 'unavailable' })] });
	expect(await screen.findByText('Käyttötarkoituksia ei saatu ladattua.')).toBeVisible();
});
