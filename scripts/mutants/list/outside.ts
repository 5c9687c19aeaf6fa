/** Where the server may go. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other files
import { changesTo } from '../change.ts';

const GUARD = ['apps/server/test/outbound.test.ts'];

export const outside = [
	...changesTo('guard', 'apps/server/src/kernel/outbound/guard.ts', GUARD, [
		['the addresses of a cloud’s own data', "\t'169.254.0.0/16',\n", ''],
		['half of the private network', "'172.16.0.0/12'", "'172.16.0.0/16'"],
		['private networks of IPv6', "\t'fc00::/7',\n", ''],
		[
			'IPv4 in the clothes of NAT64',
			", '64:ff9b:0:0:0:0'];",
			'];',
			{ tests: ['apps/server/test/truth/outbound.test.ts'], named: 'in IPv6 clothes' },
		],
		[
			'IPv4 in any clothes',
			'const plain = undressed(address);',
			'const plain = address;',
			{ tests: ['apps/server/test/truth/outbound.test.ts'], named: 'in IPv6 clothes' },
		],
		[
			'a pair opens every port',
			'named = (host: string, port: number): boolean => pairs.has(`${host.toLowerCase()}:${port}`)',
			'named = (host: string, _port: number): boolean => [...pairs].some((pair) => pair.startsWith(`${host.toLowerCase()}:`))',
		],
		[
			'addresses of IPv6 as such',
			'if (isIP(address) !== 0 && !allows(address, port))',
			'if (isIP(address) === 4 && !allows(address, port))',
		],
		[
			'a name that leads inside',
			'const fitting = named(host, port) ? found : found.filter(({ address }) => allows(address, port));',
			'const fitting = found;',
		],
		[
			'a name that leads inside as well as outside',
			'const fitting = named(host, port) ? found : found.filter(({ address }) => allows(address, port));',
			'const fitting = found.some(({ address }) => allows(address, port)) ? found : [];',
		],
		[
			'names of this machine',
			'if (isLocalName(host))\n\t\t\t\treturn named(host, port) ?',
			'if (isLocalName(host))\n\t\t\t\treturn host ?',
		],
	]),
];
