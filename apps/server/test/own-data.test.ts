/** Taking one's own data, erasing it at a customer, closing the account, and an officer's file of a person: who gets what, and what is left. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPresent } from '../src/wings/consent/answers/check-present.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const PAPER = 'Paper form, Turku shop';
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const added = await t.send(owner, 'POST', `/api/consent/purpose/${tenant.customerId}`, {
		body: { domainId: tenant.domainId, name: 'Letter', wording: { en: { name: 'Club letter', about: 'Twice a month.' } } },
	});
	expect(added.status).toBe(200);
	return { tenant, owner, letter: added.json().data.id as string, machine: await t.machine(owner, tenant) };
};
type Scene = Awaited<ReturnType<typeof scene>>;

const write = async ({ tenant, machine }: Scene, ...answers: object[]): Promise<{ luvallaId: string; recordId: string }[]> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: machine,
		body: {
			domainId: tenant.domainId,
			answers: answers.map((one) => ({ purpose: 'Letter', value: true, at: ago(2), source: PAPER, ...one })),
		},
	});
	expect(sent.status).toBe(200);
	return sent.json().data.results;
};
const inCustomer = ({ customerId }: Tenant) => ({ customer_key: String(customerId) });
const fileOf = (who: Person, { tenant }: Scene, id: string) =>
	t.send(who, 'GET', `/api/audit/domain/people/${id}/data/file`, { headers: inCustomer(tenant) });
const myData = (who: Person) => t.send(who, 'GET', '/api/account/data');
const eraseAt = (who: Person, { tenant }: Scene) => t.send(who, 'DELETE', `/api/account/consents/${tenant.customerId}`);
const mine = async (who: Person) => (await t.send(who, 'GET', '/api/account/consents')).json().data;
const holds = async ({ tenant, machine }: Scene, person: object): Promise<boolean | null> => {
	const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId: tenant.domainId, person } });
	return sent.json().data.purposes.find((one: { purpose: string }) => one.purpose === 'Letter')?.value ?? null;
};
const confirmedAt = async (who: Person, at: Date): Promise<void> => {
	await t.storage.inPlatform((tx) => tx.query('update session set confirmed_at = $2 where user_id = $1', [who.userId, at]));
	await t.server.kernel.askers.changed(who.userId);
};
const longAgo = (who: Person) => confirmedAt(who, new Date(Date.now() - 86_400_000));
const proven = (who: Person) => confirmedAt(who, new Date());
const assistedBy = async (who: Person): Promise<Person> => {
	const admin = await t.person(['ADMIN']);
	const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: who.email } });
	return { ...who, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
};

test('an officer’s file holds all that is kept of the person, more than a page shows, and the activity says who took it', async () => {
	const s = await scene();
	const person = { email: `many-${s.tenant.host}@example.com` };
	for (let done = 0; done < 250; done += 50)
		await write(s, ...Array.from({ length: 50 }, (_, n) => ({ person, value: n % 2 === 0, at: ago(300 - done - n) })));
	const [last] = await write(s, { person, value: false });
	const answer = await fileOf(s.owner, s, last?.luvallaId ?? '');
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toMatch(/^application\/json/);
	expect(String(answer.headers['content-disposition'])).toMatch(/filename="person-[\w-]+\.json"/);
	const file = answer.json();
	expect(file).toMatchObject({ luvallaId: last?.luvallaId, knownBy: [{ kind: 'email', value: person.email }] });
	expect(file.records).toHaveLength(251);
	expect(new Set(file.records.map(({ id }: { id: string }) => id)).size).toBe(251);
	expect(file.records[0]).toMatchObject({ id: last?.recordId, answer: 'no', source: PAPER, saidAs: `email:${person.email}` });
	const letter = file.purposes.find(({ purpose }: { purpose: string }) => purpose === 'Letter');
	expect(letter).toMatchObject({ answer: 'no', versions: [{ wording: { en: { about: 'Twice a month.' } } }] });
	const said = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query(`select user_id, thing_id from activity where customer_id = $1 and action = 'exported'`, [s.tenant.customerId]),
	);
	expect(said).toEqual([{ user_id: s.owner.userId, thing_id: last?.luvallaId }]);
});

test('a domain’s own admin gets what belongs to their domains; another customer’s officer nothing', async () => {
	const s = await scene();
	const host = `second-${s.tenant.host}`;
	const added = await t.send(s.owner, 'POST', '/api/domain', { body: { domain: host, customerId: s.tenant.customerId } });
	const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host };
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
	const email = `one-${s.tenant.host}@example.com`;
	const [first] = await write(s, { person: { email } });
	expect((await fileOf(editor, s, first?.luvallaId ?? '')).status).toBe(404);
	await t.send(s.owner, 'POST', `/api/consent/purpose/${s.tenant.customerId}`, {
		body: { domainId: second.domainId, name: 'Letter', wording: { en: { name: 'Other letter', about: 'Once.' } } },
	});
	await write({ ...s, tenant: second }, { person: { luvallaId: first?.luvallaId } });
	const theirs = (await fileOf(editor, s, first?.luvallaId ?? '')).json();
	expect(theirs.records).toHaveLength(1);
	expect(theirs.purposes.every(({ domain }: { domain: string }) => domain === host)).toBe(true);
	expect(JSON.stringify(theirs)).not.toContain(email);
	expect((await fileOf(s.owner, s, first?.luvallaId ?? '')).json().records).toHaveLength(2);
	const stranger = await scene();
	expect((await fileOf(stranger.owner, s, first?.luvallaId ?? '')).status).toBe(404);
	expect((await fileOf(stranger.owner, stranger, first?.luvallaId ?? '')).status).toBe(404);
});

test('one’s own data are the account and what each customer keeps under one’s addresses, after fresh proof, and nobody else’s', async () => {
	const [one, two] = [await scene(), await scene()];
	const [anna, other] = [await t.person(), await t.person()];
	await write(one, { person: { email: anna.email } });
	await write(two, { person: { email: anna.email }, value: false }, { person: { email: other.email } });
	await t.send(anna, 'POST', '/api/user/contactus?message=Hello%20there');
	const answer = await myData(anna);
	expect(answer.status).toBe(200);
	const file = answer.json();
	expect(file.account).toMatchObject([{ email: anna.email }]);
	expect(file.feedback).toMatchObject([{ message: 'Hello there' }]);
	expect(file.sessions).toHaveLength(1);
	expect(file.customers.map(({ customer }: { customer: { id: number } }) => customer.id).sort()).toEqual(
		[one.tenant.customerId, two.tenant.customerId].sort(),
	);
	for (const part of file.customers) expect(part.records).toHaveLength(1);
	expect(JSON.stringify(file)).not.toContain(other.email);
	// Not by whoever sits at an open screen, nor by an admin who acts for them.
	expect((await myData(await assistedBy(anna))).status).toBe(403);
	await longAgo(anna);
	expect((await myData(anna)).json()).toMatchObject({ code: 'confirm_identity' });
});

test('somebody of whom nothing is known takes a file all the same', async () => {
	const file = (await myData(await t.person())).json();
	expect(file.customers).toEqual([]);
	expect(file.account).toHaveLength(1);
});

test('an address that is not confirmed is in no file of one’s own, and outlives the erasure with what was said under it', async () => {
	const s = await scene();
	const [victim, attached] = [await t.person(), await t.person()];
	const [first] = await write(s, { person: { email: victim.email }, value: false, at: ago(3) });
	await write(s, { person: { luvallaId: first?.luvallaId, email: attached.email } });
	const file = (await myData(attached)).json();
	expect(JSON.stringify(file)).not.toContain(victim.email);
	// Who the two are together, and since when, is not theirs alone.
	expect(JSON.stringify(file)).not.toContain(first?.luvallaId);
	expect(file.customers[0]).not.toHaveProperty('knownSince');
	expect(file.customers[0].records).toHaveLength(1);
	const gone = await eraseAt(attached, s);
	expect(gone.json().data).toMatchObject({ erased: 1 });
	expect(await mine(attached)).toEqual([]);
	// The yes that decided is gone: what is not known is not acted upon. The other's own page is as before.
	expect(await holds(s, { email: victim.email })).toBe(null);
	expect((await mine(victim))[0].domains[0].purposes).toMatchObject([{ value: false }]);
	expect(await t.storage.inTenant(s.tenant.customerId, (tx) => checkPresent(tx, s.tenant.customerId))).toEqual([]);
});

test('erasing oneself at a customer takes everything there and nothing elsewhere; a no is remembered, and the customer sees who did it', async () => {
	const [one, two] = [await scene(), await scene()];
	const anna = await t.person();
	await write(one, { person: { email: anna.email, externalId: '4711' }, value: false });
	await write(two, { person: { email: anna.email } });
	await longAgo(anna);
	expect((await eraseAt(anna, one)).json()).toMatchObject({ code: 'confirm_identity' });
	expect((await mine(anna)).length).toBe(2);
	expect((await eraseAt(await assistedBy(anna), one)).status).toBe(403);
	await proven(anna);
	expect((await eraseAt(anna, one)).json().data).toEqual({ erased: 1, remembered: 2 });
	expect((await eraseAt(anna, one)).status).toBe(404);
	expect((await mine(anna)).map(({ customerId }: { customerId: number }) => customerId)).toEqual([two.tenant.customerId]);
	// A yes from before does not come back by a file that somebody still has.
	await write(one, { person: { email: anna.email }, at: ago(5) });
	expect(await holds(one, { email: anna.email })).not.toBe(true);
	const [said] = await t.storage.inTenant(one.tenant.customerId, (tx) =>
		tx.query<{ user_id: string }>(`select user_id from activity where customer_id = $1 and action = 'erased' and thing = 'person'`, [
			one.tenant.customerId,
		]),
	);
	expect(said?.user_id).toBe(anna.userId);
	// Somebody of whom nothing is kept is told no more than for a customer that is not there.
	const stranger = await t.person();
	const nothing = await t.send(stranger, 'DELETE', '/api/account/consents/2000000000');
	expect((await eraseAt(stranger, two)).json()).toEqual(nothing.json());
});

test('an account is closed by its own person alone, and not while they look after anything', async () => {
	const s = await scene();
	const close = (who: Person) => t.send(who, 'DELETE', '/identity/account');
	expect((await close(s.owner)).json()).toMatchObject({ code: 'account_in_use' });
	expect((await close(await t.person(['ADMIN']))).status).toBe(409);
	const anna = await t.person();
	await write(s, { person: { email: anna.email } });
	expect((await close(await assistedBy(anna))).status).toBe(403);
	await longAgo(anna);
	expect((await close(anna)).json()).toMatchObject({ code: 'confirm_identity' });
	await proven(anna);
	expect((await close(anna)).json().data).toEqual({ closed: true });
	expect((await t.send(anna, 'GET', '/identity/user')).status).toBe(401);
	const left = await t.storage.asOwner(async (client) => {
		const { rows } = await client.query(
			`select (select count(*)::int from app_user where id = $1) as users, (select count(*)::int from mail where recipient = $2) as mails,
				(select count(*)::int from platform_activity_values v where v.before::text like '%' || $2 || '%') as names`,
			[anna.userId, anna.email],
		);
		return rows[0];
	});
	expect(left).toEqual({ users: 0, mails: 0, names: 0 });
	// What the company may do is another matter: the answer stands until it is withdrawn or erased.
	expect(await holds(s, { email: anna.email })).toBe(true);
});

test('an officer reads a purpose in their own language where it has words in it and no name of its own, and machines by its name', async () => {
	const s = await scene();
	const added = await t.send(s.owner, 'POST', `/api/consent/purpose/${s.tenant.customerId}`, {
		body: {
			domainId: s.tenant.domainId,
			name: 'Statistics',
			wording: { en: { name: 'Statistics', about: 'How you use us.' }, fi: { name: 'Tilastointi', about: 'Miten käytät meitä.' } },
		},
	});
	expect(added.status).toBe(200);
	const who = { email: `one-${s.tenant.host}@example.com` };
	const [said] = await write(s, { person: who, purpose: 'Statistics' }, { person: who });
	const page = async (language: string) =>
		(
			await t.send(s.owner, 'GET', `/api/audit/domain/people/${said?.luvallaId}`, {
				headers: { ...inCustomer(s.tenant), 'accept-language': language },
			})
		).json().data;
	const named = ({ present, records }: { present: { purpose: string }[]; records: { purpose: string }[] }) =>
		[present, records].map((list) => list.map(({ purpose }) => purpose).sort());
	expect(named(await page('fi'))).toEqual([
		['Letter', 'Tilastointi'],
		['Letter', 'Tilastointi'],
	]);
	expect(named(await page('en'))).toEqual([
		['Letter', 'Statistics'],
		['Letter', 'Statistics'],
	]);
	const state = await t.send(null, 'POST', '/edge/v1/consents/state', {
		headers: s.machine,
		body: { domainId: s.tenant.domainId, person: who },
	});
	expect(state.json().data.purposes.map(({ purpose }: { purpose: string }) => purpose)).toContain('Statistics');
});

test('an answer on one’s own page is to the words that stood there', async () => {
	const s = await scene();
	const who = await t.person([]);
	await write(s, { person: { email: who.email }, value: false });
	const [shown] = (await mine(who))[0].domains[0].purposes;
	expect(shown).toMatchObject({ purposeId: s.letter, version: 1, about: 'Twice a month.' });
	const wording = { en: { name: 'Club letter', about: 'Sold on, too.' } };
	const changed = await t.send(s.owner, 'PUT', `/api/consent/purpose/${s.tenant.customerId}`, {
		body: { id: s.letter, wording, material: true },
	});
	expect(changed.json().data.version).toBe(2);
	const say = async (version: number) =>
		(
			await t.send(who, 'POST', '/api/account/consents', {
				body: { customerId: s.tenant.customerId, answers: [{ purposeId: s.letter, value: true, version }] },
			})
		).json().data[0].domains[0].purposes[0];
	expect(await say(shown.version)).toMatchObject({ value: true, outdated: true, version: 2, about: 'Sold on, too.' });
	expect(await say(2)).toMatchObject({ value: true, outdated: false });
});
