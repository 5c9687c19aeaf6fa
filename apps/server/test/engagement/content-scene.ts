/** A customer with two domains, its owner, an admin of the first domain alone, and whatever they ask. */
import { newId } from '../../src/kernel/clock.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import type { Person, Tenant, TestApp } from '../app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const sceneOf = async (t: TestApp) => {
	const tenant = await t.tenant();
	const second: Tenant = { customerId: tenant.customerId, domainId: newId(), host: `second-${tenant.host}` };
	await t.storage.inTenant(tenant.customerId, (tx) =>
		bringDomain(tx, tenant.customerId, second.domainId, { host: second.host, name: '', webhookUrl: null, webhookHeaders: null }),
	);
	const owner = await t.person([], { adminOf: [tenant] });
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const ask = (who: Person, at: Tenant, method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
		t.send(who, method, `/api/manage/${path}`, {
			headers: { customer_key: String(at.customerId), domain_key: at.domainId, ...headers },
			...(body && { body }),
		});
	/** Asks as the owner and answers the data. @throws Error where it is refused */
	const must = async (method: Method, path: string, body?: object, at: Tenant = tenant) => {
		const answer = await ask(owner, at, method, path, body);
		if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
		return answer.json().data;
	};
	return { tenant, second, owner, editor, ask, must };
};
export type Scene = Awaited<ReturnType<typeof sceneOf>>;

/** A letter that lacks nothing. */
export const LETTER = {
	en: {
		subject: '{{ person.first_name }}, light for the dark months',
		heroimage: 'https://shop.example.com/lamp.png',
		heroimageAlt: 'Oak lamp, lit',
		body: '<h1>Light for the dark months</h1><p>Hello {{ person.first_name }}, the evenings are at their longest. Three things make them softer, and the club price holds until December 6.</p><p><a href="https://shop.example.com/">See the three</a></p>',
	},
};
