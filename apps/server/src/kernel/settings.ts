/**
 * Everything the environment may say, read once at the start and trusted afterwards.
 * The list, the defaults and the meaning are those of docs/operations: a change here is a change of interface.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseVerifierKey, type VerifierKey } from '@luvalla/verify/note.ts';

/** One wrong setting; the message is one sentence that names it. */
export class SettingError extends Error {
	override readonly name = 'SettingError';
}

export type Role = 'all' | 'web' | 'worker';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

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
	mailFrom: string;
	/** null: embedded and not given; storage generates it into DATA_DIR (`Storage.secretKey`). */
	secretKey: string | null;
	stripeSecretKey: string | null;
	stripePublishableKey: string | null;
	stripeWebhookSecret: string | null;
	stripeApiBase: string | null;
	creditPriceCents: number;
	currency: string;
	httpsPort: number | null;
	acmeHttpPort: number | null;
	tcfCmpId: number | null;
	tcfCmpVersion: number | null;
	bounceSmtpPort: number | null;
	accountUrl: string | null;
	supportUrl: string | null;
	newAdminUrl: string | null;
	deletionDelayHours: number;
	acmeDirectoryUrl: string;
	acmeEmail: string | null;
	/** `host:port` each; empty: the system's resolvers. */
	dnsServers: string[];
	customDomainA: string | null;
	customDomainTxtPrefix: string | null;
	customDomainCname: string | null;
	gvlUrl: string;
	geoDb: string | null;
	geoHeader: string | null;
	chromiumPath: string | null;
	/** CIDR networks and `host:port` pairs the server may reach beside public addresses. */
	outboundAllow: string[];
	/** Who cosigns the installation's heads: a key as `name+hash+key` and where to submit. */
	ledgerWitnesses: { key: VerifierKey; url: string }[];
	/** As Fastify takes it: off, all, how many proxies, or a list of their addresses. */
	trustProxy: boolean | number | string;
	logLevel: LogLevel;
}

type Environment = Record<string, string | undefined>;

const LOCAL_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+$/;
const MINIMUM_SECRET_LENGTH = 32;

/**
 * Reads and checks every setting.
 * @throws SettingError naming the first wrong one.
 */
