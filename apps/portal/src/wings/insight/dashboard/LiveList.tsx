import type { Choice } from '@luvalla/contract/consent/ledger';
import { ActionIcon } from '@mantine/core';
import {
	IconAdjustmentsHorizontal,
	IconArrowRight,
	IconCheck,
	IconPlayerPause,
	IconPlayerPlay,
	IconUser,
	IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { StreamBadge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { RelativeTime, useNow } from '#portal/ui/times.tsx';
import styles from './Dashboard.module.css';
import { LIVE_ROWS, liveQuery } from './dashboard.queries.ts';
import { LiveSkeleton } from './skeletons.tsx';
import { type DashboardTexts, useDashboardTexts } from './texts.ts';

const SHOWN = 6;
const MINUTE_MS = 60_000;

const looks = {
	all: { icon: IconCheck, hue: 'teal' },
	some: { icon: IconAdjustmentsHorizontal, hue: 'amber' },
	none: { icon: IconX, hue: 'gray' },
	/** Of the person's own page. */
	answer: { icon: IconUser, hue: 'blue' },
} as const;

interface LiveListProps {
	customerId: number | null;
	domain: string | undefined;
	customer: number | undefined;
	paused: boolean;
	onPause: (paused: boolean) => void;
}

/** The newest choices as they arrive; each opens its record. The pause button holds them still. */
export function LiveList({ customerId, domain, customer, paused, onPause }: LiveListProps) {
	const t = useDashboardTexts();
	const rows = useQuery(liveQuery(customerId, domain));
	const now = useNow(5000);
	const data = rows.data?.data;
	const [first] = useState(() => Date.now());
	const lately = (data ?? []).filter((row) => now.getTime() - Date.parse(row.receivedAt) < MINUTE_MS).length;
	const Icon = paused ? IconPlayerPlay : IconPlayerPause;
	const name = paused ? t('resume') : t('pause');
	const scope: Record<string, string> = customer ? { customer: String(customer) } : {};
	return (
		<div className={styles.live}>
			<Card
				title={t('latest')}
				beside={
					data === undefined || rows.isError ? null : (
						<StreamBadge state={paused ? 'paused' : lately > 0 ? 'live' : 'quiet'}>
							{paused ? t('paused') : lately === 0 ? t('quiet') : t(lately >= LIVE_ROWS ? 'perMinuteMany' : 'perMinute', { count: lately })}
						</StreamBadge>
					)
				}
				aside={
					<Tip label={name}>
						<ActionIcon variant="subtle" color="gray" size={30} aria-label={name} aria-pressed={paused} onClick={() => onPause(!paused)}>
							<Icon size={17} stroke={1.75} />
						</ActionIcon>
					</Tip>
				}
			>
				<div className={styles.liveRows}>
					{rows.isError && !data ? (
						<Failed sentence={t('liveFailed')} query={rows} />
					) : data === undefined ? (
						<LiveSkeleton rows={SHOWN} />
					) : data.length === 0 ? (
						<p className={styles.none}>{t('nothingLive')}</p>
					) : (
						<ul>
							{data.slice(0, SHOWN).map((row) => (
								<LiveRow key={row.choiceId} row={row} scope={scope} fresh={Date.parse(row.receivedAt) > first} />
							))}
						</ul>
					)}
				</div>
				<Link to="/reports" search={{ tab: 'consent', ...scope, ...(domain ? { domain } : {}) }} className="link">
					{t('openLedger')}
					<IconArrowRight size={15} stroke={2} aria-hidden="true" />
				</Link>
			</Card>
		</div>
	);
}

function LiveRow({ row, scope, fresh }: { row: Choice; scope: Record<string, string>; fresh: boolean }) {
	const t = useDashboardTexts();
	const { icon: Icon, hue } = looks[row.kind];
	return (
		<li className={styles.liveRow} data-fresh={fresh ? '' : undefined}>
			<span className={styles.liveIcon} style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }}>
				<Icon size={15} stroke={2} aria-hidden="true" />
			</span>
			<span className={styles.liveText}>
				<Link to={`/reports/records/${row.recordId}`} search={scope} className={styles.liveLink}>
					{choiceText(t, row)}
				</Link>
				<span>{row.domain}</span>
			</span>
			<span className="aside whole">
				<RelativeTime at={row.receivedAt} bare />
			</span>
		</li>
	);
}

/** *Accepted all*, *Statistics only*, *Statistics and Media*, *Refused all*; of a person's own page *Yes to Club letter*. */
function choiceText(t: DashboardTexts, row: Choice): string {
	if (row.kind === 'answer') {
		const said = [
			row.yes.length > 0 ? t('yesTo', { purposes: row.yes.join(', ') }) : '',
			row.no.length > 0 ? t('noTo', { purposes: row.no.join(', ') }) : '',
		];
		return said.filter(Boolean).join('; ');
	}
	if (row.kind === 'all') return t('acceptedAll');
	if (row.kind === 'none') return t('refusedAll');
	const last = row.yes.at(-1) ?? '';
	return row.yes.length === 1 ? t('only', { purpose: last }) : t('and', { first: row.yes.slice(0, -1).join(', '), last });
}
