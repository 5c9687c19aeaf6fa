import {
	type Connector,
	type ConnectorRun,
	connectors,
	RUN_DATA_HOURS,
	retryRun,
	runConnector,
	runData,
} from '@luvalla/contract/profiles/connectors';
import { cancelRun, runFindingsFile } from '@luvalla/contract/runs';
import { Button, Skeleton } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { RunBadge } from '#portal/ui/RunCard.tsx';
import { ExactTime, NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { useDownload } from '#portal/ui/use-download.ts';
import styles from './connectors.module.css';
import type { ConnectorSearch } from './connectors.search.ts';
import { LogDialog } from './LogDialog.tsx';
import { useConnectorTexts } from './texts.ts';

const HOUR_MS = 3_600_000;
const LOOK_AGAIN_MS = 3000;
const SPANS = ['12', '24', '168', '720'] as const;

const isOpen = ({ state }: ConnectorRun): boolean => state === 'waiting' || state === 'running';

/** Runs of a connector in the last hours: how many rows, how long, why not. */
export function RunsPart({
	connector,
	search,
	patch,
	mayWrite,
}: {
	connector: Connector;
	search: ConnectorSearch;
	patch: (patch: Partial<ConnectorSearch>) => void;
	mayWrite: boolean;
}) {
	const t = useConnectorTexts();
	const { customerId, id } = connector;
	const scope = { customerId };
	const hours = Number(search.hours ?? RUN_DATA_HOURS);
	// As it is opened: a span that moved with every drawing would be asked for anew with each.
	const [openedAt] = useState(() => Date.now());
	const from = new Date(openedAt - hours * HOUR_MS).toISOString();
	useReloadOnNews('runs', [runData], customerId);
	const runs = useQuery({
		...asQuery(runData, { query: { CustomerId: customerId, FromDateTime: from, connectorId: id } }),
		refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_AGAIN_MS : false),
	});
	const reload = [runData, connectors];
	const after = { reload, scope, onSuccess: () => void runs.refetch() };
	const begin = useCall(runConnector, after);
	const retry = useCall(retryRun, after);
	const cancel = useCall(cancelRun, after);
	const rows = runs.data?.data ?? [];
	const open = rows.find((run) => run.id === search.log);
	return (
		<section className="stack-12" aria-labelledby="connector-runs">
			<div className={styles.runsHead}>
				<h3 id="connector-runs" className={styles.heading}>
					{t('runs')}
				</h3>
				{connector.nextAt ? (
					<span className="note">
						{t('next')} <RelativeTime at={connector.nextAt} ahead />
					</span>
				) : null}
			</div>
			<div className={styles.runsTools}>
				<SelectField
					label={t('span')}
					data={SPANS.map((value) => ({ value, label: t(`hours${value}`) }))}
					allowDeselect={false}
					value={String(hours)}
					onChange={(value) => patch({ hours: value === '24' || value === '168' || value === '720' ? value : undefined })}
				/>
				{mayWrite && connector.isActive ? (
					<Button
						variant="default"
						loading={begin.isPending}
						disabled={rows.some(isOpen)}
						leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => begin.mutate({ query: {}, body: { id } })}
					>
						{t('runNow')}
					</Button>
				) : null}
			</div>
			{runs.isError && !runs.data ? (
				<Failed sentence={t('runsFailed')} query={runs} />
			) : !runs.data ? (
				<Skeleton height={20} width={240} aria-busy="true" />
			) : rows.length === 0 ? (
				<p className="note">{t('noRunsHere')}</p>
			) : (
				<RunsTable>
					{rows.map((run) => (
						<RunRow
							key={run.id}
							run={run}
							customerId={customerId}
							mayWrite={mayWrite}
							onLog={() => patch({ log: run.id })}
							onRetry={() => retry.mutate({ params: { id: run.id }, query: {} })}
							onCancel={() => cancel.mutate({ params: { id: run.id }, query: {} })}
						/>
					))}
				</RunsTable>
			)}
			<LogDialog run={open ?? null} customerId={customerId} onClose={() => patch({ log: undefined })} />
		</section>
	);
}

function RunsTable({ children }: { children: ReactNode }) {
	const t = useConnectorTexts();
	return (
		<div className="scroll-x">
			<table className={styles.table}>
				<thead>
					<tr>
						<th scope="col">{t('started')}</th>
						<th scope="col">{t('state')}</th>
						<th scope="col" className={styles.number}>
							{t('rows')}
						</th>
						<th scope="col" className={styles.number}>
							{t('errors')}
						</th>
						<th scope="col" className={styles.number}>
							{t('took')}
						</th>
						<th scope="col">
							<span className="visually-hidden">{t('acts')}</span>
						</th>
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}

function RunRow({
	run,
	customerId,
	mayWrite,
	onLog,
	onRetry,
	onCancel,
}: {
	run: ConnectorRun;
	customerId: number;
	mayWrite: boolean;
	onLog: () => void;
	onRetry: () => void;
	onCancel: () => void;
}) {
	const t = useConnectorTexts();
	return (
		<>
			<tr>
				<td>
					<ExactTime at={run.createdAt} />
				</td>
				<td>
					<RunBadge state={run.state} />
				</td>
				<td className={styles.number}>
					<NumberText value={run.rows} />
				</td>
				<td className={styles.number}>{run.errors > 0 ? <ErrorsFile run={run} customerId={customerId} /> : <NumberText value={0} />}</td>
				<td className={styles.number}>
					{run.durationMs === null ? t('never') : t('seconds', { number: Math.round(run.durationMs / 100) / 10 })}
				</td>
				<td className={styles.rowActs}>
					{mayWrite && run.can.retry ? (
						<button type="button" className={styles.act} onClick={onRetry}>
							{t('retry')}
						</button>
					) : null}
					{mayWrite && run.can.cancel ? (
						<button type="button" className={styles.act} onClick={onCancel}>
							{t('cancel')}
						</button>
					) : null}
					<button type="button" className={styles.act} onClick={onLog}>
						{t('log')}
					</button>
				</td>
			</tr>
			{run.problem === null ? null : (
				<tr className={styles.why}>
					<td colSpan={6}>{run.problem}</td>
				</tr>
			)}
		</>
	);
}

/** How many rows were not taken, which brings them. */
function ErrorsFile({ run, customerId }: { run: ConnectorRun; customerId: number }) {
	const t = useConnectorTexts();
	const file = useDownload(() => fetchFile(runFindingsFile, { params: { id: run.id }, query: {} }, { customerId }));
	return (
		<button type="button" className={styles.act} aria-label={`${run.errors}: ${t('errorsFile')}`} onClick={() => file.mutate()}>
			<NumberText value={run.errors} />
		</button>
	);
}
