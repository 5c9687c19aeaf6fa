import { type Campaign, campaigns, publishCampaign } from '@luvalla/contract/engagement/campaigns';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { useCampaignTexts } from './texts.ts';

const MOST_REASON = 500;

/** What publishes it as it stands here. */
export const published = ({ id, lastUpdatedAt }: Campaign, more: { reason?: string } = {}) => ({
	params: { id },
	query: {},
	body: { ...more, lastUpdatedAt },
});

/** A message that needs nobody's yes says why before it is published: the reason stands in the activity log. */
export function PublishQuestion({ row, scope, onClose }: { row: Campaign | null; scope: Scope; onClose: () => void }) {
	const t = useCampaignTexts();
	const [reason, setReason] = useState('');
	const publish = useCall(publishCampaign, { reload: [campaigns], scope });
	const close = () => {
		setReason('');
		onClose();
	};
	return (
		<ConfirmDialog
			opened={row !== null}
			title={t('publishQuestion', { title: row?.title ?? '' })}
			verb={t('publishVerb')}
			working={publish.isPending}
			disabled={reason.trim() === ''}
			onCancel={close}
			onConfirm={() => row && publish.mutate(published(row, { reason: reason.trim() }), { onSuccess: close })}
		>
			<p>{t('publishWhy')}</p>
			<div style={{ marginTop: 16 }}>
				<AreaField
					label={t('reason')}
					hint={t('reasonHint')}
					maxLength={MOST_REASON}
					value={reason}
					onChange={(event) => setReason(event.currentTarget.value)}
				/>
			</div>
		</ConfirmDialog>
	);
}
