import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byOwnClock, newId, now, setClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { createSecrets, SecretError } from '../src/kernel/secrets.ts';

const secrets = createSecrets('one secret key of more than 32 characters');
const others = createSecrets('another secret key of more than 32 chars');

describe('secrets', () => {
	it('open as what was sealed, at their place only', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (plain, place, elsewhere) => {
				const sealed = secrets.seal(plain, place);
				expect(secrets.open(sealed, place)).toBe(plain);
				if (elsewhere !== place) expect(() => secrets.open(sealed, elsewhere)).toThrow(SecretError);
			}),
		);
	});

	it('name the key they were sealed with, and open with no other', () => {
		const sealed = secrets.seal('x', 'y');
		expect(sealed.split('.')[1]).toBe(secrets.fingerprint);
		expect(() => others.open(sealed, 'y')).toThrow(`This secret was sealed with another SECRET_KEY (${secrets.fingerprint}).`);
	});

	it('do not open when a byte was changed', () => {
		const sealed = secrets.seal('hello', 'y');
		fc.assert(
			fc.property(fc.nat(sealed.length - 1), (at) => {
				const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
				// The last letter of base64url may carry bits that mean nothing.
				if (at === sealed.length - 1) return;
				expect(() => secrets.open(changed, 'y')).toThrow(SecretError);
			}),
		);
	});

	it('never seal the same text the same way', () => {
		expect(secrets.seal('x', 'y')).not.toBe(secrets.seal('x', 'y'));
	});

	it('verify what they signed and nothing else', () => {
		const signature = secrets.sign('text');
		expect(secrets.verify('text', signature)).toBe(true);
		expect(secrets.verify('text2', signature)).toBe(false);
		expect(secrets.verify('text', `${signature}A`)).toBe(false);
		expect(others.verify('text', signature)).toBe(false);
	});

	it('derive the same for a label for ever, and something else for another', () => {
		expect(secrets.derive('a')).toEqual(createSecrets('one secret key of more than 32 characters').derive('a'));
		expect(secrets.derive('a')).not.toEqual(secrets.derive('b'));
		expect(secrets.derive('a')).toHaveLength(32);
	});

	it('make the HMAC of a label that anybody with the label’s key makes', () => {
		for (const label of ['a', 'b', 'a']) {
			const right = createHmac('sha256', secrets.derive(label)).update('text').digest('hex');
			expect(secrets.hmac(label).update('text').digest('hex')).toBe(right);
		}
	});
});

describe('ids', () => {
	it('sort by the time they were made', () => {
		const ids = Array.from({ length: 1000 }, newId);
		expect([...ids].sort()).toEqual(ids);
	});

	it('carry the millisecond of the clock', () => {
		setClock(() => new Date('2030-01-02T03:04:05.678Z'));
		const id = newId();
		setClock(null);
		expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2030-01-02T03:04:05.678Z'));
		expect(id[14]).toBe('7');
	});
});

describe('a clock of one’s own', () => {
	const past = new Date('2024-05-06T07:08:09.010Z');

	it('is told by whoever works by it, and the one of before is back whatever comes of the work', async () => {
		const before = new Date('2031-02-03T00:00:00Z');
		setClock(() => before);
		const seen = await byOwnClock(async (set) => {
			set(past);
			return now();
		});
		const broken = byOwnClock(async (set) => {
			set(past);
			throw new Error('broken');
		});
		await expect(broken).rejects.toThrow('broken');
		const after = now();
		setClock(null);
		expect([seen, after]).toEqual([past, before]);
	});
});

describe('the log', () => {
	const written = (isTTY: boolean): string[] => {
		const lines: string[] = [];
		const log = createLog({ logLevel: 'warn' }, { isTTY, write: (text) => lines.push(text) });
		log.info('quiet');
		log.warn('loud', { n: 1, error: new Error('why') });
		return lines;
	};

	it('writes JSON lines from its level up, errors with their stack', () => {
		const lines = written(false);
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0] ?? '')).toMatchObject({
			level: 'warn',
			msg: 'loud',
			n: 1,
			error: expect.stringMatching(/^Error: why\n {4}at /),
		});
	});

	it('is readable on a terminal', () => {
		expect(written(true)[0]).toMatch(/loud n=1/);
	});
});
