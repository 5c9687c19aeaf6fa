import {
	IconAlertTriangle,
	IconCertificate,
	IconCheck,
	IconClick,
	IconClock,
	IconHelpCircle,
	IconLogout,
	IconMailOff,
	IconMailOpened,
	IconRobot,
	IconUserMinus,
	IconUsersGroup,
	IconX,
	type TablerIcon,
} from '@tabler/icons-react';
import { momentText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Card } from '#portal/ui/Card.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonText } from '#portal/ui/deliveries/words.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import type { One } from './delivery.ts';

type What = One['events'][number]['what'];
const LOOKS: Readonly<Record<What, { hue: Meaning; icon: TablerIcon }>> = {
	prepared: { hue: 'gray', icon: IconUsersGroup },
	checked: { hue: 'teal', icon: IconCertificate },
	accepted: { hue: 'green', icon: IconCheck },
	deferred: { hue: 'amber', icon: IconClock },
	failed: { hue: 'red', icon: IconX },
	skipped: { hue: 'gray', icon: IconUserMinus },
	unknown: { hue: 'violet', icon: IconHelpCircle },
	opened: { hue: 'teal', icon: IconMailOpened },
	clicked: { hue: 'teal', icon: IconClick },
	scanned: { hue: 'gray', icon: IconRobot },
	left: { hue: 'amber', icon: IconLogout },
	complained: { hue: 'red', icon: IconAlertTriangle },
	bounced: { hue: 'red', icon: IconMailOff },
};

/** What happened to it, in order. Machines are told apart from people. */
export function Events({ one }: { one: One }) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const days = new Set(one.events.map(({ at }) => at.slice(0, 10)));
	const said = (what: What, detail: string | null): { text: string; mono: boolean } => {
		if (what === 'skipped' || (detail !== null && detail === one.reason))
			return { text: detail === null ? '' : reasonText(d, detail), mono: false };
		if (what === 'scanned') return { text: t('scannedApart'), mono: false };
		return { text: detail ?? '', mono: what === 'accepted' || what === 'failed' || what === 'deferred' || what === 'unknown' };
	};
	return (
		<Card title={t('happened')}>
			{one.events.length === 0 ? <p className={styles.quiet}>{t('happenedNothing')}</p> : null}
			<ol className={styles.events}>
				{one.events.map(({ at, what, detail }, n) => {
					const { hue, icon: Icon } = LOOKS[what];
					const { text, mono } = said(what, detail);
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: two may happen at the same moment
						<li key={n}>
							<span className={styles.sign} style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }} aria-hidden="true">
								<Icon size={14} stroke={2} />
							</span>
							<div>
								<p className={styles.what}>{t(`event_${what}`)}</p>
								{text === '' ? null : <p className={mono ? `mono ${styles.detailText}` : styles.quiet}>{text}</p>}
							</div>
							<time dateTime={at} className={`num ${styles.quiet}`}>
								{days.size > 1 ? momentText(at, language, true) : timeText(at, language, true)}
							</time>
						</li>
					);
				})}
			</ol>
		</Card>
	);
}
