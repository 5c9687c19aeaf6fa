/** What is erased with the domain and what stays, each with its count and, where it is not plain, why. */
import { LOST, type RequestDetail, STAYS } from '@luvalla/contract/tenancy/deletion-requests';
import { IconEraser, IconLock } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { en } from './messages/en.ts';
import styles from './requests.module.css';
import { useRequestTexts } from './texts.ts';

const hasAbout = (key: string): key is `${string}_about` & keyof typeof en => key in en;

export function Lost({ request: { lost, stays } }: { request: RequestDetail }) {
	const t = useRequestTexts();
	if (!lost || !stays) return null;
	const present = LOST.filter((key) => lost[key] > 0);
	const about = (key: string) => (hasAbout(key) ? <span className={styles.quiet}>{t(key)}</span> : null);
	return (
		<div className={styles.cards}>
			<Card
				title={t('lostTitle')}
				aside={
					<Badge hue="red" icon={IconEraser}>
						{t('forGood')}
					</Badge>
				}
			>
				<p className={styles.quiet}>{t('lostText')}</p>
				{present.length === 0 ? <p>{t('nothing')}</p> : null}
				<dl className={styles.counts}>
					{present.map((key) => (
						<div key={key}>
							<dt>
								{t(`lost_${key}`)}
								{about(`lost_${key}_about`)}
							</dt>
							<dd>
								<NumberText value={lost[key]} />
							</dd>
						</div>
					))}
				</dl>
			</Card>
			<Card
				title={t('staysTitle')}
				aside={
					<Badge hue="gray" icon={IconLock}>
						{t('kept')}
					</Badge>
				}
			>
				<p className={styles.quiet}>{t('staysText')}</p>
				<dl className={styles.counts}>
					{STAYS.map((key) => (
						<div key={key}>
							<dt>
								{t(`stays_${key}`)}
								{about(`stays_${key}_about`)}
							</dt>
							<dd>{key === 'activity' ? t('staysAlways') : <NumberText value={stays[key]} />}</dd>
						</div>
					))}
				</dl>
			</Card>
		</div>
	);
}
