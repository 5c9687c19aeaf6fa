/** A customer's configurations of one kind as its list draws them. */
import type { Configuration } from '@luvalla/contract/consent/configurations';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { type Given, wholePage } from '#portal/ui/list/use-views.ts';
import { type ConfigurationSearch, configurationSearch } from './configurations.search.ts';
import { type KindName, kinds } from './kinds.ts';

/** What the list asks for. */
const asked = (customerId: number | null, { q, status }: ConfigurationSearch) => ({
	params: { customerId: customerId ?? 0 },
	query: { q, status: status === undefined ? undefined : Number(status) },
});

/** The page's domain narrows what is there: a domain has few configurations, all of them loaded. */
export const matching = (rows: readonly Configuration[], { domain }: ConfigurationSearch): Configuration[] =>
	rows.filter((row) => domain === undefined || row.domainId === domain);

/** The page's customer, search and rows, and how a row goes: what `ConfigurationList` takes. */
export function useListing(kind: KindName) {
	const { all, remove } = kinds[kind].calls;
	const { search, patch, page } = usePage(configurationSearch);
	const list = useQuery({
		...asList(all, asked(page.customerId, search)),
		enabled: page.customerId !== null,
	});
	const removing = useCall(remove, { reload: [all] });
	return {
		page,
		search,
		patch,
		list,
		views: {
			call: all,
			count: async (given: Given) => {
				const of = configurationSearch.parse(given);
				return wholePage(matching((await ask(all, asked(page.customerId, of))).data, of));
			},
		},
		onRemove: (folder: string, done: () => void) => removing.mutate({ params: { folder } }, { onSuccess: done }),
		removing: removing.isPending,
	};
}
