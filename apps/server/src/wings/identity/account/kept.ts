/** What this wing keeps of somebody with an account, for the file that they may take. */
import { mailsTo } from '#kernel/outbound/mail.ts';
import { instant, orNull, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const AccountRow = row({ email: text, name: text, phone_number: text, created_at: instant, signed_in_at: orNull(instant) });
const RoleRow = row({ role: text, given_at: orNull(instant) });
const SessionRow = row({
	browser: text,
	device: text,
	network: orNull(text),
	created_at: instant,
	expires_at: instant,
	confirmed_at: instant,
});
const PasskeyRow = row({ name: text, created_at: instant, used_at: orNull(instant) });
const ApplicationRow = row({ client_id: text, given_at: instant });
const AssistanceRow = row({ started_at: instant, ended_at: orNull(instant) });

export const keptOfUser = async (tx: Tx, { userId, email }: { readonly userId: string; readonly email: string }) => ({
	account: await tx.rows(AccountRow, sql`select email, name, phone_number, created_at, signed_in_at from app_user where id = ${userId}`),
	roles: await tx.rows(RoleRow, sql`select role, given_at from user_role where user_id = ${userId} order by role`),
	sessions: await tx.rows(
		SessionRow,
		sql`select browser, device, network, created_at, expires_at, confirmed_at from session
			where user_id = ${userId} and actor_id is null order by created_at desc`,
	),
	passkeys: await tx.rows(PasskeyRow, sql`select name, created_at, used_at from passkey where user_id = ${userId} order by created_at`),
	applications: await tx.rows(
		ApplicationRow,
		sql`select client_id, given_at from application_permission where user_id = ${userId} order by given_at`,
	),
	/** When a platform admin was signed in as them. */
	assistance: await tx.rows(
		AssistanceRow,
		sql`select started_at, ended_at from assistance where user_id = ${userId} order by started_at desc`,
	),
	mails: await mailsTo(tx, [email], null),
});
