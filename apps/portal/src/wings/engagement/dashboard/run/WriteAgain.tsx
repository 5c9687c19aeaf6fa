import { retryCampaign } from '@luvalla/contract/engagement/campaign-runs';

import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import { CHANGED } from './progress.ts';
import styles from './run.module.css';

/** Of whom it is not known whether they got it: what that means, and a way to write to them once more, knowing what may come of it. */
export function WriteAgain({ id, count, scope }: { id: string; count: number; scope: Scope }) {
	const t = useCampaignDashboardTexts();
	const [asking, setAsking] = useState(false);
	const again = useCall(retryCampaign, { reload: CHANGED, scope });
	return (
		<div className={styles.again}>
			<p className="small">{t('unknownMeans')}</p>
			<ActButton variant="default" sign={IconRepeat} onClick={() => setAsking(true)}>
				{t('writeAgain')}
			</ActButton>
			<CallQuestion
				call={again}
				input={asking && { params: { id }, query: {}, body: { state: 'unknown' } }}
				onClose={() => setAsking(false)}
				title={t('writeAgainQuestion', { count })}
				verb={t('writeAgain')}
			>
				{t('writeAgainText')}
			</CallQuestion>
		</div>
	);
}
