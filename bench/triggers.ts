/**
 * From an event to the letter that it starts: the real program with its embedded database, 200 running triggered sends that each wait for
 * an event of their own, and 1,000 events a second (or so many as the second argument says) for so many seconds as the first says, each
 * of somebody else, told by the customer's own server in batches of 100. The mail server takes letters at once; from the moment before
 * the event is told to the end of the letter's DATA. What a letter takes of a processor, its event included, is told beside: the program and
 * its database; the mail server and whoever tells are this process. `npm run bench -- triggers [SECONDS] [EVENTS A SECOND]`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { makeKey } from '../apps/server/src/wings/engagement/senders/store.ts';
import { DOMAIN_TOKEN_PREFIX } from '../apps/server/src/wings/identity/wing.ts';
import { stageCampaign } from './lib/campaign-stage.ts';
import { openLetterSink } from './lib/letter-sink.ts';
import { microsSince, postgresMicros, processorMicros } from './lib/processor.ts';
import { startProgram } from './lib/program.ts';
import { instantOf } from './lib/records.ts';
import { writeResult } from './lib/result.ts';

const SECONDS = Number(process.argv[2] ?? 20);
const RATE = Number(process.argv[3] ?? 1000);
const TRIGGERS = 200;
const BATCH = 100;
const PORT = 4175;
/** Seconds at the 95th percentile. */
const GOAL = 5;
/** What is not there so long after the last event never comes. */
const PATIENCE_MS = 120_000;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const text = { subject: 'Hello', html: '<p>Hello {{ person.first_name }}</p>', text: 'Hello', heroimage: null, heroimageAlt: null };
const LETTER = { channel: 'email' as const, language: 'en', languages: { en: text }, webHook: null };
const PEOPLE = SECONDS * RATE;

/** When each address had its letter; how often any had one more. */
const came = new Map<string, number>();
let twice = 0;
const sink = await openLetterSink((to) => {
	if (came.has(to)) twice += 1;
	else came.set(to, Date.now());
	return true;
});

