/** What somebody may do: the platform's roles, and what each mapping gives. */
import * as users from '@luvalla/contract/identity/users.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { rolesOn } from '#kernel/access/decide.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import {
	anotherAdmin,
	endAssistancesOf,
	refuseUser,
	rolesOf,
	setRoles,
	shownUser,
	type UserRow,
	unknownRoles,
	userByEmail,
} from '../../identity/wing.ts';
import { createPlaces } from './places.ts';
import { customersGiving, endDomainAdmin, type GivenRow, givenRights } from './store.ts';

/** Of the platform's roles, those that count at every customer where somebody is mapped. */
const COUNT_AT_CUSTOMERS: ReadonlySet<string> = new Set(['ADMIN', 'DOMAIN_ADMIN']);

/** All of it is for ADMIN and for the person themselves. */
const seesAll = (asker: Asker, userId: string): boolean => asker.roles.has('ADMIN') || asker.userId === userId;

/** Of somebody's mappings, those at customers that the asker looks after; a domain admin knows the people of their own domains. */
const visible = (asker: Asker, rows: readonly GivenRow[]): GivenRow[] => {
	const shared = new Set(rows.filter((row) => row.domain_id !== null && asker.domains.has(row.domain_id)).map((row) => row.customer_id));
	return rows.filter((row) => {
		const held = rolesOn(asker, row.customer_id);
		if (held.has('partner') || held.has('customerAdmin')) return true;
		return held.has('domainAdmin') && (row.domain_id === null ? shared.has(row.customer_id) : asker.domains.has(row.domain_id));
	});
};

const shownRights = async (storage: Storage, asker: Asker, user: UserRow): Promise<users.UserRights> => {
	const all = seesAll(asker, user.id);
	const given = await givenRights(storage, user.id);
	const rows = all ? given : visible(asker, given);
	if (!all && rows.length === 0 && asker.userId !== user.id) throw refuseUser('unknown_user');
	const held = (await storage.inPlatform((tx) => rolesOf(tx, user.id))).filter(({ role }) => all || COUNT_AT_CUSTOMERS.has(role));
	return {
		userName: user.email,
		email: user.email,
		roles: held.map(({ role }) => role),
		// Who of the platform gave it is no customer's business.
		platform: held.map(({ role, given_by, given_at }) => ({
			role,
			givenBy: all ? given_by : null,
			givenAt: given_at?.toISOString() ?? null,
		})),
		mappings: rows.map((row) => ({
			customerId: row.customer_id,
			customerName: row.name,
			domainId: row.domain_id,
			domain: row.host,
			right: row.gives,
			givenBy: row.given_by,
			givenAt: row.given_at?.toISOString() ?? null,
		})),
	};
};

/** Customer by customer, each with its own activity row, so that the customer sees who ended what it had given. */
const endGiven = async (storage: Storage, asker: Asker, user: UserRow): Promise<void> => {
	for (const customerId of await customersGiving(storage, user))
		await storage.inTenant(customerId, async (tx) => {
			const domains = await endDomainAdmin(tx, customerId, user.id);
			await recordActivity(tx, customerId, asker, {
				action: 'ended',
				thing: 'user_rights',
				thingId: user.id,
				before: { domainAdmin: true, domains },
				after: { domainAdmin: false, domains: [] },
			});
		});
};

export const rightsRoutes = ({ storage, askers, jobs }: Kernel): Route[] => [
	handle(users.readRights, async ({ asker, query }) => {
		const user = await storage.inPlatform((tx) => userByEmail(tx, query.userName ?? asker.email));
		if (!user) throw refuseUser('unknown_user');
		return shownRights(storage, asker, user);
	}),
	handle(users.changeRoles, async ({ asker, body }) => {
		const user = await storage.inPlatform(async (tx) => {
			const row = await userByEmail(tx, body.UserName);
			if (!row) throw refuseUser('unknown_user');
			if ((await unknownRoles(tx, body.Roles)).length > 0) throw refuseUser('unknown_role');
			if (!body.Roles.includes('ADMIN') && !(await anotherAdmin(tx, row.id))) throw refuseUser('last_admin');
			const before = await rolesOf(tx, row.id);
			const phoneNumber = body.PhoneNumber ?? row.phone_number;
			await setRoles(tx, row.id, body.Roles, body.PhoneNumber, asker.userId);
			if (!body.Roles.includes('ADMIN')) await endAssistancesOf({ jobs }, tx, row.id);
			const after = await rolesOf(tx, row.id);
			await recordPlatformActivity(tx, asker, {
				action: 'changed',
				thing: 'user',
				thingId: row.id,
				before: { roles: before.map((r) => r.role), phoneNumber: row.phone_number },
				after: { roles: after.map((r) => r.role), phoneNumber },
			});
			return { ...row, phone_number: phoneNumber };
		});
		try {
			// Nowhere a domain admin, as it says; the same call again ends what a failure left.
			if (!body.Roles.includes('DOMAIN_ADMIN') && body.KeepGiven !== true) await endGiven(storage, asker, user);
		} finally {
			await askers.changed(user.id);
		}
		return shownUser(storage, createPlaces(storage), user, asker.userId);
	}),
];
