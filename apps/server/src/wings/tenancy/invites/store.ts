/** Invitations in the database: platform rows, found by the hash of their link's token. */
import { INVITE_DAYS, type Invite } from '@luvalla/contract/tenancy/invites.ts';
import { newId, now } from '#kernel/clock.ts';
import { hashToken, newToken } from '#kernel/http/cookies.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

export interface InviteRow {
	id: string;
	kind: 'team' | 'partner' | 'registration';
	email: string;
	customer_id: number | null;
	partner_id: string | null;
	is_customer_admin: boolean;
	domain_ids: string[];
	details: unknown;
	created_at: Date;
	expires_at: Date;
	used_at: Date | null;
	revoked_at: Date | null;
	/** Address of who invited. */
	invited_by: string | null;
	inviter_id: string | null;
}

const FIELDS = `i.id, i.kind, i.email, i.customer_id, i.partner_id, i.is_customer_admin, i.domain_ids, i.details, i.created_at, i.expires_at, i.used_at,
	i.revoked_at, u.email as invited_by, i.invited_by as inviter_id`;
const FROM = 'from invite i left join app_user u on u.id = i.invited_by';

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
	const [row] = await tx.query<InviteRow>(`select ${FIELDS} ${FROM} where i.id = $1`, [id]);
	return row ?? null;
};

/** By its link; `lock` when it is about to be used. */
export const inviteByToken = async (tx: Tx, token: string, lock: boolean): Promise<InviteRow | null> => {
	const [row] = await tx.query<InviteRow>(`select ${FIELDS} ${FROM} where i.token_hash = $1${lock ? ' for update of i' : ''}`, [
		hashToken(token),
	]);
	return row ?? null;
};

export const invitesOf = (tx: Tx, customerId: number): Promise<InviteRow[]> =>
	tx.query(`select ${FIELDS} ${FROM} where i.customer_id = $1 and i.kind = 'team' order by i.created_at desc limit 200`, [customerId]);

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
