/** Small pictures as `data:` addresses. For tests only. */
import { crc32, deflateSync } from 'node:zlib';

const chunk = (name: string, data: Buffer): Buffer => {
	const body = Buffer.concat([Buffer.from(name), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
};

export const addressOf = (type: string, bytes: Uint8Array): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A grey PNG of this size; `extra` chunks stand before its content, `tail` makes it heavier. */
export const pngOf = (width: number, height: number, extra: string[] = [], tail = 0): string => {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 0], 8);
	const rows = deflateSync(Buffer.alloc((width + 1) * height, 0x77));
	return addressOf(
		'image/png',
		Buffer.concat([
			Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
			chunk('IHDR', header),
			...extra.map((name) => chunk(name, Buffer.alloc(8))),
			chunk('IDAT', rows),
			...(tail > 0 ? [chunk('tEXt', Buffer.alloc(tail, 0x41))] : []),
			chunk('IEND', Buffer.alloc(0)),
		]),
	);
};

export const PNG = pngOf(240, 64);
