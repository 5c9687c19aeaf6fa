/** Partners: the list, the details, people found by their address, customers assigned and taken away, deactivation. */
import { type User, userByEmail } from '@luvalla/contract/identity/users';
import { type Invite, invitePartner, partnerInvites, revokePartnerInvite } from '@luvalla/contract/tenancy/invites';
import {
	addPartner,
	addPartnerUser,
	assignCustomer,
	changePartner,
	changePartnerUser,
	deactivatePartner,
	type Partner,
	partners,
	readPartner,
	removePartnerUser,
} from '@luvalla/contract/tenancy/partners';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const partner = (n: number, more: Partial<Partner> = {}): Partner => ({
	id: idOf(n),
	name: `Toimisto ${n}`,
	countryCode: 'FI',
	businessId: '1234567-8',
	isActive: true,
	detail: '',
	users: 1,
	customers: 1,
	...more,
});
const whole = {
	...partner(50),
	userList: [{ id: idOf(60), userName: 'Pekka', email: 'pekka@toimisto.example' }],
	customerList: [{ id: 1, name: 'Aalto Oy', countryCode: 'FI', businessId: '1234567-8', isActive: true, detail: '' }],
};
const invitation: Invite = {
	id: idOf(70),
	email: 'x@y.example',
	role: 'partner',
	domains: [],
	invitedBy: 'outi@luvalla.localhost',
	createdAt: '2026-10-01T10:00:00.000Z',
	expiresAt: '2026-10-08T10:00:00.000Z',
	status: 'open',
};
const person = (roles: string[]): User => ({
	id: idOf(61),
	userName: 'liisa@toimisto.example',
	email: 'liisa@toimisto.example',
	name: 'Liisa',
	PhoneNumber: '',
	roles,
	domains: [],
	customers: [],
	createdAt: '2026-10-01T10:00:00.000Z',
	signedInAt: null,
	can: { logInAs: true, delete: true },
});
const open = (search = '', kind: Kind = 'admin') =>
	renderApp(`/partners${search}`, {
		handlers: [
			...bootOf(kind),
			answers(partners, [partner(50), partner(51, { isActive: false })], { total: 2, next: null }),
			answers(readPartner, whole),
			answers(partnerInvites, []),
		],
	});
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Edit partner' }));

