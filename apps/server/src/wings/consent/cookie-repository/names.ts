/** Names and hosts of cookies, and when one of them means another. */

/** Where a name has `*`, it stands for names. */
export const isPattern = (name: string): boolean => name.includes('*');

/** What stands before the first `*`. */
export const headOf = (pattern: string): string => pattern.slice(0, pattern.indexOf('*'));

/** Whether a name is one of a pattern's, in which `*` stands for any signs, none among them. Linear: pieces are found from the left. */
export const matches = (pattern: string, name: string): boolean => {
	const pieces = pattern.split('*');
	const first = pieces[0] ?? '';
	const last = pieces.at(-1) ?? '';
	if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
	let at = first.length;
	const end = name.length - last.length;
	for (const piece of pieces.slice(1, -1)) {
		const found = name.indexOf(piece, at);
		if (found < 0 || found + piece.length > end) return false;
		at = found + piece.length;
	}
	return true;
};

/** A host as browsers name it, without the dot before it and in lower case. */
export const plainHost = (domain: string): string => domain.trim().toLowerCase().replace(/^\.+/, '').replace(/\.$/, '');

/** Whether a cookie's host is an entry's, or below it. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const MINUTE = 60;
/** Times that people write differently, such as 30 days and a month, are no further apart. */
const ROUNDED = 1.1;

/** How many times one lifetime is the other, at least 1; infinite between the browser's session and any longer time. */
export const timesApart = (one: number, other: number): number => {
	if (one === other) return 1;
	const [short, long] = one < other ? [one, other] : [other, one];
	return short === 0 ? Number.POSITIVE_INFINITY : Math.max(1, long / Math.max(short, MINUTE));
};

/** Whether two lifetimes, both known, are not the same. */
export const differ = (one: number | null, other: number | null): boolean =>
	one !== null && other !== null && timesApart(one, other) > ROUNDED;
