/** The normal user's app in tabs: links with addresses of their own, messages with what permitted each, devices and forgetting them. */
import { myConsents, myReceiptPdf } from '@luvalla/contract/consent/my-consents';
import { type MyMessage, myMessages } from '@luvalla/contract/engagement/my-messages';
import { forgetMyDevice, type MyDevice, myDevices } from '@luvalla/contract/profiles/my-devices';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { company } from '#portal/test/own-consents.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { OWN_PAGES } from '../../../app/paths.ts';

const aalto = company(1, 'Aalto Oy');
const message = (over: Partial<MyMessage> = {}): MyMessage => ({
	id: 'm1',
	customerId: 1,
	customer: 'Aalto Oy',
	domain: 'shop.example',
	campaign: 'Winter sale',
	channel: 0,
	address: 'normal@luvalla.localhost',
	state: 'accepted',
	at: '2026-11-21T08:00:00.000Z',
	permission: {
		basis: 'consent',
		purposes: [{ name: 'Club letter', about: 'Offers twice a month.' }],
		record: { id: idOf(9), saidAt: '2026-11-20T08:00:00.000Z', how: 'form' },
	},
	openedAt: null,
	clickedAt: null,
	leftAt: null,
	why: '/u/abc/why',
	...over,
});
const device = (over: Partial<MyDevice> = {}): MyDevice => ({
	id: idOf(3),
	what: 'browser',
	domain: 'shop.example',
	browser: 'Firefox',
	system: 'Windows',
	kind: 'desktop',
	platform: null,
	purpose: 'Statistics',
	pushes: false,
	firstSeenAt: '2026-11-01T08:00:00.000Z',
	lastSeenAt: '2026-11-20T08:00:00.000Z',
	...over,
});
type Handlers = Parameters<typeof renderApp>[1]['handlers'];
const open = (path: string, ...more: Handlers) =>
	renderApp(path, { handlers: [...more, answers(myConsents, [aalto]), ...bootOf('normal')] });
const tabs = async () => within(await screen.findByRole('navigation', { name: 'My privacy' }));

