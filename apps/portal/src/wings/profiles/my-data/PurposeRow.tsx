import type { MyPurpose } from '@luvalla/contract/consent/my-consents';
import { Switch } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { saidDayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SaidTime } from '#portal/ui/times.tsx';
import styles from './my-data.module.css';
import { Receipt } from './Receipt.tsx';
import { howText, useMyDataTexts } from './texts.ts';

interface PurposeRowProps {
	purpose: MyPurpose;
	busy: boolean;
	onAnswer: (value: boolean) => void;
}

/** One purpose: what for, on or off, and the answers behind it. */
export function PurposeRow({ purpose, busy, onAnswer }: PurposeRowProps) {
	const t = useMyDataTexts();
	const language = useLanguage();
	const [open, setOpen] = useState(false);
	const ids = useId();
	const on = purpose.value === true && !purpose.outdated;
	// the answer that holds is one of those behind it, and says how it came
	const how = purpose.history.find(({ at }) => at === purpose.at)?.how ?? null;
	const date = purpose.at === null ? '' : saidDayText(purpose.at, how, language);
	return (
		<li className={styles.purpose}>
			<div className={styles.words}>
				<strong id={`${ids}-name`}>{purpose.name}</strong>
				<span id={`${ids}-about`}>{purpose.about}</span>
				{purpose.value === null ? (
					<span className={styles.notAsked}>{t('notAsked')}</span>
				) : (
					<button
						type="button"
						className={styles.said}
						aria-expanded={open}
						aria-controls={open ? `${ids}-history` : undefined}
						onClick={() => setOpen(!open)}
					>
						<IconHistory size={16} stroke={1.75} aria-hidden="true" />
						{purpose.value ? t('saidYes', { date }) : t('saidNo', { date })}
					</button>
				)}
				{purpose.outdated ? <span className={styles.outdated}>{t('outdated')}</span> : null}
			</div>
			<Switch
				size="md"
				checked={on}
				disabled={busy}
				labelPosition="left"
				label={on ? t('yes') : t('no')}
				classNames={{ root: styles.switch, label: on ? `${styles.word} ${styles.yes}` : styles.word }}
				aria-labelledby={`${ids}-name`}
				aria-describedby={`${ids}-about`}
				onChange={(event) => onAnswer(event.currentTarget.checked)}
			/>
			{open ? (
				<ul id={`${ids}-history`} className={styles.history} aria-label={t('history', { purpose: purpose.name })}>
					{purpose.history.map((one) => (
						<li key={one.recordId}>
							<span>
								<strong>{one.value ? t('yes') : t('no')}</strong> · <SaidTime at={one.at} how={one.how} /> · {howText(t, one.how)}
							</span>
							<Receipt recordId={one.recordId} date={saidDayText(one.at, one.how, language)} />
						</li>
					))}
				</ul>
			) : null}
		</li>
	);
}
