/** The tour: by itself on the first visit alone, for each role its own, going on by what the server sees, left and begun again. */

import { helpContent } from '@luvalla/contract/guidance/content';
import { authenticate, leaveTour, readUser } from '@luvalla/contract/identity/account';
import { firstSteps } from '@luvalla/contract/insight/first-steps';
import { customers } from '@luvalla/contract/tenancy/customers';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { screenSize, server } from '#portal/test/setup.ts';
import type { Done } from './steps.ts';

const nothing: Done = {
	...{ waits: false, domain: false, unproven: null, banner: false, snippet: false, choice: false },
	...{ campaigns: false, audience: false, message: false, sent: false, site: null },
};
const KEY = 'luvalla.tour';
beforeEach(() => {
	known.toured = false;
	// nothing is laid out in jsdom: every control stands somewhere
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(300, 100, 120, 36));
});
const noCustomers = answers(customers, [], { total: 0, next: null });
/** Of the person: what the server knows of their tour. */
const known = { toured: false };
const isNew = (kind: Kind) => [
	answers(readUser, () => ({
		username: kind,
		email: `${kind}@luvalla.localhost`,
		name: 'Outi',
		isNormalUser: false,
		toured: known.toured,
	})),
	answers(leaveTour, () => {
		known.toured = true;
		return { toured: true as const };
	}),
];
const open = async (kind: Kind, so: Done = nothing) => {
	const now = { so };
	const app = await renderApp('/customers', {
		handlers: [answers(firstSteps, () => now.so), answers(helpContent, []), noCustomers, ...isNew(kind), ...bootOf(kind)],
	});
	return { ...app, now };
};
const step = (name: string) => screen.findByRole('dialog', { name });

it('of a platform admin is five steps of the frame, with focus, Back and an end, and comes no second time', async () => {
	const app = await open('admin');
	const first = within(await step('Everything is in the menu'));
	expect(first.getByText('Tour, 1 of 5')).toBeVisible();
	await waitFor(() => expect(screen.getByRole('heading', { name: 'Everything is in the menu' })).toHaveFocus());
	expect(await axeFinds(await step('Everything is in the menu'))).toEqual([]);
	expect(first.queryByRole('button', { name: 'Back' })).toBeNull();
	for (const name of ['Whom you work for', 'Guide me', 'Tell us what is missing', 'Your account and the way out']) {
		await app.user.click(screen.getByRole('button', { name: 'Next' }));
		await step(name);
	}
	expect(screen.getByText('Tour, 5 of 5')).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'Back' }));
	await step('Tell us what is missing');
	await app.user.click(screen.getByRole('button', { name: 'Next' }));
	await app.user.click(await screen.findByRole('button', { name: 'Finish' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
	app.unmount();
	// in whatever browser: nothing is kept in this one
	await open('admin');
	await screen.findByRole('heading', { level: 1 });
	expect(screen.queryByText(/^Tour, /)).toBeNull();
});

it('that is left by who acts as somebody else is still ahead of that person', async () => {
	const acting = answers(authenticate, {
		...{ roles: ['PARTNER'], username: 'partner', email: 'partner@luvalla.localhost', contextKey: 'context-1' },
		assisted: { by: 'admin@luvalla.localhost', until: '2099-01-01T00:00:00.000Z' },
	});
	const app = await renderApp('/customers', {
		handlers: [acting, answers(helpContent, []), noCustomers, ...isNew('partner'), ...bootOf('partner')],
	});
	await step('Everything is in the menu');
	await app.user.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByText(/^Tour, /)).toBeNull());
	expect([known.toured, localStorage.getItem(KEY)]).toEqual([false, 'off']);
});

it('that the server could not be told to be left stays left in this browser', async () => {
	const app = await open('admin');
	await step('Everything is in the menu');
	server.use(refuses(leaveTour, 503, { code: 'starting' }));
	await app.user.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByText(/^Tour, /)).toBeNull());
	app.unmount();
	await open('admin');
	await screen.findByRole('heading', { level: 1 });
	expect(screen.queryByText(/^Tour, /)).toBeNull();
	expect([known.toured, localStorage.getItem(KEY)]).toEqual([false, 'off']);
});