/** People, a letter, a sender whose records are in order, somebody who answers for the customer, and the domain's token. */
const stageOn = async (owner: Client) => {
	const { customerId, domainId, purposeId } = await stageCampaign(owner, {
		people: 0,
		port: sink.port,
		frozen: LETTER,
	});
	const { rows } = await owner.query<{ id: string }>('select constellation_id as id from constellation where customer_id = $1', [
		customerId,
	]);
	const senderId = newId();
	const key = await makeKey(createSecrets(SECRET_KEY), senderId);
	const right = { ok: true, finding: 'right', seen: '' };
	await owner.query(
		`insert into sender (customer_id, sender_id, domain_id, name, address, postal, selector, public_key, private_key, checked, checked_at, created_at, changed_at)
		values ($1, $2, $3, 'Bench', 'bench@bench.example', 'Street 1', $4, $5, $6, $7, now(), now(), now())`,
		[
			...[customerId, senderId, domainId, key.selector, key.publicKey, key.privateKey],
			JSON.stringify({ spf: right, dkim: right, dmarc: right, alignment: right }),
		],
	);
	const [userId, session] = [newId(), randomBytes(32).toString('base64url')];
	await owner.query('insert into app_user (id, email) values ($1, $2)', [userId, 'bench@example.com']);
	await owner.query('insert into user_customer (customer_id, user_id, is_customer_admin) values ($1, $2, true)', [customerId, userId]);
	await owner.query(
		`insert into session (id, user_id, context_key, confirmed_at, expires_at) values ($1, $2, 'k', now() + interval '1 day', now() + interval '1 day')`,
		[createHash('sha256').update(session).digest(), userId],
	);
	const token = `${DOMAIN_TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
	const hash = createHash('sha256').update(token).digest();
	await owner.query(`update domain set token_hash = $3, proven_by = 'admin', proven_at = now() where customer_id = $1 and domain_id = $2`, [
		customerId,
		domainId,
		hash,
	]);
	await owner.query(
		`insert into directory (kind, key, customer_id) values ('domain-token', $2, $1), ('domain', $3, $1), ('host', 'bench.example.com', $1)`,
		[customerId, hash.toString('hex'), domainId],
	);
	// The customer knows the kinds of events: a domain's token may make few known by itself.
	await owner.query(
		`insert into event_type (customer_id, type, scope, properties, created_at)
		select $1, 'happens' || n, '', '{}', now() from generate_series(0, $2::int - 1) n`,
		[customerId, TRIGGERS],
	);
	return { customerId, domainId, purposeId, senderId, first: rows[0]?.id ?? '', token, cookie: `luvalla_session_${PORT}=${session}` };
};

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
const program = await startProgram({ port: PORT, dataDir, env: { SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', CHROMIUM_PATH: 'off' } });
try {
	const stage = await withOwner({ databaseUrl: null, dataDir, secretKey: SECRET_KEY }, createLog({ logLevel: 'warn' }), stageOn);
	const { customerId, domainId, purposeId, senderId, first: letter, token, cookie } = stage;
	const post = async (path: string, body: object, headers: Record<string, string>): Promise<string> => {
		const answer = await fetch(`${program.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		const said = await answer.text();
		if (!answer.ok) throw new Error(`${path}: ${said}`);
		return said;
	};
	const asOfficer = { cookie, origin: program.url, customer_key: String(customerId), domain_key: domainId };
	for (let n = 0; n < TRIGGERS; n++) {
		const journey = { trigger: { kind: 'event', type: `happens${n}` }, first: letter };
		const made: { data: { id: string } } = JSON.parse(
			await post('/api/manage/triggered', { title: `Trigger ${n}`, journey, options: { senderId } }, asOfficer),
		);
		await post(`/api/manage/triggered/${made.data.id}/start`, {}, asOfficer);
	}
	const emailOf = (n: number): string => `told${n}@example.com`;
	// Everybody says yes before, on the customer's own server.
	for (let from = 0; from < PEOPLE; from += BATCH) {
		const answers = Array.from({ length: Math.min(BATCH, PEOPLE - from) }, (_, n) => ({
			person: { email: emailOf(from + n) },
			purpose: purposeId,
			value: true,
			at: new Date().toISOString(),
			source: 'Bench',
		}));
		await post('/edge/v1/consents', { domainId, answers }, { authorization: `Bearer ${token}` });
	}
	const told = new Map<string, number>();
	const first = Number.parseInt(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
	const takenOf = () => ({ program: processorMicros(program.child.pid ?? 0), database: postgresMicros(first), own: process.cpuUsage() });
	const before = takenOf();
	const began = Date.now();
	const under: Promise<unknown>[] = [];
	for (let at = 0; at < PEOPLE; at += BATCH) {
		// At its time, whether the one before was answered or not.
		await sleep(Math.max(0, began + (at / RATE) * 1000 - Date.now()));
		const moment = Date.now();
		const events = Array.from({ length: Math.min(BATCH, PEOPLE - at) }, (_, n) => {
			const email = emailOf(at + n);
			told.set(email, moment);
			const id = newId();
			return { id, at: instantOf(id), person: { email }, type: `happens${(at + n) % TRIGGERS}` };
		});
		under.push(
			post('/edge/v1/events', { domainId, events }, { authorization: `Bearer ${token}` }).then((said) => {
				if (said.includes('"refused"')) throw new Error(said.slice(0, 500));
			}),
		);
	}
	await Promise.all(under);
	const toldSeconds = (Date.now() - began) / 1000;
	const until = Date.now() + PATIENCE_MS;
	while (came.size < PEOPLE && Date.now() < until) await sleep(250);
	const seconds = (Date.now() - began) / 1000;
	const after = takenOf();
	const own = after.own.user + after.own.system - before.own.user - before.own.system;
	const waits = [...told].map(([email, at]) => ((came.get(email) ?? Number.POSITIVE_INFINITY) - at) / 1000).sort((a, b) => a - b);
	const share = (part: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Number.NaN;
	const result = {
		triggers: TRIGGERS,
		events: PEOPLE,
		eventsASecond: PEOPLE / toldSeconds,
		lettersASecond: came.size / seconds,
		p50Seconds: share(0.5),
		p95Seconds: share(0.95),
		lastSeconds: share(1),
		microsOfALetter: {
			program: Math.round((after.program - before.program) / came.size),
			database: Math.round(microsSince(before.database, after.database) / came.size),
			bench: Math.round(own / came.size),
		},
		missing: PEOPLE - came.size,
		twice,
		goalSeconds: GOAL,
		isMet: share(0.95) <= GOAL,
	};
	process.stdout.write(`${JSON.stringify(result, null, '\t')}\n`);
	await writeResult('triggers', result);
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
	void sink.stop();
}
