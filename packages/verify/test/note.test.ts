import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, parseCanonical } from '../src/canonical.ts';
import { readKeys } from '../src/keys.ts';
import {
	checkpointText,
	cosignedAt,
	isSignedBy,
	keyHashOf,
	parseCheckpoint,
	parseNote,
	parseVerifierKey,
	publicKeyOf,
	signatureLine,
	verifierKeyOf,
} from '../src/note.ts';

const newKey = () => {
	const { publicKey, privateKey } = generateKeyPairSync('ed25519');
	return { raw: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'), privateKey };
};

test('a note signed by the Go implementation is read and its signature taken', () => {
	const key = parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
	const note = parseNote(
		"If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
	);
	if (!key || !note) throw new Error('not read');
	expect(isSignedBy(note, key.name, key.raw)).toBe(true);
	expect(isSignedBy({ ...note, text: `${note.text} ` }, key.name, key.raw)).toBe(false);
	expect(isSignedBy(note, 'PeterNeuman', key.raw)).toBe(false);
	expect(isSignedBy(note, key.name, newKey().raw)).toBe(false);
});

test('a checkpoint says what it was made of', () => {
	const root = randomBytes(32);
	const checkpoint = { origin: 'example.com/log', size: 12_345_678_901, root, time: '2026-11-20T10:00:00.000Z', keyId: '0123456789abcdef' };
	expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
	expect(parseCheckpoint(`example.com\n0\n${root.toString('base64')}\n`)).toEqual({
		origin: 'example.com',
		size: 0,
		root,
		time: null,
		keyId: null,
	});
	for (const wrong of [
		`\n1\n${root.toString('base64')}\n`,
		`a\n01\n${root.toString('base64')}\n`,
		'a\n1\nAAAA\n',
		`a\n1\n${root.toString('base64')}`,
		'',
	])
		expect(parseCheckpoint(wrong)).toBeNull();
});

test('a cosignature covers the witness’s own time', () => {
	const witness = newKey();
	const text = checkpointText({ origin: 'a', size: 1, root: randomBytes(32), time: null, keyId: null });
	const seconds = Buffer.alloc(8);
	seconds.writeBigUInt64BE(1_700_000_000n);
	const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1700000000\n${text}`), witness.privateKey);
	const encoded = Buffer.concat([keyHashOf('w', witness.raw, 4), seconds, signature]).toString('base64');
	const note = parseNote(`${text}\n— w ${encoded}\n`);
	if (!note) throw new Error('not read');
	expect(cosignedAt(note, 'w', witness.raw)).toBe(1_700_000_000);
	expect(cosignedAt(note, 'w', newKey().raw)).toBeNull();
	expect(cosignedAt({ ...note, text: text.replace('\n1\n', '\n2\n') }, 'w', witness.raw)).toBeNull();
	expect(isSignedBy(note, 'w', witness.raw)).toBe(false);
});

test('what is no note is refused', () => {
	const { raw, privateKey } = newKey();
	const line = signatureLine('a', raw, sign(null, Buffer.from('x\n'), privateKey));
	expect(parseNote(`x\n\n${line}\n`)).not.toBeNull();
	for (const wrong of ['', 'x\n', `x\n${line}\n`, `x\n\n${line}`, `x\n\n${line}\nmore\n`, `x\n\n- a AAAA\n`, 'x\n\n— a AAAA\n'])
		expect(parseNote(wrong)).toBeNull();
});

test('a key is read in every form, and only a key', () => {
	const { raw } = newKey();
	const pem = publicKeyOf(raw).export({ type: 'spki', format: 'pem' }).toString();
	const forms = [pem, raw.toString('hex'), raw.toString('base64'), raw.toString('base64url'), verifierKeyOf('example.com/log', raw)];
	for (const form of forms) expect(readKeys(` ${form}\n`)).toEqual([raw]);
	const answer = { data: { keys: [{ publicKey: raw.toString('base64') }, { publicKey: newKey().raw.toString('base64') }] } };
	expect(readKeys(JSON.stringify(answer))).toHaveLength(2);
	const changed = verifierKeyOf('example.com/log', raw).replace('example', 'exemple');
	for (const wrong of ['', 'key', '{}', '{', pem.replace(/[A-Za-z]{8}/, 'AAAAAAAA').slice(0, 40), raw.toString('hex').slice(2), changed])
		expect(readKeys(wrong)).toEqual([]);
});

test('canonical text is taken, and any other text of the same value refused', () => {
	fc.assert(
		fc.property(
			fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.maxSafeInteger(), fc.constant(null)), { noNullPrototype: true }),
			(value) => {
				const text = canonicalJson(value);
				expect(parseCanonical(text)).toEqual(value);
				expect(parseCanonical(` ${text}`)).toBeNull();
				expect(parseCanonical(text.replace('{', '{ '))).toBeNull();
			},
		),
	);
	expect(parseCanonical('{"b":1,"a":2}')).toBeNull();
	expect(parseCanonical('{"a":1,"a":1}')).toBeNull();
	expect(parseCanonical('{"a":"\\u0041"}')).toBeNull();
	expect(parseCanonical('[]')).toBeNull();
	expect(parseCanonical('{"a":[{"b":1,"c":[true,null]}]}')).not.toBeNull();
});
