/** The account page's team: people, invitations, removal. */
import { domainUsers } from '@luvalla/contract/identity/account';
import { type Invite, invite, invites, removeFromTeam, revokeInvite } from '@luvalla/contract/tenancy/invites';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const member = (n: number, email: string, isCustomerAdmin: boolean, isDomainAdmin = !isCustomerAdmin) => ({
	id: idOf(n),
	userName: email,
	email,
	isCustomerAdmin,
	isDomainAdmin,
	domains: isCustomerAdmin ? [] : ['shop.example'],
});
const team = [member(11, 'customerAdmin@luvalla.localhost', true), member(12, 'kaisa@aalto.example', false)];
const invited = (n: number, status: Invite['status']): Invite => ({
	id: idOf(n),
	email: `${status}@aalto.example`,
	role: 'domainAdmin',
	domains: ['shop.example'],
	invitedBy: 'customerAdmin@luvalla.localhost',
	createdAt: '2026-11-19T10:00:00.000Z',
	expiresAt: '2026-11-26T10:00:00.000Z',
	status,
});
const open = (kind: Kind = 'customerAdmin', search = '', more: Parameters<typeof renderApp>[1]['handlers'] = []) =>
	renderApp(`/manageaccount${search}`, {
		handlers: [
			...more,
			answers(domainUsers, team),
			answers(
				invites,
				(['open', 'expired', 'accepted', 'revoked'] as const).map((status, i) => invited(21 + i, status)),
			),
			...bootOf(kind),
		],
	});

describe('the page', () => {
	it('lists the people of the customer and the invitations nobody used', async () => {
		await open();
		const people = await screen.findByRole('table', { name: 'People' });
		expect(await within(people).findByText('kaisa@aalto.example')).toBeVisible();
		expect(within(people).queryByRole('button', { name: /customerAdmin@/ })).toBeNull();
		const open_ = await screen.findByRole('table', { name: 'Open invitations' });
		expect(await within(open_).findByText('open@aalto.example')).toBeVisible();
		expect(within(open_).getByText('expired@aalto.example')).toBeVisible();
		expect(within(open_).queryByText('accepted@aalto.example')).toBeNull();
		expect(within(open_).queryByText('revoked@aalto.example')).toBeNull();
	});
	it('calls somebody a domain admin only who is one here', async () => {
		await open('customerAdmin', '', [answers(domainUsers, [...team, member(13, 'onni@aalto.example', false, false)])]);
		const people = await screen.findByRole('table', { name: 'People' });
		const rowOf = async (email: string) => (await within(people).findByText(email)).closest('tr')?.textContent;
		expect(await rowOf('kaisa@aalto.example')).toContain('Domain admin');
		expect(await rowOf('onni@aalto.example')).toContain('Member without rights');
	});
	it('asks for the current customer, whatever domain is current', async () => {
		const asked: Asked[] = [];
		await open('customerAdmin', '', [
			answers(domainUsers, (one) => {
				if (one.url.searchParams.has('customerId')) asked.push(one);
				return team;
			}),
		]);
		await screen.findByText('kaisa@aalto.example');
		expect(asked[0]?.url.searchParams.get('customerId')).toBe('1');
		expect(asked[0]?.headers.get('customer_key')).toBe('1');
		expect(asked[0]?.headers.get('domain_key')).toBeNull();
	});
	it.each(['domainAdmin', 'partner', 'admin'] as const)('is denied to %s', async (kind) => {
		await open(kind);
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
		expect(screen.queryByRole('link', { name: 'Account' })).toBeNull();
	});
	it('finds somebody of a large team by name or address, and keeps it in the address', async () => {
		const many = Array.from({ length: 30 }, (_, n) => ({
			...member(40 + n, `mate-${n}@aalto.example`, false),
			userName: n === 7 ? 'Sanna Salo' : '',
		}));
		const app = await open('customerAdmin', '', [answers(domainUsers, many)]);
		await screen.findByText('mate-29@aalto.example');
		await app.user.type(screen.getByRole('searchbox', { name: 'Search by name or address' }), 'salo');
		await waitFor(() => expect(screen.queryByText('mate-29@aalto.example')).toBeNull());
		expect(screen.getByText('mate-7@aalto.example')).toBeVisible();
		expect(screen.getByText('Sanna Salo')).toBeVisible();
		expect(screen.getByText('1 person')).toHaveAttribute('role', 'status');
		expect(app.router.state.location.search).toMatchObject({ q: 'salo' });
		app.unmount();
		await open('customerAdmin', '?q=nobody', [answers(domainUsers, many)]);
		expect(await screen.findByText('Nobody in the team is called that.')).toBeVisible();
	});
	it('is the header’s Account', async () => {
		await open();
		expect(await screen.findByRole('link', { name: 'Account' })).toHaveAttribute('href', '/manageaccount');
	});
	it('shows loading and failing, each part by itself', async () => {
		await open('customerAdmin', '', [hangs(invites), refuses(domainUsers, 500, { code: 'internal' })]);
		expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
		expect(screen.getAllByText('Could not load users').length).toBeGreaterThan(0);
		expect(screen.getByRole('table', { name: 'Open invitations' })).toHaveAttribute('aria-busy', 'true');
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByRole('heading', { name: 'Oman tilin hallinta' })).toBeVisible();
		expect(await screen.findByRole('button', { name: 'Kutsu kollega' })).toBeVisible();
		expect((await screen.findAllByText('Verkkotunnuksen ylläpitäjä')).length).toBeGreaterThan(0);
	});
});

