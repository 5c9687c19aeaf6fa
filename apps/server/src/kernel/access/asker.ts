/** Who is asking, and the cache that answers it without a query a request. */
import type { PlatformRole } from '@luvalla/contract/identity/account.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';

export interface MappedCustomer {
	readonly id: number;
	readonly name: string;
	readonly useCM: boolean;
	readonly status: number;
	readonly isCustomerAdmin: boolean;
	/** Through an active partner that looks after it. */
	readonly byPartner: boolean;
	/** Domain admin here: by what this customer's mappings give, or mapped here and DOMAIN_ADMIN of the platform. */
	readonly isDomainAdmin: boolean;
}

export interface MappedDomain {
	readonly id: string;
	readonly domain: string;
	readonly customerId: number;
	readonly isAdmin: boolean;
}

export interface Asker {
	/** SHA-256 of the session cookie, hex. */
	readonly sessionId: string;
	readonly userId: string;
	readonly email: string;
	readonly name: string;
	/** The person really acting, in an assisted session. */
	readonly actorId: string | null;
	/** Truncated network of the request by which they ask; absent where there is none. */
	readonly network?: string | null;
	/** When the person last proved who they are: at sign-in, or by a code since. */
	readonly confirmedAt: Date;
	readonly contextKey: string;
	readonly expiresAt: Date;
	/** The customer whose machine this is; absent for people. */
	readonly machineOf?: number;
	/** The one domain that this machine works for; absent: all of its customer's. */
	readonly machineDomain?: string;
	/** Pages that may use this token from a browser; absent for sessions, which only our own pages use (`byToken`). */
	readonly origins?: readonly string[];
	/** What counts everywhere: given by the platform's admins only. What a customer gave stands with that customer. */
	readonly roles: ReadonlySet<PlatformRole>;
	/** Where the person may do anything, in the order that makes the first one the default. A mapping that gives nothing is not here. */
	readonly customers: ReadonlyMap<number, MappedCustomer>;
	/** Domains whose mapping counts. */
	readonly domains: ReadonlyMap<string, MappedDomain>;
}

/** Whoever asks holds an application's token and no session: they are not the person, nor here in person. */
export const byToken = (asker: Asker): boolean => asker.origins !== undefined;

/** Who a machine is in what it writes: `application:…`, or `domain:…` by a domain's own token. */
export const machineName = ({ machineDomain, userId }: Asker): string =>
	machineDomain === undefined ? `application:${userId}` : `domain:${machineDomain}`;

/** Whose rights a session rests on: theirs as whom it acts, and in an assisted one theirs who acts. */
export const personsOf = ({ userId, actorId }: Asker): string[] => (actorId === null ? [userId] : [userId, actorId]);

/** Registered by the identity wing: reads session, roles and mappings in one statement; null when there is no such session. */
export type WhoAsks = (sessionId: string) => Promise<Asker | null>;

/** However news gets lost, no answer is older than this. */
const LONGEST_MS = 5000;
/** Sessions of which something is kept; then it begins anew. */
const MOST_KNOWN = 50_000;

/**
 * Answers of `whoAsks` per process. A change of session, role or mapping is told on the channel `access`
 * (payload: a user id, or `*`): at once in the process that made it, within 50 ms elsewhere.
 */
export const createAskers = async (storage: Storage, whoAsks: WhoAsks) => {
	const known = new Map<string, { asker: Promise<Asker | null>; until: number }>();
	const users = new Map<string, Set<string>>();
	const ended = new Set<(userId: string) => void>();

	const forget = (userId: string): void => {
		if (userId === '*') known.clear();
		else for (const id of users.get(userId) ?? []) known.delete(id);
		users.delete(userId);
		for (const tell of ended) tell(userId);
	};
	const stop = await storage.listen('access', forget, () => forget('*'));

	return {
		async bySession(sessionId: string): Promise<Asker | null> {
			const hit = known.get(sessionId);
			if (hit && hit.until > Date.now()) return hit.asker;
			const asker = whoAsks(sessionId);
			known.set(sessionId, { asker, until: Date.now() + LONGEST_MS });
			if (known.size > MOST_KNOWN) {
				known.clear();
				users.clear();
			}
			try {
				const found = await asker;
				if (!found) known.delete(sessionId);
				else {
					for (const id of personsOf(found)) users.set(id, (users.get(id) ?? new Set()).add(sessionId));
					if (found.expiresAt.getTime() <= Date.now()) return null;
				}
				return found;
			} catch (error) {
				known.delete(sessionId);
				throw error;
			}
		},
		/** Call after the commit of a change; other processes hear of it by NOTIFY. */
		async changed(userId: string): Promise<void> {
			forget(userId);
			await storage.inPlatform((tx) => tx.run(sql`select pg_notify('access', ${userId})`));
		},
		/** Told whenever somebody's rights changed: open streams are checked again. */
		onChange(tell: (userId: string) => void): () => void {
			ended.add(tell);
			return () => ended.delete(tell);
		},
		stop,
	};
};
export type Askers = Awaited<ReturnType<typeof createAskers>>;
