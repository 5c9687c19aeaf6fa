/**
 * Cookies that no script can remove: where the collector stands on a customer's own host, its answer to a no expires those of the
 * refused categories that the browser sent along. Their names are the published configuration's lines.
 */
import { parse } from 'tldts';
import * as z from 'zod';
import type { Visit } from '#kernel/http/door.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';

const Lines = z.object({
	categories: z
		.array(z.object({ key: z.string(), necessary: z.boolean().catch(false), cookies: z.array(z.object({ name: z.string() })).catch([]) }))
		.catch([]),
});
const ConfigRow = row({ config: text });

/** Names by category, some with a star at their end. */
type Names = ReadonlyMap<string, readonly string[]>;
const MOST_KEPT = 1000;
/** Headers of one answer. */
const MOST_EXPIRED = 40;
/** RFC 6265, 4.1.1: what a name is made of. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const sentNames = (header: string | undefined): string[] =>
	(header ?? '')
		.split(';')
		.map((part) => part.split('=', 1)[0]?.trim() ?? '')
		.filter((name) => NAME.test(name));

const fits = (name: string, line: string): boolean => (line.endsWith('*') ? name.startsWith(line.slice(0, -1)) : name === line);

/** The host's own, and those of each domain above it that cookies may be of. */
const domainsAbove = (host: string): string[] => {
	const { domain } = parse(host, { allowPrivateDomains: true });
	if (domain === null) return [];
	const labels = host.split('.');
	const least = domain.split('.').length;
	return labels.map((_, at) => labels.slice(at)).flatMap((rest) => (rest.length >= least ? [rest.join('.')] : []));
};

/** `Set-Cookie` values that end a cookie of this name, whichever of these it was set for. */
export const expiries = (name: string, host: string): string[] => {
	const end = `${name}=; Max-Age=0; Path=/; Secure; HttpOnly`;
	return [end, ...(name.startsWith('__Host-') ? [] : domainsAbove(host).map((domain) => `${end}; Domain=${domain}`))];
};

export const createExpiring = (storage: Storage) => {
	/** A published folder never changes. */
	const kept = new Map<string, Names>();
	const namesOf = async (customerId: number, folder: string): Promise<Names> => {
		const known = kept.get(folder);
		if (known) return known;
		const found = await storage.forVisitor(customerId, (tx) =>
			tx.first(ConfigRow, sql`select config from publication where customer_id = ${customerId} and folder = ${folder}`),
		);
		const { categories } = Lines.parse(found === null ? {} : JSON.parse(found.config));
		const names = new Map(categories.flatMap((one) => (one.necessary ? [] : [[one.key, one.cookies.map(({ name }) => name)] as const])));
		if (kept.size >= MOST_KEPT) kept.clear();
		kept.set(folder, names);
		return names;
	};

	/** @param refused categories that the visitor said no to */
	return async ({ servedOn, headers, tell }: Visit, customerId: number, folder: string, refused: ReadonlySet<string>): Promise<void> => {
		const sent = servedOn === null || refused.size === 0 ? [] : sentNames(headers.cookie);
		if (servedOn === null || sent.length === 0) return;
		const names = await namesOf(customerId, folder);
		const lines = [...refused].flatMap((category) => names.get(category) ?? []);
		// What is allowed or needed too stays: a name may stand in several categories.
		const others = [...names].flatMap(([category, of]) => (refused.has(category) ? [] : of));
		const ended = [...new Set(sent)].filter((name) => lines.some((line) => fits(name, line)) && !others.some((line) => fits(name, line)));
		const values = ended.flatMap((name) => expiries(name, servedOn.host)).slice(0, MOST_EXPIRED);
		for (const value of values) tell('set-cookie', value);
	};
};
