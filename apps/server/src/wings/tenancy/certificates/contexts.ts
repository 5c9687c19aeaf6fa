/**
 * Which certificate a host is served with, kept in each process: a handshake asks nothing of the database while its host is known.
 * News of a change comes by NOTIFY; however it gets lost, the database is asked again by whoever comes a minute later.
 */
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { HOSTS_TOPIC } from '../custom-domains/store.ts';
import { servedCertificate } from './store.ts';

export interface ServedHost {
	readonly host: string;
	readonly customerId: number;
	readonly serial: string;
	readonly context: SecureContext;
}

const KEPT_MS = 60_000;
/** So long a host that was known is served as it was once more while the database is asked behind it: nobody waits for what is seldom new. */
const LATE_MS = 10 * 60_000;
/** Names that are not ours are asked again soon: one may become ours. */
const UNKNOWN_MS = 5_000;
const MOST_KEPT = 10_000;
const MOST_UNKNOWN = 10_000;
/** Look-ups of names that are not known yet: whoever asks for many that are none of ours waits for themselves, and no banner for them. */
const READING_AT_ONCE = 2;
const MOST_WAITING = 1000;
const NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

export interface Contexts {
	/** Null: nothing is served there. */
	of(host: string): Promise<ServedHost | null>;
	/** How often the database was asked. For tests. */
	readonly asked: () => number;
	stop(): Promise<void>;
}

export const createContexts = async ({ storage, secrets, log }: Pick<Kernel, 'storage' | 'secrets' | 'log'>): Promise<Contexts> => {
	const kept = new Map<string, { served: ServedHost; until: number }>();
	const unknown = new Map<string, number>();
	const reading = new Map<string, Promise<ServedHost | null>>();
	let asked = 0;
	let free = READING_AT_ONCE;
	const waiting: (() => void)[] = [];
	/** @throws Error when too many wait */
	const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
		if (free === 0) {
			if (waiting.length >= MOST_WAITING) throw new Error('Too many hosts are asked for that nobody knows.');
			await new Promise<void>((resolve) => void waiting.push(resolve));
		} else free -= 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free += 1;
		}
	};
	const forget = (host: string): void => {
		kept.delete(host);
		unknown.delete(host);
		// Whoever is reading may have begun before the news.
		reading.delete(host);
	};
	const unlisten = await storage.listen(HOSTS_TOPIC, forget, () => {
		kept.clear();
		unknown.clear();
		reading.clear();
	});

	const read = async (host: string, before: ServedHost | undefined): Promise<ServedHost | null> => {
		asked += 1;
		const customerId = await storage.forVisitor(null, (tx) => customerIn(tx, { kind: 'custom-host', key: host }));
		if (customerId === null) return null;
		const found = await storage.forVisitor(customerId, (tx) => servedCertificate(tx, secrets, customerId, host));
		if (found === null) return null;
		// What has not changed is not taken apart again.
		if (before?.serial === found.serial && before.customerId === customerId) return before;
		return {
			host,
			customerId,
			serial: found.serial,
			context: createSecureContext({ cert: found.chain, key: found.privateKey, minVersion: 'TLSv1.2' }),
		};
	};

	const readOnce = (host: string, before: ServedHost | undefined): Promise<ServedHost | null> => {
		const under = reading.get(host);
		if (under) return under;
		const found = inTurn(() => read(host, before))
			.then((served) => {
				if (reading.get(host) !== found) return served;
				if (served === null) {
					kept.delete(host);
					if (unknown.size >= MOST_UNKNOWN) unknown.clear();
					unknown.set(host, Date.now() + UNKNOWN_MS);
					return null;
				}
				kept.delete(host);
				kept.set(host, { served, until: Date.now() + KEPT_MS });
				if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
				return served;
			})
			.finally(() => {
				if (reading.get(host) === found) reading.delete(host);
			});
		reading.set(host, found);
		return found;
	};

	return {
		async of(named) {
			const host = named.toLowerCase();
			if (!NAME.test(host)) return null;
			const known = kept.get(host);
			if (known && known.until > Date.now()) {
				// The oldest leave first when there are many: what is asked for is young.
				kept.delete(host);
				kept.set(host, known);
				return known.served;
			}
			if ((unknown.get(host) ?? 0) > Date.now()) return null;
			const read = readOnce(host, known?.served).catch((error: unknown) => {
				// A database that is away ends no site.
				if (known) return known.served;
				log.warn('a custom host could not be read', { host, error });
				return null;
			});
			return known && known.until + LATE_MS > Date.now() ? known.served : read;
		},
		asked: () => asked,
		stop: unlisten,
	};
};
