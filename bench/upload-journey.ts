/**
 * A marketer's morning with many people (a hundred thousand; another number as first argument): a company that knows some already, the
 * sample beside it, a file of which two in a hundred rows cannot be read, its rejected rows mended and sent again, a rule over
 * what came, an audience with its estimate while it is chosen, everything as files, and both uploads taken back, in either order
 * (`older-first` as second argument). Every table of the company is then as it was before, by checksums.
 *
 * People who were known before get no consent by the file: a yes that is taken back stays known as one that never holds, and a no stays a no.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { type Fingerprint, fingerprintOf } from '../apps/server/test/profiles/fingerprint-of.ts';
import type { Run } from '../packages/contract/src/runs.ts';
import { ask, type Officer, officer, post, readRun, readText, startCheck, startImport, startUndo, storeFile } from './lib/imports.ts';
import { startProgram } from './lib/program.ts';
import { percentile, writeResult } from './lib/result.ts';

const ROWS = Number(process.argv[2] ?? 100_000);
const OLDER_FIRST = process.argv[3] === 'older-first';
const KNOWN = Math.min(1_000, ROWS / 10);
const PORT = Number(process.env.PORT ?? 4196);
const ESTIMATES = 20;
const SETTLE_MS = 60_000;
const RICH = 4_000;
const CITY = 'Uploadville';

const HEAD = 'Asiakasnro,Email,Phone,First name,Last name,Street,Postal code,City,Country,Points,Last purchase,Club';
/** Of every hundred rows two cannot be read: one for its address, one for a day that is none. */
const rowOf = (n: number): string => {
	const email = n % 100 === 50 ? `broken${n}@` : `person${n}@journey.example`;
	const day = n % 100 === 51 ? '2026-02-31' : `2026-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, '0')}`;
	const club = n > KNOWN && n % 3 ? 'yes' : '';
	return `J-${n},${email},+35840${String(1_000_000 + n)},Anna${n % 97},"Aalto, ${n % 89}",Kirkkokatu ${n % 200},20${String(n % 1000).padStart(3, '0')},${CITY},FI,${n % 5000},${day},${club}`;
};
const numbers = Array.from({ length: ROWS }, (_, place) => place + 1);
const FILE = Buffer.from([HEAD, ...numbers.map(rowOf)].join('\n'));
const BEFORE = Buffer.from(['Email,City', ...numbers.slice(0, KNOWN).map((n) => `person${n}@journey.example,Turku`)].join('\n'));
const REJECTED = numbers.filter((n) => n % 100 === 50 || n % 100 === 51).length;
const RICH_PEOPLE = numbers.filter((n) => n % 5000 >= RICH).length;
const mended = (rejected: string): Buffer =>
	Buffer.from(rejected.replace(/broken(\d+)@/g, 'person$1@journey.example').replaceAll('2026-02-31', '2026-02-28'));

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-journey-'));
const place = { databaseUrl: null, secretKey: null, dataDir };
const log = createLog({ logLevel: 'error' });
const tables = ({ customerId }: Officer): Promise<Fingerprint> =>
	withOwner(place, log, (owner) =>
		fingerprintOf(async (statement, values) => (await owner.query<{ body: string }>(statement, [...values])).rows, customerId),
	);
const differing = (one: Fingerprint, other: Fingerprint): string[] => Object.keys(other).filter((table) => one[table] !== other[table]);

const began = performance.now();
const times: Record<string, number> = {};
const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
	const from = performance.now();
	const answer = await work();
	times[what] = Math.round(performance.now() - from) / 1000;
	console.log(`${what}: ${times[what]} s`);
	return answer;
};
const demand = (holds: boolean, what: string): void => {
	if (!holds) throw new Error(`Not so: ${what}`);
};

