import { Link } from '@tanstack/react-router';
import { numberText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import type { Progress, To } from './progress.ts';
import styles from './run.module.css';

/** What people did: opens and clicks as shares of those who permit to be followed, the rest as shares of what was accepted. @param opens by one of its channels it is told that a message was opened */
export function Numbers({ progress, to, opens }: { progress: Progress; to: To; opens: boolean }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const { trackable, states, machines } = progress;
	const { accepted } = states;
	const share = (count: number, of: number): string => (of === 0 ? '' : percentText(count / of, language));
	const cells = [
		...(opens ? [{ did: 'opened', count: progress.opened, of: trackable, followed: true } as const] : []),
		{ did: 'clicked', count: progress.clicked, of: trackable, followed: true },
		{ did: 'left', count: progress.left, of: accepted, followed: false },
		{ did: 'complained', count: progress.complained, of: accepted, followed: false },
		// Only of channels that say so: a letter arrives without a word.
		...(progress.arrived > 0 ? [{ did: 'arrived', count: progress.arrived, of: accepted, followed: false } as const] : []),
		{ did: 'bounced', count: progress.bounced, of: accepted, followed: false },
	] as const;
	return (
		<section className="card-frame" aria-label={t('numbersTitle')}>
			<ul className={styles.tiles}>
				{cells.map(({ did, count, of, followed }) => (
					<li key={did}>
						<Link to="/campaigndashboard/deliveries" search={{ ...to, did }} className={styles.tile} activeProps={{}}>
							<span className="quiet">{t(`did_${did}`)}</span>
							<strong>
								<NumberText value={count} />
							</strong>
							<span className="small">
								{of === 0
									? followed
										? t('nobodyFollowed')
										: t('nothingAccepted')
									: t(followed ? 'ofTrackable' : 'ofAccepted', { share: share(count, of) })}
							</span>
						</Link>
					</li>
				))}
				<li>
					<div className={styles.tile}>
						<span className="quiet">{t('machines')}</span>
						<strong>
							<NumberText value={machines} />
						</strong>
						<span className="small">{t('machinesApart')}</span>
					</div>
				</li>
			</ul>
			<p className={styles.tilesNote}>
				{accepted === 0
					? t('trackableNone')
					: t('trackableSaid', {
							trackable: numberText(trackable, language),
							accepted: numberText(accepted, language),
							share: share(trackable, accepted),
						})}
			</p>
		</section>
	);
}
