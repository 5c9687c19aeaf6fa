/** The boot sequence, the default selection, switching, logging out, versions. */
import { authenticate, domainUsers, isCustomerAdmin, logoff, userDomains } from '@luvalla/contract/identity/account';
import { currentCustomer } from '@luvalla/contract/tenancy/customers';
import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bootOf, comeBack, idOf, mapped } from '../test/people.ts';
import { server } from '../test/setup.ts';
import { browser, send } from './client.ts';
import { answers, refuses } from './handlers.ts';
import {
	boot,
	isOutdated,
	logOut,
	onSessionEnd,
	readSession,
	rereadPlaces,
	returnTo,
	rootTarget,
	switchCustomer,
	switchDomain,
	takeReturn,
} from './session.ts';
import { recall } from './vault.ts';

const person = () => {
	const session = readSession();
	if (session.at !== 'signedIn') throw new Error(`nobody is signed in: ${session.at}`);
	return session.person;
};
const quiet = () => {
	const replace = vi.spyOn(browser, 'replace').mockImplementation(() => {});
	const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
	const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
	return { replace, go, wait };
};

describe('coming back from the sign-in', () => {
	it('stores code and session state, and strips the query by reloading at the root', () => {
		const { replace } = quiet();
		expect(takeReturn({ pathname: '/', search: '?code=abc&session_state=xyz' })).toBe(true);
		expect(localStorage.getItem('luvalla.code')).toBe('abc');
		expect(localStorage.getItem('luvalla.sessionState')).toBe('xyz');
		expect(replace).toHaveBeenCalledWith('/');
	});
	it('does nothing without them, and nothing on the invite-confirmation path', () => {
		const { replace } = quiet();
		expect(takeReturn({ pathname: '/', search: '?page=2' })).toBe(false);
		expect(takeReturn({ pathname: '/magiclinkinviteconfirmation', search: '?code=abc&session_state=xyz' })).toBe(false);
		expect(replace).not.toHaveBeenCalled();
		expect([localStorage.getItem('luvalla.code'), localStorage.getItem('luvalla.sessionState')]).toEqual([null, null]);
	});
});

describe('without a sign-in', () => {
	const asked = vi.fn();
	beforeEach(() => {
		asked.mockClear();
		server.use(refuses(authenticate, 401, { code: 'unauthenticated' }, asked), ...bootOf('domainAdmin').slice(1));
	});
	it('nothing is asked: the browser would tell of the 401', async () => {
		await boot();
		expect(readSession().at).toBe('signedOut');
		expect(asked).not.toHaveBeenCalled();
	});
	it('that still holds the person is signed out, and is not asked for again', async () => {
		comeBack();
		await boot();
		expect(readSession().at).toBe('signedOut');
		await boot();
		expect(asked).toHaveBeenCalledOnce();
	});
});

