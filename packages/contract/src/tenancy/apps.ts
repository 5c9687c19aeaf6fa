/** First-party apps, which are served on a customer's own host, and customer-domain apps, which a customer serves (calls.md section 7). */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CustomerId, HostName, Id, isPlain, line, NOT_PLAIN } from '../fields.ts';
import { CustomHost } from './custom-domains.ts';

/** Off and on. */
export const APP_STATUSES = [0, 1] as const;
export const AppStatus = z.union([z.literal(0), z.literal(1)]);

/** `privacy-centre`: what the site keeps and what the visitor chose; `preference-page`: the choice itself; `login-component`: signing in. */
export const APP_KINDS = ['privacy-centre', 'preference-page', 'login-component'] as const;
export const AppKind = z.enum(APP_KINDS);
export type AppKind = z.infer<typeof AppKind>;

const AppName = line(200).pipe(z.string().min(1, { error: 'Give the app a name' }));
/** As portals of the specification send it, beside `status`. */
const turned = { status: AppStatus.optional(), isActive: z.boolean().optional() };

/** What is said of every app. */
const appOfCustomer = {
	id: Id,
	name: z.string(),
	/** The custom domain, or the domain, that it is served on. */
	domainName: z.string(),
	letters: z.string().optional(),
	customerId: z.int(),
	customerName: z.string(),
};

export const FirstPartyApp = z.object({
	...appOfCustomer,
	kind: AppKind,
	status: AppStatus,
	/** Where it is served while it is on and its host is. */
	url: z.string(),
	/** Why it is not served though it is on; null: it is served, or off. */
	problem: z.string().nullable(),
	createdAt: z.string(),
});
export type FirstPartyApp = z.infer<typeof FirstPartyApp>;

const filters = { status: z.enum(['0', '1']), kind: AppKind };
const narrowing = { status: z.enum(['0', '1']).optional(), filter: filterQuery(filters) };
const reads = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
const writes = ['admin', 'customerAdmin', 'domainAdmin'] as const;
/** Of calls that add an app. */
const adds = {
	may: writes,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'Error while adding Apps',
	success: 'App added successfully.',
	invalid: 'Please enter valid application details',
} as const;

export const firstPartyApps = call({
	method: 'GET',
	path: '/firstpartyapps',
	also: ['/firstpartyapp', '/admin/firstpartyapps', '/admin/firstpartyapp'],
	about: 'First-party apps of a customer. Search by name or domain name; filters: status (0 off, 1 on), kind.',
	query: z.object({ ...listQuery, ...narrowing, kind: AppKind.optional() }),
	answer: z.array(FirstPartyApp),
	paged: true,
	may: reads,
	on: 'customer',
	of: 'customer:current',
	failure: 'Error while fetching Apps',
});

export const NewFirstPartyApp = z.object({ name: AppName, domainName: CustomHost, customerId: CustomerId, kind: AppKind, ...turned });

export const addFirstPartyApp = call({
	method: 'POST',
	path: '/firstpartyapp',
	also: ['/firstpartyapps', '/admin/firstpartyapp', '/admin/firstpartyapps'],
	about:
		'Puts an app on one of the customer’s custom domains, one of each kind on a host; it is on unless it is said otherwise. 422 unknown_custom_domain where the customer has no such custom domain; app_without_banner where a privacy centre or preference page has no banner to show (one that is live on the host itself, or that shares its choice with it); app_without_login where no application with a login component names the host among its origins. 409 app_taken.',
	body: NewFirstPartyApp,
	answer: FirstPartyApp,
	...adds,
});

export const changeFirstPartyApp = call({
	method: 'PUT',
	path: '/firstpartyapp',
	also: ['/firstpartyapps', '/admin/firstpartyapp', '/admin/firstpartyapps'],
	about:
		'Changes an app: its name, or whether it is on (`status`, or `isActive`). What is not sent stays. Turning it on asks what adding asks. Apps are turned off, not deleted.',
	body: z.object({ id: Id, customerId: CustomerId.optional(), name: AppName.optional(), ...turned }),
	answer: FirstPartyApp,
	may: writes,
	on: 'customer',
	of: 'first-party-app:body.id',
	failure: 'Error while updating App',
	success: 'App updated successfully.',
	invalid: 'Please enter valid application details',
});

