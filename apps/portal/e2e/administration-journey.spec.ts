/**
 * What a customer's people and their partner do beside the campaigns, with nothing excused, in Finnish: a domain's token is made, opens the
 * domain to a server and is revoked; a custom domain gets its records, its certificate from a real authority, and visitors over TLS; and a
 * partner sees the money of a customer it looks after, moves none of it, and sees nothing of anybody else's.
 */
import { request } from 'node:https';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import * as z from 'zod';
import { startDns } from '../../server/test/fixtures/dns.ts';
import { freePort } from '../../server/test/fixtures/free-port.ts';
import { startPebble } from '../../server/test/fixtures/pebble.ts';
import { fi as app } from '../src/app/messages/fi.ts';
import { words } from '../src/lib/words-fi.ts';
import { fi as credits } from '../src/wings/billing/credits/messages/fi.ts';
import { fi as licences } from '../src/wings/billing/licences/messages/fi.ts';
import { fi as redemptions } from '../src/wings/billing/redemptions/messages/fi.ts';
import { fi as customDomains } from '../src/wings/tenancy/custom-domains/messages/fi.ts';
import { fi as domains } from '../src/wings/tenancy/domains/messages/fi.ts';
import { signedIn } from './global-setup.ts';
import { ask, look, openRoad, shopOf } from './road.ts';
import { PORT, type Ready } from './server.ts';

test.describe.configure({ mode: 'serial' });

const OWN_PORT = PORT + 80;
const OWN_HOST = 'suostumus.aalto.example';

let dns: Awaited<ReturnType<typeof startDns>>;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let ready: Ready;
let stop: (() => Promise<void>) | undefined;
let chief: BrowserContext;
let https = 0;

test.beforeAll(async ({ browser }) => {
	dns = await startDns();
	https = await freePort();
	const http = await freePort();
	pebble = await startPebble(dns.address, http);
	({ ready, chief, stop } = await openRoad(browser, OWN_PORT, {
		...{ DNS_SERVERS: dns.address, CUSTOM_DOMAIN_A: '127.0.0.1', HTTPS_PORT: String(https), ACME_HTTP_PORT: String(http) },
		...{ ACME_DIRECTORY_URL: pebble.directory, ACME_CA_FILE: pebble.caFile, OUTBOUND_ALLOW: '127.0.0.0/8' },
		...{ SELLER_VAT_ID: 'FI12345671', CREDIT_PRICE_CENTS: '1000' },
	}));
});
test.afterAll(async () => {
	await stop?.();
	await pebble.stop();
	await dns.stop();
});

/** What the own host answers to a visitor over TLS. */
const visit = (path: string): Promise<number> =>
	new Promise((resolve, reject) => {
		request(
			{ host: '127.0.0.1', port: https, path, servername: OWN_HOST, headers: { host: OWN_HOST }, ca: pebble.root, agent: false },
			(answer) => {
				answer.resume();
				answer.once('end', () => resolve(answer.statusCode ?? 0));
			},
		)
			.once('error', reject)
			.end();
	});

/** Somebody of the sample, in Finnish. */
const opened = async (browser: Parameters<typeof signedIn>[0], name: 'admin' | 'partner'): Promise<Page> => {
	const context = await signedIn(browser, ready, name);
	await context.addInitScript(() => localStorage.setItem('luvalla.language', 'fi'));
	return context.newPage();
};

test('a token opens its domain to a server once it is made, and nothing once it is revoked', async () => {
	const page = await chief.newPage();
	await page.goto(ready.portal);
	const { domainId } = await shopOf(page);
	await page.goto(`${ready.portal}/customerdomains?id=${domainId}&tab=token`);
	const drawer = page.getByRole('dialog');
	await drawer.getByRole('button', { name: domains.makeToken, exact: true }).click();
	await expect(drawer.getByText(domains.tokenOnce)).toBeVisible();
	await look(page, 'token');
	const token = (await drawer.getByRole('status').locator('code').textContent())?.trim() ?? '';
	expect(token.length).toBeGreaterThan(20);
	const asServer = async (): Promise<number> => {
		const answer = await fetch(`${ready.portal}/edge/v1/profiles/state`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ domainId, person: { email: 'nobody@example.com' } }),
		});
		await answer.arrayBuffer();
		return answer.status;
	};
	expect(await asServer()).toBe(200);
	await page.reload();
	await expect(drawer.getByText(domains.tokenThere)).toBeVisible();
	await expect(drawer.getByText(token)).toHaveCount(0);
	await drawer.getByRole('button', { name: domains.revokeToken }).click();
	await drawer.getByRole('group', { name: domains.revokeToken }).getByRole('button', { name: domains.revokeToken }).click();
	await expect(drawer.getByText(domains.tokenNone)).toBeVisible();
	expect(await asServer()).toBe(401);
	await page.close();
});

