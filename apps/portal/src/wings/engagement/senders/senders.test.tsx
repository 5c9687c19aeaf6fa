/** Senders as people use them: the list, what the DNS says and wants, adding, changing, deleting. */
import { campaigns } from '@luvalla/contract/engagement/campaigns';
import { addSender, changeSender, checkSender, removeSender, type Sender, senders } from '@luvalla/contract/engagement/senders';
import { connectors, connectorTypes } from '@luvalla/contract/profiles/connectors';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { server } from '#portal/test/setup.ts';

const check = (ok: boolean, found: string) => ({ ok, found, wanted: `Wanted instead of: ${found}` });
const right = { spf: check(true, 'v=spf1'), dkim: check(true, 'k'), dmarc: check(true, 'd'), alignment: check(true, 'a') };
const sender = (n: number, more: Partial<Sender> = {}): Sender => ({
	id: idOf(800 + n),
	domainId: idOf(1),
	domain: 'shop.example',
	name: `Club ${n}`,
	address: `club${n}@mail.example`,
	replyTo: null,
	postal: 'Aalto Oy, Turku',
	dkim: { name: `luvallaab${n}._domainkey.mail.example`, text: `v=DKIM1; k=rsa; p=KEY${n}` },
	checks: right,
	ready: true,
	checkedAt: '2026-11-20T08:00:00.000Z',
	changedAt: '2026-11-20T08:00:00.000Z',
	...more,
});
const bare = sender(2, {
	checks: { ...right, dkim: check(false, 'There is no record.'), alignment: check(false, 'Not believed yet.') },
	ready: false,
});

const { asked, catching } = keptRequests();
beforeEach(() => {
	chooseLanguage('en');
});
const open = (search = '', { kind = 'customerAdmin', more = [] }: { kind?: Kind; more?: HttpHandler[] } = {}) =>
	renderApp(`/connectors/senders${search}`, {
		handlers: [
			...more,
			...bootOf(kind, mapped.slice(0, 2)),
			answers(senders, [sender(1), bare, sender(3, { checks: null, ready: false, checkedAt: null })]),
		],
	});
const drawer = async (name: RegExp | string) => within(await screen.findByRole('dialog', { name }));

describe('the list', () => {
	it('says of each whether it is ready and which checks are right, and narrows by it', async () => {
		const app = await open();
		const table = await screen.findByRole('table', { name: 'Senders' });
		const rowOf = (name: string) => within(within(table).getByRole('link', { name }).closest('tr') as HTMLElement);
		await within(table).findByRole('link', { name: 'Club 1' });
		expect(rowOf('Club 1').getByText('Ready')).toBeVisible();
		expect(rowOf('Club 2').getByText('Not ready')).toBeVisible();
		expect(rowOf('Club 2').getByText('DKIM: not right')).toBeInTheDocument();
		expect(rowOf('Club 2').getByText('SPF: right')).toBeInTheDocument();
		expect(rowOf('Club 3').getByText('Not looked at')).toBeVisible();
		await app.user.type(screen.getByRole('searchbox', { name: 'Search by name or address' }), 'club2@');
		expect(await screen.findByText('1 sender')).toBeVisible();
	});

	it('is a tab beside the connectors', async () => {
		const app = await open('', { more: [answers(connectors, []), answers(connectorTypes, [])] });
		const tabs = within(await screen.findByRole('navigation', { name: 'Connectors and senders' }));
		expect(tabs.getByRole('link', { name: 'Senders' })).toHaveAttribute('aria-current', 'page');
		expect(tabs.getByRole('link', { name: 'Connectors' })).not.toHaveAttribute('aria-current');
		await app.user.click(tabs.getByRole('link', { name: 'Connectors' }));
		await waitFor(() => expect(app.path()).toBe('/connectors'));
		const there = within(await screen.findByRole('navigation', { name: 'Connectors and senders' }));
		expect(there.getByRole('link', { name: 'Connectors' })).toHaveAttribute('aria-current', 'page');
	});

	it('asks before one is deleted, and says why it cannot be', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: /club1@mail\.example/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		const question = await drawer('Delete the sender club1@mail.example?');
		server.use(refuses(removeSender, 409, { code: 'sender_used', error: 'A campaign writes as this sender.' }));
		await app.user.click(question.getByRole('button', { name: 'Delete' }));
		expect(await screen.findByText('A campaign writes as this sender.')).toBeVisible();
	});

	it('says what to do when there is none, and what failed, in Finnish too', async () => {
		const app = await open('', { more: [answers(senders, [])] });
		expect(await screen.findByText('No senders yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Add sender' })).toBeVisible();
		app.unmount();
		chooseLanguage('fi');
		await open('', { more: [refuses(senders, 503, { code: 'unavailable' })] });
		expect(await screen.findByText('Lähettäjiä ei saatu ladattua.')).toBeVisible();
	});
});

