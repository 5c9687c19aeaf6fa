/**
 * Durable posts of a sign-up form a second: the real program with its embedded database, one post a request, keep-alive, an address, a sender
 * and the work of form.js each; beside a bare batched insert of the same rows into the same table, a hundred a commit, with nothing judged.
 * Interleaved rounds. Rows are counted by SELECT after the last acknowledgement; fsync and synchronous_commit are on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../apps/server/src/kernel/clock.ts';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { withOwner } from '../apps/server/src/kernel/storage/attach.ts';
import { bodyFor, publishForm, tokenFrom } from './lib/form.ts';
import { startProgram } from './lib/program.ts';
import { publish } from './lib/publication.ts';
import { spreadOf, writeResult } from './lib/result.ts';

const ROUNDS = 3;
const POSTS = Number(process.argv[2] ?? 4000);
const CONNECTIONS = 50;
const BATCH = 100;
const GOAL = 1000;
const PORT = 4170;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';

/** Sends each over one of a few connections, one under way on each. Answers the seconds. */
const send = async (requests: readonly string[]): Promise<number> => {
	let next = 0;
	const started = performance.now();
	const lane = (): Promise<void> =>
		new Promise((done, failed) => {
			const socket = connect({ port: PORT, host: '127.0.0.1', noDelay: true });
			let held = '';
			const go = (): void => {
				const request = requests[next++];
				if (request === undefined) {
					socket.end();
					done();
				} else socket.write(request);
			};
			socket.once('connect', go);
			socket.once('error', failed);
			socket.on('data', (chunk) => {
				held += chunk.toString('latin1');
				const body = held.indexOf('\r\n\r\n') + 4;
				const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? Number.NaN);
				if (body < 4 || held.length < body + length) return;
				if (!held.startsWith('HTTP/1.1 200')) return failed(new Error(`Not taken: ${held}`));
				held = '';
				go();
			});
		});
	await Promise.all(Array.from({ length: CONNECTIONS }, lane));
	return (performance.now() - started) / 1000;
};

const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
const program = await startProgram({ port: PORT, dataDir, env: { SECRET_KEY, TRUST_PROXY: '127.0.0.1', CHROMIUM_PATH: 'off' } });
try {
	await withOwner({ databaseUrl: null, dataDir, secretKey: SECRET_KEY }, createLog({ logLevel: 'warn' }), async (owner) => {
		const publication = await publish(owner, 4_000_000);
		const { customerId, origin } = publication;
		const form = await publishForm(owner, publication, 1);
		const token = await tokenFrom(program.url, form);
		let made = 0;
		const requests = (n: number): string[] =>
			Array.from({ length: n }, () => {
				const one = made++;
				const email = `bench${one}@example.com`;
				const body = bodyFor(form, token, email);
				return `POST /edge/v1/forms HTTP/1.1\r\nhost: localhost:${PORT}\r\norigin: ${origin}\r\nx-forwarded-for: 10.${one >> 16}.${(one >> 8) & 255}.${one & 255}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
			});
		const counted = async (): Promise<number> => {
			const { rows } = await owner.query<{ n: string }>(
				`select coalesce(sum(n), 0) as n from signup_count where customer_id = $1 and what = 'asked'`,
				[customerId],
			);
			return Number(rows[0]?.n);
		};
		const bare = async (n: number): Promise<number> => {
			const started = performance.now();
			for (let from = 0; from < n; from += BATCH) {
				const emails = Array.from({ length: BATCH }, (_, at) => `bare${made}-${from + at}@example.com`);
				await owner.query(
					`insert into signup_request (customer_id, request_id, form_id, folder, language, email, way, asked_at, network, browser, device, due_at)
					select $1, i, $2, 'fbench', 'en', e, 'script', now(), '10.0.0.0/24', 'Chrome 140', 'desktop', '2099-01-01' from unnest($3::uuid[], $4::text[]) g (i, e)`,
					[customerId, form, emails.map(() => newId()), emails],
				);
			}
			return (performance.now() - started) / 1000;
		};
		await send(requests(300));
		const rates: { ours: number; bare: number }[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const before = await counted();
			const ready = requests(POSTS);
			const seconds = await send(ready);
			const stored = (await counted()) - before;
			if (stored !== POSTS) throw new Error(`${POSTS} posts were acknowledged, and ${stored} are there.`);
			rates.push({ ours: POSTS / seconds, bare: POSTS / (await bare(POSTS)) });
		}
		const [ours, limit] = [spreadOf(rates.map((one) => one.ours)), spreadOf(rates.map((one) => one.bare))];
		console.table({ 'posts of a form a second, durable': ours, 'bare batched insert': limit });
		console.log(ours.median >= GOAL ? `At least ${GOAL} a second: yes.` : `At least ${GOAL} a second: NO.`);
		await writeResult('forms', { posts: POSTS, connections: CONNECTIONS, ours, bare: limit });
	});
} finally {
	await program.stop();
	rmSync(dataDir, { recursive: true, force: true });
}
