import type { InstallationCheck } from '@luvalla/contract/consent/proof';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '#portal/ui/Card.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime, NumberText } from '#portal/ui/times.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';
import { Verdict } from './Verdict.tsx';

interface InstallationCardProps {
	query: UseQueryResult<{ data: { check: InstallationCheck | null } }>;
}

/** For the platform's admins: the self-check of the log that holds every customer's heads. */
export function InstallationCard({ query }: InstallationCardProps) {
	const t = useLedgerTexts();
	const state = query.data?.data;
	const check = state?.check;
	return (
		<Card title={t('installationLog')} aside={state ? <Verdict check={state.check} /> : null}>
			<p className={styles.text}>{t('installationText')}</p>
			{query.isError && !state ? (
				<Failed sentence={t('installationFailed')} query={query} />
			) : !state ? (
				<Skeleton height={84} />
			) : check ? (
				<>
					<Facts
						facts={[
							{ label: t('checkedAt'), value: <ExactTime at={check.endedAt} seconds={false} /> },
							{ label: t('checkedEntries'), value: <NumberText value={check.size} /> },
							{ label: t('checkedHeads'), value: <NumberText value={check.heads} /> },
						]}
					/>
					<FindingsTable caption={t('installationLog')} check={check} />
				</>
			) : (
				<p>{t('firstCheck')}</p>
			)}
		</Card>
	);
}
