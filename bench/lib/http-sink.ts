/**
 * A place that messages go to, in a process of its own: takes whatever comes and counts. It says its port first, and how many when it is asked.
 * By its first argument it takes so many milliseconds to answer.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const delayMs = Number(process.argv[2] ?? 0);
let taken = 0;
const server = createServer((request, response) => {
	request.resume();
	request.on('end', () => {
		taken += 1;
		const answer = () =>
			response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued","num_segments":"1"}');
		if (delayMs > 0) setTimeout(answer, delayMs);
		else answer();
	});
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port });
process.on('message', () => process.send?.({ taken }));
process.on('disconnect', () => process.exit());
