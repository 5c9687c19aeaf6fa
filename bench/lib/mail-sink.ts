/** A mail server in a process of its own: takes whatever comes and counts. It says its port first, and how many when it is asked. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

let taken = 0;
const server = new SMTPServer({
	disabledCommands: ['STARTTLS', 'AUTH'],
	maxClients: 1000,
	size: 100_000_000,
	onData(stream: SMTPServerDataStream, _session: SMTPServerSession, done: (error?: Error | null) => void) {
		stream.resume();
		stream.on('end', () => {
			taken += 1;
			done();
		});
	},
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
process.send?.({ port: (server.server.address() as AddressInfo).port });
process.on('message', () => process.send?.({ taken }));
process.on('disconnect', () => process.exit());
