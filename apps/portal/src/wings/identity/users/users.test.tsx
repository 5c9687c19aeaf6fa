/** Users: the list, the look-up by address, the form and its calls, deletion. */
import {
	assignDomains,
	changeRoles,
	deleteUser,
	readRights,
	roles,
	setCustomerAdmin,
	type User,
	type UserRights,
	userByEmail,
	users,
} from '@luvalla/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const user = (n: number, more: Partial<User> = {}): User => ({
	id: idOf(n),
	userName: `person${n}@aalto.example`,
	email: `person${n}@aalto.example`,
	name: `Päivi ${n}`,
	PhoneNumber: '',
	roles: ['DOMAIN_ADMIN'],
	domains: [{ id: idOf(1), domain: 'shop.example', customerId: 1 }],
	customers: [{ id: 1, name: 'Aalto Oy', isCustomerAdmin: false }],
	createdAt: '2026-10-01T10:00:00.000Z',
	signedInAt: null,
	can: { logInAs: true, delete: true },
	...more,
});
const known = ['ADMIN', 'DOMAIN_ADMIN', 'PARTNER', 'EDITOR'].map((name) => ({ name, users: 1, builtIn: name !== 'EDITOR' }));
const given = (more: Partial<UserRights> = {}): UserRights => ({
	userName: 'person1@aalto.example',
	email: 'person1@aalto.example',
	roles: ['DOMAIN_ADMIN'],
	platform: [{ role: 'DOMAIN_ADMIN', givenBy: 'admin@luvalla.localhost', givenAt: '2026-11-20T10:00:00.000Z' }],
	mappings: [
		{
			customerId: 1,
			customerName: 'Aalto Oy',
			domainId: idOf(1),
			domain: 'shop.example',
			right: 'domainAdmin',
			givenBy: 'outi@aalto.example',
			givenAt: '2026-11-19T10:00:00.000Z',
		},
		{ customerId: 2, customerName: 'Mökki Oy', domainId: null, domain: null, right: 'member', givenBy: null, givenAt: null },
	],
	...more,
});
/** A user as listed, and as read by their address. */
const as = (row: User) => [answers(users, [row], { total: 1, next: null }), answers(userByEmail, row)];
const rows = [user(1), user(2, { can: { logInAs: false, delete: false } })];

const open = (search = '', kind: Kind = 'admin') =>
	renderApp(`/users${search}`, {
		handlers: [
			...bootOf(kind),
			answers(users, rows, { total: 2, next: null }),
			answers(userByEmail, user(1)),
			answers(roles, known),
			answers(readRights, given()),
		],
	});
const drawer = () => screen.findByRole('dialog', { name: 'Edit user' });

/** Answers the call with the row and keeps what was asked. */
const listen = (call: typeof changeRoles | typeof assignDomains | typeof setCustomerAdmin): Asked[] => {
	const asked: Asked[] = [];
	server.use(
		answers(call, (one) => {
			asked.push(one);
			return user(1);
		}),
	);
	return asked;
};

