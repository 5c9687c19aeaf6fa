/** Invitations in the database: platform rows, found by the hash of their link's token. */
import { INVITE_DAYS } from '@luvalla/contract/constants.ts';
import type { Invite } from '@luvalla/contract/tenancy/invites.ts';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import { hashToken, newToken } from '#kernel/http/cookies.ts';
import { bool, empty, instant, int, json, oneOf, orNull, type RowOf, row, sql, text, uuid, uuids } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

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
	await tx.query(
		`insert into invite (id, kind, email, customer_id, partner_id, is_customer_admin, domain_ids, details, token_hash, invited_by, expires_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		[
			id,
			invite.kind,
			invite.email,
			invite.customerId ?? null,
			invite.partnerId ?? null,
			invite.isCustomerAdmin ?? false,
			invite.domainIds ?? [],
			invite.details ?? null,
			hashToken(token),
			invite.invitedBy,
			new Date(now().getTime() + INVITE_DAYS * 86_400_000),
		],
	);
	return { id, token };
};

export const inviteById = async (tx: Tx, id: string): Promise<InviteRow | null> => {
	const [found] = await tx.rows(InviteRow, sql`${INVITES} where i.id = ${id}`);
	return found ?? null;
};

/** By its link; `lock` when it is about to be used. */
export const inviteByToken = async (tx: Tx, token: string, lock: boolean): Promise<InviteRow | null> => {
	const [found] = await tx.rows(InviteRow, sql`${INVITES} where i.token_hash = ${hashToken(token)} ${lock ? sql`for update of i` : empty}`);
	return found ?? null;
};

export const invitesOf = (tx: Tx, customerId: number): Promise<InviteRow[]> =>
	tx.rows(InviteRow, sql`${INVITES} where i.customer_id = ${customerId} and i.kind = 'team' order by i.created_at desc limit 200`);

export const invitesToPartner = (tx: Tx, partnerId: string): Promise<InviteRow[]> =>
	tx.rows(InviteRow, sql`${INVITES} where i.partner_id = ${partnerId} and i.kind = 'partner' order by i.created_at desc limit 200`);

const statusOf = (row: InviteRow): Invite['status'] =>
	row.used_at ? 'accepted' : row.revoked_at ? 'revoked' : row.expires_at.getTime() <= now().getTime() ? 'expired' : 'open';

export const shownInvite = (row: InviteRow, hosts: ReadonlyMap<string, string>): Invite => ({
	id: row.id,
	email: row.email,
	role: row.kind === 'partner' ? 'partner' : row.is_customer_admin ? 'customerAdmin' : 'domainAdmin',
	domains: row.domain_ids.map((id) => hosts.get(id) ?? id),
	invitedBy: row.invited_by ?? '',
	createdAt: row.created_at.toISOString(),
	expiresAt: row.expires_at.toISOString(),
	status: statusOf(row),
});

/** Host names by domain id, for showing. */
export const hostsOf = async (storage: Storage, customerId: number): Promise<Map<string, string>> => {
	const rows = await storage.inTenant(customerId, (tx) =>
		tx.query<{ domain_id: string; host: string }>('select domain_id, host from domain where customer_id = $1', [customerId]),
	);
	return new Map(rows.map((row) => [row.domain_id, row.host]));
};
