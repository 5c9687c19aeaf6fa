import { Link } from '@tanstack/react-router';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { NumberCard, type Part, PartDot } from '#portal/ui/deliveries/NumberCard.tsx';
import { type DeliveryState, moneyText } from '#portal/ui/deliveries/words.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import { clockText, openOf, type Progress, settledOf, type To } from './progress.ts';
import styles from './run.module.css';

interface Cell {
	key: Part;
	count: number;
	/** What its list is narrowed by. */
	state: DeliveryState;
}

/** How many are settled, as a bar by state; each number opens its list. @param byMail every message of it goes to a mail server */
export function Settled({ progress, to, byMail }: { progress: Progress; to: To; byMail: boolean }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const { states, inHand, targeted, perMinute, throttle, run } = progress;
	const open = openOf(progress);
	const rehearsal = run.kind === 'rehearsal';
	const all: Cell[] = [
		{ key: 'accepted', count: states.accepted, state: 'accepted' },
		{ key: 'inHand', count: inHand, state: 'waiting' },
		{ key: 'waiting', count: open.waiting, state: 'waiting' },
		{ key: 'deferred', count: open.deferred, state: 'deferred' },
		{ key: 'skipped', count: states.skipped, state: 'skipped' },
		{ key: 'failed', count: states.failed, state: 'failed' },
		{ key: 'unknown', count: states.unknown, state: 'unknown' },
	];
	const aboutOf = (key: Part): string =>
		key === 'deferred' && progress.deferredTo !== null
			? t('deferredFrom', { at: clockText(progress.deferredTo, language) })
			: key !== 'accepted'
				? t(`about_${key}`)
				: t(rehearsal ? 'about_made' : byMail ? 'about_accepted' : 'about_taken');
	// Nobody knows is rare: it is said where it is so.
	const cells = all.filter(({ key, count }) => key !== 'unknown' || count > 0);
	const pace = [
		run.state === 'sending' ? t('perMinute', { rate: numberText(perMinute, language) }) : '',
		throttle === null ? '' : t('throttle', { rate: numberText(throttle, language) }),
		moneyText(progress.costMicros, progress.currency, language),
	];
	return (
		<NumberCard
			name={t('settledTitle')}
			value={settledOf(progress)}
			of={t('ofSettled', { count: targeted })}
			aside={pace.filter((part) => part !== '').join(' · ')}
			parts={cells}
		>
			<ul className={styles.cells}>
				{cells.map(({ key, count, state }) => (
					<li key={key}>
						<Link to="/campaigndashboard/deliveries" search={{ ...to, state }} className={styles.cell} activeProps={{}}>
							<span className="strong line-8">
								<PartDot part={key} />
								{key === 'accepted' && rehearsal ? t('part_made') : t(`part_${key}`)}
							</span>
							<strong>
								<NumberText value={count} />
							</strong>
							<span className="small">{aboutOf(key)}</span>
						</Link>
					</li>
				))}
			</ul>
		</NumberCard>
	);
}
