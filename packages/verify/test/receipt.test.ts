import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReceipt, compareHeads, type Receipt, readHead } from '../src/receipt.ts';
import { newLog, newSigner } from './made.ts';

const signer = newSigner();
const log = newLog(13);
const good = log.receipt(signer, 6);
const checkpointOf = (note: string) => {
	const head = readHead(note);
	if (!head) throw new Error('no head');
	return head.checkpoint;
};

describe('a receipt', () => {
	test('holds with the right key, also as an API answers it', () => {
		for (const given of [good, { data: good }]) {
			const checked = checkReceipt(given, [newSigner().raw, signer.raw]);
			expect(checked.checks.map(({ name, ok }) => [name, ok])).toEqual(
				['form', 'record', 'leaf', 'inclusion', 'signature', 'installation inclusion', 'installation signature', 'shown', 'summary'].map(
					(name) => [name, true],
				),
			);
			expect(checked).toMatchObject({ ok: true, record: { id: 'record 6' }, head: { size: 13 } });
		}
	});

	test('does not hold with another key, nor signed anew by another', () => {
		expect(checkReceipt(good, [newSigner().raw]).checks.at(-1)).toMatchObject({ name: 'signature', ok: false });
		expect(checkReceipt(good, []).ok).toBe(false);
		expect(checkReceipt(log.receipt(newSigner(), 6), [signer.raw]).ok).toBe(false);
	});

	test('does not hold with any one character of its proof changed', () => {
		/** Where the proof is; titles and addresses are not. */
		const proven = JSON.stringify({ ...good, address: undefined, consent: undefined });
		fc.assert(
			fc.property(fc.nat(proven.length - 1), fc.constantFrom(1, 2, 4, 8), (at, bit) => {
				const changed = `${proven.slice(0, at)}${String.fromCharCode(proven.charCodeAt(at) ^ bit)}${proven.slice(at + 1)}`;
				let given: unknown;
				try {
					given = JSON.parse(changed);
				} catch {
					return;
				}
				expect([at, checkReceipt({ ...(given as object), address: good.address, consent: good.consent }, [signer.raw]).ok]).toEqual([
					at,
					false,
				]);
			}),
			{ numRuns: 1500 },
		);
	});

	test('names what was changed', () => {
		const failing = (over: Partial<Receipt>) => checkReceipt({ ...good, ...over }, [signer.raw]).checks.at(-1)?.name;
		expect(failing({ record: good.record.replace('true', 'false') })).toBe('leaf');
		expect(failing({ record: ` ${good.record}` })).toBe('record');
		expect(failing({ position: 5 })).toBe('inclusion');
		expect(failing({ head: log.receipt(signer, 6, 12).head })).toBe('inclusion');
		expect(failing({ keyId: '0000000000000000' })).toBe('signature');
		expect(failing({ installation: { ...good.installation, position: 0 } })).toBe('installation inclusion');
		expect(
			failing({
				installation: {
					...good.installation,
					head: newSigner().head('localhost/installation', 3, checkpointOf(good.installation.head).root),
				},
			}),
		).toBe('installation signature');
		expect(failing({ shown: { folder: 'p2', hash: 'ab' } })).toBe('shown');
		expect(failing({ consent: { repeats: { ...Object(good.consent.repeats), value: false } } })).toBe('summary');
		expect(failing({ inclusion: ['xx'] })).toBe('form');
		for (const given of [null, 3, 'text', [], {}, { data: [] }]) expect(checkReceipt(given, [signer.raw]).ok).toBe(false);
	});
});

describe('an older receipt', () => {
	const forged = newLog(13, (n) => n !== 2);
	const before = checkpointOf(log.receipt(signer, 3, 7).head);
	test('is the beginning of the log that grew from it', () => {
		expect(compareHeads(before, checkpointOf(good.head), log.consistency(7))).toMatchObject({ ok: true });
		expect(compareHeads(before, before, [])).toMatchObject({ ok: true });
	});
	test('tells of a log rebuilt with the right key', () => {
		const rebuilt = forged.receipt(signer, 2);
		expect(checkReceipt(rebuilt, [signer.raw]).ok).toBe(true);
		for (const proof of [forged.consistency(7), log.consistency(7), []])
			expect(compareHeads(before, checkpointOf(rebuilt.head), proof)).toMatchObject({ ok: false, code: 'rewritten' });
		expect(compareHeads(checkpointOf(good.head), checkpointOf(rebuilt.head), [])).toMatchObject({ ok: false, code: 'rewritten' });
	});
	test('tells of entries taken away, and is not compared with another log', () => {
		expect(compareHeads(checkpointOf(good.head), before, [])).toMatchObject({ ok: false, code: 'shrunk' });
		expect(compareHeads({ ...before, origin: 'elsewhere' }, checkpointOf(good.head), log.consistency(7))).toMatchObject({
			ok: false,
			code: 'other log',
		});
	});
});

