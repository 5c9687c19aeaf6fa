/**
 * Names of deliveries, as they stand in links, addresses for bounces and Message-IDs. A name holds what finds the row (customer, run,
 * channel, entry) and a seal of it, so nobody makes one up, and no table has to be asked which customer it is of. It is made of small
 * letters and digits, since some mail servers change the case of addresses.
 */
import { timingSafeEqual } from 'node:crypto';
import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { Secrets } from '#kernel/secrets.ts';

export interface DeliveryKey {
	readonly customerId: number;
	readonly runId: string;
	readonly channel: Channel;
	/** Their place in the run. */
	readonly entry: number;
}

const KEY_BYTES = 4 + 16 + 1 + 4;
const SEAL_BYTES = 10;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** Letters of a name: 35 bytes of five bits each. */
export const NAME_LENGTH = 56;

/** Two letters for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);

/** Of so many times five bytes. */
const toBase32 = (bytes: Buffer): string => {
	let text = '';
	for (let at = 0; at < bytes.length; at += 5) {
		const first = bytes.readUIntBE(at, 3) >> 4;
		const last = bytes.readUIntBE(at + 2, 3) & 0xf_ffff;
		for (const bits of [first >> 10, first & 1023, last >> 10, last & 1023]) text += PAIRS[bits];
	}
	return text;
};

/** Null where a letter is none of the alphabet's. */
const fromBase32 = (text: string): Buffer | null => {
	const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
	let bits = 0;
	let held = 0;
	let at = 0;
	for (const letter of text) {
		const value = ALPHABET.indexOf(letter);
		if (value < 0) return null;
		held = (held << 5) | value;
		bits += 5;
		if (bits >= 8) {
			bits -= 8;
			bytes[at++] = (held >> bits) & 255;
			held &= (1 << bits) - 1;
		}
	}
	return bytes;
};

export interface Names {
	nameOf(key: DeliveryKey): string;
	/** Null: nobody here made it. */
	keyOf(name: string): DeliveryKey | null;
	/** A seal over words of ours, for addresses that carry them; 80 bits, in small letters and digits. */
	sealOf(...words: readonly string[]): string;
	/** Whether the seal is of these words. */
	isSealOf(seal: string, ...words: readonly string[]): boolean;
}

/**
 * @param use names of one use open nothing of another: what stands in a letter is its reader's own secret, and who manages the campaign
 * sees the same row under another name
 */
export const createNames = (secrets: Pick<Secrets, 'hmac'>, use: 'letters' | 'lists' = 'letters'): Names => {
	const label = use === 'letters' ? 'deliveries' : 'listed deliveries';
	const seal = (bytes: Buffer | string): Buffer => secrets.hmac(label).update(bytes).digest().subarray(0, SEAL_BYTES);
	const sealOf = (...words: readonly string[]): string => toBase32(seal(words.join('\n')));
	return {
		nameOf({ customerId, runId, channel, entry }) {
			const bytes = Buffer.allocUnsafe(KEY_BYTES + SEAL_BYTES);
			bytes.writeUInt32BE(customerId, 0);
			bytes.write(runId.replaceAll('-', ''), 4, 16, 'hex');
			bytes.writeUInt8(CHANNELS.indexOf(channel), 20);
			bytes.writeUInt32BE(entry, 21);
			seal(bytes.subarray(0, KEY_BYTES)).copy(bytes, KEY_BYTES);
			return toBase32(bytes);
		},
		keyOf(name) {
			const bytes = name.length === NAME_LENGTH ? fromBase32(name.toLowerCase()) : null;
			if (bytes === null || !timingSafeEqual(bytes.subarray(KEY_BYTES), seal(bytes.subarray(0, KEY_BYTES)))) return null;
			const hex = bytes.toString('hex', 4, 20);
			const channel = CHANNELS[bytes.readUInt8(20)];
			if (channel === undefined) return null;
			return {
				customerId: bytes.readUInt32BE(0),
				runId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
				channel,
				entry: bytes.readUInt32BE(21),
			};
		},
		sealOf,
		isSealOf(given, ...words) {
			const right = Buffer.from(sealOf(...words));
			const said = Buffer.from(given.toLowerCase());
			return right.length === said.length && timingSafeEqual(right, said);
		},
	};
};

/** When something with an id of ours came to be, to the millisecond: a run, before which nobody is in it; a record. */
export const timeOf = (runId: string): Date => new Date(Number.parseInt(runId.replaceAll('-', '').slice(0, 12), 16));
