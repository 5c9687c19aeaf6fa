/** A file that is being written, or taken back, and what came of it. */
import { segments } from '@luvalla/contract/profiles/segments';
import { segmentOfUpload, UNDO_KIND, undoUpload } from '@luvalla/contract/profiles/uploads';
import { type Run, run as runCall } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUpload, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RunBadge, RunCard, RunSaid, useRun } from '#portal/ui/RunCard.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { acceptedOf, useCounts, Why } from './CheckPane.tsx';
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
			{query.isError ? <Failed query={query} /> : null}
			<RunSaid run={run} title={t(run?.kind === UNDO_KIND ? 'undoOf' : 'uploadOf', { file })} />
			<div className={styles.written}>
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
	const takeBack = mayUndo ? (
		<Button variant="default" leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />} onClick={() => setAsked(true)}>
			{t('undo')}
		</Button>
	) : null;
	return (
		<>
			{run.state === 'done' && run.about.dryRun === false ? (
				<Done run={run} customerId={customerId} file={file} takeBack={takeBack} />
			) : (
				<Going run={run} customerId={customerId} file={file} takeBack={takeBack} />
			)}
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

interface PartProps {
	run: Run;
	customerId: number;
	file: string;
	takeBack: ReactNode;
}

/** A file that is written still, or was not written to its end. */
function Going({ run, customerId, file, takeBack }: PartProps) {
	const t = useUploadTexts();
	const facts = useCounts(run);
	return (
		<RunCard
			run={run}
			customerId={customerId}
			title={t('uploadOf', { file })}
			rows={run.counts.rows}
			facts={facts}
			problem={problemOf(t, run)}
		>
			{takeBack}
		</RunCard>
	);
}

/** What came of a file, and what can be done with its people next. */
function Done({ run, customerId, file, takeBack }: PartProps) {
	const t = useUploadTexts();
	const language = useLanguage();
	const navigate = useNavigate();
	const facts = useCounts(run);
	const people = usePerson().isAdmin ? '/profiles' : '/domainprofiles';
	const accepted = acceptedOf(run);
	const rejected = run.counts.rejected ?? 0;
	const gather = useCall(segmentOfUpload, {
		scope: { customerId },
		quiet: true,
		reload: [segments],
		onSuccess: ({ segmentId }) =>
			void navigate({
				to: '/segments/$id',
				params: { id: segmentId },
				search: (old: { customer?: number }) => ({ customer: old.customer }),
			}),
	});
	const seconds = run.startedAt && run.endedAt ? (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000 : null;
	return (
		<section className={styles.done} aria-label={t('uploadOf', { file })}>
			<div className={styles.paneHead}>
				<RunBadge state={run.state} />
				{seconds === null ? null : (
					<span className={styles.aside}>{t('doneIn', { seconds: numberText(Math.round(seconds * 10) / 10, language) })}</span>
				)}
			</div>
			<div className="figure">{numberText(accepted, language)}</div>
			<p className={styles.quiet}>
				{t('doneRows', { count: run.counts.rows ?? 0 })} {rejected > 0 ? t('doneRejected', { count: rejected }) : t('doneAll')}
			</p>
			<div className="above-14">
				<Facts facts={facts} />
			</div>
			<h3>{t('whatNext')}</h3>
			<p className={styles.quiet}>{t('whatNextAbout')}</p>
			<div className={styles.buttons}>
				<Button
					disabled={accepted === 0}
					loading={gather.isPending}
					leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => gather.mutate({ params: { id: run.id }, body: { name: nameOf(file) || t('crumb') } })}
				>
					{t('makeSegment')}
				</Button>
				<Button component={Link} to={people} variant="default" leftSection={<IconUsers size={16} stroke={1.75} aria-hidden="true" />}>
					{t('toPeople')}
				</Button>
				{takeBack}
			</div>
		</section>
	);
}

/** A file's name without what says how it is written: what its people are called. */
const nameOf = (file: string): string =>
	file
		.replace(/\.(csv|txt|tsv|xlsx)$/i, '')
		.trim()
		.slice(0, 120);

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
