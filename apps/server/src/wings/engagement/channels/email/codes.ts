/**
 * What a mail server's refusal says of an address, by the enhanced status codes of RFC 3463 and the registry of RFC 5248: that it will never
 * work, or anything else. Only the first takes somebody out of later letters, so what is not said plainly is anything else: a refusal of who
 * sends (5.7, 5.1.7, 5.1.8), of the letter (5.2.3, 5.3.4, 5.6), of the way (5.4, 5.5), or a full mailbox (5.2.2) may be none of the next.
 */

/** Class 5, by subject and detail. */
const NEVER: ReadonlySet<string> = new Set([
	// No such mailbox, no such domain, no address, one of several, moved away, a domain that takes no mail (RFC 7505).
	...['1.1', '1.2', '1.3', '1.4', '1.6', '1.10'],
	// Disabled.
	'2.1',
	// No way there: its domain has no mail server. Exchange Online says so in a code of its own.
	...['4.4', '4.310'],
]);

/** They name no reason, or several: the text decides. Exchange Online refuses unknown people by 5.4.1. */
const OPEN: ReadonlySet<string> = new Set(['0.0', '1.0', '2.0', '3.0', '4.0', '4.1', '5.0']);

const NOBODY =
	/\b(?:no such|unknown|invalid|non-?existent)\s+(?:local\s+)?(?:user|mailbox|recipient|address|account|person|domain)\b|\b(?:user|mailbox|recipient|address|account|person|domain)\b[^;\n]{0,100}?(?:\bunknown|\bnot found|\bnot exist|n't exist|n't have|\bdisabled|\bdeactivated|\bclosed|\bno longer|\brejected: access denied)\b/i;

/** Words of who sends, of the letter, of a pace, and of room: no word of the address, whatever code stands before them. */
const OTHERWISE =
	/\b(?:spam|junk|virus|malware|block(?:ed|ing|list(?:ed)?)?|black-?list(?:ed)?|deny-?list(?:ed)?|banned|policy|reputation|listed (?:at|by|in|on)|dnsbl|rbl|spf|dkim|dmarc|grey-?list(?:ed)?|too (?:many|quickly|fast|large|big)|at a rate|rate limit(?:ed)?|quota|mailbox (?:is )?full|out of storage)\b/i;

const CODE = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;
/** RFC 5321: a mailbox that is not there, is somewhere else, or has a name that none can have. */
const ADDRESS_REPLIES = /\b(?:550|551|553)\b/;

/**
 * Whether an address will never work.
 * @param said the server's own words, with its code as it has one
 * @param status the code of a report, which whoever wrote it may have made of the server's words
 */
export const isGone = (said: string, status = ''): boolean => {
	const own = CODE.exec(said);
	const [, kind, subject, detail] = CODE.exec(status) ?? own ?? [];
	if (kind !== undefined && kind !== '5') return false;
	const code = kind === undefined ? null : `${subject}.${detail}`;
	if (code === null) return ADDRESS_REPLIES.test(said) && !OTHERWISE.test(said);
	if (OPEN.has(code)) {
		const meant = own && own[0] !== `5.${code}` ? `${own[2]}.${own[3]}` : null;
		if (meant !== null && own?.[1] === '5' && !OPEN.has(meant)) return isGone(said);
		return NOBODY.test(said) && !OTHERWISE.test(said);
	}
	// Some servers call every 550 of another 5.1.1, and some every disabled mailbox and one that gets too much 5.2.1.
	const doubtful = own === null || code === '2.1';
	return NEVER.has(code) && !(doubtful && OTHERWISE.test(said));
};

/** Mail servers' own words where they name no code: `Unrouteable address` (Exim), `This address no longer accepts mail` (qmail). */
const NOWHERE =
	/\bunrout(?:e)?able\b|\bunknown (?:user|host|domain)\b|\bno mailbox here\b|\bno longer accepts mail\b|\bfind any host named\b/i;
/** What another day may not say: time, room, a way. */
const PASSING = /\b(?:retry|retries|time[d ]? ?out|temporar(?:y|ily)|long time|full|no space|connection|refused)\b/i;

/** The same where there is no code: only what plainly says that nobody is there. */
export const saysNobody = (said: string): boolean =>
	(NOWHERE.test(said) || NOBODY.test(said)) && !OTHERWISE.test(said) && !PASSING.test(said);
