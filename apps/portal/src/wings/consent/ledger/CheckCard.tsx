import type { AnswerOf } from '@luvalla/contract/call';
import { checkLedger, ledgerState } from '@luvalla/contract/consent/proof';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText, numberText } from '#portal/lib/dates.ts';
import { noteCheck, useNotedCheck } from '#portal/lib/ledger-check.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

const ASK_AGAIN_MS = 1000;
/** A check of many millions of entries takes longer than anybody watches it. */
const MOST_WATCHED_MS = 5 * 60_000;

interface CheckCardProps {
	state: AnswerOf<typeof ledgerState>;
	customerId: number;
	customer: Record<string, string>;
}

/** The answer first: how much there is, when it was signed, whether it is what it was; and a check by hand. */
export function CheckCard({ state, customerId, customer }: CheckCardProps) {
	const { head, check, can } = state;
	const t = useLedgerTexts();
	const language = useLanguage();
	const { waiting, broken, over, begin, begins } = useCheck(customerId, state);
	if (!head) return null;
	const verdict = check === null ? t('answerUnchecked') : check.found === 0 ? t('answerSame') : t('findings', { count: check.found });
	return (
		<Card>
			<div className={styles.answer}>
				<div>
					<h2 className={styles.answerTitle}>
						{t('answer', {
							entries: t('entriesCount', { count: head.size }),
							signed: momentText(head.signedAt, language),
							verdict,
						})}
					</h2>
					<p className={styles.quiet} role="status">
						{waiting
							? t('checking')
							: broken
								? t('checkBroken')
								: over
									? t('checkLong')
									: check === null
										? t('firstCheck')
										: t('checkedWhat', {
												when: momentText(check.endedAt, language),
												entries: numberText(check.size, language),
												heads: numberText(check.heads, language),
											})}
					</p>
				</div>
				{can.tell ? (
					<Button
						variant="default"
						loading={begins || waiting}
						leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
						onClick={begin}
					>
						{t('checkNow')}
					</Button>
				) : null}
			</div>
			<p className={styles.text}>{t('checkText')}</p>
			{check && check.found > 0 ? <FindingsTable caption={t('check')} check={check} customer={customer} /> : null}
		</Card>
	);
}

/** Asks for a check and waits for its end: another check than before, one that broke off, or longer than anybody watches. */
function useCheck(customerId: number, { check, checkFailedAt }: CheckCardProps['state']) {
	const client = useQueryClient();
	const noted = useNotedCheck(customerId);
	const [patience, setPatience] = useState<number | null>(null);
	const begin = useCall(checkLedger, { quiet: true, onSuccess: (data) => noteCheck(client, customerId, data) });
	const asked = noted !== undefined && noted.before === (check?.id ?? null);
	const broken = asked && checkFailedAt !== noted.failedBefore;
	const since = asked && !broken ? noted.since : null;
	const over = since !== null && patience === since;
	const waiting = since !== null && !over;
	useEffect(() => {
		if (!waiting) return;
		const timer = setInterval(
			() => void client.invalidateQueries({ queryKey: asQuery(ledgerState, {}, { customerId }).queryKey }),
			ASK_AGAIN_MS,
		);
		const end = setTimeout(() => setPatience(since), Math.max(0, since + MOST_WATCHED_MS - Date.now()));
		return () => {
			clearInterval(timer);
			clearTimeout(end);
		};
	}, [waiting, since, client, customerId]);
	return { waiting, broken, over, begins: begin.isPending, begin: () => begin.mutate({ body: { customerId } }) };
}
