/** Log lines: JSON on standard output, readable when that is a terminal. */
import { now } from './clock.ts';
import type { LogLevel, Settings } from './settings.ts';

export type Fields = Record<string, unknown>;

export interface Log {
	debug(msg: string, fields?: Fields): void;
	info(msg: string, fields?: Fields): void;
	warn(msg: string, fields?: Fields): void;
	error(msg: string, fields?: Fields): void;
}

const ORDER: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };
const COLOUR: Record<LogLevel, string> = { debug: '\u001b[90m', info: '\u001b[36m', warn: '\u001b[33m', error: '\u001b[31m' };
const PLAIN = '\u001b[0m';

/** What a log writes to; standard output unless a test looks. */
export interface LogTarget {
	isTTY?: boolean;
	write(text: string): unknown;
}

/** Errors in fields become their stack (debug and error) or message; secrets are the caller's care: nothing is logged unasked. */
export const createLog = (settings: Pick<Settings, 'logLevel'>, target: LogTarget = process.stdout): Log => {
	// Whoever read our output may go (`npm start | head`): lines are lost then, not the server.
	if (target === process.stdout && process.stdout.listenerCount('error', ignored) === 0) process.stdout.on('error', ignored);
	const least = ORDER[settings.logLevel];
	const line = target.isTTY === true ? readable : json;
	const write =
		(level: LogLevel) =>
		(msg: string, fields: Fields = {}): void => {
			if (ORDER[level] >= least) target.write(line(level, msg, fields));
		};
	return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
};

const ignored = (): void => undefined;

const json = (level: LogLevel, msg: string, fields: Fields): string =>
	`${JSON.stringify({ at: now().toISOString(), level, msg, ...fields }, flat)}\n`;

const readable = (level: LogLevel, msg: string, fields: Fields): string => {
	const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value, flat)}`);
	return `${now().toISOString().slice(11, 19)} ${COLOUR[level]}${level.padEnd(5)}${PLAIN} ${msg}${rest.join('')}\n`;
};

const flat = (_key: string, value: unknown): unknown => {
	if (value instanceof Error) return value.stack ?? value.message;
	return typeof value === 'bigint' ? value.toString() : value;
};