describe('the list', () => {
	it('shows names, roles, domains and customers, and no hint that stays', async () => {
		await open();
		const table = await screen.findByRole('table', { name: 'Manage users' });
		const row = (await within(table).findByRole('link', { name: 'person1@aalto.example' })).closest('tr');
		if (!row) throw new Error('no row');
		for (const text of ['Päivi 1', 'DOMAIN_ADMIN', '1', 'Aalto Oy', 'Never']) expect(within(row).getByText(text)).toBeVisible();
		expect(screen.getByText('2 users')).toBeVisible();
	});
	it('is for ADMIN alone', async () => {
		await open('', 'partner');
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
	it('asks for what is searched and for the role of the filter', async () => {
		const app = await open();
		const asked: URL[] = [];
		server.use(
			answers(users, ({ url }) => {
				asked.push(url);
				return rows;
			}),
		);
		await app.user.type(await screen.findByRole('searchbox', { name: 'Search by user name or email' }), 'pe');
		await waitFor(() => expect(asked.at(-1)?.searchParams.get('q')).toBe('pe'));
		await app.user.click(screen.getByRole('button', { name: 'Add filter: Role' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'PARTNER' }));
		await waitFor(() => expect(asked.at(-1)?.searchParams.get('role')).toBe('PARTNER'));
	});
	it('offers deletion only where the server allows it', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: /person2@aalto\.example/ }));
		expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
		expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
	});
	it('opens no empty form for somebody new: nobody is added here', async () => {
		await open('?id=new');
		expect(await screen.findByRole('link', { name: 'person1@aalto.example' })).toBeVisible();
		expect(screen.queryByRole('dialog')).toBeNull();
	});
	it('says that it failed, and loads when asked again', async () => {
		const app = await renderApp('/users', {
			handlers: [...bootOf('admin'), answers(roles, known), refuses(users, 503, { code: 'unavailable' })],
		});
		expect(await screen.findByText('Could not load users')).toBeVisible();
		server.use(answers(users, rows, { total: 2, next: null }));
		await app.user.click(screen.getByRole('button', { name: 'Try again' }));
		expect(await screen.findByRole('link', { name: 'person1@aalto.example' })).toBeVisible();
	});
	it('is a skeleton while it loads, and empty when there is nobody', async () => {
		const app = await renderApp('/users', { handlers: [...bootOf('admin'), answers(roles, known), hangs(users)] });
		expect(await screen.findByRole('table', { name: 'Manage users' })).toHaveAttribute('aria-busy', 'true');
		app.unmount();
		await renderApp('/users', { handlers: [...bootOf('admin'), answers(roles, known), answers(users, [], { total: 0, next: null })] });
		expect(await screen.findByRole('heading', { name: 'No users yet' })).toBeVisible();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByRole('heading', { name: 'Käyttäjien hallinta' })).toBeVisible();
		expect(await screen.findByText('2 käyttäjää')).toBeVisible();
	});
});

it('has one search, which takes a whole address too', async () => {
	const asked: (string | null)[] = [];
	const app = await open();
	server.use(
		answers(
			users,
			({ url }) => {
				asked.push(url.searchParams.get('q'));
				return [user(9)];
			},
			{ total: 1, next: null },
		),
	);
	await screen.findByRole('table', { name: 'Manage users' });
	const [field, ...others] = screen.getAllByRole('searchbox');
	expect([others, screen.queryByRole('textbox')]).toEqual([[], null]);
	if (!field) throw new Error('no search');
	await app.user.type(field, 'person9@aalto.example');
	expect(await screen.findByRole('link', { name: 'person9@aalto.example' })).toBeVisible();
	await waitFor(() => expect(asked).toContain('person9@aalto.example'));
});

