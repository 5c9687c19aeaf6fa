/**
 * A customer list of Meta (Facebook, Instagram) for a custom audience, hashed before it is uploaded.
 *
 * Heads are email, phone, fn, ln, zip, ct and country (facebook.com/business/help/2082575038703844). All of them are hashed, by SHA-256 in
 * lower-case hex, in lower case: mail addresses without spaces around; telephone numbers in digits with the country code, without signs
 * and leading zeros; names without punctuation, in UTF-8; cities without punctuation and spaces; postal codes without spaces and dashes, of the
 * United States the first five digits; countries of two letters (developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences,
 * under hashing; developers.facebook.com/documentation/ads-commerce/conversions-api/parameters/customer-information-parameters). Spaces
 * within names go with the punctuation, as in Meta's own normaliser (github.com/facebook/capi-param-builder).
 * No column says consent: whoever uploads says where the list comes from.
 */
import type { Form } from '../channel.ts';
import { countryOf, sha256 } from './hashed.ts';

const emailOf = (email: string): string => email.trim().toLowerCase();
const phoneOf = (phone: string): string => phone.replace(/\D/gu, '').replace(/^0+/u, '');
const wordOf = (name: string | null): string => (name ?? '').toLowerCase().replace(/[\p{P}\p{S}\s]+/gu, '');

const zipOf = (zip: string | null, country: string): string => {
	const whole = (zip ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
	return country === 'us' ? whole.slice(0, 5) : whole;
};

export const meta: Form = {
	word: 'meta',
	columns: ['email', 'phone', 'fn', 'ln', 'zip', 'ct', 'country'],
	fields: [],
	// In Finnish with its endings; not *metadata*.
	named: /(?<!\p{L})Meta(n|a|an|lle|lla|lta|ssa|sta|ta)?(?!\p{L})|Facebook|Instagram/u,
	cells({ email, phone, firstName, lastName, postalCode, city, country }) {
		if (email === null && phone === null) return null;
		const where = countryOf(country);
		return [
			email === null ? '' : emailOf(email),
			phone === null ? '' : phoneOf(phone),
			wordOf(firstName),
			wordOf(lastName),
			zipOf(postalCode, where),
			wordOf(city),
			where,
		].map(sha256);
	},
};
