import type { SelfCheck } from '@luvalla/contract/consent/proof';
import { Card } from '#portal/ui/Card.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime, NumberText } from '#portal/ui/times.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

/** What the daily self-check said last, and where something is not as it was. */
export function CheckCard({ check, customer }: { check: SelfCheck | null; customer: Record<string, string> }) {
	const t = useLedgerTexts();
	return (
		<Card title={t('check')}>
			<p className={styles.text}>{t('checkText')}</p>
			{check ? (
				<>
					<Facts
						facts={[
							{ label: t('checkedAt'), value: <ExactTime at={check.endedAt} seconds={false} /> },
							{ label: t('checkedEntries'), value: <NumberText value={check.size} /> },
							{ label: t('checkedHeads'), value: <NumberText value={check.heads} /> },
						]}
					/>
					<FindingsTable caption={t('check')} check={check} customer={customer} />
				</>
			) : (
				<p>{t('firstCheck')}</p>
			)}
		</Card>
	);
}