describe('the list', () => {
	it('shows the country with its dial code and who is active', async () => {
		await open();
		const table = within(await screen.findByRole('table', { name: 'Manage partners' }));
		expect(await table.findByRole('link', { name: 'Toimisto 50' })).toBeVisible();
		expect(table.getAllByText('Finland (+358)')).toHaveLength(2);
		expect(table.getByText('Active')).toBeVisible();
		expect(table.getByText('Not active')).toBeVisible();
	});
	it('is for ADMIN alone', async () => {
		await open('', 'partner');
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
	it('filters by whether they are active', async () => {
		const app = await open();
		const asked: URL[] = [];
		server.use(
			answers(partners, ({ url }) => {
				asked.push(url);
				return [partner(51)];
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Add filter: State' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Not active' }));
		await waitFor(() => expect(asked.at(-1)?.searchParams.get('isActive')).toBe('false'));
	});
	it('is empty with a way on, fails with a way on, and speaks Finnish', async () => {
		const app = await renderApp('/partners', { handlers: [...bootOf('admin'), answers(partners, [], { total: 0, next: null })] });
		expect(await screen.findByRole('heading', { name: 'No partners yet' })).toBeVisible();
		expect(screen.getAllByRole('button', { name: 'Add partner' })).toHaveLength(1);
		app.unmount();
		chooseLanguage('fi');
		const again = await renderApp('/partners', { handlers: [...bootOf('admin'), refuses(partners, 503, { code: 'unavailable' })] });
		expect(await screen.findByText('Kumppaneita ei saatu ladattua.')).toBeVisible();
		again.unmount();
		await open();
		expect((await screen.findAllByText('Suomi (+358)'))[0]).toBeVisible();
	});
	it('deactivates after asking, and makes active again', async () => {
		const app = await open();
		const asked: Asked[] = [];
		const keep = (one: Asked) => {
			asked.push(one);
			return partner(50);
		};
		server.use(answers(deactivatePartner, keep), answers(changePartner, keep));
		await app.user.click(await screen.findByRole('button', { name: /Toimisto 50/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Toimisto 50?' }));
		await app.user.click(dialog.getByRole('button', { name: 'Deactivate partner' }));
		expect(await screen.findByText('Partner deactivated successfully.')).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ id: idOf(50) });
		await app.user.click(await screen.findByRole('button', { name: /Toimisto 51/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Make active again' }));
		expect(await screen.findByText('Partner updated successfully.')).toBeInTheDocument();
		expect(asked[1]?.body).toMatchObject({ id: idOf(51), isActive: true });
	});
});

describe('details', () => {
	it('adds a partner with the code of its country', async () => {
		const app = await open('?id=new');
		const asked: Asked[] = [];
		server.use(
			answers(addPartner, (one) => {
				asked.push(one);
				return partner(52);
			}),
		);
		const form = within(await screen.findByRole('dialog', { name: 'Add partner' }));
		await app.user.type(form.getByRole('textbox', { name: 'Name' }), 'Uusi Oy');
		await app.user.click(form.getByRole('combobox', { name: 'Country' }));
		await app.user.click(await screen.findByRole('option', { name: 'Finland (+358)' }));
		await app.user.type(form.getByRole('textbox', { name: 'Business ID' }), ' 765 ');
		await app.user.click(form.getByRole('button', { name: 'Add partner' }));
		expect(await screen.findByText('New partner added successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ name: 'Uusi Oy', countryCode: 'FI', businessId: '765', detail: '', isActive: true });
	});
	it('changes a partner and asks before a tab loses what was written', async () => {
		const app = await open(`?id=${idOf(50)}`);
		const asked: Asked[] = [];
		server.use(
			answers(changePartner, (one) => {
				asked.push(one);
				return partner(50);
			}),
		);
		const form = await drawer();
		await app.user.type(await form.findByRole('textbox', { name: 'Name' }), ' Oy');
		await app.user.click(form.getByRole('tab', { name: 'Users 1' }));
		expect(await form.findByRole('alertdialog')).toBeVisible();
		await app.user.click(form.getByRole('button', { name: 'Keep editing' }));
		await app.user.click(await form.findByRole('button', { name: 'Save partner' }));
		expect(await screen.findByText('Partner updated successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toMatchObject({ id: idOf(50), name: 'Toimisto 50 Oy' });
	});
});

describe('people', () => {
	const users = `?id=${idOf(50)}&tab=users`;
	it('are found by address and added', async () => {
		const app = await open(users);
		const asked: Asked[] = [];
		server.use(
			answers(userByEmail, person([])),
			answers(addPartnerUser, (one) => {
				asked.push(one);
				return { partnerId: idOf(50), userId: idOf(61) };
			}),
		);
		const form = await drawer();
		await app.user.type(await form.findByRole('textbox', { name: 'Find by email' }), 'liisa@toimisto.example{Enter}');
		const add = await form.findByRole('button', { name: 'Add user' });
		expect(form.queryByRole('button', { name: 'Move user here' })).toBeNull();
		await app.user.click(add);
		expect(await screen.findByText('User added successfully to this partnership.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ partnerId: idOf(50), userId: idOf(61) });
		expect(asked[0]?.params).toMatchObject({ partnerId: idOf(50) });
	});
	it('of another partner may be moved', async () => {
		const app = await open(users);
		server.use(answers(userByEmail, person(['PARTNER'])), answers(changePartnerUser, { partnerId: idOf(50), userId: idOf(61) }));
		const form = await drawer();
		await app.user.type(await form.findByRole('textbox', { name: 'Find by email' }), 'liisa@toimisto.example{Enter}');
		await app.user.click(await form.findByRole('button', { name: 'Move user here' }));
		expect(await screen.findByText('User updated successfully.')).toBeInTheDocument();
	});
	it('who are nobody yet are invited, and their invitation can be revoked', async () => {
		const app = await open(users);
		const asked: Asked[] = [];
		const open_: Invite[] = [];
		server.use(
			refuses(userByEmail, 404, { code: 'unknown_user', error: 'There is no user with this address.' }),
			answers(partnerInvites, () => open_),
			answers(invitePartner, (one) => {
				asked.push(one);
				open_.push(invitation);
				return invitation;
			}),
			answers(revokePartnerInvite, (one) => {
				asked.push(one);
				open_.length = 0;
				return { id: invitation.id };
			}),
		);
		const form = await drawer();
		expect(await form.findByText('Nobody is invited at the moment.')).toBeVisible();
		await app.user.type(await form.findByRole('textbox', { name: 'Find by email' }), 'x@y.example{Enter}');
		await app.user.click(await form.findByRole('button', { name: 'Send an invitation' }));
		expect(await screen.findByText('Invitation sent successfully.')).toBeInTheDocument();
		expect(asked[0]).toMatchObject({ params: { partnerId: idOf(50) }, body: { email: 'x@y.example', language: 'en' } });
		await app.user.click(await form.findByRole('button', { name: /x@y\.example/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
		await app.user.click(await screen.findByRole('button', { name: 'Revoke' }));
		await waitFor(() => expect(asked[1]?.params).toMatchObject({ partnerId: idOf(50), id: invitation.id }));
		expect(await form.findByText('Nobody is invited at the moment.')).toBeVisible();
	});
	it('are looked for under whole addresses only', async () => {
		const app = await open(users);
		server.use(refuses(userByEmail, 400, { code: 'invalid', error: 'Check the address.' }));
		const form = await drawer();
		const field = await form.findByRole('textbox', { name: 'Find by email' });
		await app.user.type(field, 'x{Enter}');
		await waitFor(() => expect(field).toHaveAccessibleDescription('Check the address.'));
		expect(form.queryByRole('button', { name: 'Send an invitation' })).toBeNull();
	});
	it('are removed after asking', async () => {
		const app = await open(users);
		const asked: Asked[] = [];
		server.use(
			answers(removePartnerUser, (one) => {
				asked.push(one);
				return { partnerId: idOf(50), userId: idOf(60) };
			}),
		);
		const form = await drawer();
		await app.user.click(await form.findByRole('button', { name: /Pekka/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
		await app.user.click(await screen.findByRole('button', { name: 'Remove user' }));
		expect(await screen.findByText('User removed successfully from partnership.')).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ partnerId: idOf(50), userId: idOf(60) });
	});
});

it('customers are assigned and taken away with the sentence that fits', async () => {
	const app = await open(`?id=${idOf(50)}&tab=customers`);
	const asked: unknown[] = [];
	server.use(
		answers(assignCustomer, ({ params }) => {
			asked.push(params);
			return { partnerId: idOf(50), customerId: Number(params.customerId), assigned: params.assign === 'true' };
		}),
	);
	const form = await drawer();
	await app.user.click(await form.findByRole('combobox', { name: 'Customer' }));
	expect(screen.queryByRole('option', { name: 'Aalto Oy' })).toBeNull();
	await app.user.click(await screen.findByRole('option', { name: 'Mökki Oy' }));
	await app.user.click(form.getByRole('button', { name: 'Assign customer' }));
	expect(await screen.findByText('New customer assigned to this partnership.')).toBeInTheDocument();
	await app.user.click(form.getByRole('button', { name: /Aalto Oy/ }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Unassign' }));
	await app.user.click(await screen.findByRole('button', { name: 'Unassign customer' }));
	expect(await screen.findByText('Customer is unassigned from this partnership.')).toBeInTheDocument();
	expect(asked).toMatchObject([
		{ partnerId: idOf(50), customerId: '2', assign: 'true' },
		{ partnerId: idOf(50), customerId: '1', assign: 'false' },
	]);
});
