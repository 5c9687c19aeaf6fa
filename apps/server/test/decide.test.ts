/** The one place that says yes or no, rule by rule; that every call goes through it is shown in access/. */
import type { CallShape, Role } from '@luvalla/contract/call.ts';
import { expect, test } from 'vitest';
import type { Asker, MappedCustomer } from '../src/kernel/access/asker.ts';
import { decide } from '../src/kernel/access/decide.ts';
import type { Sql } from '../src/kernel/storage/rows.ts';
import type { Storage } from '../src/kernel/storage/storage.ts';

/** Domain `a1` is of customer 1, and so on. */
const OWNERS: Readonly<Record<string, number>> = { a1: 1, a2: 1, b1: 2 };
const storage = {
	inPlatform: (work: (tx: unknown) => unknown) =>
		work({
			first: async (_: unknown, { values }: Sql) => {
				const owner = OWNERS[String(values.at(-1))];
				return owner === undefined ? null : { customer_id: owner };
			},
		}),
} as unknown as Storage;

const customer = (id: number, over: Partial<MappedCustomer>): [number, MappedCustomer] => [
	id,
	{ id, name: `Customer ${id}`, useCM: false, status: 1, isCustomerAdmin: false, byPartner: false, isDomainAdmin: false, ...over },
];
const asker = (over: Partial<Asker>): Asker => ({
	sessionId: 's',
	userId: 'u',
	email: 'a@example.com',
	name: '',
	actorId: null,
	confirmedAt: new Date(0),
	contextKey: '',
	expiresAt: new Date(8e12),
	roles: new Set(),
	customers: new Map(),
	domains: new Map(),
	...over,
});
const domains = (...of: [id: string, customerId: number][]): Asker['domains'] =>
	new Map(of.map(([id, customerId]) => [id, { id, domain: id, customerId, isAdmin: true }]));

const callOf = (may: Role[], of?: string) => ({ may, of }) as unknown as CallShape;
const asked = (call: CallShape, who: Asker | null, params: object = {}) =>
	decide(call, { params, query: {}, body: {}, headers: {} }, who, storage).then(
		(scope) => (scope ? { ...scope, domains: scope.domains === 'all' ? 'all' : [...scope.domains] } : scope),
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);

const OFFICERS: Role[] = ['partner', 'customerAdmin', 'domainAdmin'];
const ofCustomer = callOf(OFFICERS, 'customer:params.id');
const ofDomain = callOf([...OFFICERS, 'machine'], 'domain:params.id');

test('being mapped to a customer makes nobody its partner', async () => {
	const call = callOf(['partner'], 'customer:params.id');
	const colleague = asker({ roles: new Set(['PARTNER']), customers: new Map([customer(1, { isCustomerAdmin: true })]) });
	expect(await asked(call, colleague, { id: 1 })).toMatch(/^403/);
	const partner = asker({ roles: new Set(['PARTNER']), customers: new Map([customer(1, { byPartner: true })]) });
	expect(await asked(call, partner, { id: 1 })).toMatchObject({ customerId: 1, as: 'partner' });
});

test('a role at one customer is none at another, where what is foreign is not there', async () => {
	const admin = asker({ customers: new Map([customer(1, { isCustomerAdmin: true }), customer(2, { isDomainAdmin: true })]) });
	expect(await asked(ofCustomer, admin, { id: 1 })).toMatchObject({ as: 'customerAdmin', domains: 'all' });
	expect(await asked(callOf(['customerAdmin'], 'customer:params.id'), admin, { id: 2 })).toMatch(/^403/);
	expect(await asked(ofCustomer, admin, { id: 3 })).toMatch(/^404/);
	expect(await asked(ofDomain, admin, { id: 'nowhere' })).toMatch(/^404/);
});

test('a machine is its own customer’s and nobody else’s', async () => {
	const machine = asker({ machineOf: 1, origins: [] });
	expect(await asked(ofDomain, machine, { id: 'a1' })).toMatchObject({ customerId: 1, as: 'machine', domains: 'all' });
	expect(await asked(ofDomain, machine, { id: 'b1' })).toMatch(/^404/);
	expect(await asked(ofCustomer, machine, { id: 1 })).toMatch(/^403/);
});

test('a domain admin sees their own domains of the customer that is asked about', async () => {
	const editor = asker({
		customers: new Map([customer(1, { isDomainAdmin: true }), customer(2, { isDomainAdmin: true })]),
		domains: domains(['a1', 1], ['b1', 2]),
	});
	expect(await asked(ofDomain, editor, { id: 'A1' })).toMatchObject({ customerId: 1, domainId: 'a1', as: 'domainAdmin', domains: ['a1'] });
	expect(await asked(ofDomain, editor, { id: 'a2' })).toMatch(/^404/);
	expect(await asked(ofCustomer, editor, { id: 2 })).toMatchObject({ domains: ['b1'] });
});

test('the strongest role held opens the door', async () => {
	const both = asker({ customers: new Map([customer(1, { isCustomerAdmin: true, isDomainAdmin: true })]), domains: domains(['a1', 1]) });
	expect(await asked(ofDomain, both, { id: 'a2' })).toMatchObject({ as: 'customerAdmin', domains: 'all' });
});

test('who is not signed in is told so, and a token is not the person', async () => {
	const self = callOf(['user']);
	expect(await asked(self, null)).toMatch(/^401/);
	expect(await asked(self, asker({}))).toBeNull();
	expect(await asked(self, asker({ origins: [] }))).toMatch(/session_needed/);
	expect(await asked({ ...self, tokens: true }, asker({ origins: [] }))).toBeNull();
	expect(await asked(ofCustomer, asker({}), { id: 1 })).toMatch(/^403/);
});

test('who names no customer or domain, where one has to be named, is told where', async () => {
	const nothing = { params: {}, query: {}, body: {}, headers: {} };
	const fieldsOf = async (of: string, who: Asker) =>
		decide(callOf(['admin', ...OFFICERS], of), nothing, who, storage).then(String, ({ status, code, fields }) => [
			status,
			code,
			Object.keys(fields ?? {}),
		]);
	const admin = asker({ roles: new Set(['ADMIN']) });
	expect(await fieldsOf('customer:current', admin)).toEqual([400, 'invalid', ['customerId']]);
	expect(await fieldsOf('domain:header-or-customer', admin)).toEqual([400, 'invalid', ['customerId']]);
	expect(await fieldsOf('domain:header', admin)).toEqual([400, 'invalid', ['DOMAIN_KEY']]);
	const mapped = asker({ customers: new Map([customer(1, { isCustomerAdmin: true })]) });
	expect(await fieldsOf('domain:header', mapped)).toEqual([400, 'invalid', ['DOMAIN_KEY']]);
});

test('a customer that the query names comes before the current one', async () => {
	const who = asker({ customers: new Map([customer(1, { isCustomerAdmin: true }), customer(2, { isCustomerAdmin: true })]) });
	const given = { params: {}, query: { customerId: '2' }, body: {}, headers: { customer_key: '1' } };
	expect(await decide(callOf(OFFICERS, 'customer:current'), given, who, storage)).toMatchObject({ customerId: 2 });
	expect(await decide(callOf(OFFICERS, 'customer:current'), { ...given, query: {} }, who, storage)).toMatchObject({ customerId: 1 });
});
