/** Signing in: email step, code step, link page. */
import { authenticate } from '@luvalla/contract/identity/account';
import { enterCode, permitApplication, readInteraction, sendCode, useLink as useLinkCall } from '@luvalla/contract/identity/signin';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '../../lib/client.ts';
import { answers, refuses } from '../../lib/handlers.ts';
import { renderApp } from '../../test/render.tsx';
import { server } from '../../test/setup.ts';

const signedOut = { handlers: [refuses(authenticate, 401, { code: 'unauthenticated' })] };
const asked = (email: string | null) => answers(readInteraction, { email, sent: email !== null, redirectTo: null });
const going = () => vi.spyOn(browser, 'go').mockImplementation(() => {});

describe('the email step', () => {
	it.each(['', 'name@example', 'nobody', 'a b@c.fi'])('refuses %j with the specified sentence', async (text) => {
		const go = going();
		const app = await renderApp('/', signedOut);
		const field = await screen.findByRole('textbox', { name: 'Email' });
		if (text) await app.user.type(field, text);
		await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
		expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
		expect(field).toHaveFocus();
		expect(field).toBeInvalid();
		expect(go).not.toHaveBeenCalled();
	});
	it('starts the authorization with the address and the language', async () => {
		const go = going();
		const app = await renderApp('/', signedOut);
		await app.user.type(await screen.findByRole('textbox', { name: 'Email' }), ' Outi@Aalto.Example {Enter}');
		expect(go).toHaveBeenCalledWith('/identity/login?login_hint=outi%40aalto.example&ui_locales=en');
	});
	it('of an interaction sends the code and shows the code step', async () => {
		const sent: unknown[] = [];
		const app = await renderApp('/identity/interaction/u1', {
			handlers: [
				asked(null),
				answers(sendCode, ({ body }) => {
					sent.push(body);
					return { email: 'outi@aalto.example', minutes: 10 };
				}),
			],
			boots: false,
		});
		await app.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'outi@aalto.example{Enter}');
		expect(await screen.findByRole('textbox', { name: 'Six-digit code' })).toHaveAttribute('autocomplete', 'one-time-code');
		expect(sent).toEqual([{ email: 'outi@aalto.example', language: 'en' }]);
	});
});

describe('the code step', () => {
	const open = async () => {
		const app = await renderApp('/identity/interaction/u1', { handlers: [asked('outi@aalto.example')], boots: false });
		return { app, field: await screen.findByRole('textbox', { name: 'Six-digit code' }) };
	};
	it('takes a pasted code with spaces, and leads on', async () => {
		const go = going();
		const { app, field } = await open();
		server.use(answers(enterCode, ({ body }) => ({ redirectTo: `/next?${JSON.stringify(body)}` })));
		await app.user.click(field);
		await app.user.paste('123 456');
		await app.user.keyboard('{Enter}');
		await waitFor(() => expect(go).toHaveBeenCalledWith('/next?{"code":"123456"}'));
	});
	it.each([
		['wrong_code', 'That is not the code we sent. Check the digits, or ask for a new code.'],
		['expired_code', 'This code is too old. Ask for a new one.'],
		['used_code', 'This code has been used. Ask for a new one.'],
		['too_many_tries', 'Too many tries with this code. Ask for a new one.'],
	])('says %s in a clear sentence and offers a new code', async (code, sentence) => {
		const { app, field } = await open();
		server.use(refuses(enterCode, 422, { code, error: 'server' }));
		await app.user.type(field, '123456{Enter}');
		expect(await screen.findByText(sentence)).toBeVisible();
		server.use(answers(sendCode, { email: 'outi@aalto.example', minutes: 10 }));
		await app.user.click(screen.getByRole('button', { name: 'Send a new code' }));
		expect(await screen.findByText('A new code is on its way to outi@aalto.example')).toBeInTheDocument();
		expect(screen.queryByText(sentence)).toBeNull();
	});
	it('asks for six digits before it asks the server', async () => {
		const { app, field } = await open();
		await app.user.type(field, '123{Enter}');
		expect(await screen.findByText('The code has six digits')).toBeVisible();
	});
	it('leads back to another address', async () => {
		const { app } = await open();
		await app.user.click(screen.getByRole('button', { name: 'Use another address' }));
		expect(await screen.findByRole('textbox', { name: 'Email' })).toBeVisible();
	});
});

