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

const UINT32 = 2 ** 32;

/** To the millisecond. */
const writeTimestamp = (buffer: Buffer, ms: number, at: number): void => {
	const micros = (ms - EPOCH_MS) * 1000;
	// Exact until the year 2285, and cheaper by far than a BigInt; a visitor's clock may be wilder than that.
	if (!Number.isSafeInteger(micros)) buffer.writeBigInt64BE(BigInt(ms - EPOCH_MS) * 1000n, at);
	else {
		const high = Math.floor(micros / UINT32);
		buffer.writeInt32BE(high, at);
		buffer.writeUInt32BE(micros - high * UINT32, at + 4);
	}
};

/** What a hexadecimal digit is worth, by its code. */
const NIBBLES = new Map(
	[...'0123456789abcdef'].flatMap((digit, worth) => [digit, digit.toUpperCase()].map((one) => [one.charCodeAt(0), worth])),
);
const WORTH = Int8Array.from({ length: 128 }, (_, code) => NIBBLES.get(code) ?? -1);
const UUID_LETTERS = 36;
const HYPHEN = 45;

/** Digit by digit: a twentieth of a microsecond, where a text without hyphens for each would cost ten times that. @throws RangeError when it is no UUID */
const writeUuid = (buffer: Buffer, value: string, at: number): void => {
	let digits = 0;
	let high = 0;
	for (let place = 0; place < value.length; place++) {
		const code = value.charCodeAt(place);
		if (code === HYPHEN) continue;
		const worth = WORTH[code] ?? -1;
		if (worth < 0 || digits === 32) throw new RangeError(`'${value}' is no UUID.`);
		if (digits % 2 === 0) high = worth;
		else buffer[at + (digits >> 1)] = high * 16 + worth;
		digits++;
	}
	if (digits !== 32 || value.length !== UUID_LETTERS) throw new RangeError(`'${value}' is no UUID.`);
};

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
	fixed(OID.timestamptz, 8, values, (buffer, value, at) => writeTimestamp(buffer, value.getTime(), at));

/** @throws RangeError when one is no UUID. */
export const uuids = (values: readonly string[]): Buffer => fixed(OID.uuid, 16, values, writeUuid);

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
	let place = 0;
	for (const value of values) {
		buffer.writeInt32BE(lengths[place++] ?? -1, at);
		at += 4;
		if (value !== null) at += buffer.write(value, at);
	}
	return buffer;
};

/** Writes the fields of one row of a composite type, in the order of its definition. */
export interface FieldWriter {
	int4(value: number): void;
	bool(value: boolean): void;
	/** To the millisecond. */
	timestamp(ms: number): void;
	/** @throws RangeError when it is no UUID */
	uuid(value: string): void;
	text(value: string | null): void;
	bytea(value: Uint8Array | null): void;
}

/** A row's usual size; what is larger grows. */
const ROW_BYTES = 1024;

/**
 * An array of a composite type (record_recv): each element its number of fields, then each field as type, length and bytes. One
 * parameter instead of an array a column is a third cheaper to read for PostgreSQL.
 * @param oid of the type; it differs from database to database
 * @param fields that `write` writes of each row
 */
export const composites = <T>(oid: number, fields: number, rows: readonly T[], write: (writer: FieldWriter, row: T) => void): Buffer => {
	let buffer = Buffer.allocUnsafe(HEAD_BYTES + rows.length * ROW_BYTES);
	let at = 0;
	const room = (bytes: number): void => {
		if (at + bytes > buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.max(buffer.length, bytes))]);
	};
	const int = (value: number): void => {
		buffer.writeInt32BE(value, at);
		at += 4;
	};
	/** Its type and length; there is room for its bytes. */
	const field = (type: number, bytes: number): void => {
		room(8 + bytes);
		int(type);
		int(bytes);
	};
	const none = (type: number): void => {
		room(8);
		int(type);
		int(-1);
	};
	const writer: FieldWriter = {
		int4(value) {
			field(OID.int4, 4);
			int(value);
		},
		bool(value) {
			field(OID.bool, 1);
			buffer.writeUInt8(value ? 1 : 0, at++);
		},
		timestamp(ms) {
			field(OID.timestamptz, 8);
			writeTimestamp(buffer, ms, at);
			at += 8;
		},
		uuid(value) {
			field(OID.uuid, 16);
			writeUuid(buffer, value, at);
			at += 16;
		},
		text(value) {
			if (value === null) return none(OID.text);
			// A letter is at most three bytes.
			room(8 + value.length * 3);
			const length = buffer.write(value, at + 8);
			int(OID.text);
			int(length);
			at += length;
		},
		bytea(value) {
			if (value === null) return none(OID.bytea);
			field(OID.bytea, value.length);
			buffer.set(value, at);
			at += value.length;
		},
	};
	for (const head of [rows.length === 0 ? 0 : 1, 0, oid]) int(head);
	if (rows.length > 0) for (const head of [rows.length, 1]) int(head);
	for (const row of rows) {
		room(8);
		const start = at;
		at += 4;
		int(fields);
		write(writer, row);
		buffer.writeInt32BE(at - start - 4, start);
	}
	return buffer.subarray(0, at);
};
