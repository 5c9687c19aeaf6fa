import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SettingError, whyNotListening } from '../src/kernel/setting-readers.ts';
import { sampleSiteOf } from '../src/kernel/settings.ts';
import { readSettings } from '../src/settings.ts';

const KEY = 'k'.repeat(32);

describe('settings', () => {
	it('have their defaults when nothing is set', () => {
		expect(readSettings({})).toMatchObject({
			port: 4000,
			host: '127.0.0.1',
			publicUrl: 'http://localhost:4000',
			isLocal: true,
			databaseUrl: null,
			role: 'all',
			adminEmail: 'admin@luvalla.localhost',
			supportAddress: 'admin@luvalla.localhost',
			sample: true,
			smtpUrl: null,
			bounceSmtpPort: null,
			secretKey: null,
			outboundAllow: ['shop.localhost:4001', 'blog.localhost:4001'],
			trustProxy: false,
			logLevel: 'info',
			// A wing's.
			gvlUrl: 'https://vendor-list.consensu.org/v3/',
			ledgerWitnesses: [],
			httpsPort: null,
			acmeHttpPort: null,
			acmeDnsPort: null,
			acmeDirectoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
			acmeEmail: 'admin@luvalla.localhost',
			customDomainA: [],
			customDomainTxtPrefix: '_luvalla',
			customDomainCname: 'acme.localhost',
		});
	});

	it('know where mail for support goes: the first address of a mailto:, else the admin’s', () => {
		const to = (SUPPORT_URL: string) => readSettings({ ADMIN_EMAIL: 'boss@example.com', SUPPORT_URL }).supportAddress;
		expect(to('mailto:help@example.com')).toBe('help@example.com');
		expect(to('mailto:help%40example.com,other@example.com?subject=Luvalla')).toBe('help@example.com');
		expect(to('https://help.example.com/')).toBe('boss@example.com');
	});

	it('let outgoing requests reach the sample’s sites and nothing else at home, unless somebody says what', () => {
		const moved = readSettings({ PORT: '5200' });
		expect(moved.outboundAllow).toEqual(['shop.localhost:5201', 'blog.localhost:5201']);
		expect(sampleSiteOf(moved, 'shop.localhost')).toBe('shop.localhost:5201');
		expect(sampleSiteOf(moved, 'other.localhost')).toBeNull();
		expect(readSettings({ OUTBOUND_ALLOW: '10.0.0.0/8' }).outboundAllow).toEqual(['10.0.0.0/8']);
		const without = readSettings({ SAMPLE: 'off' });
		expect(without.outboundAllow).toEqual([]);
		expect(sampleSiteOf(without, 'shop.localhost')).toBeNull();
	});

	it('take an empty variable for unset', () => {
		expect(readSettings({ PORT: '', DATABASE_URL: ' ', SAMPLE: '' })).toMatchObject({ port: 4000, databaseUrl: null, sample: true });
	});

	it('follow PORT into PUBLIC_URL, and leave the sample out with an external database', () => {
		expect(readSettings({ PORT: '4500' }).publicUrl).toBe('http://localhost:4500');
		expect(readSettings({ DATABASE_URL: 'postgres://u@h/d', SECRET_KEY: KEY }).sample).toBe(false);
		expect(readSettings({ DATABASE_URL: 'postgres://u@h/d', SECRET_KEY: KEY, SAMPLE: 'on', ROLE: 'web' })).toMatchObject({
			sample: true,
			role: 'web',
		});
	});

	it.each([
		['localhost', 'http://localhost', true],
		['a name under localhost', 'http://luvalla.localhost:4000', true],
		['loopback', 'http://127.0.0.1:4000', true],
	])('take %s as local', (_what, url, isLocal) => {
		expect(readSettings({ PUBLIC_URL: url }).isLocal).toBe(isLocal);
	});

	it('take a public origin with https and SMTP', () => {
		expect(readSettings({ PUBLIC_URL: 'https://luvalla.example/', SMTP_URL: 'smtp://mail:25' })).toMatchObject({
			publicUrl: 'https://luvalla.example',
			isLocal: false,
			mailFrom: 'Luvalla <no-reply@luvalla.example>',
		});
	});

	it.each([
		[{ TRUST_PROXY: 'on' }, true],
		[{ TRUST_PROXY: '2' }, 2],
		[{ TRUST_PROXY: '10.0.0.0/8, loopback' }, '10.0.0.0/8,loopback'],
	])('read %o', (env, trustProxy) => {
		expect(readSettings(env).trustProxy).toBe(trustProxy);
	});

	it.each<[Record<string, string>, string]>([
		[{ PORT: '0' }, `PORT must be a whole number from 1 to 65535, not '0'.`],
		[{ PORT: '80a' }, `PORT must be a whole number from 1 to 65535, not '80a'.`],
		[{ PORT: '65534' }, `PORT must be at most 65533 with SAMPLE=on, whose shop listens on the two ports after it, not '65534'.`],
		[{ GEO_HEADER: 'x country' }, `GEO_HEADER must be the name of a header, not 'x country'.`],
		[{ PUBLIC_URL: 'luvalla.example' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
		[{ PUBLIC_URL: 'http://luvalla.example', SMTP_URL: 'smtp://h' }, 'PUBLIC_URL must begin with https:// unless it is a localhost name.'],
		[
			{ PUBLIC_URL: 'https://luvalla.example/app', SMTP_URL: 'smtp://h' },
			'PUBLIC_URL must be an origin only, without path, query or user.',
		],
		[
			{ PUBLIC_URL: 'https://luvalla.example' },
			'SMTP_URL is required when PUBLIC_URL is not a localhost name, because sign-in goes by mail.',
		],
		[{ DATABASE_URL: 'postgres://u:secret@h/d' }, 'SECRET_KEY is required with DATABASE_URL.'],
		[
			{ DATABASE_URL: 'mysql://u:secret@h/d', SECRET_KEY: KEY },
			'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
		],
		[{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters.'],
		[{ ROLE: 'web' }, 'ROLE=web needs DATABASE_URL, because the embedded database belongs to one process.'],
		[{ ROLE: 'king' }, `ROLE must be all, web, worker, not 'king'.`],
		[{ SAMPLE: 'maybe' }, `SAMPLE must be on, off, not 'maybe'.`],
		[{ SUPPORT_URL: 'mailto:nobody' }, `SUPPORT_URL must name an email address after mailto:, not 'nobody'.`],
		[{ ADMIN_EMAIL: 'admin' }, `ADMIN_EMAIL must be an email address, not 'admin'.`],
		[{ MAIL_FROM: 'Luvalla' }, `MAIL_FROM must be an email address or 'Name <address>', not 'Luvalla'.`],
		[{ GVL_URL: 'vendor-list' }, 'GVL_URL must be an address that begins with http:// or https://.'],
		[{ TCF_CMP_ID: '1' }, `TCF_CMP_ID must be a whole number from 2 to 4095, not '1'.`],
		[{ OUTBOUND_ALLOW: '10.0.0.0/33' }, `OUTBOUND_ALLOW must list networks (CIDR) or host:port pairs, and '10.0.0.0/33' is none.`],
		[{ TRUST_PROXY: 'maybe' }, `TRUST_PROXY must list off, on, a number of proxies, or their addresses, and 'maybe' is none.`],
		[{ LOG_LEVEL: 'loud' }, `LOG_LEVEL must be debug, info, warn, error, not 'loud'.`],
	])('refuse %o in one sentence', (env, sentence) => {
		expect(() => readSettings(env)).toThrow(new SettingError(sentence));
	});

	it('never repeat a password in a refusal', () => {
		expect(() => readSettings({ DATABASE_URL: 'http://u:hunter2@h/d', SECRET_KEY: KEY })).toThrow(
			expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
		);
	});

	it.each([
		['ACME_DIRECTORY_URL', 'http://ca.example/dir'],
		['CUSTOM_DOMAIN_A', 'luvalla.example'],
		['CUSTOM_DOMAIN_TXT_PREFIX', 'two.labels'],
		['CUSTOM_DOMAIN_CNAME', 'acme'],
		['ACME_CA_FILE', '/nowhere/ca.pem'],
		['HTTPS_PORT', '0'],
		['ACME_DNS_PORT', 'fifty-three'],
	])('refuse what %s cannot be, by name', (name, value) => {
		expect(() => readSettings({ [name]: value })).toThrow(SettingError);
		expect(() => readSettings({ [name]: value })).toThrow(name);
	});

	it('take the names of custom domains’ records from PUBLIC_URL', () => {
		const there = { PUBLIC_URL: 'https://luvalla.example', SMTP_URL: 'smtp://mail.example' };
		expect(readSettings(there).customDomainCname).toBe('acme.luvalla.example');
		expect(readSettings({ ...there, CUSTOM_DOMAIN_CNAME: 'Acme.Other.example.' }).customDomainCname).toBe('acme.other.example');
		expect(readSettings({ CUSTOM_DOMAIN_A: '192.0.2.1, 2001:db8::1' }).customDomainA).toEqual(['192.0.2.1', '2001:db8::1']);
	});

	it('that keep the program from listening are named in one sentence', async () => {
		const why = async (port: number, host: string, env: Record<string, string>) => {
			const error = await new Promise((done) => {
				const server = createServer().once('error', done);
				server.listen(port, host, () => server.close(() => done(null)));
			});
			return whyNotListening(error, env);
		};
		const taken = createServer().listen(0, '127.0.0.1');
		await once(taken, 'listening');
		const { port } = taken.address() as AddressInfo;
		const both = { PORT: '4000', HTTPS_PORT: String(port), ACME_HTTP_PORT: String(port) };
		expect(await why(port, '127.0.0.1', both)).toBe(`Port ${port} is in use: set HTTPS_PORT or ACME_HTTP_PORT to a free one.`);
		expect(await why(port, '127.0.0.1', {})).toBe(`Port ${port} is in use: set PORT to a free one.`);
		taken.close();
		expect(await why(0, '203.0.113.9', { HOST: '203.0.113.9' })).toBe(`HOST must be an address of this machine, not '203.0.113.9'.`);
		expect(whyNotListening(new Error('something else'), { HOST: '203.0.113.9' })).toBeNull();
	});
});
