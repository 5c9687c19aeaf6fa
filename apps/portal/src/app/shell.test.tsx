/** The shell as people meet it: top-level switch, selectors, switching, feedback, guide, header, languages. */
import { helpContent } from '@luvalla/contract/guidance/content';
import { sendFeedback } from '@luvalla/contract/guidance/feedback';
import { authenticate, logoff } from '@luvalla/contract/identity/account';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '../lib/client.ts';
import { answers, hangs, refuses } from '../lib/handlers.ts';
import { chooseLanguage } from '../lib/say.ts';
import { publicSettings } from '../lib/settings.ts';
import { workFor } from '../lib/worked-for.ts';
import { bootOf, mapped } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { screenSize, server } from '../test/setup.ts';
import { specScreens } from '../test/spec-screens.ts';

const over = (kind: Parameters<typeof bootOf>[0], rows = mapped) => ({ handlers: bootOf(kind, rows), screens: specScreens });
const quiet = () => ({
	go: vi.spyOn(browser, 'go').mockImplementation(() => {}),
	wait: vi.spyOn(browser, 'wait').mockResolvedValue(),
});

describe('the top-level switch', () => {
	it('shows the mark while it boots', async () => {
		await renderApp('/', { handlers: [hangs(authenticate)], boots: false });
		expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
	});
	it('gives an unauthenticated visitor the sign-in area, whatever the address', async () => {
		await renderApp('/customerdomains', { handlers: [refuses(authenticate, 401, { code: 'unauthenticated' })], screens: specScreens });
		expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
	});
	it('offers Home and Register there', async () => {
		await renderApp('/', { handlers: [refuses(authenticate, 401, { code: 'unauthenticated' })], screens: specScreens });
		expect(await screen.findByRole('link', { name: 'Home' })).toHaveAttribute('href', '/welcome');
		expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
	});
	it('leads admins, partners and domain admins from the root to the dashboard', async () => {
		for (const kind of ['admin', 'partner', 'domainAdmin', 'customerAdmin'] as const) {
			const app = await renderApp('/', over(kind));
			await waitFor(() => expect(app.path()).toBe('/customerdashboard'));
			expect(await screen.findByRole('navigation', { name: 'Menu' })).toBeVisible();
			app.unmount();
		}
	});
	it('gives a normal user one page with name, Feedback and Logout, and no menu', async () => {
		await renderApp('/', over('normal'));
		expect(await screen.findByRole('heading', { name: 'You decide' })).toBeVisible();
		expect(await screen.findByText('Nobody has asked you anything here yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Feedback' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
		expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
	});
	it('sends a normal user who opens an admin path to /redirect', async () => {
		const app = await renderApp('/customers', over('normal'));
		await waitFor(() => expect(app.path()).toBe('/redirect'));
		expect(await screen.findByRole('link', { name: 'Go to the new admin site' })).toBeVisible();
	});
	it('shows access denied, to the letter and with two ways on, for paths one may not open or that do not exist', async () => {
		for (const path of ['/roles', '/nothing', '/manageaccount']) {
			const app = await renderApp(path, over('domainAdmin'));
			expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
			expect(screen.getByText('Looks like you do not have rights to access requested functionality')).toBeVisible();
			expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
			expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact');
			app.unmount();
		}
	});
	it('says of an address without a page that there is none, in both languages, and of a closed page that it is closed', async () => {
		for (const kind of ['domainAdmin', 'normal'] as const) {
			const app = await renderApp('/nosuchpage', over(kind));
			expect(await screen.findByText('There is no page at this address. Check how it is written.')).toBeVisible();
			expect(document.title).toContain('Page not found');
			act(() => chooseLanguage('fi'));
			expect(await screen.findByText('Tässä osoitteessa ei ole sivua. Tarkista, miten se on kirjoitettu.')).toBeVisible();
			act(() => chooseLanguage('en'));
			app.unmount();
		}
		await renderApp('/roles', over('domainAdmin'));
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
		expect(screen.queryByText(/There is no page/)).toBeNull();
	});
	it('opens /contact without asking who is there', async () => {
		await renderApp('/contact', { handlers: [], boots: false });
		expect(await screen.findByRole('heading', { name: 'Contact support' })).toBeVisible();
	});
	it.each([
		['/contact', 'domainAdmin'],
		['/', 'normal'],
		['/customerdashboard', 'domainAdmin'],
	] as const)('can give the focus to %s of %s, where a link that goes leaves it', async (path, kind) => {
		await renderApp(path, over(kind));
		const page = await screen.findByRole('main');
		document.getElementById('main')?.focus();
		expect(page).toHaveFocus();
	});
	it('says so when the portal cannot be opened, and tries again', async () => {
		const app = await renderApp('/', { handlers: [refuses(authenticate, 503, { code: 'starting' })], screens: specScreens });
		expect(await screen.findByText('starting')).toBeVisible();
		server.use(...bootOf('domainAdmin'));
		await app.user.click(screen.getByRole('button', { name: 'Try again' }));
		await waitFor(() => expect(app.path()).toBe('/customerdashboard'));
	});
});

describe('the header', () => {
	it('shows the customer selector when more than one customer is mapped', async () => {
		await renderApp('/customerdashboard', over('domainAdmin'));
		expect(await screen.findByRole('button', { name: 'Customer: Aalto Oy' })).toBeVisible();
		expect(screen.queryByRole('button', { name: /^Domain:/ })).toBeNull();
	});
	it('lists customers by their names, and opens at the one that is worked for', async () => {
		const names = ['Zeta', 'Öljy', 'Åbo', 'Ähtäri', 'aalto'];
		const rows = names.map((customerName, n) => ({ id: null, domain: null, isAdmin: true, customerId: n + 1, customerName, useCM: true }));
		const app = await renderApp('/customerdashboard', over('domainAdmin', rows));
		await app.user.click(await screen.findByRole('button', { name: 'Customer: Zeta' }));
		const options = within(await screen.findByRole('listbox')).getAllByRole('option');
		expect(options.map(({ textContent }) => textContent)).toEqual(['aalto', 'Zeta', 'Åbo', 'Ähtäri', 'Öljy']);
		await app.user.keyboard('{ArrowDown}');
		expect(screen.getByRole('option', { name: 'Åbo' })).toHaveAttribute('data-combobox-selected');
	});
	it('says whom one works for with one customer, without a choice', async () => {
		await renderApp('/customerdashboard', over('domainAdmin', mapped.slice(0, 2)));
		await screen.findByRole('navigation', { name: 'Menu' });
		expect(screen.queryByRole('button', { name: /^Customer:/ })).toBeNull();
		expect((await screen.findAllByText('Aalto Oy'))[0]).toBeVisible();
	});
	it.each(['/audiences', '/contents', '/campaigns', '/segments', '/constellations', '/campaigndashboard'])(
		'shows the domain selector on %s',
		async (path) => {
			await renderApp(path, over('domainAdmin'));
			expect(await screen.findByRole('button', { name: 'Domain: shop.example' })).toBeVisible();
		},
	);
	it('offers on /campaigns only domains that one administers, on /segments every one', async () => {
		const offered = async (path: string, label: string) => {
			const app = await renderApp(path, over('domainAdmin', mapped.slice(0, 2)));
			await app.user.click(await screen.findByRole('button', { name: label }));
			const options = within(await screen.findByRole('listbox')).getAllByRole('option');
			app.unmount();
			return options.map(({ textContent }) => textContent);
		};
		expect(await offered('/campaigns', 'Domain: shop.example')).toEqual(['shop.example']);
		expect(await offered('/segments', 'Domain: shop.example')).toEqual(['shop.example', 'club.example']);
	});
	it('shows ADMIN neither, but on every page the name of the customer they work for', async () => {
		await renderApp('/campaigns', over('admin'));
		await screen.findByRole('navigation', { name: 'Menu' });
		expect(screen.queryByText('Mökki Oy')).toBeNull();
		act(() => workFor({ id: 2, name: 'Mökki Oy' }));
		expect(await screen.findByText('Mökki Oy')).toBeVisible();
		expect(screen.queryByRole('button', { name: /^(Customer|Domain):/ })).toBeNull();
	});
	it('says Domains Not Avaliable for an empty domain list', async () => {
		const app = await renderApp(
			'/campaigns',
			over('domainAdmin', [{ id: null, domain: null, isAdmin: false, customerId: 1, customerName: 'Aalto Oy', useCM: true }]),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Domain: Domains Not Avaliable' }));
		expect(within(await screen.findByRole('listbox')).getByText('Domains Not Avaliable')).toBeVisible();
	});
	it('shows Account to customer admins alone', async () => {
		const first = await renderApp('/customerdashboard', over('customerAdmin'));
		expect(await screen.findByRole('link', { name: 'Account' })).toBeVisible();
		first.unmount();
		await renderApp('/customerdashboard', over('domainAdmin'));
		await screen.findByRole('navigation', { name: 'Menu' });
		expect(screen.queryByRole('link', { name: 'Account' })).toBeNull();
	});
	it('offers an update when the stored version is behind; clicking stores the new one and reloads', async () => {
		const { go } = quiet();
		localStorage.setItem('luvalla.appVersion', '41');
		const app = await renderApp('/customerdashboard', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'A new version is available. Update now' }));
		expect(localStorage.getItem('luvalla.appVersion')).toBe('42');
		expect(go).toHaveBeenCalledTimes(1);
	});
	it('does not log out by the second press of a double click, which closed what lay above', async () => {
		const { go } = quiet();
		await renderApp('/customerdashboard', over('domainAdmin'));
		fireEvent.click(await screen.findByRole('button', { name: 'Logout' }), { detail: 2 });
		expect(screen.getByRole('button', { name: 'Logout' })).toBeEnabled();
		expect(go).not.toHaveBeenCalled();
	});
	it('logs out', async () => {
		const { go, wait } = quiet();
		const app = await renderApp('/customerdashboard', over('domainAdmin'));
		server.use(answers(logoff, { signedOut: true }));
		await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
		await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
		expect(wait).toHaveBeenCalledWith(1000);
	});
});

describe('switching', () => {
	it('the domain asks with the specified sentences; OK sets it and refreshes after 2000 ms', async () => {
		const { go, wait } = quiet();
		const app = await renderApp('/segments', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'Domain: shop.example' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		const dialog = await screen.findByRole('dialog', { name: 'Are you sure, you want to switch the domain?' });
		expect(within(dialog).getByText('Please make sure that all changes are saved.')).toBeInTheDocument();
		await app.user.click(within(dialog).getByRole('button', { name: 'OK' }));
		await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
		expect(wait).toHaveBeenCalledWith(2000);
	});
	it('is told of once the view is refreshed', async () => {
		quiet();
		const app = await renderApp('/segments', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'Domain: shop.example' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await app.user.click(await screen.findByRole('button', { name: 'OK' }));
		await waitFor(() => expect(screen.getByRole('button', { name: 'Domain: club.example' })).toBeVisible());
		app.unmount();
		const again = await renderApp('/segments', over('domainAdmin'));
		expect(await screen.findByText('You are now in Aalto Oy / club.example')).toBeVisible();
		again.unmount();
		await renderApp('/segments', over('domainAdmin'));
		await screen.findByRole('navigation', { name: 'Menu' });
		expect(screen.queryByText('You are now in Aalto Oy / club.example')).toBeNull();
	});
	it('the customer asks too, and nothing happens on Cancel', async () => {
		const { go } = quiet();
		const app = await renderApp('/customerdashboard', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'Customer: Aalto Oy' }));
		await app.user.click(await screen.findByRole('option', { name: 'Mökki Oy' }));
		const dialog = await screen.findByRole('dialog', { name: 'Are you sure, you want to switch the customer?' });
		await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
		expect(go).not.toHaveBeenCalled();
		expect(screen.getByRole('button', { name: 'Customer: Aalto Oy' })).toBeInTheDocument();
	});
	it('searches the list by substring, whatever the case', async () => {
		const app = await renderApp('/segments', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'Domain: shop.example' }));
		await app.user.type(await screen.findByPlaceholderText('Find a domain'), 'CLUB');
		expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['club.example']);
		expect(screen.getByText('2 domains of Aalto Oy')).toBeInTheDocument();
	});
});

