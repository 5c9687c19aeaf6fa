/** Licences of an account: one line of time, a new one, an overlap with the way out of it, an end. */
import { addDomainLicence, domainLicences, endDomainLicence, type Licence } from '@luvalla/contract/billing/licences';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { byDomain } from './LicenceTable.tsx';
import { addMonths, marksOf, partOf, timeLineOf } from './time-line.ts';

const licence = (n: number, domain: number, startsOn: string, endsOn: string, more: Partial<Licence> = {}): Licence => ({
	id: idOf(n),
	domainId: idOf(domain),
	domain: domain === 1 ? 'shop.example' : 'club.example',
	startsOn,
	endsOn,
	state: 'on',
	endsInDays: 100,
	endedAt: null,
	by: 'manual',
	createdAt: '2026-01-01T10:00:00.000Z',
	...more,
});
const rows = [
	licence(11, 1, '2026-01-01', '2026-12-31', { endsInDays: 33 }),
	licence(12, 1, '2027-01-01', '2027-12-31', { state: 'notBegun', endsInDays: null }),
	licence(13, 2, '2026-01-01', '2026-12-11', { endsInDays: 13 }),
];
const summary = { zone: 'Europe/Helsinki', today: '2026-11-28', domains: 3, licensed: 2, endingSoon: 1 };
const listed = (data = rows) => answers(domainLicences, data, { total: data.length, next: null }, { summary });
const open = (search = '', more: Parameters<typeof renderApp>[1]['handlers'] = [listed()], kind: Kind = 'customerAdmin') =>
	renderApp(`/manageaccount/licences${search}`, { handlers: [...more, ...bootOf(kind)] });

