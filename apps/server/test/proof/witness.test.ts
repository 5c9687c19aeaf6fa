/** Witnesses: asked for a cosignature of every head, and what happens when one is not what it should be. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isExtension } from '@luvalla/verify/merkle.ts';
import { cosignedAt, keyHashOf, parseNote, type VerifierKey } from '@luvalla/verify/note.ts';
import { describe, expect, test } from 'vitest';
import { askWitnesses } from '../../src/wings/consent/proof/witness.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { headOf, listener, proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

describe('a witness', () => {
	test('that answers nonsense, with another key or from elsewhere cosigns nothing, and holds up nothing', async () => {
		const pair = () => {
			const { publicKey, privateKey } = generateKeyPairSync('ed25519');
			return { raw: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'), privateKey };
		};
		const [mine, strange] = [pair(), pair()];
		const key: VerifierKey = { name: 'witness.example/odd', raw: mine.raw, cosigns: true };
		const seconds = Buffer.alloc(8);
		seconds.writeBigUInt64BE(1_790_000_000n);
		/** A cosignature of what was sent, or of something else, by one of the keys. */
		const cosigned = (text: string, by: typeof mine): string => {
			const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1790000000\n${text}`), by.privateKey);
			return `— ${key.name} ${Buffer.concat([keyHashOf(key.name, mine.raw, 4), seconds, signature]).toString('base64')}\n`;
		};
		const elsewhere = await listener(() => ({ status: 200, text: 'never asked' }));
		const answers: [error: string, answer: (body: string) => { status: number; text: string; type?: string; location?: string }][] = [
			['Its answer holds no cosignature of its key.', () => ({ status: 200, text: '' })],
			['Its answer holds no cosignature of its key.', () => ({ status: 200, text: '\u0000<html>\n— x y\n— witness.example/odd !!!\n' })],
			[
				'Its answer holds no cosignature of its key.',
				(body) => ({ status: 200, text: cosigned(headOf(body.slice(body.indexOf('\n\n') + 2)).note.text, strange) }),
			],
			['Its answer holds no cosignature of its key.', () => ({ status: 200, text: cosigned('another head', mine) })],
			['It answered 409.', () => ({ status: 409, text: 'many\n', type: 'text/x.tlog.size' })],
			['It cosigned 999999999 entries, and there are', () => ({ status: 409, text: '999999999\n', type: 'text/x.tlog.size' })],
			['It answered 302.', () => ({ status: 302, text: '', location: elsewhere.url })],
			['It answered 500.', () => ({ status: 500, text: 'broken' })],
			['is larger than 262144 bytes.', () => ({ status: 200, text: 'x'.repeat(300_000) })],
		];
		let answer = answers[0]?.[1];
		const witness = await listener((_request, body) => answer?.(body) ?? { status: 404, text: '' });
		const { kernel } = t.server;
		const quiet = {
			...kernel,
			log: { ...kernel.log, warn: () => undefined },
			settings: { ...kernel.settings, ledgerWitnesses: [{ key, url: witness.url }] },
		};
		const own = await p.stage();
		for (const [n, [error, next]] of answers.entries()) {
			answer = next;
			const [id] = await p.record(own, 1);
			await sealAll(quiet);
			const [row] = await t.storage.inPlatform((tx) =>
				tx.query<{ error: string; size: number }>('select error, size from ledger_witness where name = $1', [key.name]),
			);
			expect([n, row?.error]).toEqual([n, expect.stringContaining(error)]);
			expect(row?.size).toBe(0);
			expect((await p.get(null, `/edge/v1/receipts/${id}`)).type).toBe('luvalla-consent-receipt');
		}
		const kept = await t.storage.inPlatform((tx) => tx.query('select line from installation_cosignature where witness = $1', [key.name]));
		expect([kept, elsewhere.heard]).toEqual([[], []]);
		const { witnesses } = (await p.get(own.owner, '/api/audit/ledger')).data;
		expect(witnesses).toEqual([]);
		await witness.stop();
		await elsewhere.stop();
	});

	test('is given each head with a proof from what it saw last, and its cosignature is served', async () => {
		const { publicKey, privateKey } = generateKeyPairSync('ed25519');
		const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
		const key: VerifierKey = { name: 'witness.example/w1', raw, cosigns: true };
		/** As c2sp.org/tlog-witness says: it remembers, checks and cosigns. */
		const seen = { size: 0, root: Buffer.alloc(0) };
		const said: number[] = [];
		const witness = await listener((_request, body) => {
			const [head = '', note = ''] = [body.slice(0, body.indexOf('\n\n')), body.slice(body.indexOf('\n\n') + 2)];
			const [old = '', ...proof] = head.split('\n');
			const { checkpoint, note: signed } = headOf(note);
			const from = Number(old.slice(4));
			const answer = (status: number, text = '', type = 'text/plain') => {
				said.push(status);
				return { status, text, type };
			};
			if (from !== seen.size) return answer(409, `${seen.size}\n`, 'text/x.tlog.size');
			const steps = proof.map((line) => Buffer.from(line, 'base64'));
			if (from > 0 && !isExtension(from, checkpoint.size, steps, seen.root, checkpoint.root)) return answer(422);
			Object.assign(seen, { size: checkpoint.size, root: checkpoint.root });
			const seconds = Buffer.alloc(8);
			seconds.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
			const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds.readBigUInt64BE(0)}\n${signed.text}`), privateKey);
			return answer(200, `— ${key.name} ${Buffer.concat([keyHashOf(key.name, raw, 4), seconds, signature]).toString('base64')}\n`);
		});
		const kernel = { ...t.server.kernel, settings: { ...t.server.kernel.settings, ledgerWitnesses: [{ key, url: witness.url }] } };
		const own = await p.stage();
		for (let round = 0; round < 3; round++) {
			await p.record(own, 1);
			await sealAll(kernel);
			const served = parseNote((await t.send(null, 'GET', '/edge/v1/ledger/installation/checkpoint')).text);
			expect(served && cosignedAt(served, key.name, raw)).toBeGreaterThan(1_700_000_000);
		}
		expect(said).toEqual([200, 200, 200]);
		// It forgot what we think it knows: one question more, and all is well again.
		await t.storage.inPlatform((tx) => tx.query('update ledger_witness set size = 1 where name = $1', [key.name]));
		await p.record(own, 1);
		await sealAll(kernel);
		expect(said.slice(3)).toEqual([409, 200]);
		await askWitnesses(kernel);
		expect(said).toHaveLength(5);
		await witness.stop();
		await p.record(own, 1);
		await sealAll({ ...kernel, log: { ...kernel.log, warn: () => undefined } });
		const [row] = await t.storage.inPlatform((tx) =>
			tx.query<{ error: string }>('select error from ledger_witness where name = $1', [key.name]),
		);
		expect(row?.error).toContain('ECONNREFUSED');
	});
});
