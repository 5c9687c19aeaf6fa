/** Other companies' servers, real ones on loopback: what connectors connect to in the tests. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { inject } from 'vitest';

export interface Peer {
	readonly port: number;
	stop(): Promise<void>;
}

const listening = async (server: Server): Promise<number> => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
};

/** Answers connections as it is told. */
export const tcpPeer = async (answer: (socket: Socket) => void): Promise<Peer> => {
	const sockets = new Set<Socket>();
	const server = createTcp((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.on('close', () => sockets.delete(socket));
		answer(socket);
	});
	return {
		port: await listening(server),
		async stop() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
};

/** The tests' own PostgreSQL, which listens on a socket of the file system, behind a port. */
export const postgresPeer = (): Promise<Peer> =>
	tcpPeer((socket) => {
		const inner = connect(join(inject('socketDir'), '.s.PGSQL.5432'));
		inner.on('error', () => socket.destroy());
		socket.on('close', () => inner.destroy());
		socket.pipe(inner).pipe(socket);
	});

const frame = (type: string, body: Buffer): Buffer => {
	const head = Buffer.alloc(5);
	head.write(type, 0, 'latin1');
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, body]);
};
const short = (n: number): Buffer => Buffer.from([n >> 8, n & 255]);
const long = (n: number): Buffer => {
	const four = Buffer.alloc(4);
	four.writeInt32BE(n);
	return four;
};

/**
 * Speaks PostgreSQL's protocol without being it: the first fetch of a connection answers one row of these cells, which no PostgreSQL may hold,
 * an error of this code, which none has, or these bytes.
 */
export const lyingPostgres = (
	columns: readonly string[],
	given: readonly string[] | { readonly code: string } | { readonly bytes: Buffer },
): Promise<Peer> => {
	const ready = frame('Z', Buffer.from('I'));
	const done = Buffer.concat([frame('C', Buffer.from('DONE\0')), ready]);
	const described = frame(
		'T',
		Buffer.concat([
			short(columns.length),
			// A name; no table; text, of any length, as text.
			...columns.map((name) => Buffer.concat([Buffer.from(`${name}\0`), long(0), short(0), long(25), short(0xffff), long(-1), short(0)])),
		]),
	);
	const row =
		'bytes' in given
			? given.bytes
			: 'code' in given
				? frame('E', Buffer.from(`SERROR\0VERROR\0C${given.code}\0Mboom\0\0`))
				: frame(
						'D',
						Buffer.concat([short(given.length), ...given.map((cell) => Buffer.concat([long(Buffer.byteLength(cell)), Buffer.from(cell)]))]),
					);
	return tcpPeer((socket) => {
		let heard = Buffer.alloc(0);
		let begun = false;
		let fetched = false;
		socket.on('data', (chunk) => {
			heard = Buffer.concat([heard, chunk]);
			for (;;) {
				const head = begun ? 1 : 0;
				if (heard.length < head + 4) return;
				const length = heard.readInt32BE(head) + head;
				if (heard.length < length) return;
				const asked = heard.toString('latin1', head + 4, length);
				heard = heard.subarray(length);
				if (!begun) socket.write(Buffer.concat([frame('R', long(0)), ready]));
				else if (!asked.startsWith('fetch')) socket.write(done);
				else {
					socket.write(Buffer.concat([described, ...(fetched ? [] : [row]), done]));
					fetched = true;
				}
				begun = true;
			}
		});
	});
};

