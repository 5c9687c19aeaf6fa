/** A customer's configurations of one kind as its list draws them. */
import type { deleteLightConfiguration, lightConfigurations } from '@luvalla/contract/consent/configurations';
import type { deleteTcfConfiguration, tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { configurationSearch } from './configurations.search.ts';

/** The page's customer, search and rows, and how a row goes: what `ConfigurationList` takes. */
export function useListing(
	all: typeof lightConfigurations | typeof tcfConfigurations,
	remove: typeof deleteLightConfiguration | typeof deleteTcfConfiguration,
) {
	const [search, patch] = useScreenSearch(configurationSearch);
	const page = usePageCustomer(search, patch);
	const list = useQuery({
		...asList(all, {
			params: { customerId: page.customerId ?? 0 },
			query: { q: search.q, status: search.status === undefined ? undefined : Number(search.status) },
		}),
		enabled: page.customerId !== null,
	});
	const removing = useCall(remove, { reload: [all] });
	return {
		page,
		search,
		patch,
		list,
		onRemove: (folder: string, done: () => void) => removing.mutate({ params: { folder } }, { onSuccess: done }),
		removing: removing.isPending,
	};
}
