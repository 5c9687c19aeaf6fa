/** Below the balance: who is mailed when it falls low, campaigns that will be short, and what is owed. */
import { ledgerBalance } from '@luvalla/contract/billing/credits';
import { type Spending as Spent, setLowCredits, spending } from '@luvalla/contract/billing/spending';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { creditText } from '#portal/lib/credits.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import styles from './credits.module.css';
import { lowestOf } from './price.ts';
import { useCreditTexts } from './texts.ts';

/** What is short and what is owed: each in a sentence, with where it is mended. */
export function Shortage({ spent: { short, due } }: { spent: Spent }) {
	const t = useCreditTexts();
	const language = useLanguage();
	const owed = due.reduce((sum, { micros }) => sum + micros, 0);
	return (
		<>
			{short.map(({ campaignId, title, beginsAt, neededMicros, shortMicros, waits, triggered }) => (
				<div key={`${campaignId} ${beginsAt}`} role="note" className={styles.short}>
					<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
					<div>
						<strong>
							{triggered || waits
								? t('shortNow', { short: creditText(shortMicros, language), title })
								: t('shortOn', { short: creditText(shortMicros, language), title, day: dateText(beginsAt, language) })}
						</strong>{' '}
						{waits || triggered ? t('shortWaits') : t('shortNeeds', { needed: creditText(neededMicros, language) })} {t('neverStop')}
					</div>
					<Link
						to={triggered ? `/campaigns/triggered/${campaignId}` : '/campaigndashboard'}
						search={triggered ? {} : { id: campaignId }}
						className={styles.shortWay}
					>
						{t('seeCampaign')}
					</Link>
				</div>
			))}
			{owed > 0 ? (
				<p role="note" className={styles.short}>
					<IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
					<span>
						<strong>{t('owed', { owed: creditText(owed, language) })}</strong> {t('owedWhy')}
					</span>
				</p>
			) : null}
		</>
	);
}

/** Who is told when the balance falls low, and below what. */
export function LowLimit({ spent, mayChange }: { spent: Spent; mayChange: boolean }) {
	const t = useCreditTexts();
	const [text, setText] = useState<string | null>(null);
	const save = useCall(setLowCredits, { reload: [spending, ledgerBalance], onSuccess: () => setText(null) });
	const { customerId, lowCredits, lowPeople } = spent;
	const lowest = text === null ? null : lowestOf(text);
	if (text === null)
		return (
			<p className={styles.low}>
				{lowCredits === 0
					? t('lowNone')
					: lowPeople === 0
						? t('lowNobody', { limit: lowCredits })
						: t('low', { count: lowPeople, limit: lowCredits })}{' '}
				{mayChange ? (
					<button type="button" className={styles.lowChange} onClick={() => setText(String(lowCredits))}>
						{t('lowChange')}
					</button>
				) : null}
			</p>
		);
	return (
		<form
			className={styles.lowForm}
			aria-label={t('lowForm')}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (lowest !== null) save.mutate({ body: { customerId, lowCredits: lowest } });
			}}
		>
			<TextField
				label={t('lowLabel')}
				hint={t('lowHint')}
				inputMode="numeric"
				autoComplete="off"
				autoFocus
				value={text}
				error={lowest === null ? t('lowWrong') : undefined}
				onChange={(event) => setText(event.currentTarget.value)}
			/>
			<div className={styles.lowActs}>
				<Button variant="default" onClick={() => setText(null)}>
					{t('lowCancel')}
				</Button>
				<Button type="submit" variant="default" data-strong disabled={lowest === null} loading={save.isPending}>
					{t('lowSave')}
				</Button>
			</div>
		</form>
	);
}