describe('the form', () => {
	it('sends roles and phone number exactly as the call names them, and nothing that did not change', async () => {
		const app = await open('?id=person1@aalto.example');
		const asked = listen(changeRoles);
		const others = [...[assignDomains, setCustomerAdmin].map(listen)];
		const form = within(await drawer());
		expect(await form.findByRole('checkbox', { name: 'DOMAIN_ADMIN' })).toBeChecked();
		expect(form.queryByRole('checkbox', { name: 'Device' })).toBeNull();
		await app.user.click(form.getByRole('checkbox', { name: 'EDITOR' }));
		await app.user.type(form.getByRole('textbox', { name: 'Phone number' }), '+358 40 1');
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		expect(await screen.findByText('User updated successfully.')).toBeInTheDocument();
		expect(asked.map((one) => one.body)).toEqual([
			{ UserName: 'person1@aalto.example', Roles: ['DOMAIN_ADMIN', 'EDITOR'], PhoneNumber: '+358 40 1' },
		]);
		expect(others.flat()).toEqual([]);
	});
	it('finds domains by their customer and sends all of the user’s domains', async () => {
		const app = await open('?id=person1@aalto.example');
		const asked = listen(assignDomains);
		const form = within(await drawer());
		// what is chosen stands in the field once its list is there
		await form.findByText('shop.example');
		await app.user.type(form.getByRole('combobox', { name: 'Domains' }), 'mökki');
		expect(screen.queryByRole('option', { name: 'club.example' })).toBeNull();
		await app.user.click(await screen.findByRole('option', { name: 'blog.example' }));
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		await waitFor(() => expect(asked.map((one) => one.body)).toEqual([{ userName: 'person1@aalto.example', domains: [idOf(1), idOf(3)] }]));
	});
	it('promotes and demotes for a customer by its id', async () => {
		const admin = user(1, { customers: [{ id: 1, name: 'Aalto Oy', isCustomerAdmin: true }] });
		const app = await renderApp('/users?id=person1@aalto.example', {
			handlers: [...bootOf('admin'), ...as(admin), answers(roles, known), answers(readRights, given())],
		});
		const asked = listen(setCustomerAdmin);
		const form = within(await drawer());
		await form.findByText('Aalto Oy', { selector: '.mantine-Pill-label' });
		await app.user.click(form.getByRole('combobox', { name: 'Customer admin of' }));
		await app.user.keyboard('{Backspace}');
		await app.user.click(await screen.findByRole('option', { name: 'Mökki Oy' }));
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		await waitFor(() =>
			expect(asked.map((one) => one.body)).toEqual([
				{ userName: 'person1@aalto.example', isCustomerAdmin: false, customerId: 1 },
				{ userName: 'person1@aalto.example', isCustomerAdmin: true, customerId: 2 },
			]),
		);
	});
	it('leaves what customers gave unless DOMAIN_ADMIN is taken away', async () => {
		const app = await renderApp('/users?id=person1@aalto.example', {
			handlers: [...bootOf('admin'), ...as(user(1, { roles: [] })), answers(roles, known), answers(readRights, given())],
		});
		const asked = listen(changeRoles);
		const form = within(await drawer());
		await app.user.type(await form.findByRole('textbox', { name: 'Phone number' }), '1');
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		await waitFor(() =>
			expect(asked.map((one) => one.body)).toEqual([{ UserName: 'person1@aalto.example', Roles: [], PhoneNumber: '1', KeepGiven: true }]),
		);
	});
	it('takes DOMAIN_ADMIN away with what customers gave', async () => {
		const app = await open('?id=person1@aalto.example');
		const asked = listen(changeRoles);
		const form = within(await drawer());
		await app.user.click(await form.findByRole('checkbox', { name: 'DOMAIN_ADMIN' }));
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		await waitFor(() => expect(asked.map((one) => one.body)).toEqual([{ UserName: 'person1@aalto.example', Roles: [], PhoneNumber: '' }]));
	});
	it('gives nothing back that another admin took meanwhile, and takes nothing that they gave', async () => {
		const app = await open('?id=person1@aalto.example');
		server.use(answers(userByEmail, user(1, { roles: ['PARTNER'], domains: [], PhoneNumber: '+358 9' })));
		const [asked, others] = [listen(changeRoles), [assignDomains, setCustomerAdmin].map(listen)];
		const form = within(await drawer());
		await app.user.click(await form.findByRole('checkbox', { name: 'EDITOR' }));
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		await waitFor(() =>
			expect(asked.map((one) => one.body)).toEqual([
				{ UserName: 'person1@aalto.example', Roles: ['EDITOR', 'PARTNER'], PhoneNumber: '+358 9', KeepGiven: true },
			]),
		);
		expect(others.flat()).toEqual([]);
	});
	it('shows a refusal and stays open', async () => {
		const app = await open('?id=person1@aalto.example');
		server.use(refuses(changeRoles, 409, { code: 'last_admin', error: 'Somebody must stay platform admin.' }));
		const form = within(await drawer());
		await app.user.click(await form.findByRole('checkbox', { name: 'DOMAIN_ADMIN' }));
		await app.user.click(form.getByRole('button', { name: 'Save user' }));
		expect(await screen.findByText('Somebody must stay platform admin.')).toBeInTheDocument();
		expect(await drawer()).toBeVisible();
	});
});

