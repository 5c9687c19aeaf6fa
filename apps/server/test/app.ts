/** The whole program over a worker's database, without listening; and people with sessions. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import { afterAll } from 'vitest';
import { newId, now } from '../src/kernel/clock.ts';
import { hashToken, newToken } from '../src/kernel/http/cookies.ts';
import type { PortalPlaces } from '../src/kernel/http/portal-places.ts';
import { createServer, type Server } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { addUser } from '../src/wings/identity/wing.ts';
import { setProof, takeHost } from '../src/wings/tenancy/domains/store.ts';
import { bringDomain, insertCustomer, nextCustomerId } from '../src/wings/tenancy/wing.ts';
import { demandDocumented } from './documented.ts';
import { testLog, testStorage } from './harness.ts';

export const ORIGIN = 'http://localhost:4000';
const SESSION_COOKIE = 'luvalla_session_4000';

export const BUILT_SCRIPT = `export const words = '${'yes '.repeat(500)}';`;

/** A page that stands for the portal: what is served around it is tested, not the portal itself. */
export const portalFolder = (): string => {
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-portal-'));
	mkdirSync(join(folder, 'assets'));
	const script = join(folder, 'assets/part-1.js');
	writeFileSync(script, BUILT_SCRIPT);
	writeFileSync(`${script}.br`, brotliCompressSync(BUILT_SCRIPT));
	writeFileSync(`${script}.gz`, gzipSync(BUILT_SCRIPT));
	writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
	writeFileSync(
		join(folder, 'index.html'),
		'<!doctype html><script nonce="__NONCE__"></script><script type="application/json" id="settings">__SETTINGS__</script><script type="application/json" id="ahead">__AHEAD__</script>',
	);
	const places: PortalPlaces = {
		beginnings: ['', 'customerdashboard', 'customerdomains', 'welcome', 'portalactivity'],
		sessionless: ['/welcome'],
		session: ['/identity/account/authenticate'],
		signIn: { files: ['assets/base.js', 'assets/signin.js'], finnish: ['assets/texts-fi.js'] },
		app: { files: ['assets/base.js', 'assets/app.js', 'assets/app.css'], finnish: ['assets/texts-fi.js', 'assets/app-fi.js'] },
		screens: [
			{ path: '/customerdomains/$id', files: ['assets/base.js', 'assets/domain.js'], asks: ['/api/customer/domains/$id'] },
			{ path: '/portalActivity', files: ['assets/activity.js'], asks: [] },
		],
	};
	writeFileSync(join(folder, 'places.json'), JSON.stringify(places));
	return folder;
};

export interface Person {
	readonly userId: string;
	readonly email: string;
	readonly cookie: string;
}

export interface Tenant {
	readonly customerId: number;
	readonly domainId: string;
	readonly host: string;
}

