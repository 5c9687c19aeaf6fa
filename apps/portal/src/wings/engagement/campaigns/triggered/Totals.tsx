import type { TriggeredProgress } from '@luvalla/contract/engagement/journeys';
import { NumberText } from '#portal/ui/times.tsx';
import { useTriggeredTexts } from './texts.ts';
import styles from './triggered.module.css';

const PARTS = ['finished', 'waiting', 'left'] as const;

/** How many came, and where they are now. */
export function Totals({ of }: { of: TriggeredProgress }) {
	const t = useTriggeredTexts();
	return (
		<section className={styles.totals}>
			<p>
				<strong className={styles.big}>
					<NumberText value={of.entered} />
				</strong>{' '}
				{t('enteredSaid')}
			</p>
			<div className={styles.bar} aria-hidden="true">
				{PARTS.map((part) => (of[part] === 0 ? null : <span key={part} data-part={part} style={{ flexGrow: of[part] }} />))}
			</div>
			<ul className={styles.key}>
				{PARTS.map((part) => (
					<li key={part}>
						<span data-part={part} aria-hidden="true" />
						{t(part === 'left' ? 'leftEach' : part)}{' '}
						<strong>
							<NumberText value={of[part]} />
						</strong>
					</li>
				))}
			</ul>
		</section>
	);
}
