/** Files over SFTP. The server's key is kept by the first test, and a server with another one is not trusted. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { posix } from 'node:path';
import ssh2, { type Client, type Sftp } from 'ssh2';
import { OutboundFailed } from '#kernel/outbound/http.ts';
import { openWire, type Wire } from '#kernel/outbound/wire.ts';
import { ANSWER_MS, asFailed, ConnectorFailed } from '../problems.ts';
import { type Files, fileOf, filesMessage, MOST_FILES, readFiles } from './files.ts';
import { FILE_BYTES, type Link, type Peer, text } from './peer.ts';

/** As `ssh-keygen -l` writes it. */
const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

interface Session {
	readonly client: Client;
	readonly sftp: Sftp;
	readonly wire: Wire;
	readonly hostKey: string;
	/** Fails when the connection does. */
	readonly broken: Promise<never>;
}

const failedBy = (error: unknown): unknown => {
	if (error instanceof ConnectorFailed) return error;
	if (error instanceof OutboundFailed || (error instanceof Error && error.name === 'OutboundRefused')) return asFailed(error);
	const message = error instanceof Error ? error.message : String(error);
	const level = error instanceof Error && 'level' in error ? String(error.level) : '';
	if (level === 'client-authentication') return new ConnectorFailed('connector_sign_in');
	if (/privateKey/i.test(message)) return new ConnectorFailed('connector_key', 'OpenSSH, PEM');
	if (/Timed out/i.test(message)) return new ConnectorFailed('connector_slow', ANSWER_MS / 1000);
	return new ConnectorFailed('connector_answer', message);
};

const connect = async ({ config, kept, guard, signal }: Link): Promise<Session> => {
	const [host, pinned] = [text(config, 'host'), text(config, 'hostKey')];
	let wire: Wire | null = null;
	let hostKey = '';
	try {
		const opened = await openWire({ guard, signal, host, port: Number(config.port), timeoutMs: ANSWER_MS, mostBytes: 2 * FILE_BYTES });
		wire = opened;
		const client = new ssh2.Client();
		const broken = new Promise<never>((_, reject) => {
			client.on('error', reject);
			client.on('close', () => reject(new OutboundFailed(`${host} hung up`)));
			opened.on('error', reject);
		});
		broken.catch(() => undefined);
		const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
		client.connect({
			sock: opened,
			username: text(config, 'user'),
			...(kept.privateKey !== undefined ? { privateKey: kept.privateKey } : { password: kept.password ?? '' }),
			readyTimeout: 2 * ANSWER_MS,
			hostVerifier: (key) => {
				hostKey = fingerprintOf(key);
				return pinned === '' || pinned === hostKey;
			},
		});
		await Promise.race([ready, broken]);
		const sftp = await Promise.race([
			new Promise<Sftp>((resolve, reject) => client.sftp((error, made) => (error ? reject(error) : resolve(made)))),
			broken,
		]);
		// What is under way when it ends is told here, and nowhere else.
		sftp.on('error', () => undefined);
		return { client, sftp, wire: opened, hostKey, broken };
	} catch (error) {
		const { failure = null } = wire ?? {};
		wire?.destroy();
		if (pinned !== '' && hostKey !== '' && hostKey !== pinned) throw new ConnectorFailed('connector_host_key', hostKey);
		throw failedBy(failure ?? error);
	}
};

const asked = <T>(
	{ broken }: Session,
	what: string,
	work: (done: (error: Error | null | undefined, found?: T) => void) => void,
): Promise<T | undefined> =>
	Promise.race([
		new Promise<T | undefined>((resolve, reject) =>
			work((error, found) => (error ? reject(new ConnectorFailed('connector_place', `${what}: ${error.message}`)) : resolve(found))),
		),
		broken,
	]).catch((error: unknown) => {
		throw failedBy(error);
	});

const folderOf = (link: Link): string => text(link.config, 'folder') || '.';