interface Sent {
	headers?: Record<string, string>;
	body?: unknown;
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

export const testApp = async (environment: Record<string, string> = {}) => {
	const storage = await testStorage();
	const server: Server = await createServer(
		// Measuring takes seconds a publication: tests that are about it ask for the browser.
		readSettings({ LOG_LEVEL: 'error', CHROMIUM_PATH: 'off', ...environment }),
		storage,
		testLog(),
		portalFolder(),
	);
	await server.app.ready();
	const { app } = server;

	// An address of its own: files share a worker's database, and with it the limits that addresses have.
	const [third, fourth] = randomBytes(2);
	const remoteAddress = `10.200.${third}.${fourth}`;

	/** As a browser of this person, on our own origin; with a bearer token as a server, which has none. */
	const send = async (who: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, sent: Sent = {}) => {
		const answer = await app.inject({
			method,
			url,
			remoteAddress,
			headers: {
				...(method !== 'GET' && !sent.headers?.authorization && { origin: ORIGIN }),
				...(who && { cookie: who.cookie }),
				...sent.headers,
			},
			...(sent.body !== undefined && { payload: sent.body as object }),
		});
		demandDocumented(method, url, answer.statusCode);
		const text = answer.payload;
		return { status: answer.statusCode, headers: answer.headers, text, bytes: answer.rawPayload, json: () => JSON.parse(text) };
	};

	return {
		server,
		storage,
		app,
		send,
		/** What is kept of the address that `send` comes from. */
		network: `10.200.${third}.0/24`,
		/** A customer with one domain, whose host is shown to be theirs unless it is said otherwise, and nobody in it. */
		async tenant(options: { status?: 0 | 1 | 2; useCM?: boolean; proven?: boolean } = {}): Promise<Tenant> {
			const customerId = await nextCustomerId(storage);
			const domainId = newId();
			const host = `c${customerId}.example.com`;
			await storage.inTenant(customerId, async (tx) => {
				const details = {
					name: `Customer ${customerId}`,
					businessId: '',
					address: 'Testikatu 1, Turku',
					phone: '',
					countryCode: '',
					primaryEmail: '',
				};
				await insertCustomer(tx, customerId, details, options.status ?? 1, options.useCM ?? true);
				await bringDomain(tx, customerId, domainId, { host, name: '', webhookUrl: null, webhookHeaders: null });
				if (options.proven === false) return;
				await takeHost(tx, host, customerId);
				await setProof(tx, customerId, domainId, 'admin');
			});
			return { customerId, domainId, host };
		},
		/** A new person, signed in; each test makes its own. */
		async person(
			roles: readonly PlatformRole[] = [],
			places: { adminOf?: readonly Tenant[]; domainsOf?: readonly Tenant[]; partnerOf?: readonly Tenant[] } = {},
		): Promise<Person> {
			const email = `p-${newId()}@example.com`;
			const userId = await storage.inPlatform((tx) => addUser(tx, email, '', roles));
			for (const { customerId } of places.adminOf ?? [])
				await storage.inTenant(customerId, (tx) =>
					tx.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [customerId, userId]),
				);
			for (const { customerId, domainId } of places.domainsOf ?? [])
				await storage.inTenant(customerId, (tx) =>
					tx.query('insert into user_domain (customer_id, domain_id, user_id, is_admin) values ($1, $2, $3, true)', [
						customerId,
						domainId,
						userId,
					]),
				);
			if (places.partnerOf)
				await storage.inPlatform(async (tx) => {
					const partnerId = newId();
					await tx.query('insert into partner (id, name) values ($1, $2)', [partnerId, email]);
					await tx.query('insert into partner_user (partner_id, user_id) values ($1, $2)', [partnerId, userId]);
					for (const { customerId } of places.partnerOf ?? [])
						await tx.query('insert into partner_customer (partner_id, customer_id) values ($1, $2)', [partnerId, customerId]);
				});
			const token = newToken();
			await storage.inPlatform((tx) =>
				// signed in just now, by the program's clock, which tests move
				tx.query(
					`insert into session (id, user_id, context_key, expires_at, confirmed_at) values ($1, $2, 'k', now() + interval '1 hour', $3)`,
					[hashToken(token), userId, now()],
				),
			);
			return { userId, email, cookie: `${SESSION_COOKIE}=${token}` };
		},
		/** Headers of a customer's own machine (application type 0). `owner` may manage the customer's applications. */
		async machine(owner: Person, { customerId }: Pick<Tenant, 'customerId'>): Promise<{ authorization: string }> {
			const { clientId, clientSecret } = (
				await send(owner, 'POST', '/api/manage/client', { body: { customerId, clientName: 'Machine', clientType: 0 } })
			).json().data;
			const answer = await app.inject({
				method: 'POST',
				url: '/identity/token',
				headers: {
					authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
					'content-type': 'application/x-www-form-urlencoded',
				},
				payload: 'grant_type=client_credentials&scope=API',
			});
			return { authorization: `Bearer ${String(answer.json().access_token)}` };
		},
		async stop() {
			await server.stop();
			await storage.close();
		},
	};
};

/** The program of a file of tests, which asks for it once at its top: stopped after them. */
export const startApp = async (environment: Record<string, string> = {}): Promise<TestApp> => {
	const t = await testApp(environment);
	afterAll(() => t.stop());
	return t;
};
