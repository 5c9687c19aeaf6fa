/** What the portal's addresses begin with: the build writes it beside the page for the server, which answers 404 to all others. */
import { PLAIN_PATHS } from './paths.ts';
import { screens } from './screens.ts';

const beginningOf = (path: string): string => (path.split('/')[1] ?? '').toLowerCase();

/** First parts of paths, in lower case; the root's is empty. */
export const places: readonly string[] = [...new Set([...PLAIN_PATHS, ...screens.map(({ path }) => path)].map(beginningOf))];
