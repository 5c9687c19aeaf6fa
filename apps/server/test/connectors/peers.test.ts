/** Each kind of connector against a real server: what a test says when all is well, and when it is not. */
import { createECDH, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { slowness } from '../slowness.ts';
import { httpPeer, postgresPeer, s3Peer, sftpPeer, smtpPeer, tcpPeer } from './peers.ts';
import { connectorScene } from './scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
const s = await connectorScene(t);

const stops: (() => Promise<void>)[] = [];
const started = async <P extends { stop(): Promise<void> }>(peer: Promise<P>): Promise<P> => {
	const up = await peer;
	stops.push(() => up.stop());
	return up;
};
afterAll(async () => {
	for (const stop of stops) await stop();
});

const host = '127.0.0.1';
const failing = async (type: string, config: object, why: RegExp) => {
	const { id } = await s.add(type, config);
	const { isSuccessful, errorMessage } = await s.test(id);
	expect([isSuccessful, errorMessage]).toEqual([false, expect.stringMatching(why)]);
};
const passing = async (type: string, config: object): Promise<string> => {
	const { id } = await s.add(type, config);
	expect(await s.test(id)).toMatchObject({ isSuccessful: true, errorMessage: null, message: expect.any(String) });
	return id;
};

test('a mail server is signed in to; a wrong password, no TLS and no mail server at all are told apart', async () => {
	const { port } = await started(smtpPeer('anna', 'correct horse battery'));
	const config = { host, port, security: 'none', user: 'anna', password: 'correct horse battery' };
	await passing('smtp', config);
	await failing('smtp', { ...config, password: 'wrong' }, /refused the user name/);
	await failing('smtp', { ...config, security: 'starttls' }, /not secured/);
	// Whatever it says is kept as text.
	const odd = await started(tcpPeer((socket) => socket.end('554 go\0away\x1b[31m\x9f\r\n')));
	await failing('smtp', { ...config, port: odd.port }, /go away/);
	const web = await started(tcpPeer((socket) => socket.end('SSH-2.0-other\r\n')));
	await failing('smtp', { ...config, port: web.port }, /cannot be read|hung up|answers there/);
	await web.stop();
	await failing('smtp', { ...config, port: web.port }, /Nothing answers/);
});

test('an SMS account is fetched, and only its own answer counts', async () => {
	const account = 'AC0123';
	const server = await started(
		httpPeer(({ url, headers }, response) => {
			const right = headers.authorization === `Basic ${Buffer.from(`${account}:token-of-ours`).toString('base64')}`;
			if (!right) response.writeHead(401);
			response.end(JSON.stringify({ sid: url === `/2010-04-01/Accounts/${account}.json` ? account : 'other', status: 'active' }));
		}),
	);
	const config = { url: server.url, account, token: 'token-of-ours', from: '+358401234567' };
	await passing('sms-http', config);
	await failing('sms-http', { ...config, token: 'not-of-ours' }, /refused the user name/);
	const liar = await started(httpPeer((_, response) => response.end('{"sid":"other"}')));
	await failing('sms-http', { ...config, url: liar.url }, /cannot be read: sid/);
});

test('a webhook takes a signed test', async () => {
	const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
	const server = await started(httpPeer(({ url }, response) => response.writeHead(url === '/gone' ? 410 : 204).end()));
	await passing('webhook', { url: `${server.url}/hook`, secret, direction: 'none' });
	const [heard] = server.heard;
	const verified = new Webhook(secret).verify(
		heard?.body ?? '',
		Object.fromEntries(Object.entries(heard?.headers ?? {}).map(([name, value]) => [name, String(value)])),
	);
	expect(verified).toMatchObject({ type: 'connector.tested' });
	await failing('webhook', { url: `${server.url}/gone`, secret, direction: 'none' }, /HTTP 410/);
});

test('a database is signed in to, its query is tried, and what is wrong with it is said', async () => {
	const { port } = await started(postgresPeer());
	const config = {
		host,
		port,
		database: 'postgres',
		user: 'postgres',
		password: 'anything',
		tls: 'off',
		direction: 'inbound',
		query: `select n as no, 'p' || n || '@example.com' as mail, now() as updated_at from generate_series(1, 3) n`,
		cursorColumn: 'updated_at',
		columns: { no: 'externalId', mail: 'email' },
		domainId: s.tenant.domainId,
	};
	const id = await passing('postgres', config);
	expect((await s.test(id)).message).toContain('3 columns, and updated_at can be the cursor');
	await failing('postgres', { ...config, user: 'nobody_here' }, /refused the user name/);
	await failing('postgres', { ...config, database: 'none_such' }, /not there/);
	await failing('postgres', { ...config, cursorColumn: 'changed' }, /no column named “changed”/);
	await failing('postgres', { ...config, columns: { ...config.columns, town: 'city' } }, /no column named “town”/);
	await failing('postgres', { ...config, query: 'select 1 from where' }, /refused the statement/);
	await failing(
		'postgres',
		{ ...config, query: `select 1 as updated_at, 1 as no, '' as mail) q; drop table x; select (1` },
		/refused the statement/,
	);
	await failing('postgres', { ...config, tls: 'verified' }, /not secured/);
});

test('a store’s requests are signed as SigV4 asks, for reading and for writing', async () => {
	const store = await started(s3Peer('AKIA1', 'secret of the store'));
	const config = {
		endpoint: store.url,
		region: 'eu-north-1',
		bucket: 'people',
		accessKeyId: 'AKIA1',
		secretAccessKey: 'secret of the store',
		prefix: 'in (1)/ä+b/',
	};
	const inbound = { ...config, direction: 'inbound', columns: { mail: 'email' }, domainId: s.tenant.domainId };
	await passing('s3', inbound);
	const purposeId = await s.purpose('Store letter');
	const audienceId = await s.audience('Store people', [purposeId]);
	await passing('s3', { ...config, direction: 'outbound', audienceId, purposeId });
	expect(store.objects.size).toBe(0);
	expect(store.asked.filter((one) => one.startsWith('PUT'))).toHaveLength(1);
	await failing('s3', { ...inbound, secretAccessKey: 'another' }, /refused the user name, the password or the key/);
	await failing('s3', { ...inbound, bucket: 'others' }, /not there.*NoSuchBucket/);
	const page = await started(httpPeer((_, response) => response.end('<html></html>')));
	await failing('s3', { ...inbound, endpoint: page.url }, /cannot be read/);
});

test('an SFTP server’s key is kept by the first test; with another key it is not trusted', async () => {
	const server = await started(sftpPeer());
	const { port, user, privateKey } = server;
	const config = { host, port, user, privateKey, direction: 'inbound', columns: { mail: 'email' }, domainId: s.tenant.domainId };
	const id = await passing('sftp-csv', config);
	const kept = (await s.list()).find((one) => one.id === id);
	expect(kept?.config.hostKey).toBe(server.hostKey);
	expect(kept?.isSuccessful).toBe(true);
	await failing('sftp-csv', { ...config, privateKey: server.strangerKey }, /refused the user name/);
	await failing('sftp-csv', { ...config, privateKey: 'no key' }, /key cannot be used/);
	await failing('sftp-csv', { ...config, folder: 'none' }, /not there/);
	await server.changeHostKey();
	const after = await s.test(id);
	expect([after.isSuccessful, after.errorMessage]).toEqual([false, expect.stringMatching(/host key has changed/)]);
	expect((await s.list()).find((one) => one.id === id)?.config.hostKey).toBe(server.hostKey);
});

test('VAPID keys that belong together pass', async () => {
	const pair = createECDH('prime256v1');
	pair.generateKeys();
	const config = {
		subject: 'mailto:a@example.com',
		publicKey: pair.getPublicKey('base64url'),
		privateKey: pair.getPrivateKey('base64url'),
	};
	await passing('web-push', config);
	const other = createECDH('prime256v1');
	other.generateKeys();
	await failing('web-push', { ...config, privateKey: other.getPrivateKey('base64url') }, /not the private one/);
	await failing('web-push', { ...config, privateKey: 'AA' }, /key cannot be used|not the private/);
});

test('a service account is given a token for an assertion that its key signed', async () => {
	const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	const server = await started(
		httpPeer(async ({ body }, response) => {
			const form = new URLSearchParams(body);
			const checked = await jwtVerify(form.get('assertion') ?? '', publicKey, {
				audience: `${server.url}/token`,
				issuer: 'svc@p.iam.example',
			}).catch(() => null);
			response
				.writeHead(checked ? 200 : 400)
				.end(JSON.stringify(checked ? { access_token: 'ya29', expires_in: 3600 } : { error: 'invalid_grant' }));
		}),
	);
	const config = { projectId: 'p', clientEmail: 'svc@p.iam.example', privateKey: key, tokenUri: `${server.url}/token` };
	await passing('fcm', config);
	// As it stands in the JSON file of a service account.
	await passing('fcm', { ...config, privateKey: key.replaceAll('\n', '\\n') });
	const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
	await failing('fcm', { ...config, privateKey: stranger }, /refused the user name/);
	await failing('fcm', { ...config, privateKey: 'x' }, /key cannot be used/);
});

test('a server that hangs, and one that talks without end, end the test with a sentence', async () => {
	const silent = await started(tcpPeer(() => undefined));
	const config = { host, port: silent.port, security: 'none' };
	const begun = performance.now();
	await failing('smtp', config, /No answer within 10 s/);
	expect(performance.now() - begun).toBeLessThan(20_000 * slowness());
	// As a PostgreSQL that never comes to the end of its greeting.
	const flood = await started(
		tcpPeer((socket) => {
			const more = Buffer.alloc(1024 * 1024, 'x');
			const pour = (): void => {
				while (!socket.destroyed && socket.write(more));
			};
			socket.on('drain', pour);
			pour();
		}),
	);
	const before = process.memoryUsage().rss;
	const query = {
		database: 'd',
		user: 'u',
		password: 'p',
		tls: 'off',
		direction: 'inbound',
		query: 'select 1',
		cursorColumn: 'a',
		columns: { a: 'email' },
		domainId: s.tenant.domainId,
	};
	await failing('postgres', { ...query, host, port: flood.port }, /More came|cannot be read|Nothing answers/);
	await failing('smtp', { ...config, port: flood.port }, /More came|cannot be read/);
	expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});
