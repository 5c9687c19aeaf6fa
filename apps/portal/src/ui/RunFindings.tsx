/** The first rows that a run named with a reason; the file holds all. */
import { type Finding, type Run, runFindings, runFindingsFile } from '@luvalla/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { Download } from './Download.tsx';
import { type Column, DataTable } from './list/DataTable.tsx';
import styles from './RunCard.module.css';
import { useKitTexts } from './texts.ts';

const SHOWN = 10;

interface RunFindingsProps {
	run: Run;
	customerId: number;
	title: string;
	columns: readonly Column<Finding>[];
	/** What the button says that brings the file. */
	file: string;
}

export function RunFindings({ run, customerId, title, columns, file }: RunFindingsProps) {
	const t = useKitTexts();
	const query = useQuery(asQuery(runFindings, { params: { id: run.id }, query: { size: SHOWN } }, { customerId }));
	const nameOf = ({ line, row }: Finding): string => (line === null ? (row[0] ?? '') : String(line));
	if (query.isError) return <p role="alert">{query.error.message}</p>;
	return (
		<div className={styles.findings}>
			<h3>{title}</h3>
			<div className={styles.table}>
				<DataTable
					caption={title}
					columns={columns}
					rows={query.data?.data}
					rowId={nameOf}
					rowName={nameOf}
					expect={Math.min(SHOWN, run.found)}
				/>
			</div>
			{run.found > SHOWN ? <p className={styles.pace}>{t('firstShown', { shown: SHOWN, count: run.found })}</p> : null}
			<Download label={file} read={() => fetchFile(runFindingsFile, { params: { id: run.id } }, { customerId })} />
		</div>
	);
}
