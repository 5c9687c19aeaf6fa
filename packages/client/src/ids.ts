/** Ids that are made here, in Node.js and in browsers. */

const random = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A UUIDv7 of this millisecond. */
export const idAt = (at: Date): string => {
	const time = at.getTime().toString(16).padStart(12, '0');
	const bytes = random(10);
	bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70;
	bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
	const rest = hexOf(bytes);
	return [time.slice(0, 8), time.slice(8), rest.slice(0, 4), rest.slice(4, 8), rest.slice(8)].join('-');
};

/** The millisecond of a UUIDv7. */
export const atOf = (id: string): Date => new Date(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16));

/** For a request that is to be done once. */
export const newKey = (): string => hexOf(random(16));