describe('the list', () => {
	it('says how many domains have one, and has a row a domain', async () => {
		await open();
		expect(await screen.findByText('2 of 3')).toBeVisible();
		expect(screen.getByText(/One of them ends within 30 days/)).toBeVisible();
		const table = await screen.findByRole('table', { name: 'Licences' });
		expect(
			within(table)
				.getAllByRole('rowheader')
				.map(({ textContent }) => textContent),
		).toEqual(['shop.example', 'club.example']);
		const shop = within(table).getByRole('row', { name: /shop/ });
		expect(shop).toHaveTextContent('On');
		expect(within(shop).getByText('Not begun: Jan-01-2027 to Dec-31-2027')).toBeInTheDocument();
		expect(within(table).getByRole('row', { name: /club/ })).toHaveTextContent('Ends in 13 days');
	});
	it('says of none what they are for', async () => {
		await open('', [listed([])]);
		expect(await screen.findByRole('heading', { name: 'No licences yet' })).toBeVisible();
		expect(screen.getAllByRole('button', { name: 'Add licence' })).toHaveLength(1);
	});
	it('says that it failed, and keeps its place while it comes', async () => {
		await open('', [refuses(domainLicences, 500, { code: 'internal' })]);
		expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
		expect(screen.getByText('We could not load the licences.')).toBeVisible();
	});
	it('waits with a table of its own size', async () => {
		await open('', [hangs(domainLicences)]);
		expect(await screen.findByRole('table', { name: 'Licences' })).toHaveAttribute('aria-busy', 'true');
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByText('2/3')).toBeVisible();
		expect(await screen.findByText('Päättyy 13 päivän päästä')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Lisää lisenssi' })).toBeVisible();
		chooseLanguage('en');
	});
	it('lets a partner read and change nothing', async () => {
		await open('?id=new', [listed()], 'partner');
		const table = await screen.findByRole('table', { name: 'Licences' });
		await within(table).findByText('shop.example');
		expect(screen.queryByRole('button', { name: 'Add licence' })).toBeNull();
		expect(within(table).queryByRole('button')).toBeNull();
		expect(screen.queryByRole('form')).toBeNull();
	});
	it('is denied to a domain’s own admin', async () => {
		await open('', [listed()], 'domainAdmin');
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
});

describe('a new one', () => {
	it('is refused in the row of its domain with the first free day as a press, and keeps its length', async () => {
		const asked: Asked[] = [];
		const refused = refuses(
			addDomainLicence,
			409,
			{ code: 'licence_overlaps', fields: { startsOn: 'There is one already', freeFrom: '2028-01-01' } },
			(one) => asked.push(one),
		);
		const { user } = await open(`?id=new&for=${idOf(1)}`, [refused, listed()]);
		const form = await screen.findByRole('form', { name: 'New licence' });
		expect(within(form).queryByRole('combobox')).toBeNull();
		await user.click(within(form).getByRole('button', { name: 'Add licence' }));
		expect(await within(form).findByText('This domain has a licence for some of these days already.')).toBeVisible();
		await user.click(within(form).getByRole('button', { name: 'Start on Jan-01-2028' }));
		expect(within(form).getByLabelText('From')).toHaveValue('Jan-01-2028');
		expect(within(form).getByLabelText('To')).toHaveValue('Dec-30-2028');
		expect(within(form).queryByText(/some of these days/)).toBeNull();
		expect(asked[0]?.body).toEqual({ customerId: 1, domainId: idOf(1), startsOn: '2026-11-28', endsOn: '2027-11-27' });
	});
	it('asks for a domain where none is named, and is sent with its days', async () => {
		const asked: Asked[] = [];
		const added = answers(addDomainLicence, (one) => {
			asked.push(one);
			return licence(14, 2, '2027-01-01', '2027-01-31');
		});
		const { user, router } = await open('?id=new', [added, listed()]);
		const form = await screen.findByRole('form', { name: 'New licence' });
		await user.click(within(form).getByRole('button', { name: 'Add licence' }));
		expect(await within(form).findByText('Choose a domain')).toBeVisible();
		await user.click(within(form).getByRole('combobox', { name: 'Domain' }));
		await user.click(await screen.findByRole('option', { name: 'club.example' }));
		const to = within(form).getByLabelText('To');
		await user.clear(to);
		await user.type(to, 'Jan-01-2020');
		await user.click(within(form).getByRole('button', { name: 'Add licence' }));
		expect(await within(form).findByText('Choose a day that is not before the first')).toBeVisible();
		expect(asked).toEqual([]);
		await user.clear(to);
		await user.type(to, 'Dec-31-2026');
		await user.click(within(form).getByRole('button', { name: 'Add licence' }));
		expect(await screen.findByText('Domain license added successfully.')).toBeVisible();
		expect(asked[0]?.body).toMatchObject({ domainId: idOf(2), endsOn: '2026-12-31' });
		await waitFor(() => expect(router.state.location.search).toEqual({}));
	});
});

it('is ended after a question, and the specified sentence says so', async () => {
	const asked: Asked[] = [];
	const ended = answers(endDomainLicence, (one) => {
		asked.push(one);
		return { ...licence(13, 2, '2026-01-01', '2026-12-11'), state: 'ended' as const, endedAt: '2026-11-28T10:00:00.000Z' };
	});
	const { user } = await open('', [ended, listed()]);
	await user.click(await screen.findByRole('button', { name: 'Actions for club.example' }));
	await user.click(await screen.findByRole('menuitem', { name: 'End the licence until Dec-11-2026' }));
	const question = await screen.findByRole('dialog', { name: 'End the licence of club.example?' });
	expect(asked).toEqual([]);
	await user.click(within(question).getByRole('button', { name: 'End licence' }));
	expect(await screen.findByText('Domain license deactivated successfully.')).toBeVisible();
	expect(asked[0]?.params).toMatchObject({ id: '1', licenseId: idOf(13) });
});

describe('the line of time', () => {
	const line = timeLineOf('2026-11-28');
	it('is a year around today', () => expect(line).toEqual({ from: '2026-07-01', until: '2027-07-01' }));
	it('cuts what goes on beyond it, and leaves out what is not on it', () => {
		expect(partOf('2026-07-01', '2027-06-30', line)).toEqual({ left: 0, width: 1, cut: undefined });
		expect(partOf('2020-01-01', '2030-01-01', line)).toEqual({ left: 0, width: 1, cut: 'both' });
		expect(partOf('2020-01-01', '2026-06-30', line)).toBeNull();
		expect(partOf('2027-07-01', '2027-08-01', line)).toBeNull();
	});
	it('names a year where it begins and where it changes', () => {
		expect(marksOf(line, 'en').map(({ text }) => text)).toEqual(['Jul-2026', 'Oct', 'Jan-2027', 'Apr']);
		expect(marksOf(line, 'fi').map(({ text }) => text)).toEqual(['7/2026', '10', '1/2027', '4']);
	});
	it('counts months to the last day of a shorter one', () => expect(addMonths('2027-01-31', 1)).toBe('2027-02-28'));
	it('puts first what counts now', () => {
		const [shop] = byDomain([rows[1], rows[0]].flatMap((one) => one ?? []));
		expect(shop?.map(({ state }) => state)).toEqual(['on', 'notBegun']);
	});
});
