/** Custom domains as a person works with them: records beside what was found, the press that orders, and the line for the website. */
import {
	addCustomDomain,
	type CustomDomain,
	checkCustomDomain,
	customDomains,
	type DnsRecord,
	deleteCustomDomain,
	renewCustomDomain,
	validateCustomDomain,
	validatedCustomDomains,
} from '@luvalla/contract/tenancy/custom-domains';
import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { mayEdit } from './may-edit.ts';

const record = (more: Partial<DnsRecord> = {}): DnsRecord => ({
	...{ type: 'A', name: 'consent.example.com', expected: ['192.0.2.10'], found: ['192.0.2.10'], ok: true, needed: true },
	...{ state: 'right', sentence: 'It is right.', ...more },
});
const WRONG = record({
	...{ type: 'CNAME', name: '_acme-challenge.consent.example.com', expected: ['7qm2.acme.luvalla.example'], found: ['vanha.example.com'] },
	...{ ok: false, state: 'differs', sentence: 'vanha.example.com stands there. Put the expected value there instead.' },
});
const one = (more: Partial<CustomDomain> = {}): CustomDomain => ({
	...{ id: idOf(70), domain: 'consent.example.com', customerId: 1, customerName: 'Aalto Oy', status: 'Initiated' },
	dns: {
		isValid: false,
		records: [record({ found: [], ok: false, state: 'missing', sentence: 'Nothing stands there yet.' })],
		checkedAt: null,
	},
	...{ differing: 0, warning: null, reason: null, nextTryAt: null, ordering: false, certificate: null },
	since: { Initiated: '2026-11-01T10:00:00.000Z', Created: null, Validated: null, Renewed: null, Invalid: null },
	...more,
});
const SERVED = one({
	status: 'Validated',
	dns: { isValid: false, records: [record(), WRONG], checkedAt: '2026-11-20T10:00:00.000Z' },
	...{ differing: 1, warning: 'It cannot be renewed until the CNAME is back.' },
	certificate: {
		...{ serial: '04a1', issuer: 'Let’s Encrypt', way: 'dns-01', notBefore: '2026-10-16T09:00:00.000Z' },
		...{ notAfter: '2099-01-14T09:00:00.000Z', renewAt: '2098-12-15T09:00:00.000Z' },
	},
	since: {
		Initiated: '2026-10-15T10:00:00.000Z',
		Created: '2026-10-16T09:02:00.000Z',
		Validated: '2026-10-16T09:03:00.000Z',
		Renewed: null,
		Invalid: null,
	},
});
const list = (...rows: CustomDomain[]) => answers(customDomains, rows, { total: rows.length, next: null });
const open = (url: string, handlers: readonly HttpHandler[], kind: Kind = 'customerAdmin') =>
	renderApp(url, { handlers: [...bootOf(kind), ...handlers] });

it('the list says status and records, and one is deleted after a question', async () => {
	const asked: Asked[] = [];
	const { user } = await open('/managecustomdomains', [
		list(SERVED),
		answers(deleteCustomDomain, (given) => {
			asked.push(given);
			return {};
		}),
	]);
	expect(await screen.findByText('1 differs')).toBeVisible();
	expect(screen.getAllByText('Validated')[0]).toBeVisible();
	await user.click(screen.getByRole('button', { name: /consent\.example\.com/ }));
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
	const question = await screen.findByRole('dialog', { name: 'Delete consent.example.com?' });
	await user.click(within(question).getByRole('button', { name: 'Delete' }));
	await expect.poll(() => asked.length).toBe(1);
});

it('a new one leads to its own page; what is no host is said in the form', async () => {
	const { user } = await open('/managecustomdomains?id=new', [list(one()), answers(addCustomDomain, one())]);
	const form = await screen.findByRole('dialog', { name: 'Add custom domain' });
	const field = within(form).getByRole('textbox', { name: 'Domain' });
	await user.type(field, '*.example.com');
	await user.click(within(form).getByRole('button', { name: 'Add custom domain' }));
	expect(await within(form).findByText('Name one host: a wildcard such as *.example.com cannot be served')).toBeVisible();
	await user.clear(field);
	await user.type(field, 'consent.example.com');
	await user.click(within(form).getByRole('button', { name: 'Add and see its records' }));
	expect(await screen.findByRole('heading', { level: 1, name: 'Set the records of consent.example.com' })).toBeVisible();
	expect(screen.getByText('Nothing stands there yet.')).toBeVisible();
	expect(screen.getByRole('button', { name: 'Copy the value of the A record' })).toBeVisible();
});

it('one that is served says which record changed, how long its certificate lasts, is looked at and renewed', async () => {
	const asked: string[] = [];
	const { user } = await open(`/managecustomdomains?open=${idOf(70)}`, [
		list(SERVED),
		answers(checkCustomDomain, () => {
			asked.push('checked');
			return SERVED.dns;
		}),
		answers(renewCustomDomain, () => {
			asked.push('renewed');
			return SERVED;
		}),
	]);
	expect(await screen.findByRole('heading', { level: 1, name: '1 record has changed' })).toBeVisible();
	expect(screen.getByText('It cannot be renewed until the CNAME is back.')).toBeVisible();
	expect(screen.getByText('vanha.example.com stands there. Put the expected value there instead.')).toBeVisible();
	expect(screen.getByText(/days left/)).toBeVisible();
	expect(within(screen.getByRole('list', { name: 'How far it is' })).getAllByRole('listitem')).toHaveLength(5);
	await user.click(screen.getByRole('button', { name: 'Check DNS' }));
	await user.click(screen.getByRole('button', { name: 'Renew now' }));
	await expect.poll(() => asked).toEqual(['checked', 'renewed']);
	expect(screen.queryByRole('button', { name: 'Validate and order' })).toBeNull();
});

