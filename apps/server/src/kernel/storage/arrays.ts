/**
 * Array parameters in PostgreSQL's binary format: `pg` sends a Buffer as it is and marks it binary. For statements that
 * carry columns of many rows (`unnest`), where writing, escaping and reading them as text costs as much as storing them.
 *
 * Format (array_recv): dimensions int32, has-null int32, element type int32, then per dimension size and lower bound, then
 * each element as length int32 (-1: null) and bytes.
 */

/** Of pg_type; these numbers never change. */
const OID = { bool: 16, bytea: 17, int4: 23, text: 25, timestamptz: 1184, uuid: 2950 } as const;

const HEAD_BYTES = 20;
/** 2000-01-01, from which PostgreSQL counts. */
const EPOCH_MS = 946_684_800_000;

const headed = (oid: number, count: number, hasNull: boolean, bodyBytes: number): Buffer => {
	const buffer = Buffer.allocUnsafe(count === 0 ? 12 : HEAD_BYTES + bodyBytes);
	buffer.writeInt32BE(count === 0 ? 0 : 1, 0);
	buffer.writeInt32BE(hasNull ? 1 : 0, 4);
	buffer.writeInt32BE(oid, 8);
	if (count > 0) {
		buffer.writeInt32BE(count, 12);
		buffer.writeInt32BE(1, 16);
	}
	return buffer;
};

/** Elements of one length. */
const fixed = <T>(oid: number, bytes: number, values: readonly T[], write: (buffer: Buffer, value: T, at: number) => unknown): Buffer => {
	const buffer = headed(oid, values.length, false, values.length * (4 + bytes));
	let at = HEAD_BYTES;
	for (const value of values) {
		buffer.writeInt32BE(bytes, at);
		write(buffer, value, at + 4);
		at += 4 + bytes;
	}
	return buffer;
};

export const int4s = (values: readonly number[]): Buffer =>
	fixed(OID.int4, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at));

export const bools = (values: readonly boolean[]): Buffer =>
	fixed(OID.bool, 1, values, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at));

/** To the millisecond. */
export const timestamps = (values: readonly Date[]): Buffer =>
	fixed(OID.timestamptz, 8, values, (buffer, value, at) => {
		const micros = (value.getTime() - EPOCH_MS) * 1000;
		// Exact until the year 2285, and cheaper by far than a BigInt; a visitor's clock may be wilder than that.
		if (!Number.isSafeInteger(micros)) return buffer.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, at);
		const high = Math.floor(micros / 2 ** 32);
		buffer.writeInt32BE(high, at);
		return buffer.writeUInt32BE(micros - high * 2 ** 32, at + 4);
	});

/** @throws RangeError when one is no UUID. */
export const uuids = (values: readonly string[]): Buffer =>
	fixed(OID.uuid, 16, values, (buffer, value, at) => {
		if (buffer.write(value.replaceAll('-', ''), at, 16, 'hex') !== 16 || value.length !== 36)
			throw new RangeError(`'${value}' is no UUID.`);
	});

export const byteas = (values: readonly Uint8Array[]): Buffer => {
	const buffer = headed(
		OID.bytea,
		values.length,
		false,
		values.reduce((sum, value) => sum + 4 + value.length, 0),
	);
	let at = HEAD_BYTES;
	for (const value of values) {
		buffer.writeInt32BE(value.length, at);
		buffer.set(value, at + 4);
		at += 4 + value.length;
	}
	return buffer;
};

export const texts = (values: readonly (string | null)[]): Buffer => {
	const lengths = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)));
	const buffer = headed(
		OID.text,
		values.length,
		lengths.includes(-1),
		lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 0),
	);
	let at = HEAD_BYTES;
	for (const [index, value] of values.entries()) {
		const length = lengths[index] ?? -1;
		buffer.writeInt32BE(length, at);
		at += 4;
		if (value !== null) at += buffer.write(value, at);
	}
	return buffer;
};
