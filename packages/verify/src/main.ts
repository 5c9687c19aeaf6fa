/**
 * `npm run verify -- RECEIPT KEY [--older FILE [--proof FILE]] [--fetch]`, or without installing anything
 * `node packages/verify/src/main.ts …` (Node.js 24). Ends with 0 when everything holds, 1 when something does not, 2 when it could
 * not be checked.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readKeys } from './keys.ts';
import type { Checkpoint } from './note.ts';
import { checkReceipt, compareHeads, type Head, isHeadSigned, type Receipt, readHead, readReceipt } from './receipt.ts';

const USAGE = `Usage: npm run verify -- RECEIPT KEY [--older FILE] [--proof FILE] [--fetch]

RECEIPT  a receipt file (JSON)
KEY      the installation's public key, or a file with it: PEM, hex, base64, name+hash+key,
         or what its address /edge/v1/ledger/key answers
--older  an older receipt or signed head of the same log: is what it covers still there, unchanged?
--proof  the consistency proof between the two, as /edge/v1/ledger/consistency answers it
--fetch  ask the address in the receipt: for that proof, or without --older for the log's head
         of today, of which the receipt's must be the beginning`;

const FETCH_MS = 10_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** It could not be checked: neither good nor bad. */
class Unable extends Error {}

const read = (path: string): string => {
	if (!existsSync(path)) throw new Unable(`There is no file ${path}.`);
	return readFileSync(path, 'utf8');
};

const json = (text: string, what: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw new Unable(`${what} is not JSON.`);
	}
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const dataOf = (value: unknown): unknown => (isRecord(value) && 'data' in value ? value.data : value);

/** Hashes in hex out of `{ proof: [...] }`. */
const proofOf = (value: unknown, what: string): string[] => {
	const data = dataOf(value);
	const proof = isRecord(data) ? data.proof : undefined;
	if (!Array.isArray(proof) || !proof.every((one) => typeof one === 'string')) throw new Unable(`${what} holds no consistency proof.`);
	return proof;
};

const ask = async (address: string): Promise<string> => {
	let answer: Response;
	try {
		answer = await fetch(address, { signal: AbortSignal.timeout(FETCH_MS), redirect: 'error' });
	} catch (error) {
		throw new Unable(`${address} does not answer: ${error instanceof Error ? error.message : String(error)}`);
	}
	if (!answer.ok) throw new Unable(`${address} answers ${answer.status}.`);
	return answer.text();
};

/** `…/edge/v1/ledger/<log>` → the consistency call beside it. */
const consistencyAddress = (receipt: Receipt, from: number, to: number): string => {
	const base = new URL(receipt.address);
	const log = base.pathname.split('/').at(-1) ?? '';
	base.pathname = base.pathname.replace(/[^/]+$/, 'consistency');
	base.search = new URLSearchParams({ log, from: String(from), to: String(to) }).toString();
	return base.href;
};

/** A receipt's head, or a file that is a signed head itself. */
const headIn = (text: string, what: string): Head => {
	const receipt = text.trimStart().startsWith('{') ? readReceipt(json(text, what)) : null;
	const head = readHead(receipt ? receipt.head : text);
	if (!head) throw new Unable(`${what} is neither a receipt nor a signed head.`);
	return head;
};

const signed = (head: Head, keys: readonly Buffer[], what: string): Checkpoint | null => {
	if (isHeadSigned(head, keys)) return head.checkpoint;
	say(`✗ ${what} is not signed by the key you gave.`);
	return null;
};

const history = async (receipt: Receipt, keys: readonly Buffer[], options: Options): Promise<boolean> => {
	const own = headIn(receipt.head, 'The receipt’s head');
	let [older, newer] = [own, own];
	if (options.older !== undefined) older = headIn(read(options.older), options.older);
	else newer = headIn(await ask(`${receipt.address}/checkpoint`), 'What the address of the log answers');
	const from = signed(older, keys, options.older ?? 'The receipt’s head');
	const to = signed(newer, keys, options.older === undefined ? 'The log’s head of today' : 'The receipt’s head');
	if (!from || !to) return false;
	// The order in which two files are given is no fault.
	const [first, last] = options.older !== undefined && from.size > to.size ? [to, from] : [from, to];
	let proof: string[] = [];
	if (options.proof !== undefined) proof = proofOf(json(read(options.proof), options.proof), options.proof);
	else if (first.origin === last.origin && first.size < last.size && first.size > 0) {
		if (!options.fetch) throw new Unable('The heads have different sizes: give the consistency proof with --proof, or --fetch it.');
		const address = consistencyAddress(receipt, first.size, last.size);
		proof = proofOf(json(await ask(address), address), address);
	}
	const compared = compareHeads(first, last, proof);
	say(`${compared.ok ? '✓' : '✗'} ${compared.sentence}`);
	return compared.ok;
};

interface Options {
	older: string | undefined;
	proof: string | undefined;
	fetch: boolean;
}

const main = async (): Promise<number> => {
	let parsed: ReturnType<typeof parse>;
	try {
		parsed = parse();
	} catch (error) {
		throw new Unable(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
	}
	const [receiptFile, keyGiven, ...rest] = parsed.positionals;
	if (receiptFile === undefined || keyGiven === undefined || rest.length > 0) throw new Unable(USAGE);
	const keys = readKeys(existsSync(keyGiven) ? read(keyGiven) : keyGiven);
	if (keys.length === 0) throw new Unable('KEY is neither an Ed25519 public key nor a file with one.');
	const given = json(read(receiptFile), receiptFile);

	const checked = checkReceipt(given, keys);
	for (const { ok, sentence } of checked.checks) say(`${ok ? '✓' : '✗'} ${sentence}`);
	const receipt = readReceipt(given);
	let ok = checked.ok;
	const options = { older: parsed.values.older, proof: parsed.values.proof, fetch: parsed.values.fetch ?? false };
	if (ok && receipt && (options.older !== undefined || options.fetch)) ok = await history(receipt, keys, options);
	const { record } = checked;
	if (ok && record)
		say(
			`\nThe receipt holds: on ${String(record.at)} record ${String(record.id)} said ${record.value === true ? 'yes' : 'no'} to '${String(record.category)}' (purpose ${String(record.purposeId)}, version ${String(record.purposeVersion)}).`,
		);
	else say('\nThe receipt does NOT hold.');
	return ok ? 0 : 1;
};

const parse = () =>
	parseArgs({
		allowPositionals: true,
		options: { older: { type: 'string' }, proof: { type: 'string' }, fetch: { type: 'boolean' } },
	});

try {
	process.exitCode = await main();
} catch (error) {
	process.stderr.write(`${error instanceof Unable ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
	process.exitCode = 2;
}
// The channel to start.mjs would keep a program that is done from ending.
if (process.connected) process.disconnect();
