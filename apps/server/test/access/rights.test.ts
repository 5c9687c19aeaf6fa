/** Who sees what, and from when on; and that the table of permissions leaves out no call and no wing. */
import { readdirSync } from 'node:fs';
import { allCalls, features } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import { expect, test } from 'vitest';
import { permissions } from '../permissions.ts';
import { staged } from './door.ts';

const s = staged();

/** For platform admins only; it finds none of what other tests left behind. */
const EVERYBODYS = '/api/domain?q=no-domain-of-anybody';

test('the contract has exactly the calls of the table', () => {
	expect(allCalls.map(nameOf).sort()).toEqual([...permissions.keys()].sort());
});

test('each wing that has calls has a file that tries their doors', () => {
	const files = readdirSync(import.meta.dirname).flatMap((file) => /^(\w+)\.test\.ts$/.exec(file)?.[1] ?? []);
	expect(files.filter((name) => name !== 'rights' && name !== 'tokens').sort()).toEqual(
		[...new Set(features.map(({ wing }) => wing))].sort(),
	);
});

test('a domain admin sees only the domains mapped to them, in every list', async () => {
	const own = s.stages.get('own');
	if (!own) throw new Error('no stage');
	const second = await s.app().tenant();
	const admin = await s.app().person([], { adminOf: [own] });
	const added = await s.app().send(admin, 'POST', '/api/domain', { body: { domain: `second-${second.host}`, customerId: own.customerId } });
	expect(added.status).toBe(200);
	const editor = s.people.get('domain admin')?.person ?? null;
	const listed = (await s.app().send(editor, 'GET', `/api/customer/${own.customerId}/domain`)).json();
	expect(listed.data.map((d: { id: string }) => d.id)).toEqual([own.domainId]);
	expect(listed.page.total).toBe(1);
	expect((await s.app().send(editor, 'GET', `/api/manage/domain/${added.json().data.id}`)).status).toBe(404);
	const picked = (await s.app().send(editor, 'GET', '/api/customer/customerdomainlist')).json().data;
	expect(picked).toMatchObject([{ customerId: own.customerId, domains: [{ id: own.domainId }] }]);
});

test('a role taken away, a session ended and a user deleted take effect at the next call', async () => {
	const person = await s.app().person(['ADMIN']);
	expect((await s.app().send(person, 'GET', EVERYBODYS)).status).toBe(200);
	await s.app().storage.inPlatform((tx) => tx.query('delete from user_role where user_id = $1', [person.userId]));
	await s.app().server.kernel.askers.changed(person.userId);
	expect((await s.app().send(person, 'GET', EVERYBODYS)).status).toBe(403);
	await s.app().storage.inPlatform((tx) => tx.query('delete from app_user where id = $1', [person.userId]));
	await s.app().server.kernel.askers.changed(person.userId);
	expect((await s.app().send(person, 'GET', '/api/user')).status).toBe(401);
});

test('useCM is the platform admin’s: a partner who sends it is refused and nothing changes', async () => {
	const tenant = await s.app().tenant({ useCM: true });
	const partner = await s.app().person(['PARTNER'], { partnerOf: [tenant] });
	const change = { id: tenant.customerId, name: 'Other name', useCM: false };
	expect((await s.app().send(partner, 'PUT', '/api/customer', { body: change })).status).toBe(403);
	expect((await s.app().send(partner, 'GET', `/api/customer/current/${tenant.customerId}`)).json().data).toMatchObject({
		name: `Customer ${tenant.customerId}`,
		useCM: true,
	});
	const admin = await s.app().person(['ADMIN']);
	expect((await s.app().send(admin, 'PUT', '/api/customer', { body: change })).json().data).toMatchObject({
		name: 'Other name',
		useCM: false,
	});
});
