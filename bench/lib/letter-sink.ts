/** A mail server on this machine that takes letters, as many at once as come. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** @param took what is done with a letter when its end has come; answers whether that is said, or the line goes dead instead */
export const openLetterSink = async (took: (to: string) => boolean) => {
	const server = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		maxClients: 1000,
		onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null) => void) {
			stream.resume();
			stream.on('end', () => {
				if (took(session.envelope.rcptTo[0]?.address ?? '')) return done();
				for (const connection of Reflect.get(server, 'connections') as Set<{ id: string; close(): void; _socket: { destroy(): void } }>)
					if (connection.id === session.id) connection._socket.destroy();
			});
		},
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		port: (server.server.address() as AddressInfo).port,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};
