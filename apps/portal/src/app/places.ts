/** What the server must know of the portal's addresses, for the build (`write-places.ts`). */
import { sessionCalls } from '#portal/lib/asked-ahead.ts';
import { asks as banners } from '#portal/wings/consent/configurations/asks.ts';
import { PLAIN_PATHS, SESSIONLESS } from './paths.ts';
import { screens as all } from './screens.ts';

const beginningOf = (path: string): string => (path.split('/')[1] ?? '').toLowerCase();

/** First parts of paths, in lower case; the root's is empty. The server answers 404 to all others. */
export const beginnings: readonly string[] = [...new Set([...PLAIN_PATHS, ...all.map(({ path }) => path)].map(beginningOf))];

/** What is asked of the server to begin a session. */
export const session: readonly string[] = sessionCalls.map(({ api, path }) => `/${api}${path}`);

/**
 * Addresses of the calls that a screen begins with, whoever opens it, by the screen's path: its page asks for them beside its code, not
 * behind it. A `$id` in one is the path's. None may depend on the current customer or domain, which the page does not know yet.
 */
type Asks = Readonly<Record<string, readonly string[]>>;
const asks: Asks = banners;

export const screens = all.map(({ path, load }) => ({ path, load, asks: asks[path] ?? [] }));

export { SESSIONLESS };
