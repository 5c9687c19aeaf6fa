/** Settings of a connector: read by their kind's shape, secrets sealed apart and never given out. */
import {
	type ConnectorType,
	connectorShapes,
	type Direction,
	metaOf,
	secretsOf,
	WHERE,
} from '@luvalla/contract/profiles/connector-types.ts';
import * as z from 'zod';
import { type Issue, invalidFields } from '#kernel/http/errors.ts';
import { createGuard, OutboundRefused } from '#kernel/outbound/guard.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { withVapid } from './vapid.ts';

/** Settings as they are kept: without secrets. */
export type Config = Readonly<Record<string, unknown>>;
/** Secrets by the names of their fields. */
export type StoredSecrets = Readonly<Record<string, string>>;

const Opened = z.record(z.string(), z.string());
const place = (connectorId: string): string => `connector.secrets.${connectorId}`;

export const sealSecrets = (secrets: Secrets, connectorId: string, kept: StoredSecrets): string | null =>
	Object.keys(kept).length === 0 ? null : secrets.seal(JSON.stringify(kept), place(connectorId));
export const openSecrets = (secrets: Secrets, connectorId: string, sealed: string | null): StoredSecrets =>
	sealed === null ? {} : Opened.parse(JSON.parse(secrets.open(sealed, place(connectorId))));

const DOTS = '••••••••';
/** That there is one, and no sign of it, not even how long it is. */
export const maskedSecrets = (kept: StoredSecrets): Record<string, string> =>
	Object.fromEntries(Object.keys(kept).map((name) => [name, DOTS]));

const MISSING = 'Enter a value';
const CLOSED = 'Use an address that can be reached from outside';
const AGAIN = 'Enter this value again: it was given for another address';
const NO_ONE = 'Name a column that is email, phone or externalId';

const inConfig = (issues: readonly Issue[]): Issue[] => issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] }));
const about = (field: string, message: string): Issue => ({ message, path: [field] });

/** What a sync cannot do without. */
const missingFor = (type: ConnectorType, config: Config): Issue[] => {
	const empty = (field: string): Issue[] => (config[field] === '' ? [about(field, MISSING)] : []);
	if (config.direction === 'outbound')
		return [...empty('audienceId'), ...empty('purposeId'), ...(type === 'postgres' ? empty('table') : [])];
	if (config.direction !== 'inbound') return [];
	const targets = z.record(z.string(), z.string()).parse(config.columns);
	const names = Object.values(targets).some((target) => ['email', 'phone', 'externalId'].includes(target));
	return [
		...empty('domainId'),
		...(type === 'postgres' ? [...empty('query'), ...empty('cursorColumn')] : []),
		...(names ? [] : [about('columns', NO_ONE)]),
	];
};

const SELECT = /^\s*(select|with)\b/i;
const NOT_SELECT = 'Use one select statement without a semicolon at its end';
const isOne = (query: string): boolean => SELECT.test(query) && !/;\s*$/.test(query);

/** Hosts and ports that a configuration leads to, by the field that names them. */
const placesOf = (config: Config): { field: string; host: string; port: number }[] => {
	const found: { field: string; host: string; port: number }[] = [];
	if (typeof config.host === 'string') found.push({ field: 'host', host: config.host, port: Number(config.port) });
	for (const field of ['url', 'endpoint', 'tokenUri']) {
		const value = config[field];
		if (typeof value !== 'string' || !URL.canParse(value)) continue;
		const { hostname, port, protocol } = new URL(value);
		found.push({ field, host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
	}
	return found;
};

/** Addresses of closed networks are refused as they are saved; names are judged whenever something is sent. */
const closedPlaces = (config: Config, allowed: readonly string[]): Issue[] => {
	const guard = createGuard(allowed);
	return placesOf(config).flatMap(({ field, host, port }) => {
		try {
			guard.check(host, port);
			return [];
		} catch (error) {
			if (!(error instanceof OutboundRefused)) throw error;
			return [about(field, CLOSED)];
		}
	});
};

/** Secrets may go over plain http to places alone that the operator named. */
const plainPlaces = (config: Config, allowed: readonly string[]): Issue[] => {
	const [guard, strict] = [createGuard(allowed), createGuard([])];
	return placesOf(config).flatMap(({ field, host, port }) => {
		const value = config[field];
		const named = allowed.includes(`${host}:${port}`) || (guard.allows(host, port) && !strict.allows(host, port));
		return typeof value === 'string' && value.startsWith('http://') && !named
			? [about(field, 'Use an address that starts with https://')]
			: [];
	});
};

const whereOf = (type: ConnectorType, config: Config): string => JSON.stringify(WHERE[type].map((field) => config[field]));

export interface Settled {
	readonly config: Config;
	readonly kept: StoredSecrets;
	readonly direction: Direction;
	readonly everyMinutes: number | null;
}

/**
 * What was sent, read; secrets that are empty or masked stay as they were kept.
 * @throws Refused 422 by field of `config`
 */
export const settle = (
	type: ConnectorType,
	sent: Config,
	before: { readonly config: Config; readonly kept: StoredSecrets } | null,
	allowed: readonly string[],
): Settled => {
	const names = secretsOf(type);
	const { data, error } = connectorShapes[type].safeParse(
		Object.fromEntries(
			Object.entries(sent).map(([name, value]) => [name, names.includes(name) && String(value).startsWith(DOTS) ? '' : value]),
		),
	);
	if (!data) throw invalidFields(inConfig(error.issues as Issue[]), 'not_usable');
	const all: Record<string, unknown> = { ...data };
	const config = Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
	const elsewhere = before !== null && whereOf(type, before.config) !== whereOf(type, config);
	const issues: Issue[] = [];
	const kept: Record<string, string> = {};
	for (const name of names) {
		const given = String(all[name] ?? '');
		const old = before?.kept[name];
		const shape: z.ZodType | undefined = Object.entries<z.ZodType>(connectorShapes[type].shape).find(([key]) => key === name)?.[1];
		if (given !== '') kept[name] = given;
		else if (old !== undefined && elsewhere) issues.push(about(name, AGAIN));
		else if (old !== undefined) kept[name] = old;
		else if (shape && !metaOf(shape).optional) issues.push(about(name, MISSING));
	}
	if (type === 'web-push' && kept.privateKey === undefined && config.publicKey !== '') issues.push(about('privateKey', MISSING));
	if (type === 'sftp-csv' && Object.keys(kept).length === 0 && issues.length === 0) issues.push(about('password', MISSING));
	if (type === 'postgres' && config.direction === 'inbound' && config.query !== '' && !isOne(String(config.query)))
		issues.push(about('query', NOT_SELECT));
	issues.push(...missingFor(type, config), ...closedPlaces(config, allowed), ...plainPlaces(config, allowed));
	if (issues.length > 0) throw invalidFields(inConfig(issues), 'not_usable');
	const direction = config.direction === 'inbound' || config.direction === 'outbound' ? config.direction : 'none';
	const whole = type === 'web-push' ? withVapid(config, kept) : { config, kept };
	return { ...whole, direction, everyMinutes: direction === 'none' ? null : Number(config.every) };
};

/** Whether the next run has to begin anew: it reads from somewhere else, or brings to where nobody was brought yet. */
export const beginsAnew = (type: ConnectorType, before: Config, after: Config): boolean => {
	const fields = [
		...WHERE[type].filter((field) => field !== 'hostKey'),
		'database',
		'query',
		'cursorColumn',
		'folder',
		'prefix',
		'bucket',
		'table',
		'columns',
		'domainId',
	];
	return fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
};
