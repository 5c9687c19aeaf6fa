/** Where the system's Chromium is. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
/** Value of CHROMIUM_PATH that says: use none, whatever there is. */
const OFF = 'off';

const executable = (path: string): boolean => {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
};

/** The path that is set, else the first on PATH or where systems put it; null: there is none, or `off` was set. */
export const findChromium = (set: string | null = process.env.CHROMIUM_PATH || null): string | null => {
	if (set === OFF) return null;
	const folders = (process.env.PATH ?? '').split(delimiter);
	const candidates = [
		...(set === null ? [] : [set]),
		...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
		...ELSEWHERE,
	];
	return candidates.find(executable) ?? null;
};
