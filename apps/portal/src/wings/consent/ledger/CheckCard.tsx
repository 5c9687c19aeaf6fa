import type { AnswerOf } from '@luvalla/contract/call';
import { checkLedger, ledgerState } from '@luvalla/contract/consent/proof';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText, numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

const ASK_AGAIN_MS = 1000;

interface CheckCardProps {
	state: AnswerOf<typeof ledgerState>;
	customerId: number;
	customer: Record<string, string>;
}

/** The answer first: how much there is, when it was signed, whether it is what it was; and a check by hand. */
export function CheckCard({ state: { head, check, can }, customerId, customer }: CheckCardProps) {
	const t = useLedgerTexts();
	const language = useLanguage();
	const { waiting, begin, begins } = useCheck(customerId, check?.id ?? null);
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

/** Asks for a check and waits until there is another than before. */
function useCheck(customerId: number, last: string | null) {
	const client = useQueryClient();
	const [before, setBefore] = useState<string | null | undefined>(undefined);
	const begin = useCall(checkLedger, { onSuccess: (data) => setBefore(data.before) });
	const waiting = before !== undefined && before === last;
	useEffect(() => {
		if (!waiting) return;
		const timer = setInterval(
			() => void client.invalidateQueries({ queryKey: asQuery(ledgerState, {}, { customerId }).queryKey }),
			ASK_AGAIN_MS,
		);
		return () => clearInterval(timer);
	}, [waiting, client, customerId]);
	return { waiting, begins: begin.isPending, begin: () => begin.mutate({ body: { customerId } }) };
}