describe('the boot', () => {
	beforeEach(comeBack);
	it('that cannot reach the server ends failed, not signed out', async () => {
		server.use(refuses(authenticate, 503, { code: 'starting' }), ...bootOf('domainAdmin').slice(1));
		await boot();
		expect(readSession().at).toBe('failed');
	});
	it('selects the first mapped customer and domain', async () => {
		server.use(...bootOf('domainAdmin'));
		await boot();
		expect(person()).toMatchObject({ currentCustomer: { id: 1, useCM: true }, currentDomain: { domain: 'shop.example' }, isAdmin: false });
		expect(person().mappedCustomers.map((one) => one.name)).toEqual(['Aalto Oy', 'Mökki Oy']);
	});
	it('keeps the address and whether it is assisted, for the session', async () => {
		const kept = () => ['userEmail', 'assisted'].map((key) => sessionStorage.getItem(`luvalla.${key}`));
		const known = { roles: [], username: 'outi', email: 'outi@aalto.example', contextKey: 'context-1' };
		server.use(
			answers(authenticate, { ...known, assisted: { by: 'admin@luvalla.localhost', until: '2026-11-22T12:00:00.000Z' } }),
			...bootOf('domainAdmin'),
		);
		await boot();
		expect(kept()).toEqual([person().email, 'true']);
		server.use(answers(authenticate, known));
		await boot();
		expect(kept()).toEqual([person().email, null]);
	});
	it('keeps a valid selection of this session over a reload, encrypted', async () => {
		quiet();
		server.use(...bootOf('domainAdmin'));
		await boot();
		await switchCustomer(2);
		expect(sessionStorage.getItem('luvalla.context')).not.toContain('customerId');
		await boot();
		expect(person()).toMatchObject({ currentCustomer: { id: 2 }, currentDomain: { domain: 'blog.example' } });
	});
	it.each([
		['names', () => window.history.replaceState(null, '', '/reports?tab=costs&customer=2')],
		['named before signing in', () => returnTo('/reports?tab=costs&customer=2')],
	])('selects the mapped customer that the address %s, until another is chosen', async (_when, open) => {
		quiet();
		server.use(...bootOf('domainAdmin'));
		open();
		await boot();
		expect(person()).toMatchObject({ currentCustomer: { id: 2 }, currentDomain: { domain: 'blog.example' } });
		rootTarget();
		await switchCustomer(1);
		expect(rootTarget()).not.toContain('customer=');
		window.history.replaceState(null, '', '/reports?customer=3');
		await boot();
		expect(person().currentCustomer?.id).toBe(1);
		window.history.replaceState(null, '', '/');
	});
	it('falls back to the default when the kept selection is no longer mapped', async () => {
		quiet();
		server.use(...bootOf('domainAdmin'));
		await boot();
		await switchCustomer(2);
		server.use(...bootOf('domainAdmin', mapped.slice(0, 2)));
		await boot();
		expect(person().currentCustomer?.id).toBe(1);
	});
	it('does not open the context of another session', async () => {
		quiet();
		server.use(...bootOf('domainAdmin'));
		await boot();
		await switchCustomer(2);
		expect(await recall('context-1')).toMatchObject({ customerId: 2 });
		expect(await recall('context-2')).toBeNull();
	});
	it('asks whether a non-admin is customer admin, of the current customer', async () => {
		const asked: (string | null)[] = [];
		server.use(...bootOf('customerAdmin'));
		server.use(
			answers(isCustomerAdmin, ({ headers }) => {
				asked.push(headers.get('customer_key'));
				return true;
			}),
		);
		await boot();
		expect(asked).toEqual(['1']);
		expect(person().customerAdmin).toBe(true);
	});
	it('asks nothing of the kind of ADMIN', async () => {
		let asked = 0;
		server.use(...bootOf('admin'));
		server.use(
			answers(isCustomerAdmin, () => {
				asked++;
				return true;
			}),
		);
		await boot();
		expect(asked).toBe(0);
		expect(person()).toMatchObject({ isAdmin: true, customerAdmin: false });
	});
	it.each([
		['admin', ['ADMIN'], { isAdmin: true, isPartner: false, isNormalUser: false }],
		['partner', ['PARTNER'], { isAdmin: false, isPartner: true, isNormalUser: false }],
		['domainAdmin', ['DOMAIN_ADMIN'], { isAdmin: false, isPartner: false, isNormalUser: false }],
		['normal', [], { isAdmin: false, isPartner: false, isNormalUser: true }],
	] as const)('reads who %s is from the roles, with everything that the portal keeps of them', async (kind, roles, flags) => {
		server.use(...bootOf(kind));
		await boot();
		expect(person()).toMatchObject({ roles, ...flags, username: kind, email: `${kind}@luvalla.localhost` });
		const kept = ['currentDomain', 'currentCustomer', 'mappedDomains', 'mappedCustomers', 'customerAdmin'];
		expect(Object.keys(person())).toEqual(expect.arrayContaining(kept));
	});
	it('keeps of each domain and customer what the selectors need', async () => {
		server.use(...bootOf('domainAdmin'));
		await boot();
		const { currentDomain, currentCustomer, mappedDomains, mappedCustomers } = person();
		expect(currentDomain).toMatchObject({ id: idOf(1), domain: 'shop.example', customerId: 1, customerName: 'Aalto Oy' });
		expect(currentCustomer).toMatchObject({ id: 1, name: 'Aalto Oy', useCM: true });
		expect(mappedDomains[0]).toMatchObject({ id: idOf(1), domain: 'shop.example', customerId: 1 });
		expect(mappedCustomers[0]).toMatchObject({ id: 1, name: 'Aalto Oy', useCM: true });
	});
	it('loads the users of the current domain, but not for ADMIN', async () => {
		const asked: (string | null)[] = [];
		const users = answers(domainUsers, ({ headers }) => {
			asked.push(headers.get('domain_key'));
			return [];
		});
		server.use(...bootOf('domainAdmin'));
		server.use(users);
		await boot();
		expect(asked).toEqual([idOf(1)]);
		server.use(...bootOf('admin'));
		server.use(users);
		await boot();
		expect(asked).toHaveLength(1);
		expect(person()).toMatchObject({ isAdmin: true, currentCustomer: null, currentDomain: null });
	});
});