describe('one', () => {
	it('shows what was found, what is wanted and the records to put there, and looks again', async () => {
		const app = await open(`?id=${bare.id}`);
		const one = await drawer(/Club 2/);
		const dkim = within(one.getByRole('heading', { name: /DKIM/ }).closest('article') as HTMLElement);
		expect(dkim.getByText('There is no record.')).toBeVisible();
		expect(dkim.getByText('luvallaab2._domainkey.mail.example')).toBeVisible();
		await app.user.click(dkim.getByRole('button', { name: /Text of the TXT record/ }));
		expect(await navigator.clipboard.readText()).toBe('v=DKIM1; k=rsa; p=KEY2');
		const spf = within(one.getByRole('heading', { name: /SPF/ }).closest('article') as HTMLElement);
		expect(spf.queryByText(/Wanted instead/)).toBeNull();
		const alignment = within(one.getByRole('heading', { name: /Alignment/ }).closest('article') as HTMLElement);
		expect(alignment.getByText('Wanted instead of: Not believed yet.')).toBeVisible();
		server.use(answers(checkSender, catching({ ...bare, checks: right, ready: true })));
		server.use(answers(senders, [{ ...bare, checks: right, ready: true }]));
		await app.user.click(one.getByRole('button', { name: 'Check again' }));
		expect(await one.findByText('Ready')).toBeVisible();
		expect(asked[0]?.params.id).toBe(bare.id);
	});

	it('is changed; a wrong address and one that is taken are said', async () => {
		const app = await open(`?id=${bare.id}`);
		const one = await drawer(/Club 2/);
		const address = one.getByRole('textbox', { name: /^Address/ });
		await app.user.clear(address);
		await app.user.type(address, 'club');
		await app.user.click(one.getByRole('button', { name: 'Save sender' }));
		expect((await one.findAllByText('Please enter a valid email address'))[0]).toBeVisible();
		await app.user.type(address, '@other.example');
		server.use(refuses(changeSender, 409, { code: 'sender_known', error: 'This domain has a sender with this address already.' }));
		await app.user.click(one.getByRole('button', { name: 'Save sender' }));
		expect(await screen.findByText('This domain has a sender with this address already.')).toBeVisible();
		server.use(answers(changeSender, catching({ ...bare, address: 'club@other.example' })));
		await app.user.click(one.getByRole('button', { name: 'Save sender' }));
		await screen.findByText('Sender updated successfully.');
		expect(asked[0]?.body).toEqual({ id: bare.id, address: 'club@other.example' });
	});

	it('is added, and opens with the records that have to go into the DNS', async () => {
		const app = await open('?id=new');
		const form = await drawer('Add sender');
		await app.user.click(form.getByRole('button', { name: 'Save sender' }));
		expect((await form.findAllByText('Choose a domain'))[0]).toBeVisible();
		await app.user.click(form.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'shop.example' }));
		await app.user.type(form.getByRole('textbox', { name: /^Name/ }), 'Club 4');
		await app.user.type(form.getByRole('textbox', { name: /^Address/ }), 'club4@mail.example');
		await app.user.type(form.getByRole('textbox', { name: /^Who you are/ }), 'Aalto Oy');
		server.use(answers(addSender, catching(sender(4, { ready: false }))), answers(senders, [sender(1), sender(4)]));
		await app.user.click(form.getByRole('button', { name: 'Save sender' }));
		const one = await drawer(/Club 4/);
		expect(one.getByText('luvallaab4._domainkey.mail.example')).toBeVisible();
		expect(asked[0]?.body).toEqual({ domainId: idOf(1), name: 'Club 4', address: 'club4@mail.example', replyTo: '', postal: 'Aalto Oy' });
	});

	it('leads back to the campaign that it is made for, which has chosen it', async () => {
		const campaign = idOf(31);
		const app = await open(`?id=new&campaign=${campaign}&domain=${idOf(1)}`, {
			more: [
				answers(campaigns, []),
				answers(addSender, catching(sender(4, { ready: false }))),
				answers(senders, [sender(4, { ready: false })]),
			],
		});
		const form = await drawer('Add sender');
		// on the campaign's own domain
		expect(form.getByRole('combobox', { name: 'Domain' })).toHaveValue('shop.example');
		await app.user.type(form.getByRole('textbox', { name: /^Name/ }), 'Club 4');
		await app.user.type(form.getByRole('textbox', { name: /^Address/ }), 'club4@mail.example');
		await app.user.type(form.getByRole('textbox', { name: /^Who you are/ }), 'Aalto Oy');
		await app.user.click(form.getByRole('button', { name: 'Save and back to the campaign' }));
		await waitFor(() => expect(app.router.state.location.pathname).toBe('/campaigns'));
		expect(app.router.state.location.search).toMatchObject({ id: campaign, sender: sender(4).id });
	});

	it('leads back to the triggered send that it is made for, whose form stands open with it', async () => {
		const triggered = idOf(32);
		const app = await open(`?id=new&triggered=${triggered}&domain=${idOf(1)}`, {
			more: [answers(addSender, catching(sender(4, { ready: false }))), answers(senders, [sender(4, { ready: false })])],
		});
		const form = await drawer('Add sender');
		await app.user.type(form.getByRole('textbox', { name: /^Name/ }), 'Club 4');
		await app.user.type(form.getByRole('textbox', { name: /^Address/ }), 'club4@mail.example');
		await app.user.type(form.getByRole('textbox', { name: /^Who you are/ }), 'Aalto Oy');
		await app.user.click(form.getByRole('button', { name: 'Save and back to the triggered send' }));
		await waitFor(() => expect(app.router.state.location.pathname).toBe(`/campaigns/triggered/${triggered}`));
		expect(app.router.state.location.search).toMatchObject({ edit: 'yes', sender: sender(4).id });
	});

	it('shows its records first to those who want them, and leads back to the campaign from there', async () => {
		const campaign = idOf(31);
		const app = await open(`?id=new&campaign=${campaign}&domain=${idOf(1)}`, {
			more: [answers(addSender, catching(sender(4, { ready: false }))), answers(senders, [sender(4, { ready: false })])],
		});
		const form = await drawer('Add sender');
		await app.user.type(form.getByRole('textbox', { name: /^Name/ }), 'Club 4');
		await app.user.type(form.getByRole('textbox', { name: /^Address/ }), 'club4@mail.example');
		await app.user.type(form.getByRole('textbox', { name: /^Who you are/ }), 'Aalto Oy');
		await app.user.click(form.getByRole('button', { name: 'Save sender' }));
		const one = await drawer(/Club 4/);
		expect(one.getByText('luvallaab4._domainkey.mail.example')).toBeVisible();
		const back = one.getByRole('link', { name: 'Back to its campaign' }).getAttribute('href') ?? '';
		expect(new URL(back, 'http://portal').searchParams.get('id')).toBe(campaign);
		expect(new URL(back, 'http://portal').searchParams.get('sender')).toBe(sender(4).id);
	});

	it('is read and looked at by domain admins, and changed by none of them', async () => {
		await open(`?id=${bare.id}`, { kind: 'domainAdmin' });
		const one = await drawer(/Club 2/);
		expect(one.getByRole('button', { name: 'Check again' })).toBeVisible();
		expect(one.queryByRole('textbox')).toBeNull();
		expect(screen.queryByRole('button', { name: 'Add sender', hidden: true })).toBeNull();
		expect(screen.getByText(/Your company’s admins add senders and change them\.$/)).toBeInTheDocument();
	});

	it('says that there is none of this address', async () => {
		await open(`?id=${idOf(999)}`);
		expect(await screen.findByText('There is no such sender.')).toBeVisible();
	});
});
