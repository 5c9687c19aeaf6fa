/** Lists without pages: the portal narrows them itself, so that what is left out could be found by nobody. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { startApp } from './app.ts';

const t = await startApp();
const MANY = 1_100;

test('a company of a thousand domains sees the purposes, banners, people and invitations of all of them', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { customerId, domainId } = tenant;
	const numbers = `generate_series(1, ${MANY}) n`;
	await t.storage.inTenant(customerId, async (tx) => {
		await tx.query(
			`insert into purpose (customer_id, purpose_id, domain_id, name) select $1, gen_random_uuid(), $2, 'Purpose ' || n from ${numbers}`,
			[customerId, domainId],
		);
		await tx.query(
			`insert into purpose_version (customer_id, purpose_id, version, wording) select customer_id, purpose_id, 1, '{}' from purpose where customer_id = $1`,
			[customerId],
		);
		await tx.query(
			`insert into configuration (customer_id, configuration_id, domain_id, folder, title, type, template, sdk_version, bundle_version, config, mapper, saved_by)
				select $1, gen_random_uuid(), $2, gen_random_uuid(), 'Banner ' || n, 0, 'bottom-bar', '', '', '{}', '{}', '' from ${numbers}`,
			[customerId, domainId],
		);
	});
	const ids = await t.storage.inPlatform(async (tx) => {
		const people = await tx.query<{ id: string }>(
			`insert into app_user (id, email) select gen_random_uuid(), $1 || n || '@example.com' from ${numbers} returning id`,
			[`u${customerId}-`],
		);
		await tx.query(
			`insert into invite (id, kind, email, customer_id, token_hash, expires_at)
				select gen_random_uuid(), 'team', n || '@example.com', $1, uuid_send(gen_random_uuid()), now() + interval '1 day' from ${numbers}`,
			[customerId],
		);
		return people.map(({ id }) => id);
	});
	await t.storage.inTenant(customerId, (tx) =>
		tx.query('insert into user_customer (customer_id, user_id) select $1, id from unnest($2::uuid[]) id', [customerId, ids]),
	);
	const count = async (path: string): Promise<number> => {
		const answer = await t.send(owner, 'GET', path, { headers: { customer_key: String(customerId) } });
		return answer.status === 200 ? answer.json().data.length : -answer.status;
	};
	expect(await count(`/api/consent/purpose/${customerId}`)).toBe(MANY);
	expect(await count('/api/consent')).toBe(MANY);
	expect(await count(`/api/cmpconfigurator/lightconfig/${customerId}`)).toBe(MANY);
	expect(await count('/api/manage/domain/users')).toBe(MANY + 1);
	expect(await count(`/api/account/invite?customerId=${customerId}`)).toBe(MANY);
});

test('one custom domain of many is read by the filter of its id', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const id = v7();
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into custom_domain (customer_id, custom_domain_id, host, status, created_at)
				select $1, case when n = 120 then $2::uuid else gen_random_uuid() end, 'h' || lpad(n::text, 3, '0') || '.example.org', 'Initiated', now()
				from generate_series(1, 120) n`,
			[tenant.customerId, id],
		),
	);
	const found = async (filter: string): Promise<string[]> =>
		(await t.send(owner, 'GET', `/api/manage/customer/${tenant.customerId}/customdomain?filter=id:${filter}`))
			.json()
			.data.map((one: { domain: string }) => one.domain);
	expect(await found(id)).toEqual(['h120.example.org']);
	expect(await found(id.toUpperCase())).toEqual(['h120.example.org']);
	expect(await found('one')).toEqual([]);
});
