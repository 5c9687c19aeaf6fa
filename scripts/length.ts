/**
 * How long a run of the tests is. `npm test` asks of a few; `npm run test:long` asks in every engine, of every combination, of as many as
 * the issue names, and runs the files that `npm test` leaves out (vitest.config.ts, playwright.config.ts). A file run by itself is as long
 * as in `npm test`; `TESTS=long` before it makes it long.
 */
const LONG = process.env.TESTS === 'long';

/** What `npm test` takes, and what `npm run test:long` takes in its place. */
export const atLength = <T>(usual: T, long: T): T => (LONG ? long : usual);

/** Each of a list in a long run; else some of it, evenly from its beginning to its end. */
export const someOf = <T>(list: readonly T[], some: number): T[] =>
	LONG ? [...list] : list.filter((_, place) => Math.floor((place * some) / list.length) !== Math.floor(((place - 1) * some) / list.length));
