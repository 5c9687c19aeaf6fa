/**
 * Durable events of visitors a second, one event a request, keep-alive, new ids, of a thousand visitors who may be remembered, at 20
 * and 100 connections; beside durable consent records, one a request, of the same program in the same run, round by round; and what
 * the same program takes of a machine in batches of 1,000. Embedded PostgreSQL, fsync and synchronous_commit on. Rows are counted by
 * SELECT over another connection after the last acknowledgement.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { makeLoad, NO_LIMIT, type Order } from './lib/load.ts';
import { startProgram } from './lib/program.ts';
import { publish } from './lib/publication.ts';
import { bodyOf, makeRecord } from './lib/records.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
/** Of each measurement; another number may be given as an argument. */
const SECONDS = Number(process.argv[2] ?? 8);
const CONNECTIONS = [20, 100] as const;
const VISITORS = 1000;
const PORT = 4170;
/** Of the rate of consent records. */
const GOAL = 1;

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
const asOwner = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
	withOwner({ databaseUrl: null, dataDir, secretKey: null }, createLog({ logLevel: 'warn' }), work);

const program = await startProgram({ port: PORT, dataDir, env: NO_LIMIT });
try {
	const publication = await asOwner((owner) => publish(owner, 900));
	const visitors: string[] = [];
	for (let sent = 0; sent < VISITORS; sent += 100) {
		const records = Array.from({ length: 100 }, () => ({ ...makeRecord(publication), category: 'statistics', value: true }));
		const answer = await fetch(`${program.url}/edge/v1/records`, {
			method: 'POST',
			headers: { origin: publication.origin, 'content-type': 'application/json' },
			body: bodyOf(publication, records),
		});
		if (!answer.ok) throw new Error(await answer.text());
		visitors.push(...records.map(({ id }) => id));
	}
	const countOf = (table: string): Promise<number> =>
		asOwner(async (owner) => Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n));
	const kinds: Record<string, { table: string; target: Order['target'] }> = {
		records: { table: 'consent_record', target: { kind: 'ours', publication } },
		events: { table: 'visitor_event', target: { kind: 'visits', publication, visitors } },
	};
	const rates: Record<string, number[]> = {};
	for (let round = 0; round <= ROUNDS; round++)
		for (const connections of CONNECTIONS)
			for (const [kind, { table, target }] of Object.entries(kinds)) {
				const before = await countOf(table);
				const { acknowledged, seconds, p50Ms, p99Ms } = await makeLoad({
					port: PORT,
					connections,
					// The first round warms up.
					seconds: round === 0 ? 2 : SECONDS,
					target,
				});
				const rows = (await countOf(table)) - before;
				if (rows !== acknowledged) throw new Error(`${acknowledged} acknowledged, ${rows} there.`);
				if (round === 0) continue;
				const name = `${kind}, ${connections}`;
				rates[name] = [...(rates[name] ?? []), rows / seconds];
				console.log(`${name.padEnd(16)} ${Math.round(rows / seconds)}/s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`);
			}
	const spreads = Object.fromEntries(Object.entries(rates).map(([name, own]) => [name, spreadOf(own)]));
	const goals = CONNECTIONS.map((connections) => {
		const value = (spreads[`events, ${connections}`]?.median ?? 0) / (spreads[`records, ${connections}`]?.median ?? Number.NaN);
		return { what: `events ÷ consent records at ${connections}`, value, least: GOAL, met: value >= GOAL };
	});
	for (const { what, value, least, met } of goals)
		console.log(`  ${met ? '✓ met    ' : '✗ NOT met'} ${what}: ${value.toFixed(2)} (≥ ${least})`);
	await writeResult('events', { seconds: SECONDS, rounds: ROUNDS, visitors: VISITORS, rates: spreads, goals });
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
