import { expect, test } from 'vitest';
import { canonical, type ProvenRecord } from '../src/wings/consent/intake/leaf.ts';

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

test('a record’s canonical form is RFC 8785: every key, in order, without white space', () => {
	const text = canonical(record);
	const keys = Object.keys(record);
	expect(JSON.parse(text)).toEqual(record);
	expect(text).toBe(
		`{${[...keys]
			.sort()
			.map((key) => `${JSON.stringify(key)}:${JSON.stringify(Object.entries(record).find(([k]) => k === key)?.[1])}`)
			.join(',')}}`,
	);
});

test('the order in which a record was written down changes nothing', () => {
	const { at, browser, ...rest } = record;
	const shuffled: ProvenRecord = { ...rest, browser, at };
	expect(canonical(shuffled)).toBe(canonical(record));
});
