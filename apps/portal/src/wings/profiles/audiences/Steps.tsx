import { NumberText } from '#portal/ui/times.tsx';
import styles from './builder.module.css';
import { useAudienceTexts } from './texts.ts';
import type { Estimate } from './use-estimate.ts';
import type { Names } from './Words.tsx';

interface StepsProps {
	steps: Estimate['steps'];
	isAnd: boolean;
	names: Names;
}

/** What each line of the choice leaves or adds: filled so far, outlined how many it has alone; all to one scale. */
export function Steps({ steps, isAnd, names }: StepsProps) {
	const t = useAudienceTexts();
	// One alone says no more than the number above.
	if (steps.length < 2) return null;
	const most = Math.max(1, ...steps.flatMap(({ alone, soFar }) => [alone, soFar]));
	const width = (count: number) => (count > 0 ? `max(3px, ${(count / most) * 100}%)` : 0);
	return (
		<div className="above-14 grid-6">
			<h3 className="visually-hidden">{t('steps')}</h3>
			<ol className={styles.steps}>
				{steps.map(({ id, alone, soFar }, n) => {
					const segment = names.segment(id);
					const name = segment || names.consent(id);
					return (
						<li key={id} data-last={n === steps.length - 1 ? '' : undefined}>
							<span className={styles.soFar} style={{ width: width(soFar) }} aria-hidden="true" />
							<span className={styles.alone} style={{ width: width(alone) }} aria-hidden="true" />
							<span className={styles.stepName}>
								{n === 0 ? name : segment === '' ? t('stepYes', { name }) : isAnd ? t('stepAnd', { name }) : t('stepOr', { name })}
							</span>
							<span className={styles.stepCount}>
								<span aria-hidden="true">
									<NumberText value={soFar} />
								</span>
								<span className="visually-hidden">
									{t('stepSoFar', { count: soFar })}, {t('stepAlone', { count: alone })}
								</span>
							</span>
						</li>
					);
				})}
			</ol>
			<p className={styles.quiet}>{t('stepsWhy')}</p>
		</div>
	);
}
