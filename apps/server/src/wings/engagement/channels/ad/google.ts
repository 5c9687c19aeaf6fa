/**
 * Customer Match of Google Ads, as a file that is hashed before it is uploaded.
 *
 * Heads are Email, Phone, First Name, Last Name, Country and Zip, in English; the file is CSV in UTF-8. Country and Zip are not hashed
 * (support.google.com/google-ads/answer/7476159, …/7659867, …/7474263). Names match with all of First Name, Last Name, Country and Zip alone.
 * What is hashed is in lower case, by SHA-256 in lower-case hex; mail addresses without any space, and at gmail.com and googlemail.com
 * without dots and what stands behind a plus; telephone numbers as E.164 with the plus; names without spaces around; countries of two
 * letters; outside the United States no extensions of postal codes (developers.google.com/data-manager/api/devguides/concepts/formatting).
 * No column says consent: whoever uploads says `ad_user_data` and `ad_personalization` of the whole file
 * (support.google.com/google-ads/answer/14546648, …/14310715).
 */
import type { Form } from '../channel.ts';
import { countryOf, sha256 } from './hashed.ts';

const GMAIL = ['gmail.com', 'googlemail.com'];

const emailOf = (email: string): string => {
	const whole = email.toLowerCase().replace(/\s+/gu, '');
	const at = whole.lastIndexOf('@');
	const [local, domain] = [whole.slice(0, at), whole.slice(at + 1)];
	return GMAIL.includes(domain) ? `${local.replace(/\+.*$/u, '').replaceAll('.', '')}@${domain}` : whole;
};

const phoneOf = (phone: string): string => `+${phone.replace(/\D/gu, '')}`;

const nameOf = (name: string | null): string => (name ?? '').trim().toLowerCase();

/** What is no sign of a postal code is left out. */
const zipOf = (zip: string | null): string =>
	(zip ?? '')
		.replace(/[^\p{L}\p{N} -]/gu, '')
		.replace(/^[ -]+|[ -]+$/gu, '')
		.slice(0, 12);

export const google: Form = {
	word: 'google',
	columns: ['Email', 'Phone', 'First Name', 'Last Name', 'Country', 'Zip'],
	fields: ['ad_user_data: GRANTED', 'ad_personalization: GRANTED'],
	named: /google/iu,
	cells({ email, phone, firstName, lastName, country, postalCode }) {
		if (email === null && phone === null) return null;
		const address = [nameOf(firstName), nameOf(lastName), countryOf(country).toUpperCase(), zipOf(postalCode)] as const;
		const [first, last, where, zip] = address;
		const named = address.every((one) => one !== '') ? [sha256(first), sha256(last), where, zip] : ['', '', '', ''];
		return [email === null ? '' : sha256(emailOf(email)), phone === null ? '' : sha256(phoneOf(phone)), ...named];
	},
};
