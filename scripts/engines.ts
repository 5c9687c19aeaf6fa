/**
 * The other engines that the banner's journeys are made in: Firefox ESR and WebKitGTK. Found, or installed from the
 * system's packages when we may. Nothing else needs them: what is missing is said aloud, and the tests go on in Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const ENGINES = [
	{ name: 'Firefox', packages: ['firefox-esr'], found: () => existsSync('/usr/bin/firefox-esr') || existsSync('/usr/bin/firefox') },
	{
		name: 'WebKit',
		packages: ['webkit2gtk-driver', 'xvfb'],
		found: () =>
			existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').length > 0,
	},
];

/** Answers a sentence for each engine that is not there, with the command to install it. */
export const ensureEngines = (): string[] => {
	const missing = () => ENGINES.filter(({ found }) => !found());
	const wanted = missing().flatMap(({ packages }) => packages);
	if (wanted.length > 0 && process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
		process.stderr.write(`Installing ${wanted.join(', ')} from the system’s packages …\n`);
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2], env });
		spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], { stdio: ['ignore', 2, 2], env });
	}
	return missing().map(
		({ name, packages }) =>
			`${name} is not installed: none of the banner’s journeys was made in it. Install it with: sudo apt-get install -y ${packages.join(' ')}`,
	);
};