/** An address of an app of the customer's own. */
const AppUrl = z
	.url({ protocol: /^https$/, error: 'Use an address that starts with https://' })
	.max(500)
	.refine(isPlain, { error: NOT_PLAIN })
	.refine((url) => /^https:\/\/[^/?#\\@]+([/?#]|$)/i.test(url), { error: 'Name a host after https://' });

export const CustomerDomainApp = z.object({
	...appOfCustomer,
	domainId: Id,
	/** An application of the customer's (OAuth client) that it is; null: none. */
	appId: Id.nullable(),
	url: z.string(),
	status: AppStatus,
	isActive: z.boolean(),
	createdAt: z.string(),
});
export type CustomerDomainApp = z.infer<typeof CustomerDomainApp>;

export const customerDomainApps = call({
	method: 'GET',
	path: '/customerdomainapp',
	about: 'Apps that a customer serves on its domains. Search by name or domain name; filter: status (0 off, 1 on).',
	query: z.object({ ...listQuery, status: z.enum(['0', '1']).optional(), filter: filterQuery({ status: filters.status }) }),
	answer: z.array(CustomerDomainApp),
	paged: true,
	may: reads,
	on: 'customer',
	of: 'customer:current',
	failure: 'Error while fetching Apps',
});

export const NewCustomerDomainApp = z.object({
	name: AppName,
	/** The host of one of the customer's domains; or its id. */
	domainName: HostName.optional(),
	domainId: Id.optional(),
	customerId: CustomerId,
	appId: Id.nullable().optional(),
	/** Absent: the start page of the domain. */
	url: AppUrl.optional(),
	...turned,
});

export const addCustomerDomainApp = call({
	method: 'POST',
	path: '/customerdomainapp',
	about:
		'Registers an app on one of the customer’s domains, named by host or id. 422 app_domain where it is none of theirs that the asker may use, app_elsewhere where the address is on another host, app_application where the application is none of the customer’s. 409 app_taken for a name that the domain has.',
	body: NewCustomerDomainApp,
	answer: CustomerDomainApp,
	...adds,
});

export const changeCustomerDomainApp = call({
	method: 'PUT',
	path: '/customerdomainapp',
	about: 'Changes an app; what is not sent stays. Refusals as when it is added.',
	body: z.object({
		id: Id,
		customerId: CustomerId.optional(),
		name: AppName.optional(),
		appId: Id.nullable().optional(),
		url: AppUrl.optional(),
		...turned,
	}),
	answer: CustomerDomainApp,
	may: writes,
	on: 'customer',
	of: 'customer-app:body.id',
	failure: 'Error while updating App',
	success: 'App updated successfully.',
	invalid: 'Please enter valid application details',
});

export const deleteCustomerDomainApp = call({
	method: 'DELETE',
	path: '/customerdomainapp/{id}',
	about: 'Takes an app off the list.',
	params: z.object({ id: Id }),
	answer: z.object({}),
	may: writes,
	on: 'customer',
	of: 'customer-app:params.id',
	failure: 'Error while deleting App',
	success: 'App deleted successfully.',
});

export const toggleCustomerDomainApp = call({
	method: 'PUT',
	path: '/customerdomainapp/{id}',
	about: 'Turns an app on or off: to what is sent (`status`, or `isActive`), else to the other one.',
	params: z.object({ id: Id }),
	body: z.object({ id: Id.optional(), ...turned }).optional(),
	answer: CustomerDomainApp,
	may: writes,
	on: 'customer',
	of: 'customer-app:params.id',
	failure: 'Error while changing status of App',
	success: 'App updated successfully.',
});
