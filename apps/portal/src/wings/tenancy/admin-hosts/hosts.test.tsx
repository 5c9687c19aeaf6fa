/** Hosts and certificates as ADMIN sees them: how many, how long they last, and what is found when it is looked now. */
import {
	type CheckedCertificate,
	checkCertificates,
	luvallaDomains,
	luvallaFirstPartyDomains,
	renewedDomains,
	type ServedDomain,
	validatedDomains,
} from '@luvalla/contract/tenancy/admin-hosts';
import type { CustomDomain } from '@luvalla/contract/tenancy/custom-domains';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const DAY_MS = 86_400_000;
/** Half a day more, so that the test may be slow. */
const inDays = (days: number): string => new Date(Date.now() + (days + 0.5) * DAY_MS).toISOString();

const served = (n: number): ServedDomain => ({
	...{ id: idOf(n), domain: `shop${n}.example`, name: `Shop ${n}`, customerId: 1, customerName: 'Aalto Oy' },
	banner: { title: 'Front page', version: n, publishedAt: '2026-11-20T10:00:00.000Z' },
});
const host = (n: number, more: Partial<CustomDomain> = {}): CustomDomain => ({
	...{ id: idOf(n), domain: `consent${n}.example.com`, customerId: 2, customerName: 'Mökki Oy', status: 'Validated' },
	dns: { isValid: true, records: [], checkedAt: '2026-11-20T10:00:00.000Z' },
	...{ differing: 0, warning: null, reason: null, nextTryAt: null, ordering: false },
	certificate: {
		...{ serial: `0a${n}`, issuer: 'Test CA', way: 'http-01', notBefore: '2026-11-01T10:00:00.000Z' },
		...{ notAfter: inDays(61), renewAt: inDays(31) },
	},
	since: { Initiated: '2026-11-01T09:00:00.000Z', Created: null, Validated: '2026-11-01T10:00:00.000Z', Renewed: null, Invalid: null },
	...more,
});
const checked = (n: number, more: Partial<CheckedCertificate> = {}): CheckedCertificate => ({
	...{ id: idOf(n), domain: `consent${n}.example.com`, customerId: 1, status: 'Validated', ok: true },
	stored: { serial: `0a${n}`, notAfter: inDays(61) },
	served: { serial: `0a${n}`, issuer: 'Test CA', notAfter: inDays(61) },
	sentence: 'The stored certificate is served.',
	...more,
});
const live = (...all: ServedDomain[]) => answers(luvallaDomains, all, { total: all.length, next: null });
const hosts = (...all: CustomDomain[]) => answers(luvallaFirstPartyDomains, all, { total: all.length, next: null });
const validated = (...all: CustomDomain[]) => answers(validatedDomains, all, { total: all.length, next: null });
const renewed = (...all: CustomDomain[]) => answers(renewedDomains, all, { total: all.length, next: null });
const open = (url: string, handlers: readonly HttpHandler[], kind: Kind = 'admin') =>
	renderApp(url, { handlers: [...bootOf(kind), ...handlers] });

it.each(['/domainCounts', '/certCheck'])('%s opens for nobody but ADMIN', async (path) => {
	await open(path, [], 'customerAdmin');
	expect(await screen.findByText('OOPS! Something went wrong here')).toBeVisible();
	expect(screen.queryByRole('group', { name: 'Which domains' })).toBeNull();
});

it('both kinds of domains are counted and listed', async () => {
	const invalid = {
		status: 'Invalid',
		certificate: null,
		differing: 2,
		reason: { code: 'no_address', sentence: 'No address record.' },
	} as const;
	const { user } = await open('/domainCounts', [live(served(1), served(2)), hosts(host(5, invalid), host(6), host(7))]);
	expect(await screen.findByRole('button', { name: 'With a live banner 2' })).toHaveAttribute('aria-pressed', 'true');
	expect(await screen.findByRole('link', { name: 'shop1.example' })).toHaveAttribute('href', `/domains?id=${idOf(1)}`);
	expect(screen.getByText('version 2')).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'First-party hosts 3' }));
	await user.click(await screen.findByRole('link', { name: 'consent5.example.com' }));
	expect(screen.getByRole('button', { name: 'First-party hosts 3' })).toHaveAttribute('aria-pressed', 'true');
	const drawer = await screen.findByRole('dialog', { name: 'consent5.example.com' });
	expect(within(drawer).getByText('No address record.')).toBeVisible();
	expect(within(drawer).getByText('2 are wrong')).toBeVisible();
	expect(within(drawer).getByText('Invalid')).toBeVisible();
});

it('the tab that was pressed keeps the focus', async () => {
	const { user } = await open('/domainCounts', [live(served(1)), hosts(host(5))]);
	await user.click(await screen.findByRole('button', { name: 'First-party hosts 1' }));
	expect(await screen.findByRole('link', { name: 'consent5.example.com' })).toBeVisible();
	expect(screen.getByRole('button', { name: 'First-party hosts 1' })).toHaveFocus();
});

it('search and customer narrow the list and its counts', async () => {
	const asked: URL[] = [];
	const { user } = await open('/domainCounts?customer=2', [
		answers(
			luvallaDomains,
			({ url }) => {
				asked.push(url);
				return [served(1)];
			},
			{ total: 1, next: null },
		),
		hosts(),
	]);
	await user.type(await screen.findByRole('searchbox', { name: 'Search by host' }), 'kauppa');
	await waitFor(() => expect(asked.filter(({ searchParams }) => searchParams.get('q') === 'kauppa').length).toBe(2));
	expect(asked.every(({ searchParams }) => searchParams.get('customerId') === '2')).toBe(true);
});

