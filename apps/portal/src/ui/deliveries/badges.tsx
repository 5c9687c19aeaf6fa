/** Badges of campaigns and of single deliveries. */
import type { Campaign } from '@luvalla/contract/engagement/campaigns';
import { IconCheck, IconClock, IconHelpCircle, IconHourglass, IconUserMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from '../Badge.tsx';
import { NumberedStatus } from '../NumberedStatus.tsx';
import styles from './deliveries.module.css';
import { type DeliveryTexts, useDeliveryTexts } from './texts.ts';
import type { DeliveryState } from './words.ts';

/** What stands beside the label while a run waits, pauses, sends, or is being stopped. */
export function hintOf(t: DeliveryTexts, { status, run }: Pick<Campaign, 'status' | 'run'>): string | null {
	if (status === 3) return run === null || run.state === 'stopping' ? t('queuedStoppage') : null;
	if (status !== 2) return null;
	if (run?.state === 'paused') return t('paused');
	return run?.state === 'sending' ? t('sending') : t('queuedExecution');
}

export function CampaignBadge({ campaign }: { campaign: Pick<Campaign, 'status' | 'run'> }) {
	const t = useDeliveryTexts();
	const hint = hintOf(t, campaign);
	return (
		<span className={styles.badges}>
			<NumberedStatus status={campaign.status} />
			{hint ? <span className="aside">{hint}</span> : null}
		</span>
	);
}

const LOOKS: Readonly<Record<DeliveryState, { hue: Meaning; icon: TablerIcon }>> = {
	waiting: { hue: 'gray', icon: IconHourglass },
	deferred: { hue: 'amber', icon: IconClock },
	accepted: { hue: 'green', icon: IconCheck },
	failed: { hue: 'red', icon: IconX },
	skipped: { hue: 'gray', icon: IconUserMinus },
	unknown: { hue: 'violet', icon: IconHelpCircle },
};

/** @param of a rehearsal's: what was accepted was made, and not sent */
export function DeliveryBadge({ of: { state, rehearsal } }: { of: { state: DeliveryState; rehearsal: boolean } }) {
	const t = useDeliveryTexts();
	const { hue, icon } = LOOKS[state];
	return (
		<Badge hue={hue} icon={icon}>
			{rehearsal && state === 'accepted' ? t('state_made') : t(`state_${state}`)}
		</Badge>
	);
}
