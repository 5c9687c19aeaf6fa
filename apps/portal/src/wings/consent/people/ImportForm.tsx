import { IMPORT_COLUMNS, importAnswers, MOST_REJECTED, people } from '@luvalla/contract/consent/people';
import { Button } from '@mantine/core';
import { IconDownload, IconFileCheck, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { csvOf } from '#portal/ui/csv.ts';
import { type Column, DataTable } from '#portal/ui/DataTable.tsx';
import { downloadFile } from '#portal/ui/download.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { FileField, SelectField } from '#portal/ui/fields.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { usePeopleTexts } from './texts.ts';
import { refusalText } from './words.tsx';

type Imported = z.output<typeof importAnswers.answer>;
type Rejected = Imported['reasons'][number];

const SHOWN = 10;

interface ImportFormProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	onClose: () => void;
}

/** Chooses a file, says what would become of its rows, and then does it. */
export function ImportForm({ customerId, domains, onClose }: ImportFormProps) {
	const t = usePeopleTexts();
	const [domainId, setDomainId] = useState(domains.length === 1 ? (domains[0]?.id ?? '') : '');
	const [file, setFile] = useState<File | null>(null);
	/** Whose result this is: another file or domain makes it say nothing any more. */
	const [checked, setChecked] = useState<Imported | null>(null);
	const [done, setDone] = useState<Imported | null>(null);
	const forget = () => {
		setChecked(null);
		setDone(null);
	};
	const scope = { customerId };
	const check = useCall(importAnswers, { scope, quiet: true, onSuccess: setChecked });
	const run = useCall(importAnswers, { scope, quiet: true, reload: [people], onSuccess: setDone });
	const input = (dryRun: 'true' | 'false') => (file ? { query: { domainId, dryRun }, file } : null);
	const send = (call: typeof check, dryRun: 'true' | 'false') => {
		const given = input(dryRun);
		if (given) call.mutate(given);
	};
	const ready = file !== null && domainId !== '';
	const result = done ?? checked;
	return (
		<div className={styles.import}>
			<div className={styles.importBody}>
				<p className={styles.quiet}>{t('importText')}</p>
				<p className={styles.quiet}>
					{t('columns')} <code>{IMPORT_COLUMNS.join(', ')}</code>
				</p>
				<Button
					variant="default"
					leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => downloadFile('consents.csv', 'text/csv;charset=utf-8', `\uFEFF${csvOf(EXAMPLE)}`)}
				>
					{t('example')}
				</Button>
				<SelectField
					label={t('domain')}
					data={domains.map((one) => ({ value: one.id, label: one.domain }))}
					value={domainId}
					allowDeselect={false}
					onChange={(value) => {
						setDomainId(value ?? '');
						forget();
					}}
				/>
				<FileField
					label={t('file')}
					accept=".csv,text/csv"
					value={file}
					onChange={(chosen) => {
						setFile(chosen);
						forget();
					}}
				/>
				<div role="status">{result ? <Result result={result} dry={done === null} fileName={file?.name ?? ''} /> : null}</div>
			</div>
			<div className={styles.importFoot}>
				<Button variant="default" onClick={onClose}>
					{t('close')}
				</Button>
				<Button
					variant="default"
					disabled={!ready || run.isPending}
					loading={check.isPending}
					leftSection={<IconFileCheck size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => send(check, 'true')}
				>
					{t('check')}
				</Button>
				<Button
					disabled={!ready || check.isPending || done !== null}
					loading={run.isPending}
					leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => send(run, 'false')}
				>
					{t('importVerb')}
				</Button>
			</div>
		</div>
	);
}

const EXAMPLE = [
	[...IMPORT_COLUMNS],
	['anna@example.com', '', '', 'Club letter', 'yes', '2026-01-15T09:30:00Z', 'Paper form, Turku shop', 'fi', ''],
	['', '+358401234567', '', 'Club letter', 'no', '2026-01-16', '', '', ''],
];

function Result({ result, dry, fileName }: { result: Imported; dry: boolean; fileName: string }) {
	const t = usePeopleTexts();
	const columns: Column<Rejected>[] = [
		{ key: 'line', header: t('line'), right: true, cell: (row) => <NumberText value={row.line} />, width: 60 },
		{ key: 'why', header: t('why'), cell: (row) => refusalText(t, row.code) },
		{ key: 'row', header: t('row'), cell: (row) => <span className={styles.name}>{row.row.join(', ')}</span> },
	];
	const rejectedFile = () =>
		downloadFile(
			`rejected-${fileName}`,
			'text/csv;charset=utf-8',
			`\uFEFF${csvOf([[...result.header, 'line', 'reason'], ...result.reasons.map((one) => [...padded(one.row, result.header.length), one.line, refusalText(t, one.code)])])}`,
		);
	return (
		<>
			<h3 className={styles.resultTitle}>{dry ? t('wouldBe') : t('imported')}</h3>
			<Facts
				facts={[
					{ label: t('rows'), value: <NumberText value={result.rows} /> },
					{ label: dry ? t('wouldStore') : t('stored'), value: <NumberText value={result.stored} /> },
					{ label: t('knownRows'), value: <NumberText value={result.known} /> },
					{ label: t('behind'), value: <NumberText value={result.behind} /> },
					{ label: t('rejected'), value: <NumberText value={result.rejected} /> },
				]}
			/>
			{result.rejected > 0 ? (
				<>
					<DataTable
						caption={t('rejected')}
						columns={columns}
						rows={result.reasons.slice(0, SHOWN)}
						rowId={(row) => String(row.line)}
						rowName={(row) => String(row.line)}
						expect={SHOWN}
					/>
					{result.rejected > SHOWN ? <p className={styles.quiet}>{t('firstShown', { shown: SHOWN, count: result.rejected })}</p> : null}
					<Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />} onClick={rejectedFile}>
						{t('rejectedFile')}
					</Button>
					{result.rejected > MOST_REJECTED ? <p className={styles.quiet}>{t('mostRejected', { most: MOST_REJECTED })}</p> : null}
				</>
			) : null}
		</>
	);
}

const padded = (row: readonly string[], length: number): string[] => Array.from({ length }, (_, index) => row[index] ?? '');
