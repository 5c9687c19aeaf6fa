/** Sessions of people, each beside one of the provider's. */
import { instant, orNull, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

interface NewSession {
	readonly id: string;
	readonly userId: string;
	/** The admin who acts as this person. */
	readonly actorId?: string;
	readonly contextKey: string;
	readonly expiresAt: Date;
	readonly browser?: string;
	readonly device?: string;
	readonly network: string | null;
	readonly providerUid?: string | null;
}

export const insertSession = (tx: Tx, s: NewSession): Promise<number> =>
	tx.run(sql`insert into session (id, user_id, actor_id, context_key, expires_at, browser, device, network, provider_uid)
		values (decode(${s.id}, 'hex'), ${s.userId}, ${s.actorId ?? null}, ${s.contextKey}, ${s.expiresAt}, ${s.browser ?? ''}, ${s.device ?? ''},
			${s.network}, ${s.providerUid ?? null})`);

const SessionRow = row({ id: text, browser: text, device: text, network: orNull(text), created_at: instant, expires_at: instant });

/** A person's own: none in which an admin acts as them. */
export const sessionsOf = (tx: Tx, userId: string): Promise<RowOf<typeof SessionRow>[]> =>
	tx.rows(
		SessionRow,
		sql`select encode(id, 'hex') as id, browser, device, network, created_at, expires_at from session
		where user_id = ${userId} and actor_id is null and expires_at > now() order by created_at desc`,
	);

const Ended = row({ provider_uid: orNull(text) });

/** Ends one session of a person; answers the provider's session of that browser. Null: there is no such session. */
export const endSession = (tx: Tx, userId: string, sessionId: string): Promise<RowOf<typeof Ended> | null> =>
	tx.first(Ended, sql`delete from session where id = decode(${sessionId}, 'hex') and user_id = ${userId} returning provider_uid`);

/** Ends all of a person but this one, those too in which they act as somebody else; answers how many these were. */
export const endOtherSessions = (tx: Tx, userId: string, sessionId: string): Promise<number> =>
	tx.run(sql`delete from session
		where (user_id = ${userId} and actor_id is null and id <> decode(${sessionId}, 'hex')) or actor_id = ${userId}`);

/** The provider's session of the browser that asks. */
export const providerOf = async (tx: Tx, sessionId: string): Promise<string | null> =>
	(await tx.first(Ended, sql`select provider_uid from session where id = decode(${sessionId}, 'hex')`))?.provider_uid ?? null;

/** The person has proven again who they are. */
export const setConfirmed = (tx: Tx, sessionId: string, at: Date): Promise<number> =>
	tx.run(sql`update session set confirmed_at = ${at} where id = decode(${sessionId}, 'hex')`);
