/** UUIDv7 (RFC 9562 section 5.7): the first 48 bits are the millisecond, the rest is random. */
export const uuid7 = (ms: number): string => {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
	const time = ms.toString(16).padStart(12, '0');
	const variant = '89ab'[(bytes[8] ?? 0) & 3];
	return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
};
