/** The palette and the sheet of shortcuts as people meet them: by keys, by role, and with what the server finds. */

import { checkLedger } from '@luvalla/contract/consent/proof';
import { helpContent, searchHelp } from '@luvalla/contract/guidance/content';
import { type Found, find } from '@luvalla/contract/guidance/find';
import { logoff } from '@luvalla/contract/identity/account';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '../../lib/client.ts';
import { answers, hangs, refuses } from '../../lib/handlers.ts';
import { axeFinds } from '../../test/axe.ts';
import { bootOf, idOf } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { server } from '../../test/setup.ts';
import { specScreens } from '../../test/spec-screens.ts';
import { screens as realScreens } from '../screens.ts';

const nothing: Found = { people: [], domains: [], banners: [], records: [], users: [], customers: [], partners: [] };
const shop: Found = {
	...nothing,
	domains: [{ id: idOf(1), domain: 'shop.example', name: 'Aalto kauppa', customerId: 1, customerName: 'Aalto Oy' }],
	banners: [{ id: idOf(5), title: 'Shop banner', type: 0, domain: 'shop.example' }],
};

/** Pages that ask nothing of the server, and the actions of the real list. */
const screens = specScreens.map((one) => {
	const acts = realScreens.find(({ path }) => path === one.path)?.acts;
	const title = { en: `Page ${one.path.slice(1)}`, fi: `Sivu ${one.path.slice(1)}` };
	return { ...one, title, ...(acts ? { acts } : {}) };
});

const opened = async (kind: Parameters<typeof bootOf>[0], more: readonly HttpHandler[] = []) => {
	const app = await renderApp('/customerdashboard', { handlers: [...more, ...bootOf(kind)], screens });
	await screen.findByRole('navigation', { name: 'Menu' });
	await app.user.keyboard('{Control>}k{/Control}');
	const field = await screen.findByRole('combobox', { name: 'Search' });
	return { app, field, list: screen.getByRole('listbox', { name: 'Results' }) };
};
const names = (list: HTMLElement) =>
	within(list)
		.getAllByRole('option')
		.map(({ textContent }) => textContent);
