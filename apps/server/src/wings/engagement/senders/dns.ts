/**
 * What the DNS says of a sender: whether the world's mail servers will believe that a letter is theirs. What was found is kept as a word
 * and what stood there, and told in the language of whoever looks.
 */

import { cut } from '@luvalla/contract/well-formed.ts';
import { getDomain } from 'tldts';
import * as z from 'zod';
import { type ReadTxt, readTxt } from '#kernel/outbound/dns.ts';
import type { Settings } from '#kernel/settings.ts';

export const FINDINGS = [
	'right',
	'none',
	'several',
	'no_end',
	'open_end',
	'wrong',
	'too_many',
	'no_mechanism',
	'other_key',
	'revoked',
	'no_policy',
	'not_signed',
	'no_organisation',
	'unanswered',
] as const;
export type Finding = (typeof FINDINGS)[number];

export const Found = z.object({ ok: z.boolean(), finding: z.enum(FINDINGS), seen: z.string() });
export type Found = z.infer<typeof Found>;
export const Checked = z.object({ spf: Found, dkim: Found, dmarc: Found, alignment: Found });
export type Checked = z.infer<typeof Checked>;

export interface Looked {
	/** What stands behind the @ of the address. */
	readonly domain: string;
	readonly selector: string;
	/** In base64, as `p=` has it. */
	readonly publicKey: string;
}

export const keyName = ({ domain, selector }: Pick<Looked, 'domain' | 'selector'>): string => `${selector}._domainkey.${domain}`;
export const keyText = (publicKey: string): string => `v=DKIM1; k=rsa; p=${publicKey}`;

/** Of what a stranger's DNS says, so much is kept. */
const MOST_SEEN = 500;
const found = (finding: Finding, seen = ''): Found => ({ ok: finding === 'right', finding, seen: cut(seen, MOST_SEEN) });
const unanswered = ({ failed }: ReadTxt): Found | null => (failed === null ? null : found('unanswered', failed));

/** RFC 7208, 4.6.4: mechanisms that ask the DNS again, over all that is included. */
const MOST_LOOKUPS = 10;
const ASKING = /^[+?~-]?(include:|a$|a[:/]|mx$|mx[:/]|ptr$|ptr:|exists:)|^redirect=/i;
const TERM =
	/^[+?~-]?(all|include:[^\s]+|(a|mx)(:[^\s/]+)?(\/\d{1,3})?(\/\/\d{1,3})?|ptr(:[^\s]+)?|ip4:[\d.]+(\/\d{1,2})?|ip6:[0-9a-f:.]+(\/\d{1,3})?|exists:[^\s]+)$|^[a-z][a-z0-9_.-]*=[^\s]*$/i;

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

/** How often the DNS is asked for a record and all that it includes. Stops as soon as it is too often. */
const lookupsOf = async (settings: Pick<Settings, 'dnsServers'>, terms: readonly string[], before: number): Promise<number> => {
	let count = before;
	for (const term of terms) {
		if (!ASKING.test(term)) continue;
		count += 1;
		if (count > MOST_LOOKUPS) return count;
		const [, name] = /^(?:[+?~-]?include:|redirect=)(.+)$/i.exec(term) ?? [];
		// Macros are known only with a letter at hand.
		if (name === undefined || name.includes('%')) continue;
		const included = (await readTxt(settings, name)).values.find(isSpf);
		if (included) count = await lookupsOf(settings, included.trim().split(/\s+/).slice(1), count);
	}
	return count;
};

const checkSpf = async (settings: Pick<Settings, 'dnsServers'>, domain: string): Promise<Found> => {
	const answer = await readTxt(settings, domain);
	const records = answer.values.filter(isSpf);
	const [text] = records;
	if (text === undefined) return unanswered(answer) ?? found('none');
	if (records.length > 1) return found('several', records.join(' / '));
	const terms = text.trim().split(/\s+/).slice(1);
	if (!terms.every((term) => TERM.test(term))) return found('wrong', text);
	const all = terms.find((term) => /^[+?~-]?all$/i.test(term));
	if (all !== undefined && !/^[~-]/.test(all)) return found('open_end', text);
	if (all === undefined && !terms.some((term) => /^redirect=/i.test(term))) return found('no_end', text);
	if (!terms.some((term) => !/^[+?~-]?all$/i.test(term))) return found('no_mechanism', text);
	return found((await lookupsOf(settings, terms, 0)) > MOST_LOOKUPS ? 'too_many' : 'right', text);
};

/** `v=DKIM1; k=rsa; p=…` by its tags. */
const tagsOf = (text: string): ReadonlyMap<string, string> =>
	new Map(
		text.split(';').flatMap((tag): [string, string][] => {
			const at = tag.indexOf('=');
			return at < 0 ? [] : [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replace(/\s+/g, '')]];
		}),
	);

const checkDkim = async (settings: Pick<Settings, 'dnsServers'>, looked: Looked): Promise<Found> => {
	const answer = await readTxt(settings, keyName(looked));
	const records = answer.values.filter((text) => tagsOf(text).has('p'));
	const [text] = records;
	if (text === undefined) return unanswered(answer) ?? found('none');
	if (records.length > 1) return found('several', records.join(' / '));
	const key = tagsOf(text).get('p');
	return found(key === '' ? 'revoked' : key === looked.publicKey ? 'right' : 'other_key', text);
};

const checkDmarc = async (settings: Pick<Settings, 'dnsServers'>, domain: string): Promise<Found> => {
	const organisation = getDomain(domain);
	// The domain's own record, or its organisation's (RFC 7489, 6.6.3).
	for (const name of new Set([domain, ...(organisation === null ? [] : [organisation])])) {
		const answer = await readTxt(settings, `_dmarc.${name}`);
		const records = answer.values.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));
		if (records.length > 1) return found('several', records.join(' / '));
		const [text] = records;
		if (text !== undefined) return found(/^(none|quarantine|reject)$/i.test(tagsOf(text).get('p') ?? '') ? 'right' : 'no_policy', text);
		const failed = unanswered(answer);
		if (failed) return failed;
	}
	return found('none');
};

/**
 * Letters are signed for the very domain of their address. It is aligned where that signature will be believed, and where the domain is
 * an organisation's: nobody can say anything of a public suffix.
 */
const checkAlignment = (domain: string, dkim: Found): Found =>
	getDomain(domain) === null ? found('no_organisation', domain) : found(dkim.ok ? 'right' : 'not_signed', domain);

/** Asks all of it now. */
export const lookUp = async (settings: Pick<Settings, 'dnsServers'>, looked: Looked): Promise<Checked> => {
	const [spf, dkim, dmarc] = await Promise.all([
		checkSpf(settings, looked.domain),
		checkDkim(settings, looked),
		checkDmarc(settings, looked.domain),
	]);
	return { spf, dkim, dmarc, alignment: checkAlignment(looked.domain, dkim) };
};
