/** The customer calls: rules around the store. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import type { Customer } from '@luvalla/contract/tenancy/customer.ts';
import * as customers from '@luvalla/contract/tenancy/customers.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { rolesOn } from '#kernel/access/decide.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { onboarding, statesFor } from './onboard.ts';
import {
	asCustomer,
	assignToPartnersOf,
	CUSTOMERS,
	type CustomerRow,
	customersWithDomains,
	insertCustomer,
	markEnterprise,
	narrowed,
	nextCustomerId,
	pageOfCustomers,
	readCustomer,
	updateCustomer,
} from './store.ts';

/** Whose lists somebody has; null: everybody's. */
export const customersSeenBy = (asker: Asker): number[] | null => (asker.roles.has('ADMIN') ? null : [...asker.customers.keys()]);

const canEdit = (asker: Asker, customerId: number): boolean => {
	const held = rolesOn(asker, customerId);
	return held.has('admin') || held.has('partner');
};

const shown = (asker: Asker, row: CustomerRow) => asCustomer(row, { edit: canEdit(asker, row.customer_id), states: statesFor(asker, row) });

const existing = async (tx: Tx, customerId: number): Promise<CustomerRow> => {
	const row = await readCustomer(tx, customerId);
	if (!row) throw refuse('not_found');
	return row;
};

/** What the activity keeps of a customer. */
const record = recorderOf(
	'customer',
	({ name, business_id, address, phone, country_code, primary_email, enterprise, use_cm }: CustomerRow) => ({
		name,
		business_id,
		address,
		phone,
		country_code,
		primary_email,
		enterprise,
		use_cm,
	}),
);

const STATES: readonly Sentences[] = [
	{ en: 'Not onboarded', fi: 'Ei otettu käyttöön' },
	{ en: 'Onboarded', fi: 'Käytössä' },
	{ en: 'On hold', fi: 'Tauolla' },
];

const FILE: readonly FileColumn<CustomerRow>[] = [
	{ en: 'Name', fi: 'Nimi', of: (row) => row.name },
	{ en: 'Business ID', fi: 'Y-tunnus', of: (row) => row.business_id },
	{ en: 'Country', fi: 'Maa', of: (row) => row.country_code },
	{ en: 'Primary email', fi: 'Ensisijainen sähköposti', of: (row) => row.primary_email },
	{ en: 'Phone', fi: 'Puhelin', of: (row) => row.phone },
	{ en: 'Address', fi: 'Osoite', of: (row) => row.address },
	{ en: 'Status', fi: 'Tila', of: (row, language) => STATES[row.status]?.[language] ?? row.status },
	{ en: 'Domains', fi: 'Verkkotunnuksia', of: (row) => row.domains },
	{ en: 'Added', fi: 'Lisätty', of: (row) => row.created_at.toISOString() },
];

export const customerRoutes = (kernel: Kernel): Route[] => {
	const { storage, askers } = kernel;
	const { approve, setStatus } = onboarding(kernel, shown);
	/** Does it with its row in the activity, and tells every page that shows the customer. */
	const change = async (asker: Asker, customerId: number, work: (tx: Tx, before: CustomerRow) => Promise<void>): Promise<Customer> => {
		const row = await storage.inTenant(customerId, async (tx) => {
			const before = await existing(tx, customerId);
			await work(tx, before);
			const after = await existing(tx, customerId);
			await record(tx, { asker, scope: { customerId } }, 'changed', String(customerId), before, after);
			return after;
		});
		await askers.changed('*');
		return shown(asker, row);
	};
	return [
		handle(customers.customers, async ({ asker, query }) => {
			const { rows, counted } = await pageOfCustomers(storage.acrossInReport, customersSeenBy(asker), query);
			return { data: rows.map((row) => shown(asker, row)), page: pageOf(counted, query) };
		}),
		handle(customers.customersFile, async ({ asker, query, language }) =>
			listFile(
				'customers',
				language,
				FILE,
				walk(
					(work) => work(storage.acrossInReport),
					CUSTOMERS,
					await narrowed(storage.acrossInReport, customersSeenBy(asker), query),
					query.sort,
				),
			),
		),
		handle(customers.addCustomer, async ({ asker, body }) => {
			const customerId = await nextCustomerId(storage);
			const byAdmin = asker.roles.has('ADMIN');
			const row = await storage.inTenant(customerId, async (tx) => {
				await insertCustomer(tx, customerId, body, byAdmin ? CUSTOMER_STATUS.onboarded : CUSTOMER_STATUS.notOnboarded, true);
				// A customer that belongs to nobody would be seen by nobody but ADMIN.
				if (!byAdmin && (await assignToPartnersOf(tx, asker.userId, customerId)) === 0) throw refuse('not_allowed');
				const added = await existing(tx, customerId);
				await record(tx, { asker, scope: { customerId } }, 'added', String(customerId), null, added);
				return added;
			});
			// Colleagues of the same partner see it at once too.
			await askers.changed('*');
			const now = await askers.bySession(asker.sessionId);
			return shown(now ?? asker, row);
		}),
		handle(customers.changeCustomer, ({ asker, body, scope }) =>
			change(asker, scope.customerId, async (tx, before) => {
				if (body.useCM !== undefined && body.useCM !== before.use_cm && scope.as !== 'admin') throw refuse('not_allowed');
				await updateCustomer(tx, scope.customerId, body);
			}),
		),
		handle(customers.changeBasicInfo, ({ asker, body, scope }) =>
			change(asker, scope.customerId, async (tx) => {
				await updateCustomer(tx, scope.customerId, body);
			}),
		),
		handle(customers.setEnterprise, ({ asker, params, scope }) =>
			change(asker, scope.customerId, async (tx) => {
				await markEnterprise(tx, scope.customerId, params.bool === 'true');
			}),
		),
		handle(customers.onboardCustomer, ({ asker, body, scope }) => approve(asker, scope.customerId, body.domains)),
		handle(customers.setCustomerStatus, ({ asker, query, scope }) => setStatus(asker, scope.customerId, query.status)),
		handle(customers.currentCustomer, async ({ asker, scope }) =>
			shown(asker, await storage.inTenant(scope.customerId, (tx) => existing(tx, scope.customerId))),
		),
		handle(customers.customerDomainList, async ({ asker, query }) => {
			const rows = await customersWithDomains(storage, customersSeenBy(asker), query);
			return rows.map((row) => {
				const held = rolesOn(asker, row.customer_id);
				const all = held.has('admin') || held.has('partner') || held.has('customerAdmin');
				return {
					customerId: row.customer_id,
					customerName: row.name,
					domains: all ? row.domains : row.domains.filter((d) => asker.domains.has(d.id)),
				};
			});
		}),
	];
};
