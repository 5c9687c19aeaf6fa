/** Which domains and customers a user belongs to, and the end of a user with all of that. */
import * as account from '@luvalla/contract/identity/account.ts';
import * as users from '@luvalla/contract/identity/users.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { rolesAnywhere } from '#kernel/access/decide.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { forgetMailsTo } from '#kernel/outbound/mail.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { anotherAdmin, deleteUser, refuseUser, shownUser, type UserRow, userByEmail } from '../../identity/wing.ts';
import { readCustomer } from '../customers/store.ts';
import { customersOfDomains } from '../domains/store.ts';
import { refuseTeam } from '../invites/calls.ts';
import { revokePartnerInvitesTo } from '../invites/store.ts';
import { createPlaces } from './places.ts';
import { rightsRoutes } from './rights.ts';
import { customersOf, endCustomerAdmin, makeCustomerAdmin, replaceDomains, unmap } from './store.ts';

const refuseMapping = refusals({
	account_in_use: [
		409,
		'You look after something here. Ask to be released from it, then close your account.',
		'Hoidat täällä jotakin. Pyydä ensin, että siitä vapautetaan, ja sulje tilisi sitten.',
	],
	choose_customer: [
		422,
		'Say which customer: this user belongs to several, or to none.',
		'Valitse asiakas: käyttäjä kuuluu useaan tai ei yhteenkään.',
	],
});

const userNamed = async (storage: Storage, email: string): Promise<UserRow> => {
	const row = await storage.inPlatform((tx) => userByEmail(tx, email));
	if (!row) throw refuseUser('unknown_user');
	return row;
};

/** Sets a user's domains, customer by customer; each customer's part is one transaction with its own activity row. */
const setDomains = async (storage: Storage, asker: Asker, userId: string, domainIds: readonly string[]): Promise<void> => {
	const wanted = await customersOfDomains(storage.across, domainIds);
	if (wanted.length !== new Set(domainIds).size) throw refuseTeam('unknown_domains');
	const customerIds = new Set([...(await customersOf(storage, userId)), ...wanted.map((d) => d.customer_id)]);
	for (const customerId of customerIds) {
		const own = wanted.filter((d) => d.customer_id === customerId).map((d) => d.domain_id);
		await storage.inTenant(customerId, async (tx) => {
			const before = await replaceDomains(tx, customerId, userId, own, asker.userId);
			await recordActivity(tx, customerId, asker, {
				action: 'changed',
				thing: 'user_domains',
				thingId: userId,
				before: { domains: before },
				after: { domains: [...own].sort() },
			});
		});
	}
};

export const mappingRoutes = (kernel: Kernel): Route[] => [...rightsRoutes(kernel), ...placeRoutes(kernel)];

const placeRoutes = ({ storage, askers, jobs }: Kernel): Route[] => {
	/** A user with all that is theirs. */
	const remove = async (user: Pick<UserRow, 'id' | 'email' | 'name'>, asker: Asker): Promise<void> => {
		// Rights go first: whatever ends in between, the user never has more than before.
		for (const customerId of await customersOf(storage, user.id))
			await storage.inTenant(customerId, async (tx) => {
				await unmap(tx, customerId, user.id);
				await recordActivity(tx, customerId, asker, { action: 'removed', thing: 'user', thingId: user.id });
			});
		await storage.inPlatform(async (tx) => {
			if (!(await anotherAdmin(tx, user.id))) throw refuseUser('last_admin');
			await revokePartnerInvitesTo(tx, user.id, sql`true`);
			await deleteUser(tx, jobs, user.id);
			await forgetMailsTo(tx, user.email);
			await recordPlatformActivity(tx, asker, {
				action: 'deleted',
				thing: 'user',
				thingId: user.id,
				// what somebody closes themselves is not kept in the log either
				...(user.id !== asker.userId && { before: { email: user.email, name: user.name } }),
			});
		});
		await askers.changed(user.id);
	};

	return [
		handle(users.assignDomains, async ({ asker, body }) => {
			const user = await userNamed(storage, body.userName);
			await setDomains(storage, asker, user.id, body.domains);
			await askers.changed(user.id);
			return shownUser(storage, createPlaces(storage), user, asker.userId);
		}),
		handle(users.setCustomerAdmin, async ({ asker, body }) => {
			const user = await userNamed(storage, body.userName);
			const belongs = await customersOf(storage, user.id);
			const [only, ...others] = belongs;
			const customerId = body.customerId ?? (others.length === 0 ? only : undefined);
			if (customerId === undefined) throw refuseMapping('choose_customer');
			await storage.inTenant(customerId, async (tx) => {
				if (!(await readCustomer(tx, customerId))) throw refuse('not_found');
				if (body.isCustomerAdmin) await makeCustomerAdmin(tx, customerId, user.id, asker.userId);
				else await endCustomerAdmin(tx, customerId, user.id);
				await recordActivity(tx, customerId, asker, {
					action: body.isCustomerAdmin ? 'promoted' : 'demoted',
					thing: 'customer_admin',
					thingId: user.id,
				});
			});
			await askers.changed(user.id);
			return shownUser(storage, createPlaces(storage), user, asker.userId);
		}),
		handle(users.deleteUser, async ({ asker, query }) => {
			const user = await userNamed(storage, query.email);
			if (user.id === asker.userId) throw refuseUser('own_account');
			await remove(user, asker);
			return { email: user.email };
		}),
		handle(account.closeAccount, async ({ asker }) => {
			demandConfirmed(asker);
			const held = rolesAnywhere(asker);
			for (const role of ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const)
				if (held.has(role)) throw refuseMapping('account_in_use');
			await remove({ id: asker.userId, email: asker.email, name: asker.name }, asker);
			return { closed: true as const };
		}),
	];
};
