/** Roles: counts, adding, deleting, and why some stay. */
import { addRole, deleteRole, roles } from '@luvalla/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const known = [
	{ name: 'ADMIN', users: 2, builtIn: true },
	{ name: 'EDITOR', users: 3, builtIn: false },
];
const open = (search = '', kind: Kind = 'admin') => renderApp(`/roles${search}`, { handlers: [...bootOf(kind), answers(roles, known)] });

it('lists roles with their counts and says why some stay', async () => {
	const app = await open();
	const table = await screen.findByRole('table', { name: 'Manage roles' });
	expect(await within(table).findByRole('link', { name: 'ADMIN' })).toHaveAttribute('href', '/users?role=ADMIN');
	expect(within(table).getByText('Belongs to the platform and stays')).toBeVisible();
	expect(within(table).getByText('3')).toBeVisible();
	expect(screen.getByText('2 roles')).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: /ADMIN/ }));
	expect(await screen.findByRole('menuitem', { name: 'Show its users' })).toBeVisible();
	expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
});
it('shows one kind alone, by the address', async () => {
	await open('?kind=own');
	const table = await screen.findByRole('table', { name: 'Manage roles' });
	expect(await within(table).findByRole('link', { name: 'EDITOR' })).toBeVisible();
	expect(within(table).queryByRole('link', { name: 'ADMIN' })).toBeNull();
});
it('is for ADMIN alone', async () => {
	await open('', 'customerAdmin');
	expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
});
it('adds a role and refuses a name with other signs before it is sent', async () => {
	const app = await open('?id=new');
	const asked: Asked[] = [];
	server.use(
		answers(addRole, (one) => {
			asked.push(one);
			return { name: 'REVIEWER', users: 0, builtIn: false };
		}),
	);
	const form = within(await screen.findByRole('dialog', { name: 'Add role' }));
	await app.user.type(form.getByRole('textbox', { name: 'Name' }), 'a b');
	await app.user.click(form.getByRole('button', { name: 'Add role' }));
	expect((await form.findAllByText('Use 2 to 40 letters, digits or _'))[0]).toBeVisible();
	expect(asked).toEqual([]);
	await app.user.clear(form.getByRole('textbox', { name: 'Name' }));
	await app.user.type(form.getByRole('textbox', { name: 'Name' }), 'REVIEWER');
	await app.user.click(form.getByRole('button', { name: 'Add role' }));
	expect(await screen.findByText('Role added successfully.')).toBeInTheDocument();
	expect(asked[0]?.body).toEqual({ roleName: 'REVIEWER' });
});
it('says how many lose a role before it goes', async () => {
	const app = await open();
	const asked: Asked[] = [];
	server.use(
		answers(deleteRole, (one) => {
			asked.push(one);
			return { roleName: 'EDITOR' };
		}),
	);
	await app.user.click(await screen.findByRole('button', { name: /EDITOR/ }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete the role EDITOR?' }));
	expect(dialog.getByText('3 people lose it at once. Nothing else of theirs changes.')).toBeVisible();
	await app.user.click(dialog.getByRole('button', { name: 'Delete role' }));
	expect(await screen.findByText('Role deleted successfully.')).toBeInTheDocument();
	expect(asked[0]?.url.searchParams.get('roleName')).toBe('EDITOR');
});
it('shows loading, failing and Finnish', async () => {
	const app = await renderApp('/roles', { handlers: [...bootOf('admin'), hangs(roles)] });
	expect(await screen.findByRole('table', { name: 'Manage roles' })).toHaveAttribute('aria-busy', 'true');
	app.unmount();
	chooseLanguage('fi');
	await renderApp('/roles', { handlers: [...bootOf('admin'), refuses(roles, 503, { code: 'unavailable' })] });
	expect(await screen.findByText('Rooleja ei saatu ladattua.')).toBeVisible();
	await waitFor(() => expect(screen.getByRole('heading', { name: 'Roolien hallinta' })).toBeVisible());
});
