/**
 * Everything the environment may say, read once at the start and trusted afterwards.
 * The list, the defaults and the meaning are those of docs/operations: a change here is a change of interface.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { choiceOf, EMAIL, type Environment, emailOf, headerOf, listOf, portOf, SettingError, textOf, urlOf } from './setting-readers.ts';

export type Role = 'all' | 'web' | 'worker';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** The ground's settings. Wings add theirs to this interface, and a reader of them to `readSettings`. */
export interface Settings {
	port: number;
	host: string;
	/** Origin only, without a trailing slash. */
	publicUrl: string;
	/** PUBLIC_URL is a localhost name: links may be printed, the built-in mailbox may be shown. */
	isLocal: boolean;
	/** Absolute. */
	dataDir: string;
	databaseUrl: string | null;
	role: Role;
	adminEmail: string;
	sample: boolean;
	smtpUrl: string | null;
	/** Where bounces are taken in; null: nowhere. */
	bounceSmtpPort: number | null;
	mailFrom: string;
	/** null: embedded and not given; storage generates it into DATA_DIR (`Storage.secretKey`). */
	secretKey: string | null;
	accountUrl: string | null;
	supportUrl: string | null;
	/** Where feedback is mailed to: the address of a `mailto:` SUPPORT_URL, else the platform admin's. */
	supportAddress: string;
	newAdminUrl: string | null;
	geoDb: string | null;
	geoHeader: string | null;
	chromiumPath: string | null;
	/** CIDR networks and `host:port` pairs the server may reach beside public addresses. */
	outboundAllow: string[];
	/** `address` or `address:port`; none: the system's. */
	dnsServers: string[];
	/** As Fastify takes it: off, all, how many proxies, or a list of their addresses. */
	trustProxy: boolean | number | string;
	/** Opens /metrics; null: it is told to this machine alone, and only where PUBLIC_URL is this machine too. */
	metricsToken: string | null;
	logLevel: LogLevel;
}

/** Names and addresses of this machine, as they stand in an address. */
export const LOCAL_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const MINIMUM_SECRET_LENGTH = 32;
const LAST_PORT = 65_535;

/** Reads a wing's settings. @throws SettingError */
export type SettingsReader = (env: Environment) => Partial<Settings>;

/**
 * Reads and checks every setting: the ground's, and those of the wings by their readers.
 * @throws SettingError naming the first wrong one.
 */
export const readAll = (env: Environment, wings: readonly SettingsReader[]): Settings =>
	Object.assign(readGround(env), ...wings.map((read) => read(env)));

