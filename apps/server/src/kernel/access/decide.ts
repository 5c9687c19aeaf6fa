/** The one place that says yes or no: role and tenant of a call against who is asking. */
import type { CallShape, Role } from '@luvalla/contract/call.ts';
import { CUSTOMER_KEY, DOMAIN_KEY } from '@luvalla/contract/constants.ts';
import { CustomerId } from '@luvalla/contract/fields.ts';
import { invalidFields, type Refused, refusals, refuse } from '#kernel/http/errors.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { type Asker, byToken } from './asker.ts';

/** Met by holders of tokens at every call that is closed to them. */
const refuseToken = refusals({
	session_needed: [
		403,
		'This needs you yourself, signed in here: no application may do it for you.',
		'Tähän tarvitaan sinut itsesi tänne kirjautuneena: mikään sovellus ei voi tehdä sitä puolestasi.',
	],
});

/** A token is not the person: it opens what is about its application's customer, and what the contract marks. */
export const demandPerson = (asker: Asker): void => {
	if (byToken(asker)) throw refuseToken('session_needed');
};

/** What a handler may touch. `domains` is 'all' of the customer, or just these. */
export interface Scope {
	readonly customerId: number;
	readonly domains: 'all' | ReadonlySet<string>;
	/** The one domain the call is about, where it names one. */
	readonly domainId: string | null;
	/** The role that opened the door; the strongest one held. */
	readonly as: Role;
}

