/** The light configurations of a customer. */
import { Button } from '@mantine/core';
import { IconFileImport, IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfigurationList } from '../ConfigurationList.tsx';
import { CookieListDialog } from '../lists/CookieListDialog.tsx';
import { useListTexts } from '../lists/texts.ts';
import { useConfigurationTexts } from '../texts.ts';

export function LightListScreen() {
	const t = useConfigurationTexts();
	const lists = useListTexts();
	const [bringing, setBringing] = useState(false);
	return (
		<ConfigurationList
			kind="light"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
			more={({ address, page: { customerId, domains }, domainId }) => (
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
						domainId={domainId}
						address={address}
						onClose={() => setBringing(false)}
					/>
				</>
			)}
		/>
	);
}
