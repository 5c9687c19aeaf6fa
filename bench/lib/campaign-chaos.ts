/**
 * A campaign whose workers are killed at random moments, whose database is restarted and whose mail server, or endpoint of webhooks, drops
 * messages after it has them. At the end everybody is in one terminal state, what was accepted is there, and nobody got it twice.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { migrateExternal } from '../../apps/server/src/kernel/storage/storage.ts';
import { differing as differingCounts } from '../../apps/server/src/kernel/tally/recount.ts';
import { deliveryRecount } from '../../apps/server/src/wings/engagement/runs/counts.ts';
import type { SystemPostgres } from '../../apps/server/test/fixtures/system-postgres.ts';
import { beginStaged } from './campaign-begin.ts';
import { CUSTOMER, stageCampaign } from './campaign-stage.ts';
import { letterOf } from './letter.ts';
import { openLetterSink } from './letter-sink.ts';
import { type Program, startProgram } from './program.ts';

const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const LETTER = letterOf('<html><body><p>Hello {{ person.first_name }}</p></body></html>');
const HOOK = {
	...LETTER,
	channel: 'webhook' as const,
	languages: { en: { ...LETTER.languages.en, subject: null, html: null, text: '{ "name": {{ person.first_name | json }} }' } },
};
const SIGNING = `whsec_${Buffer.from('a signing secret of chaos').toString('base64')}`;

const TEXT = {
	...LETTER,
	channel: 'sms' as const,
	languages: { en: { ...LETTER.languages.en, subject: null, html: null, text: 'Hello {{ person.first_name }}, https://shop.example/a' } },
};
const PUSH = {
	...LETTER,
	channel: 'mobile' as const,
	languages: { en: { ...LETTER.languages.en, subject: null, html: null, text: 'Hello {{ person.first_name }}' } },
};
export const BY = ['email', 'webhook', 'sms', 'mobile'] as const;
export type By = (typeof BY)[number];

export interface ChaosOptions {
	/** Letters, where nothing else is said. */
	readonly by?: By;
	readonly people: number;
	readonly connections: number;
	/** Of one random worker. */
	readonly killEveryMs: number;
	readonly restarts: number;
	/** Share of messages after which the server hangs up without a word. */
	readonly drops: number;
	readonly port: number;
	/** A pace that leaves time for all of it on a fast machine; without one, as fast as it goes. */
	readonly perMinute?: number;
	readonly say?: (line: string) => void;
}

export interface ChaosResult {
	readonly people: number;
	readonly kills: number;
	readonly restarts: number;
	readonly seconds: number;
	readonly states: Readonly<Record<string, number>>;
	/** States as they are counted beside the rows. */
	readonly counted: Readonly<Record<string, number>>;
	/** Counts of a key in a minute that are not those of the rows. */
	readonly differing: number;
	/** Rows that are in no terminal state, or have no reason where one belongs. */
	readonly open: number;
	readonly unreasoned: number;
	readonly inSink: number;
	readonly dropped: number;
	/** Begun and not settled by a worker when it was killed, in all. */
	readonly inHand: number;
	readonly twice: number;
	/** Said to be accepted and not in the sink. */
	readonly missing: number;
}

/** Who a signed request is about. */
const toOfHook = (raw: string, headers: Record<string, string>): string => {
	const { data } = new Webhook(SIGNING).verify(raw, headers) as { data: { person: { email: string } } };
	return data.person.email;
};

const LET_IN = '{"access_token":"ya29.chaos","expires_in":3599,"token_type":"Bearer"}';

/** Who a push is for; null: it asks for the token that pushes are sent under. */
const toOfPush = (raw: string): string | null =>
	raw.startsWith('{') ? (JSON.parse(raw) as { message: { token: string } }).message.token : null;

