/** Lifetimes of cookies as people write them. */
import { LONGEST_LIFETIME_SECONDS } from '@luvalla/contract/consent/cookie-repository.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A month is a twelfth of a year, so that 12 months are one. */
const UNITS: readonly [RegExp, number][] = [
	[/^s(ec(ond)?s?)?$/, 1],
	[/^min(ute)?s?$/, MINUTE],
	[/^h(ours?)?$/, HOUR],
	[/^d(ays?)?$/, DAY],
	[/^w(eeks?)?$/, 7 * DAY],
	[/^months?$/, YEAR / 12],
	[/^y(ears?)?$/, YEAR],
];

/** The browser's session in the words of the lists in use, one misspelt. */
const SESSION = /^(session|sessions|seesion|session cookie|end of session( \(browser\))?)$/;
/** What is said after a time and changes nothing about how long it is at least and usually. */
const TAIL = /( after last activity| from set\/ ?update| by default, modifiable)$/;
const PARTS = /^(\d{1,7} ?[a-z]+)((,? and |, ?| )\d{1,7} ?[a-z]+)*$/;
const PART = /(\d+) ?([a-z]+)/g;

/** A time is no story. */
const LONGEST_TEXT = 60;

/** Seconds: '2 years', '1 year 1 month', 'session' (0). Null where it is not one time: 'unknown', '60 days till 3650 days', '0 days'. */
export const lifetimeOf = (written: string): number | null => {
	const text = written.trim().toLowerCase().replace(/\s+/g, ' ');
	if (text.length > LONGEST_TEXT) return null;
	if (SESSION.test(text)) return 0;
	const said = text.replace(TAIL, '');
	if (!PARTS.test(said)) return null;
	let seconds = 0;
	for (const [, count, unit] of said.matchAll(PART)) {
		const known = UNITS.find(([word]) => word.test(unit ?? ''));
		if (!known) return null;
		seconds += Number(count) * known[1];
	}
	return seconds > 0 && seconds <= LONGEST_LIFETIME_SECONDS ? Math.round(seconds) : null;
};
