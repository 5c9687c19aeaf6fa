import { type ConnectorRun, runLog } from '@luvalla/contract/profiles/connectors';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './connectors.module.css';
import { useConnectorTexts } from './texts.ts';

/** What a run did, line by line. */
export function LogDialog({ run, customerId, onClose }: { run: ConnectorRun | null; customerId: number; onClose: () => void }) {
	const t = useConnectorTexts();
	const log = useQuery({ ...asQuery(runLog, { params: { id: run?.id ?? '' }, query: {} }, { customerId }), enabled: run !== null });
	const lines = log.data?.data.lines;
	return (
		<Dialog opened={run !== null} title={t('log')} onClose={onClose}>
			{log.isError && !lines ? (
				<Failed sentence={t('logFailed')} query={log} />
			) : !lines ? (
				<Skeleton height={120} />
			) : lines.length === 0 ? (
				<p className="aside">{t('logEmpty')}</p>
			) : (
				<ol className={styles.log}>
					{lines.map(({ at, text }, place) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
						<li key={place}>
							<ExactTime at={at} /> <span>{text}</span>
						</li>
					))}
				</ol>
			)}
		</Dialog>
	);
}