describe('feedback', () => {
	const write = async (text: string) => {
		const app = await renderApp('/customerdashboard', over('domainAdmin'));
		await app.user.click(await screen.findByRole('button', { name: 'Feedback' }));
		const box = await screen.findByRole('textbox', { name: 'What should we know' });
		if (text) await app.user.type(box, text);
		return app;
	};
	it('cannot be sent empty', async () => {
		await write('   ');
		expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
	});
	it('is sent in the query, thanked for, and the dropdown closes', async () => {
		const app = await write('Hyvä');
		let [message, from]: (string | null)[] = [null, null];
		server.use(
			answers(sendFeedback, ({ url }) => {
				[message, from] = [url.searchParams.get('message'), url.searchParams.get('page')];
				return { id: 'f1' };
			}),
		);
		await app.user.click(screen.getByRole('button', { name: 'Submit' }));
		expect(await screen.findByText('Thank you.')).toBeInTheDocument();
		expect(message).toBe('Hyvä');
		expect(from).toBe(window.location.pathname);
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
	});
	it('that fails says so, closes too, and keeps the text', async () => {
		const app = await write('Hyvä');
		server.use(refuses(sendFeedback, 500, { code: 'broken' }));
		await app.user.click(screen.getByRole('button', { name: 'Submit' }));
		expect(await screen.findByText('Could not submit feedback.Please try again later.')).toBeInTheDocument();
		await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull());
		await app.user.click(screen.getByRole('button', { name: 'Feedback' }));
		expect(await screen.findByRole('textbox', { name: 'What should we know' })).toHaveValue('Hyvä');
	});
});