/** What Enter opens, as a screen reader hears it. */
const active = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the palette', () => {
	it('finds pages, walks them by the arrows, and says which one Enter opens', async () => {
		const { app, field, list } = await opened('domainAdmin', [answers(find, nothing)]);
		await waitFor(() => expect(field).toHaveFocus());
		await app.user.type(field, 'campaign');
		await waitFor(() => expect(names(list)).toEqual(['Page campaigndashboard', 'Page campaigns', 'New campaign']));
		const [first, second] = names(list);
		expect(active(field)).toBe(first);
		await app.user.keyboard('{ArrowDown}');
		expect(active(field)).toBe(second);
		await app.user.keyboard('{ArrowUp}{ArrowUp}');
		expect(active(field)).toBe(names(list).at(-1));
		expect(within(list).getAllByRole('option', { selected: true })).toHaveLength(1);
		expect(await axeFinds(screen.getByRole('dialog', { name: 'Search or go to…' }))).toEqual([]);
	});
	it('finds a domain and its banner by one word, and opens them', async () => {
		const { app, field, list } = await opened('domainAdmin', [
			answers(find, ({ url }) => {
				expect(Object.fromEntries(url.searchParams)).toEqual({ q: 'shop', customerId: '1' });
				return shop;
			}),
		]);
		await app.user.type(field, 'shop');
		await waitFor(() => expect(names(list)).toEqual(['shop.exampleAalto kauppa', 'Shop bannerLight banner · shop.example']));
		expect(within(within(list).getByRole('group', { name: 'Banners' })).getAllByRole('option')).toHaveLength(1);
		expect(await screen.findByText('2 results')).toBeInTheDocument();
		await app.user.keyboard('{ArrowDown}{Enter}');
		await waitFor(() => expect(app.path()).toBe(`/lightconfig/${idOf(5)}`));
		expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull();
	});
	it('keeps what was opened for the session, and for nobody else', async () => {
		const { app, field, list } = await opened('domainAdmin', [answers(find, shop)]);
		await app.user.type(field, 'shop');
		await app.user.click(await within(list).findByRole('option', { name: /shop\.example Aalto|shop\.exampleAalto/ }));
		await waitFor(() => expect(app.path()).toBe('/customerdomains'));
		await app.user.keyboard('{Control>}k{/Control}');
		const recent = within(await screen.findByRole('group', { name: 'Recent' })).getAllByRole('option');
		expect(recent.map(({ textContent }) => textContent)).toEqual(['shop.exampleAalto kauppa']);
		app.unmount();
		const other = await opened('partner');
		expect(within(other.list).queryByRole('group', { name: 'Recent' })).toBeNull();
	});
	it('forgets them at the log-out', async () => {
		vi.spyOn(browser, 'go').mockImplementation(() => {});
		vi.spyOn(browser, 'wait').mockResolvedValue();
		const { app, field, list } = await opened('domainAdmin', [answers(find, shop), answers(logoff, { signedOut: true })]);
		await app.user.type(field, 'shop');
		await app.user.click(await within(list).findByRole('option', { name: /shop\.example.*Aalto/ }));
		expect(sessionStorage.getItem('luvalla.recents')).not.toBeNull();
		await app.user.keyboard('{Control>}k{/Control}');
		await app.user.type(await screen.findByRole('combobox', { name: 'Search' }), 'log out{Enter}');
		await waitFor(() => expect(sessionStorage.getItem('luvalla.recents')).toBeNull());
	});
	it('offers each role what it may do', async () => {
		const acts = async (kind: Parameters<typeof bootOf>[0]) => {
			const { app, list } = await opened(kind);
			const shown = within(within(list).getByRole('group', { name: 'Actions' }))
				.getAllByRole('option')
				.map(({ textContent }) => textContent);
			app.unmount();
			return shown;
		};
		const editor = await acts('domainAdmin');
		expect(editor).toContain('Switch to dark');
		expect(editor).toContain('Log out');
		for (const owners of ['Add domain', 'Check the ledger now', 'Add partner', 'Invite', 'Add cookie'])
			expect(editor).not.toContain(owners);
		const owner = await acts('customerAdmin');
		for (const owners of ['Add domain', 'Check the ledger now', 'Invite']) expect(owner).toContain(owners);
		expect(owner).not.toContain('Add partner');
		expect(await acts('admin')).toContain('Add partner');
		expect(editor).toContain('Add a custom domain');
		const partner = await acts('partner');
		expect(partner).toContain('Add customer');
		expect(partner).not.toContain('Add a custom domain');
	});
	it('has the ledger checked, and shows it', async () => {
		const asked = vi.fn();
		const { app, field } = await opened('customerAdmin', [
			answers(find, nothing),
			answers(checkLedger, ({ body }) => {
				asked(body);
				return { before: null, failedBefore: null };
			}),
		]);
		await app.user.type(field, 'check the ledger{Enter}');
		await waitFor(() => expect(asked).toHaveBeenCalledWith({ customerId: 1 }));
		await waitFor(() => expect(app.path()).toBe('/reports/ledger'));
	});
	it('asks once they pause, and what was asked before is no longer waited for', async () => {
		const asked: string[] = [];
		const { app, field, list } = await opened('domainAdmin', [
			answers(find, ({ url }) => {
				asked.push(url.searchParams.get('q') ?? '');
				return shop;
			}),
		]);
		await app.user.type(field, 's');
		expect(screen.queryByText('Searching…')).toBeNull();
		await app.user.type(field, 'hop');
		await within(list).findByRole('group', { name: 'Banners' });
		expect(asked).toEqual(['shop']);
		server.use(hangs(find));
		await app.user.type(field, 'x');
		expect(await screen.findByText('Searching…')).toBeInTheDocument();
	});
	it('says what can be looked for when nothing is found, and when the search does not answer', async () => {
		const { app, field } = await opened('domainAdmin', [answers(find, nothing)]);
		await app.user.type(field, 'qqqq');
		expect(await screen.findByText(/Type a page, an action, a domain/)).toBeVisible();
		server.use(refuses(find, 500, { code: 'broken' }));
		await app.user.type(field, 'q');
		expect(await screen.findByRole('alert')).toHaveTextContent('The search did not answer.');
		server.use(answers(find, shop));
		await app.user.click(screen.getByRole('button', { name: 'Try again' }));
		expect(await screen.findByRole('group', { name: 'Domains' })).toBeVisible();
	});
	it('finds an action by other words, whatever their order', async () => {
		const { app, field, list } = await opened('customerAdmin', [answers(find, nothing)]);
		await app.user.type(field, 'website add');
		await waitFor(() => expect(names(list)).toEqual(['Add domain']));
		await app.user.clear(field);
		await app.user.type(field, 'colleague');
		await waitFor(() => expect(names(list)).toEqual(['Invite']));
	});
	it('looks in the help for what is no page and no thing', async () => {
		const help = answers(helpContent, []);
		const hits = { hits: [], found: 0, pages: 45 };
		const { app, field } = await opened('customerAdmin', [answers(find, nothing), help, answers(searchHelp, hits)]);
		await app.user.type(field, 'why never asked');
		expect(await screen.findByRole('option', { name: 'Search the help for “why never asked”' })).toBeVisible();
		await app.user.keyboard('{Enter}');
		expect(await screen.findByRole('searchbox', { name: 'Search the help' })).toHaveValue('why never asked');
	});
	it('lists no path and no address as such', async () => {
		const { list } = await opened('admin');
		expect(list.textContent).not.toMatch(/\/[a-z]/i);
	});
});

