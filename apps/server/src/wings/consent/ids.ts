/** Ids of records: UUIDv7s, whose first 48 bits are the moment of the record. */
import type { Secrets } from '#kernel/secrets.ts';

/** The 48 bits of time that a UUIDv7 begins with, in milliseconds. */
export const millisOf = (uuidv7: string): number => Number.parseInt(uuidv7.slice(0, 8) + uuidv7.slice(9, 13), 16);

/** The instant inside a UUIDv7, which is the record's own. */
export const atOf = (uuidv7: string): Date => new Date(millisOf(uuidv7));

type Keys = Pick<Secrets, 'hmac'>;

/**
 * An id that follows from what is said, so that saying it again adds nothing: a UUIDv7 of this millisecond whose other 74 bits are of the
 * HMAC-SHA-256 over `said`. Nobody outside can know it beforehand: whoever stored a record under it first, and anybody may store a
 * banner's, would keep the answer out.
 */
export const idOf = (secrets: Keys, at: Date, said: readonly unknown[]): string => {
	const bytes = secrets.hmac('record-ids').update(JSON.stringify(said)).digest().subarray(0, 16);
	bytes.writeUIntBE(at.getTime(), 0, 6);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	const hex = bytes.toString('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** The id of the record by which a visitor's record became a person's: of the origin alone, so that whoever claims it first has it. */
export const identificationId = (secrets: Keys, at: Date, record: string): string => idOf(secrets, at, ['identification', record]);
