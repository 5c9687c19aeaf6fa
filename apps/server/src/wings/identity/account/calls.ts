/** Who is signed in, and where they belong. */

import { CUSTOMER_KEY } from '@luvalla/contract/constants.ts';
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import * as account from '@luvalla/contract/identity/account.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker, Askers } from '#kernel/access/asker.ts';
import { header, rolesAnywhere } from '#kernel/access/decide.ts';
import type { Cookies } from '#kernel/http/cookies.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';
import { overWith } from '../sessions/assist.ts';
import { endAtProvider } from '../signin/ending.ts';
import { emailOf, noteToured, userById } from '../users/store.ts';
import { endSession } from './store.ts';

export interface AccountParts {
	readonly storage: Storage;
	readonly askers: Askers;
	readonly cookies: Cookies;
	readonly jobs: Jobs;
}

const shownName = (asker: Asker): string => (asker.name === '' ? asker.email : asker.name);

/** The roles held anywhere: the platform's, and DOMAIN_ADMIN where a customer gave it. What opens is decided customer by customer. */
const rolesHeld = (asker: Asker): PlatformRole[] => [
	...new Set<PlatformRole>([...asker.roles, ...(rolesAnywhere(asker).has('domainAdmin') ? (['DOMAIN_ADMIN'] as const) : [])]),
];

/** Portal.md section 6: none of the roles makes a normal user. */
const isNormalUser = (asker: Asker): boolean => {
	const held = rolesAnywhere(asker);
	return !held.has('admin') && !held.has('partner') && !held.has('domainAdmin') && !held.has('customerAdmin');
};

const userDomainRows = async (places: Places, asker: Asker): Promise<account.UserDomain[]> => {
	const whole = [...asker.customers.values()].filter((c) => c.byPartner || c.isCustomerAdmin).map((c) => c.id);
	const seen = new Map([...asker.domains.values()].map((d) => [d.id, { ...d }]));
	for (const d of whole.length > 0 ? await places.domainsOfCustomers(whole) : []) {
		// Who looks after a whole customer administers its domains.
		seen.set(d.domain_id, { id: d.domain_id, domain: d.host, customerId: d.customer_id, isAdmin: true });
	}
	return [...asker.customers.values()].flatMap((customer): account.UserDomain[] => {
		const of = { customerId: customer.id, customerName: customer.name, useCM: customer.useCM };
		const rows = [...seen.values()].filter((d) => d.customerId === customer.id).sort((a, b) => (a.domain < b.domain ? -1 : 1));
		return rows.length === 0
			? [{ id: null, domain: null, isAdmin: false, ...of }]
			: rows.map((d) => ({ id: d.id, domain: d.domain, isAdmin: d.isAdmin, ...of }));
	});
};

export const accountRoutes = ({ storage, askers, cookies, jobs }: AccountParts, places: Places): Route[] => [
	handle(account.authenticate, async ({ asker }) => ({
		roles: rolesHeld(asker),
		username: shownName(asker),
		email: asker.email,
		contextKey: asker.contextKey,
		assisted: asker.actorId === null ? null : { by: await emailOf(storage, asker.actorId), until: asker.expiresAt.toISOString() },
	})),
	handle(account.logoff, async ({ asker, reply }) => {
		await storage.inPlatform(async (tx) => {
			await endAtProvider(tx, jobs, (await endSession(tx, asker.userId, asker.sessionId))?.provider_uid ?? null);
			if (asker.actorId !== null) await overWith({ jobs }, tx, asker.sessionId);
			await recordPlatformActivity(tx, asker, {
				action: 'signed_out',
				thing: 'session',
				thingId: asker.sessionId.slice(0, 16),
			});
		});
		cookies.endSession(reply, asker.actorId === null ? 'session' : 'assist');
		await askers.changed(asker.userId);
		return { signedOut: true as const };
	}),
	handle(account.readUser, async ({ asker }) => {
		const user = await storage.inPlatform((tx) => userById(tx, asker.userId));
		return {
			username: shownName(asker),
			email: asker.email,
			name: asker.name,
			PhoneNumber: user?.phone_number ?? '',
			isNormalUser: isNormalUser(asker),
			toured: user?.toured ?? true,
		};
	}),
	handle(account.leaveTour, async ({ asker }) => {
		await storage.inPlatform((tx) => noteToured(tx, asker.userId));
		return { toured: true as const };
	}),
	handle(account.userDomains, async ({ asker }) => (asker.roles.has('ADMIN') ? [] : userDomainRows(places, asker))),
	handle(account.isCustomerAdmin, async ({ asker, request }) => {
		const sent = header(request, CUSTOMER_KEY);
		const [first] = asker.customers.values();
		const customer = sent !== null ? asker.customers.get(Number(sent)) : first;
		return customer?.isCustomerAdmin ?? false;
	}),
	handle(account.domainUsers, async ({ scope }) =>
		places.peopleOf(scope.customerId, scope.domainId !== null ? [scope.domainId] : scope.domains === 'all' ? null : [...scope.domains]),
	),
];
