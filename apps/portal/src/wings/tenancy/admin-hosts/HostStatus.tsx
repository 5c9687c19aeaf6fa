/** How a custom domain stands, and how long a certificate lasts. */
import { type CustomDomainStatus, EXPIRY_MAIL_DAYS, RENEW_DAYS } from '@luvalla/contract/tenancy/custom-domains';
import {
	IconAlertTriangle,
	IconCheck,
	IconCircleDashed,
	IconClock,
	IconHourglass,
	IconRefresh,
	type TablerIcon,
} from '@tabler/icons-react';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { DateText, useNow } from '#portal/ui/times.tsx';
import styles from './hosts.module.css';
import { useHostTexts } from './texts.ts';

const LOOKS: Readonly<Record<CustomDomainStatus, { hue: Meaning; icon: TablerIcon }>> = {
	Initiated: { hue: 'gray', icon: IconCircleDashed },
	Created: { hue: 'blue', icon: IconHourglass },
	Validated: { hue: 'green', icon: IconCheck },
	Renewed: { hue: 'green', icon: IconRefresh },
	Invalid: { hue: 'red', icon: IconAlertTriangle },
};

export function HostStatus({ status }: { status: CustomDomainStatus }) {
	const t = useHostTexts();
	return <Badge {...LOOKS[status]}>{t(status)}</Badge>;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** From here on the customer's admins have been told, and time is short. */
const [, URGENT_DAYS] = EXPIRY_MAIL_DAYS;

/** When a certificate ends, and how long that is from now. One that ought to have been renewed says so by its colour. */
export function Expiry({ at }: { at: string }) {
	const t = useHostTexts();
	const now = useNow(MINUTE_MS);
	const left = Date.parse(at) - now.getTime();
	const days = Math.floor(left / DAY_MS);
	const hue = days < URGENT_DAYS ? 'red' : days < RENEW_DAYS ? 'amber' : 'green';
	const word = left <= 0 ? t('ended') : days === 0 ? t('hoursLeft') : t('daysLeft', { count: days });
	return (
		<span className={styles.pair}>
			<Badge hue={hue} icon={hue === 'green' ? IconClock : IconAlertTriangle}>
				{word}
			</Badge>
			<DateText at={at} />
		</span>
	);
}