interface Given {
	readonly params: unknown;
	readonly query: unknown;
	readonly body: unknown;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const STRENGTH: readonly Role[] = ['admin', 'partner', 'customerAdmin', 'domainAdmin', 'machine', 'user', 'anyone'];

/** Roles held at all, wherever. */
export const rolesAnywhere = (asker: Asker): Set<Role> => {
	if (asker.machineOf !== undefined) return new Set<Role>(['anyone', 'machine']);
	const held = new Set<Role>(['user', 'anyone']);
	if (asker.roles.has('ADMIN')) held.add('admin');
	if (asker.roles.has('PARTNER')) held.add('partner');
	if (asker.roles.has('DOMAIN_ADMIN')) held.add('domainAdmin');
	for (const customer of asker.customers.values()) {
		if (customer.isCustomerAdmin) held.add('customerAdmin');
		if (customer.isDomainAdmin) held.add('domainAdmin');
	}
	return held;
};

/** Roles held on one customer, by its own mappings and the platform's grants; empty when the asker has nothing to do with it. */
export const rolesOn = (asker: Asker, customerId: number): Set<Role> => {
	if (asker.machineOf !== undefined) return new Set<Role>(asker.machineOf === customerId ? ['machine'] : []);
	const held = new Set<Role>();
	if (asker.roles.has('ADMIN')) held.add('admin');
	const customer = asker.customers.get(customerId);
	if (!customer) return held;
	if (customer.byPartner) held.add('partner');
	if (customer.isCustomerAdmin) held.add('customerAdmin');
	if (customer.isDomainAdmin) held.add('domainAdmin');
	return held;
};

const strongest = (may: readonly Role[], held: ReadonlySet<Role>): Role | undefined =>
	STRENGTH.find((role) => may.includes(role) && held.has(role));

/** Which of a customer's domains a role sees. */
const domainsFor = (asker: Asker, customerId: number, as: Role): Scope['domains'] =>
	as === 'domainAdmin' || asker.machineDomain !== undefined
		? new Set([...asker.domains.values()].filter((d) => d.customerId === customerId).map((d) => d.id))
		: 'all';

/** What somebody may touch of one customer by the strongest role among these that they hold there; null: nothing, as if it were not there. */
export const scopeOn = (asker: Asker, customerId: number, may: readonly Role[]): Scope | null => {
	const as = strongest(may, rolesOn(asker, customerId));
	return as === undefined ? null : { customerId, domains: domainsFor(asker, customerId, as), domainId: null, as };
};

const textOf = (given: Given, where: string): string | null => {
	const [part = '', name = ''] = where.split('.');
	const source = part === 'params' ? given.params : part === 'query' ? given.query : given.body;
	const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** What a call is about is not said: by its field, where it has one. */
const unnamed = (where: string): Refused => {
	const [part, name = ''] = where.split('.');
	return part === 'params' ? refuse('not_found') : invalidFields([{ message: 'Enter a value', path: [name] }]);
};

const NOTHING = {
	en: 'There is nothing by this id, or it is not open to this token',
	fi: 'Tällä tunnisteella ei ole mitään, tai se ei ole tälle avaimelle avoin',
};

/** Not there, or somebody else's: the same of both. Programs at the edge, who send it in the body, are told by which field they named it. */
const nothing = ({ api }: CallShape, where: string): Refused => {
	const [part, name = ''] = where.split('.');
	return api === 'edge' && part === 'body' ? refuse('not_found', { [name]: NOTHING }) : refuse('not_found');
};

/** What names a customer or a domain; a hyphen does as well, as many proxies drop headers with underscores. */
export const header = (given: Pick<Given, 'headers'>, name: string): string | null => {
	const value = given.headers[name] ?? given.headers[name.replace('_', '-')];
	return typeof value === 'string' && value !== '' ? value : null;
};

const OTHER_CUSTOMER = 'The header DOMAIN_KEY names a domain of another customer';

/** Of two that are named one would be left out silently. @throws Refused 400 where the query names another customer than the domain of the header is of */
const demandSame = (given: Given, customerId: number): void => {
	const { data } = CustomerId.safeParse(textOf(given, 'query.customerId'));
	if (data !== undefined && data !== customerId) throw invalidFields([{ message: OTHER_CUSTOMER, path: ['customerId'] }]);
};

/** Reads the customer of a domain, configuration or record from the directory, in lower case. */
const customerOf = async (storage: Storage, kind: string, key: string, unknown = (): Refused => refuse('not_found')): Promise<number> => {
	const customerId = await storage.inPlatform((tx) => customerIn(tx, { kind, key: key.toLowerCase() }));
	if (customerId === null) throw unknown();
	return customerId;
};

/** @throws Refused 404 for what no customer is called */
const customerNumber = (given: string): number => {
	const { data } = CustomerId.safeParse(given);
	if (data === undefined) throw refuse('not_found');
	return data;
};

const currentCustomer = (given: Given, asker: Asker): number => {
	const sent = textOf(given, 'query.customerId') ?? header(given, CUSTOMER_KEY);
	if (sent !== null) return customerNumber(sent);
	const [first] = asker.customers.keys();
	if (first !== undefined) return first;
	// A platform admin belongs to none of them, and may name any.
	throw asker.roles.has('ADMIN') ? unnamed('query.customerId') : refuse('not_found');
};

/** Null for calls without a tenant. Throws 401, 403 or 404; a foreign thing is 404, as if it were not there. */
export const decide = async (call: CallShape, given: Given, asker: Asker | null, storage: Storage): Promise<Scope | null> => {
	if (call.may.includes('anyone') && call.of === undefined) return null;
	if (!asker) throw refuse('not_signed_in');
	if (!strongest(call.may, rolesAnywhere(asker))) throw refuse('not_allowed');
	if (call.of === undefined) {
		if (!call.tokens) demandPerson(asker);
		return null;
	}

	const [kind = '', where = ''] = call.of.split(':');
	let customerId: number;
	let domainId: string | null = null;
	if (where === 'current') customerId = currentCustomer(given, asker);
	else if (where === 'header' || where === 'header-or-customer') {
		domainId = header(given, DOMAIN_KEY)?.toLowerCase() ?? null;
		if (domainId !== null) customerId = await customerOf(storage, 'domain', domainId);
		else if (where === 'header-or-customer') customerId = currentCustomer(given, asker);
		else throw unnamed(`header.${DOMAIN_KEY.toUpperCase()}`);
	} else {
		const key = textOf(given, where);
		if (key === null) throw unnamed(where);
		if (kind === 'customer') customerId = customerNumber(key);
		else customerId = await customerOf(storage, kind, key, () => nothing(call, where));
		if (kind === 'domain') domainId = key.toLowerCase();
	}

	const held = rolesOn(asker, customerId);
	if (held.size === 0) throw nothing(call, where);
	const as = strongest(call.may, held);
	if (!as) throw refuse('not_allowed');
	const domains = domainsFor(asker, customerId, as);
	if (domainId !== null && domains !== 'all' && !domains.has(domainId)) throw nothing(call, where);
	if (domainId !== null && where.startsWith('header')) demandSame(given, customerId);
	return { customerId, domains, domainId, as };
};
