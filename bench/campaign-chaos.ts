/**
 * A campaign to 20,000 (or so many as the argument says): two workers, one of them killed every second, the database restarted twice,
 * one message in a hundred dropped after the other side has it. `npm run bench -- campaign-chaos [PEOPLE] [email|webhook|sms|mobile]`. Needs a system
 * PostgreSQL.
 */
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { BY, campaignChaos } from './lib/campaign-chaos.ts';
import { writeResult } from './lib/result.ts';

const PEOPLE = Number(process.argv[2] ?? 20_000);
const by = BY.find((one) => one === process.argv[3]) ?? 'email';
const bin = findSystemPostgres();
if (bin === null) throw new Error('No system PostgreSQL is installed.');
const postgres = await startSystemPostgres(bin, { durable: true });
try {
	await postgres.admin((client) => client.query('create database chaos'));
	const result = await campaignChaos(postgres, 'chaos', {
		by,
		people: PEOPLE,
		connections: 5,
		killEveryMs: 1000,
		restarts: 2,
		drops: 0.01,
		port: 4700,
		say: (line) => console.log(line),
	});
	console.log(result);
	const accepted = result.states.accepted ?? 0;
	const unknown = result.states.unknown ?? 0;
	const claims: Readonly<Record<string, boolean>> = {
		'everybody in one terminal state': result.open === 0,
		'everybody else has a reason': result.unreasoned === 0,
		'counts equal rows': JSON.stringify(Object.entries(result.counted).sort()) === JSON.stringify(Object.entries(result.states).sort()),
		'counts equal rows in every minute': result.differing === 0,
		'accepted ≤ messages in the sink ≤ accepted + unknown': accepted <= result.inSink && result.inSink <= accepted + unknown,
		'unknown ≤ dropped + in hand at kills': unknown <= result.dropped + result.inHand,
		'accepted ≥ 95 %': accepted >= 0.95 * PEOPLE,
		'no address twice': result.twice === 0,
		'none accepted and missing': result.missing === 0,
	};
	for (const [claim, holds] of Object.entries(claims)) console.log(`${holds ? 'yes' : 'NO '}  ${claim}`);
	const met = Object.values(claims).every(Boolean);
	await writeResult(by === 'email' ? 'campaign-chaos' : `campaign-chaos-${by}`, { ...result, claims, met });
	if (!met) process.exitCode = 1;
} finally {
	await postgres.stop();
}