describe('what the page asked for ahead', () => {
	const aheadWith = (url: string, answer: Promise<Response>) => (window.askedAhead = new Map([[url, answer]]));
	const answered = (name: string) => Response.json({ data: { username: 'outi', email: 'outi@aalto.example', name, isNormalUser: false } });
	beforeEach(() => {
		comeBack();
		server.use(...bootOf('domainAdmin'));
	});
	it('begins the session, and only the first one', async () => {
		aheadWith('/identity/user', Promise.resolve(answered('Outi Ahead')));
		await boot();
		expect(person().name).toBe('Outi Ahead');
		await boot();
		expect(person().name).toBe('Outi');
	});
	it('and did not come ends failed, as if it had been asked for now', async () => {
		aheadWith('/identity/user', Promise.reject(new TypeError('Failed to fetch')));
		await boot();
		expect(readSession()).toMatchObject({ at: 'failed', error: { code: 'no_connection' } });
	});
	it('that says that the session is over is not asked for again', async () => {
		aheadWith('/identity/account/authenticate', Promise.resolve(new Response('{}', { status: 401 })));
		await boot();
		expect(readSession().at).toBe('signedOut');
		await boot();
		expect(readSession().at).toBe('signedOut');
	});
});

describe('domains that change while somebody works', () => {
	beforeEach(comeBack);
	it('are known at once: a first domain is the current one, and a chosen one stays', async () => {
		server.use(...bootOf('customerAdmin', []));
		await boot();
		expect(person().currentDomain).toBeNull();
		server.use(...bootOf('customerAdmin', mapped.slice(0, 1)));
		await boot();
		server.use(...bootOf('customerAdmin', mapped.slice(0, 2)));
		await rereadPlaces();
		expect(person().mappedDomains.map(({ domain }) => domain)).toEqual(mapped.slice(0, 2).map(({ domain }) => domain));
		expect(person().currentDomain?.domain).toBe('shop.example');
		server.use(...bootOf('customerAdmin', mapped.slice(1, 2)));
		await rereadPlaces();
		expect(person().currentDomain?.domain).toBe(mapped[1]?.domain);
	});
	it('are known with their customers: a first one is the current one, and one that is renamed says so', async () => {
		server.use(...bootOf('customerAdmin', []));
		await boot();
		expect(person().currentCustomer).toBeNull();
		server.use(...bootOf('customerAdmin', mapped.slice(0, 1)));
		await rereadPlaces();
		expect(person().currentCustomer?.name).toBe('Aalto Oy');
		server.use(
			...bootOf(
				'customerAdmin',
				mapped.map((row) => ({ ...row, customerName: `${row.customerName} 2` })),
			),
		);
		await rereadPlaces();
		expect(person().currentCustomer?.name).toBe('Aalto Oy 2');
		expect(person().mappedCustomers.map(({ name }) => name)).toEqual(['Aalto Oy 2', 'Mökki Oy 2']);
	});
	it('stay as they were when they cannot be read, and that is said', async () => {
		server.use(...bootOf('customerAdmin'));
		await boot();
		const before = person().mappedDomains;
		server.use(refuses(userDomains, 500, { code: 'broken' }));
		await rereadPlaces();
		expect(person().mappedDomains).toEqual(before);
	});
});

describe('what another tab did with the session', () => {
	const told = () => window.dispatchEvent(new StorageEvent('storage', { key: 'luvalla.code' }));
	beforeEach(async () => {
		quiet();
		comeBack();
		server.use(...bootOf('domainAdmin'));
		await boot();
	});
	it('leaves a page to the same person', async () => {
		const before = person();
		told();
		await new Promise((done) => setTimeout(done, 20));
		expect(person()).toBe(before);
	});
	it('takes a page from whoever signed out', async () => {
		server.use(refuses(authenticate, 401, { code: 'not_signed_in' }));
		told();
		await vi.waitFor(() => expect(readSession().at).toBe('signedOut'));
	});
	it('loads the portal anew for somebody else', async () => {
		server.use(...bootOf('admin'));
		told();
		await vi.waitFor(() => expect(browser.go).toHaveBeenCalledWith('/'));
	});
});

