/**
 * Where the server may connect when somebody else says where to: public addresses, and what OUTBOUND_ALLOW names.
 * The address is judged when the connection is made, not the name before it, so a name that answers differently the
 * second time gains nothing.
 */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export class OutboundRefused extends Error {
	override readonly name = 'OutboundRefused';
}

export interface Guard {
	/** For `http.request`, `net.connect`, undici's `connect` to this port: resolves a name and leaves out addresses that are not allowed. */
	lookupFor(port: number): LookupFunction;
	/** Before connecting to an address given as such (no look-up happens then). @throws OutboundRefused */
	check(host: string, port: number): void;
	/** May this address be reached at this port? */
	allows(address: string, port: number): boolean;
}

/** All addresses of a name. */
type Lookup = (
	host: string,
	options: LookupAllOptions,
	answer: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Loopback, private, link-local, shared, documentation, multicast, reserved (RFC 6890 and later registrations). */
const CLOSED_4 = [
	'0.0.0.0/8',
	'10.0.0.0/8',
	'100.64.0.0/10',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.0.0.0/24',
	'192.0.2.0/24',
	'192.88.99.0/24',
	'192.168.0.0/16',
	'198.18.0.0/15',
	'198.51.100.0/24',
	'203.0.113.0/24',
	'224.0.0.0/4',
	'240.0.0.0/4',
];
const CLOSED_6 = [
	'::/96',
	'::1/128',
	'64:ff9b:1::/48',
	'100::/64',
	'2001::/23',
	'2001:db8::/32',
	'2002::/16',
	'3fff::/20',
	'5f00::/16',
	'fc00::/7',
	'fe80::/10',
	'fec0::/10',
	'ff00::/8',
];

/**
 * @param allowed entries of OUTBOUND_ALLOW: networks (any port) and `host:port` pairs, the latter by name or address
 * @param lookup the system's resolver
 */
export const createGuard = (allowed: readonly string[], lookup: Lookup = systemLookup): Guard => {
	const closed = listOf([...CLOSED_4, ...CLOSED_6]);
	const networks = listOf(allowed.filter((entry) => !isPair(entry)));
	const pairs = new Set(allowed.filter(isPair).map((entry) => entry.toLowerCase()));

	const open = (address: string): boolean => {
		const plain = undressed(address);
		return isIP(plain) !== 0 && (!holds(closed, plain) || holds(networks, plain));
	};
	const allows = (address: string, port: number): boolean =>
		open(address) || pairs.has(`${address.includes(':') ? `[${address}]` : address}:${port}`);
	const named = (host: string, port: number): boolean => pairs.has(`${host.toLowerCase()}:${port}`);

	return {
		allows,
		check(host, port) {
			const address = host.replace(/^\[|\]$/g, '');
			if (isIP(address) !== 0 && !allows(address, port))
				throw new OutboundRefused(`${host}:${port} is not a public address, and OUTBOUND_ALLOW does not name it.`);
		},
		lookupFor: (port) => (host, options, answer) => {
			if (isLocalName(host))
				return named(host, port) ? reply(answer, options, [{ address: '127.0.0.1', family: 4 }]) : answer(refusal(host, port), '', 4);
			lookup(host, { ...options, all: true }, (error, found) => {
				if (error !== null) return answer(error, '', 4);
				const fitting = named(host, port) ? found : found.filter(({ address }) => allows(address, port));
				if (fitting.length === 0) return answer(refusal(host, port), '', 4);
				reply(answer, options, fitting);
			});
		},
	};
};

/** Prefixes of 96 bits behind which a whole IPv4 address stands: mapped, translated (RFC 2765), NAT64 (RFC 6052). */
const DRESSES = ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'];

/** An IPv4 address in IPv6 clothes is judged as what it is: on such a network it leads there. */
const undressed = (address: string): string => {
	if (isIP(address) !== 6) return address;
	const groups = groupsOf(address);
	if (!DRESSES.includes(groups.slice(0, 6).join(':'))) return address;
	return groups
		.slice(6)
		.map((group) => Number.parseInt(group, 16))
		.flatMap((two) => [two >> 8, two & 255])
		.join('.');
};

/** All eight groups of an IPv6 address, each in its shortest form. */
const groupsOf = (address: string): string[] => {
	const [written = ''] = address.split('%');
	const four = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(written);
	const pair = (a?: string, b?: string): string => ((Number(a) << 8) | Number(b)).toString(16);
	const plain = four ? `${four[1]}${pair(four[2], four[3])}:${pair(four[4], four[5])}` : written;
	const [head = '', tail] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''));
	const groups = tail === undefined ? head : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
	return [...groups].map((group) => Number.parseInt(group, 16).toString(16));
};

/** `*.localhost` is this machine, whatever a resolver says (RFC 6761). */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

const refusal = (host: string, port: number): OutboundRefused =>
	new OutboundRefused(`${host}:${port} does not lead to a public address, and OUTBOUND_ALLOW does not name it.`);

const reply = (
	answer: Parameters<LookupFunction>[2],
	options: Parameters<LookupFunction>[1],
	found: { address: string; family: number }[],
): void => {
	const first = found[0];
	if (options.all === true) answer(null, found);
	else if (first !== undefined) answer(null, first.address, first.family);
};

/** One list a family: a shared one takes every IPv4 address for a part of ::ffff:0:0/96. */
interface Networks {
	four: BlockList;
	six: BlockList;
}

const listOf = (networks: readonly string[]): Networks => {
	const lists = { four: new BlockList(), six: new BlockList() };
	for (const network of networks) {
		const [address = '', bits] = network.split('/');
		if (isIP(address) === 4) lists.four.addSubnet(address, Number(bits ?? 32), 'ipv4');
		else lists.six.addSubnet(address, Number(bits ?? 128), 'ipv6');
	}
	return lists;
};

const holds = (networks: Networks, address: string): boolean =>
	isIP(address) === 4 ? networks.four.check(address, 'ipv4') : networks.six.check(address, 'ipv6');

/** `host:port`, and not an IPv6 address. */
const isPair = (entry: string): boolean => /:\d+$/.test(entry) && isIP(entry) === 0;