const filesOf = (link: Link, session: Session): Files => ({
	async list() {
		const folder = folderOf(link);
		const list = await asked<{ filename: string; attrs: { size: number; mtime: number; isFile(): boolean } }[]>(session, folder, (done) =>
			session.sftp.readdir(folder, done),
		);
		const found = (list ?? []).filter(({ filename, attrs }) => attrs.isFile() && /\.csv$/i.test(filename));
		if (found.length > MOST_FILES) throw new ConnectorFailed('connector_too_large', `${MOST_FILES} +`);
		return found.map(({ filename, attrs }) => ({ name: filename, bytes: attrs.size, changed: attrs.mtime * 1000 }));
	},
	async *bytes({ name, bytes }, from) {
		if (from >= bytes) return;
		session.wire.allow();
		const stream = session.sftp.createReadStream(posix.join(folderOf(link), name), { start: from, end: bytes - 1 });
		const fell = (error: Error): void => void stream.destroy(error);
		session.wire.once('error', fell);
		session.wire.once('close', () => stream.destroy(new OutboundFailed('It hung up')));
		try {
			for await (const chunk of stream) yield Buffer.from(chunk);
		} catch (error) {
			throw failedBy(session.wire.failure ?? error);
		} finally {
			session.wire.off('error', fell);
			// Closes the file there, before anything else is asked.
			if (!stream.closed && !session.wire.destroyed) await Promise.race([once(stream, 'close'), once(session.wire, 'close')]);
		}
	},
});

const close = ({ client, wire }: Session): void => {
	client.end();
	client.destroy();
	wire.destroy();
};

/** Written beside and put in its place whole. */
const put = async (session: Session, folder: string, name: string, body: Buffer): Promise<void> => {
	const [part, whole] = [posix.join(folder, `.${name}.part`), posix.join(folder, name)];
	await asked<void>(session, part, (done) => session.sftp.writeFile(part, body, done));
	try {
		await asked<void>(session, whole, (done) => session.sftp.ext_openssh_rename(part, whole, done));
	} catch {
		// Without OpenSSH's own rename nothing takes another's place: the old one goes first.
		await asked<void>(session, whole, (done) => session.sftp.unlink(whole, () => done(null)));
		await asked<void>(session, whole, (done) => session.sftp.rename(part, whole, done));
	}
};

export const sftp: Peer = {
	async test(link) {
		const session = await connect(link);
		try {
			if (link.config.direction === 'inbound')
				return { message: await filesMessage(filesOf(link, session), link.config.columns), pinned: { hostKey: session.hostKey } };
			await put(session, folderOf(link), 'luvalla-test.csv', Buffer.from('action,id\n'));
			await asked<void>(session, folderOf(link), (done) => session.sftp.unlink(posix.join(folderOf(link), 'luvalla-test.csv'), done));
			return {
				message: { en: 'Signed in; files can be written.', fi: 'Kirjauduttiin; tiedostoja voi kirjoittaa.' },
				pinned: { hostKey: session.hostKey },
			};
		} catch (error) {
			throw failedBy(error);
		} finally {
			close(session);
		}
	},
	async *read(link, cursor) {
		// Nothing is read from a server that nobody has looked at.
		if (text(link.config, 'hostKey') === '') throw new ConnectorFailed('connector_untested');
		const session = await connect(link);
		try {
			yield* readFiles(filesOf(link, session), cursor, link.config.columns);
		} catch (error) {
			throw failedBy(error);
		} finally {
			close(session);
		}
	},
	async open(link) {
		if (text(link.config, 'hostKey') === '') throw new ConnectorFailed('connector_untested');
		const session = await connect(link);
		return {
			async deliver(delivery) {
				const { name, body } = fileOf(delivery);
				await put(session, folderOf(link), name, body);
			},
			close: () => close(session),
		};
	},
	where: (config) => `${text(config, 'host')}:${text(config, 'folder')}`,
};
