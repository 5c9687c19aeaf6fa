/** What DNS says of a name: asked at the system's servers, or at those that DNS_SERVERS names. */
import { Resolver } from 'node:dns/promises';
import type { Settings } from '#kernel/settings.ts';

const TIMEOUT_MS = 3000;
const TRIES = 2;

export interface ReadTxt {
	/** Each record's text, put together of its parts; a record may hold any byte, and what is no letter of a text stands as U+FFFD. */
	readonly values: readonly string[];
	/** The name is an alias of this one; its records are not read. */
	readonly alias: string | null;
	/** Nobody could be asked, in the system's word. */
	readonly failed: string | null;
}

const NO_TEXT = /[^\P{Cc}\t]/gu;

/** The name is not known, or has no record of that kind. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND']);

const codeOf = (error: unknown): string => {
	if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
	throw error;
};

/** TXT records of exactly this name. */
export const readTxt = async ({ dnsServers }: Pick<Settings, 'dnsServers'>, name: string): Promise<ReadTxt> => {
	const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
	if (dnsServers.length > 0) resolver.setServers(dnsServers);
	const asked = async <T>(question: Promise<T[]>): Promise<{ found: T[]; failed: string | null }> => {
		try {
			return { found: await question, failed: null };
		} catch (error) {
			const code = codeOf(error);
			return { found: [], failed: NOTHING.has(code) ? null : code };
		}
	};
	const [aliases, records] = await Promise.all([asked(resolver.resolveCname(name)), asked(resolver.resolveTxt(name))]);
	return {
		values: records.found.map((parts) => parts.join('').replace(NO_TEXT, '\ufffd')),
		alias: aliases.found[0] ?? null,
		failed: aliases.failed ?? records.failed,
	};
};