it('one whose records are right is ordered, and what the server says of it is said', async () => {
	const right = one({ dns: { isValid: true, records: [record()], checkedAt: '2026-11-20T10:00:00.000Z' } });
	const { user } = await open(`/managecustomdomains?open=${idOf(70)}`, [
		list(right),
		refuses(validateCustomDomain, 409, { code: 'no_certificates', error: 'This installation serves no custom domains.' }),
	]);
	expect(await screen.findByRole('heading', { level: 1, name: 'The records are right: order the certificate' })).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'Validate and order' }));
	expect(await screen.findByText('This installation serves no custom domains.')).toBeVisible();
});

it('opens one of many by its id', async () => {
	const many = answers(customDomains, ({ url }) => (url.searchParams.get('filter') === `id:${idOf(70)}` ? [one()] : []), {
		total: 120,
		next: null,
	});
	await open(`/managecustomdomains?open=${idOf(70)}`, [many]);
	expect(await screen.findByRole('heading', { level: 1, name: 'Set the records of consent.example.com' })).toBeVisible();
});

it('a partner reads and orders nothing; one that is not there says so', async () => {
	await open(`/managecustomdomains?open=${idOf(70)}`, [list(one())], 'partner');
	expect(await screen.findByRole('heading', { level: 1, name: 'Set the records of consent.example.com' })).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Validate and order' })).toBeNull();
});

it('the configurator gives the line for a website from the host, warns of two sites, and says when there is no host, in Finnish too', async () => {
	const served = answers(validatedCustomDomains, [SERVED], { total: 1, next: null });
	const first = await open('/firstpartyconfigurator', [served, answers(checkCustomDomain, SERVED.dns)]);
	expect(await screen.findByText(`<script src="https://consent.example.com/cmp/d/${idOf(1)}.js"></script>`)).toBeVisible();
	expect(screen.getByText(/These are not\.$/)).toBeVisible();
	first.unmount();
	chooseLanguage('fi');
	await open('/firstpartyconfigurator', [answers(validatedCustomDomains, [], { total: 0, next: null })]);
	expect(await screen.findByText('Yksikään oma verkkotunnus ei ole vielä käytössä')).toBeVisible();
	chooseLanguage('en');
});

it('the configurator opens at a host that is not among the first, and finds others by what is typed', async () => {
	const many = answers(
		validatedCustomDomains,
		({ url }) => {
			const q = url.searchParams.get('q');
			const at = (n: number) => ({ ...SERVED, id: idOf(100 + n), domain: `consent${n}.example.com` });
			return q === null ? Array.from({ length: 25 }, (_, n) => at(n)) : [170, 180].map(at).filter(({ domain }) => domain.includes(q));
		},
		{ total: 181, next: 2 },
	);
	const { user, router } = await open('/firstpartyconfigurator?host=consent180.example.com', [
		many,
		answers(checkCustomDomain, SERVED.dns),
	]);
	expect(await screen.findByText(`<script src="https://consent180.example.com/cmp/d/${idOf(1)}.js"></script>`)).toBeVisible();
	await user.click(screen.getByRole('combobox', { name: 'Custom domain' }));
	expect(await screen.findByRole('option', { name: 'consent3.example.com' })).toBeVisible();
	const box = screen.getByRole('combobox', { name: 'Custom domain' });
	await user.clear(box);
	await user.type(box, 'consent170');
	await user.click(await screen.findByRole('option', { name: 'consent170.example.com' }));
	expect(router.state.location.search).toMatchObject({ host: 'consent170.example.com' });
	expect(await screen.findByText(`<script src="https://consent170.example.com/cmp/d/${idOf(1)}.js"></script>`)).toBeVisible();
});

it('the form of a new one opens by its address for whoever may add it, and for a partner not', async () => {
	const own = await open('/managecustomdomains?id=new', [list(one())]);
	expect(await screen.findByRole('dialog', { name: 'Add custom domain' })).toBeVisible();
	own.unmount();
	await open('/managecustomdomains?id=new', [list(one())], 'partner');
	expect(await screen.findByRole('link', { name: 'consent.example.com' })).toBeVisible();
	expect(screen.queryByRole('dialog')).toBeNull();
});

it('says to a partner whose there is none who adds one', async () => {
	await open('/managecustomdomains', [answers(customDomains, [], { total: 0, next: null })], 'partner');
	expect(await screen.findByText(/^The customer’s own admins add hosts/)).toBeVisible();
});

it('a partner who administers a domain as well may add one, as the server lets them', () => {
	const partner = { isAdmin: false, customerAdmin: false, isPartner: true };
	expect([true, false].map((isDomainAdmin) => mayEdit({ ...partner, isDomainAdmin }))).toEqual([true, false]);
});

it('the configurator sends whoever may add a host to do it, and a partner nowhere', async () => {
	const none = answers(validatedCustomDomains, [], { total: 0, next: null });
	const own = await open('/firstpartyconfigurator', [none]);
	expect(await screen.findByRole('button', { name: 'Add a custom domain' })).toBeVisible();
	own.unmount();
	await open('/firstpartyconfigurator', [none], 'partner');
	expect(await screen.findByText('No custom domain is served yet')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Add a custom domain' })).toBeNull();
});