describe('a swallowed 401 in the middle of a session', () => {
	beforeEach(comeBack);
	it('re-checks authentication once', async () => {
		server.use(...bootOf('domainAdmin'));
		await boot();
		let checked = 0;
		server.use(
			refuses(authenticate, 401, { code: 'unauthenticated' }, () => checked++),
			refuses(customerDomains, 401, { code: 'unauthenticated' }),
		);
		await Promise.all([send(customerDomains, { params: { id: 1 } }), send(customerDomains, { params: { id: 1 } })]);
		await vi.waitFor(() => expect(readSession().at).toBe('signedOut'));
		expect(checked).toBe(1);
	});
});

describe('switching', () => {
	beforeEach(comeBack);
	it('a domain reloads its users, keeps the path and refreshes after 2000 ms', async () => {
		const { go, wait } = quiet();
		server.use(...bootOf('domainAdmin'));
		await boot();
		const asked: (string | null)[] = [];
		server.use(
			answers(domainUsers, ({ headers }) => {
				asked.push(headers.get('domain_key'));
				return [];
			}),
		);
		window.history.replaceState(null, '', '/campaigns?page=2');
		await switchDomain(idOf(2));
		expect(asked).toEqual([idOf(2)]);
		expect(wait.mock.calls).toEqual([[2000]]);
		expect(go.mock.calls).toEqual([['/']]);
		expect(rootTarget()).toBe('/campaigns?page=2');
		// it stays for the session
		expect(rootTarget()).toBe('/campaigns?page=2');
		window.history.replaceState(null, '', '/');
	});
	it('a customer selects its first mapped domain', async () => {
		quiet();
		server.use(...bootOf('domainAdmin'));
		await boot();
		window.history.replaceState(null, '', `/customerdomains?sort=name&id=${idOf(1)}`);
		await switchCustomer(2);
		expect(person()).toMatchObject({ currentCustomer: { name: 'Mökki Oy' }, currentDomain: { domain: 'blog.example' } });
		// What was open there is not this one's.
		expect(rootTarget()).toBe('/customerdomains?sort=name');
		window.history.replaceState(null, '', '/');
	});
});

describe('the root', () => {
	it('leads to the dashboard', () => expect(rootTarget()).toBe('/customerdashboard'));
	it('leads once to what was opened signed out', () => {
		returnTo('/customerdomains');
		expect(rootTarget()).toBe('/customerdomains');
		expect(rootTarget()).toBe('/customerdashboard');
	});
});

describe('logging out', () => {
	it('ends the session, its stream and its context, and goes to the root after 1000 ms', async () => {
		const { go, wait } = quiet();
		server.use(...bootOf('domainAdmin'), answers(logoff, { signedOut: true }));
		await boot();
		await switchCustomer(2);
		go.mockClear();
		wait.mockClear();
		const ended = vi.fn();
		const stop = onSessionEnd(ended);
		await logOut();
		expect(ended).toHaveBeenCalledTimes(1);
		// Nothing of it is the next person's.
		expect(Object.keys(sessionStorage).filter((key) => key.startsWith('luvalla.'))).toEqual([]);
		expect(rootTarget()).toBe('/customerdashboard');
		expect(wait.mock.calls).toEqual([[1000]]);
		expect(go.mock.calls).toEqual([['/']]);
		stop();
	});
	it('that the server refuses is told', async () => {
		quiet();
		server.use(refuses(logoff, 500, { code: 'broken' }));
		await expect(logOut()).rejects.toThrow('error occured');
	});
});

describe('the app version', () => {
	it('is stored in silence when there is none', () => {
		expect(isOutdated()).toBe(false);
		expect(localStorage.getItem('luvalla.appVersion')).toBe('42');
	});
	it.each([
		['41', true],
		['9', true],
		['42', false],
		['43', false],
		['100', false],
		['old', true],
	])('%s is behind: %s (compared as numbers)', (stored, behind) => {
		localStorage.setItem('luvalla.appVersion', stored);
		expect(isOutdated()).toBe(behind);
	});
});

it('reads the current customer from its own call', async () => {
	comeBack();
	server.use(...bootOf('domainAdmin'));
	server.use(refuses(currentCustomer, 500, { code: 'broken' }));
	await boot();
	expect(readSession()).toMatchObject({ at: 'failed', error: { message: 'Failed to fetch the customer details.' } });
});
