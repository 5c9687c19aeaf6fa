/** Adding people: the first admin, and the sample's. */
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import { newId } from '#kernel/clock.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { endAssistancesOf } from '../sessions/assist.ts';
import { endOthersAtProvider } from '../signin/ending.ts';

const AddedUser = row({ id: uuid });

/** The id of the person with this address, made when there is none; roles are added, none taken away. */
export const addUser = async (tx: Tx, email: string, name: string, roles: readonly PlatformRole[]): Promise<string> => {
	const user = await tx.first(
		AddedUser,
		sql`insert into app_user (id, email, name) values (${newId()}, ${email.toLowerCase()}, ${name})
		on conflict (email) do update set email = excluded.email returning id`,
	);
	if (!user) throw new Error('A user could neither be added nor found.');
	for (const role of roles) await tx.run(sql`insert into user_role (user_id, role) values (${user.id}, ${role}) on conflict do nothing`);
	return user.id;
};

/**
 * The platform admin of ADMIN_EMAIL, made while no admin has ever signed in. An earlier address that was mistyped, or the default's, stops
 * being one: whoever has that mail would be the platform's admin, and nobody else could be.
 */
export const firstAdmin = (storage: Storage, email: string): Promise<void> =>
	storage.inPlatform(async (tx) => {
		if (await hasSignedIn(tx)) return;
		// Nameless as this one makes them: those of the sample have names.
		await tx.run(
			sql`delete from user_role r using app_user u where u.id = r.user_id and r.role = 'ADMIN' and u.name = '' and u.email <> ${email}`,
		);
		await addUser(tx, email, '', ['ADMIN']);
	});

const hasSignedIn = async (tx: Tx): Promise<boolean> =>
	(await tx.run(
		sql`select 1 from app_user u join user_role r on r.user_id = u.id where r.role = 'ADMIN' and u.signed_in_at is not null limit 1`,
	)) > 0;

/** Whether any admin ever signed in: until then a start that is not local prints a link. */
export const adminHasSignedIn = (storage: Storage): Promise<boolean> => storage.inPlatform(hasSignedIn);

const Address = row({ email: text });

/** Mail addresses of the platform's admins. */
export const adminAddresses = async (tx: Tx): Promise<string[]> =>
	(
		await tx.rows(Address, sql`select u.email from user_role r join app_user u on u.id = r.user_id where r.role = 'ADMIN' order by u.email`)
	).map(({ email }) => email);

/** Gives a role of the platform, or takes it away again. */
export const setRole = (tx: Tx, userId: string, role: PlatformRole, held: boolean): Promise<number> =>
	held
		? tx.run(sql`insert into user_role (user_id, role) values (${userId}, ${role}) on conflict do nothing`)
		: tx.run(sql`delete from user_role where user_id = ${userId} and role = ${role}`);

/** The person with everything of the identity wing: roles, passkeys, sessions, and what applications got by them. */
export const deleteUser = async (tx: Tx, jobs: Jobs, userId: string): Promise<void> => {
	await endOthersAtProvider(tx, jobs, userId, null);
	await endAssistancesOf({ jobs }, tx, userId);
	await tx.run(sql`delete from app_user where id = ${userId}`);
};
