/** Log in as user from the list of users. */
import { logInAsUser } from '@luvalla/contract/identity/sessions';
import { roles, type User, users } from '@luvalla/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const user = (n: number, logInAs: boolean): User => ({
	id: idOf(n),
	userName: `user${n}@aalto.example`,
	email: `user${n}@aalto.example`,
	name: '',
	PhoneNumber: '',
	roles: [],
	domains: [],
	customers: [],
	createdAt: '2026-10-01T10:00:00.000Z',
	signedInAt: null,
	can: { logInAs, delete: false },
});
const open = async () => {
	const app = await renderApp('/users', {
		handlers: [...bootOf('admin'), answers(users, [user(1, true), user(2, false)], { total: 2, next: null }), answers(roles, [])],
	});
	await app.user.click(await screen.findByRole('button', { name: 'Actions for user2@aalto.example' }));
	expect(screen.queryByRole('menuitem', { name: 'Log in as' })).toBeNull();
	await app.user.keyboard('{Escape}');
	await app.user.click(await screen.findByRole('button', { name: 'Actions for user1@aalto.example' }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Log in as' }));
	const dialog = await screen.findByRole('dialog', { name: 'Log in as user1@aalto.example?' });
	expect(dialog).toHaveTextContent('at most 60 minutes');
	return { app, press: () => app.user.click(within(dialog).getByRole('button', { name: 'Log in as' })) };
};

it('clears session data and opens the second-version app after a second', async () => {
	const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
	const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
	const { press } = await open();
	const asked: Asked[] = [];
	server.use(
		answers(logInAsUser, (one) => {
			asked.push(one);
			return { userName: 'user1@aalto.example', until: '2026-11-20T11:00:00.000Z' };
		}),
	);
	sessionStorage.setItem('luvalla.domainChangePath', '/reports');
	await press();
	await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
	expect(wait).toHaveBeenCalledWith(1000);
	expect(asked[0]?.body).toEqual({ userName: 'user1@aalto.example' });
	expect(sessionStorage.getItem('luvalla.domainChangePath')).toBeNull();
	expect(sessionStorage.getItem('luvalla.context')).toBeNull();
});

it('that fails says so', async () => {
	const { press } = await open();
	server.use(refuses(logInAsUser, 500, { code: 'internal' }));
	await press();
	expect(await screen.findByText('Could not login as user')).toBeInTheDocument();
});
