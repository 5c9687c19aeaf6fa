/** Signing in with a passkey. */
import { authenticate } from '@luvalla/contract/identity/account';
import { passkeySignIn, passkeySignInOptions } from '@luvalla/contract/identity/passkeys';
import { readInteraction } from '@luvalla/contract/identity/signin';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { answers, refuses } from '#portal/lib/handlers.ts';
import * as keys from '#portal/lib/passkeys.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

vi.mock('#portal/lib/passkeys.ts', { spy: true });
beforeEach(() => void vi.mocked(keys.knowsPasskeys).mockReturnValue(true));

const going = () => vi.spyOn(browser, 'go').mockImplementation(() => {});
const interaction = () =>
	renderApp('/identity/interaction/u1', {
		handlers: [answers(readInteraction, { email: null, sent: false, redirectTo: null }), answers(passkeySignInOptions, { challenge: 'c' })],
		boots: false,
	});
const press = async (app: Awaited<ReturnType<typeof interaction>>) =>
	app.user.click(await screen.findByRole('button', { name: 'Use a passkey' }));

it('leads on with what the browser proved', async () => {
	const go = going();
	const app = await interaction();
	vi.mocked(keys.proveByPasskey).mockResolvedValue({ id: 'k' });
	server.use(answers(passkeySignIn, ({ body }) => ({ redirectTo: `/next?${JSON.stringify(body)}` })));
	await press(app);
	await waitFor(() => expect(go).toHaveBeenCalledWith('/next?{"response":{"id":"k"}}'));
});

it('at the root starts the authorization, whose email step then begins with the passkey', async () => {
	const go = going();
	const app = await renderApp('/', { handlers: [refuses(authenticate, 401, { code: 'unauthenticated' })] });
	await press(app);
	expect(go).toHaveBeenCalledWith('/identity/login?ui_locales=en');
	app.unmount();
	vi.mocked(keys.proveByPasskey).mockResolvedValue({ id: 'k' });
	await interaction();
	server.use(answers(passkeySignIn, { redirectTo: '/next' }));
	await waitFor(() => expect(go).toHaveBeenCalledWith('/next'));
});

it.each([
	['cancelled', 'No passkey was used. Try again, or sign in with your email.'],
	['failed', 'The passkey did not work in this browser. Sign in with your email.'],
] as const)('%s in the browser says so', async (problem, sentence) => {
	const app = await interaction();
	vi.mocked(keys.proveByPasskey).mockRejectedValue(new keys.PasskeyFailure(problem, null));
	await press(app);
	expect(await screen.findByText(sentence)).toBeVisible();
});

it('that the server does not know says so', async () => {
	const app = await interaction();
	vi.mocked(keys.proveByPasskey).mockResolvedValue({ id: 'k' });
	server.use(refuses(passkeySignIn, 422, { code: 'passkey_refused', error: 'server' }));
	await press(app);
	expect(await screen.findByText('This passkey is not known here. Try another, or sign in with your email.')).toBeVisible();
});

it('in a browser without passkeys says so', async () => {
	const app = await interaction();
	vi.mocked(keys.knowsPasskeys).mockReturnValue(false);
	await press(app);
	expect(await screen.findByText('This browser has no passkeys. Sign in with your email.')).toBeVisible();
});