describe('inviting', () => {
	it('says the specified sentence for an empty form', async () => {
		const app = await open('customerAdmin', '?id=new');
		const drawer = await screen.findByRole('dialog', { name: 'Invite colleague' });
		await app.user.click(within(drawer).getByRole('button', { name: 'Send invitation' }));
		expect(await within(drawer).findByText('Please enter valid invite details')).toBeVisible();
	});
	it('sends address, role and domains', async () => {
		const asked: Asked[] = [];
		const app = await open('customerAdmin', '?id=new');
		server.use(
			answers(invite, (one) => {
				asked.push(one);
				return invited(31, 'open');
			}),
		);
		const drawer = await screen.findByRole('dialog', { name: 'Invite colleague' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Email' }), 'Ville@Aalto.Example');
		await app.user.click(within(drawer).getByRole('radio', { name: 'Domain admin' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Send invitation' }));
		expect(await within(drawer).findByText('Choose at least one domain')).toBeVisible();
		await app.user.click(within(drawer).getByRole('combobox', { name: 'Domains' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Send invitation' }));
		expect(await screen.findByText('Invitation sent successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({
			email: 'Ville@Aalto.Example',
			customerId: 1,
			role: 'domainAdmin',
			domains: [idOf(2)],
			language: 'en',
		});
	});
	it('that the server refuses with a reason is a warning', async () => {
		const app = await open('customerAdmin', '?id=new');
		server.use(refuses(invite, 409, { code: 'already_member', error: 'This person belongs to the team already.' }));
		const drawer = await screen.findByRole('dialog', { name: 'Invite colleague' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Email' }), 'ville@aalto.example');
		// the weakest role is the one to begin with
		expect(within(drawer).getByRole('radio', { name: 'Domain admin' })).toBeChecked();
		await app.user.click(within(drawer).getByRole('radio', { name: 'Customer admin' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Send invitation' }));
		const said = await screen.findByText('This person belongs to the team already.');
		expect(said.closest('[data-kind]')).toHaveAttribute('data-kind', 'warning');
	});
	it('that fails without a reason is an error', async () => {
		const app = await open('customerAdmin', '?id=new');
		server.use(refuses(invite, 500, { code: 'unexpected' }));
		const drawer = await screen.findByRole('dialog', { name: 'Invite colleague' });
		await app.user.type(within(drawer).getByRole('textbox', { name: 'Email' }), 'ville@aalto.example');
		await app.user.click(within(drawer).getByRole('radio', { name: 'Customer admin' }));
		await app.user.click(within(drawer).getByRole('button', { name: 'Send invitation' }));
		const said = await screen.findByText(invite.failure);
		expect(said.closest('[data-kind]')).toHaveAttribute('data-kind', 'failure');
	});
	it('is revoked after a question', async () => {
		const asked: Asked[] = [];
		const app = await open();
		server.use(
			answers(revokeInvite, (one) => {
				asked.push(one);
				return { id: idOf(21) };
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Actions for open@aalto.example' }));
		expect(screen.queryByRole('button', { name: 'Actions for expired@aalto.example' })).toBeNull();
		await app.user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
		await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
		expect(await screen.findByText('Invitation deleted successfully.')).toBeInTheDocument();
		expect(asked[0]?.params.id).toBe(idOf(21));
		expect(asked[0]?.url.searchParams.get('customerId')).toBe('1');
	});
});

it('removes somebody from the team after a question, and reloads it', async () => {
	const asked: Asked[] = [];
	const app = await open();
	server.use(
		answers(removeFromTeam, (one) => {
			asked.push(one);
			return { id: idOf(12) };
		}),
	);
	await app.user.click(await screen.findByRole('button', { name: 'Actions for kaisa@aalto.example' }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
	const dialog = await screen.findByRole('dialog', { name: 'Remove kaisa@aalto.example from the team?' });
	server.use(answers(domainUsers, team.slice(0, 1)));
	await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
	expect(await screen.findByText('Team member deleted successfully.')).toBeInTheDocument();
	expect(asked[0]?.url.searchParams.get('id')).toBe(idOf(12));
	await waitFor(() => expect(screen.queryByText('kaisa@aalto.example')).toBeNull());
	// the row with the button that had the focus is gone
	await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
