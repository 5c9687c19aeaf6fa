/** What lists for ad networks have in common. */
import { createHash } from 'node:crypto';

/** In lower-case hex; of nothing, nothing. */
export const sha256 = (text: string): string => (text === '' ? '' : createHash('sha256').update(text, 'utf8').digest('hex'));

/** Two letters, in lower case; empty: it is no country's code. */
export const countryOf = (country: string | null): string => (/^[a-z]{2}$/iu.test(country ?? '') ? (country ?? '').toLowerCase() : '');
