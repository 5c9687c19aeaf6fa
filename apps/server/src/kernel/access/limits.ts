/** Rate limits that survive a restart and hold over all processes: one row a key and window. */
import { now } from '#kernel/clock.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';

/** What is counted, and how much of it is allowed. */
export interface Counted {
	/** In plain words, the same for everybody: `sign-in`. */
	readonly what: string;
	/** Whose: an address, a user, both. Only a keyed hash of it is stored, so that whoever reads the table learns of nobody. */
	readonly who: readonly (string | number)[];
	readonly most: number;
	/** Length of the window, which begins with the first use. */
	readonly seconds: number;
}

/** Where uses are counted, and what hashes whose they are. */
export interface Counting {
	readonly storage: Storage;
	readonly secrets: Secrets;
}

const Use = row({ count: int, left: int });

/**
 * Counts one use; answers 0 when it is allowed, else the seconds until the next one is.
 * Runs in a transaction of its own: what is refused later still counts.
 */
export const takeOne = async ({ storage, secrets }: Counting, { what, who, most, seconds }: Counted): Promise<number> => {
	const key = `${what}:${secrets
		.hmac('limits')
		.update(JSON.stringify([what, ...who]))
		.digest('base64url')}`;
	const at = now();
	// Begun in the future: the clock was ahead and was set back, and nobody waits until it has come there again.
	const over = sql`(r.window_start <= ${at}::timestamptz - make_interval(secs => ${seconds}) or r.window_start > ${at}::timestamptz)`;
	const [use] = await storage.inPlatform((tx) =>
		tx.rows(
			Use,
			sql`insert into rate_limit as r (key, window_start, count) values (${key}, ${at}, 1)
			on conflict (key) do update set
				window_start = case when ${over} then ${at} else r.window_start end,
				count = case when ${over} then 1 else r.count + 1 end
			returning count, ceil(extract(epoch from window_start - ${at}::timestamptz) + ${seconds})::int as left`,
		),
	);
	return use === undefined || use.count <= most ? 0 : Math.max(1, use.left);
};

/** Windows that are over for a day count nobody any more. */
export const forgetLimits = (tx: Tx): Promise<number> => tx.run(sql`delete from rate_limit where window_start < now() - interval '1 day'`);

const V4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i;

/** The first groups of an IPv6 address as a network; null for what is none. */
const networkOf6 = (ip: string, groups: number): string | null => {
	if (!/^[0-9a-f:]+$/i.test(ip) || !ip.includes(':')) return null;
	const [head = '', tail = ''] = ip.split('::');
	const left = head === '' ? [] : head.split(':');
	const right = tail === '' ? [] : tail.split(':');
	const all = ip.includes('::') ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right] : left;
	return `${all
		.slice(0, groups)
		.map((g) => Number.parseInt(g, 16).toString(16))
		.join(':')}::/${groups * 16}`;
};

/** /24 of an IPv4 address, /48 of an IPv6 one; null for what is neither. */
export const truncateIp = (ip: string): string | null => {
	const v4 = V4.exec(ip);
	return v4 ? `${v4[1]}.0/24` : networkOf6(ip, 3);
};

/** What one sender has to itself: an IPv4 address, and of IPv6 the /64 that any of its addresses may come from. */
export const hostOf = (ip: string): string => (V4.test(ip) ? ip.replace(/^::ffff:/i, '') : (networkOf6(ip, 4) ?? 'unknown'));

/** What one sender may have many of: the same of IPv4, and the /48 of IPv6 that a subscriber may be given whole. */
export const senderOf = (ip: string): string => (V4.test(ip) ? hostOf(ip) : (networkOf6(ip, 3) ?? 'unknown'));
