/** The browser of the tests: found, or installed from the system's packages when we may, or named with its command. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { TaskError } from './task.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

export const findChromium = (): string | null => {
	const set = process.env.CHROMIUM_PATH;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = [
		...(set === undefined || set === '' ? [] : [set]),
		...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
		...ELSEWHERE,
	];
	return candidates.find(executable) ?? null;
};

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

const executable = (path: string): boolean => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
};
