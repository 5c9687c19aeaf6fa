/** Reads single settings out of the environment; each refuses what it cannot take with one sentence that names it. */

/** One wrong setting; the message is one sentence that names it. */
export class SettingError extends Error {
	override readonly name = 'SettingError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/** An empty variable counts as unset: compose files and shells cannot always leave one out. */
export const textOf = (env: Environment, name: string): string | null => {
	const value = env[name]?.trim();
	return value === undefined || value === '' ? null : value;
};

export const wholeOf = (env: Environment, name: string, least: number, most: number): number | null => {
	const text = textOf(env, name);
	if (text === null) return null;
	const value = Number(text);
	if (!/^\d+$/.test(text) || value < least || value > most)
		throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not '${text}'.`);
	return value;
};

export const portOf = (env: Environment, name: string): number | null => wholeOf(env, name, 1, 65_535);

export const choiceOf = <T extends string>(env: Environment, name: string, choices: readonly T[], otherwise: T): T => {
	const text = textOf(env, name)?.toLowerCase();
	if (text === undefined) return otherwise;
	const found = choices.find((choice) => choice === text);
	if (found === undefined) throw new SettingError(`${name} must be ${choices.join(', ')}, not '${text}'.`);
	return found;
};

export const urlOf = (env: Environment, name: string, protocols: readonly string[]): string | null => {
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

export const emailOf = (env: Environment, name: string): string | null => {
	const text = textOf(env, name);
	if (text !== null && !EMAIL.test(text)) throw new SettingError(`${name} must be an email address, not '${text}'.`);
	return text?.toLowerCase() ?? null;
};

/** The name of a header, as RFC 9110 has it: another one is never there. */
export const headerOf = (env: Environment, name: string): string | null => {
	const text = textOf(env, name);
	if (text !== null && !/^[\w!#$%&'*+.^`|~-]+$/.test(text)) throw new SettingError(`${name} must be the name of a header, not '${text}'.`);
	return text;
};

export const listOf = (env: Environment, name: string, good: (item: string) => boolean, what: string): string[] => {
	const items = (textOf(env, name) ?? '').split(/[\s,]+/).filter((item) => item !== '');
	const bad = items.find((item) => !good(item));
	if (bad !== undefined) throw new SettingError(`${name} must list ${what}, and '${bad}' is none.`);
	return items;
};

const PORTS = ['PORT', 'HTTPS_PORT', 'ACME_HTTP_PORT', 'ACME_DNS_PORT', 'BOUNCE_SMTP_PORT'];

/** Which setting keeps the program from listening, in one sentence; null: the error is another one. */
export const whyNotListening = (error: unknown, env: Environment): string | null => {
	const { code, port, address, hostname }: Record<string, unknown> = error instanceof Error ? { ...error } : {};
	const host = textOf(env, 'HOST');
	if (host !== null && ((code === 'EADDRNOTAVAIL' && address === host) || (code === 'ENOTFOUND' && hostname === host)))
		return `HOST must be an address of this machine, not '${host}'.`;
	if (typeof port !== 'number' || (code !== 'EADDRINUSE' && code !== 'EACCES')) return null;
	const names = PORTS.filter((name) => textOf(env, name) === String(port));
	const why = code === 'EACCES' ? 'may not be listened on by this user' : 'is in use';
	return `Port ${port} ${why}: set ${names.join(' or ') || 'PORT'} to a free one.`;
};
