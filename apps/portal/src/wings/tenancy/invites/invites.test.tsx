/** The invite-confirmation screen: what each answer says, and the way on. */
import { logoff } from '@luvalla/contract/identity/account';
import { confirmInvite } from '@luvalla/contract/tenancy/invites';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { answers, breaks, refuses } from '#portal/lib/handlers.ts';
import { rememberRegistration } from '#portal/lib/registered.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const open = async (search = '?token=abc') => {
	window.history.replaceState(null, '', `/magiclinkinviteconfirmation${search}`);
	return renderApp(`/magiclinkinviteconfirmation${search}`, { handlers: [], boots: false });
};
const accept = async (app: Awaited<ReturnType<typeof open>>) => app.user.click(await screen.findByRole('button', { name: 'Accept' }));
const accepted = {
	kind: 'invite' as const,
	email: 'kaisa@aalto.example',
	customerName: 'Aalto Oy',
	alreadyMember: false,
	redirectTo: '/identity/login',
};

describe('an invitation', () => {
	it('is accepted by the button alone and leads on', async () => {
		const tokens: unknown[] = [];
		const app = await open();
		server.use(
			answers(confirmInvite, ({ body }) => {
				tokens.push(body);
				return accepted;
			}),
		);
		await screen.findByRole('button', { name: 'Accept' });
		expect(tokens).toEqual([]);
		await accept(app);
		expect(await screen.findByRole('heading', { name: 'Welcome to Aalto Oy' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/identity/login');
		expect(tokens).toEqual([{ token: 'abc' }]);
	});
	it('of somebody who is in the team already says so', async () => {
		const app = await open();
		server.use(answers(confirmInvite, { ...accepted, alreadyMember: true }));
		await accept(app);
		expect(await screen.findByRole('heading', { name: 'You are in the team already' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Continue' })).toBeVisible();
	});
	it.each([
		['expired_invite', 'This invitation is too old', 'Sign in'],
		['used_invite', 'This invitation was already used', 'Sign in'],
		['revoked_invite', 'This invitation was taken back', 'Sign in'],
		['invalid_invite', 'We do not know this invitation', 'Sign in'],
	])('that is %s says so, with a way on', async (code, title, way) => {
		const app = await open();
		server.use(refuses(confirmInvite, 422, { code, error: `sentence of ${code}` }));
		await accept(app);
		expect(await screen.findByRole('heading', { name: title })).toBeVisible();
		expect(screen.getByRole('alert')).toHaveTextContent(`sentence of ${code}`);
		expect(screen.getByRole('link', { name: way })).toBeVisible();
	});
	it('for somebody else than who is signed in offers to sign out and come back', async () => {
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		const app = await open();
		server.use(refuses(confirmInvite, 409, { code: 'wrong_person', error: 'another' }), answers(logoff, { signedOut: true }));
		await accept(app);
		await app.user.click(await screen.findByRole('button', { name: 'Sign out and come back' }));
		await waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringContaining('/magiclinkinviteconfirmation?token=abc')));
	});
	it('that the server cannot judge may be tried again', async () => {
		const app = await open();
		server.use(breaks(confirmInvite));
		await accept(app);
		expect(await screen.findByText('We faced problem while validating your invitation.')).toBeVisible();
		server.use(answers(confirmInvite, accepted));
		await app.user.click(screen.getByRole('button', { name: 'Try again' }));
		expect(await screen.findByRole('heading', { name: 'Welcome to Aalto Oy' })).toBeVisible();
	});
	it.each(['', '?token=', '?token=%20'])('without a token (%j) is told at once, to the letter', async (search) => {
		await open(search);
		expect(await screen.findByText('We faced problem while validating your invitation.')).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open('');
		expect(await screen.findByText('Kutsuasi ei voitu vahvistaa.')).toBeVisible();
	});
});

describe('a registration', () => {
	it('is called one from the first word on, in English and in Finnish, and says that it waits for approval', async () => {
		vi.spyOn(browser, 'go').mockImplementation(() => {});
		vi.spyOn(browser, 'wait').mockResolvedValue();
		const app = await open('?token=abc&kind=registration');
		expect(await screen.findByRole('heading', { name: 'Confirm your registration' })).toBeVisible();
		expect(screen.queryByText(/invit/i)).toBeNull();
		act(() => chooseLanguage('fi'));
		expect(await screen.findByRole('heading', { name: 'Vahvista rekisteröinti' })).toBeVisible();
		expect(screen.queryByText(/kutsu/i)).toBeNull();
		act(() => chooseLanguage('en'));
		server.use(answers(confirmInvite, { ...accepted, kind: 'registration' }));
		await app.user.click(screen.getByRole('button', { name: 'Confirm' }));
		expect(await screen.findByText(/Aalto Oy is registered and waits for our approval/)).toBeVisible();
	});
	it.each([
		['expired_registration', 'This link is too old', 'Register your company'],
		['used_registration', 'This registration is confirmed already', 'Sign in'],
		['invalid_invite', 'We do not know this link', 'Register your company'],
	])('whose link is %s says so without a word of invitations', async (code, title, way) => {
		const app = await open('?token=abc&kind=registration');
		server.use(refuses(confirmInvite, 422, { code, error: code === 'invalid_invite' ? 'your invitation' : `sentence of ${code}` }));
		await app.user.click(await screen.findByRole('button', { name: 'Confirm' }));
		expect(await screen.findByRole('heading', { name: title })).toBeVisible();
		expect(screen.getByRole('alert')).toHaveTextContent(
			code === 'invalid_invite' ? 'We could not confirm your registration, please contact luvalla support.' : `sentence of ${code}`,
		);
		expect(screen.getByRole('link', { name: way })).toBeVisible();
		expect(screen.queryByText(/invitation/i)).toBeNull();
	});
	it('is confirmed and leads on by itself after a second', async () => {
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
		const app = await open();
		server.use(answers(confirmInvite, { ...accepted, kind: 'registration' }));
		await accept(app);
		expect(await screen.findByRole('heading', { name: 'Your registration is confirmed' })).toBeVisible();
		await waitFor(() => expect(go).toHaveBeenCalledWith('/identity/login'));
		expect(wait).toHaveBeenCalledWith(1000);
	});
	it('that fails without a word of the server says its own', async () => {
		rememberRegistration({ email: 'outi@jarvi.example', name: 'Järvi Ky' });
		const app = await open();
		server.use(refuses(confirmInvite, 500, { code: 'internal' }));
		await accept(app);
		expect(await screen.findByText('We could not confirm your registration, please contact luvalla support.')).toBeVisible();
	});
});
