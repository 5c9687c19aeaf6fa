/** A log, its heads and receipts, made with the slow reference and nothing of the server. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { canonicalJson } from '../src/canonical.ts';
import { checkpointText, keyIdOf, signatureLine } from '../src/note.ts';
import { type Receipt, summaryOf } from '../src/receipt.ts';
import { slowConsistency, slowInclusion, slowRoot } from './reference.ts';

const sha256 = (...parts: (string | Buffer)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export const newSigner = () => {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
	const head = (origin: string, size: number, root: Buffer, time = '2026-11-20T10:00:00.000Z'): string => {
		const text = checkpointText({ origin, size, root, time, keyId: keyIdOf(raw) });
		return `${text}\n${signatureLine(origin, raw, sign(null, Buffer.from(text), privateKey))}\n`;
	};
	return { raw, head };
};
export type Signer = ReturnType<typeof newSigner>;

/** A log of this many records; `value` answers what each said. */
export const newLog = (size: number, value: (n: number) => boolean = () => true, seed = 'log') => {
	const records = Array.from({ length: size }, (_, n) => ({
		at: '2026-11-20T09:59:59.000Z',
		category: 'statistics',
		configuration: 'p1',
		configurationHash: 'ab',
		domainId: 'd',
		id: `record ${n}`,
		purposeId: 'p',
		purposeVersion: 1,
		value: value(n),
	}));
	const salts = records.map((_, n) => sha256(`${seed} salt ${n}`));
	const leaves = records.map((record, n) => sha256(salts[n] ?? randomBytes(32), canonicalJson(record)));
	const root = (length = size): Buffer => slowRoot(leaves.slice(0, length));

	const receipt = (signer: Signer, index: number, length = size, address = 'http://localhost:1/edge/v1/ledger/log-1'): Receipt => {
		const head = signer.head('localhost/log-1', length, root(length));
		const heads = [sha256('another head'), sha256(head), sha256('a third')];
		const record = records[index];
		if (!record) throw new Error('no such record');
		return {
			type: 'luvalla-consent-receipt',
			version: 1,
			record: canonicalJson(record),
			salt: (salts[index] ?? Buffer.alloc(0)).toString('hex'),
			leaf: (leaves[index] ?? Buffer.alloc(0)).toString('hex'),
			position: index,
			inclusion: slowInclusion(index, leaves.slice(0, length)).map((hash) => hash.toString('hex')),
			head,
			keyId: keyIdOf(signer.raw),
			installation: {
				position: 1,
				inclusion: slowInclusion(1, heads).map((hash) => hash.toString('hex')),
				head: signer.head('localhost/installation', 3, slowRoot(heads)),
			},
			shown: { folder: 'p1', hash: 'ab' },
			address,
			consent: { repeats: summaryOf(record) },
		};
	};
	return {
		root,
		receipt,
		consistency: (from: number, to = size): string[] => slowConsistency(from, leaves.slice(0, to)).map((hash) => hash.toString('hex')),
	};
};