test('a custom domain gets its records and its certificate, and visitors reach it over TLS', async () => {
	const page = await chief.newPage();
	await page.goto(`${ready.portal}/managecustomdomains`);
	await page.getByRole('button', { name: customDomains.add }).first().click();
	const drawer = page.getByRole('dialog', { name: customDomains.add });
	await drawer.getByRole('textbox', { name: words.domain }).fill(OWN_HOST);
	await drawer.getByRole('button', { name: customDomains.addOnward }).click();
	await expect(page.getByRole('heading', { level: 1, name: customDomains.toSet.replace('{{domain}}', OWN_HOST) })).toBeVisible();
	const { customerId } = await shopOf(page);
	const Record = z.object({ type: z.string(), name: z.string(), expected: z.array(z.string()) });
	const Held = z.object({ domain: z.string(), dns: z.object({ records: z.array(Record) }) });
	const held = await ask(page, 'GET', `/manage/customer/${customerId}/customdomain?q=${OWN_HOST}`, undefined, z.array(Held));
	for (const { type, name, expected } of held[0]?.dns.records ?? []) {
		if (type === 'A') dns.zone.set(name, { a: expected });
		if (type === 'TXT') dns.zone.set(name, { txt: expected });
	}
	await page.getByRole('button', { name: customDomains.check }).click();
	await expect(page.getByRole('heading', { level: 1, name: customDomains.readyToOrder })).toBeVisible();
	await look(page, 'records');
	await page.getByRole('button', { name: customDomains.validate }).click();
	await expect(page.getByRole('heading', { level: 1, name: customDomains.served.replace('{{domain}}', OWN_HOST) })).toBeVisible();
	await look(page, 'served');
	// Its certificate is for this host and hangs on the authority: nothing else is believed.
	expect(await visit('/nothing')).toBe(404);
	await page.close();
});

test('a partner sees the money of their customer, and moves none of it', async ({ browser }) => {
	const admin = await opened(browser, 'admin');
	await admin.goto(ready.portal);
	const own = await chief.newPage();
	await own.goto(ready.portal);
	const { customerId, domainId } = await shopOf(own);
	const Paid = z.object({ id: z.string() });
	const paid = await ask(admin, 'POST', '/payment', { customerId, credit: 30, reference: 'RF18 5390' }, Paid);
	const stranger = await ask(admin, 'POST', '/customer', { name: 'Vieras Oy', countryCode: 'FI' }, z.object({ id: z.int() }));
	const { code } = await ask(admin, 'POST', '/Voucher/Manual', { value: 5, note: 'Messut' }, z.object({ code: z.string() }));

	const page = await opened(browser, 'partner');
	await page.goto(`${ready.portal}/customers`);
	await expect(page.getByRole('row').filter({ hasText: 'Aalto Oy' })).toBeVisible();
	await expect(page.getByRole('row').filter({ hasText: 'Vieras Oy' })).toHaveCount(0);
	await page.goto(`${ready.portal}/manageaccount/credits`);
	const balance = page.locator('main').getByRole('heading', { name: credits.balance, exact: true }).locator('..').locator('strong');
	await expect(balance).toHaveText('30,000');
	const ledger = page.getByRole('table', { name: credits.ledger });
	await expect(ledger.getByRole('row')).toHaveCount(2);
	await expect(page.getByRole('button', { name: /^Maksa / })).toHaveCount(0);
	await expect(page.getByRole('menuitem', { name: credits.refund })).toHaveCount(0);
	await look(page, 'partner-credits');
	await page.goto(`${ready.portal}/manageaccount/licences`);
	await expect(page.getByRole('heading', { name: licences.empty })).toBeVisible();
	await expect(page.getByRole('button', { name: licences.add })).toHaveCount(0);
	await page.goto(`${ready.portal}/manageaccount/vouchers`);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByRole('button', { name: redemptions.redeemVerb, exact: true })).toHaveCount(0);
	await look(page, 'partner-vouchers');
	for (const path of ['/vouchers', '/manageaccount']) {
		await page.goto(`${ready.portal}${path}`);
		await expect(page.getByText(app.deniedText)).toBeVisible();
	}

	// Whoever asks past the portal is answered the same.
	const status = (method: string, path: string, body?: object): Promise<[number, string]> =>
		page.evaluate(
			async ([how, to, sent]) => {
				const json = sent && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) };
				const answer = await fetch(`/api${to}`, { method: how, ...json });
				return [answer.status, (await answer.json()).code ?? ''] as [number, string];
			},
			[method, path, body] as const,
		);
	expect(await status('GET', `/customer/ledgerreport?customerId=${customerId}`)).toEqual([200, '']);
	expect(await status('GET', `/customer/${customerId}/invoice/all`)).toEqual([200, '']);
	expect(await status('PUT', '/payment', { transactionId: paid.id, refund: true })).toEqual([403, 'not_allowed']);
	expect(await status('POST', '/payment/stripe', { customerId, credit: 1, token: 'ctoken_1' })).toEqual([403, 'not_allowed']);
	expect(await status('POST', '/payment', { customerId, credit: 1, reference: 'RF 2' })).toEqual([403, 'not_allowed']);
	expect(await status('PUT', `/voucher/${customerId}/${code}`, {})).toEqual([403, 'not_allowed']);
	const year = new Date().getFullYear();
	const licence = { domainId, startsOn: `${year}-01-01`, endsOn: `${year}-12-31` };
	expect(await status('POST', `/customer/${customerId}/domainlicense`, licence)).toEqual([403, 'not_allowed']);
	for (const path of [`/customer/ledgerbalance?customerId=${stranger.id}`, `/customer/${stranger.id}/invoice/all`])
		expect(await status('GET', path)).toEqual([404, 'not_found']);
	await page.goto(`${ready.portal}/manageaccount/credits`);
	await expect(balance).toHaveText('30,000');
	await own.close();
	for (const one of [admin, page]) await one.context().close();
});
