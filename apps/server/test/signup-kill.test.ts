/** The whole program is killed between post, letter and confirmation: nobody is mailed twice, and no acknowledged post is lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Client } from 'pg';
import { expect, it } from 'vitest';
import { bodyFor, publishForm, tokenFrom } from '../../../bench/lib/form.ts';
import { type Program, startProgram } from '../../../bench/lib/program.ts';
import { publish } from '../../../bench/lib/publication.ts';
import { atLength } from '../../../scripts/length.ts';
import { newId } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { createSecrets } from '../src/kernel/secrets.ts';
import { withOwner } from '../src/kernel/storage/attach.ts';
import { makeKey } from '../src/wings/engagement/senders/store.ts';
import { openSink } from './engagement/sink.ts';

const SECRET_KEY = 'a secret key of tests that is longer than 32';
const CUSTOMER = 901;
const ROUNDS = atLength(1, 3);
const POSTS = 30;

it('nobody is mailed twice and nothing acknowledged is lost, however the program is killed', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-signup-'));
	const sink = await openSink();
	const env = { SECRET_KEY, TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: '127.0.0.0/8', CHROMIUM_PATH: 'off' };
	const start = (): Promise<Program> => startProgram({ port: 4192, dataDir, env });
	const asOwner = <T>(work: (owner: Client) => Promise<T>): Promise<T> =>
		withOwner({ databaseUrl: null, dataDir, secretKey: SECRET_KEY }, createLog({ logLevel: 'warn' }), work);
	const rows = <R extends object>(text: string): Promise<R[]> => asOwner(async (owner) => (await owner.query<R>(text)).rows);
	let program = await start();
	try {
		const secrets = createSecrets(SECRET_KEY);
		const senderId = newId();
		const key = await makeKey(secrets, senderId);
		const { origin, form } = await asOwner(async (owner) => {
			const publication = await publish(owner, CUSTOMER);
			const right = { ok: true, finding: 'right', seen: '' };
			await owner.query(
				`insert into sender (customer_id, sender_id, domain_id, name, address, postal, selector, public_key, private_key, checked, checked_at, created_at, changed_at)
				values ($1, $2, $3, 'Klubi', 'klubi@klubi.example', 'Street 1', $4, $5, $6, $7, now(), now(), now())`,
				[
					...[CUSTOMER, senderId, publication.domainId, key.selector, key.publicKey, key.privateKey],
					JSON.stringify({ spf: right, dkim: right, dmarc: right, alignment: right }),
				],
			);
			await owner.query(
				`insert into connector (customer_id, connector_id, type, name, config, is_active, direction, created_at, changed_at, changed_by)
				values ($1, $2, 'smtp', 'SMTP', $3, true, 'none', now(), now(), $2)`,
				[CUSTOMER, newId(), JSON.stringify({ host: '127.0.0.1', port: sink.port, security: 'none', user: '' })],
			);
			return { origin: publication.origin, form: await publishForm(owner, publication, 1000) };
		});
		const acknowledged: string[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const token = await tokenFrom(program.url, form);
			const emails = Array.from({ length: POSTS }, (_, n) => `kill${round}-${n}@example.com`);
			const bodies = emails.map((email) => bodyFor(form, token, email));
			const before = sink.mails.length;
			// It goes at a moment of its own each round: with the first answer, with a letter, with the fifth letter.
			const moment = async (): Promise<void> => {
				for (;;) {
					if (round === 0 ? acknowledged.length > 0 : sink.mails.length - before >= (round === 1 ? 1 : 5)) return;
					await new Promise((resolve) => setImmediate(resolve));
				}
			};
			const posts = emails.map(async (email, n) => {
				const sent = await fetch(`${program.url}/edge/v1/forms`, {
					method: 'POST',
					headers: { origin, 'content-type': 'text/plain', 'x-forwarded-for': `10.9.${round}.${n + 1}` },
					body: bodies[n] ?? '',
				}).catch(() => null);
				if (sent?.status === 200) acknowledged.push(email);
			});
			await moment();
			await program.kill(round % 2 === 0 ? 'every' : 'first');
			await Promise.all(posts);
			program = await start();
			const there = new Set((await rows<{ email: string }>('select email from signup_request')).map(({ email }) => email));
			expect(acknowledged.filter((email) => !there.has(email))).toEqual([]);
		}
		// A lease that nobody holds any more ends by itself; here nobody waits for it.
		const left = async (): Promise<number> => {
			await asOwner((owner) =>
				owner.query(`update signup_request set due_at = now() where letter = 'waiting' and judged_at < now() - interval '3 seconds'`),
			);
			return (await rows<{ n: number }>(`select count(*)::int as n from signup_request where letter = 'waiting'`))[0]?.n ?? -1;
		};
		await expect.poll(left, { interval: 500 }).toBe(0);
		const letters = Map.groupBy(sink.mails, ({ to }) => to);
		expect([...letters].filter(([, mails]) => mails.length > 1).map(([to]) => to)).toEqual([]);
		const stored = await rows<{ email: string; letter: string }>('select email, letter from signup_request');
		// What was taken by the mail server was taken once; what was cut off as it left is known as that and never sent anew.
		expect(stored.filter(({ email, letter }) => letter === 'sent' && !letters.has(email))).toEqual([]);
		expect(stored.filter(({ letter }) => letter !== 'sent' && letter !== 'begun')).toEqual([]);
		expect(stored.filter(({ letter }) => letter === 'sent').length).toBeGreaterThan(((ROUNDS - 1) * POSTS) / 2);

		// The button, and the end in the middle of it: there is one record or none, and pressing again makes it one.
		const mail = sink.mails.at(-1);
		const link = /http\S+\/signup\/c\/[\w-]+/.exec((await simpleParser(mail?.raw ?? '')).text ?? '')?.[0] ?? '';
		const press = (): Promise<Response | null> =>
			fetch(link, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'do=confirm' }).catch(
				() => null,
			);
		const pressed = press();
		await program.kill('every');
		await pressed;
		program = await start();
		expect((await press())?.status).toBe(200);
		const records = await rows<{ n: number }>(
			`select count(*)::int as n from consent_record where subject = 'email:${mail?.to}' and value`,
		);
		expect(records[0]?.n).toBe(1);
	} finally {
		await program.stop();
		await sink.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
});
