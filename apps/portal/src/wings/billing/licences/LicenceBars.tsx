/** The licences of one domain as bars on the line of time, with today; said in words for whoever does not see them. */
import type { Licence } from '@luvalla/contract/billing/licences';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './licences.module.css';
import { useLicenceTexts } from './texts.ts';
import { partOf, placeOf, type TimeLine } from './time-line.ts';

interface LicenceBarsProps {
	rows: readonly Licence[];
	line: TimeLine;
	today: string;
	/** One that is being written; `refused`: its days are not free. */
	wanted: { startsOn: string; endsOn: string; refused: boolean } | null;
}

const share = (of: number): string => `${(of * 100).toFixed(2)}%`;

export function LicenceBars({ rows, line, today, wanted }: LicenceBarsProps) {
	const t = useLicenceTexts();
	const language = useLanguage();
	const draft = wanted && partOf(wanted.startsOn, wanted.endsOn, line);
	return (
		<div className={styles.track}>
			<ul className="visually-hidden">
				{rows.map(({ id, state, startsOn, endsOn, endedAt }) => (
					<li key={id}>
						{t('span', { state: t(state), from: dayText(startsOn, language), to: dayText(endsOn, language) })}
						{endedAt === null ? '' : `, ${t('endedEarly')}`}
					</li>
				))}
			</ul>
			{rows.map(({ id, state, startsOn, endsOn, endedAt }) => {
				// One that somebody ended goes no further than that day.
				const last = endedAt === null || endsOn <= endedAt.slice(0, 10) ? endsOn : endedAt.slice(0, 10);
				const part = partOf(startsOn, last, line);
				return part ? (
					<span
						key={id}
						aria-hidden="true"
						className={styles.bar}
						data-state={state}
						data-cut={part.cut}
						style={{ left: share(part.left), width: share(part.width) }}
					/>
				) : null;
			})}
			{draft ? (
				<span
					aria-hidden="true"
					className={styles.bar}
					data-state={wanted?.refused ? 'refused' : 'wanted'}
					data-cut={draft.cut}
					style={{ left: share(draft.left), width: share(draft.width) }}
				/>
			) : null}
			<span aria-hidden="true" className={styles.today} style={{ left: share(placeOf(today, line)) }} />
		</div>
	);
}