export const readSettings = (env: Environment): Settings => {
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
	const adminEmail = emailOf(env, 'ADMIN_EMAIL') ?? 'admin@luvalla.localhost';
	return {
		port,
		host: textOf(env, 'HOST') ?? '127.0.0.1',
		publicUrl,
		isLocal,
		dataDir: resolve(textOf(env, 'DATA_DIR') ?? './data'),
		databaseUrl,
		role,
		adminEmail,
		sample: choiceOf(env, 'SAMPLE', ['on', 'off'] as const, databaseUrl === null ? 'on' : 'off') === 'on',
		smtpUrl,
		mailFrom: mailFromOf(env, publicUrl),
		secretKey,
		stripeSecretKey: textOf(env, 'STRIPE_SECRET_KEY'),
		stripePublishableKey: textOf(env, 'STRIPE_PUBLISHABLE_KEY'),
		stripeWebhookSecret: textOf(env, 'STRIPE_WEBHOOK_SECRET'),
		stripeApiBase: urlOf(env, 'STRIPE_API_BASE', ['http:', 'https:']),
		creditPriceCents: wholeOf(env, 'CREDIT_PRICE_CENTS', 1, 100_000_000) ?? 100,
		currency: currencyOf(env),
		httpsPort: portOf(env, 'HTTPS_PORT'),
		acmeHttpPort: portOf(env, 'ACME_HTTP_PORT'),
		tcfCmpId: wholeOf(env, 'TCF_CMP_ID', 2, 4095),
		tcfCmpVersion: wholeOf(env, 'TCF_CMP_VERSION', 0, 4095),
		bounceSmtpPort: portOf(env, 'BOUNCE_SMTP_PORT'),
		accountUrl: urlOf(env, 'ACCOUNT_URL', ['http:', 'https:']),
		supportUrl: urlOf(env, 'SUPPORT_URL', ['http:', 'https:', 'mailto:']),
		newAdminUrl: urlOf(env, 'NEW_ADMIN_URL', ['http:', 'https:']),
		deletionDelayHours: wholeOf(env, 'DELETION_DELAY_HOURS', 0, 24 * 365) ?? 24,
		acmeDirectoryUrl: urlOf(env, 'ACME_DIRECTORY_URL', ['http:', 'https:']) ?? 'https://acme-v02.api.letsencrypt.org/directory',
		acmeEmail: emailOf(env, 'ACME_EMAIL'),
		dnsServers: listOf(env, 'DNS_SERVERS', isResolver, 'addresses, each with an optional :port'),
		customDomainA: textOf(env, 'CUSTOM_DOMAIN_A'),
		customDomainTxtPrefix: textOf(env, 'CUSTOM_DOMAIN_TXT_PREFIX'),
		customDomainCname: textOf(env, 'CUSTOM_DOMAIN_CNAME'),
		gvlUrl: urlOf(env, 'GVL_URL', ['http:', 'https:']) ?? 'https://vendor-list.consensu.org/v3/',
		geoDb: textOf(env, 'GEO_DB'),
		geoHeader: textOf(env, 'GEO_HEADER'),
		chromiumPath: textOf(env, 'CHROMIUM_PATH'),
		outboundAllow: listOf(env, 'OUTBOUND_ALLOW', isAllowance, 'networks (CIDR) or host:port pairs'),
		ledgerWitnesses: witnessesOf(env),
		trustProxy: trustProxyOf(env),
		logLevel: choiceOf(env, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error'] as const, 'info'),
	};
};

/** An empty variable counts as unset: compose files and shells cannot always leave one out. */
const textOf = (env: Environment, name: string): string | null => {
	const value = env[name]?.trim();
	return value === undefined || value === '' ? null : value;
};

const wholeOf = (env: Environment, name: string, least: number, most: number): number | null => {
	const text = textOf(env, name);
	if (text === null) return null;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < least || value > most)
		throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`);
	return value;
};

const portOf = (env: Environment, name: string): number | null => wholeOf(env, name, 1, 65_535);

const choiceOf = <T extends string>(env: Environment, name: string, choices: readonly T[], otherwise: T): T => {
	const text = textOf(env, name)?.toLowerCase();
	if (text === undefined) return otherwise;
	const found = choices.find((choice) => choice === text);
	if (found === undefined) throw new SettingError(`${name} must be ${choices.join(', ')}, not '${text}'.`);
	return found;
};

const urlOf = (env: Environment, name: string, protocols: readonly string[]): string | null => {
	const text = textOf(env, name);
	if (text === null) return null;
	// The value may hold a password: it is never repeated in the message.
	if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
		throw new SettingError(
			`${name} must be an address that begins with ${protocols.map((one) => (one === 'mailto:' ? one : `${one}//`)).join(' or ')}.`,
		);
	}
	return text;
};

const originOf = (env: Environment, port: number): string => {
	const url = new URL(urlOf(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`);
	if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
		throw new SettingError('PUBLIC_URL must be an origin only, without path, query or user.');
	return url.origin;
};

const emailOf = (env: Environment, name: string): string | null => {
	const text = textOf(env, name);
	if (text !== null && !EMAIL.test(text)) throw new SettingError(`${name} must be an email address, not '${text}'.`);
	return text?.toLowerCase() ?? null;
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

const currencyOf = (env: Environment): string => {
	const text = textOf(env, 'CURRENCY')?.toUpperCase() ?? 'EUR';
	if (!/^[A-Z]{3}$/.test(text)) throw new SettingError(`CURRENCY must be a three-letter code such as EUR, not '${text}'.`);
	return text;
};

const listOf = (env: Environment, name: string, good: (item: string) => boolean, what: string): string[] => {
	const items = (textOf(env, name) ?? '').split(/[\s,]+/).filter((item) => item !== '');
	const bad = items.find((item) => !good(item));
	if (bad !== undefined) throw new SettingError(`${name} must list ${what}, and '${bad}' is none.`);
	return items;
};

/** `name+hash+key https://…`, several of them one behind the other. */
const witnessesOf = (env: Environment): Settings['ledgerWitnesses'] => {
	const items = listOf(env, 'LEDGER_WITNESSES', () => true, 'keys and addresses');
	return items.flatMap((item, n) => {
		if (n % 2 === 1) return [];
		const [key, url] = [parseVerifierKey(item), items[n + 1] ?? ''];
		if (!key?.cosigns) throw new SettingError(`LEDGER_WITNESSES must list keys of witnesses (name+hash+key), and '${item}' is none.`);
		if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
			throw new SettingError(`LEDGER_WITNESSES must name an address that begins with https:// after the key of ${key.name}.`);
		return [{ key, url: url.replace(/\/+$/, '') }];
	});
};

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const isResolver = (item: string): boolean => {
	if (isIP(item) !== 0) return true;
	const [, host, port] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(item) ?? [];
	return host !== undefined && port !== undefined && isPort(port) && (isIP(host) !== 0 || host === 'localhost');
};

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
