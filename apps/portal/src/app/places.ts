/** What the server must know of the portal's addresses, for the build (`write-places.ts`). */
import { sessionCalls } from '#portal/lib/asked-ahead.ts';
import { PLAIN_PATHS, SESSIONLESS } from './paths.ts';
import { screens } from './screens.ts';

const beginningOf = (path: string): string => (path.split('/')[1] ?? '').toLowerCase();

/** First parts of paths, in lower case; the root's is empty. The server answers 404 to all others. */
export const beginnings: readonly string[] = [...new Set([...PLAIN_PATHS, ...screens.map(({ path }) => path)].map(beginningOf))];

/** What is asked of the server to begin a session. */
export const session: readonly string[] = sessionCalls.map(({ api, path }) => `/${api}${path}`);

export { SESSIONLESS, screens };
