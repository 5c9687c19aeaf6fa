/** oidc-provider's storage on PostgreSQL: one platform table, all models. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as z from 'zod';
import { forgetLimits } from '#kernel/access/limits.ts';
import { now } from '#kernel/clock.ts';
import { empty, instant, json, orNull, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';

/** The library knows no such model: what is left of a session that has ended, by its name that stays, until it would have ended by itself. */
export const ENDED = 'EndedSession';
export const SESSION_SECONDS = 12 * 3600;

/** The library's own, as it wrote it. */
const PayloadRow = row({ payload: json(z.custom<AdapterPayload>()), consumed_at: orNull(instant) });

/** What comes by a grant, and ends with it. */
const OF_GRANTS: readonly string[] = ['AuthorizationCode', 'AccessToken', 'RefreshToken'];
/** Tokens that somebody asks with: who they are is known for a while (kernel/access/asker.ts), so their end is told. */
const ASKING: readonly string[] = ['AccessToken', 'ClientCredentials'];
const Ended = row({ account_id: orNull(text) });

/**
 * A constructor as the library wants it: one instance a model. `clients` finds the customers' applications; they live in a table
 * of their own. `ended` hears whose token is gone, `*` for a machine's.
 */
export const postgresAdapter = (
	storage: Storage,
	clients: (clientId: string) => Promise<AdapterPayload | undefined>,
	ended: (userId: string) => Promise<void>,
) =>
	class PostgresAdapter implements Adapter {
		readonly model: string;
		constructor(model: string) {
			this.model = model;
		}
		async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
			const { grantId = null, uid = null, userCode = null } = payload;
			const until = Number.isFinite(expiresIn) ? new Date(now().getTime() + expiresIn * 1000) : null;
			// A session is written at the end of each request: one that was ended in the meantime stays so.
			// So does what was under way when its grant ended.
			const given =
				this.model === 'Session'
					? sql`where not exists (select 1 from oidc_payload where model = ${ENDED} and id = ${uid})`
					: grantId !== null && OF_GRANTS.includes(this.model)
						? sql`where exists (select 1 from oidc_payload where model = 'Grant' and id = ${grantId})`
						: empty;
			await storage.inPlatform(async (tx) => {
				await tx.run(sql`insert into oidc_payload (model, id, payload, grant_id, uid, user_code, expires_at)
					select ${this.model}, ${id}, ${JSON.stringify(payload)}::jsonb, ${grantId}, ${uid}, ${userCode}, ${until}::timestamptz ${given}
					on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
						user_code = excluded.user_code, expires_at = excluded.expires_at`);
			});
		}
		async #one(which: Sql): Promise<AdapterPayload | undefined> {
			const found = await storage.inPlatform((tx) =>
				tx.first(
					PayloadRow,
					sql`select payload, consumed_at from oidc_payload where model = ${this.model} and ${which} and (expires_at is null or expires_at > now())`,
				),
			);
			return found
				? { ...found.payload, ...(found.consumed_at && { consumed: Math.floor(found.consumed_at.getTime() / 1000) }) }
				: undefined;
		}
		find(id: string): Promise<AdapterPayload | undefined> {
			return this.model === 'Client' ? clients(id) : this.#one(sql`id = ${id}`);
		}
		findByUid(uid: string): Promise<AdapterPayload | undefined> {
			return this.#one(sql`uid = ${uid}`);
		}
		findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
			return this.#one(sql`user_code = ${userCode}`);
		}
		/** Of several at once that found it unused one goes on; that it came twice ends the grant, as the library does for a later one. */
		async consume(id: string): Promise<void> {
			const first = await storage.inPlatform((tx) =>
				tx.run(sql`update oidc_payload set consumed_at = now() where model = ${this.model} and id = ${id} and consumed_at is null`),
			);
			if (first > 0) return;
			await storage.inPlatform((tx) =>
				tx.run(sql`with used as (select grant_id as id from oidc_payload where model = ${this.model} and id = ${id})
					delete from oidc_payload o using used u
					where (o.grant_id = u.id and o.model = any(${OF_GRANTS}::text[])) or (o.model = 'Grant' and o.id = u.id)`),
			);
			await ended('*');
			// Loaded with the first sign-in, as its caller is.
			const { errors } = await import('oidc-provider');
			throw new errors.InvalidGrant('it was used already');
		}
		async #end(which: Sql): Promise<void> {
			const gone = await storage.inPlatform((tx) =>
				tx.rows(
					Ended,
					sql`delete from oidc_payload where model = ${this.model} and ${which} returning payload->>'accountId' as account_id`,
				),
			);
			if (!ASKING.includes(this.model)) return;
			for (const userId of new Set(gone.map((one) => one.account_id ?? '*'))) await ended(userId);
		}
		destroy(id: string): Promise<void> {
			return this.#end(sql`id = ${id}`);
		}
		revokeByGrantId(grantId: string): Promise<void> {
			return this.#end(sql`grant_id = ${grantId}`);
		}
	};

/** Rows nobody can use any more. */
export const sweepExpired = (storage: Storage): Promise<number> =>
	storage.inPlatform(async (tx) => {
		await tx.run(sql`delete from session where expires_at < now()`);
		await tx.run(sql`delete from challenge where expires_at < now() - interval '1 day'`);
		await tx.run(sql`delete from passkey_challenge where expires_at < now()`);
		await forgetLimits(tx);
		return tx.run(sql`delete from oidc_payload where expires_at < now()`);
	});
