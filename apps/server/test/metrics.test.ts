/** What `/metrics` tells, that the manual names all of it, and that the example board asks for nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { tellCounts } from '../src/kernel/tally/news.ts';
import { type TestApp, testApp } from './app.ts';
import { choice, publishBanner, sendRecords } from './fixtures.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
});
afterAll(() => t.stop());

const metrics = async (): Promise<string> => (await t.app.inject({ url: '/metrics' })).payload;

/** Each series and its value. */
const seriesIn = (text: string): Map<string, number> =>
	new Map(
		text.split('\n').flatMap((line) => {
			const [, series = '', value] = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
			return series === '' ? [] : [[series, Number(value)] as const];
		}),
	);
/** Metrics as they are declared. */
const namesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);

test('records, jobs, connections and roll-ups are told, each series once, in a form that Prometheus reads', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	const stored = 'luvalla_intake_records_total{outcome="stored"}';
	const before = seriesIn(await metrics()).get(stored) ?? 0;
	const records = choice({ statistics: true, marketing: false });
	await sendRecords(t, tenant, publishedFolder, records);
	await sendRecords(t, tenant, publishedFolder, records);
	const text = await metrics();
	const series = seriesIn(text);
	expect(series.get(stored)).toBe(before + 2);
	expect(series.get('luvalla_intake_records_total{outcome="known"}')).toBeGreaterThanOrEqual(2);
	expect(series.get('luvalla_database_connections{pool="calls",state="idle"}')).toBeGreaterThan(0);
	expect(series.get('luvalla_database_waiting{pool="intake"}')).toBe(0);
	expect(series.has('luvalla_roll_up_lag_seconds')).toBe(true);
	expect(series.has('luvalla_roll_up_waiting{kind="records"}')).toBe(true);
	expect(series.get('luvalla_process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
	expect(text).toMatch(/luvalla_http_request_seconds_bucket\{method="POST",route="[^"]+",status="2xx",le="\+Inf"\}/);
	const names = namesIn(text);
	expect(new Set(names).size).toBe(names.length);
	expect(text.split('\n').filter((line) => line !== '' && !/^(# (HELP|TYPE) |[a-z0-9_]+(\{[^\n]*\})? \S+$)/.test(line))).toEqual([]);
});

test('what a worker counts is told once it is in the roll-ups', async () => {
	const { customerId, domainId } = await t.tenant();
	const sent = 'luvalla_messages_total{channel="email",outcome="accepted"}';
	// What files before this one told is counted first.
	const waiting = () => t.storage.asOwner(async (owner) => (await owner.query('select from count_news')).rowCount);
	await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
	await new Promise((next) => setTimeout(next, 200));
	const before = seriesIn(await metrics());
	await t.storage.inTenant(customerId, (tx) =>
		tellCounts(tx, customerId, [
			{ what: 'message', domainId, key: '0 accepted', at: new Date(), n: 3 },
			{ what: 'event', domainId, key: 'order', at: new Date(), n: 2 },
			{ what: 'event', domainId, key: 'order', at: new Date(0), n: 0, gone: 9 },
		]),
	);
	await expect.poll(async () => seriesIn(await metrics()).get(sent), { timeout: 60_000 }).toBe((before.get(sent) ?? 0) + 3);
	expect(seriesIn(await metrics()).get('luvalla_events_total')).toBe((before.get('luvalla_events_total') ?? 0) + 2);
});

test('a queue that waits says how much and for how long', async () => {
	await t.storage.inPlatform((tx) => t.server.kernel.jobs.send(tx, 'nobody-works', {}));
	await t.storage.queue.executeSql(
		`update pgboss.job_common set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds' where name = 'nobody-works'`,
	);
	await expect.poll(async () => seriesIn(await metrics()).get('luvalla_jobs_waiting{job="nobody-works"}'), { timeout: 60_000 }).toBe(1);
	expect(seriesIn(await metrics()).get('luvalla_jobs_oldest_seconds{job="nobody-works"}')).toBeGreaterThan(80);
});

test('the manual names every metric of ours, and no other', async () => {
	const manual = readFileSync(join(DOCS, 'operations.md'), 'utf8');
	const told = namesIn(await metrics()).filter((name) => !/^luvalla_(process|nodejs)_/.test(name));
	const named = new Set([...manual.matchAll(/`(luvalla_[a-z_]+)`/g)].map(([, name]) => name));
	expect(told.filter((name) => !named.has(name))).toEqual([]);
	expect([...named].filter((name) => !told.includes(name ?? '') && !/_$/.test(name ?? ''))).toEqual([]);
});

const Board = z.object({
	panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).min(1) })),
});

test('every metric that the example board asks for is there', async () => {
	const board = Board.parse(JSON.parse(readFileSync(join(DOCS, 'examples/grafana/luvalla.json'), 'utf8')));
	const names = new Set(namesIn(await metrics()));
	const asked = board.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/luvalla_[a-z0-9_]+/g) ?? []));
	expect(asked.length).toBeGreaterThan(12);
	// Of a histogram three series have names of their own.
	expect([...new Set(asked)].filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
	// And nothing that we tell is missing on it.
	const ours = [...names].filter((name) => !/^luvalla_(process|nodejs)_/.test(name));
	expect(ours.filter((name) => !asked.some((one) => one === name || one.replace(/_(bucket|sum|count)$/, '') === name))).toEqual([]);
});
