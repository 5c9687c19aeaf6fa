/** A file that is being written, or taken back, and what came of it. */
import { UNDO_KIND, undoUpload } from '@luvalla/contract/profiles/uploads';
import { type Run, run as runCall } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RunCard, useRun } from '#portal/ui/RunCard.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { useCounts, Why } from './CheckPane.tsx';
import { problemOf } from './problem.ts';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';

interface WrittenRunProps {
	id: string;
	customerId: number;
	crumb: { label: string; to: string };
	onRun: (id: string) => void;
	onAnother: () => void;
}

export function WrittenRun({ id, customerId, crumb, onRun, onAnother }: WrittenRunProps) {
	const t = useUploadTexts();
	const query = useRun(id, customerId);
	const run = query.data?.data;
	const file = String(run?.about.fileName ?? '');
	return (
		<>
			<PageHeader
				title={t('title')}
				crumbs={[crumb, ...(file ? [{ label: file, mono: true }] : [])]}
				actions={
					<Button variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />} onClick={onAnother}>
						{t('another')}
					</Button>
				}
			/>
			{query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
			<div className={styles.written} role="status">
				<h2 className="visually-hidden">{t('written')}</h2>
				{run === undefined ? null : run.kind === UNDO_KIND ? (
					<Undoing run={run} customerId={customerId} />
				) : (
					<Written run={run} customerId={customerId} onRun={onRun} />
				)}
			</div>
		</>
	);
}

function Written({ run, customerId, onRun }: { run: Run; customerId: number; onRun: (id: string) => void }) {
	const t = useUploadTexts();
	const [asked, setAsked] = useState(false);
	const file = String(run.about.fileName ?? '');
	const facts = useCounts(run);
	const people = usePerson().isAdmin ? '/profiles' : '/domainprofiles';
	const undo = useCall(undoUpload, {
		scope: { customerId },
		quiet: true,
		reload: [runCall],
		onSuccess: (started) => {
			setAsked(false);
			onRun(started.id);
		},
	});
	const mayUndo = run.about.dryRun === false && (run.state === 'done' || run.state === 'failed' || run.state === 'cancelled');
	return (
		<>
			<RunCard
				run={run}
				customerId={customerId}
				title={t('uploadOf', { file })}
				rows={run.counts.rows}
				facts={facts}
				problem={problemOf(t, run)}
			>
				{mayUndo ? (
					<Button
						variant="default"
						leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => setAsked(true)}
					>
						{t('undo')}
					</Button>
				) : null}
				{run.state === 'done' ? (
					<Link to={people} className="link">
						{t('toPeople')}
					</Link>
				) : null}
			</RunCard>
			{run.found > 0 && run.endedAt !== null ? <Why run={run} customerId={customerId} /> : null}
			<ConfirmDialog
				opened={asked}
				title={t('undoTitle', { file })}
				verb={t('undo')}
				danger
				working={undo.isPending}
				onConfirm={() => undo.mutate({ params: { id: run.id } })}
				onCancel={() => setAsked(false)}
			>
				{t('undoText')}
			</ConfirmDialog>
		</>
	);
}

function Undoing({ run, customerId }: { run: Run; customerId: number }) {
	const t = useUploadTexts();
	const count = (word: string) => <NumberText value={run.counts[word] ?? 0} />;
	return (
		<RunCard
			run={run}
			customerId={customerId}
			title={t('undoOf', { file: String(run.about.fileName ?? '') })}
			facts={[
				{ label: t('people'), value: count('people') },
				{ label: t('forgotten'), value: count('forgotten') },
			]}
			problem={problemOf(t, run)}
		/>
	);
}
