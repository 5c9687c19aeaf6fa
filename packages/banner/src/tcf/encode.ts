/**
 * Makes a TC string of version 2: core, disclosed vendors (required since TCF 2.3) and publisher segment. Proven against
 * @iabtechlabtcf/core in the tests; of its own because that library weighs more than the whole banner.
 */
import { flags, int, letters, pack, ranges } from './bits.ts';
import type { Tc } from './shapes.ts';

/** Bits of an entry: one id, or a first and a last one. */
const entry = ([first, last]: [number, number]): string => (first === last ? `0${int(first, 16)}` : `1${int(first, 16)}${int(last, 16)}`);

/** Whichever is shorter: a bit for each id up to the highest, or ranges. */
const vendorBits = (ids: number[]): string => {
	const sorted = [...ids].sort((a, b) => a - b);
	const most = sorted.at(-1) ?? 0;
	const parts = ranges(sorted);
	const asRanges = int(parts.length, 12) + parts.map(entry).join('');
	// Twelve bits count the entries.
	return int(most, 16) + (parts.length < 4096 && asRanges.length < most ? `1${asRanges}` : `0${flags(sorted, most)}`);
};

/** The string as it is kept, given to tags and recorded. */
export const encode = (tc: Tc): string =>
	[
		int(2, 6) +
			int(tc.created, 36) +
			int(tc.created, 36) +
			int(tc.cmpId, 12) +
			int(tc.cmpVersion, 12) +
			int(tc.screen, 6) +
			letters(tc.language) +
			int(tc.listVersion, 12) +
			int(tc.policyVersion, 6) +
			// Service-specific, with the official texts.
			'10' +
			flags(tc.specialFeatures, 12) +
			flags(tc.purposes, 24) +
			flags(tc.purposesLi, 24) +
			// Purpose 1 is disclosed everywhere.
			'0' +
			letters(tc.country) +
			vendorBits(tc.vendors) +
			vendorBits(tc.vendorsLi) +
			int(tc.restrictions.length, 12) +
			tc.restrictions
				.map(([purpose, type, parts]) => int(purpose, 6) + int(type, 2) + int(parts.length, 12) + parts.map(entry).join(''))
				.join(''),
		int(1, 3) + vendorBits(tc.disclosed),
		int(3, 3) + flags(tc.publisher, 24) + flags(tc.publisherLi, 24) + int(0, 6),
	]
		.map((bits) => pack(bits))
		.join('.');
