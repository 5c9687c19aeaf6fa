import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical, leafOf, newSalt, type ProvenRecord } from '../src/wings/consent/intake/leaf.ts';

const record: ProvenRecord = {
	value: true,
	tcString: null,
	receivedAt: '2026-11-20T10:00:00.000Z',
	purposeVersion: 2,
	purposeId: 'p',
	language: 'fi',
	id: 'i',
	how: 'banner',
	gpc: false,
	domainId: 'd',
	device: 'phone',
	customerId: 7,
	country: null,
	configurationHash: 'ab',
	configuration: 'c',
	clockSkewed: false,
	choiceId: 'x',
	category: 'sta"tis\u2028tics',
	browser: 'Firefox 140',
	batchPosition: 3,
	at: '2026-11-20T09:59:59.999Z',
};

/** What stands in records of known people beside all that. */
const named: ProvenRecord = { ...record, subject: 'email:anna@example.com', source: 'shop', person: 'L-1', by: 'user:u' };

test.each([
	['a visitor’s', record],
	['a known person’s', named],
])('%s record’s canonical form is RFC 8785: every key, in order, without white space', (_, given) => {
	const text = canonical(given);
	const keys = Object.keys(given);
	expect(JSON.parse(text)).toEqual(given);
	expect(text).toBe(
		`{${[...keys]
			.sort()
			.map((key) => `${JSON.stringify(key)}:${JSON.stringify(Object.entries(given).find(([k]) => k === key)?.[1])}`)
			.join(',')}}`,
	);
});

test('a leaf is SHA-256 over the salt and the canonical form, so that it moves with each of them', () => {
	const salt = Buffer.alloc(32, 7);
	const leaf = leafOf(salt, named);
	expect(leaf).toEqual(createHash('sha256').update(salt).update(canonical(named)).digest());
	expect(leafOf(Buffer.alloc(32, 8), named)).not.toEqual(leaf);
	for (const key of Object.keys(named)) expect([key, leafOf(salt, { ...named, [key]: 'other' }).equals(leaf)]).toEqual([key, false]);
});

test('a salt is 256 bits, and never the same', () => {
	const salts = Array.from({ length: 1000 }, () => newSalt());
	expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(1000);
	expect(new Set(salts.map((salt) => salt.length))).toEqual(new Set([32]));
});

test('the order in which a record was written down changes nothing', () => {
	const { at, browser, ...rest } = record;
	const shuffled: ProvenRecord = { ...rest, browser, at };
	expect(canonical(shuffled)).toBe(canonical(record));
});
