/**
 * Durable events of visitors a second, one event a request, keep-alive, new ids, of a thousand visitors who may be remembered, at 20
 * and 100 connections; beside durable consent records, one a request, of the same program in the same run, round by round; and what
 * the same program takes of a machine in batches of 1,000. Embedded PostgreSQL, fsync and synchronous_commit on. Rows are counted by
 * SELECT over another connection after the last acknowledgement.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type * as z from 'zod';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { DOMAIN_TOKEN_PREFIX } from '../apps/server/src/wings/identity/wing.ts';
import { API_RATE, ITEMS_AT_ONCE, type writeEvents } from '../packages/contract/src/profiles/api.ts';
import { makeLoad, NO_LIMIT, type Order } from './lib/load.ts';
import { microsSince, postgresMicros, processorMicros } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { type Publication, publish } from './lib/publication.ts';
import { bodyOf, DEVICE_KEY, makeRecord } from './lib/records.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 8);
const CONNECTIONS = [20, 100] as const;
const VISITORS = 1000;
const PORT = 4170;
/** Of the rate of consent records. */
const GOAL = 1;

/** Requests of a round; all rounds together stay below what a token may ask in a minute. */
const BATCHES = Math.min(20, Math.floor(API_RATE.count / (ROUNDS + 1)));
const MACHINE_PEOPLE = 1000;

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
const asOwner = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
	withOwner({ databaseUrl: null, dataDir, secretKey: null }, createLog({ logLevel: 'warn' }), work);

/** The access token of the publication's domain, as its hash is kept. */
const tokenOf = async (owner: Client, { customerId, domainId }: Publication): Promise<string> => {
	const token = `${DOMAIN_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	const hash = createHash('sha256').update(token).digest();
	await owner.query('update domain set token_hash = $3 where customer_id = $1 and domain_id = $2', [customerId, domainId, hash]);
	await owner.query(`insert into directory (kind, key, customer_id) values ('domain-token', $2, $1)`, [customerId, hash.toString('hex')]);
	return token;
};

/** Events of known people, 1,000 a request, one request after the other; answers how many a second were stored. */
const sendBatches = async (url: string, token: string, domainId: string): Promise<{ stored: number; seconds: number }> => {
	const began = performance.now();
	let stored = 0;
	for (let sent = 0; sent < BATCHES; sent++) {
		const events = Array.from({ length: ITEMS_AT_ONCE }, (_, n) => {
			const { id, at } = makeRecord({ categories: [''] });
			return { id, at, person: { externalId: `B-${n % MACHINE_PEOPLE}` }, type: 'order', properties: { sum: 41, paid: true } };
		});
		const answer = await fetch(`${url}/edge/v1/events`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ domainId, events }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(text);
		const { data }: { data: z.infer<typeof writeEvents.answer> } = JSON.parse(text);
		stored += data.results.filter(({ outcome }) => outcome === 'stored').length;
	}
	return { stored, seconds: (performance.now() - began) / 1000 };
};

const shown = ({ program, postgres, load }: { program: number; postgres: number; load: number }): string =>
	`program ${program.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)}, load ${load.toFixed(0)}`;

const program = await startProgram({ port: PORT, dataDir, env: NO_LIMIT });
try {
	const publication = await asOwner((owner) => publish(owner, 900));
	const token = await asOwner((owner) => tokenOf(owner, publication));
	const visitors: string[] = [];
	for (let sent = 0; sent < VISITORS; sent += 100) {
		const records = Array.from({ length: 100 }, () => ({ ...makeRecord(publication), category: 'statistics', value: true }));
		const answer = await fetch(`${program.url}/edge/v1/records`, {
			method: 'POST',
			headers: { origin: publication.origin, 'content-type': 'application/json' },
			body: bodyOf(publication, records),
		});
		if (!answer.ok) throw new Error(await answer.text());
		visitors.push(...records.map(({ id }) => `${id}.${DEVICE_KEY}`));
	}
	const countOf = (table: string): Promise<number> =>
		asOwner(async (owner) => Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n));
	const kinds: Record<string, { table: string; target: Order['target'] }> = {
		records: { table: 'consent_record', target: { kind: 'ours', publication } },
		events: { table: 'visitor_event', target: { kind: 'visits', publication, visitors } },
	};
	const rates: Record<string, number[]> = {};
	/** Microseconds of processor that one took: of the program, of PostgreSQL, of the load, which has the same two cores. */
	const micros: Record<string, { program: number; postgres: number; load: number }[]> = {};
	const programMicros = (): number => processorMicros(program.child.pid ?? 0);
	const first = Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
	for (let round = 0; round <= ROUNDS; round++) {
		for (const connections of CONNECTIONS)
			for (const [kind, { table, target }] of Object.entries(kinds)) {
				const before = await countOf(table);
				const [programBefore, postgresBefore] = [programMicros(), postgresMicros(first)];
				const load = await makeLoad({
					port: PORT,
					connections,
					// The first round warms up.
					seconds: round === 0 ? 2 : SECONDS,
					target,
				});
				const { acknowledged, seconds, p50Ms, p99Ms } = load;
				const [ofProgram, ofPostgres] = [programMicros() - programBefore, microsSince(postgresBefore, postgresMicros(first))];
				const rows = (await countOf(table)) - before;
				if (rows !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${rows} there.`);
				if (round === 0) continue;
				const name = `${kind}, ${connections}`;
				rates[name] = [...(rates[name] ?? []), rows / seconds];
				const each = { program: ofProgram / rows, postgres: ofPostgres / rows, load: load.micros / rows };
				micros[name] = [...(micros[name] ?? []), each];
				console.log(
					`${name.padEnd(16)} ${Math.round(rows / seconds)}/s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms   µs: ${shown(each)}`,
				);
			}
		const before = await countOf('event');
		const { stored, seconds } = await sendBatches(program.url, token, publication.domainId);
		const rows = (await countOf('event')) - before;
		if (rows !== stored || stored !== BATCHES * ITEMS_AT_ONCE) throw new Error(`${stored} said to be stored, ${rows} there.`);
		if (round === 0) continue;
		rates.batches = [...(rates.batches ?? []), rows / seconds];
		console.log(`${'batches'.padEnd(16)} ${Math.round(rows / seconds)}/s`);
	}
	const spreads = Object.fromEntries(Object.entries(rates).map(([name, own]) => [name, spreadOf(own)]));
	const goals = CONNECTIONS.map((connections) => {
		const value = (spreads[`events, ${connections}`]?.median ?? 0) / (spreads[`records, ${connections}`]?.median ?? Number.NaN);
		return { what: `events ÷ consent records at ${connections}`, value, least: GOAL, met: value >= GOAL };
	});
	for (const { what, value, least, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (≥ ${least})`);
	const inBatches = (spreads.batches?.median ?? 0) / (spreads[`events, ${CONNECTIONS[0]}`]?.median ?? Number.NaN);
	console.log(`            batches of ${ITEMS_AT_ONCE} ÷ single events at ${CONNECTIONS[0]}: ${inBatches.toFixed(2)}`);
	await writeResult('events', { seconds: SECONDS, rounds: ROUNDS, visitors: VISITORS, inBatches, rates: spreads, goals });
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