it.each([
	['/domainCounts', [live(), hosts()], 'No banner is live yet'],
	['/domainCounts?show=hosts', [live(), hosts()], 'No first-party hosts yet'],
	['/certCheck', [validated(), renewed()], 'No validated host'],
	['/certCheck?show=renewed', [validated(), renewed()], 'No renewed certificate yet'],
] as const)('%s says when there is nothing', async (path, handlers, title) => {
	await open(path, handlers);
	expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

it.each([
	['/domainCounts', luvallaDomains],
	['/domainCounts?show=hosts', luvallaFirstPartyDomains],
	['/certCheck', validatedDomains],
	['/certCheck?show=renewed', renewedDomains],
] as const)('%s says in the specified words when the list could not be fetched', async (path, call) => {
	await open(path, [refuses(call, 500, { code: 'internal' }), live(), hosts(), validated(), renewed()]);
	expect(await screen.findByText('Opps, we faced problems while fetching domains.')).toBeVisible();
	expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('shows the rows to come while they are on their way', async () => {
	await open('/domainCounts', [hangs(luvallaDomains), hosts()]);
	expect(await screen.findByRole('table', { name: 'With a live banner' })).toHaveAttribute('aria-busy', 'true');
});

it('a certificate says how long it lasts, and one that ought to be renewed or has ended says so', async () => {
	const ending = (days: number) => ({ certificate: { ...certificateOf(host(1)), notAfter: inDays(days) } });
	await open('/certCheck', [validated(host(1), host(2, ending(12)), host(3, ending(0)), host(4, ending(-3))), renewed(host(9))]);
	const hueOf = async (text: string) => (await screen.findByText(text)).closest('[data-hue]')?.getAttribute('data-hue');
	expect(await hueOf('61 days left')).toBe('green');
	expect(await hueOf('12 days left')).toBe('amber');
	expect(await hueOf('Less than a day left')).toBe('red');
	expect(await hueOf('Ended')).toBe('red');
	expect(await screen.findByRole('button', { name: 'Validated 4' })).toBeVisible();
	expect(await screen.findByRole('button', { name: 'Renewed 1' })).toBeVisible();
});
const certificateOf = ({ certificate }: CustomDomain) => {
	if (certificate === null) throw new Error('no certificate');
	return certificate;
};

it('connects to a customer’s hosts when it is pressed, and says what was found', async () => {
	const asked: Asked[] = [];
	const other = {
		ok: false,
		sentence: 'Another certificate is served than the stored one.',
		served: { serial: 'ff', issuer: 'Other CA', notAfter: inDays(3) },
	};
	const { user } = await open('/certCheck?show=checked&customer=2', [
		validated(),
		renewed(),
		answers(
			checkCertificates,
			(one) => {
				asked.push(one);
				return [checked(1), checked(2, other), checked(3, { ok: false, served: null, sentence: 'The host took too long to answer.' })];
			},
			{ total: 3, next: null },
		),
	]);
	expect(await screen.findByRole('heading', { name: 'Nothing is checked yet' })).toBeVisible();
	expect(asked).toHaveLength(0);
	await user.click(screen.getByRole('button', { name: 'Check certificates now' }));
	expect(await screen.findByText('As stored')).toBeVisible();
	expect(asked[0]?.url.searchParams.get('customerId')).toBe('2');
	expect(screen.getAllByText('Not as it should be')).toHaveLength(2);
	expect(screen.getByText('The host took too long to answer.')).toBeVisible();
	await user.click(screen.getByRole('link', { name: 'consent2.example.com' }));
	const drawer = await screen.findByRole('dialog', { name: 'consent2.example.com' });
	expect(within(drawer).getByText('0a2')).toBeVisible();
	expect(within(drawer).getByText('ff')).toBeVisible();
	expect(within(drawer).getByText('Other CA')).toBeVisible();
	await user.click(within(drawer).getByRole('button', { name: 'Close' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	await user.click(screen.getByRole('button', { name: 'Check again' }));
	await waitFor(() => expect(asked).toHaveLength(2));
});

it('a check that does not come through says so', async () => {
	const { user } = await open('/certCheck?show=checked', [validated(), renewed(), refuses(checkCertificates, 500, { code: 'internal' })]);
	await user.click(await screen.findByRole('button', { name: 'Check certificates now' }));
	expect(await screen.findByText('Opps, we faced problems while fetching domains.')).toBeVisible();
});

it('a row of the list leads to the check of its host', async () => {
	const { user, router } = await open('/certCheck', [validated(host(1)), renewed()]);
	await user.click(await screen.findByRole('button', { name: /consent1/ }));
	await user.click(await screen.findByRole('menuitem', { name: 'Check certificates now' }));
	expect(await screen.findByRole('heading', { name: 'Nothing is checked yet' })).toBeVisible();
	expect(router.state.location.href).toBe('/certCheck?show=checked&customer=2&q=consent1.example.com');
});

it('both pages speak Finnish', async () => {
	chooseLanguage('fi');
	const { user } = await open('/certCheck', [validated(host(1)), renewed()]);
	expect(await screen.findByRole('cell', { name: 'Vahvistettu' })).toBeVisible();
	expect(screen.getByText('61 päivää jäljellä')).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'Nyt käytössä' }));
	expect(await screen.findByRole('button', { name: 'Tarkista varmenteet nyt' })).toBeVisible();
	chooseLanguage('en');
});
