/** The light configurations of a customer. */
import { deleteLightConfiguration, lightConfigurations } from '@luvalla/contract/consent/configurations';
import { Button } from '@mantine/core';
import { IconFileImport, IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfigurationList } from './ConfigurationList.tsx';
import { CookieListDialog } from './lists/CookieListDialog.tsx';
import { useListTexts } from './lists/texts.ts';
import { useConfigurationTexts } from './texts.ts';
import { useListing } from './use-listing.ts';

export function ConfigurationsScreen() {
	const t = useConfigurationTexts();
	const lists = useListTexts();
	const listing = useListing(lightConfigurations, deleteLightConfiguration);
	const [bringing, setBringing] = useState(false);
	const { customerId, domains } = listing.page;
	return (
		<ConfigurationList
			{...listing}
			root="/lightconfig"
			name="lightconfigurations"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
			more={(address) => (
				<>
					<Button
						variant="default"
						h={36}
						renderRoot={(props: object) => <Link {...props} to="/lightconfig/purposes" search={address} />}
						leftSection={<IconListCheck size={16} stroke={1.75} aria-hidden="true" />}
					>
						{t('purposes')}
					</Button>
					<Button
						variant="default"
						h={36}
						disabled={domains.length === 0}
						leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => setBringing(true)}
					>
						{lists('bring')}
					</Button>
					<CookieListDialog
						opened={bringing}
						customerId={customerId}
						domains={domains}
						domainId={listing.search.domain}
						address={address}
						onClose={() => setBringing(false)}
					/>
				</>
			)}
		/>
	);
}
