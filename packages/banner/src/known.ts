/** Which known tags a configuration stops, for the guard: data of `known.json` by the configuration's own categories. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import { kindOf } from './kinds.ts';
import list from './known.json' with { type: 'json' };

const KNOWN_KINDS = ['statistics', 'marketing', 'media'] as const;
export type KnownKind = (typeof KNOWN_KINDS)[number];

/** Entry of the list → kinds of what it is for. */
export const knownEntries: ReadonlyMap<string, KnownKind[]> = new Map(
	[...new Set(KNOWN_KINDS.flatMap((kind) => list[kind]))].map((host) => [host, KNOWN_KINDS.filter((kind) => list[kind].includes(host))]),
);

/** Whether one of these may insert any other tag. */
const holdsContainer = (hosts: readonly string[]): boolean => list.containers.some((one) => hosts.includes(one));

const END = '.com';

/** Hosts as alternatives of a regular expression: what most of them end with stands once. */
const folded = (hosts: readonly string[]): string => {
	const [com, others] = [hosts.filter((host) => host.endsWith(END)), hosts.filter((host) => !host.endsWith(END))];
	if (com.length < 2) return hosts.join('|');
	return [`(${com.map((host) => host.slice(0, -END.length)).join('|')})${END}`, ...others].join('|');
};

/** The hosts of such alternatives. */
export const unfolded = (alternatives: string): string[] => {
	const [, names = '', others = ''] = /^(?:\(([^)]*)\)\.com\|?)?(.*)$/.exec(alternatives) ?? [];
	const parts = (text: string): string[] => text.split('|').filter((one) => one !== '');
	return [...parts(names).map((name) => name + END), ...parts(others)];
};

/** Of the known tags those that a look at the site has seen; of a container that may insert any, all. */
export const knownSeen = (known: Record<string, string>, seen: readonly string[]): Record<string, string> => {
	if (holdsContainer(seen)) return known;
	const left = Object.entries(known).map(([key, hosts]) => [key, folded(unfolded(hosts).filter((host) => seen.includes(host)))]);
	return Object.fromEntries(left.filter(([, hosts]) => hosts !== ''));
};

/**
 * Category key → hosts and paths, as alternatives of a regular expression (a dot in them stands for any sign: it costs
 * a byte less, and no host is another's name so). A kind that no category stands for is not touched: nobody could ever
 * allow it. In Google's advanced mode its own tags run and ask for themselves.
 */
export const knownTags = ({
	blockKnown,
	categories,
	consentModeKind,
}: Pick<LightConfig, 'blockKnown' | 'categories' | 'consentModeKind'>): Record<string, string> => {
	const found: Record<string, string> = {};
	if (!blockKnown) return found;
	for (const kind of KNOWN_KINDS) {
		const category = categories.find((c) => !c.necessary && kindOf(c) === kind);
		const hosts = list[kind].filter((host) => consentModeKind !== 'advanced' || !list.google.includes(host));
		if (category) found[category.key] = folded(hosts);
	}
	return found;
};
