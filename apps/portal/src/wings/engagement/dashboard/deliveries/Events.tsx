import { channelOf } from '@luvalla/contract/engagement/content-types';
import {
	IconAlertTriangle,
	IconCertificate,
	IconCheck,
	IconClick,
	IconClock,
	IconHelpCircle,
	IconLogout,
	IconMailCheck,
	IconMailOff,
	IconMailOpened,
	IconRobot,
	IconSend,
	IconUserMinus,
	IconUsersGroup,
	IconX,
	type TablerIcon,
} from '@tabler/icons-react';
import { momentText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Card } from '#portal/ui/Card.tsx';
import { RecordLink } from '#portal/ui/deliveries/RecordLink.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonText, saidText } from '#portal/ui/deliveries/words.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import { type One, standsOnSite } from './delivery.ts';

type What = One['events'][number]['what'];
const LOOKS: Readonly<Record<What, { hue: Meaning; icon: TablerIcon }>> = {
	prepared: { hue: 'gray', icon: IconUsersGroup },
	checked: { hue: 'teal', icon: IconCertificate },
	handed: { hue: 'blue', icon: IconSend },
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
	arrived: { hue: 'green', icon: IconMailCheck },
	bounced: { hue: 'red', icon: IconMailOff },
};

/** States that a message comes to rest in, or waits in. */
const ENDS: readonly What[] = ['accepted', 'deferred', 'failed', 'skipped', 'unknown'];

/** What happened to it, in order. Machines are told apart from people. @param customer of the record's address */
export function Events({ one, customer }: { one: One; customer: Record<string, string> }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const days = new Set(one.events.map(({ at }) => at.slice(0, 10)));
	return (
		<Card title={t('happened')}>
			{one.events.length === 0 ? <p className="small">{t('happenedNothing')}</p> : null}
			<ol className={styles.events}>
				{one.events.map((event, n) => {
					const { hue, icon: Icon } = LOOKS[event.what];
					return (
						// biome-ignore lint/suspicious/noArrayIndexKey: two may happen at the same moment
						<li key={n}>
							<span className={styles.sign} style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }} aria-hidden="true">
								<Icon size={14} stroke={2} />
							</span>
							<div>
								<p className="strong">{t(textOf(event.what, one))}</p>
								<Detail event={event} one={one} customer={customer} />
							</div>
							<time dateTime={event.at} className="num small">
								{days.size > 1 ? momentText(event.at, language, true) : timeText(event.at, language, true)}
							</time>
						</li>
					);
				})}
			</ol>
		</Card>
	);
}

/** What an event is called: not every message is taken by a mail server. */
const textOf = (what: What, one: One) =>
	what !== 'accepted'
		? (`event_${what}` as const)
		: one.rehearsal
			? 'event_made'
			: channelOf(one.channel) === 'email'
				? 'event_accepted'
				: standsOnSite(one)
					? 'event_placed'
					: 'event_taken';

/** What there is to say of an event beside its name. */
function Detail({ event: { what, detail }, one, customer }: { event: One['events'][number]; one: One; customer: Record<string, string> }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const d = useDeliveryTexts();
	if (what === 'checked') return <Checked one={one} customer={customer} />;
	if (what === 'handed')
		return (
			<p className="small">{detail !== null ? t('handedTo', { name: detail }) : t(standsOnSite(one) ? 'handedSite' : 'handedMailbox')}</p>
		);
	if (what === 'scanned') return <p className="small">{t('scannedApart')}</p>;
	if (!ENDS.includes(what)) return detail === null ? null : <p className="small">{detail}</p>;
	const said = detail === null || detail === one.reason ? null : saidText(d, detail, language);
	return (
		<>
			{one.reason === null ? null : <p className="small">{reasonText(d, one.reason)}</p>}
			{said === null ? null : <p className={said.own ? 'small' : `mono quiet breaks`}>{said.text}</p>}
		</>
	);
}

/** By which record it was permitted, and how fresh that was when the message left. */
function Checked({ one, customer }: { one: One; customer: Record<string, string> }) {
	const t = useCampaignDashboardTexts();
	const { permission, recordId } = one;
	const momentOf = (what: What): number | null => {
		const event = one.events.find((other) => other.what === what);
		return event ? new Date(event.at).getTime() : null;
	};
	const [checked, handed] = [momentOf('checked'), momentOf('handed')];
	return (
		<p className={styles.checked}>
			{checked === null || handed === null ? null : <span className="small">{t('checkedBefore', { ms: handed - checked })}</span>}
			{recordId !== null ? (
				<RecordLink id={recordId} name={t('recordOf', { name: permission?.purpose ?? '' })} search={customer} />
			) : permission?.basis === 'transactional' ? (
				<span className="small">{t('checkedNobody')}</span>
			) : null}
		</p>
	);
}
