/** 'Consent management': what is asked about, how long answers are kept, and who is asked again. */
import { addPurpose, cancelShortening, changePurpose, type Purpose, purposes, retentionPreview } from '@luvalla/contract/consent/purposes';
import { segments } from '@luvalla/contract/profiles/segments';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
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
	expect(drawer.getByRole('group', { name: 'Channels' })).toHaveAccessibleDescription(/None: it permits no messages/);
	await app.user.click(channels.getByRole('checkbox', { name: 'Ad' }));
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([{ id: statistics.id, retentionMonths: 24, channels: ['ad'] }]);
});
const segmentOf = (n: number, over: object = {}) => ({
	...{ id: idOf(700 + n), name: `Segment ${n}`, count: 10, weight: 0, cost: 0, customerId: 1, customerName: 'Aalto Oy' },
	...{ isPublic: true, isDomainSpecific: false, isCustomerSpecific: false, isAdminOnly: false, domainId: null, domain: null },
	...{ isActive: true, rule: null, state: 'ready' as const, sources: [], can: { change: true } },
	...{ createdAt: '2026-11-01T08:00:00.000Z', changedAt: '2026-11-01T08:00:00.000Z' },
	...over,
});
const segmentList = (list: ReturnType<typeof segmentOf>[]) => {
	const made = answers(segments, list);
	server.use(made);
};

