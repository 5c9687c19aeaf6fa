/** The list of people by domain, purpose and answer: what is found, for whom, and what is done to all that it finds. */
import type { KnownPerson } from '@luvalla/contract/consent/people.ts';
import { expect, test } from 'vitest';
import { type Person, startApp, type Tenant } from './app.ts';
import { untilRun } from './upload.ts';

const t = await startApp();

interface Scene {
	tenant: Tenant;
	owner: Person;
	news: string;
	club: string;
}

const addPurpose = async (owner: Person, { customerId, domainId }: Tenant, name: string): Promise<string> =>
	(
		await t.send(owner, 'POST', `/api/consent/purpose/${customerId}`, {
			body: { domainId, name, wording: { en: { name, about: 'Twice a month.' } } },
		})
	).json().data.id;

const scene = async (): Promise<Scene> => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	return { tenant, owner, news: await addPurpose(owner, tenant, 'News'), club: await addPurpose(owner, tenant, 'Club') };
};

const keyed = ({ customerId }: Tenant) => ({ customer_key: String(customerId) });

const says = async ({ tenant, owner }: Scene, name: string, purposeId: string, value: boolean): Promise<string> => {
	const said = await t.send(owner, 'POST', '/api/audit/domain/people/answer', {
		headers: keyed(tenant),
		body: { person: { email: `${name}@example.com` }, purposeId, value, at: new Date(Date.now() - 1000).toISOString(), source: 'Letter' },
	});
	expect(said.status).toBe(200);
	return said.json().data.luvallaId;
};

const list = async ({ tenant, owner }: Scene, query: string, who = owner) => {
	const answer = await t.send(who, 'GET', `/api/audit/domain/people?size=100${query}`, { headers: keyed(tenant) });
	expect([query, answer.status]).toEqual([query, 200]);
	const { data, page } = answer.json() as { data: KnownPerson[]; page: { total: number } };
	expect(page.total).toBe(data.length);
	return data;
};
const found = async (s: Scene, query: string, who = s.owner): Promise<string[]> =>
	(await list(s, query, who)).map(({ identifiers }) => identifiers[0]?.value.split('@')[0] ?? '').sort();

test('a filter finds who has such an answer now, newest first; what is counted beside them is all of theirs', async () => {
	const s = await scene();
	await says(s, 'anna', s.news, true);
	await says(s, 'anna', s.club, false);
	await says(s, 'bo', s.news, false);
	await says(s, 'carl', s.club, true);
	await says(s, 'dora', s.news, true);
	await says(s, 'dora', s.news, false);
	expect(await found(s, '')).toEqual(['anna', 'bo', 'carl', 'dora']);
	expect(await found(s, '&filter=answer:yes')).toEqual(['anna', 'carl']);
	expect(await found(s, '&filter=answer:no')).toEqual(['anna', 'bo', 'dora']);
	expect(await found(s, `&filter=purpose:${s.news}`)).toEqual(['anna', 'bo', 'dora']);
	expect(await found(s, `&filter=purpose:${s.news.toUpperCase()}&filter=answer:yes`)).toEqual(['anna']);
	// One answer is all of it: Anna's no is to the club.
	expect(await found(s, `&filter=purpose:${s.news}&filter=answer:no`)).toEqual(['bo', 'dora']);
	expect(await found(s, `&filter=domain:${s.tenant.domainId}&filter=answer:yes`)).toEqual(['anna', 'carl']);
	expect(await found(s, '&filter=answer:yes&q=car')).toEqual(['carl']);
	expect(await found(s, '&filter=answer:yes&q=bo')).toEqual([]);
	const [newest] = await list(s, `&filter=purpose:${s.news}`);
	expect(newest?.identifiers[0]?.value).toBe('dora@example.com');
	const [anna] = await list(s, `&filter=purpose:${s.news}&filter=answer:yes`);
	expect(anna).toMatchObject({ yes: 1, no: 1 });
	for (const wrong of ['filter=colour:red', 'filter=answer:perhaps', 'filter=answer:yes&filter=answer:no', 'filter=purpose:x'])
		expect((await t.send(s.owner, 'GET', `/api/audit/domain/people?${wrong}`, { headers: keyed(s.tenant) })).status).toBe(400);
});

test('pages of a filter follow each other and miss nobody', async () => {
	const s = await scene();
	for (let n = 0; n < 7; n++) await says(s, `p${n}`, n % 2 ? s.news : s.club, true);
	const seen: string[] = [];
	for (const page of [1, 2, 3, 4]) {
		const answer = await t.send(s.owner, 'GET', `/api/audit/domain/people?size=2&page=${page}&filter=answer:yes`, {
			headers: keyed(s.tenant),
		});
		seen.push(...answer.json().data.map((one: KnownPerson) => one.identifiers[0]?.value));
	}
	expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `p${n}@example.com`));
});

test('what is another’s finds nobody: another customer’s purpose or domain, and another domain of the same', async () => {
	const s = await scene();
	const other = await scene();
	await says(s, 'ours', s.news, true);
	await says(other, 'theirs', other.news, true);
	expect(await found(s, `&filter=purpose:${other.news}`)).toEqual([]);
	expect(await found(s, `&filter=domain:${other.tenant.domainId}`)).toEqual([]);
	const second = await t.send(s.owner, 'POST', '/api/domain', {
		body: { customerId: s.tenant.customerId, domain: `second-${s.tenant.host}`, name: '' },
	});
	const theirs = { ...s.tenant, domainId: second.json().data.id as string };
	const keeper = await t.person(['DOMAIN_ADMIN'], { domainsOf: [theirs] });
	expect(await found(s, '', keeper)).toEqual([]);
	expect(await found(s, `&filter=purpose:${s.news}`, keeper)).toEqual([]);
	expect(await found(s, `&filter=domain:${s.tenant.domainId}&filter=answer:yes`, keeper)).toEqual([]);
});

test('what is done to all that a filter finds is done to those of now: whoever comes to match it later was not chosen', async () => {
	const s = await scene();
	await says(s, 'no-1', s.news, false);
	await says(s, 'no-2', s.club, false);
	const kept = await says(s, 'no-kept', s.news, false);
	await says(s, 'yes', s.news, true);
	const selection = { all: { answer: 'no' }, but: [kept] };
	const file = await t.send(s.owner, 'POST', '/api/audit/domain/people/file', { headers: keyed(s.tenant), body: { selection } });
	expect([...file.text.matchAll(/[\w-]+@example\.com/g)].map(([address]) => address.split('@')[0]).sort()).toEqual(['no-1', 'no-2']);
	const started = await t.send(s.owner, 'POST', '/api/audit/domain/people/erase', { headers: keyed(s.tenant), body: { selection } });
	await says(s, 'yes', s.news, false);
	await says(s, 'late', s.club, false);
	expect(await untilRun(t, s.owner, s.tenant, started.json().data.id)).toMatchObject({ total: 2, counts: { people: 2 } });
	expect(await found(s, '')).toEqual(['late', 'no-kept', 'yes']);
	const nobody = { all: { purpose: s.club, answer: 'yes' } };
	const refused = await t.send(s.owner, 'POST', '/api/audit/domain/people/erase', {
		headers: keyed(s.tenant),
		body: { selection: nobody },
	});
	expect(refused.json().code).toBe('nothing_chosen');
});
