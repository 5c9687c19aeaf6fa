/** Mail servers: connects, secures, signs in, and asks for nothing. */
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { openWire, type Wire } from '#kernel/outbound/wire.ts';
import { ANSWER_MS, asFailed, ConnectorFailed } from '../problems.ts';
import { type Link, type Peer, text } from './peer.ts';

const MOST_BYTES = 64 * 1024;

const settled = (work: (done: (error?: Error | null) => void) => void, broken: Promise<never>): Promise<void> =>
	Promise.race([new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve()))), broken]);

const failedBy = (error: unknown, wire: Wire | null): unknown => {
	// Whatever the library made of it: this ended the connection.
	if (wire?.failure) return asFailed(wire.failure);
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const message = error instanceof Error ? error.message : String(error);
	if (code === 'EAUTH') return new ConnectorFailed('connector_sign_in');
	if (code === 'ETLS' || /certificate|self.signed/i.test(message)) return new ConnectorFailed('connector_tls', message);
	if (code === 'ETIMEDOUT' || code === 'ECONNTIMEOUT') return new ConnectorFailed('connector_slow', ANSWER_MS / 1000);
	if (code === 'EPROTOCOL' || code === 'ECONNECTION' || code === 'EENVELOPE') return new ConnectorFailed('connector_answer', message);
	return asFailed(error);
};

const test = async ({ config, kept, guard, signal }: Link) => {
	const [host, security, user] = [text(config, 'host'), text(config, 'security'), text(config, 'user')];
	const port = Number(config.port);
	let wire: Wire | null = null;
	try {
		const opened = await openWire({ guard, signal, host, port, timeoutMs: ANSWER_MS, mostBytes: MOST_BYTES });
		wire = opened;
		const connection = new SMTPConnection({
			host,
			port,
			secure: security === 'tls',
			requireTLS: security === 'starttls',
			ignoreTLS: security === 'none',
			connection: opened.asSocket(),
			// Ours is the time that counts.
			connectionTimeout: 2 * ANSWER_MS,
			greetingTimeout: 2 * ANSWER_MS,
			socketTimeout: 2 * ANSWER_MS,
		});
		const broken = new Promise<never>((_, reject) => {
			connection.on('error', reject);
			opened.on('error', reject);
			opened.on('close', () => reject(new ConnectorFailed('connector_unreachable', `${host} hung up`)));
		});
		broken.catch(() => undefined);
		try {
			await settled((done) => connection.connect((error) => done(error)), broken);
			if (user !== '' && kept.password !== undefined) {
				const { password } = kept;
				await settled((done) => connection.login({ credentials: { user, pass: password } }, (error) => done(error)), broken);
			}
			await settled((done) => connection.reset((error) => done(error)), broken);
			connection.quit();
		} finally {
			opened.destroy();
		}
	} catch (error) {
		throw failedBy(error, wire);
	}
	const secured = security === 'none' ? '' : ', TLS';
	return {
		message: {
			en: user === '' ? `The mail server answers${secured}.` : `Signed in to the mail server${secured}.`,
			fi: user === '' ? `Postipalvelin vastaa${secured}.` : `Postipalvelimelle kirjauduttiin${secured}.`,
		},
	};
};

export const smtp: Peer = { test, where: (config) => text(config, 'host') };
