import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonSign, reasonText } from '#portal/ui/deliveries/words.ts';
import { downloadCsv } from '#portal/ui/list/csv.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import type { Progress, To } from './progress.ts';
import styles from './run.module.css';

interface LeftOutProps {
	progress: Progress;
	state: 'skipped' | 'failed' | 'unknown';
	to: To;
	/** What can be done about them. */
	children?: ReactNode;
}

const TITLES = { skipped: 'whyLeft', failed: 'whyFailed', unknown: 'whyUnknown' } as const;

/** Why so many got nothing, or could not, or perhaps did; each reason opens its people. */
export function LeftOut({ progress, state, to, children }: LeftOutProps) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const reasons = progress.reasons.filter((one) => one.state === state);
	const count = progress.states[state];
	if (reasons.length === 0) return state === 'skipped' ? <Card title={t('part_skipped')}>{t('nobodyLeft')}</Card> : null;
	const most = Math.max(...reasons.map((one) => one.count));
	const title = t(TITLES[state], { count });
	const save = () => downloadCsv(title, [[t('reason'), t('people')], ...reasons.map((one) => [reasonText(d, one.reason), one.count])]);
	return (
		<Card
			title={title}
			aside={
				<button type="button" className="link" lang={language} aria-label={`${title}: CSV`} onClick={save}>
					CSV
				</button>
			}
		>
			<ul className={styles.reasons}>
				{reasons.map((one) => {
					const Icon = reasonSign(one.reason);
					return (
						<li key={one.reason}>
							<Icon size={16} stroke={1.75} aria-hidden="true" />
							<Link
								to="/campaigndashboard/deliveries"
								search={{ ...to, state, reason: one.reason }}
								className={styles.reason}
								activeProps={{}}
							>
								{reasonText(d, one.reason)}
							</Link>
							<span className={styles.reasonBar} data-state={state} aria-hidden="true">
								<span style={{ width: `${(one.count / most) * 100}%` }} />
							</span>
							<strong>
								<NumberText value={one.count} />
							</strong>
						</li>
					);
				})}
			</ul>
			{children}
		</Card>
	);
}
