/** What waits for somebody, the most pressing first; each leads to where it is done. */
import { type Need, needs } from '@luvalla/contract/insight/needs';
import {
	IconAlertTriangle,
	IconCertificateOff,
	IconChevronRight,
	IconMailOff,
	IconPlayerPause,
	IconPlugConnectedX,
	IconQuestionMark,
	IconRadar2,
	IconShieldQuestion,
	IconWallet,
	IconWebhook,
	type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import styles from './Dashboard.module.css';
import { LiveSkeleton } from './skeletons.tsx';
import { useDashboardTexts } from './texts.ts';

const ASK_AGAIN_MS = 60_000;
const SHOWN = 6;

interface Place {
	icon: TablerIcon;
	to: string;
	search: (need: Need) => Record<string, string>;
}

const of = (icon: TablerIcon, to: string, search: Place['search'] = () => ({})): Place => ({ icon, to, search });
const byId = ({ id }: Need) => ({ id });

/** Where each is looked at. */
const PLACES: Readonly<Record<Need['need'], Place>> = {
	'domain-unproven': of(IconShieldQuestion, '/customerdomains', ({ id }) => ({ id, tab: 'proof' })),
	'snippet-gone': of(IconAlertTriangle, '/customerdomains', byId),
	'custom-domain-failing': of(IconCertificateOff, '/managecustomdomains', byId),
	'scan-findings': of(IconRadar2, '/cookiescan', ({ id }) => ({ scan: id, tab: 'findings' })),
	'credits-low': of(IconWallet, '/manageaccount/credits'),
	'licence-ends': of(IconCertificateOff, '/manageaccount/licences'),
	'connector-failing': of(IconPlugConnectedX, '/connectors', ({ id }) => ({ id, tab: 'runs' })),
	'sender-not-ready': of(IconMailOff, '/connectors/senders', byId),
	'run-paused': of(IconPlayerPause, '/campaigndashboard', byId),
	'messages-unknown': of(IconQuestionMark, '/campaigndashboard', byId),
	'webhook-failing': of(IconWebhook, '/customerdomains', ({ id }) => ({ id, tab: 'deliveries' })),
};

export function NeedsCard({ customerId, customer }: { customerId: number; customer: number | undefined }) {
	const t = useDashboardTexts();
	const query = useQuery({ ...asQuery(needs, { params: { id: customerId } }), refetchInterval: ASK_AGAIN_MS });
	const rows = query.data?.data;
	const scope: Record<string, string> = customer ? { customer: String(customer) } : {};
	return (
		<div className={styles.live}>
			<Card title={t('needsYou')}>
				{query.isError && !rows ? (
					<Failed sentence={t('needsFailed')} query={query} />
				) : rows === undefined ? (
					<LiveSkeleton rows={4} />
				) : rows.length === 0 ? (
					<p className={styles.none}>{t('nothingNeeded')}</p>
				) : (
					<>
						<ul className={styles.needs}>
							{rows.slice(0, SHOWN).map((need) => (
								<NeedRow key={`${need.need} ${need.id}`} need={need} scope={scope} />
							))}
						</ul>
						{rows.length > SHOWN ? <p className="aside">{t('moreNeeds', { count: rows.length - SHOWN })}</p> : null}
					</>
				)}
			</Card>
		</div>
	);
}

function NeedRow({ need, scope }: { need: Need; scope: Record<string, string> }) {
	const t = useDashboardTexts();
	const language = useLanguage();
	const { icon: Icon, to, search } = PLACES[need.need];
	const date = need.at === null ? '' : dateText(need.at, language);
	return (
		<li className={styles.need}>
			<Icon size={18} stroke={1.75} aria-hidden="true" className={styles.needSign} />
			<span className={styles.liveText}>
				<Link to={to} search={{ ...scope, ...search(need) }} className={styles.needLink}>
					{t(`need_${need.need}`, { count: need.count ?? 0, date })}
				</Link>
				<span>{need.name}</span>
			</span>
			<IconChevronRight size={16} stroke={1.75} aria-hidden="true" className={styles.needGo} />
		</li>
	);
}
