/** The running test of a domain: both arms, the difference with its interval, and what may be said of it so far. */
import { CONSENT_RATE } from '@luvalla/contract/consent/consent-rate';
import type { BannerTest } from '@luvalla/contract/consent/rates';
import { Button } from '@mantine/core';
import { momentText, percentText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './history.module.css';
import { IntervalLine } from './IntervalLine.tsx';
import { pointsText } from './numbers.ts';
import { useHistoryTexts } from './texts.ts';

type Arm = BannerTest['first'];

export function TestCard({ test, onEnd }: { test: BannerTest; onEnd: (keep: Arm) => void }) {
	const t = useHistoryTexts();
	const language = useLanguage();
	const { first, second, sample, difference } = test;
	return (
		<section className={styles.test} aria-labelledby="running-test">
			<div className="row-4-8">
				<h3 id="running-test">{t('test')}</h3>
				<StatusBadge status="running" />
			</div>
			<p className={styles.quiet}>
				{t('testSince', {
					when: momentText(test.startedAt, language),
					who: test.startedBy,
					share: percentText(test.share, language),
					version: second.version,
				})}
			</p>
			<p className={styles.quiet}>{t('testGoal', { sample, detect: test.detect })}</p>
			<div className={styles.arms}>
				{[first, second].map((arm) => (
					<ArmFacts key={arm.folder} arm={arm} sample={sample} />
				))}
			</div>
			<div>
				<h4>{t('difference')}</h4>
				{difference ? (
					<>
						<IntervalLine difference={difference} />
						<p>
							{t('differenceWords', {
								version: second.version,
								value: pointsText(difference.value, language),
								low: pointsText(difference.low, language),
								high: pointsText(difference.high, language),
							})}
						</p>
					</>
				) : (
					<p className={styles.quiet}>{t('noDifference')}</p>
				)}
			</div>
			<div>
				<h4>{t('verdict')}</h4>
				<p>
					<VerdictText test={test} />
				</p>
			</div>
			<div className="wrap-8">
				{[first, second].map((arm) => (
					<Button key={arm.folder} variant="default" data-strong onClick={() => onEnd(arm)}>
						{t('keep', { version: arm.version })}
					</Button>
				))}
			</div>
		</section>
	);
}

/** What the test says by now, in one sentence. */
export function VerdictText({ test }: { test: BannerTest }) {
	const t = useHistoryTexts();
	const { first, second, sample, verdict } = test;
	if (verdict === 'early') return t('verdict_early', { choices: Math.min(first.choices, second.choices), sample });
	if (verdict === 'none') return t('verdict_none');
	return t('verdict_wins', { version: verdict === 'first' ? first.version : second.version });
}

function ArmFacts({ arm, sample }: { arm: Arm; sample: number }) {
	const t = useHistoryTexts();
	const language = useLanguage();
	const say = useSay();
	const { value, low, high } = arm.rate;
	const enough = Math.min(1, arm.choices / sample);
	return (
		<div className={styles.arm}>
			<h4>{t('arm', { label: arm.label, version: arm.version })}</h4>
			<Facts
				facts={[
					{ label: t('shown'), value: <NumberText value={arm.shown} /> },
					{ label: t('choices'), value: <NumberText value={arm.choices} /> },
					{
						label: say(CONSENT_RATE.name),
						value:
							value === null || low === null || high === null ? (
								t('nobody')
							) : (
								<>
									<strong className="num">{percentText(value, language)}</strong>
									<span className={`num ${styles.quiet}`}>
										{' '}
										({t('interval', { low: percentText(low, language), high: percentText(high, language) })})
									</span>
								</>
							),
					},
				]}
			/>
			<div className={styles.track} aria-hidden="true">
				<span style={{ width: `${enough * 100}%` }} />
			</div>
			<p className={styles.quiet}>{t('ofSample', { choices: arm.choices, sample })}</p>
		</div>
	);
}
