/** A folder of built files on a port of its own, packed by brotli at its best, for peers that are pages. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' };

/** A path without an ending is the page. */
export const serveFolder = async (folder: string): Promise<{ url: string; stop: () => void }> => {
	const server = createServer(async (request, response) => {
		const path = new URL(request.url ?? '/', 'http://localhost').pathname;
		const name = path === '/' ? '/index.html' : path;
		const type = TYPES[/\.\w+$/.exec(name)?.[0] ?? ''];
		if (!type) return void response.writeHead(404).end();
		const bytes = brotliCompressSync(await readFile(join(folder, name)));
		response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': bytes.length }).end(bytes);
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	return { url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`, stop: () => void server.close() };
};