/** Takes requests; of some it says nothing and hangs up. @param toOf null: it is no message, and is let in */
const openEndpoint = async (
	drops: number,
	toOf: (raw: string, headers: Record<string, string>) => string | null,
	answer: [number, string?],
) => {
	const got = new Map<string, number>();
	let dropped = 0;
	const server = createServer(async (request, response) => {
		const parts: Buffer[] = [];
		try {
			for await (const part of request) parts.push(part);
		} catch {
			// Whoever sent it was killed in the middle of it.
			return;
		}
		const raw = Buffer.concat(parts).toString('utf8');
		const to = toOf(raw, request.headers as Record<string, string>);
		if (to === null) return void response.writeHead(200, { 'content-type': 'application/json' }).end(LET_IN);
		got.set(to, (got.get(to) ?? 0) + 1);
		if (Math.random() >= drops) return void response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
		dropped += 1;
		request.socket.destroy();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		got,
		dropped: () => dropped,
		port: (server.address() as AddressInfo).port,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** Takes letters; of some it says nothing and hangs up. */
const openSink = async (drops: number) => {
	const got = new Map<string, number>();
	let dropped = 0;
	const { port, stop } = await openLetterSink((to) => {
		got.set(to, (got.get(to) ?? 0) + 1);
		if (Math.random() >= drops) return true;
		dropped += 1;
		return false;
	});
	return { got, dropped: () => dropped, port, stop };
};

/** What each channel says, who takes it, and how it is reached. */
const PEERS = {
	email: { frozen: LETTER, open: openSink, connector: () => null },
	webhook: {
		frozen: HOOK,
		open: (drops: number) => openEndpoint(drops, toOfHook, [204]),
		connector: (port: number) =>
			({ type: 'webhook', config: { url: `http://127.0.0.1:${port}/in` }, secrets: { secret: SIGNING } }) as const,
	},
	sms: {
		frozen: TEXT,
		open: (drops: number) =>
			openEndpoint(drops, (raw) => new URLSearchParams(raw).get('To') ?? '', [201, '{"sid":"SM1","status":"queued","num_segments":"1"}']),
		connector: (port: number) =>
			({
				type: 'sms-http',
				config: { url: `http://127.0.0.1:${port}`, account: 'AC1', from: '+358457000000' },
				secrets: { token: 'of chaos' },
			}) as const,
	},
	mobile: {
		frozen: PUSH,
		open: (drops: number) => openEndpoint(drops, toOfPush, [200, '{"name":"projects/chaos/messages/1"}']),
		connector: (port: number) => {
			const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
			const url = `http://127.0.0.1:${port}`;
			return {
				type: 'fcm',
				config: { projectId: 'chaos', clientEmail: 'chaos@chaos.example', tokenUri: `${url}/token`, url },
				secrets: { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
			} as const;
		},
	},
};

export const campaignChaos = async (
	postgres: SystemPostgres,
	database: string,
	{ by = 'email', people, connections, killEveryMs, restarts, drops, port, perMinute, say = () => undefined }: ChaosOptions,
): Promise<ChaosResult> => {
	const url = postgres.url(database);
	const log = createLog({ logLevel: 'error' });
	await migrateExternal(url, SECRET_KEY, log);
	const peer = PEERS[by];
	const sink = await peer.open(drops);
	const connector = peer.connector(sink.port);
	const stage = await postgres.admin(
		(owner) =>
			stageCampaign(owner, {
				people,
				port: sink.port,
				connections,
				frozen: peer.frozen,
				...(connector && { connector: { ...connector, key: SECRET_KEY } }),
				options: perMinute === undefined ? {} : { throttle: perMinute },
			}),
		database,
	);
	const folders: string[] = [];
	const worker = (n: number): Promise<Program> => {
		const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-chaos-'));
		folders.push(dataDir);
		return startProgram({
			port: port + n,
			dataDir,
			env: { ROLE: 'worker', DATABASE_URL: url, SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'info' },
		});
	};
	const ask = async <R>(statement: string): Promise<R[]> =>
		(await postgres.admin((client) => client.query(statement, []), database)).rows as R[];
	const workers = [await worker(0), await worker(1)];
	// Now that both are there: where a program takes long to start, the first would send all meanwhile.
	await beginStaged(url, SECRET_KEY, stage);
	const began = performance.now();
	let kills = 0;
	let inHand = 0;
	let restarted = 0;
	const settledShare = async (): Promise<number> => {
		const [found] = await ask<{ share: number }>(
			`select coalesce(sum(n) filter (where what in ('accepted','failed','skipped','unknown')), 0)::float8 / ${people} as share from delivery_count where customer_id = ${CUSTOMER}`,
		);
		return found?.share ?? 0;
	};
	for (;;) {
		await sleep(killEveryMs);
		const [run] = await ask<{ state: string }>(`select state from campaign_run where customer_id = ${CUSTOMER}`);
		if (run?.state === 'done') break;
		const share = await settledShare();
		if (share >= 1) continue;
		// Where a program takes long to start, the other may send all meanwhile: the database has its first turn before anybody is killed.
		if (share === 0 && restarted < restarts) continue;
		if (restarted < restarts && share > restarted / (restarts + 1)) {
			restarted += 1;
			say(`the database restarts at ${Math.round(share * 100)} %`);
			await postgres.restart();
			continue;
		}
		const victim = Math.floor(Math.random() * workers.length);
		const [hand] = await ask<{ n: number }>(`select count(*)::int as n from delivery_lease l cross join unnest(l.begun) b (entry)
				join delivery d on d.customer_id = l.customer_id and d.run_id = l.run_id and d.channel = l.channel and d.entry = b.entry
			where d.state in ('waiting', 'deferred')`);
		workers[victim]?.child.kill('SIGKILL');
		await workers[victim]?.ended;
		inHand += hand?.n ?? 0;
		kills += 1;
		say(`kill ${kills} at ${Math.round(share * 100)} %`);
		workers[victim] = await worker(victim);
	}
	const seconds = (performance.now() - began) / 1000;
	for (const one of workers) await one.stop();
	const rows = await ask<{ state: string; reason: string | null; address: string }>(
		`select state, reason, address from delivery where customer_id = ${CUSTOMER}`,
	);
	const counts = await ask<{ what: string; n: number }>(
		`select what, sum(n)::int as n from delivery_count where customer_id = ${CUSTOMER} and what in ('waiting','deferred','accepted','failed','skipped','unknown') group by what`,
	);
	const { rowCount: differing } = await postgres.admin((client) => client.query(differingCounts(deliveryRecount, CUSTOMER)), database);
	await sink.stop();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	const states: Record<string, number> = {};
	for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
	return {
		people,
		kills,
		restarts: restarted,
		seconds: Math.round(seconds),
		states,
		counted: Object.fromEntries(counts.filter(({ n }) => n !== 0).map(({ what, n }) => [what, n])),
		differing: differing ?? 0,
		open: people - rows.filter(({ state }) => ['accepted', 'failed', 'skipped', 'unknown'].includes(state)).length,
		unreasoned: rows.filter(({ state, reason }) => state !== 'accepted' && reason === null).length,
		inSink: [...sink.got.values()].reduce((sum, n) => sum + n, 0),
		dropped: sink.dropped(),
		inHand,
		twice: [...sink.got.values()].filter((n) => n > 1).length,
		missing: rows.filter(({ state, address }) => state === 'accepted' && !sink.got.has(address)).length,
	};
};
