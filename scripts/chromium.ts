/** The browsers of the tests: found, or installed from the system's packages when we may, or named with its command. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../apps/server/src/kernel/browsers/find.ts';
import { TaskError } from './task.ts';

/** @throws TaskError with the command to run by hand. */
export const ensureChromium = (): string => {
	const found = findChromium();
	if (found !== null) return found;
	install('chromium');
	const installed = findChromium();
	if (installed !== null) return installed;
	throw new TaskError('The browser tests need Chromium; install it with: sudo apt-get install -y chromium (or set CHROMIUM_PATH).');
};

const SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The same engine without a browser around it, for pages that need none: they take a quarter less of the processors. Where there is no such
 * package it is the whole one.
 */
export const ensureShell = (chromium: string): string => {
	if (!existsSync(SHELL)) install('chromium-headless-shell');
	return existsSync(SHELL) ? SHELL : chromium;
};

const install = (name: string): void => {
	if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return;
	process.stderr.write(`Installing ${name} from the system’s packages …\n`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2], env });
	spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { stdio: ['ignore', 2, 2], env });
};
