/** The calls of customer-domain apps: rules around the store. */
import * as apps from '@luvalla/contract/tenancy/apps.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { isApplication } from '../../identity/wing.ts';
import { lettersOf } from '../domains/host.ts';
import { type DomainRow, domainByHost, readDomain } from '../domains/store.ts';
import { turnedTo } from '../first-party-apps/calls.ts';
import { refuseApp } from '../first-party-apps/refusals.ts';
import {
	CUSTOMER_DOMAIN_APPS,
	type CustomerDomainAppRow,
	insertCustomerDomainApp,
	lockCustomerDomainApp,
	narrowed,
	readCustomerDomainApp,
	removeCustomerDomainApp,
	updateCustomerDomainApp,
} from './store.ts';

const refuseCustomerApp = refusals({
	app_domain: [422, 'Choose one of the customer’s domains.', 'Valitse jokin asiakkaan verkkotunnuksista.'],
	app_elsewhere: [
		422,
		'The address must be on the domain itself, or on a host below it.',
		'Osoitteen pitää olla verkkotunnuksella itsellään tai sen alla.',
	],
	app_application: [422, 'There is no such application of this customer.', 'Asiakkaalla ei ole tällaista sovellusta.'],
});

const shown = (row: CustomerDomainAppRow): apps.CustomerDomainApp => ({
	id: row.app_id,
	name: row.name,
	domainName: row.host,
	letters: lettersOf(row.host),
	customerId: row.customer_id,
	customerName: row.customer_name,
	domainId: row.domain_id,
	appId: row.application_id,
	url: row.url,
	status: row.status,
	isActive: row.status === 1,
	createdAt: row.created_at.toISOString(),
});

const record = recorderOf<CustomerDomainAppRow>('customer_domain_app', ({ name, host, url, application_id, status }) => ({
	...{ name, host, url, application_id, status },
}));

/** @throws Refused 422 */
const demandOn = (url: string, host: string): void => {
	const { hostname } = new URL(url);
	if (hostname !== host && !hostname.endsWith(`.${host}`)) throw refuseCustomerApp('app_elsewhere');
};

/** @throws Refused 422 */
const demandApplication = async (tx: Tx, customerId: number, id: string | null): Promise<void> => {
	if (id !== null && !(await isApplication(tx, customerId, id))) throw refuseCustomerApp('app_application');
};

const sees = ({ domains }: Scope, domainId: string): boolean => domains === 'all' || domains.has(domainId);

export const customerDomainAppRoutes = ({ storage }: Kernel): Route[] => {
	const domainOf = async (
		tx: Tx,
		scope: Scope,
		named: { domainId?: string | undefined; domainName?: string | undefined },
	): Promise<DomainRow> => {
		const { customerId } = scope;
		const byHost = named.domainName === undefined ? null : await domainByHost(tx, customerId, named.domainName);
		const domainId = named.domainId?.toLowerCase() ?? byHost?.domain_id;
		const found = domainId === undefined ? null : await readDomain(tx, customerId, domainId);
		if (!found || !sees(scope, found.domain_id)) throw refuseCustomerApp('app_domain');
		if (named.domainName !== undefined && found.host !== named.domainName) throw refuseCustomerApp('app_domain');
		return found;
	};
	const existing = async (tx: Tx, scope: Scope, id: string): Promise<CustomerDomainAppRow> => {
		await lockCustomerDomainApp(tx, scope.customerId, id);
		const row = await readCustomerDomainApp(tx, scope.customerId, id);
		if (!row || !sees(scope, row.domain_id)) throw refuse('not_found');
		return row;
	};
	const details = ({ name, application_id: applicationId, url, status }: CustomerDomainAppRow) => ({ name, applicationId, url, status });
	return [
		handleIn(storage.inTenant, apps.customerDomainApps, async (tx, { query, scope: { customerId, domains } }) => {
			const status = query.status ?? query.filter.status;
			const conditions = narrowed(customerId, {
				q: query.q,
				status: status === undefined ? undefined : Number(status),
				domains: domains === 'all' ? null : [...domains],
			});
			const { rows, counted } = await readPage(tx, CUSTOMER_DOMAIN_APPS, conditions, query);
			return { data: rows.map(shown), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, apps.addCustomerDomainApp, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const domain = await domainOf(tx, scope, body);
			const url = body.url ?? `https://${domain.host}/`;
			demandOn(url, domain.host);
			const applicationId = body.appId ?? null;
			await demandApplication(tx, customerId, applicationId);
			const id = newId();
			const given = { domainId: domain.domain_id, name: body.name, applicationId, url, status: turnedTo(body) ?? 1 };
			if (!(await insertCustomerDomainApp(tx, customerId, id, given))) throw refuseApp('app_taken');
			const row = await existing(tx, scope, id);
			await record(tx, { asker, scope }, 'added', id, null, row);
			return shown(row);
		}),
		handleIn(storage.inTenant, apps.changeCustomerDomainApp, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const before = await existing(tx, scope, body.id);
			const was = details(before);
			const next = {
				name: body.name ?? was.name,
				applicationId: body.appId === undefined ? was.applicationId : body.appId,
				url: body.url ?? was.url,
				status: turnedTo(body) ?? was.status,
			};
			if (next.url !== was.url) demandOn(next.url, before.host);
			if (next.applicationId !== was.applicationId) await demandApplication(tx, customerId, next.applicationId);
			if (!(await updateCustomerDomainApp(tx, customerId, body.id, before.domain_id, next))) throw refuseApp('app_taken');
			const after = await existing(tx, scope, body.id);
			await record(tx, { asker, scope }, 'changed', body.id, before, after);
			return shown(after);
		}),
		handle(apps.deleteCustomerDomainApp, async ({ asker, params, scope }) => {
			await storage.inTenant(scope.customerId, async (tx) => {
				const before = await existing(tx, scope, params.id);
				await removeCustomerDomainApp(tx, scope.customerId, before.app_id);
				await record(tx, { asker, scope }, 'deleted', params.id, before, null);
			});
			return {};
		}),
		handleIn(storage.inTenant, apps.toggleCustomerDomainApp, async (tx, { asker, params, body = {}, scope }) => {
			const before = await existing(tx, scope, params.id);
			const status = turnedTo(body) ?? (before.status === 1 ? 0 : 1);
			await updateCustomerDomainApp(tx, scope.customerId, params.id, before.domain_id, { ...details(before), status });
			const after = await existing(tx, scope, params.id);
			await record(tx, { asker, scope }, status === 1 ? 'activated' : 'deactivated', params.id, before, after);
			return shown(after);
		}),
	];
};