export interface Heard {
	readonly url: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

/** HTTP, as `answer` says; keeps what it heard. */
export const httpPeer = async (
	answer: (heard: Heard, response: ServerResponse) => void,
): Promise<Peer & { readonly heard: Heard[]; readonly url: string }> => {
	const heard: Heard[] = [];
	const server = createHttp((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') };
			heard.push(one);
			answer(one, response);
		});
	});
	const port = await listening(server);
	return {
		port,
		heard,
		url: `http://127.0.0.1:${port}`,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** A mail server with one user. */
export const smtpPeer = async (user: string, password: string): Promise<Peer> => {
	const server = new SMTPServer({
		allowInsecureAuth: true,
		closeTimeout: 50,
		disabledCommands: ['STARTTLS'],
		onAuth: (auth, _session, done) =>
			auth.username === user && auth.password === password ? done(null, { user }) : done(new Error('Invalid username or password')),
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		port: (server.server.address() as AddressInfo).port,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
};

const SSHD = '/usr/sbin/sshd';

/** OpenSSH with a host key and a user's key of its own; only SFTP, in a folder. */
export const sftpPeer = async () => {
	if (!existsSync(SSHD)) throw new Error('These tests meet OpenSSH’s server. Install it with: sudo apt-get install -y openssh-server');
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-sftp-'));
	const keygen = (name: string): void => {
		const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
		if (made.status !== 0) throw new Error(`ssh-keygen: ${String(made.stderr ?? made.error)}`);
	};
	keygen('host');
	keygen('user');
	keygen('stranger');
	writeFileSync(join(folder, 'authorized'), readFileSync(join(folder, 'user.pub')));
	chmodSync(join(folder, 'authorized'), 0o600);
	const files = join(folder, 'files');
	mkdirSync(files);
	const probe = createTcp();
	const port = await listening(probe);
	probe.close();
	await once(probe, 'close');
	if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
	let child = null as ReturnType<typeof spawn> | null;
	const start = async (hostKey = 'host'): Promise<void> => {
		writeFileSync(
			join(folder, 'config'),
			[
				`Port ${port}`,
				'ListenAddress 127.0.0.1',
				`HostKey ${join(folder, hostKey)}`,
				`AuthorizedKeysFile ${join(folder, 'authorized')}`,
				`PidFile none`,
				'StrictModes no',
				'UsePAM no',
				'PasswordAuthentication no',
				'KbdInteractiveAuthentication no',
				'PermitRootLogin prohibit-password',
				'Subsystem sftp internal-sftp',
				`ForceCommand internal-sftp -d ${files}`,
			].join('\n'),
		);
		const started = spawn(SSHD, ['-D', '-e', '-f', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
		child = started;
		for await (const part of started.stderr) if (String(part).includes('Server listening')) break;
		if (started.exitCode !== null) throw new Error(`sshd ended with ${started.exitCode}`);
		started.stderr.resume();
	};
	const end = async (): Promise<void> => {
		if (!child || child.exitCode !== null) return;
		const gone = once(child, 'exit');
		child.kill();
		await gone;
	};
	await start();
	return {
		port,
		files,
		user: userInfo().username,
		privateKey: readFileSync(join(folder, 'user'), 'utf8'),
		strangerKey: readFileSync(join(folder, 'stranger'), 'utf8'),
		hostKey: String(spawnSync('ssh-keygen', ['-l', '-f', join(folder, 'host.pub')]).stdout).split(' ')[1] ?? '',
		/** From now on it is somebody else. */
		async changeHostKey() {
			await end();
			await start('stranger');
		},
		async stop() {
			await end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
};

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string): Buffer => createHmac('sha256', key).update(content).digest();

/** Signature Version 4 as Amazon writes it down, worked out anew from the request. */
const signedRight = (
	request: IncomingMessage,
	body: Buffer,
	keyId: string,
	secret: string,
	region: string,
): 'fine' | 'SignatureDoesNotMatch' | 'InvalidAccessKeyId' => {
	const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
		request.headers.authorization ?? '',
	);
	if (!given) return 'SignatureDoesNotMatch';
	const [, credential = '', names = '', signature = ''] = given;
	const [key, day = '', where, service] = credential.split('/');
	if (key !== keyId) return 'InvalidAccessKeyId';
	const url = new URL(request.url ?? '', 'http://x');
	const encoded = (text: string): string =>
		encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
	const query = [...url.searchParams]
		.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
		.sort()
		.join('&');
	const headers = names
		.split(';')
		.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
		.join('');
	const payload = String(request.headers['x-amz-content-sha256']);
	const canonical = [request.method, url.pathname, query, headers, names, payload].join('\n');
	const scope = `${day}/${region}/s3/aws4_request`;
	const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)].join('\n');
	const own = hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request'), text);
	const right = where === region && service === 's3' && payload === sha256(body) && names.split(';').includes('host');
	return right && timingSafeEqual(own, Buffer.from(signature, 'hex')) ? 'fine' : 'SignatureDoesNotMatch';
};

/** A store that checks signatures itself and knows what is asked of it: list, get (ranges), put, delete. */
export const s3Peer = async (keyId: string, secret: string, bucket = 'people') => {
	const objects = new Map<string, { body: Buffer; changed: Date }>();
	const asked: string[] = [];
	const server = createHttp((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = Buffer.concat(parts);
			const url = new URL(request.url ?? '', 'http://x');
			asked.push(`${request.method} ${url.pathname}`);
			const refuse = (status: number, code: string): void => {
				response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
			};
			const judged = signedRight(request, body, keyId, secret, 'eu-north-1');
			if (judged !== 'fine') return refuse(403, judged);
			const [, first, ...rest] = url.pathname.split('/').map(decodeURIComponent);
			if (first !== bucket) return refuse(404, 'NoSuchBucket');
			const key = rest.join('/');
			if (key === '') {
				const prefix = url.searchParams.get('prefix') ?? '';
				const all = [...objects].filter(([name]) => name.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
				const from = Number(url.searchParams.get('continuation-token') ?? 0);
				// Two at a time, so that lists have pages.
				const most = Math.min(2, Number(url.searchParams.get('max-keys') ?? 1000));
				const page = all.slice(from, from + most);
				const more = from + most < all.length;
				const contents = page.map(
					([name, { body: content, changed }]) =>
						`<Contents><Key>${encodeURIComponent(name)}</Key><LastModified>${changed.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
				);
				return void response.end(
					`<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${from + most}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
				);
			}
			if (request.method === 'PUT') {
				objects.set(key, { body, changed: new Date() });
				return void response.end();
			}
			if (request.method === 'DELETE') {
				objects.delete(key);
				return void response.writeHead(204).end();
			}
			const found = objects.get(key);
			if (!found) return refuse(404, 'NoSuchKey');
			const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
			if (!range) return void response.end(found.body);
			response.writeHead(206).end(found.body.subarray(Number(range[1]), Number(range[2]) + 1));
		});
	});
	const port = await listening(server);
	return {
		port,
		url: `http://127.0.0.1:${port}`,
		objects,
		asked,
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
};

/** How a connector reaches a database behind `postgresPeer`. */
export const postgresConfig = (port: number, database: string) => ({
	host: '127.0.0.1',
	port,
	database,
	user: 'postgres',
	password: 'anything',
	tls: 'off',
});
