/** Which records a custom domain needs: where it has to lead, what shows whose it is, and where its challenges are answered. */
import type { Kernel } from '#kernel/kernel.ts';
import { readAddresses } from '#kernel/outbound/dns.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Looked } from './store.ts';

/** What a record has to say. */
export type Expected = Pick<Looked, 'type' | 'name' | 'expected' | 'needed'>;

/** Beside each other, the same record of two customers is never the same. */
const proofOf = ({ hmac }: Pick<Secrets, 'hmac'>, customerId: number, host: string): string =>
	hmac('custom-domain-proof').update(`${customerId} ${host}`).digest('base64url');

/** The name in our own zone that a host's `_acme-challenge` is an alias of: of one customer and host. */
export const delegateOf = (secrets: Pick<Secrets, 'hmac'>, zone: string, customerId: number, host: string): string =>
	`${secrets.hmac('custom-domain-delegate').update(`${customerId} ${host}`).digest('hex').slice(0, 20)}.${zone}`;

const isSix = (address: string): boolean => address.includes(':');

/** @param proven the host is the customer's already, as a domain of theirs: it needs no TXT record */
export const expectedOf = (
	{ secrets, settings }: Pick<Kernel, 'secrets'> & { settings: Settings },
	addresses: readonly string[],
	customerId: number,
	host: string,
	proven: boolean,
): Expected[] => {
	const six = addresses.filter(isSix);
	const four = addresses.filter((address) => !isSix(address));
	return [
		{ type: 'A', name: host, expected: four, needed: four.length > 0 },
		// Whoever has one is asked there first, by visitors and authorities: none, or ours.
		{ type: 'AAAA', name: host, expected: six, needed: four.length === 0 },
		...(proven
			? []
			: [
					{
						type: 'TXT' as const,
						name: `${settings.customDomainTxtPrefix}.${host}`,
						expected: [`luvalla-host=${proofOf(secrets, customerId, host)}`],
						needed: true,
					},
				]),
		...(settings.acmeDnsPort === null
			? []
			: [
					{
						type: 'CNAME' as const,
						name: `_acme-challenge.${host}`,
						expected: [delegateOf(secrets, settings.customDomainCname, customerId, host)],
						// Where nobody can ask us by http there is no other way.
						needed: settings.acmeHttpPort === null,
					},
				]),
	];
};

const KEPT_MS = 300_000;
const LOOPBACK = ['127.0.0.1'];

/** Where custom domains have to lead: what CUSTOM_DOMAIN_A says, else where PUBLIC_URL leads, asked anew every five minutes. */
export const createAddresses = (settings: Settings): (() => Promise<readonly string[]>) => {
	let known: { addresses: readonly string[]; until: number } = { addresses: [], until: 0 };
	return async () => {
		if (settings.customDomainA.length > 0) return settings.customDomainA;
		if (settings.isLocal) return LOOPBACK;
		if (known.until > Date.now()) return known.addresses;
		const { hostname } = new URL(settings.publicUrl);
		const [four, six] = await Promise.all([readAddresses(settings, hostname, 4), readAddresses(settings, hostname, 6)]);
		const found = [...four.found, ...six.found].sort();
		// Nobody answering is no news: what was known stands.
		if (found.length > 0) known = { addresses: found, until: Date.now() + KEPT_MS };
		return known.addresses;
	};
};
