/** Registration: what is sent, what is refused, and the visitors' pages around it. */
import { helpContent } from '@luvalla/contract/guidance/content';
import { authenticate } from '@luvalla/contract/identity/account';
import { registerCustomer } from '@luvalla/contract/tenancy/invites';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { sentRegistration } from '#portal/lib/registered.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const open = (path = '/register') => renderApp(path, { handlers: [], boots: false });
const type = async (app: Awaited<ReturnType<typeof open>>, label: RegExp, text: string) =>
	app.user.type(await screen.findByRole('textbox', { name: label }), text);
const fill = async (app: Awaited<ReturnType<typeof open>>) => {
	await type(app, /Company name/, 'Järvi Ky');
	await type(app, /Your email/, ' Outi@Jarvi.Example');
	await app.user.click(screen.getByRole('checkbox'));
};
const submit = (app: Awaited<ReturnType<typeof open>>) => app.user.click(screen.getByRole('button', { name: 'Register' }));

describe('the form', () => {
	it('sends the placeholder as primary email, the country as its code and the business ID trimmed', async () => {
		const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
		const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
		const app = await open();
		const asked: Asked[] = [];
		server.use(
			answers(registerCustomer, (one) => {
				asked.push(one);
				return { email: 'outi@jarvi.example' };
			}),
		);
		await fill(app);
		await type(app, /Business ID/, ' 7654321-0 ');
		await type(app, /Domains/, 'shop.jarvi.example{Enter}club.jarvi.example');
		await app.user.click(screen.getByRole('combobox', { name: 'Country' }));
		await app.user.click(await screen.findByRole('option', { name: 'Finland (+358)' }));
		await submit(app);
		expect(await screen.findByRole('heading', { name: 'We sent you a mail' })).toBeVisible();
		expect(screen.getByRole('status')).toHaveTextContent('outi@jarvi.example');
		// As specified it leads on after a second, and the sign-in area goes on saying it.
		await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
		expect(wait).toHaveBeenCalledWith(1000);
		expect(sentRegistration()).toEqual({ email: 'outi@jarvi.example', name: 'Järvi Ky' });
		expect(asked[0]?.body).toMatchObject({
			name: 'Järvi Ky',
			businessId: '7654321-0',
			countryCode: 'FI',
			primaryEmail: 'noreply@luvalla.localhost',
			requestedDomains: ['shop.jarvi.example', 'club.jarvi.example'],
			terms: true,
			language: 'en',
		});
	});
	it('is not sent without a name, an address and the terms', async () => {
		const app = await open();
		await screen.findByRole('textbox', { name: /Company name/ });
		await submit(app);
		expect(await screen.findByText('Write your company’s name')).toBeVisible();
		expect(screen.getByText('Please enter a valid email address')).toBeVisible();
		expect(screen.getByText('Accept the terms and conditions')).toBeVisible();
		expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', '/termsandconditions');
	});
	it('names the domain that is none', async () => {
		const app = await open();
		await type(app, /Domains/, 'shop.jarvi.example{Enter}https://x');
		await submit(app);
		expect(await screen.findByText('“https://x”: use a host name such as shop.example.com')).toBeVisible();
	});
	it('shows the specified sentence when the server has none', async () => {
		const app = await open();
		server.use(refuses(registerCustomer, 500, { code: 'internal' }));
		await fill(app);
		await submit(app);
		expect(await screen.findByText('There was an error while registering you as customer, please contact support.')).toBeInTheDocument();
	});
});

describe('the visitors’ pages', () => {
	it.each([
		['/welcome', 'Welcome to Luvalla'],
		['/termsandconditions', 'Terms and conditions'],
		['/home', 'Consent, with proof'],
		['/about', 'Consent, with proof'],
		['/help', 'Consent, with proof'],
		['/privacy', 'Consent, with proof'],
	])('%s opens without a session, with Home and Register', async (path, title) => {
		await open(path);
		expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/welcome');
		expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
	});
	it.each([
		['/welcome', 'welcomePage'],
		['/register', 'registration'],
	])('%s asks for its help, ten at most', async (path, type) => {
		const asked: Asked[] = [];
		server.use(
			answers(helpContent, (one) => {
				asked.push(one);
				return [
					{ type: 'registration' as const, title: 'x', heading: 'Before you begin', content: '<p>Read <em>this</em>.</p>', accordion: [] },
				];
			}),
		);
		await open(path);
		expect((await screen.findByText('this')).tagName).toBe('EM');
		expect(asked.map(({ url }) => url.search)).toEqual([`?type=${type}&limit=10`]);
	});
	it('make the form their root', async () => {
		sessionStorage.setItem('luvalla.registering', '1');
		const app = await renderApp('/', { handlers: [refuses(authenticate, 401, { code: 'unauthenticated' })] });
		expect(await screen.findByRole('heading', { name: 'Register your company' })).toBeVisible();
		expect(app.path()).toBe('/register');
	});
});
