/** A drawer over a list with what was begun there for many rows: how far it is, what came of it, and who was left out. */
import type { CallShape } from '@luvalla/contract/call';
import type { Finding, Run } from '@luvalla/contract/runs';
import type { ReactNode } from 'react';
import type { Fact } from '../Facts.tsx';
import { FormDrawer } from '../form/FormDrawer.tsx';
import { RunCard, RunSaid, useRun } from '../RunCard.tsx';
import { RunFindings } from '../RunFindings.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './BulkRun.module.css';
import type { Column } from './DataTable.tsx';

interface BulkRunProps {
	/** Of the URL; undefined: closed. */
	id: string | undefined;
	customerId: number | null;
	/** As a person would say it. */
	title: string;
	facts: (run: Run) => readonly Fact[];
	/** Who or what was left out: the table's title, its columns, and what the file is called. */
	left: { title: string; columns: readonly Column<Finding>[]; file: string };
	/** Calls whose answers are out of date once it has ended. */
	reload: readonly CallShape[];
	onClose: () => void;
	/** What can be done with it once it has ended. */
	children?: (run: Run) => ReactNode;
}

export function BulkRun({ id, customerId, title, facts, left, reload, onClose, children }: BulkRunProps) {
	const t = useKitTexts();
	const query = useRun(id ?? null, customerId, reload);
	const run = query.data?.data;
	return (
		<FormDrawer opened={id !== undefined} wide title={title} onClose={onClose} loading={run ? undefined : query}>
			{run && customerId !== null ? (
				<div className={styles.body}>
					<RunSaid run={run} title={title} />
					<RunCard
						run={run}
						customerId={customerId}
						title={title}
						rows={run.done}
						facts={facts(run)}
						problem={run.problem === null ? undefined : t('runProblem')}
					>
						{run.endedAt === null ? null : children?.(run)}
					</RunCard>
					{run.found > 0 && run.endedAt !== null ? <RunFindings run={run} customerId={customerId} {...left} /> : null}
				</div>
			) : null}
		</FormDrawer>
	);
}