const program = await startProgram({ port: PORT, dataDir, env: { SAMPLE: 'on' } });
try {
	const who = await withOwner(place, log, (owner) => officer(owner, 901, PORT));
	const ended = async ({ id }: Run): Promise<Run> => {
		for (;;) {
			const run = await readRun(program.url, who, id);
			if (run.state !== 'waiting' && run.state !== 'running') return run;
			await sleep(100);
		}
	};
	const done = async (what: string, start: () => Promise<Run>): Promise<Run> => {
		const run = await timed(what, async () => ended(await start()));
		console.log(`  ${run.state}${run.problem === null ? '' : ` (${run.problem})`} ${JSON.stringify(run.counts)}`);
		demand(run.state === 'done', `${what} is done`);
		return run;
	};
	const written = async (what: string, file: Buffer): Promise<Run> => {
		const stored = await timed(`${what}: sent, ${(file.length / 1e6).toFixed(1)} MB`, () => storeFile(program.url, who, file));
		const checked = await done(`${what}: checked`, () => startCheck(program.url, who, stored));
		const run = await done(`${what}: written`, () => startImport(program.url, who, checked));
		demand(JSON.stringify(run.counts) === JSON.stringify(checked.counts), 'the check said what the writing came to');
		return run;
	};
	const until = async <T>(read: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> => {
		const late = performance.now() + SETTLE_MS;
		for (;;) {
			const found = await read();
			if (wanted(found) || performance.now() > late) return found;
			await sleep(250);
		}
	};
	const membersOf = async (id: string): Promise<number> =>
		(await ask<{ count: number }>(program.url, who, 'GET', `/domain/segment/${id}/members`)).count;

	await written('people known before', BEFORE);
	const estimate = (segments: string) =>
		ask<{ count: number; state: string }>(program.url, who, 'GET', `/audience/estimate?segments=${segments}`);
	// Whom channels reach is kept for every customer from the first estimate on, and built soon after it.
	await until(
		() => estimate(''),
		({ state }) => state === 'ready',
	);
	const before = await timed('checksums before', () => tables(who));

	const first = await written('the file', FILE);
	demand(first.counts.rejected === REJECTED && first.counts.created === ROWS - REJECTED - KNOWN + KNOWN / 50, 'the counts of the file');
	const rejected = await timed('rejected rows as a file', () => readText(program.url, who, `/runs/${first.id}/findings/file`));
	const second = await written('the rejects, mended', mended(rejected));
	demand(second.counts.rejected === 0, 'no row is rejected once mended');

	const rule = {
		all: [
			{ field: 'city', is: 'is', value: CITY },
			{ field: 'attribute.points', is: 'atLeast', value: RICH },
			{ field: 'attribute.lastPurchase', is: 'after', value: '2025-12-31' },
		],
	};
	const segment = await post<{ id: string }>(program.url, who, '/domain/segment', { name: 'Rich in points', rule });
	const found = await timed('rule segment', () =>
		until(
			() => estimate(segment.id),
			({ count, state }) => count === RICH_PEOPLE && state === 'ready',
		),
	);
	demand(found.count === RICH_PEOPLE, `the rule finds ${RICH_PEOPLE}, not ${found.count}`);

	const took: number[] = [];
	for (let n = 0; n < ESTIMATES; n++) {
		const from = performance.now();
		const { count, state } = await estimate(segment.id);
		took.push(performance.now() - from);
		demand(count === RICH_PEOPLE && state === 'ready', 'the estimate is the rule’s people');
	}
	const [median, slow] = [percentile(took, 0.5), percentile(took, 0.95)];
	console.log(`estimate of ${RICH_PEOPLE}: ${median.toFixed(1)} ms, 95 % within ${slow.toFixed(1)} ms`);
	const audience = await post<{ id: string }>(program.url, who, '/audience', {
		title: 'Of both files',
		segments: [segment.id],
		consents: [who.purposeId],
		isAnd: true,
		domain: 'import-901.localhost',
	});
	await timed('everybody as a file', async () => {
		const file = await readText(program.url, who, '/domain/profile/file');
		const lines = file.trim().split('\n').length;
		demand(lines === ROWS + 1, `the file has everybody: ${lines - 1} of ${ROWS}`);
	});

	for (const run of OLDER_FIRST ? [first, second] : [second, first])
		await done(`${run === first ? 'the file' : 'the rejects, mended'}: taken back`, () => startUndo(program.url, who, run));
	const left = await until(
		() => membersOf(segment.id),
		(count) => count === 0,
	);
	demand(left === 0, 'nobody is in the segment any more');
	await ask(program.url, who, 'DELETE', `/audience?id=${audience.id}`);
	await ask(program.url, who, 'DELETE', `/domain/segment?id=${segment.id}`);
	const changed = await timed('checksums after', () =>
		until(
			async () => differing(before, await tables(who)),
			(differs) => differs.length === 0,
		),
	);
	const seconds = (performance.now() - began) / 1000;
	const met = changed.length === 0;
	await writeResult('upload-journey', {
		goal: 'every table as before',
		met,
		rows: ROWS,
		olderFirst: OLDER_FIRST,
		seconds,
		times,
		estimateMs: { median, slow },
		changed,
	});
	console.log(
		`${Object.keys(before).length} tables compared by SHA-256: ${met ? 'all as before' : `NOT as before: ${changed.join(', ')}`}; ${seconds.toFixed(0)} s in all`,
	);
	if (!met) process.exitCode = 1;
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
