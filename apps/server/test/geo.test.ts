/** Where a visitor is, what the rule says there, and what is served and recorded of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPointer } from '@luvalla/banner/serving.ts';
import { templates } from '@luvalla/banner/templates.ts';
import type { GeoRule } from '@luvalla/contract/consent/light.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGeo, placeFromHeader, placeFromRecord } from '../src/kernel/http/geo.ts';
import { geoFor, regions } from '../src/wings/consent/delivery/place.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { mmdb } from './fixtures/mmdb.ts';
import { choice, draftFor, sendRecords } from './fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'luvalla-geo-'));
const file = join(folder, 'places.mmdb');
writeFileSync(
	file,
	mmdb({
		'192.0.2.0/25': { country: { iso_code: 'FI' } },
		'192.0.2.128/25': { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'CA' }] },
		'198.51.100.0/24': { country: { iso_code: 'US' }, subdivisions: [{ iso_code: 'WY' }] },
		'203.0.113.0/24': { country_code: 'BR' },
	}),
);

let t: TestApp;
let tenant: Tenant;
let owner: Person;
beforeAll(async () => {
	t = await testApp({ GEO_DB: file, GEO_HEADER: 'X-Country', TRUST_PROXY: 'on' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
});
afterAll(async () => {
	await t.stop();
	rmSync(folder, { recursive: true });
});

/** Publishes a banner with this rule on the tenant's domain. */
const publishWith = async (geo: GeoRule) => {
	const config = { ...structuredClone(templates['bottom-bar'].config), geo };
	const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', {
		body: { ...draftFor(tenant, geo), config: JSON.stringify(config) },
	});
	const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
	return String(published.json().data.publishedFolder);
};
const pointerFor = async (headers: Record<string, string>) => {
	const answer = await t.send(null, 'GET', `/cmp/d/${tenant.domainId}.js`, { headers });
	return { cache: String(answer.headers['cache-control']), ...openPointer(answer.text).pointer };
};

describe('a place', () => {
	test('is read from a header, from files of several makers, and never guessed', () => {
		expect(placeFromHeader('FI')).toEqual({ country: 'FI', region: null });
		expect(placeFromHeader(' us-ca ')).toEqual({ country: 'US', region: 'CA' });
		for (const wrong of [undefined, '', 'XX', 'T1', 'EU', 'Finland', 'F1', 'FI;US', ['FI', 'US']])
			expect(placeFromHeader(wrong), String(wrong)).toEqual({ country: null, region: null });
		expect(placeFromRecord({ country: 'SE' }).country).toBe('SE');
		expect(placeFromRecord({ registered_country: { iso_code: 'SE' } }).country).toBeNull();
		expect(placeFromRecord('SE').country).toBeNull();
	});

	test('comes from a file that is one, or the start stops with a sentence', async () => {
		const other = join(folder, 'no.mmdb');
		writeFileSync(other, 'not a database');
		for (const geoDb of [other, join(folder, 'missing.mmdb')])
			await expect(openGeo({ geoDb, geoHeader: null })).rejects.toThrow(/^GEO_DB must be a readable file/);
		const geo = await openGeo({ geoDb: file, geoHeader: null });
		const of = (ip: string) => geo.of({ ip, headers: {} });
		expect([of('192.0.2.1'), of('192.0.2.200'), of('203.0.113.9'), of('8.8.8.8'), of('nonsense')]).toEqual([
			{ country: 'FI', region: null },
			{ country: 'US', region: 'CA' },
			{ country: 'BR', region: null },
			{ country: null, region: null },
			{ country: null, region: null },
		]);
	});

	test('of an IPv6 address is not known from a file of IPv4, and an IPv4 address in IPv6 clothes is what it is', async () => {
		const four = join(folder, 'four.mmdb');
		// What 2001:db8::1 begins with.
		writeFileSync(four, mmdb({ '32.1.0.0/16': { country: 'US' }, '192.0.2.0/24': { country: 'FI' } }, 4));
		for (const geoDb of [four, file]) {
			const geo = await openGeo({ geoDb, geoHeader: null });
			const countries = ['2001:db8::1', '192.0.2.1', '::ffff:192.0.2.1'].map((ip) => geo.of({ ip, headers: {} }).country);
			expect(countries).toEqual([null, 'FI', 'FI']);
		}
	});
});

test('a rule says opt-in where the law asks, the way out in states with a law, and the strictest where nobody knows', () => {
	const mode = (rule: GeoRule, country: string | null, region: string | null = null) => geoFor(rule, { country, region }).mode;
	for (const country of ['FI', 'IS', 'GB', 'CH', 'RE', null])
		for (const rule of ['everywhere', 'eea', 'us-optout'] as const) expect(mode(rule, country)).toBe('opt-in');
	expect([mode('everywhere', 'US', 'CA'), mode('eea', 'US', 'CA'), mode('us-optout', 'US', 'CA')]).toEqual(['opt-in', 'none', 'opt-out']);
	expect([mode('us-optout', 'US'), mode('us-optout', 'US', 'WY'), mode('us-optout', 'BR'), mode('eea', 'BR')]).toEqual([
		'opt-out',
		'none',
		'none',
		'none',
	]);
	expect(new Set(regions.usOptOut.map((law) => law.state)).size).toBe(regions.usOptOut.length);
});

test('a pointer that depends on the place says so, privately; one that does not is anybody’s', async () => {
	await publishWith('us-optout');
	await expect
		.poll(async () => (await pointerFor({ 'x-country': 'US-CA' })).geo)
		.toEqual({ rule: 'us-optout', country: 'US', region: 'CA', mode: 'opt-out' });
	const at = async (headers: Record<string, string>) => (await pointerFor(headers)).geo?.mode;
	expect([
		await at({ 'x-country': 'FI' }),
		await at({ 'x-country': 'US-WY' }),
		await at({ 'x-country': 'XX', 'x-forwarded-for': '192.0.2.200' }),
		await at({ 'x-forwarded-for': '198.51.100.7' }),
		await at({}),
	]).toEqual(['opt-in', 'none', 'opt-out', 'none', 'opt-in']);
	expect((await pointerFor({})).cache).toMatch(/^private, max-age=60, stale-while-revalidate=14400, stale-if-error=14400$/);
	await publishWith('everywhere');
	await expect
		.poll(async () => (await pointerFor({ 'x-country': 'US-CA' })).cache)
		.toBe('public, max-age=60, stale-while-revalidate=2592000, stale-if-error=2592000');
	expect((await pointerFor({ 'x-country': 'US-CA' })).geo).toBeUndefined();
});

test('a record carries the country, and a truncated address only', async () => {
	const publishedFolder = await publishWith('eea');
	const records = choice({ statistics: true });
	await sendRecords(t, tenant, publishedFolder, records, { 'x-forwarded-for': '192.0.2.7' });
	const page = (await t.send(owner, 'GET', `/api/audit/domain/consents/${records[0]?.id}`)).json().data;
	expect([page.country, page.network]).toEqual(['FI', '192.0.2.0/24']);
});

test('Global Privacy Control is on record as "sale and sharing: no"', async () => {
	const publishedFolder = await publishWith('eea');
	const records = choice({ marketing: false, sale_sharing: false }).map((record) => ({ ...record, gpc: true }));
	expect((await sendRecords(t, tenant, publishedFolder, records)).json().data).toEqual({ stored: 2, known: 0, refused: [] });
	const page = (await t.send(owner, 'GET', `/api/audit/domain/consents/${records[1]?.id}`)).json().data;
	expect(page).toMatchObject({ value: false, gpc: true, how: 'banner', purpose: { name: 'Sale and sharing' } });
});
