/** What visitors and known people say to a customer, and the readers of the log that follow it. */
import { expect } from 'vitest';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { readOn } from '../../src/wings/consent/wing.ts';
import { readAnswers } from '../../src/wings/profiles/visitors/tail.ts';
import type { Tenant, TestApp } from '../app.ts';

interface Scene {
	tenant: Tenant;
	machine: Record<string, string>;
}

/** Brings an answer of somebody by the customer's own server. */
export const sayOn =
	(t: TestApp) =>
	async (s: Scene, email: string, purpose: string, value: boolean): Promise<void> => {
		const sent = await t.send(null, 'POST', '/edge/v1/consents', {
			headers: s.machine,
			body: {
				domainId: s.tenant.domainId,
				answers: [{ person: { email }, purpose, value, at: new Date().toISOString(), source: 'Paper' }],
			},
		});
		expect(sent.json().data.results[0].outcome).toBe('stored');
	};

/** Works off the log, as the worker does. */
export const followedOn =
	(t: TestApp) =>
	async ({ tenant: { customerId } }: Pick<Scene, 'tenant'>): Promise<void> => {
		await appendCustomer(t.server.kernel, customerId);
		while (await readOn(t.server.kernel, readAnswers, customerId));
	};

/** How many devices there are, events of anonymous visitors, and of people. */
export const keptOn =
	(t: TestApp) =>
	({ tenant: { customerId } }: Pick<Scene, 'tenant'>) =>
		t.storage.inTenant(customerId, async (tx) => {
			const [found] = await tx.query<{ devices: number; anonymous: number; known: number }>(
				`select (select count(*)::int from device where customer_id = $1) as devices,
				(select count(*)::int from visitor_event where customer_id = $1) as anonymous,
				(select count(*)::int from event where customer_id = $1) as known`,
				[customerId],
			);
			return [found?.devices, found?.anonymous, found?.known];
		});
