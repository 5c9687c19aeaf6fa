/** The file to upload, and those of before. */
import { UPLOAD_KIND, uploadExample, uploadUsers } from '@luvalla/contract/profiles/uploads';
import { type Run, runs } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import { fetchFile, sendFile } from '#portal/lib/client.ts';
import { wholePercentText } from '#portal/lib/dates.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { Download } from '#portal/ui/Download.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { FileDrop } from '#portal/ui/form/FileDrop.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { RunBadge } from '#portal/ui/RunCard.tsx';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';

const EARLIER = 10;
const WHOLE = 'all';

interface ChooseFileProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	/** Somebody who answers for single domains alone has to name one. */
	mayChooseNone: boolean;
	onFile: (id: string) => void;
	onRun: (run: Run) => void;
}

export function ChooseFile({ customerId, domains, mayChooseNone, onFile, onRun }: ChooseFileProps) {
	const t = useUploadTexts();
	const language = useLanguage();
	const [chosen, setChosen] = useState<string | null>(null);
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const first = domains[0]?.id ?? null;
	const domain = chosen ?? first ?? WHOLE;
	const scope = { customerId, domainId: domain === WHOLE ? null : domain };
	const send = useMutation({
		mutationFn: (given: File) => sendFile(uploadUsers, { file: given }, setShare, scope),
		onSuccess: ({ data }) => onFile(data.id),
		onError: (error: Error) => notifyFailure(error.message),
	});
	return (
		<div className={styles.choose}>
			<p className={styles.quiet}>{t('about')}</p>
			<SelectField
				label={t('domain')}
				data={[
					...domains.map((one) => ({ value: one.id, label: one.domain })),
					...(mayChooseNone ? [{ value: WHOLE, label: t('wholeCustomer') }] : []),
				]}
				value={domain}
				allowDeselect={false}
				onChange={setChosen}
			/>
			<FileDrop
				label={t('file')}
				accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
				value={file}
				onChange={setFile}
				disabled={send.isPending}
			/>
			{send.isPending ? (
				<p role="status" className={styles.quiet}>
					{t('sending')} {wholePercentText(share, language)}
				</p>
			) : null}
			<div className={styles.buttons}>
				<Button
					disabled={file === null}
					loading={send.isPending}
					leftSection={<IconTableImport size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => file && send.mutate(file)}
				>
					{t('next')}
				</Button>
				<Download label={t('example')} read={() => fetchFile(uploadExample, {}, scope)} />
			</div>
			<Earlier customerId={customerId} onRun={onRun} />
		</div>
	);
}

/** Files of before: nobody who left the page has lost what they started. */
function Earlier({ customerId, onRun }: { customerId: number; onRun: (run: Run) => void }) {
	const t = useUploadTexts();
	useReloadOnNews('runs', [runs], customerId);
	const query = useQuery(asList(runs, { query: { kind: UPLOAD_KIND, size: EARLIER } }, { customerId }));
	const nameOf = ({ about }: Run): string => t(about.dryRun === true ? 'checkOf' : 'uploadOf', { file: String(about.fileName ?? '') });
	const columns: Column<Run>[] = [
		{
			key: 'file',
			header: t('file'),
			cell: (row) => (
				<button type="button" className={styles.linkButton} onClick={() => onRun(row)}>
					{nameOf(row)}
				</button>
			),
		},
		{ key: 'state', header: t('state'), cell: (row) => <RunBadge state={row.state} />, width: 130 },
		{ key: 'rows', header: t('rows'), right: true, cell: (row) => <NumberText value={row.counts.rows ?? 0} />, width: 110 },
		{ key: 'when', header: t('when'), cell: (row) => <RelativeTime at={row.createdAt} />, width: 130 },
	];
	if (query.isError) return <Failed query={query} />;
	return (
		<section aria-label={t('earlier')}>
			<h2 className={styles.earlierTitle}>{t('earlier')}</h2>
			{query.data?.data.length === 0 ? (
				<p className={styles.quiet}>{t('noEarlier')}</p>
			) : (
				<DataTable caption={t('earlier')} columns={columns} rows={query.data?.data} rowId={(row) => row.id} rowName={nameOf} expect={3} />
			)}
		</section>
	);
}
