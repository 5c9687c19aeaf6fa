/** The browser of the tests: found, or installed from the system's packages when we may, or named with its command. */
import { spawnSync } from 'node:child_process';
import { findChromium } from '../apps/server/src/kernel/browsers/find.ts';
import { TaskError } from './task.ts';

/** @throws TaskError with the command to run by hand. */
export const ensureChromium = (): string => {
	const found = findChromium();
	if (found !== null) return found;
	if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
		process.stderr.write('Installing Chromium from the system’s packages …\n');
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2], env });
		spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { stdio: ['ignore', 2, 2], env });
		const installed = findChromium();
		if (installed !== null) return installed;
	}
	throw new TaskError('The browser tests need Chromium; install it with: sudo apt-get install -y chromium (or set CHROMIUM_PATH).');
};
