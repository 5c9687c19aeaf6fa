import { takeOffCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { Button } from '@mantine/core';
import { IconWorldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import { CHANGED } from './progress.ts';
import styles from './run.module.css';

/** Messages of it still wait on the site: that they do, and a way to take them off. */
export function TakeOff({ id, scope }: { id: string; scope: Scope }) {
	const t = useCampaignDashboardTexts();
	const [asking, setAsking] = useState(false);
	const take = useCall(takeOffCampaign, { reload: CHANGED, scope });
	return (
		<div className={styles.again}>
			<p className="small">{t('onSite')}</p>
			<Button variant="default" leftSection={<IconWorldOff size={16} stroke={1.75} aria-hidden="true" />} onClick={() => setAsking(true)}>
				{t('takeOff')}
			</Button>
			<CallQuestion
				call={take}
				input={asking && { params: { id }, query: {} }}
				onClose={() => setAsking(false)}
				title={t('takeOffQuestion')}
				verb={t('takeOff')}
			>
				{t('takeOffText')}
			</CallQuestion>
		</div>
	);
}
