/** A customer with people, an audience and connectors, by the calls of its admin. */
import type { Connector, ConnectorRun } from '@luvalla/contract/profiles/connectors.ts';
import { expect } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import type { Person, Tenant, TestApp } from '../app.ts';
import { untilRun } from '../upload.ts';

export type Scene = Awaited<ReturnType<typeof connectorScene>>;

export const connectorScene = async (t: TestApp, given?: Tenant) => {
	const tenant = given ?? (await t.tenant());
	const owner: Person = await t.person([], { adminOf: [tenant] });
	const headers = { customer_key: String(tenant.customerId), domain_key: tenant.domainId };
	const { customerId, domainId } = tenant;
	const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = owner) =>
		t.send(who, method, path, { headers, ...(body && { body }) });
	const fine = async <T>(asked: ReturnType<typeof ask>): Promise<T> => {
		const answer = await asked;
		expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
		return answer.json().data;
	};
	let machine: { authorization: string } | null = null;
	const say = async (email: string, purpose: string, value: boolean, facts: object = {}): Promise<string> => {
		machine ??= await t.machine(owner, tenant);
		const sent = await t.send(null, 'POST', '/edge/v1/consents', {
			headers: machine,
			body: { domainId, answers: [{ person: { email }, purpose, value, at: new Date().toISOString(), source: 'Paper' }] },
		});
		expect([sent.status, sent.json().data.results[0].outcome]).toEqual([200, 'stored']);
		const known = await t.send(null, 'POST', '/edge/v1/profiles', {
			headers: machine,
			body: { domainId, profiles: [{ person: { email }, ...facts }] },
		});
		expect(known.status).toBe(200);
		return sent.json().data.results[0].luvallaId;
	};
	return {
		tenant,
		owner,
		headers,
		ask,
		fine,
		say,
		add: (type: string, config: object, over: object = {}): Promise<Connector> =>
			fine(ask('POST', '/api/manage/Connector', { customerId, type, name: `C ${newId()}`, config, ...over })),
		change: (connector: Connector, config: object, over: object = {}) =>
			ask('PUT', '/api/manage/Connector', {
				id: connector.id,
				customerId,
				type: connector.type,
				config: { ...connector.config, ...config },
				isActive: connector.isActive,
				...over,
			}),
		test: (id: string): Promise<{ isSuccessful: boolean; errorMessage: string | null; message: string | null }> =>
			fine(ask('GET', `/api/manage/Connector/Test?id=${id}`)),
		list: (): Promise<Connector[]> => fine(ask('GET', `/api/manage/Connector/Customer/${customerId}`)),
		/** Begins a run and waits for its end. */
		async run(id: string): Promise<ConnectorRun> {
			const begun = await fine<ConnectorRun>(ask('POST', '/api/manage/Connector/Run', { id }));
			await untilRun(t, owner, tenant, begun.id);
			const [ended] =
				(await fine<ConnectorRun[]>(ask('GET', `/api/manage/Connector/RunData?CustomerId=${customerId}&connectorId=${id}`))) ?? [];
			if (ended?.id !== begun.id) throw new Error('The run is not the newest.');
			return ended;
		},
		async log(runId: string): Promise<string[]> {
			const { lines } = await fine<{ lines: { text: string }[] }>(ask('GET', `/api/manage/Connector/Run/${runId}/log`));
			return lines.map(({ text }) => text);
		},
		/** Everybody's addresses and facts, by what they are known by. */
		async person(key: object) {
			machine ??= await t.machine(owner, tenant);
			return (await t.send(null, 'POST', '/edge/v1/profiles/state', { headers: machine, body: { domainId, person: key } })).json().data;
		},
		async purpose(name: string): Promise<string> {
			const added = await fine<{ id: string }>(
				ask('POST', `/api/consent/purpose/${customerId}`, {
					domainId,
					name,
					wording: { en: { name, about: 'Monthly.' } },
					channels: ['email'],
				}),
			);
			return added.id;
		},
		async audience(title: string, consents: string[]): Promise<string> {
			const { id } = await fine<{ id: string }>(ask('POST', '/api/manage/audience', { title, consents }));
			await fine(ask('POST', `/api/manage/audience/${id}/approve`, {}));
			return id;
		},
		async followed(): Promise<void> {
			while (await t.storage.inTenant(customerId, (tx) => isBehind(tx, customerId)))
				await t.storage
					.inTenant(customerId, (tx) => followOn(tx, customerId))
					.catch((error: { code?: string }) => {
						// the program's own worker holds it, and is at it
						if (error.code !== '55P03') throw error;
					});
		},
	};
};
