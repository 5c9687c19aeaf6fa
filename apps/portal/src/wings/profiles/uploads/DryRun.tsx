/** What would become of the rows: the check as far as it is, whether it is of what stands beside it, and the way on. */
import { importUpload } from '@luvalla/contract/profiles/uploads';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileCheck, IconUpload } from '@tabler/icons-react';
import { useCall } from '#portal/lib/calls.ts';
import { RunCard, useRun } from '#portal/ui/RunCard.tsx';
import { acceptedOf, CheckPane, useCounts } from './CheckPane.tsx';
import { problemOf } from './problem.ts';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import type { Mapping } from './use-mapping.ts';

interface DryRunProps {
	mapping: Mapping;
	customerId: number;
	checkId: string | undefined;
	onRun: (id: string) => void;
	onBack: () => void;
}

export function DryRun({ mapping, customerId, checkId, onRun, onBack }: DryRunProps) {
	const t = useUploadTexts();
	const go = useCall(importUpload, { scope: { customerId }, quiet: true, onSuccess: (run) => onRun(run.id) });
	const query = useRun(checkId ?? null, customerId);
	const run = checkId === undefined ? undefined : query.data?.data;
	const stale = run !== undefined && !mapping.isOf(run);
	const accepted = run ? acceptedOf(run) : 0;
	return (
		<aside className={styles.side} aria-label={t('dryTitle')}>
			<div className={styles.pane} aria-live="polite" data-stale={stale ? '' : undefined}>
				{run === undefined ? (
					<>
						<h2>{t('dryTitle')}</h2>
						<p className={styles.quiet}>{t('notYet')}</p>
					</>
				) : run.state === 'done' ? (
					<CheckPane run={run} customerId={customerId} />
				) : (
					<Checking run={run} customerId={customerId} />
				)}
			</div>
			<div className={styles.foot}>
				{stale ? <p className={styles.footNote}>{t('changed')}</p> : null}
				<Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />} onClick={onBack}>
					{t('back')}
				</Button>
				{run?.state === 'done' && !stale ? (
					<Button
						loading={go.isPending}
						disabled={accepted === 0}
						leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => go.mutate({ params: { id: run.id } })}
					>
						{t('import', { count: accepted })}
					</Button>
				) : (
					<Button
						loading={mapping.isChecking || run?.state === 'waiting' || run?.state === 'running'}
						leftSection={<IconFileCheck size={16} stroke={1.75} aria-hidden="true" />}
						onClick={mapping.check}
					>
						{t(run ? 'checkAgain' : 'check')}
					</Button>
				)}
			</div>
		</aside>
	);
}

function Checking({ run, customerId }: { run: Parameters<typeof useCounts>[0]; customerId: number }) {
	const t = useUploadTexts();
	const facts = useCounts(run);
	return (
		<RunCard
			run={run}
			customerId={customerId}
			title={t('checkOf', { file: String(run.about.fileName ?? '') })}
			rows={run.counts.rows}
			facts={facts}
			problem={problemOf(t, run)}
		/>
	);
}