describe('the sheet of shortcuts', () => {
	it('opens at ? but not while somebody writes, from the guide and from the palette', async () => {
		const app = await renderApp('/customerdashboard', { handlers: bootOf('domainAdmin'), screens });
		await screen.findByRole('navigation', { name: 'Menu' });
		await app.user.keyboard('?');
		const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
		expect(within(sheet).getByText('Save')).toBeVisible();
		expect(await axeFinds(sheet)).toEqual([]);
		await app.user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await app.user.keyboard('{Control>}k{/Control}');
		await app.user.type(await screen.findByRole('combobox', { name: 'Search' }), '?');
		expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
		await app.user.clear(screen.getByRole('combobox', { name: 'Search' }));
		await app.user.click(screen.getByRole('option', { name: 'Show the keyboard shortcuts' }));
		expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
	});
	it('switches single keys off, on this device, and stays within reach', async () => {
		const app = await renderApp('/customerdashboard', { handlers: bootOf('domainAdmin'), screens });
		await screen.findByRole('navigation', { name: 'Menu' });
		await app.user.keyboard('?');
		const single = await screen.findByRole('switch', { name: 'Use single keys' });
		expect(single).toBeChecked();
		await app.user.click(single);
		expect(single).not.toBeChecked();
		expect(screen.getByText('Show this sheet (not while you write)').textContent).toMatch(/\(off\)$/);
		expect(localStorage.getItem('luvalla.singleKeys')).toBe('off');
		await app.user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await app.user.keyboard('?');
		// the palette opens after it, so the key has been heard by then
		await app.user.keyboard('{Control>}k{/Control}');
		await screen.findByRole('combobox', { name: 'Search' });
		expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
		await app.user.click(screen.getByRole('option', { name: 'Show the keyboard shortcuts' }));
		await app.user.click(await screen.findByRole('switch', { name: 'Use single keys' }));
		await app.user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await app.user.keyboard('?');
		expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
	});
});