describe('an application that asks to know the person', () => {
	const application = { name: 'Kukkapuoti', customer: 'Kukka Oy', logoUri: '', primaryColor: '#2b4a3f', secondaryColor: '' };
	const open = (stays: boolean) =>
		renderApp('/identity/interaction/u1', {
			handlers: [
				answers(readInteraction, { email: null, sent: false, redirectTo: null, application, asks: { email: 'outi@aalto.example', stays } }),
			],
			boots: false,
		});
	it.each([
		['Allow', true],
		['Not now', false],
	])('names it, its company and what it will see, and takes %s', async (name, allow) => {
		const go = going();
		const app = await open(true);
		expect(await screen.findByRole('heading', { name: 'Let Kukkapuoti know you?' })).toBeVisible();
		expect(screen.getByText('Kukkapuoti belongs to Kukka Oy. You are signed in to Luvalla as outi@aalto.example.')).toBeVisible();
		expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
			'your name and your email address',
			'what you may see and do for Kukka Oy in Luvalla, today and later',
			'both for two weeks after you were last there, without asking again',
		]);
		expect(screen.queryByRole('textbox')).toBeNull();
		// yes and no look the same
		const [yes, no] = ['Allow', 'Not now'].map((one) => screen.getByRole('button', { name: one }));
		for (const attribute of ['class', 'style', 'data-variant', 'data-strong', 'data-size'])
			expect(yes?.getAttribute(attribute), attribute).toBe(no?.getAttribute(attribute));
		server.use(answers(permitApplication, ({ body }) => ({ redirectTo: `/next?${JSON.stringify(body)}` })));
		await app.user.click(screen.getByRole('button', { name }));
		await waitFor(() => expect(go).toHaveBeenCalledWith(`/next?{"allow":${allow}}`));
	});
	it('says so when the question has ended, and can be asked again', async () => {
		const app = await open(false);
		expect(await screen.findAllByRole('listitem')).toHaveLength(2);
		server.use(
			refuses(permitApplication, 404, { code: 'expired_interaction', error: 'This sign-in was begun too long ago. Start again.' }),
		);
		await app.user.click(screen.getByRole('button', { name: 'Allow' }));
		expect(await screen.findByText('This sign-in was begun too long ago. Start again.')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Allow' })).toBeEnabled();
	});
});

it('says when a sign-in has ended and starts again', async () => {
	await renderApp('/identity/interaction/u1', { handlers: [refuses(readInteraction, 404, { code: 'not_found' })], boots: false });
	expect(await screen.findByRole('heading', { name: 'This sign-in has ended' })).toBeVisible();
	expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/');
});

describe('a mailed link', () => {
	const open = async (search: string) => {
		window.history.replaceState(null, '', `/identity/link${search}`);
		return renderApp(`/identity/link${search}`, { handlers: [], boots: false });
	};
	it('uses nothing up until the button is pressed', async () => {
		const go = going();
		const tokens: unknown[] = [];
		const app = await open('?token=abc');
		server.use(
			answers(useLinkCall, ({ body }) => {
				tokens.push(body);
				return { redirectTo: '/?code=x&session_state=y' };
			}),
		);
		expect(tokens).toEqual([]);
		await app.user.click(await screen.findByRole('button', { name: 'Sign in' }));
		await waitFor(() => expect(go).toHaveBeenCalledWith('/?code=x&session_state=y'));
		expect(tokens).toEqual([{ token: 'abc' }]);
	});
	it.each([
		['wrong_link', 'This link does not work. Ask for a new one.'],
		['expired_link', 'This link is too old. Ask for a new one.'],
		['used_link', 'This link has been used. Ask for a new one.'],
	])('that is %s says so', async (code, sentence) => {
		const app = await open('?token=abc');
		server.use(refuses(useLinkCall, 422, { code }));
		await app.user.click(await screen.findByRole('button', { name: 'Sign in' }));
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/');
	});
	it('without a token is told at once', async () => {
		await open('');
		expect(await screen.findByText(/The link is not complete/)).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
	});
});
