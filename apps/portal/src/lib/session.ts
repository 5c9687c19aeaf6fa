/**
 * Who is signed in, and which customer and domain are current (portal.md sections 3 and 4).
 * One store outside React: the boot sequence, the default selection, a switch, the re-check after a 401, the logout.
 */
import { APP_VERSION, REDIRECT_DELAY_MS, SWITCH_REFRESH_DELAY_MS } from '@luvalla/contract/constants';
import {
	authenticate,
	domainUsers,
	isCustomerAdmin,
	logoff,
	type PlatformRole,
	readUser,
	userDomains,
} from '@luvalla/contract/identity/account';
import { currentCustomer as readCustomer } from '@luvalla/contract/tenancy/customer';
import * as z from 'zod';
import { ask, browser, onUnauthenticated, send, setCurrent } from './client.ts';
import { Unauthenticated } from './failure.ts';
import { notifyFailure } from './notices.ts';
import * as vault from './vault.ts';

export interface MappedCustomer {
	id: number;
	name: string;
	useCM: boolean;
}
export interface MappedDomain {
	id: string;
	domain: string;
	customerId: number;
	customerName: string;
	/** Whether the person administers it: contents, constellations, audiences and campaigns offer only such. */
	isAdmin: boolean;
}

/** The authenticated user of portal.md section 3. */
export interface Person {
	username: string;
	email: string;
	name: string;
	roles: readonly PlatformRole[];
	isAdmin: boolean;
	isPartner: boolean;
	isDomainAdmin: boolean;
	customerAdmin: boolean;
	isNormalUser: boolean;
	/** They took the tour or left it: it comes by itself no more. */
	toured: boolean;
	mappedCustomers: readonly MappedCustomer[];
	mappedDomains: readonly MappedDomain[];
	currentCustomer: MappedCustomer | null;
	currentDomain: MappedDomain | null;
}

export type SessionState =
	| { at: 'booting' }
	| { at: 'signedOut' }
	| { at: 'failed'; error: Error }
	/** `over`: it has ended while something written was not saved, so the page waits for the same person. */
	| { at: 'signedIn'; person: Person; contextKey: string; assisted: Assisted | null; over?: boolean };

/** An ADMIN acts as the person: who really, and until when. */
export interface Assisted {
	by: string;
	until: string;
}

const PATH_KEY = 'luvalla.domainChangePath';
const RETURN_KEY = 'luvalla.returnPath';
const VERSION_KEY = 'luvalla.appVersion';
const REGISTERING_KEY = 'luvalla.registering';
/** Kept for the session, as the specification says: the address of whoever is current, and whether an ADMIN acts as them. */
const EMAIL_KEY = 'luvalla.userEmail';
const ASSISTED_KEY = 'luvalla.assisted';
/** What was opened from the palette, of one person and one customer (`app/palette/recents.ts`). */
export const RECENTS_KEY = 'luvalla.recents';
const CODE_KEY = 'luvalla.code';
const STATE_KEY = 'luvalla.sessionState';
/** When the session became another person's. */
const CHANGED_KEY = 'luvalla.personChanged';

const Kept = z.object({ customerId: z.int().nullable(), domainId: z.string().nullable(), roles: z.array(z.string()) });