it('has a tab for each part, a link with its own address, and no menu', async () => {
	const app = await open('/');
	const bar = await tabs();
	expect(bar.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([...OWN_PAGES]);
	expect(bar.getByRole('link', { current: 'page' })).toHaveTextContent('My consents');
	expect(await screen.findByRole('switch', { name: 'Club letter' })).toBeChecked();
	for (const [name, heading] of [
		['My messages', 'Messages I got'],
		['My data', 'My data'],
		['My devices', 'My devices'],
		['Erase me', 'Erase me'],
	]) {
		await app.user.click((await tabs()).getByRole('link', { name }));
		expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
		expect((await tabs()).getByRole('link', { current: 'page' })).toHaveTextContent(name ?? '');
	}
	expect(screen.queryByRole('navigation', { name: /menu/i })).toBeNull();
});

it('says on the first part how many messages and devices there are, and leads to them', async () => {
	await open(
		'/',
		answers(myMessages, { messages: [message(), message({ id: 'm2' })], more: false }),
		answers(myDevices, [{ customerId: 1, customer: 'Aalto Oy', closed: false, devices: [device()] }]),
	);
	expect(await screen.findByRole('link', { name: /2 messages, and why you got each/ })).toHaveAttribute(
		'href',
		'/profile/privacy/messages',
	);
	expect(await screen.findByRole('link', { name: /1 device is linked to you/ })).toHaveAttribute('href', '/profile/privacy/devices');
});

it('tells of each message its campaign, channel, moment and address, and unfolds why it came, with the receipt and the page', async () => {
	const asked: Asked[] = [];
	const app = await open(
		'/profile/privacy/messages',
		answers(myMessages, { messages: [message({ openedAt: '2026-11-21T09:00:00.000Z' })], more: true }),
		answers(myReceiptPdf, (one) => {
			asked.push(one);
			return { name: 'r.pdf', type: 'application/pdf' as const, base64: 'JVBERg==' };
		}),
	);
	const list = within(await screen.findByRole('list', { name: 'Messages I got' }));
	expect(list.getByText('Winter sale')).toBeVisible();
	expect(list.getByText('Aalto Oy · shop.example')).toBeVisible();
	expect(list.getByText(/normal@luvalla.localhost/)).toBeVisible();
	const why = list.getByRole('button', { name: 'Why you got this' });
	expect(why).toHaveAttribute('aria-expanded', 'false');
	expect(list.queryByText(/Because you said yes/)).toBeNull();
	await app.user.click(why);
	expect(list.getByText('Because you said yes to Aalto Oy on Nov-20-2026, by a sign-up form.')).toBeVisible();
	expect(list.getByText('Offers twice a month.')).toBeVisible();
	expect(list.getByText(/You opened it/)).toBeVisible();
	expect(list.getByRole('link', { name: /Open the page of this message/ })).toHaveAttribute('href', '/u/abc/why?lang=en');
	await app.user.click(list.getByRole('button', { name: 'Receipt of Nov-20-2026: PDF' }));
	await expect.poll(() => asked.map(({ params }) => params.id)).toEqual([idOf(9)]);
	expect(screen.getByText('Older messages are in the file of your data.')).toBeVisible();
	expect(await axeFinds(document.body)).toEqual([]);
});

it('says what else may permit a message, and when that is kept no more', async () => {
	const app = await open(
		'/profile/privacy/messages',
		answers(myMessages, {
			messages: [
				message({ id: 'a', permission: { basis: 'existing customer', purposes: [], record: null }, state: 'failed' }),
				message({ id: 'b', permission: { basis: 'transactional', purposes: [], record: null }, why: null }),
				message({ id: 'c', permission: null }),
			],
			more: false,
		}),
	);
	for (const button of await screen.findAllByRole('button', { name: 'Why you got this' })) await app.user.click(button);
	expect(screen.getByText(/^Because you are a customer of Aalto Oy/)).toBeVisible();
	expect(screen.getByText(/^Aalto Oy had to tell you this/)).toBeVisible();
	expect(screen.getByText(/What permitted it is kept no more/)).toBeVisible();
	expect(screen.getByText('It did not arrive.')).toBeVisible();
});

it('forgets a device after asking, and says what becomes of it', async () => {
	const asked: Asked[] = [];
	const gone = answers(forgetMyDevice, (one) => {
		asked.push(one);
		return { id: idOf(3) };
	});
	const both = [
		device(),
		device({ id: 'a'.repeat(64), what: 'app', platform: 'android', browser: null, system: null, kind: null, purpose: null, pushes: true }),
	];
	const app = await open(
		'/profile/privacy/devices',
		gone,
		answers(myDevices, [{ customerId: 1, customer: 'Aalto Oy', closed: false, devices: both }]),
	);
	expect(await screen.findByText('Remembered by your yes to Statistics')).toBeVisible();
	expect(screen.getByText('App, Android')).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'Forget Firefox, Windows on shop.example' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Forget Firefox, Windows?' }));
	expect(dialog.getByText(/shop.example does not remember this browser from now on/)).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.click(dialog.getByRole('button', { name: 'Forget device' }));
	expect(await screen.findByText('The device was forgotten.')).toBeInTheDocument();
	expect(asked).toMatchObject([{ params: { customerId: '1', id: idOf(3) } }]);
});

it('shows no devices where the address behind them may be somebody else’s, and the way to confirm it', async () => {
	await open('/profile/privacy/devices', answers(myDevices, [{ customerId: 1, customer: 'Aalto Oy', closed: true, devices: [] }]));
	expect(await screen.findByText(/^Aalto Oy knows you by an address that you have not confirmed/)).toBeVisible();
	expect(screen.getByRole('link', { name: 'Confirm the address under My consents' })).toHaveAttribute('href', '/profile/privacy');
});

it('says who keeps something, teaches where there is nothing, fails aloud, and speaks Finnish', async () => {
	const app = await open('/profile/privacy/data');
	const keepers = within(await screen.findByRole('list', { name: 'Who keeps something' }));
	expect(keepers.getByText('Aalto Oy')).toBeVisible();
	expect(keepers.getByText(/1 answer/)).toBeVisible();
	app.unmount();
	const empty = await open('/profile/privacy/messages');
	expect(await screen.findByText('Nobody has written to you yet')).toBeVisible();
	empty.unmount();
	const broken = await open('/profile/privacy/devices', refuses(myDevices, 503, { code: 'unavailable' }));
	expect(await screen.findByText('We could not load your devices.')).toBeVisible();
	broken.unmount();
	const unknown = await open('/profile/privacy/data', refuses(myConsents, 503, { code: 'unavailable' }));
	expect(await screen.findByText('We could not load who keeps something.')).toBeVisible();
	expect(screen.getByRole('button', { name: /^Download my data/ })).toBeEnabled();
	unknown.unmount();
	chooseLanguage('fi');
	await open('/profile/privacy/messages', answers(myMessages, { messages: [message()], more: false }));
	expect(await screen.findByRole('heading', { name: 'Saamani viestit' })).toBeVisible();
	expect(await screen.findByRole('button', { name: 'Miksi sait tämän' })).toBeVisible();
});
