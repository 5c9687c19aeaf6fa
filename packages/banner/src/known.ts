/** Which known tags a configuration stops, for the guard: data of `known.json` by the configuration's own categories. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import { kindOf } from './kinds.ts';
import list from './known.json' with { type: 'json' };

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
	for (const kind of ['statistics', 'marketing', 'media'] as const) {
		const category = categories.find((c) => !c.necessary && kindOf(c) === kind);
		const hosts = list[kind].filter((host) => consentModeKind !== 'advanced' || !list.google.includes(host));
		// What most of them end with stands once.
		const [com, others] = [hosts.filter((host) => host.endsWith('.com')), hosts.filter((host) => !host.endsWith('.com'))];
		const names = com.map((host) => host.slice(0, -'.com'.length)).join('|');
		if (category) found[category.key] = [...(names ? [`(${names}).com`] : []), ...others].join('|');
	}
	return found;
};
