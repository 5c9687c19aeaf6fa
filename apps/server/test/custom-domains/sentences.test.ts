/** What is said of a custom domain, in the words and dates of its reader. */
import { expect, test } from 'vitest';
import { recordSentence, warningSentence } from '../../src/wings/tenancy/custom-domains/sentences.ts';

const RENEWED = new Date('2026-12-05T23:30:00Z');

test('A host whose records differ is said by when, as days are written in either language', () => {
	expect(warningSentence('en', 'consent.example.com', 1, RENEWED)).toBe(
		'consent.example.com answers today, but one record differs. Until that is right again the certificate may not be renewed on Dec-05-2026.',
	);
	expect(warningSentence('fi', 'consent.example.com', 2, RENEWED)).toMatch(/2 tietuetta poikkeaa\..*ei ehkä voida uusia 5\.12\.2026\.$/);
	expect(warningSentence('fi', 'consent.example.com', 2, null)).toMatch(/poikkeaa\.$/);
});

test('A record is set by its article', () => {
	const record = {
		name: 'consent.example.com',
		expected: ['203.0.113.10'],
		found: [],
		needed: true,
		state: 'unasked',
		about: null,
	} as const;
	const said = (type: 'A' | 'AAAA' | 'TXT' | 'CNAME') =>
		recordSentence('en', { ...record, type, expected: [...record.expected], found: [] });
	expect([said('A'), said('AAAA'), said('TXT'), said('CNAME')].map((one) => one.slice(0, 11))).toEqual([
		'Set an A re',
		'Set an AAAA',
		'Set a TXT r',
		'Set a CNAME',
	]);
});