it('says which segment a basis holds for where it holds for some, and asks for it', async () => {
	const app = await open(`?id=${statistics.id}`, [{ ...statistics, channels: ['email'] }]);
	segmentList([segmentOf(1), segmentOf(2, { name: 'Old ones', isActive: false })]);
	const asked: Asked[] = [];
	caught(asked, { ...statistics, basis: 'existing customer', basisSegment: idOf(701) });
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	const basis = drawer.getByRole('combobox', { name: 'On which basis it permits messages' });
	expect(basis).toHaveAccessibleDescription(/Only to those who said yes/);
	expect(drawer.queryByRole('combobox', { name: 'Whom it holds for' })).toBeNull();
	await app.user.click(basis);
	await app.user.click(await screen.findByRole('option', { name: 'Existing customer' }));
	expect(drawer.getByText(/who bought from you/)).toBeVisible();
	expect(drawer.getByRole('group', { name: 'Channels' })).toHaveAccessibleDescription(/until somebody says no/);
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	expect((await drawer.findAllByText('Choose the segment that says whom this basis holds for.'))[0]).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.click(drawer.getByRole('combobox', { name: 'Whom it holds for' }));
	await waitFor(() => expect(screen.getByRole('option', { name: 'Segment 1' })).toBeVisible());
	expect(screen.queryByRole('option', { name: 'Old ones' })).toBeNull();
	await app.user.click(screen.getByRole('option', { name: 'Segment 1' }));
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([
		{ id: statistics.id, retentionMonths: 24, basis: 'existing customer', basisSegment: idOf(701) },
	]);
});
it('lets post without objection permit post alone', async () => {
	const app = await open(`?id=${statistics.id}`, [{ ...statistics, channels: ['email', 'leaflet'] }]);
	const asked: Asked[] = [];
	caught(asked, statistics);
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	await app.user.click(drawer.getByRole('combobox', { name: 'On which basis it permits messages' }));
	await app.user.click(await screen.findByRole('option', { name: 'Post without objection' }));
	const channels = within(drawer.getByRole('group', { name: 'Channels' }));
	expect(channels.getAllByRole('checkbox').map((one) => (one as HTMLInputElement).checked)).toEqual([true]);
	await app.user.click(drawer.getByRole('button', { name: 'Save purpose' }));
	await screen.findByText('Purpose updated successfully.');
	expect(asked.map((one) => one.body)).toEqual([
		{ id: statistics.id, retentionMonths: 24, basis: 'post without objection', channels: ['leaflet'] },
	]);
});
it('adds a purpose that permits to keep opens and clicks, and nothing beside it', async () => {
	const app = await open('?id=new', [statistics, { ...media, domainId: idOf(1) }]);
	const asked: Asked[] = [];
	server.use(
		answers(addPurpose, (one) => {
			asked.push(one);
			return { ...media, tracks: true };
		}),
	);
	const drawer = within(await screen.findByRole('dialog', { name: 'Add purpose' }));
	await app.user.click(drawer.getByRole('combobox', { name: 'Domain' }));
	await app.user.click(await screen.findByRole('option', { name: 'shop.example' }));
	await app.user.type(drawer.getByRole('textbox', { name: 'Purpose' }), 'Measuring');
	const english = within(drawer.getByRole('group', { name: 'English' }));
	await app.user.type(english.getByRole('textbox', { name: 'Name for people' }), 'Measuring');
	await app.user.type(english.getByRole('textbox', { name: 'What it is for' }), 'Which letters you open.');
	await app.user.click(drawer.getByRole('checkbox', { name: 'Email' }));
	await app.user.click(drawer.getByRole('switch', { name: 'A yes permits that opens and clicks are kept' }));
	expect(drawer.queryByRole('group', { name: 'Channels' })).toBeNull();
	expect(drawer.queryByRole('combobox', { name: 'On which basis it permits messages' })).toBeNull();
	await app.user.click(drawer.getByRole('button', { name: 'Add purpose' }));
	await screen.findByText('Purpose added successfully.');
	expect(asked.map((one) => one.body)).toMatchObject([
		{ domainId: idOf(1), name: 'Measuring', tracks: true, channels: [], basis: 'consent', basisSegment: null },
	]);
	// what asks for it
	expect(await screen.findByText('Media is added. Nobody is asked about it yet.')).toBeVisible();
	const place = `domain=${idOf(1)}`;
	expect(screen.getByRole('link', { name: 'Ask in a banner' })).toHaveAttribute('href', `/lightconfig?${place}`);
	const toForm = screen.getByRole('link', { name: 'Ask by a sign-up form' });
	expect(toForm).toHaveAttribute('href', `/signupforms/new?${place}&purpose=${media.id}`);
});
it('lists on which basis each permits what, in Finnish, and shows what the server holds against a field', async () => {
	chooseLanguage('fi');
	const list = [
		{ ...statistics, channels: [], tracks: true },
		{ ...media, channels: ['leaflet' as const], basis: 'post without objection' as const },
		{ ...media, id: idOf(9), name: 'Order letters', basis: 'contract' as const },
	];
	const app = await open(`?id=${statistics.id}`, list);
	const table = within(await screen.findByRole('table', { name: 'Suostumusten hallinta', hidden: true }));
	for (const words of ['Avaukset ja klikkaukset', 'Posti, jota ei ole kielletty', 'Sopimus'])
		expect(await table.findByText(words)).toBeInTheDocument();
	server.use(
		refuses(changePurpose, 422, {
			code: 'tracking_alone',
			error: 'Seuranta on oma tarkoituksensa.',
			fields: { tracks: 'Seuranta on oma tarkoituksensa.' },
		}),
	);
	const drawer = within(await screen.findByRole('dialog', { name: /Tilastointi/ }));
	expect(drawer.getByRole('switch', { name: 'Kyllä-vastaus sallii avausten ja klikkausten säilyttämisen' })).toBeChecked();
	await app.user.click(drawer.getByRole('button', { name: 'Tallenna käyttötarkoitus' }));
	expect((await drawer.findAllByText('Seuranta on oma tarkoituksensa.'))[0]).toBeVisible();
});
it('asks of a strictly necessary purpose no channels', async () => {
	await open(`?id=${statistics.id}`, [{ ...statistics, legalBasis: 'strictly necessary' }]);
	const drawer = within(await screen.findByRole('dialog', { name: /Statistics/ }));
	expect(drawer.getByRole('button', { name: 'Save purpose' })).toBeVisible();
	expect(drawer.queryByRole('group', { name: 'Channels' })).toBeNull();
});
it('says of one that is gone that it is not there', async () => {
	await open(`?id=${idOf(999)}`);
	expect(await within(await screen.findByRole('dialog')).findByText('This purpose is not there, or it is not for you.')).toBeVisible();
});
it('says what to do when there is none, and what failed, in Finnish too', async () => {
	const app = await open('', []);
	expect(await screen.findByText('No purposes yet')).toBeVisible();
	app.unmount();
	chooseLanguage('fi');
	await renderApp('/lightconfig/purposes', { handlers: [...bootOf('customerAdmin'), refuses(purposes, 503, { code: 'unavailable' })] });
	expect(await screen.findByText('Käyttötarkoituksia ei saatu ladattua.')).toBeVisible();
});
