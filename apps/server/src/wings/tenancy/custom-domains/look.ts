/** Asks DNS what stands where a custom domain's records have to, and judges each. */
import type { RecordState } from '@luvalla/contract/tenancy/custom-domains.ts';
import { readAddresses, readAliases, readTxt } from '#kernel/outbound/dns.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Expected } from './expected.ts';
import type { Looked } from './store.ts';

const MOST_SHOWN = 5;
const LONGEST_SHOWN = 200;
const NO_TEXT = /[^\P{Cc}\t]/gu;
const shown = (values: readonly string[]): string[] =>
	values.slice(0, MOST_SHOWN).map((value) => value.replace(NO_TEXT, '\ufffd').slice(0, LONGEST_SHOWN));

type Judged = Pick<Looked, 'found' | 'state' | 'about'>;
const judged = (state: RecordState, found: readonly string[] = [], about: string | null = null): Judged => ({
	state,
	found: shown(found),
	about: about?.slice(0, LONGEST_SHOWN) ?? null,
});

type Servers = Pick<Settings, 'dnsServers'>;

/** An address as it is compared: IPv6 has many spellings. */
const plain = (address: string): string => (address.includes(':') ? new URL(`http://[${address}]`).hostname : address);

const lookForAddress = async (servers: Servers, { type, name, expected, needed }: Expected): Promise<Judged> => {
	const { found, failed } = await readAddresses(servers, name, type === 'A' ? 4 : 6);
	if (found.length === 0) {
		// A circle has no addresses, and resolvers say of it whatever they like.
		const { loop, names } = await readAliases(servers, name);
		if (loop !== null) return judged('loop', names.slice(-1), loop);
		if (failed !== null) return judged('failed', [], failed);
		return judged(needed ? 'missing' : 'optional');
	}
	const right = new Set(expected.map(plain));
	const wrong = found.filter((address) => !right.has(plain(address)));
	return wrong.length === 0 ? judged('right', found) : judged('differs', found, wrong[0]);
};

/** The record must stand at the very name, and be there for it: an alias leads to somebody else's, a wildcard answers to all. */
const lookForText = async (servers: Servers, { name, expected }: Expected): Promise<Judged> => {
	const { values, alias, failed } = await readTxt(servers, name);
	if (failed !== null) return judged('failed', [], failed);
	if (alias !== null) return judged('alias', [alias], alias);
	if (values.length === 0) return judged('missing');
	if (!values.some((value) => expected.includes(value))) return judged('differs', values, values[0]);
	const [, ...host] = name.split('.');
	const unknown = await readTxt(servers, `_${crypto.randomUUID()}.${host.join('.')}`);
	if (unknown.values.some((value) => expected.includes(value))) return judged('wildcard', values);
	return unknown.failed === null ? judged('right', values) : judged('failed', values, unknown.failed);
};

const lookForAlias = async (servers: Servers, { name, expected, needed }: Expected): Promise<Judged> => {
	const { names, loop, failed } = await readAliases(servers, name);
	const [first] = names;
	if (loop !== null) return judged('loop', names.slice(0, 1), first === name ? name : (first ?? loop));
	if (failed !== null && first === undefined) return judged('failed', [], failed);
	if (first === undefined) return judged(needed ? 'missing' : 'optional');
	return expected.includes(first) ? judged('right', [first]) : judged('differs', [first], first);
};

const WAYS = { A: lookForAddress, AAAA: lookForAddress, TXT: lookForText, CNAME: lookForAlias } as const;

/** Asks for all records at once; nothing takes longer than the resolver's own limits. */
export const lookAt = async (servers: Servers, expected: readonly Expected[]): Promise<Looked[]> =>
	Promise.all(expected.map(async (one) => ({ ...one, ...(await WAYS[one.type](servers, one)) })));

/** Records that nobody has looked at. */
export const unasked = (expected: readonly Expected[]): Looked[] =>
	expected.map((one) => ({ ...one, found: [], state: 'unasked', about: null }));

const GOOD: readonly RecordState[] = ['right', 'optional'];
export const isRight = ({ state }: Pick<Looked, 'state'>): boolean => GOOD.includes(state);
export const differing = (records: readonly Looked[]): number => records.filter((one) => !isRight(one)).length;