describe('npm run verify', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'luvalla-verify-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	const file = (name: string, content: unknown): string => {
		const path = join(folder, name);
		writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
		return path;
	};
	const run = (...args: string[]): Promise<{ code: number | null; out: string; err: string }> =>
		new Promise((resolve) => {
			const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...args]);
			let [out, err] = ['', ''];
			child.stdout.on('data', (part) => {
				out += part;
			});
			child.stderr.on('data', (part) => {
				err += part;
			});
			child.once('close', (code) => resolve({ code, out, err }));
		});

	test('says in sentences that a receipt holds, or what does not', async () => {
		const key = signer.raw.toString('base64');
		const receipt = file('good.json', good);
		const fine = await run(receipt, key);
		expect([fine.code, fine.err]).toEqual([0, '']);
		expect(fine.out).toContain(`✓ The leaf is number 7 of the 13 under the head.`);
		expect(fine.out).toContain(`said yes to 'statistics'`);
		expect(await run(receipt, file('key.txt', `${key}\n`))).toMatchObject({ code: 0 });
		const bad = await run(file('bad.json', { ...good, record: good.record.replace('true', 'false') }), key);
		expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('✗ Record and salt do not make the leaf')]);
		expect(await run(receipt, newSigner().raw.toString('hex'))).toMatchObject({ code: 1 });
	});

	test('ends with 2 when it could not check', async () => {
		const key = signer.raw.toString('base64');
		const receipt = file('good.json', good);
		for (const args of [
			[],
			[receipt],
			[join(folder, 'none'), key],
			[receipt, 'nonsense'],
			[file('text', 'text'), key],
			[receipt, key, '--what'],
			[receipt, key, 'more'],
		])
			expect([args, (await run(...args)).code]).toEqual([args, 2]);
		const older = await run(receipt, key, '--older', file('old.json', log.receipt(signer, 3, 7)));
		expect([older.code, older.err]).toEqual([2, expect.stringContaining('--proof')]);
	});

	test('catches a log rebuilt with the right key by an older receipt, with a proof from a file or fetched', async () => {
		const key = signer.raw.toString('base64');
		const forged = newLog(13, (n) => n !== 2);
		const serving = { log: log as ReturnType<typeof newLog>, asked: [] as string[] };
		const server = createServer((request, response) => {
			const url = new URL(request.url ?? '', 'http://localhost');
			serving.asked.push(`${url.pathname}${url.search}`);
			if (url.pathname.endsWith('/checkpoint')) response.end(signer.head('localhost/log-1', 13, serving.log.root()));
			else
				response.end(
					JSON.stringify({
						data: { proof: serving.log.consistency(Number(url.searchParams.get('from')), Number(url.searchParams.get('to'))) },
					}),
				);
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/edge/v1/ledger/log-1`;
		const old = file('old.json', log.receipt(signer, 3, 7, address));
		const now = file('now.json', log.receipt(signer, 6, 13, address));
		const rebuilt = file('rebuilt.json', forged.receipt(signer, 2, 13, address));

		expect(await run(now, key, '--older', old, '--proof', file('proof.json', { data: { proof: log.consistency(7) } }))).toMatchObject({
			code: 0,
		});
		expect(await run(rebuilt, key, '--older', old, '--proof', file('proof.json', { proof: forged.consistency(7) }))).toMatchObject({
			code: 1,
			out: expect.stringContaining('it was rewritten'),
		});
		expect(await run(now, key, '--older', file('head.txt', signer.head('localhost/log-1', 7, log.root(7))), '--fetch')).toMatchObject({
			code: 0,
		});
		expect(serving.asked).toEqual(['/edge/v1/ledger/consistency?log=log-1&from=7&to=13']);
		// Without an older one: the receipt's own head against the log of today.
		expect(await run(old, key, '--fetch')).toMatchObject({
			code: 0,
			out: expect.stringContaining('The first 7 of the 13 entries are what they were.'),
		});
		serving.log = forged;
		expect(await run(old, key, '--fetch')).toMatchObject({ code: 1, out: expect.stringContaining('it was rewritten') });
		await new Promise((done) => server.close(done));
		expect(await run(old, key, '--fetch')).toMatchObject({ code: 2, err: expect.stringContaining('does not answer') });
	});
});
