/** The TCF configurations of a customer. */
import { deleteTcfConfiguration, tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { ConfigurationList } from '../ConfigurationList.tsx';
import { configurationSearch } from '../configurations.search.ts';
import { useTcfTexts } from './texts.ts';

export function TcfListScreen() {
	const t = useTcfTexts();
	const [search, patch] = useScreenSearch(configurationSearch);
	const page = usePageCustomer(search, patch);
	const list = useQuery({
		...asList(tcfConfigurations, {
			params: { customerId: page.customerId ?? 0 },
			query: { q: search.q, status: search.status === undefined ? undefined : Number(search.status) },
		}),
		enabled: page.customerId !== null,
	});
	const remove = useCall(deleteTcfConfiguration, { reload: [tcfConfigurations] });
	return (
		<ConfigurationList
			root="/tcfconfig"
			name="tcfconfigurations"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
			page={page}
			search={search}
			patch={patch}
			list={list}
			onRemove={(folder, done) => remove.mutate({ params: { folder } }, { onSuccess: done })}
			removing={remove.isPending}
		/>
	);
}
