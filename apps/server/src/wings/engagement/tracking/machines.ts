/**
 * Hits that no person made: scanners that follow every link before a letter is delivered, fetches ahead, programs. They are kept apart
 * and never counted. What is asked here is one hit alone; hits that only tell together or by their moment are found where they are kept
 * (hits.ts).
 *
 * - Google's and Yahoo's image proxies fetch a picture when a person opens the letter: a person's open, whose device is not known.
 * - Apple's Mail Privacy fetches every picture of every letter when it arrives, whether anybody reads it, and calls itself `Mozilla/5.0`
 *   and nothing else: a machine. Who reads with it is counted when they click.
 * - Exchange Online Protection and Safe Links ask with HEAD, or as a browser a moment after the letter is there.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Programs that fetch for themselves, by what they call themselves. Cubot makes telephones. */
const PROGRAMS =
	/barracuda|proofpoint|urldefense|mimecast|safelinks|microsoft office protection|symantec|messagelabs|mailcontrol|forcepoint|websense|trend ?micro|fireeye|sophos|cisco|ironport|fortinet|fortimail|zscaler|checkpoint|avanan|cloudmark|spamhaus|virustotal|urlscan|(?<!\bcu)bot\b|crawl|spider|preview|slurp|scanner|curl\/|wget\/|python|aiohttp|httpx|java\/|okhttp|go-http-client|libwww|perl|ruby|php\/|guzzle|node-fetch|undici|axios|headlesschrome|phantomjs|puppeteer|playwright|monitor|facebookexternalhit|whatsapp|skypeuripreview|slack/i;
/** Fetches of a person's own mail program, when the person opens the letter. */
const PROXIES = /GoogleImageProxy|YahooMailProxy/i;
/** Apple's proxy says this and no more. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

const says = (header: string | string[] | undefined, word: string): boolean =>
	String(header ?? '')
		.toLowerCase()
		.includes(word);

/** Whether no person made this request. */
export const isMachine = (method: string, headers: IncomingHttpHeaders): boolean => {
	if (method === 'HEAD') return true;
	// `Sec-Purpose: prefetch;prerender` and the older forms of it.
	if (says(headers['sec-purpose'], 'prefetch') || says(headers.purpose, 'prefetch') || says(headers['x-purpose'], 'preview')) return true;
	if (says(headers['x-moz'], 'prefetch')) return true;
	const agent = (headers['user-agent'] ?? '').slice(0, 500).trim();
	if (PROXIES.test(agent)) return false;
	// Whatever people read with says what it is.
	return agent === '' || APPLE_PRIVACY.test(agent) || PROGRAMS.test(agent);
};
