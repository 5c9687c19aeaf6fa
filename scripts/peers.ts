/**
 * What tests meet that is no part of the project: the other engines that the banner's journeys are made in (Firefox ESR, WebKitGTK),
 * an SFTP server for connectors (OpenSSH), and a certificate authority for custom domains (Pebble). Found, or installed from the system's packages when we may. What is missing is said aloud.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

/** A machine with this file lets no package start a service of its own: containers have it. */
const STARTS_NOTHING = '/usr/sbin/policy-rc.d';

interface Peer {
	readonly name: string;
	readonly packages: readonly string[];
	readonly found: () => boolean;
	/** What is not tested without it. */
	readonly without: string;
	/** Its package starts a service that others could reach: never installed where it would. */
	readonly serves?: true;
}

const PEERS: readonly Peer[] = [
	{
		name: 'Firefox',
		packages: ['firefox-esr'],
		found: () => existsSync('/usr/bin/firefox-esr') || existsSync('/usr/bin/firefox'),
		without: 'none of the banner’s journeys was made in it',
	},
	{
		name: 'WebKit',
		packages: ['webkit2gtk-driver', 'xvfb'],
		found: () =>
			existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb') && globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser').length > 0,
		without: 'none of the banner’s journeys was made in it',
	},
	{
		name: 'OpenSSH’s server',
		packages: ['openssh-server'],
		found: () => existsSync('/usr/sbin/sshd'),
		without: 'the tests of SFTP connectors fail',
		serves: true,
	},
	{
		name: 'Pebble, Let’s Encrypt’s test server',
		packages: ['pebble'],
		found: () => existsSync('/usr/bin/pebble'),
		without: 'the tests of custom domains fail',
	},
];

const mayInstall = ({ serves }: Peer): boolean => serves !== true || existsSync(STARTS_NOTHING);

/** Answers a sentence for each that is not there, with the command to install it. */
export const ensurePeers = (): string[] => {
	const missing = () => PEERS.filter(({ found }) => !found());
	const wanted = missing()
		.filter(mayInstall)
		.flatMap(({ packages }) => packages);
	if (wanted.length > 0 && process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
		process.stderr.write(`Installing ${wanted.join(', ')} from the system’s packages …\n`);
		const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
		spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2], env });
		spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...wanted], { stdio: ['ignore', 2, 2], env });
	}
	return missing().map(
		({ name, packages, without }) => `${name} is not installed: ${without}. Install it with: sudo apt-get install -y ${packages.join(' ')}`,
	);
};