describe('the rights', () => {
	const list = async (name: string) => within(await within(await drawer()).findByRole('list', { name }));
	it('stand by where they count, with who gave them', async () => {
		await open('?id=person1@aalto.example');
		const [everywhere] = (await list('Everywhere, given by the platform')).getAllByRole('listitem');
		expect(everywhere).toHaveTextContent('DOMAIN_ADMINgiven by admin@luvalla.localhost Nov-20-2026');
		const [shop, member] = (await list('At one customer or domain only')).getAllByRole('listitem');
		expect(shop).toHaveTextContent('Aalto Oy, shop.example: domain admingiven by outi@aalto.example Nov-19-2026');
		expect(member).toHaveTextContent(/^Mökki Oy: belongs there, without a right of its own$/);
		// ended by unticking the role
		expect(screen.queryByRole('button', { name: 'End what customers gave' })).toBeNull();
	});
	it('are said to be none, and are shown in Finnish', async () => {
		chooseLanguage('fi');
		await renderApp('/users?id=person1@aalto.example', {
			handlers: [
				...bootOf('admin'),
				answers(users, rows, { total: 2, next: null }),
				answers(roles, known),
				answers(readRights, given({ roles: [], platform: [] })),
			],
		});
		const form = within(await screen.findByRole('dialog', { name: 'Muokkaa käyttäjää' }));
		expect(await form.findByText('Ei mitään')).toBeVisible();
		const [shop] = within(form.getByRole('list', { name: 'Vain yhdellä asiakkaalla tai verkkotunnuksella' })).getAllByRole('listitem');
		expect(shop).toHaveTextContent('Aalto Oy, shop.example: verkkotunnuksen ylläpitäjäantanut outi@aalto.example');
	});
	it('that customers gave are ended after a question that names the customers', async () => {
		const app = await renderApp('/users?id=person1@aalto.example', {
			handlers: [
				...bootOf('admin'),
				...as(user(1, { roles: ['EDITOR'], PhoneNumber: '7' })),
				answers(roles, known),
				answers(readRights, given({ roles: ['EDITOR'], platform: [] })),
			],
		});
		const asked = listen(changeRoles);
		await app.user.click(await within(await drawer()).findByRole('button', { name: 'End what customers gave' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'End what customers gave?' }));
		expect(dialog.getByText(/by what these customers gave: Aalto Oy\./)).toBeVisible();
		await app.user.click(dialog.getByRole('button', { name: 'End rights' }));
		await waitFor(() =>
			expect(asked.map((one) => one.body)).toEqual([{ UserName: 'person1@aalto.example', Roles: ['EDITOR'], PhoneNumber: '7' }]),
		);
	});
	it('that cannot be read say so, and the form stays', async () => {
		await open('?id=person1@aalto.example');
		server.use(refuses(readRights, 503, { code: 'unavailable' }));
		const form = within(await drawer());
		expect(await form.findByRole('button', { name: 'Save user' })).toBeVisible();
	});
});

it('names what is lost, wants the address written, and deletes', async () => {
	const app = await open();
	const asked: Asked[] = [];
	server.use(
		answers(deleteUser, (one) => {
			asked.push(one);
			return { email: 'person1@aalto.example' };
		}),
	);
	await app.user.click(await screen.findByRole('button', { name: /person1@aalto\.example/ }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete this user?' }));
	expect(dialog.getByText('their roles: DOMAIN_ADMIN')).toBeVisible();
	expect(dialog.getByText('the right to 1 domain: shop.example')).toBeVisible();
	expect(dialog.getByText('their place at 1 customer: Aalto Oy')).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled();
	await app.user.type(dialog.getByRole('textbox'), 'person1@aalto.example');
	await app.user.click(dialog.getByRole('button', { name: 'Delete user' }));
	expect(await screen.findByText('User deleted successfully.')).toBeInTheDocument();
	expect(asked[0]?.url.searchParams.get('email')).toBe('person1@aalto.example');
});
