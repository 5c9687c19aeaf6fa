/** What cookies are by what is known of them: lifetimes, names with *, conflicts, and the Open Cookie Database's own rows. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { createClassifier } from '../src/wings/consent/cookie-repository/classify.ts';
import { conflictsOf } from '../src/wings/consent/cookie-repository/conflicts.ts';
import { hostsOf, readCookieFile } from '../src/wings/consent/cookie-repository/import-file.ts';
import { lifetimeOf } from '../src/wings/consent/cookie-repository/lifetime.ts';
import { matches } from '../src/wings/consent/cookie-repository/names.ts';
import { STARTERS } from '../src/wings/consent/cookie-repository/starter-list.ts';
import type { Stored } from '../src/wings/consent/cookie-repository/store.ts';

/** The database as it is published, where this repository lies beside it; it is not ours and not in it. */
const OCD = join(import.meta.dirname, '../../../../shared/data/open-cookie-database/open-cookie-database.csv');

const entry = (name: string, more: Partial<Stored> = {}): Stored => ({
	entry_id: newId(),
	name,
	domain: '',
	provider: 'Maker',
	type: 'statistics',
	lifetime_seconds: null,
	description: {},
	reason: '',
	source: 'ocd',
	...more,
});
const YEAR = 31_536_000;

test.each([
	['2 years', 2 * YEAR],
	['1 year 1 month', YEAR + YEAR / 12],
	['12 months', YEAR],
	['30 Days', 30 * 86_400],
	['90 sec', 90],
	['Session', 0],
	['End of session (browser)', 0],
	['30 minutes after last activity', 1800],
	['1 hour or longer', null],
	['60 days till 3650 days', null],
	['forever', null],
	['0 days', null],
	['10 Nov 2030', null],
	['9999999 years', null],
])('a lifetime of %s', (written, seconds) => {
	expect(lifetimeOf(written)).toBe(seconds);
});

test('a lifetime of a hundred thousand days, one by one, is none', () => {
	expect(lifetimeOf('1 day '.repeat(100_000))).toBeNull();
});

test.each([
	['', ['']],
	['cookiebot.com (3rd party)', ['cookiebot.com']],
	['.bing.com (3rd party) or .microsoft.com (3rd party)', ['bing.com', 'microsoft.com']],
	['google-analytics.com (3rd party) or ', ['google-analytics.com']],
	['ads-[account].adhese.com', ['adhese.com']],
	['.commander1.com\u200b', ['commander1.com']],
	['this site', null],
])('hosts of %s', (cell, hosts) => {
	expect(hostsOf(cell)).toEqual(hosts);
});

test('a name is one of a pattern’s as a regular expression says', () => {
	const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 3 }), { minLength: 2, maxLength: 4 });
	fc.assert(
		fc.property(pieces, fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 12 }), (parts, name) => {
			const expected = new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.*')}$`).test(name);
			expect(matches(parts.join('*'), name)).toBe(expected);
		}),
		{ numRuns: 500 },
	);
	expect(matches('ab*ba', 'aba')).toBe(false);
});

test('entries of one name and host, and a pattern and a name, are in conflict where type or lifetime differ', () => {
	const [one, other, pattern, elsewhere, open, close] = [
		entry('_x', { lifetime_seconds: 16 * 86_400 }),
		entry('_x', { lifetime_seconds: YEAR }),
		entry('y_*', { type: 'marketing' }),
		entry('y_1', { domain: 'other.example' }),
		entry('z', { type: 'undecided' }),
		entry('z', { lifetime_seconds: 30 * 86_400 }),
	] as const;
	const named = entry('y_2');
	const found = conflictsOf([one, other, pattern, elsewhere, open, close, named]);
	expect([one, other, pattern, named].map(({ entry_id: id }) => found.get(id))).toEqual([
		other.entry_id,
		one.entry_id,
		named.entry_id,
		pattern.entry_id,
	]);
	expect([elsewhere, open, close].map(({ entry_id: id }) => found.get(id))).toEqual([null, null, null]);
});

test('a customer’s own comes first, then name and host, name, pattern; another host and a far lifetime lower the confidence', () => {
	const own = entry('a_*', { source: 'own', type: 'preferences' });
	const known = [
		own,
		entry('_id', { domain: 'maker.example', type: 'marketing', lifetime_seconds: YEAR }),
		entry('_id', { lifetime_seconds: YEAR }),
		entry('_id*', { type: 'preferences' }),
		entry('a_1', { domain: 'maker.example' }),
		entry('alone', { domain: 'maker.example', lifetime_seconds: 86_400 }),
	];
	const classify = createClassifier(known);
	const seen = (name: string, domain: string, lifetimeSeconds: number | null = null) => {
		const { type, ground, confidence } = classify({ name, domain, lifetimeSeconds });
		return [type, ground, confidence];
	};
	expect(seen('_id', '.www.Maker.example', YEAR)).toEqual(['marketing', 'name and host', 95]);
	expect(seen('_id', 'shop.example', YEAR)).toEqual(['statistics', 'name', 85]);
	expect(seen('_id', 'shop.example', 3600)).toEqual(['statistics', 'name', 65]);
	expect(seen('_id', 'shop.example', 0)).toEqual(['statistics', 'name', 75]);
	expect(seen('_id7', 'shop.example')).toEqual(['preferences', 'pattern', 66]);
	expect(seen('a_1', 'maker.example')).toEqual(['preferences', 'pattern', 69]);
	expect(seen('alone', '')).toEqual(['statistics', 'name', 80]);
	expect(seen('alone', 'shop.example')).toEqual(['statistics', 'name', 55]);
	// `notmaker.example` is not below `maker.example`.
	expect(seen('alone', 'notmaker.example')).toEqual(['statistics', 'name', 55]);
});

