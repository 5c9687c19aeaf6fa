/** A mail server that keeps what it is given, and misbehaves as it is told. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { afterAll } from 'vitest';

export interface SunkMail {
	readonly from: string;
	readonly to: string;
	readonly raw: string;
	/** When its DATA was begun. */
	readonly begunAt: number;
}

export interface SinkManners {
	/** Throws what the server says to the address, an error with `responseCode`; at once or after a while. */
	onTo?: (address: string) => void | Promise<void>;
	/** After the letter: throws likewise, hangs up ('drop'), keeps silent ('silent'), or takes it. */
	afterData?: (mail: SunkMail) => 'drop' | 'silent' | undefined;
	/** Throws likewise; it greets when this is over. */
	onConnect?: (n: number) => void | Promise<void>;
}

export const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

export const openSink = async (manners: SinkManners = {}) => {
	const mails: SunkMail[] = [];
	let connections = 0;
	let mostOpen = 0;
	const sockets = (id?: string): { destroy(): void }[] =>
		[...(Reflect.get(server, 'connections') as Set<{ id: string }>)]
			.filter((one) => id === undefined || one.id === id)
			.map((one) => Reflect.get(one, '_socket'));
	const server: SMTPServer = new SMTPServer({
		disabledCommands: ['STARTTLS', 'AUTH'],
		maxClients: 1000,
		// Ours keep a connection for three seconds, for the next lane.
		closeTimeout: 50,
		onConnect(_session: SMTPServerSession, done: (error?: Error) => void) {
			connections += 1;
			mostOpen = Math.max(mostOpen, sockets().length);
			(async () => manners.onConnect?.(connections))().then(() => done(), done);
		},
		onRcptTo({ address }: { address: string }, _session: SMTPServerSession, done: (error?: Error) => void) {
			(async () => manners.onTo?.(address))().then(() => done(), done);
		},
		onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null) => void) {
			const begunAt = Date.now();
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', () => {
				const { mailFrom, rcptTo } = session.envelope;
				const mail: SunkMail = {
					from: mailFrom === false ? '' : mailFrom.address,
					to: rcptTo[0]?.address ?? '',
					raw: Buffer.concat(parts).toString('utf8'),
					begunAt,
				};
				try {
					const manner = manners.afterData?.(mail);
					mails.push(mail);
					if (manner === 'silent') return;
					if (manner === 'drop') {
						for (const socket of sockets(session.id)) socket.destroy();
						return;
					}
					done();
				} catch (error) {
					done(error as Error);
				}
			});
		},
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		mails,
		manners,
		port: (server.server.address() as AddressInfo).port,
		connections: () => connections,
		/** How many stood at once, at most. */
		mostOpen: () => mostOpen,
		/** On everybody. */
		hangUp(): void {
			for (const socket of sockets()) socket.destroy();
		},
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};
export type Sink = Awaited<ReturnType<typeof openSink>>;

/** The same for a file of tests, which asks for it once at its top: stopped after them. */
export const startSink = async (): Promise<Sink> => {
	const sink = await openSink();
	afterAll(() => sink.stop());
	return sink;
};
