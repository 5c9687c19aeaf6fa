import { IMPORT_COLUMNS, IMPORT_KIND, importAnswers, importChecked, importExample, people } from '@luvalla/contract/consent/people';
import { type Finding, type Run, runs } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconFileCheck, IconFileImport } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { fetchFile, sendFile } from '#portal/lib/client.ts';
import { wholePercentText } from '#portal/lib/dates.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { type Column, DataTable } from '#portal/ui/DataTable.tsx';
import { Download } from '#portal/ui/Download.tsx';
import { FileDrop } from '#portal/ui/FileDrop.tsx';
import { SelectField } from '#portal/ui/fields.tsx';
import { RunBadge, RunCard, useRun } from '#portal/ui/RunCard.tsx';
import { RunFindings } from '#portal/ui/RunFindings.tsx';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { type PeopleTexts, usePeopleTexts } from './texts.ts';
import { findingText } from './words.tsx';

/** Once an import has ended. */
const OUT_OF_DATE = [people];
const EARLIER = 5;

interface ImportFormProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	/** The run that is shown; null: a file is chosen first. */
	runId: string | null;
	onRun: (id: string | undefined) => void;
	onClose: () => void;
}

/** Chooses a file, says what would become of its rows, and then does it. Both are runs: closing this ends neither. */
export function ImportForm({ customerId, domains, runId, onRun, onClose }: ImportFormProps) {
	const t = usePeopleTexts();
	const language = useLanguage();
	const [domainId, setDomainId] = useState(domains.length === 1 ? (domains[0]?.id ?? '') : '');
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const check = useMutation({
		mutationFn: (chosen: File) => sendFile(importAnswers, { query: { domainId, dryRun: 'true' }, file: chosen }, setShare, { customerId }),
		onSuccess: ({ data }) => onRun(data.id),
		onError: (error: Error) => notifyFailure(error.message),
	});
	return (
		<div className={styles.import}>
			<div className={styles.importBody}>
				{runId === null ? (
					<>
						<p className={styles.quiet}>{t('importText')}</p>
						<p className={styles.quiet}>
							{t('columns')} <code>{IMPORT_COLUMNS.join(', ')}</code>
						</p>
						<SelectField
							label={t('domain')}
							data={domains.map((one) => ({ value: one.id, label: one.domain }))}
							value={domainId}
							allowDeselect={false}
							onChange={(value) => setDomainId(value ?? '')}
						/>
						<Download
							label={t('example')}
							disabled={domainId === ''}
							read={() => fetchFile(importExample, { query: { domainId } }, { customerId })}
						/>
						<FileDrop label={t('file')} accept=".csv,text/csv" value={file} onChange={setFile} disabled={check.isPending} />
						{check.isPending ? (
							<p role="status" className={styles.quiet}>
								{t('sending')} {wholePercentText(share, language)}
							</p>
						) : null}
						<Earlier customerId={customerId} onRun={onRun} />
					</>
				) : (
					<ImportRun id={runId} customerId={customerId} onRun={onRun} />
				)}
			</div>
			<div className={styles.importFoot}>
				<Button variant="default" onClick={onClose}>
					{t('close')}
				</Button>
				{runId === null ? (
					<Button
						disabled={file === null || domainId === ''}
						loading={check.isPending}
						leftSection={<IconFileCheck size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => file && check.mutate(file)}
					>
						{t('check')}
					</Button>
				) : (
					<Button variant="default" onClick={() => onRun(undefined)}>
						{t('startAgain')}
					</Button>
				)}
			</div>
		</div>
	);
}

const titleOf = (t: PeopleTexts, { about }: Run): string =>
	t(about.dryRun === true ? 'checkOf' : 'importOf', { file: String(about.fileName ?? '') });

const PROBLEMS = ['no_columns', 'columns_twice', 'check_again'] as const;
const problemOf = (t: PeopleTexts, { problem }: Run): string | undefined =>
	problem === null ? undefined : t(`run_${PROBLEMS.find((one) => one === problem) ?? 'internal'}`);

