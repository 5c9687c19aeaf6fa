/** Witnesses: asked for a cosignature of every head, and what happens when one is not what it should be. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isExtension } from '@luvalla/verify/merkle.ts';
import { cosignedAt, keyHashOf, parseNote, type VerifierKey } from '@luvalla/verify/note.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askWitnesses } from '../../src/wings/consent/proof/witness.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { headOf, listener, type ProofApp, proofApp } from './stage.ts';

let p: ProofApp;
let t: ProofApp['t'];
beforeAll(async () => {
	p = await proofApp();
	t = p.t;
});
afterAll(() => t.stop());

describe('a witness', () => {
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
