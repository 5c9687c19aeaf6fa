/** Users and roles: rules around the store. Domains, customers and rights of users are the tenancy wing's. */
import * as users from '@luvalla/contract/identity/users.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { demandOwnSession } from '#kernel/access/confirm.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, upTo } from '#kernel/storage/lists.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';
import {
	deleteRole,
	holdRole,
	insertRole,
	listRoles,
	listUsers,
	type UserRow,
	updateProfile,
	userByEmail,
	userById,
	withBelongings,
} from './store.ts';

export const refuseUser = refusals({
	unknown_user: [404, 'There is no user with this address.', 'Tällä osoitteella ei ole käyttäjää.'],
	last_admin: [
		409,
		'Somebody must stay platform admin. Give the role to another person first.',
		'Jonkun pitää jäädä ylläpitäjäksi. Anna rooli ensin toiselle.',
	],
	own_account: [409, 'You cannot delete the account you are using.', 'Et voi poistaa tiliä, jota käytät.'],
	unknown_role: [422, 'There is no such role. Choose from the list.', 'Tällaista roolia ei ole. Valitse luettelosta.'],
	role_taken: [409, 'There is a role of this name already.', 'Tämänniminen rooli on jo olemassa.', 'roleName'],
	built_in_role: [409, 'This role belongs to the platform and stays.', 'Tämä rooli kuuluu alustaan eikä sitä voi poistaa.'],
});

/** A user as the asker sees it. */
export const shownUser = async (storage: Storage, places: Places, row: UserRow, askerId: string): Promise<users.User> => {
	const [user] = await withBelongings(storage, places, [row], askerId);
	if (!user) throw refuseUser('unknown_user');
	return user;
};

export const userRoutes = ({ storage, askers }: Kernel, places: Places): Route[] => [
	handle(users.users, async ({ asker, query }) => {
		const { rows, count } = await listUsers(storage, { ...query, ...query.filter });
		return { data: await withBelongings(storage, places, rows, asker.userId), page: pageOf(upTo(count), query) };
	}),
	handle(users.userByEmail, async ({ asker, query }) => {
		const row = await storage.inPlatform((tx) => userByEmail(tx, query.email));
		if (!row) throw refuseUser('unknown_user');
		return shownUser(storage, places, row, asker.userId);
	}),
	handle(users.roles, async ({ query }) =>
		(await storage.inPlatform((tx) => listRoles(tx, query.q))).map((r) => ({ name: r.name, users: r.users, builtIn: r.built_in })),
	),
	handle(users.addRole, async ({ asker, body }) =>
		storage.inPlatform(async (tx) => {
			if ((await insertRole(tx, body.roleName)) === 0) throw refuseUser('role_taken');
			await recordPlatformActivity(tx, asker, { action: 'added', thing: 'role', thingId: body.roleName });
			return { name: body.roleName, users: 0, builtIn: false };
		}),
	),
	handle(users.deleteRole, async ({ asker, query }) => {
		await storage.inPlatform(async (tx) => {
			const role = await holdRole(tx, query.roleName);
			if (!role) throw refuse('not_found');
			if (role.built_in) throw refuseUser('built_in_role');
			await deleteRole(tx, query.roleName);
			await recordPlatformActivity(tx, asker, { action: 'deleted', thing: 'role', thingId: query.roleName });
		});
		await askers.changed('*');
		return { roleName: query.roleName };
	}),
	handle(users.changeProfile, async ({ asker, body }) => {
		demandOwnSession(asker);
		const phoneNumber = await storage.inPlatform(async (tx) => {
			const before = await userById(tx, asker.userId, true);
			const phone = body.PhoneNumber ?? before?.phone_number ?? '';
			await updateProfile(tx, asker.userId, body.name, phone);
			await recordPlatformActivity(tx, asker, {
				action: 'changed',
				thing: 'user',
				thingId: asker.userId,
				before: before && { name: before.name, phoneNumber: before.phone_number },
				after: { name: body.name, phoneNumber: phone },
			});
			return phone;
		});
		await askers.changed(asker.userId);
		return { username: body.name === '' ? asker.email : body.name, email: asker.email, name: body.name, PhoneNumber: phoneNumber };
	}),
];