function ImportRun({ id, customerId, onRun }: { id: string; customerId: number; onRun: (id: string | undefined) => void }) {
	const t = usePeopleTexts();
	const query = useRun(id, customerId, OUT_OF_DATE);
	const go = useCall(importChecked, { scope: { customerId }, quiet: true, onSuccess: (started) => onRun(started.id) });
	const run = query.data?.data;
	if (query.isError) return <p role="alert">{query.error.message}</p>;
	if (!run) return <div className={styles.runPlace} />;
	const dry = run.about.dryRun === true;
	const count = (name: string) => <NumberText value={run.counts[name] ?? 0} />;
	return (
		<div role="status" className={styles.cards}>
			<RunCard
				run={run}
				customerId={customerId}
				title={titleOf(t, run)}
				rows={run.counts.rows}
				problem={problemOf(t, run)}
				facts={[
					{ label: t('rows'), value: count('rows') },
					{ label: dry ? t('wouldStore') : t('stored'), value: count('stored') },
					{ label: t('knownRows'), value: count('known') },
					{ label: t('behind'), value: count('behind') },
					{ label: t('rejected'), value: count('rejected') },
				]}
			>
				{dry && run.state === 'done' ? (
					<Button
						loading={go.isPending}
						disabled={(run.counts.stored ?? 0) === 0}
						leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => go.mutate({ params: { id: run.id } })}
					>
						{t('importVerb')}
					</Button>
				) : null}
			</RunCard>
			{run.found > 0 && run.endedAt !== null ? <Rejected run={run} customerId={customerId} /> : null}
		</div>
	);
}

function Rejected({ run, customerId }: { run: Run; customerId: number }) {
	const t = usePeopleTexts();
	const columns: Column<Finding>[] = [
		{ key: 'line', header: t('line'), right: true, cell: (row) => (row.line === null ? null : <NumberText value={row.line} />), width: 60 },
		{ key: 'column', header: t('column'), cell: (row) => row.column },
		{ key: 'cell', header: t('cell'), cell: (row) => <span className={styles.name}>{row.value}</span> },
		{ key: 'why', header: t('why'), cell: (row) => findingText(t, row.code) },
	];
	return <RunFindings run={run} customerId={customerId} title={t('rejected')} columns={columns} file={t('rejectedFile')} />;
}

/** Files of before, so that nobody who closed the drawer has lost what they started. */
function Earlier({ customerId, onRun }: { customerId: number; onRun: (id: string) => void }) {
	const t = usePeopleTexts();
	useReloadOnNews('runs', [runs], customerId);
	const query = useQuery(asList(runs, { query: { kind: IMPORT_KIND, size: EARLIER } }, { customerId }));
	const columns: Column<Run>[] = [
		{
			key: 'file',
			header: t('file'),
			cell: (row) => (
				<button type="button" className={styles.linkButton} onClick={() => onRun(row.id)}>
					{titleOf(t, row)}
				</button>
			),
		},
		{ key: 'state', header: t('state'), cell: (row) => <RunBadge state={row.state} />, width: 130 },
		{ key: 'rows', header: t('rows'), right: true, cell: (row) => <NumberText value={row.counts.rows ?? 0} />, width: 80 },
		{ key: 'when', header: t('when'), cell: (row) => <RelativeTime at={row.createdAt} />, width: 110 },
	];
	if (query.isError) return <p role="alert">{query.error.message}</p>;
	if (query.data?.data.length === 0) return null;
	return (
		<div>
			<h3 className={styles.resultTitle}>{t('earlier')}</h3>
			<DataTable
				caption={t('earlier')}
				columns={columns}
				rows={query.data?.data}
				rowId={(row) => row.id}
				rowName={(row) => titleOf(t, row)}
				expect={EARLIER}
			/>
		</div>
	);
}
