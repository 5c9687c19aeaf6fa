/** How many people the choice makes, step by step, who of them may be reached, and why the rest may not. */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { LiveBadge } from '#portal/ui/Badge.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './builder.module.css';
import type { Left } from './LeftOut.tsx';
import { ReachList } from './ReachList.tsx';
import { Steps } from './Steps.tsx';
import { useAudienceTexts } from './texts.ts';
import type { Estimated } from './use-estimate.ts';
import type { Names } from './Words.tsx';

interface EstimatePaneProps {
	estimated: Estimated;
	isAnd: boolean;
	names: Names;
	/** Opens the list of those who are left out. */
	onLeft: (left: Left) => void;
	/** Below who may be reached. */
	sample: ReactNode;
	/** Above the buttons. */
	note: string | null;
	/** The buttons. */
	children: ReactNode;
}

export function EstimatePane({ estimated, isAnd, names, onLeft, sample, note, children }: EstimatePaneProps) {
	const t = useAudienceTexts();
	const { estimate, behind, nobody, failed, settled } = estimated;
	// What is not all counted yet is no number.
	const counted = estimate?.state === 'ready' ? estimate : undefined;
	const count = nobody ? 0 : counted?.count;
	return (
		<section className={styles.side} aria-label={t('estimate')}>
			<div className={styles.pane}>
				<div className={styles.paneHead}>
					<h2>{t('estimate')}</h2>
					{counted && !failed ? <LiveBadge>{t('live')}</LiveBadge> : null}
					<span className={styles.aside}>{counted ? t('countedIn', { ms: Math.max(1, Math.round(counted.ms)) }) : null}</span>
				</div>
				<Spoken estimated={estimated} />
				{failed && !behind ? (
					<Failed sentence={t('estimateFailed')} query={failed} />
				) : (
					<div
						className={styles.numbers}
						data-behind={behind ? '' : undefined}
						aria-busy={behind || (estimate !== undefined && counted === undefined)}
					>
						<div className="figure">{count === undefined ? <Skeleton height={44} width={160} /> : <NumberText value={count} />}</div>
						<p className="quiet">
							{nobody ? t('nobodyChosen') : count === 1 ? t('eachOne') : t('each')}
							{counted ? ` · ${t('ofAll', { count: counted.of })}` : null}
						</p>
						{estimate?.state === 'building' ? <p className={styles.building}>{t('building')}</p> : null}
						{counted ? (
							<Steps steps={counted.steps} isAnd={isAnd} names={names} />
						) : (
							<div className="unseen" aria-hidden="true">
								<Steps
									steps={[...settled.segments, ...settled.consents].map((id) => ({ id, alone: 0, soFar: 0 }))}
									isAnd={isAnd}
									names={names}
								/>
							</div>
						)}
						<ReachList estimate={counted} nobody={nobody} onLeft={onLeft} />
					</div>
				)}
				{sample}
			</div>
			<div className={styles.foot}>
				{note ? <p className={styles.note}>{note}</p> : null}
				<p className={styles.footCount} aria-hidden="true">
					{count === undefined ? '…' : <NumberText value={count} />}
				</p>
				<div className={styles.buttons}>{children}</div>
			</div>
		</section>
	);
}

/** Says the new number once after each change of the choice, and not again while people come and go. */
function Spoken({ estimated: { settled, estimate, behind } }: { estimated: Estimated }) {
	const t = useAudienceTexts();
	const language = useLanguage();
	const [said, setSaid] = useState({ of: settled, text: '' });
	if (estimate && !behind && said.of !== settled && estimate.state === 'ready') {
		const by = (channel: string) => numberText(estimate.reach?.find((one) => one.channel === channel)?.reachable ?? 0, language);
		const people = `${numberText(estimate.count, language)} ${estimate.count === 1 ? t('eachOne') : t('each')}`;
		setSaid({ of: settled, text: t('said', { people, email: by('email'), sms: by('sms') }) });
	}
	return (
		<p role="status" className="visually-hidden">
			{said.text}
		</p>
	);
}
