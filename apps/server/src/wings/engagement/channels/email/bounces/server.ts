/**
 * Where reports come in: a mail server that takes nothing but them. It relays nothing, keeps no mail, and knows no address but those of
 * letters that were sent from here: `b-…` for what comes back, `u-…` for who leaves by mail, and `fbl` for reports of mailbox providers.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { createBuckets } from '#kernel/access/buckets.ts';
import { hostOf } from '#kernel/access/limits.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { leaveTopic } from '../../../leaving/leave.ts';
import { readLetter } from '../../../leaving/letter.ts';
import { createNames, type DeliveryKey } from '../../../runs/token.ts';
import { identifierAddress } from '../../addresses.ts';
import { keepReported, type Reported } from '../../reported.ts';
import { type Report, readReport } from './read.ts';

/** A report carries headers of the letter, or all of it. */
const MOST_BYTES = 1_000_000;
const MOST_CLIENTS = 50;
const SILENT_MS = 30_000;
/** A session ends by then whatever it says: a report takes seconds. */
const SESSION_MS = 120_000;
/** At once from one address, so that nobody takes all places; relays of one's own network bring many people's reports. */
const OF_AN_ADDRESS = 5;
const OF_A_NEAR_ADDRESS = 20;
const NEAR = /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;
/** Of one letter in an hour. */
const OF_A_LETTER = 20;
/** Names that a report sent along; the first of ours is the one that it is about. */
const MOST_NAMES = 50;

const TO = { address: identifierAddress('email') };
/** What a report says in the words of all channels. */
const KINDS = { hard: 'unreachable', soft: 'delayed', complaint: 'complained' } as const;

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

type Goal = { readonly wants: 'leave' | 'report'; readonly name: string; readonly key: DeliveryKey } | { readonly wants: 'feedback' };

export interface Bounces {
	readonly port: number;
	stop(): Promise<void>;
}

/** Listens, in the worker's role. */
export const startBounces = async (
	kernel: Pick<Kernel, 'storage' | 'secrets' | 'hooks' | 'log'>,
	{ port, host, sessionMs = SESSION_MS }: { readonly port: number; readonly host: string; readonly sessionMs?: number },
): Promise<Bounces> => {
	const { storage, log } = kernel;
	const names = createNames(kernel.secrets);
	const letters = createBuckets(OF_A_LETTER, undefined, 3600);

	/** Null: nobody here. */
	const goalOf = (address: string): Goal | null => {
		const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
		if (local === 'fbl') return { wants: 'feedback' };
		const [, letter, name = ''] = /^([bu])-([a-z2-7]+)$/.exec(local) ?? [];
		const key = letter === undefined ? null : names.keyOf(name);
		return key && { wants: letter === 'u' ? 'leave' : 'report', name, key };
	};

	/**
	 * The letter that a provider's report is about, by the name that only its reader has: in its links and its List-Unsubscribe. Its
	 * Message-ID stands in lists of deliveries, too: whoever knows no more never had the letter.
	 */
	const namedIn = (text: string): { name: string; key: DeliveryKey } | null => {
		const found = [...text.matchAll(/(?<![a-z2-7])[a-z2-7]{56}(?![a-z2-7])/gi)].slice(0, MOST_NAMES);
		for (const [word] of found) {
			const name = word.toLowerCase();
			const key = names.keyOf(name);
			if (key) return { name, key };
		}
		return null;
	};

	const keep = async (goal: Goal, raw: Buffer, fromNobody: boolean): Promise<void> => {
		let report: Report;
		try {
			report = await readReport(raw);
		} catch {
			// It cannot be read: taking it again would not help, and an answer would go to somebody who never wrote.
			return;
		}
		const named = goal.wants === 'feedback' ? (report.kind === 'complaint' ? namedIn(report.text) : null) : goal;
		if (!named || letters.take(named.name, 1) > 0) return;
		const { key } = named;
		if (goal.wants === 'leave') {
			// Nobody leaves by a mail without a sender: that is a mail server's answer.
			if (report.kind !== 'letter' || fromNobody) return;
			return storage.inTurn(key.customerId, async (tx) => {
				const letter = await readLetter(tx, key);
				if (letter?.reader && !letter.plan.isTransactional) await leaveTopic(tx, kernel, letter, letter.reader);
			});
		}
		if (report.kind === 'letter' || report.kind === 'nothing') return;
		const reported: Reported = { kind: KINDS[report.kind], said: report.said };
		await storage.inTurn(key.customerId, (tx) => keepReported(tx, kernel, TO, key, reported));
	};

	/** Sessions that are open, by address; of IPv6 by the network that one household or machine has. */
	const open = new Map<string, Set<string>>();

	const { SMTPServer } = await import('smtp-server');
	const server = new SMTPServer({
		banner: 'Luvalla',
		disabledCommands: ['AUTH', 'STARTTLS'],
		size: MOST_BYTES,
		maxClients: MOST_CLIENTS,
		socketTimeout: SILENT_MS,
		closeTimeout: 1_000,
		disableReverseLookup: true,
		logger: false,
		onConnect({ id, remoteAddress }: SMTPServerSession, done: (error?: Error) => void) {
			const own = open.get(hostOf(remoteAddress)) ?? new Set();
			if (own.size >= (NEAR.test(remoteAddress) ? OF_A_NEAR_ADDRESS : OF_AN_ADDRESS))
				return done(smtpError(421, 'Too many connections from your address'));
			open.set(hostOf(remoteAddress), own.add(id));
			done();
		},
		onClose({ id, remoteAddress }: SMTPServerSession) {
			const own = open.get(hostOf(remoteAddress));
			own?.delete(id);
			if (own?.size === 0) open.delete(hostOf(remoteAddress));
		},
		onRcptTo({ address }, session: SMTPServerSession, done: (error?: Error) => void) {
			if (session.envelope.rcptTo.length > 0) return done(smtpError(452, 'One recipient at a time'));
			done(goalOf(address) ? undefined : smtpError(550, 'No such recipient here'));
		},
		onData(stream: SMTPServerDataStream, session: SMTPServerSession, done: (error?: Error | null, message?: string) => void) {
			const parts: Buffer[] = [];
			let size = 0;
			stream.on('data', (part: Buffer) => {
				size += part.length;
				if (size <= MOST_BYTES) parts.push(part);
			});
			stream.on('end', () => {
				const { mailFrom, rcptTo } = session.envelope;
				const goal = goalOf(rcptTo[0]?.address ?? '');
				if (size > MOST_BYTES || stream.sizeExceeded) return done(smtpError(552, 'Too large for a report'));
				if (!goal) return done(smtpError(550, 'No such recipient here'));
				keep(goal, Buffer.concat(parts), mailFrom === false || mailFrom.address === '').then(
					() => done(null, 'Taken'),
					(error: unknown) => {
						log.error('a report could not be kept', { error });
						done(smtpError(451, 'Try again later'));
					},
				);
			});
		},
	});
	// What strangers do to a connection ends that connection.
	server.on('error', (error) => log.debug('a connection of the mail server for reports failed', { error }));
	server.server.on('connection', (socket: Socket) => {
		const end = setTimeout(() => socket.destroy(), sessionMs).unref();
		socket.once('close', () => clearTimeout(end));
	});
	server.listen(port, host);
	await once(server.server, 'listening');
	const address = server.server.address();
	return {
		port: typeof address === 'object' && address ? address.port : port,
		stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};
