/** A push service in a process of its own: gives anybody a token, takes whatever comes under it, and counts. It says its port first, and how many when it is asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let taken = 0;
const server = createServer((request, response) => {
	const parts: Buffer[] = [];
	request.on('data', (part: Buffer) => parts.push(part));
	request.on('end', () => {
		response.setHeader('content-type', 'application/json; charset=UTF-8');
		if (request.url === '/token') return response.end('{"access_token":"ya29.bench","expires_in":3599,"token_type":"Bearer"}');
		const { message } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { message: { token: string } };
		if (request.headers.authorization !== 'Bearer ya29.bench' || message.token === '') return response.writeHead(401).end('{}');
		taken += 1;
		response.end(`{"name":"projects/bench/messages/0:${taken}"}`);
	});
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('message', () => process.send?.({ taken }));
process.on('disconnect', () => process.exit());