it('is left by Escape, gives the focus back to what it pointed at, and is begun and stopped in the guide', async () => {
	const app = await open('partner');
	await step('Everything is in the menu');
	await app.user.click(screen.getByRole('button', { name: 'Next' }));
	await app.user.click(screen.getByRole('button', { name: 'Next' }));
	await step('Guide me');
	await app.user.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByText(/^Tour, /)).toBeNull());
	expect(screen.getByRole('button', { name: 'Guide me' })).toHaveFocus();
	await app.user.click(screen.getByRole('button', { name: 'Guide me' }));
	await app.user.click(await screen.findByRole('button', { name: 'Start the tour' }));
	await step('Everything is in the menu');
	await app.user.click(screen.getByRole('button', { name: 'Stop the tour' }));
	await waitFor(() => expect(screen.queryByText(/^Tour, /)).toBeNull());
});

it('walks a customer’s own admin to the first consent, and goes on by itself when the server sees that a step is done', async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
	try {
		const { now, user } = await open('customerAdmin');
		const first = within(await step('Add your website'));
		expect(first.getByText('Tour, 1 of 6')).toBeVisible();
		expect(first.getByText('9 minutes left')).toBeVisible();
		expect(first.getByText('We go on by ourselves once the domain is added.')).toBeVisible();
		expect(first.getByRole('button', { name: 'Go there' })).toBeVisible();
		// proven at once: the second step has nothing left
		now.so = { ...nothing, domain: true };
		await vi.advanceTimersByTimeAsync(5_000);
		const third = within(await step('Make the banner and publish it'));
		expect(third.getByText('Tour, 3 of 6')).toBeVisible();
		expect(third.getByRole('status')).toHaveTextContent('Done: Add your website');
		// who looks back at what is done stays there
		await user.click(third.getByRole('button', { name: 'Back' }));
		expect(within(await step('Show that it is yours')).getByRole('status')).toHaveTextContent('This is done.');
	} finally {
		vi.useRealTimers();
	}
});

it('begins where the customer has come to, names the site, and says that a company waits to be approved', async () => {
	const app = await open('customerAdmin', { ...nothing, domain: true, banner: true, snippet: true, site: 'https://shop.example/' });
	expect(within(await step('Answer once yourself')).getByRole('link', { name: 'Open shop.example' })).toHaveAttribute(
		'href',
		'https://shop.example/',
	);
	app.unmount();
	await open('customerAdmin', { ...nothing, waits: true });
	expect(screen.queryByText(/^Already done/)).toBeNull();
	expect(within(await step('Add your website')).getByText(/until it is approved you can draft/)).toBeVisible();
});

it('says what was done before where it begins behind it, and keeps the focus on its title', async () => {
	const app = await open('customerAdmin', { ...nothing, domain: true });
	const third = await step('Make the banner and publish it');
	expect(within(third).getByText('Tour, 3 of 6')).toBeVisible();
	expect(within(third).getByText('Already done: Add your website, Show that it is yours')).toHaveAttribute('role', 'status');
	await waitFor(() => expect(within(third).getByRole('heading')).toHaveFocus());
	expect(third).toHaveAccessibleDescription(/^Already done: Add your website, Show that it is yours Choose what you ask for/);
	expect(await axeFinds(third)).toEqual([]);
	app.now.so = { ...nothing, domain: true, banner: true };
	await app.user.click(within(third).getByRole('button', { name: 'Next' }));
	await step('Put the snippet on your site');
	expect(screen.queryByText(/^Already done/)).toBeNull();
	app.unmount();
	chooseLanguage('fi');
	await open('customerAdmin', { ...nothing, domain: true });
	expect(await screen.findByText('Jo tehty: Lisää verkkosivustosi, Osoita se omaksesi')).toBeVisible();
});

it('names keys to those who have them, and none on a phone', async () => {
	const app = await open('admin');
	expect(within(await step('Everything is in the menu')).getByText(/Ctrl K/)).toBeVisible();
	app.unmount();
	screenSize.width = 390;
	await open('admin');
	const onPhone = await step('Everything is in the menu');
	expect(within(onPhone).getByText(/by name with the magnifying glass above\.$/)).toBeVisible();
	expect(onPhone).not.toHaveTextContent('Ctrl K');
});

it('shows the frame to whose first consent is there already, and where the steps cannot be read', async () => {
	const app = await open('customerAdmin', { ...nothing, domain: true, banner: true, snippet: true, choice: true });
	await step('Everything is in the menu');
	app.unmount();
	chooseLanguage('fi');
	await renderApp('/customers', {
		handlers: [
			refuses(firstSteps, 403, { code: 'not_allowed' }),
			answers(helpContent, []),
			noCustomers,
			...isNew('customerAdmin'),
			...bootOf('customerAdmin'),
		],
	});
	const dialog = within(await step('Kaikki on valikossa'));
	expect(dialog.getByText('Esittely, 1/5')).toBeVisible();
});
