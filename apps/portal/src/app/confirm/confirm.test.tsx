/** 403 confirm_identity: the dialog sends a code, takes it, and the call is repeated once; or it ends with the server's sentence. */
import { authenticate } from '@luvalla/contract/identity/account';
import { addPasskey } from '@luvalla/contract/identity/passkeys';
import { askConfirmation, confirmIdentity, endAssistance, logInAsUser } from '@luvalla/contract/identity/sessions';
import { changeCustomer, customers } from '@luvalla/contract/tenancy/customers';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { browser, send } from '#portal/lib/client.ts';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, customer } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';
import { specScreens } from '#portal/test/spec-screens.ts';

const SENTENCE = 'Confirm first that it is you: we send a code to your address.';
/** Refused until proven; counts how often it was asked. */
const guarded = (state: { proven: boolean; asked: number }) =>
	http.post('*/identity/account/loginasuser', () => {
		state.asked++;
		return state.proven
			? HttpResponse.json({ data: { userName: 'outi@aalto.example', until: '2026-11-20T11:00:00.000Z' } })
			: HttpResponse.json({ code: 'confirm_identity', error: SENTENCE }, { status: 403 });
	});
const open = async () => {
	const state = { proven: false, asked: 0 };
	const app = await renderApp('/customerdashboard', { handlers: [...bootOf('admin'), guarded(state)], screens: specScreens });
	await screen.findByRole('main');
	server.use(answers(askConfirmation, { email: 'admin@luvalla.localhost' }));
	return { app, state };
};
const ask = () => send(logInAsUser, { body: { userName: 'outi@aalto.example' } });

it('a session that ends under something written keeps it, until the same person is back', async () => {
	const row = customer(1);
	const app = await renderApp('/customers?id=1', { handlers: [...bootOf('admin'), answers(customers, [row], { total: 1, next: null })] });
	const phone = await screen.findByRole('textbox', { name: /^Phone/ });
	await app.user.type(phone, '+358 40 1');
	const nobody = { code: 'not_signed_in' };
	server.use(refuses(changeCustomer, 401, nobody), refuses(authenticate, 401, nobody));
	await app.user.click(screen.getByRole('button', { name: 'Save customer' }));
	const over = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
	expect(over.getByText(/admin@luvalla.localhost/)).toBeVisible();
	expect(over.getByRole('link', { name: 'Sign in in a new tab' })).toHaveAttribute('target', '_blank');
	const asked: unknown[] = [];
	server.use(
		...bootOf('admin'),
		answers(changeCustomer, ({ body }) => {
			asked.push(body);
			return row;
		}),
	);
	await app.user.click(over.getByRole('button', { name: 'I have signed in' }));
	await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your session has ended' })).toBeNull());
	await app.user.click(screen.getByRole('button', { name: 'Save customer' }));
	await waitFor(() => expect(asked).toMatchObject([{ phone: '+358 40 1' }]));
});

describe('a fresh proof', () => {
	it('is asked for, and the call is repeated once', async () => {
		const { app, state } = await open();
		const codes: unknown[] = [];
		server.use(
			answers(confirmIdentity, ({ body }) => {
				codes.push(body);
				state.proven = true;
				return { until: '2026-11-20T10:10:00.000Z' };
			}),
		);
		const call = ask();
		const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
		expect(await within(dialog).findByText(/admin@luvalla.localhost/)).toBeVisible();
		await app.user.type(within(dialog).getByRole('textbox', { name: 'Six-digit code' }), '123 456{Enter}');
		expect(await call).toMatchObject({ signedIn: true, data: { userName: 'outi@aalto.example' } });
		expect(codes).toEqual([{ code: '123456' }]);
		expect(state.asked).toBe(2);
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	});
	it('that is cancelled rejects with the server’s sentence and repeats nothing', async () => {
		const { app, state } = await open();
		const call = ask();
		const refused = expect(call).rejects.toThrow(SENTENCE);
		const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
		await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
		await refused;
		expect(state.asked).toBe(1);
	});
	it('says that a code is wrong and stays', async () => {
		const { app } = await open();
		server.use(refuses(confirmIdentity, 422, { code: 'wrong_code', error: 'server' }));
		const call = ask().catch((error: unknown) => error);
		const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
		await within(dialog).findByText(/admin@luvalla.localhost/);
		await app.user.type(within(dialog).getByRole('textbox', { name: 'Six-digit code' }), '123{Enter}');
		expect(await within(dialog).findByText('The code has six digits')).toBeVisible();
		await app.user.type(within(dialog).getByRole('textbox', { name: 'Six-digit code' }), '456{Enter}');
		expect(await within(dialog).findByText(/That is not the code we sent/)).toBeVisible();
		await app.user.keyboard('{Escape}');
		expect(await call).toBeInstanceOf(Error);
	});
	it('that cannot be sent says so', async () => {
		const { app } = await open();
		server.use(refuses(askConfirmation, 429, { code: 'too_many_mails', error: 'server' }));
		const call = ask().catch((error: unknown) => error);
		const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
		expect(await within(dialog).findByText(/several letters to this address/)).toBeVisible();
		expect(within(dialog).getByRole('button', { name: 'Confirm' })).toBeDisabled();
		await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
		await call;
	});
	it('is not asked for where nobody could answer', async () => {
		server.use(refuses(addPasskey, 403, { code: 'confirm_identity', error: SENTENCE }));
		await expect(send(addPasskey, { body: { name: 'x', response: {} } })).rejects.toThrow(SENTENCE);
	});
});

describe('an assisted session', () => {
	const assisted = async (kind: 'customerAdmin' | 'normal', path: string) => {
		const until = new Date(2026, 10, 20, 14, 5).toISOString();
		const boot = answers(authenticate, {
			roles: [],
			username: 'Outi',
			email: 'outi@aalto.example',
			contextKey: 'context-1',
			assisted: { by: 'admin@luvalla.localhost', until },
		});
		return renderApp(path, { handlers: [boot, ...bootOf(kind)], screens: specScreens });
	};
	it.each([
		['customerAdmin', '/customerdashboard'],
		['customerAdmin', '/nothing/here'],
		['normal', '/'],
	] as const)('is said above every page: %s at %s', async (kind, path) => {
		await assisted(kind, path);
		const bar = await screen.findByRole('region', { name: 'Assisted session' });
		expect(bar).toHaveTextContent(`You are signed in as ${kind}@luvalla.localhost admin@luvalla.localhost acts for them until 14:05.`);
	});
	it('ends with its session data cleared and the portal loaded afresh', async () => {
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		vi.spyOn(browser, 'wait').mockResolvedValue();
		const app = await assisted('customerAdmin', '/customerdashboard');
		sessionStorage.setItem('luvalla.domainChangePath', '/reports');
		server.use(answers(endAssistance, { userId: '0193b2f0-0000-7000-8000-000000000001' }));
		await app.user.click(await screen.findByRole('button', { name: 'End session' }));
		await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
		expect(sessionStorage.getItem('luvalla.domainChangePath')).toBeNull();
		expect(sessionStorage.getItem('luvalla.context')).toBeNull();
	});
	it('is not there otherwise', async () => {
		await renderApp('/customerdashboard', { handlers: bootOf('customerAdmin'), screens: specScreens });
		await screen.findByRole('main');
		expect(screen.queryByRole('region', { name: 'Assisted session' })).toBeNull();
	});
});
