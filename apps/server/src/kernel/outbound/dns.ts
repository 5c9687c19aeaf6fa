/** What DNS says of a name: asked at the system's servers, or at those that DNS_SERVERS names. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Settings } from '#kernel/settings.ts';

const TIMEOUT_MS = 3000;
const TRIES = 2;

type Servers = Pick<Settings, 'dnsServers'>;

export interface ReadTxt {
	/** Each record's text, put together of its parts; a record may hold any byte, and what is no letter of a text stands as U+FFFD. */
	readonly values: readonly string[];
	/** The name is an alias of this one; its records are not read. */
	readonly alias: string | null;
	/** Nobody could be asked, in the system's word. */
	readonly failed: string | null;
}

/** What was found, and in the system's word why nobody could be asked. */
export interface Asked<T> {
	readonly found: readonly T[];
	readonly failed: string | null;
}

const NO_TEXT = /[^\P{Cc}\t]/gu;

/** The name is not known, or has no record of that kind. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

const codeOf = (error: unknown): string => {
	if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
	throw error;
};

const resolverOf = ({ dnsServers }: Servers): Resolver => {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
	if (dnsServers.length > 0) resolver.setServers(dnsServers);
	return resolver;
};

const asked = async <T>(question: Promise<T[]>): Promise<Asked<T>> => {
	try {
		return { found: await question, failed: null };
	} catch (error) {
		const code = codeOf(error);
		return { found: [], failed: NOTHING.has(code) ? null : code };
	}
};

/** TXT records of exactly this name. */
export const readTxt = async (servers: Servers, name: string): Promise<ReadTxt> => {
	const resolver = resolverOf(servers);
	const [aliases, records] = await Promise.all([asked(resolver.resolveCname(name)), asked(resolver.resolveTxt(name))]);
	return {
		values: records.found.map((parts) => parts.join('').replace(NO_TEXT, '\ufffd')),
		alias: aliases.found[0] ?? null,
		failed: aliases.failed ?? records.failed,
	};
};

/** Addresses that a name leads to, by whatever aliases. */
export const readAddresses = (servers: Servers, name: string, family: 4 | 6): Promise<Asked<string>> => {
	const resolver = resolverOf(servers);
	return asked(family === 4 ? resolver.resolve4(name) : resolver.resolve6(name));
};

/** More aliases in a row are followed by nobody. */
const MOST_ALIASES = 8;

export interface Aliases {
	/** The names that this one is an alias of, one behind the other. */
	readonly names: readonly string[];
	/** The name that is come back to; null: they end. */
	readonly loop: string | null;
	readonly failed: string | null;
}

/** Follows a name from alias to alias. */
export const readAliases = async (servers: Servers, name: string): Promise<Aliases> => {
	const resolver = resolverOf(servers);
	const names: string[] = [];
	for (let at = name.toLowerCase(); names.length < MOST_ALIASES; ) {
		const { found, failed } = await asked(resolver.resolveCname(at));
		if (failed !== null) return { names, loop: null, failed };
		const next = found[0]?.toLowerCase().replace(/\.$/, '');
		if (next === undefined) return { names, loop: null, failed: null };
		if (next === name.toLowerCase() || names.includes(next)) return { names: [...names, next], loop: at, failed: null };
		names.push(next);
		at = next;
	}
	return { names, loop: names.at(-1) ?? name, failed: null };
};

/** For the guard: as the system's look-up, but asked at the servers that DNS_SERVERS names, where it names any. */
export const lookupAt =
	(servers: Servers) =>
	(host: string, _options: LookupAllOptions, answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void): void => {
		Promise.all([readAddresses(servers, host, 4), readAddresses(servers, host, 6)]).then(
			([four, six]) => {
				const found = [...four.found.map((address) => ({ address, family: 4 })), ...six.found.map((address) => ({ address, family: 6 }))];
				if (found.length > 0) return answer(null, found);
				const code = four.failed ?? six.failed ?? 'ENOTFOUND';
				answer(Object.assign(new Error(`${code} ${host}`), { code }), []);
			},
			(error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), []),
		);
	};
