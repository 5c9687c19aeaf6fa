/**
 * A token is not the person: every call of the contract, asked with the token that an application got of somebody. What opens is
 * written here by hand.
 */
import { allCalls } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import { expect, test } from 'vitest';
import type { Person, Tenant } from '../app.ts';
import { permissions } from '../permissions.ts';
import { addApplication, personToken, signedInBrowser } from '../tokens.ts';
import { requestFor, type Stage, staged } from './door.ts';

const s = staged();

/** Of the person's own, these alone. */
const OPEN_TO_TOKENS = ['GET /user', 'GET /user/domain'];

const stageOf = (tenancy: 'own' | 'other customer’s'): Stage => {
	const found = s.stages.get(tenancy);
	if (!found) throw new Error('no stage');
	return found;
};

const tokenOf = async (person: Person, owner: Person, tenant: Pick<Tenant, 'customerId'>): Promise<Record<string, string>> => {
	const { clientId } = await addApplication(s.app(), owner, tenant);
	return { authorization: `Bearer ${await personToken(s.app(), await signedInBrowser(s.app(), person), clientId)}` };
};

/** Calls that need somebody, as far as they open to the token on this tenant. Nothing of it may fail by accident. */
const opened = async (token: Record<string, string>, at: Stage): Promise<string[]> => {
	const passed: string[] = [];
	for (const call of allCalls) {
		// Whatever is open to everybody is no question of tokens.
		if (call.may.includes('anyone')) continue;
		const { url, headers, body } = requestFor(call, at);
		const answer = await s.app().send(null, call.method, url, { headers: { ...headers, ...token }, body });
		expect([nameOf(call), answer.status]).not.toEqual([nameOf(call), 500]);
		if (![401, 403, 404].includes(answer.status)) passed.push(nameOf(call));
	}
	return passed.sort();
};

/** As somebody registers a company and adds an application, and a person who has nothing to do with it comes by. */
const rogue = async (person: Person) => {
	const tenant = await s.app().tenant({ status: 0 });
	const owner = await s.app().person([], { adminOf: [tenant] });
	return { tenant, token: await tokenOf(person, owner, tenant) };
};

test('a strange company’s token of a person opens who they are and nothing else, whatever the person may do themselves', async () => {
	const at = stageOf('own');
	const person = await s.app().person(['PARTNER'], { partnerOf: [at], adminOf: [at] });
	const officer = await s.app().person([], { adminOf: [at] });
	const headers = { customer_key: String(at.customerId) };
	const [purpose] = (await s.app().send(officer, 'GET', `/api/consent/purpose/${at.customerId}`)).json().data;
	const said = await s.app().send(officer, 'POST', '/api/audit/domain/people/answer', {
		headers,
		body: { person: { email: person.email }, purposeId: purpose.id, value: false, at: new Date().toISOString() },
	});
	expect(said.status).toBe(200);
	// The person themselves sees what they answered.
	expect((await s.app().send(person, 'GET', '/api/account/consents')).json().data).toHaveLength(1);

	const { token } = await rogue(person);
	expect(await opened(token, at)).toEqual(OPEN_TO_TOKENS);
	expect(await opened(token, stageOf('other customer’s'))).toEqual(OPEN_TO_TOKENS);

	// The acts of the finding, by name.
	const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
		s.app().send(null, method, url, { headers: token, ...(body && { body }) });
	expect((await send('GET', '/api/account/consents')).json()).toMatchObject({ code: 'session_needed' });
	const yes = { customerId: at.customerId, answers: [{ purposeId: purpose.id, value: true }] };
	expect((await send('POST', '/api/account/consents', yes)).status).toBe(403);
	expect((await send('PUT', '/api/user', { name: 'Hacked' })).status).toBe(403);
	expect((await send('POST', '/api/customer', { name: 'Mine' })).status).toBe(403);
	expect((await send('POST', '/api/account/session/endothers')).json()).toMatchObject({ code: 'session_needed' });
	expect((await s.app().send(person, 'GET', '/api/user')).json().data).toMatchObject({ name: '', email: person.email });
	const [customer] = (await s.app().send(person, 'GET', '/api/account/consents')).json().data;
	const states = customer.domains.flatMap((d: { purposes: { purposeId: string; value: boolean | null }[] }) => d.purposes);
	expect(states.find(({ purposeId }: { purposeId: string }) => purposeId === purpose.id)).toMatchObject({ value: false });
	expect((await s.app().app.inject({ method: 'GET', url: '/api/live', headers: token })).statusCode).toBe(403);
});

test('the application’s own customer opens to its token as far as the person’s rights there go, and no other one', async () => {
	const at = stageOf('own');
	const owner = await s.app().person([], { adminOf: [at, stageOf('other customer’s')] });
	const token = await tokenOf(owner, owner, at);
	const expected = [...permissions].flatMap(([name, { who, tenant }]) =>
		tenant && who !== 'anyone' && who.includes('customer admin') ? [name] : [],
	);
	// Fresh proof of who one is can only be given in a session; what is gone after another call of this walk is told apart below.
	const dangerous = new Set(['POST /manage/client/{id}/secret', 'DELETE /audit/domain/people/{id}', 'POST /audit/domain/people/erase']);
	const here = new Set(await opened(token, at));
	for (const name of OPEN_TO_TOKENS) expect(here).toContain(name);
	const beyond = [...here].filter((name) => !expected.includes(name) && !OPEN_TO_TOKENS.includes(name));
	expect(beyond).toEqual([]);
	expect([...dangerous].filter((name) => here.has(name))).toEqual([]);
	for (const name of ['GET /customer/{id}/domain', 'GET /audit/domain/people', 'PUT /manage/domain']) expect(here).toContain(name);
	expect(await opened(token, stageOf('other customer’s'))).toEqual(OPEN_TO_TOKENS);
});
