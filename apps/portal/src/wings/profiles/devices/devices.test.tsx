/** The list of devices, and the devices of one person. */
import { type Device, devices, devicesOf } from '@luvalla/contract/profiles/visitors';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { screens } from './screens.ts';

const device = (n: number, change: Partial<Device> = {}): Device => ({
	id: idOf(n),
	domainId: idOf(50),
	domain: 'shop.example',
	browser: 'Firefox',
	system: 'Windows',
	kind: 'desktop',
	firstSeenAt: '2026-11-01T08:00:00.000Z',
	lastSeenAt: '2026-11-20T08:00:00.000Z',
	purpose: 'Statistics',
	person: null,
	...change,
});
const anna = { luvallaId: idOf(9), name: 'Anna Aalto', email: 'anna@example.com' };
const rows = [device(1, { person: anna }), device(2, { browser: 'other', system: 'other', kind: 'unknown' })];

const open = (search = '', handlers = [answers(devices, rows, { total: 2, next: null })], kind: Kind = 'admin') =>
	renderApp(`/devices?customer=1${search}`, { handlers: [...handlers, ...bootOf(kind)], screens });

it('names each device, whose it is, and what lets it be remembered', async () => {
	await open();
	const table = await screen.findByRole('table', { name: 'Devices' });
	expect(await within(table).findByText('Firefox on Windows')).toBeInTheDocument();
	expect(within(table).getByText('Another browser on another system')).toBeInTheDocument();
	expect(within(table).getByText('An anonymous visitor')).toBeInTheDocument();
	expect(within(table).getByRole('link', { name: 'Anna Aalto' })).toHaveAttribute(
		'href',
		expect.stringContaining(`/reports/people/${anna.luvallaId}`),
	);
	expect(within(table).getAllByText('Statistics')).toHaveLength(2);
	expect(within(table).getByRole('img', { name: 'Computer' })).toBeInTheDocument();
});

it('pages, sorts and searches on the server', async () => {
	const asked: Asked[] = [];
	await open('&q=anna&sort=firstSeenAt&page=2', [
		answers(
			devices,
			(one) => {
				asked.push(one);
				return rows;
			},
			{ total: 12, next: null },
		),
	]);
	await screen.findByRole('table', { name: 'Devices' });
	expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toMatchObject({ q: 'anna', sort: 'firstSeenAt', page: '2' });
	expect(asked[0]?.headers.get('customer_key')).toBe('1');
});

it('says why there is none, in the reader’s language', async () => {
	await chooseLanguage('fi');
	await open('', [answers(devices, [], { total: 0, next: null })]);
	expect(await screen.findByRole('heading', { name: 'Ei vielä laitteita' })).toBeInTheDocument();
	await chooseLanguage('en');
});

it('is for platform admins alone', async () => {
	await open('', undefined, 'customerAdmin');
	expect(screen.queryByRole('table', { name: 'Devices' })).toBeNull();
});

it('says what failed', async () => {
	await open('', [refuses(devices, 503, { code: 'unavailable' })]);
	expect(await screen.findByRole('alert')).toHaveTextContent('The devices could not be loaded.');
});

it('lists a person’s devices where their page asks for them', async () => {
	const { DevicesOf } = await import('#portal/ui/devices/DevicesOf.tsx');
	const page = (list: Device[]) =>
		renderApp('/probe', {
			handlers: [answers(devicesOf, list), ...bootOf('customerAdmin')],
			screens: [
				{
					path: '/probe',
					title: { en: 'Probe', fi: 'Koe' },
					who: ['customerAdmin'],
					help: 'Devices',
					load: async () => () => <DevicesOf id={anna.luvallaId} customerId={1} />,
				},
			],
		});
	const { unmount } = await page([rows[0] ?? device(1)]);
	expect(await screen.findByText('Firefox on Windows')).toBeInTheDocument();
	expect(screen.getByText(/shop\.example · last seen/)).toBeInTheDocument();
	unmount();
	await page([]);
	expect(await screen.findByText('No device of this person may be remembered.')).toBeInTheDocument();
});