let state: SessionState = { at: 'booting' };
const listeners = new Set<() => void>();
/** The state now, and a way to hear of changes: what `useSyncExternalStore` takes. */
export const readSession = (): SessionState => state;
export function onSession(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
function become(next: SessionState): void {
	state = next;
	if (next.at === 'signedIn') setCurrent({ customerId: next.person.currentCustomer?.id, domainId: next.person.currentDomain?.id });
	else setCurrent({});
	for (const listener of listeners) listener();
}

/**
 * Reads the authorization code and the session state from the URL, stores them and strips the query by reloading at
 * the root. Runs before the router sees the address.
 * @returns true when the page is about to reload, so nothing more may start
 */
export function takeReturn(location: Pick<Location, 'search' | 'pathname'>): boolean {
	if (location.pathname === '/magiclinkinviteconfirmation') return false;
	const search = new URLSearchParams(location.search);
	const code = search.get('code');
	const sessionState = search.get('session_state');
	if (code === null || sessionState === null) return false;
	localStorage.setItem(CODE_KEY, code);
	localStorage.setItem(STATE_KEY, sessionState);
	browser.replace('/');
	return true;
}

/** Whether somebody signed in here and has not left, nor was told that the session is over. */
export const wasSignedIn = (): boolean => localStorage.getItem(CODE_KEY) !== null;

/** What the last sign-in brought is spent. */
function forgetReturn(): void {
	for (const key of [CODE_KEY, STATE_KEY]) localStorage.removeItem(key);
}

let recheckAllowed = true;

/**
 * The boot sequence. Ends in `signedIn`, `signedOut` or `failed`. Where nobody came back from a sign-in since the last session
 * ended there is nothing to ask for: each session begins with a code (`takeReturn`).
 */
export async function boot(): Promise<void> {
	if (!wasSignedIn()) return become({ at: 'signedOut' });
	become({ at: 'booting' });
	try {
		// the calls of `sessionCalls` (asked-ahead.ts)
		const [{ data }, user, mapped] = await Promise.all([ask(authenticate, {}), ask(readUser, {}), ask(userDomains, {})]);
		const person = await readPerson(data, user.data, mapped.data);
		recheckAllowed = true;
		become({ at: 'signedIn', person, contextKey: data.contextKey, assisted: data.assisted });
		sessionStorage.removeItem(REGISTERING_KEY);
		sessionStorage.setItem(EMAIL_KEY, person.email);
		if (data.assisted) sessionStorage.setItem(ASSISTED_KEY, 'true');
		else sessionStorage.removeItem(ASSISTED_KEY);
		await vault.keep(data.contextKey, selectionOf(person));
		await loadDomainUsers(person);
	} catch (error) {
		if (error instanceof Unauthenticated) {
			forgetReturn();
			return become({ at: 'signedOut' });
		}
		if (!(error instanceof Error)) throw error;
		become({ at: 'failed', error });
	}
}

// A swallowed 401 in the middle of the session: authentication is re-checked, once until it holds again.
onUnauthenticated(() => {
	if (state.at !== 'signedIn' || !recheckAllowed) return;
	recheckAllowed = false;
	void (holdsEdits() ? recheck() : boot());
});

let holdsEdits = (): boolean => false;
/** Says how to know whether something written is not saved (`unsaved.ts`, which sign-in does without). */
export const onEdits = (held: () => boolean): void => {
	holdsEdits = held;
};

/** Asks who is signed in without taking the page away: what is written there stays, for the same person alone. */
export async function recheck(): Promise<void> {
	if (state.at !== 'signedIn') return;
	const { person } = state;
	try {
		const { data } = await ask(authenticate, {});
		if (data.email !== person.email) return await changePerson('/');
		recheckAllowed = true;
		become({ ...state, contextKey: data.contextKey, assisted: data.assisted, over: false });
		await vault.keep(data.contextKey, selectionOf(person));
	} catch (error) {
		if (error instanceof Unauthenticated) {
			if (holdsEdits()) return become({ ...state, over: true });
			forgetReturn();
			return become({ at: 'signedOut' });
		}
		if (!(error instanceof Error)) throw error;
		recheckAllowed = true;
		notifyFailure(error.message);
	}
}

// All tabs have one session: who signs out, in, or as somebody else in another one does so here too.
window.addEventListener('storage', ({ key }) => {
	if (key === CODE_KEY || key === CHANGED_KEY) void recheck();
});

type Authenticated = z.infer<typeof authenticate.answer>;

type Mapped = z.infer<typeof userDomains.answer>;

/** The domains among what the person is mapped to: a customer without one has a row too. */
const domainsOf = (mapped: Mapped): MappedDomain[] =>
	mapped.flatMap((row) =>
		row.id === null || row.domain === null
			? []
			: [{ id: row.id, domain: row.domain, customerId: row.customerId, customerName: row.customerName, isAdmin: row.isAdmin }],
	);

const customersOf = (mapped: Mapped): MappedCustomer[] => [
	...new Map(mapped.map((row) => [row.customerId, { id: row.customerId, name: row.customerName, useCM: row.useCM }])).values(),
];

async function readPerson({ roles, contextKey }: Authenticated, user: z.infer<typeof readUser.answer>, mapped: Mapped): Promise<Person> {
	const isAdmin = roles.includes('ADMIN');
	const mappedCustomers = customersOf(mapped);
	const mappedDomains = domainsOf(mapped);
	const base = {
		username: user.username,
		email: user.email,
		name: user.name,
		roles,
		isAdmin,
		isPartner: roles.includes('PARTNER'),
		isDomainAdmin: roles.includes('DOMAIN_ADMIN'),
		isNormalUser: user.isNormalUser,
		toured: user.toured,
		mappedCustomers,
		mappedDomains,
	};
	if (isAdmin || user.isNormalUser) return { ...base, customerAdmin: false, currentCustomer: null, currentDomain: null };

	const kept = Kept.safeParse(await vault.recall(contextKey)).data;
	const mappedTo = (id: number | undefined | null) => mappedCustomers.find((one) => one.id === id);
	const chosen = mappedTo(namedCustomer()) ?? mappedTo(kept?.customerId) ?? mappedCustomers[0] ?? null;
	const ofCustomer = mappedDomains.filter((one) => one.customerId === chosen?.id);
	const currentDomain = ofCustomer.find((one) => one.id === kept?.domainId) ?? ofCustomer[0] ?? null;
	if (!chosen) return { ...base, customerAdmin: false, currentCustomer: null, currentDomain };

	const scope = { customerId: chosen.id };
	const [admin, customer] = await Promise.all([ask(isCustomerAdmin, {}, scope), ask(readCustomer, { params: { id: chosen.id } }, scope)]);
	return {
		...base,
		customerAdmin: admin.data,
		currentCustomer: { id: customer.data.id, name: customer.data.name, useCM: customer.data.useCM },
		currentDomain,
	};
}

/** The customer that the address is about, as letters and colleagues send it, or the one to which signing in leads back. */
const namedCustomer = (): number => {
	const { searchParams } = new URL(sessionStorage.getItem(RETURN_KEY) ?? window.location.href, window.location.origin);
	return Number(searchParams.get('customer'));
};

const selectionOf = (person: Person): z.infer<typeof Kept> => ({
	customerId: person.currentCustomer?.id ?? null,
	domainId: person.currentDomain?.id ?? null,
	roles: [...person.roles],
});

/** The people of the current domain; ADMIN skips it. Their absence stops nobody from working, so it is only said. */
async function loadDomainUsers(person: Person): Promise<void> {
	if (person.isAdmin || person.isNormalUser || !person.currentCustomer) return;
	try {
		await ask(domainUsers, { query: {} }, { customerId: person.currentCustomer.id, domainId: person.currentDomain?.id });
	} catch (error) {
		if (error instanceof Unauthenticated) return;
		if (!(error instanceof Error)) throw error;
		notifyFailure(error.message);
	}
}

/** Sets the current domain after the person said OK: reloads its users, keeps the path, refreshes the view after 2000 ms. */
export async function switchDomain(domainId: string): Promise<void> {
	if (state.at !== 'signedIn') return;
	const domain = state.person.mappedDomains.find((one) => one.id === domainId);
	if (!domain) return;
	const person = { ...state.person, currentDomain: domain };
	await Promise.all([refreshWith({ ...state, person }), loadDomainUsers(person)]);
}

/** Sets the current customer, with its first mapped domain, and refreshes the view after 2000 ms. */
export async function switchCustomer(customerId: number): Promise<void> {
	if (state.at !== 'signedIn') return;
	const customer = state.person.mappedCustomers.find((one) => one.id === customerId);
	if (!customer) return;
	const currentDomain = state.person.mappedDomains.find((one) => one.customerId === customerId) ?? null;
	sessionStorage.removeItem(RECENTS_KEY);
	await refreshWith({ ...state, person: { ...state.person, currentCustomer: customer, currentDomain } }, true);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param leaves what the address's search names is the former customer's, and is left behind */
async function refreshWith(next: Extract<SessionState, { at: 'signedIn' }>, leaves = false): Promise<void> {
	await vault.keep(next.contextKey, selectionOf(next.person));
	const { href, pathname } = window.location;
	const { searchParams } = new URL(href);
	for (const [name, value] of [...searchParams]) if (name === 'customer' || (leaves && UUID.test(value))) searchParams.delete(name);
	sessionStorage.setItem(PATH_KEY, searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname);
	become(next);
	await browser.wait(SWITCH_REFRESH_DELAY_MS);
	browser.go('/');
}

/** Where the root leads: the path kept by a switch, or the one opened before signing in, else the dashboard. */
export function rootTarget(): string {
	const returning = sessionStorage.getItem(RETURN_KEY);
	sessionStorage.removeItem(RETURN_KEY);
	return returning ?? sessionStorage.getItem(PATH_KEY) ?? '/customerdashboard';
}

/** Remembers a path that was opened while signed out, so that signing in leads there. */
export function returnTo(path: string): void {
	if (path !== '/') sessionStorage.setItem(RETURN_KEY, path);
}

const endings = new Set<() => void>();
/** Calls back when the session ends, before the page leaves (the live stream closes itself). */
export function onSessionEnd(listener: () => void): () => void {
	endings.add(listener);
	return () => endings.delete(listener);
}

/**
 * Ends the session on the server, forgets what was kept and goes to the root after 1000 ms.
 * @throws CallFailure when the server did not end it: the person is still signed in
 */
export async function logOut(): Promise<void> {
	await signOutHere();
	await browser.wait(REDIRECT_DELAY_MS);
	browser.go('/');
}

/** Ends the session and forgets what was kept; the page stays (an invitation for somebody else goes on from here). */
export async function signOutHere(): Promise<void> {
	await send(logoff, {});
	forgetReturn();
	await forgetSession();
}

/** Clears all that was kept for the session: nothing of it is the next person's. */
export async function forgetSession(): Promise<void> {
	for (const listener of endings) listener();
	for (const key of Object.keys(sessionStorage)) if (key.startsWith('luvalla.')) sessionStorage.removeItem(key);
	await vault.forget();
}

/** The session is another person's now, or one's own again: its data is cleared and the portal loaded afresh after 1000 ms. */
export async function changePerson(url: string): Promise<void> {
	localStorage.setItem(CHANGED_KEY, String(Date.now()));
	await forgetSession();
	await browser.wait(REDIRECT_DELAY_MS);
	browser.go(url);
}

/**
 * A customer or a domain was added, renamed or deleted by this person: the selectors and the screens that work for one domain know it at once.
 * Where none was chosen yet, or the chosen one is gone, the customer's first one is. When they cannot be read it is said, and what
 * was known stays.
 */
export async function rereadPlaces(): Promise<void> {
	const mapped = await ask(userDomains, {}).catch((error: unknown) => {
		if (error instanceof Unauthenticated) return null;
		if (!(error instanceof Error)) throw error;
		notifyFailure(error.message);
		return null;
	});
	if (mapped === null || state.at !== 'signedIn') return;
	const { person } = state;
	const mappedDomains = domainsOf(mapped.data);
	if (person.isAdmin || person.isNormalUser) return become({ ...state, person: { ...person, mappedDomains } });
	const mappedCustomers = customersOf(mapped.data);
	const current = person.currentCustomer;
	const currentCustomer = mappedCustomers.find((one) => one.id === current?.id) ?? current ?? mappedCustomers[0] ?? null;
	const ofCustomer = mappedDomains.filter((one) => one.customerId === currentCustomer?.id);
	const currentDomain = ofCustomer.find((one) => one.id === person.currentDomain?.id) ?? ofCustomer[0] ?? null;
	const next = { ...state, person: { ...person, mappedCustomers, mappedDomains, currentCustomer, currentDomain } };
	become(next);
	await vault.keep(next.contextKey, selectionOf(next.person));
}

/** The person changed their own name. */
export function renamed(name: string, username: string): void {
	if (state.at === 'signedIn') become({ ...state, person: { ...state.person, name, username } });
}

/** The person took the tour or left it. */
export function tookTour(): void {
	if (state.at === 'signedIn' && !state.person.toured) become({ ...state, person: { ...state.person, toured: true } });
}

/** This visitor follows the registration: its root is the form, until they sign in (portal.md section 2). */
export const beginRegistration = (): void => sessionStorage.setItem(REGISTERING_KEY, '1');
export const leaveRegistration = (): void => sessionStorage.removeItem(REGISTERING_KEY);
export const isRegistering = (): boolean => sessionStorage.getItem(REGISTERING_KEY) !== null;

/** Whether the stored app version is behind; compared as numbers, none stored stores the current one in silence. */
export function isOutdated(): boolean {
	const stored = localStorage.getItem(VERSION_KEY);
	if (stored === null) {
		localStorage.setItem(VERSION_KEY, String(APP_VERSION));
		return false;
	}
	const version = Number(stored);
	return Number.isNaN(version) || version < APP_VERSION;
}

/** Stores the new version and reloads the page. */
export function updateApp(): void {
	localStorage.setItem(VERSION_KEY, String(APP_VERSION));
	browser.go(window.location.href);
}
