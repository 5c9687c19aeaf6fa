/** Field shapes that several features share. */
import * as z from 'zod';
import { isText, NOT_TEXT } from './well-formed.ts';

/** In small letters, as ids are kept: what follows from one (a sealed secret's place, a look-up here) is the same however it was written. */
export const Id = z.uuid().toLowerCase();
/** An id that its sender makes: its millisecond is the moment of what it names, so that a second sending is told from another thing. */
export const OwnId = z.uuidv7({ error: 'Use a UUID of version 7, whose millisecond is `at`' });
/** An id that a list is narrowed to: what can be none is nobody's. */
export const SoughtId = Id.catch('00000000-0000-0000-0000-000000000000');
/** A secret that a device made for itself, of 64 random bits at least, such as a UUID. */
export const DeviceKey = z.string().regex(/^[\w-]{20,64}$/, { error: 'Use 20 to 64 letters, digits, - and _' });
/** Customers have integer ids. */
export const CustomerId = z.coerce.number().int().min(1).max(2_147_483_647);
/** ISO 8601 instant in UTC. */
export const At = z.iso.datetime();
/**
 * When a row was changed last, as it was read, sent back with a change of it: 409 changed_meanwhile where it was changed since. Without
 * it, what stands there is replaced.
 */
export const AsRead = At.optional();
/** An instant as others' servers write it: ISO 8601 with `Z` or an offset, of a year that has four digits in UTC, too. */
export const GivenAt = z.iso.datetime({ offset: true }).refine((at) => Date.parse(at) < Date.UTC(10_000, 0));
/** Calendar date YYYY-MM-DD. */
export const On = z.iso.date();

/** A last part that browsers read as the end of an IPv4 address. */
const ADDRESS = /\.(\d+|0x[0-9a-f]*)$/;
const hostLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Ports that an address of a site may name without meaning another site. */
const USUAL_PORTS = ['', '80', '443'];
/**
 * The host of what somebody typed or pasted: an address from the address bar, capitals, letters beyond ASCII. What has none is
 * given back, for the rule to refuse.
 */
const hostOf = (text: string): string => {
	const typed = text.trim().toLowerCase();
	// A URL would drop them silently.
	if (/[\s\p{Cc}]/u.test(typed)) return typed;
	const address = `http://${typed.replace(/^([a-z][a-z0-9+.-]*:)?\/\//, '')}`;
	if (!URL.canParse(address)) return typed;
	const { hostname, port, username, password } = new URL(address);
	return USUAL_PORTS.includes(port) && username === '' && password === '' ? hostname.replace(/\.$/, '') : typed;
};
/** A host name, typed as people do or pasted as an address; kept in lower case, without scheme, port and path, in its xn-- form. */
export const HostName = z
	.string()
	.overwrite(hostOf)
	.max(253)
	.refine((host) => host.split('.').length >= 2 && host.split('.').every((l) => hostLabel.test(l)) && !ADDRESS.test(host), {
		error: 'Use a host name such as shop.example.com',
	});

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
const control = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;
/** @param s no control and no direction-changing characters are in it */
export const isPlain = (s: string): boolean => !control.test(s);
export const NOT_PLAIN = 'Remove the control characters';
/** Text as it comes, of any number of lines. */
export const words = (max: number) => z.string().max(max).refine(isText, { error: NOT_TEXT });

/**
 * One line of text without control or direction-changing characters. Letters with marks are of one piece (NFC), however they came, so
 * that a name is taken, and an id is known, however a Mac wrote it into a file.
 */
export const line = (max: number) =>
	z.string().normalize('NFC').trim().max(max).refine(isPlain, { error: NOT_PLAIN }).refine(isText, { error: NOT_TEXT });

/** An address with a host, or a path of the same site: neither `//host` nor anything with a backslash, which browsers take for one. */
export const PageLink = z
	.string()
	.trim()
	.max(500)
	.regex(/^(https?:\/\/[^\s/\\?#@]+([/?#][^\s\\]*)?|\/([^\s/\\][^\s\\]*)?)?$/, { error: 'Use an address that starts with https:// or /' })
	.refine(isPlain, { error: NOT_PLAIN });

/** An address with letters beyond ASCII in its host, with the host in its xn-- form, to which mail is sent; any other as it is. */
export const inAscii = (address: string): string =>
	address.replace(/@(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.-]+$/u, (host) => `@${hostOf(host.slice(1))}`);

/** An e-mail address as people type it, trimmed and lower-cased; its host in its xn-- form. */
export const Email = z
	.string()
	.trim()
	.toLowerCase()
	.overwrite(inAscii)
	.max(254)
	.pipe(z.email({ error: 'Please enter a valid email address' }));

const isTimeZone = (name: string): boolean => {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
	} catch {
		return false;
	}
};
/** A place's clock by its IANA name, that this program knows. */
export const TimeZone = z
	.string()
	.max(60)
	.regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, { error: 'Use a time zone such as Europe/Helsinki' })
	.refine(isTimeZone, { error: 'Use a time zone such as Europe/Helsinki' });