const readGround = (env: Environment) => {
	const port = portOf(env, 'PORT') ?? 4000;
	const databaseUrl = urlOf(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
	const smtpUrl = urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:']);
	const publicUrl = originOf(env, port);
	const isLocal = LOCAL_HOST.test(new URL(publicUrl).hostname);
	if (!isLocal && !publicUrl.startsWith('https:'))
		throw new SettingError('PUBLIC_URL must begin with https:// unless it is a localhost name.');
	if (!isLocal && smtpUrl === null)
		throw new SettingError('SMTP_URL is required when PUBLIC_URL is not a localhost name, because sign-in goes by mail.');
	const secretKey = textOf(env, 'SECRET_KEY');
	if (secretKey !== null && secretKey.length < MINIMUM_SECRET_LENGTH)
		throw new SettingError(`SECRET_KEY must have at least ${MINIMUM_SECRET_LENGTH} characters.`);
	if (databaseUrl !== null && secretKey === null) throw new SettingError('SECRET_KEY is required with DATABASE_URL.');
	const role = choiceOf(env, 'ROLE', ['all', 'web', 'worker'] as const, 'all');
	if (databaseUrl === null && role !== 'all')
		throw new SettingError(`ROLE=${role} needs DATABASE_URL, because the embedded database belongs to one process.`);
	const sample = choiceOf(env, 'SAMPLE', ['on', 'off'] as const, databaseUrl === null ? 'on' : 'off') === 'on';
	if (sample && port > LAST_PORT - 2)
		throw new SettingError(
			`PORT must be at most ${LAST_PORT - 2} with SAMPLE=on, whose shop listens on the two ports after it, not '${port}'.`,
		);
	const allowed = listOf(env, 'OUTBOUND_ALLOW', isAllowance, 'networks (CIDR) or host:port pairs');
	const adminEmail = emailOf(env, 'ADMIN_EMAIL') ?? 'admin@luvalla.localhost';
	const supportUrl = urlOf(env, 'SUPPORT_URL', ['http:', 'https:', 'mailto:']);
	return {
		port,
		host: textOf(env, 'HOST') ?? '127.0.0.1',
		publicUrl,
		isLocal,
		dataDir: resolve(textOf(env, 'DATA_DIR') ?? './data'),
		databaseUrl,
		role,
		adminEmail,
		sample,
		smtpUrl,
		bounceSmtpPort: portOf(env, 'BOUNCE_SMTP_PORT'),
		mailFrom: mailFromOf(env, publicUrl),
		secretKey,
		accountUrl: urlOf(env, 'ACCOUNT_URL', ['http:', 'https:']),
		supportUrl,
		supportAddress: supportAddressOf(supportUrl, adminEmail),
		newAdminUrl: urlOf(env, 'NEW_ADMIN_URL', ['http:', 'https:']),
		geoDb: textOf(env, 'GEO_DB'),
		geoHeader: headerOf(env, 'GEO_HEADER'),
		chromiumPath: textOf(env, 'CHROMIUM_PATH'),
		outboundAllow: sample && textOf(env, 'OUTBOUND_ALLOW') === null ? sampleSites(port) : allowed,
		dnsServers: listOf(env, 'DNS_SERVERS', isServer, 'addresses of DNS servers, with or without :port'),
		trustProxy: trustProxyOf(env),
		metricsToken: textOf(env, 'METRICS_TOKEN'),
		logLevel: choiceOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error'] as const, 'info'),
	};
};

/** @throws SettingError when a `mailto:` names nobody */
const supportAddressOf = (supportUrl: string | null, adminEmail: string): string => {
	if (!supportUrl?.startsWith('mailto:')) return adminEmail;
	// several may stand there, each as addresses stand in a URL
	const [, first = ''] = /^mailto:([^,?]*)/.exec(supportUrl) ?? [];
	const address = first.replaceAll('%40', '@').trim();
	if (!EMAIL.test(address)) throw new SettingError(`SUPPORT_URL must name an email address after mailto:, not '${address}'.`);
	return address;
};

/** Hosts of the sample's sites; they listen on PORT+1. */
export const SAMPLE_HOSTS = { shop: 'shop.localhost', blog: 'blog.localhost' } as const;

/** Where the sample's site of this host listens; null: it is none of them. */
export const sampleSiteOf = ({ sample, port }: Pick<Settings, 'sample' | 'port'>, host: string): string | null =>
	sample && Object.values<string>(SAMPLE_HOSTS).includes(host) ? `${host}:${port + 1}` : null;

/** Where a site of this machine listens (`made.localhost`) that the operator names with its port; null: at the usual one. */
export const namedSiteOf = ({ outboundAllow }: Pick<Settings, 'outboundAllow'>, host: string): string | null =>
	(host.endsWith('.localhost') && outboundAllow.find((one) => one.startsWith(`${host}:`))) || null;

/** Hosts that the sample's sites load from; they listen on PORT+2. */
export const SAMPLE_THIRD_PARTIES = ['stats.localhost', 'ads.localhost', 'video.localhost'] as const;

/**
 * What scans may reach beside public addresses, as `host:port`: what the operator allows, the installation itself, whose banner stands on
 * the sites, and with the sample on what its sites load.
 */
export const scanAllowance = ({
	outboundAllow,
	publicUrl,
	sample,
	port,
}: Pick<Settings, 'outboundAllow' | 'publicUrl' | 'sample' | 'port'>): string[] => {
	const own = new URL(publicUrl);
	return [
		...outboundAllow,
		`${own.hostname}:${own.port || (own.protocol === 'https:' ? 443 : 80)}`,
		...(sample ? SAMPLE_THIRD_PARTIES.map((host) => `${host}:${port + 2}`) : []),
	];
};

const sampleSites = (port: number): string[] => Object.values(SAMPLE_HOSTS).map((host) => `${host}:${port + 1}`);

const originOf = (env: Environment, port: number): string => {
	const url = new URL(urlOf(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`);
	if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
		throw new SettingError('PUBLIC_URL must be an origin only, without path, query or user.');
	return url.origin;
};

/** Also `Name <address>`. */
const mailFromOf = (env: Environment, publicUrl: string): string => {
	const text = textOf(env, 'MAIL_FROM');
	if (text === null) return `Luvalla <no-reply@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}>`;
	const address = /<([^>]*)>\s*$/.exec(text)?.[1] ?? text;
	if (!EMAIL.test(address) || /[\r\n]/.test(text))
		throw new SettingError(`MAIL_FROM must be an email address or 'Name <address>', not '${text}'.`);
	return text;
};

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const isNetwork = (item: string): boolean => {
	const [address = '', bits, ...rest] = item.split('/');
	const family = isIP(address);
	if (family === 0 || rest.length > 0) return false;
	return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

const isAllowance = (item: string): boolean => {
	if (isNetwork(item)) return true;
	const [, host, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9.*-]+):(\d+)$/i.exec(item) ?? [];
	return host !== undefined && port !== undefined && isPort(port);
};

/** As node:dns takes it. */
const isServer = (item: string): boolean => {
	if (isIP(item) !== 0) return true;
	const [, four, six, port = ''] = /^(?:([\d.]+)|\[([0-9a-f:.]+)\]):(\d+)$/i.exec(item) ?? [];
	return isPort(port) && (isIP(four ?? '') === 4 || isIP(six ?? '') === 6);
};

const trustProxyOf = (env: Environment): boolean | number | string => {
	const text = textOf(env, 'TRUST_PROXY')?.toLowerCase() ?? 'off';
	if (text === 'off' || text === 'on') return text === 'on';
	if (/^\d{1,2}$/.test(text)) return Number(text);
	const named = new Set(['loopback', 'linklocal', 'uniquelocal']);
	listOf(
		{ TRUST_PROXY: text },
		'TRUST_PROXY',
		(item) => named.has(item) || isNetwork(item),
		'off, on, a number of proxies, or their addresses',
	);
	return text.split(/[\s,]+/).join(',');
};
