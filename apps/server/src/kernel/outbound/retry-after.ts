/** How long another server asks to be left alone (RFC 9110, 10.2.3). */
import { now } from '#kernel/clock.ts';

const AFTER_MS = { least: 1_000, most: 24 * 3_600_000 };

/** By its `Retry-After`, a second at least and a day at most; undefined: it does not say. */
export const afterMsOf = (said: string | undefined): number | undefined => {
	if (said === undefined) return undefined;
	const ms = /^\s*\d{1,9}\s*$/.test(said) ? Number(said) * 1000 : Date.parse(said) - now().getTime();
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, AFTER_MS.least), AFTER_MS.most);
};
