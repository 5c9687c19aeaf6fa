/** One's own profile: details, passkeys, sessions. */
import { readUser } from '@luvalla/contract/identity/account';
import { addPasskey, passkeyOptions, passkeys, removePasskey, renamePasskey } from '@luvalla/contract/identity/passkeys';
import { endOtherSessions, endSession, sessions } from '@luvalla/contract/identity/sessions';
import { changeProfile } from '@luvalla/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import * as browserKeys from '#portal/lib/passkeys.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

vi.mock('#portal/lib/passkeys.ts', { spy: true });

const key = { id: 'aaaaaaaaaaaaaaaaaaaa', name: 'Laptop', createdAt: '2026-11-01T10:00:00.000Z', usedAt: null };
const at = (n: number, current: boolean) => ({
	id: String(n).repeat(64),
	browser: n === 1 ? 'Chrome 156' : 'Firefox 140',
	device: n === 1 ? 'desktop' : 'phone',
	network: '192.0.2.0/24',
	createdAt: '2026-11-20T08:00:00.000Z',
	expiresAt: '2026-11-20T20:00:00.000Z',
	current,
});
const open = (kind: Kind = 'domainAdmin', more: Parameters<typeof renderApp>[1]['handlers'] = [], knowsPasskeys = true) => {
	vi.mocked(browserKeys.knowsPasskeys).mockReturnValue(knowsPasskeys);
	return renderApp('/profile', {
		handlers: [
			...more,
			answers(readUser, {
				username: 'Outi',
				email: 'outi@aalto.example',
				name: 'Outi',
				PhoneNumber: '+358 40 1',
				isNormalUser: kind === 'normal',
			}),
			answers(passkeys, [key]),
			answers(sessions, [at(1, true), at(2, false)]),
			...bootOf(kind),
		],
	});
};

describe('details', () => {
	it('keep the phone number when the name changes', async () => {
		const asked: Asked[] = [];
		const app = await open();
		server.use(
			answers(changeProfile, (one) => {
				asked.push(one);
				return { username: 'Outi A', email: 'outi@aalto.example', name: 'Outi A', PhoneNumber: '+358 40 1' };
			}),
		);
		await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' A');
		await app.user.click(screen.getByRole('button', { name: 'Save details' }));
		expect(await screen.findByText('Profile updated successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ name: 'Outi A', PhoneNumber: '+358 40 1' });
	});
	it('that cannot be saved say so, and are guarded', async () => {
		const app = await open();
		server.use(refuses(changeProfile, 500, { code: 'internal' }));
		await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), ' A');
		await app.user.click(screen.getByRole('button', { name: 'Save details' }));
		expect(await screen.findByText('Failed to update your profile please try later.')).toBeInTheDocument();
		await app.user.click(screen.getByRole('link', { name: 'Reporting' }));
		expect(await screen.findByRole('dialog', { name: 'You have unsaved changes' })).toBeVisible();
		expect(app.path()).toBe('/profile');
	});
	it('are a normal user’s too, without the menu', async () => {
		await open('normal');
		expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Outi');
		// the tabs of their own data, and nothing of the portal
		expect(screen.getAllByRole('navigation').map((one) => one.getAttribute('aria-label'))).toEqual(['My privacy']);
		expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
	});
	it('are what Settings opens', async () => {
		await open();
		expect(await screen.findByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/profile');
	});
});

describe('passkeys', () => {
	const add = async (app: Awaited<ReturnType<typeof open>>) => {
		server.use(answers(passkeyOptions, { challenge: 'c' }));
		await app.user.type(await screen.findByRole('textbox', { name: 'Name of the new passkey' }), 'Phone');
		await app.user.click(screen.getByRole('button', { name: 'Add passkey' }));
	};
	it('are added with a name and what the browser made', async () => {
		const asked: Asked[] = [];
		const app = await open();
		vi.mocked(browserKeys.makePasskey).mockResolvedValue({ id: 'new' });
		server.use(
			answers(addPasskey, (one) => {
				asked.push(one);
				return { ...key, id: 'bbbbbbbbbbbbbbbbbbbb', name: 'Phone' };
			}),
		);
		await add(app);
		expect(await screen.findByText('Passkey added successfully.')).toBeInTheDocument();
		expect(asked[0]?.body).toEqual({ name: 'Phone', response: { id: 'new' } });
	});
	it.each([
		['cancelled', 'No passkey was made. Try again when you are ready.'],
		['alreadyHere', 'This device already has a passkey for you.'],
		['failed', 'The browser could not make a passkey.'],
	] as const)('that were %s in the browser say so', async (problem, sentence) => {
		const app = await open();
		vi.mocked(browserKeys.makePasskey).mockRejectedValue(new browserKeys.PasskeyFailure(problem, null));
		await add(app);
		expect(await screen.findByText(sentence)).toBeVisible();
	});
	it('need a name', async () => {
		const app = await open();
		await app.user.click(await screen.findByRole('button', { name: 'Add passkey' }));
		expect(await screen.findByText('Give the passkey a name')).toBeVisible();
	});
	it('are said to be unknown to a browser without them', async () => {
		await open('domainAdmin', [], false);
		expect(await screen.findByText(/This browser has no passkeys/)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Add passkey' })).toBeNull();
	});
	it('are renamed and removed', async () => {
		const app = await open();
		server.use(
			answers(renamePasskey, ({ body }) => ({ ...key, name: String(Object(body).name) })),
			answers(removePasskey, { id: key.id }),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
		await app.user.type(screen.getByRole('textbox', { name: 'Name of the passkey' }), ' 2{Enter}');
		expect(await screen.findByText('Passkey updated successfully.')).toBeInTheDocument();
		await app.user.click(await screen.findByRole('button', { name: 'Remove Laptop' }));
		await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
		expect(await screen.findByText('Passkey deleted successfully.')).toBeInTheDocument();
	});
});

describe('sessions', () => {
	it('are signed out of one by one, never the one here', async () => {
		const ended: unknown[] = [];
		const app = await open();
		server.use(
			answers(endSession, ({ params }) => {
				ended.push(params.id);
				return { id: String(params.id) };
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Sign out of Firefox 140 on phone' }));
		expect(await screen.findByText('Session ended successfully.')).toBeInTheDocument();
		expect(ended).toEqual(['2'.repeat(64)]);
		expect(screen.queryByRole('button', { name: /Chrome 156/ })).toBeNull();
	});
	it('end everywhere else after a question', async () => {
		const app = await open();
		server.use(answers(endOtherSessions, { ended: 1 }));
		await app.user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
		const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' });
		expect(dialog).toHaveTextContent('1 other session ends at once. This one stays.');
		server.use(answers(sessions, [at(1, true)]));
		await app.user.click(within(dialog).getByRole('button', { name: 'Sign out' }));
		await waitFor(() => expect(screen.getByText('You are signed in nowhere else.')).toBeVisible());
	});
	it('that cannot be loaded leave the rest of the page alive', async () => {
		await open('domainAdmin', [refuses(sessions, 500, { code: 'internal' })]);
		expect(await screen.findByText('We could not load this.')).toBeVisible();
		expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
	});
	it('speak Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByText('Tämä selain')).toBeVisible();
		expect(screen.getByText('Firefox 140, puhelin')).toBeVisible();
	});
});
