import { endOtherSessions, endSession, type Session, sessions } from '@luvalla/contract/identity/sessions';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import styles from './profile.module.css';
import { useProfileTexts } from './texts.ts';

/** Where one is signed in: sign out of one, or of all others. */
export function Sessions() {
	const t = useProfileTexts();
	const query = useQuery({ ...asQuery(sessions, {}), staleTime: 0 });
	const [asking, setAsking] = useState(false);
	const end = useCall(endSession, { reload: [sessions] });
	const endOthers = useCall(endOtherSessions, { reload: [sessions] });
	const rows = query.data?.data;
	const others = rows?.filter((one) => !one.current).length ?? 0;
	return (
		<Card title={t('sessions')}>
			{rows ? (
				<>
					<ul className={styles.rows}>
						{rows.map((row) => (
							<SessionRow key={row.id} row={row} working={end.isPending} onEnd={() => end.mutate({ params: { id: row.id } })} />
						))}
					</ul>
					{others === 0 ? (
						<p className={styles.why}>{t('onlyHere')}</p>
					) : (
						<Button variant="default" data-strong onClick={() => setAsking(true)}>
							{t('signOutOthers')}
						</Button>
					)}
				</>
			) : query.isError ? (
				<Failed sentence={t('failed')} query={query} />
			) : (
				<Skeleton height={90} />
			)}
			<CallQuestion call={endOthers} input={asking && {}} onClose={() => setAsking(false)} title={t('othersQuestion')} verb={t('signOut')}>
				{t('othersWhat', { count: others })}
			</CallQuestion>
		</Card>
	);
}

const deviceKeys = { phone: 'phoneDevice', tablet: 'tabletDevice', desktop: 'desktopDevice' } as const;
const isDevice = (device: string): device is keyof typeof deviceKeys => device in deviceKeys;

function SessionRow({ row, working, onEnd }: { row: Session; working: boolean; onEnd: () => void }) {
	const t = useProfileTexts();
	const language = useLanguage();
	const Icon = row.device === 'phone' || row.device === 'tablet' ? IconDeviceMobile : IconDeviceLaptop;
	const browser = row.browser === 'other' || row.browser === '' ? t('otherBrowser') : row.browser;
	const what = t('on', { browser, device: t(isDevice(row.device) ? deviceKeys[row.device] : 'otherDevice') });
	return (
		<li className={styles.row}>
			<Icon size={20} stroke={1.75} aria-hidden="true" />
			<div className={styles.what}>
				<div className="strong row-4-8">
					{what}
					{row.current ? (
						<Badge hue="green" icon={IconCheck}>
							{t('current')}
						</Badge>
					) : null}
				</div>
				<div className={styles.meta}>
					<span>{t('since', { when: momentText(row.createdAt, language) })}</span>
					{row.network === null ? null : <span>{t('from', { network: row.network })}</span>}
					<span>{t('ends', { when: momentText(row.expiresAt, language) })}</span>
				</div>
			</div>
			{row.current ? null : (
				<button type="button" className="link" disabled={working} aria-label={t('signOutOf', { what })} onClick={onEnd}>
					{t('signOut')}
				</button>
			)}
		</li>
	);
}
