/** The light configurations of a customer. */
import { deleteLightConfiguration, lightConfigurations } from '@luvalla/contract/consent/configurations';
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asList, useCall } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { ConfigurationList } from './ConfigurationList.tsx';
import { configurationSearch } from './configurations.search.ts';
import { useConfigurationTexts } from './texts.ts';

export function ConfigurationsScreen() {
	const t = useConfigurationTexts();
	const [search, patch] = useScreenSearch(configurationSearch);
	const page = usePageCustomer(search, patch);
	const list = useQuery({
		...asList(lightConfigurations, {
			params: { customerId: page.customerId ?? 0 },
			query: { q: search.q, status: search.status === undefined ? undefined : Number(search.status) },
		}),
		enabled: page.customerId !== null,
	});
	const remove = useCall(deleteLightConfiguration, { reload: [lightConfigurations] });
	return (
		<ConfigurationList
			root="/lightconfig"
			name="lightconfigurations"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
			page={page}
			search={search}
			patch={patch}
			list={list}
			onRemove={(folder, done) => remove.mutate({ params: { folder } }, { onSuccess: done })}
			removing={remove.isPending}
			more={(address) => (
				<Button
					variant="default"
					h={36}
					renderRoot={(props: object) => <Link {...props} to="/lightconfig/purposes" search={address} />}
					leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden="true" />}
				>
					{t('purposes')}
				</Button>
			)}
		/>
	);
}