describe('Guide me', () => {
	it('opens help for the current page, two items at most, and closes', async () => {
		const app = await renderApp('/campaigns', over('domainAdmin'));
		let asked = '';
		server.use(
			answers(helpContent, ({ url }) => {
				asked = url.search;
				return [
					{
						type: 'featureHelp' as const,
						title: 'x',
						heading: 'Your first campaign',
						content: '<p>Four things.</p>',
						accordion: [{ title: 'Stopping', accordionContent: '<p>Press stop.</p>' }],
					},
				];
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Guide me' }));
		const drawer = await screen.findByRole('complementary', { name: 'Guide me' });
		expect(await within(drawer).findByText('Four things.')).toBeVisible();
		expect(within(drawer).getByRole('button', { name: 'Stopping' })).toBeVisible();
		expect(asked).toBe('?type=featureHelp&title=%2Fcampaigns&limit=2');
		await app.user.click(within(drawer).getByRole('button', { name: 'Close the guide' }));
		expect(screen.queryByRole('complementary', { name: 'Guide me' })).toBeNull();
		expect(screen.getByRole('button', { name: 'Guide me' })).toHaveFocus();
	});
});

describe('the sidebar', () => {
	it('opens one group, remembers it, and marks the page', async () => {
		const app = await renderApp('/customerdomains', over('domainAdmin'));
		const nav = await screen.findByRole('navigation', { name: 'Menu' });
		expect(within(nav).getByRole('button', { name: 'Domains' })).toHaveAttribute('aria-expanded', 'true');
		expect(within(nav).getByRole('link', { name: 'Manage domains' })).toHaveAttribute('aria-current', 'page');
		await app.user.click(within(nav).getByRole('button', { name: 'CMP' }));
		expect(within(nav).getByRole('button', { name: 'Domains' })).toHaveAttribute('aria-expanded', 'false');
		expect(localStorage.getItem('luvalla.openGroup')).toBe('cmp');
	});
	it('leads to pages that are said by their titles, where one began too', async () => {
		const { user } = await renderApp('/customerdomains', over('domainAdmin'));
		const nav = await screen.findByRole('navigation', { name: 'Menu' });
		const said = () => document.querySelector('[aria-live].visually-hidden');
		expect(said()).toBeEmptyDOMElement();
		await user.click(within(nav).getByRole('link', { name: 'Reporting' }));
		await waitFor(() => expect(said()).toHaveTextContent('/reports'));
		await user.click(within(nav).getByRole('button', { name: 'Domains' }));
		await user.click(within(nav).getByRole('link', { name: 'Manage domains' }));
		await waitFor(() => expect(said()).toHaveTextContent('/customerdomains'));
	});
	it('has Settings, Cookie Settings and the copyright of 2021', async () => {
		await renderApp('/customerdashboard', over('domainAdmin'));
		const nav = await screen.findByRole('navigation', { name: 'Menu' });
		expect(within(nav).getByRole('link', { name: 'Settings' })).toHaveAttribute('href', publicSettings().accountUrl);
		expect(within(nav).getByRole('button', { name: 'Cookie Settings' })).toBeVisible();
		expect(within(nav).getByText('© 2021 Luvalla')).toBeVisible();
	});
	it('is a drawer on a narrow screen', async () => {
		screenSize.width = 800;
		const app = await renderApp('/customerdashboard', over('domainAdmin'));
		expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull();
		await app.user.click(await screen.findByRole('button', { name: 'Open the menu' }));
		expect(await screen.findByRole('navigation', { name: 'Menu' })).toBeInTheDocument();
	});
	it('shows its notice for 4000 ms', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		await renderApp('/customerdashboard', over('domainAdmin'));
		const notice = 'Guide me, at the right edge, explains the page you are on';
		expect(await screen.findByText(notice)).toBeVisible();
		await vi.advanceTimersByTimeAsync(3500);
		expect(screen.getByText(notice)).toBeVisible();
		await vi.advanceTimersByTimeAsync(1000);
		expect(screen.queryByText(notice)).toBeNull();
		vi.useRealTimers();
	});
});

it('speaks Finnish once chosen', async () => {
	const app = await renderApp('/customerdomains', over('domainAdmin'));
	await app.user.click(await screen.findByRole('button', { name: /Language: English/ }));
	await app.user.click(await screen.findByRole('menuitemradio', { name: 'Finnish' }));
	expect(await screen.findByRole('button', { name: 'Palaute' })).toBeVisible();
	expect(document.documentElement.lang).toBe('fi');
	expect(localStorage.getItem('luvalla.language')).toBe('fi');
});

describe('the code of a screen', () => {
	it('is fetched when its entry in the menu has the focus or the pointer, once, and is there when it is pressed', async () => {
		const load = vi.fn(async () => () => <h1>Reports at last</h1>);
		const screens = specScreens.map((one) => (one.path === '/reports' ? { ...one, load } : one));
		const app = await renderApp('/customerdashboard', { handlers: bootOf('customerAdmin'), screens });
		const menu = await screen.findByRole('navigation', { name: 'Menu' });
		const entry = within(menu).getByRole('link', { name: 'Reporting' });
		expect(load).not.toHaveBeenCalled();
		act(() => entry.focus());
		await waitFor(() => expect(load).toHaveBeenCalledOnce());
		await app.user.hover(entry);
		await app.user.click(entry);
		expect(await screen.findByRole('heading', { name: 'Reports at last' })).toBeVisible();
		expect(load).toHaveBeenCalledOnce();
	});
	it('is asked for again where it did not come', async () => {
		const load = vi.fn<() => Promise<() => React.ReactNode>>(async () => () => <h1>Reports at last</h1>);
		load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
		const screens = specScreens.map((one) => (one.path === '/reports' ? { ...one, load } : one));
		const app = await renderApp('/customerdashboard', { handlers: bootOf('customerAdmin'), screens });
		const menu = await screen.findByRole('navigation', { name: 'Menu' });
		const entry = within(menu).getByRole('link', { name: 'Reporting' });
		act(() => entry.focus());
		await waitFor(() => expect(load).toHaveBeenCalledOnce());
		await app.user.click(entry);
		expect(await screen.findByRole('heading', { name: 'Reports at last' })).toBeVisible();
		expect(load).toHaveBeenCalledTimes(2);
	});
});
