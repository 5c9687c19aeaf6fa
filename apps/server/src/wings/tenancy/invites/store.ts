/** Invitations in the database: platform rows, found by the hash of their link's token. */
import { INVITE_DAYS } from '@luvalla/contract/constants.ts';
import type { Invite } from '@luvalla/contract/tenancy/invites.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import { hashToken, newToken } from '#kernel/http/cookies.ts';
import { MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, empty, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const InviteRow = row({
	id: uuid,
	kind: oneOf(['team', 'partner', 'registration']),
	email: text,
	customer_id: orNull(int),
	partner_id: orNull(uuid),
	is_customer_admin: bool,
	domain_ids: uuids,
	details: orNull(json(z.unknown())),
	created_at: instant,
	expires_at: instant,
	used_at: orNull(instant),
	revoked_at: orNull(instant),
	/** Address of who invited. */
	invited_by: orNull(text),
	inviter_id: orNull(uuid),
});
export type InviteRow = RowOf<typeof InviteRow>;

const INVITES = sql`select i.id, i.kind, i.email, i.customer_id, i.partner_id, i.is_customer_admin, i.domain_ids, i.details, i.created_at, i.expires_at,
	i.used_at, i.revoked_at, u.email as invited_by, i.invited_by as inviter_id from invite i left join app_user u on u.id = i.invited_by`;

export interface NewInvite {
	kind: InviteRow['kind'];
	email: string;
	customerId?: number;
	partnerId?: string;
	isCustomerAdmin?: boolean;
	domainIds?: readonly string[];
	details?: object;
	invitedBy: string | null;
}

/** Writes it; answers its id and the token, which stands nowhere else. */
export const insertInvite = async (tx: Tx, invite: NewInvite): Promise<{ id: string; token: string }> => {
	const id = newId();
	const token = newToken();
	const expiresAt = new Date(now().getTime() + INVITE_DAYS * 86_400_000);
	await tx.run(sql`insert into invite (id, kind, email, customer_id, partner_id, is_customer_admin, domain_ids, details, token_hash, invited_by, expires_at)
		values (${id}, ${invite.kind}, ${invite.email}, ${invite.customerId ?? null}, ${invite.partnerId ?? null}, ${invite.isCustomerAdmin ?? false},
			${invite.domainIds ?? []}, ${invite.details ?? null}, ${hashToken(token)}, ${invite.invitedBy}, ${expiresAt})`);
	return { id, token };
};

export const inviteById = (tx: Tx, id: string): Promise<InviteRow | null> => tx.first(InviteRow, sql`${INVITES} where i.id = ${id}`);

/** By its link; `lock` when it is about to be used. */
export const inviteByToken = (tx: Tx, token: string, lock: boolean): Promise<InviteRow | null> =>
	tx.first(InviteRow, sql`${INVITES} where i.token_hash = ${hashToken(token)} ${lock ? sql`for update of i` : empty}`);

export const invitesOf = (tx: Tx, customerId: number): Promise<InviteRow[]> =>
	tx.rows(
		InviteRow,
		sql`${INVITES} where i.customer_id = ${customerId} and i.kind = 'team' order by i.created_at desc limit ${MOST_WHOLE}`,
	);

export const invitesToPartner = (tx: Tx, partnerId: string): Promise<InviteRow[]> =>
	tx.rows(
		InviteRow,
		sql`${INVITES} where i.partner_id = ${partnerId} and i.kind = 'partner' order by i.created_at desc limit ${MOST_WHOLE}`,
	);

const InviterRow = row({ user_id: uuid });

/** Whether one stands: whoever sent it may still invite. @param inviters a query of who may */
const standingBy = async (tx: Tx, inviters: Sql): Promise<(row: Pick<InviteRow, 'inviter_id'>) => boolean> => {
	const may = new Set((await tx.rows(InviterRow, inviters)).map((one) => one.user_id));
	return ({ inviter_id: by }) => by !== null && may.has(by);
};

/** Whether an invitation into the team stands: its sender is still the customer's own admin, its partner's or the platform's. */
export const standing = (tx: Tx, customerId: number) =>
	standingBy(
		tx,
		sql`select m.user_id from user_customer m where m.customer_id = ${customerId} and m.is_customer_admin
		union select u.user_id from partner_user u join partner p on p.id = u.partner_id and p.is_active
			join partner_customer c on c.partner_id = p.id and c.customer_id = ${customerId}
			join user_role r on r.user_id = u.user_id and r.role = 'PARTNER'
		union select r.user_id from user_role r where r.role = 'ADMIN'`,
	);

/** The same of a partner's, as long as it is active: its sender is still the platform's admin. */
export const standingAt = (tx: Tx, partnerId: string) =>
	standingBy(
		tx,
		sql`select r.user_id from user_role r where r.role = 'ADMIN' and exists (select 1 from partner p where p.id = ${partnerId} and p.is_active)`,
	);

/** The invitation is used; what a registration said is forgotten. */
export const useUp = (tx: Tx, id: string): Promise<number> =>
	tx.run(sql`update invite set used_at = now(), details = null where id = ${id}`);

const OPEN = sql`used_at is null and revoked_at is null`;

/** Zero where the customer has no such open invitation. */
export const revokeInvite = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`update invite set revoked_at = now() where id = ${id} and customer_id = ${customerId} and kind = 'team' and ${OPEN}`);

/** The same of a partner. */
export const revokePartnerInvite = (tx: Tx, partnerId: string, id: string): Promise<number> =>
	tx.run(sql`update invite set revoked_at = now() where id = ${id} and partner_id = ${partnerId} and kind = 'partner' and ${OPEN}`);

const toUser = (userId: string): Sql => sql`email = (select email from app_user where id = ${userId}) and ${OPEN}`;

/** What somebody lost at this customer no invitation from before gives back. @param which of its invitations to them */
export const revokeInvitesTo = (tx: Tx, customerId: number, userId: string, which: Sql): Promise<number> =>
	tx.run(
		sql`update invite set revoked_at = ${now()} where customer_id = ${customerId} and kind = 'team' and ${toUser(userId)} and ${which}`,
	);

/** The same of partners. */
export const revokePartnerInvitesTo = (tx: Tx, userId: string, which: Sql): Promise<number> =>
	tx.run(sql`update invite set revoked_at = ${now()} where kind = 'partner' and ${toUser(userId)} and ${which}`);

const statusOf = (row: InviteRow, stands: boolean): Invite['status'] =>
	row.used_at ? 'accepted' : row.revoked_at || !stands ? 'revoked' : row.expires_at.getTime() <= now().getTime() ? 'expired' : 'open';

/** @param stands false: whoever sent it may invite no more */
export const shownInvite = (row: InviteRow, hosts: ReadonlyMap<string, string>, stands = true): Invite => ({
	id: row.id,
	email: row.email,
	role: row.kind === 'partner' ? 'partner' : row.is_customer_admin ? 'customerAdmin' : 'domainAdmin',
	// Of one that is gone there is nothing to get.
	domains: row.domain_ids.flatMap((id) => hosts.get(id) ?? []),
	invitedBy: row.invited_by ?? '',
	createdAt: row.created_at.toISOString(),
	expiresAt: row.expires_at.toISOString(),
	status: statusOf(row, stands),
});