test('what no entry names is proposed by its host and the pieces of its name, at most 60, and never as necessary', () => {
	const classify = createClassifier([
		entry('a', { domain: 'ads.example', type: 'marketing', provider: 'Ads Oy' }),
		entry('b', { domain: 'ads.example', type: 'marketing', provider: 'Ads Oy' }),
		entry('c', { domain: 'safe.example', type: 'necessary' }),
	]);
	const seen = (name: string, domain: string, lifetimeSeconds: number | null) => classify({ name, domain, lifetimeSeconds });
	expect(seen('qq', 'x.ads.example', null)).toMatchObject({ type: 'marketing', provider: 'Ads Oy', confidence: 50, ground: 'proposed' });
	expect(seen('my_ads', 'x.ads.example', YEAR)).toMatchObject({ type: 'marketing', confidence: 60, entryId: null });
	expect(seen('shopLanguage', 'shop.example', YEAR)).toMatchObject({ type: 'preferences', confidence: 40, provider: '' });
	expect(seen('my_session', 'shop.example', 0)).toMatchObject({
		type: 'undecided',
		confidence: 40,
		reason: expect.stringContaining('necessary'),
	});
	expect(seen('qq', 'safe.example', null)).toMatchObject({ type: 'undecided', ground: 'proposed' });
	expect(seen('qq', 'shop.example', YEAR)).toMatchObject({ type: 'undecided', confidence: 0, ground: 'unknown' });
});

test('ten thousand names of no sense are proposed or unknown, and none of them is held against all that is known', () => {
	let looks = 0;
	const known = Array.from({ length: 5000 }, (_, n) => {
		const one = entry(n % 5 === 0 ? `known${n}_*` : `known${n}`);
		const { name } = one;
		return Object.defineProperty(one, 'name', {
			get: () => {
				looks++;
				return name;
			},
		});
	});
	const classify = createClassifier(known);
	looks = 0;
	const names = Array.from({ length: 10_000 }, (_, n) => `${(n * 7919).toString(36)}q${n.toString(36)}`);
	const found = names.map((name) => classify({ name, domain: 'shop.example', lifetimeSeconds: 86_400 }));
	expect(found.filter(({ ground, confidence }) => (ground !== 'proposed' && ground !== 'unknown') || confidence > 60)).toEqual([]);
	expect(looks).toBeLessThan(names.length);
	looks = 0;
	expect(classify({ name: 'known5_seen', domain: '', lifetimeSeconds: null }).ground).toBe('pattern');
	expect(looks).toBeGreaterThan(0);
	expect(looks).toBeLessThan(20);
});

test('the starter list has each name once, a lifetime that is read or said to be unknown, a reason where it is undecided, and nothing necessary', () => {
	expect(new Set(STARTERS.map(({ name }) => name)).size).toBe(STARTERS.length);
	expect(STARTERS.length).toBeGreaterThanOrEqual(60);
	for (const { name, type, lifetime, reason, en, fi } of STARTERS) {
		expect([name, lifetimeOf(lifetime) === null]).toEqual([name, lifetime === 'unknown']);
		expect([name, type === 'undecided']).toEqual([name, reason !== '']);
		expect([name, type]).not.toEqual([name, 'necessary']);
		expect([name, en.length > 20 && en.length <= 400, fi.length > 20 && fi.length <= 400]).toEqual([name, true, true]);
	}
});

test.skipIf(!existsSync(OCD))('each row of the Open Cookie Database, when a scan sees it, is what its row says', async () => {
	const file = await readCookieFile(await readFile(OCD));
	const entries = file.rows.flatMap((row) => row.entries.map((one): Stored => ({ ...one, entry_id: newId(), source: 'ocd' })));
	const classify = createClassifier(entries);
	const ending = () => Math.random().toString(36).slice(2, 12);
	let right = 0;
	const grounds = new Map<string, number>();
	const wrong: string[] = [];
	for (const { name, domain, lifetime_seconds: lifetimeSeconds, type } of entries) {
		const found = classify({ name: name.replaceAll('*', ending), domain: domain || 'www.shop.example', lifetimeSeconds });
		grounds.set(found.ground, (grounds.get(found.ground) ?? 0) + 1);
		if (found.type === type) right++;
		else wrong.push(`${name} on ${domain || 'any host'}: ${found.type} for ${type}`);
	}
	const conflicts = [...conflictsOf(entries).values()].filter((one) => one !== null).length;
	console.info(
		`Open Cookie Database: ${file.rows.length} rows, ${entries.length} entries, ${right} classified as their row says; ` +
			`${[...grounds].map(([ground, count]) => `${ground} ${count}`).join(', ')}; ${conflicts} in conflict; ` +
			`apart: ${wrong.join('; ') || 'none'}`,
	);
	expect(entries.filter(({ type }) => type === 'necessary')).toEqual([]);
	// Two rows of one name and host that say different things cannot both be right.
	expect(wrong).toEqual([]);
});
