/** The light configurations of a customer. */
import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ConfigurationList } from '../ConfigurationList.tsx';
import { useConfigurationTexts } from '../texts.ts';

export function LightListScreen() {
	const t = useConfigurationTexts();
	return (
		<ConfigurationList
			kind="light"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
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
