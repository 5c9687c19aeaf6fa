/** Long work as it goes: what it is, how far, how fast, how long still; cancelled between two steps; and what came of it. */
import { type CallShape, nameOf } from '@luvalla/contract/call';
import { cancelRun, type Run, type RunState, run as runCall } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconPlayerStop, IconX, type TablerIcon } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { numberText, wholePercentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from './Badge.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Fact, Facts } from './Facts.tsx';
import styles from './RunCard.module.css';
import { useKitTexts } from './texts.ts';
import { useNow } from './times.tsx';

const LOOKS: Readonly<Record<RunState, { hue: Meaning; icon: TablerIcon | 'sun' }>> = {
	waiting: { hue: 'gray', icon: IconCircleDashed },
	running: { hue: 'teal', icon: 'sun' },
	done: { hue: 'green', icon: IconCheck },
	failed: { hue: 'red', icon: IconAlertTriangle },
	cancelled: { hue: 'amber', icon: IconPlayerStop },
	undone: { hue: 'gray', icon: IconX },
};

/** News of a run that is about no one domain reaches those alone who answer for the customer: whoever started it looks. */
const LOOK_AGAIN_MS = 3000;

const NOTHING: readonly CallShape[] = [];

/**
 * One run, kept up to date while it goes.
 * @param id null: none
 * @param reload calls whose answers are out of date once it has ended
 */
export function useRun(id: string | null, customerId: number | null, reload = NOTHING) {
	const client = useQueryClient();
	useReloadOnNews('runs', [runCall], customerId);
	const query = useQuery({
		...asQuery(runCall, { params: { id: id ?? '' } }, { customerId }),
		enabled: id !== null && customerId !== null,
		refetchInterval: ({ state }) => (state.data && state.data.data.endedAt === null ? LOOK_AGAIN_MS : false),
	});
	const ended = query.data?.data.endedAt ?? null;
	useEffect(() => {
		if (ended !== null) for (const call of reload) void client.invalidateQueries({ queryKey: [nameOf(call)] });
	}, [client, ended, reload]);
	return query;
}

export function RunBadge({ state }: { state: RunState }) {
	const t = useKitTexts();
	return <Badge {...LOOKS[state]}>{t(`run_${state}`)}</Badge>;
}

/** Says to whoever does not see it what a run has come to, and no more than that: its counts change every moment. */
export function RunSaid({ run, title }: { run: Run | undefined; title: string }) {
	const t = useKitTexts();
	const now = run ? `${title}. ${t(`run_${run.state}`)}` : '';
	// into a region that stands there before it
	const [said, setSaid] = useState('');
	useEffect(() => setSaid(now), [now]);
	return (
		<span role="status" className="visually-hidden">
			{said}
		</span>
	);
}

interface RunCardProps {
	run: Run;
	customerId: number;
	/** What is going on, as a person would say it. */
	title: string;
	/** Counts in words, in the order in which they matter. */
	facts: readonly Fact[];
	/** Which of the counts are rows, for the speed. */
	rows?: number | undefined;
	/** Why it failed, in words. */
	problem?: string | undefined;
	/** What can be done with it once it has ended. */
	children?: ReactNode;
}

export function RunCard({ run, customerId, title, facts, rows, problem, children }: RunCardProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const [asked, setAsked] = useState(false);
	const stop = useCall(cancelRun, { scope: { customerId }, quiet: true, reload: [runCall], onSuccess: () => setAsked(false) });
	const share = shareOf(run);
	return (
		<section className={styles.card} aria-label={title}>
			<div className={styles.head}>
				<h3>{title}</h3>
				<RunBadge state={run.state} />
			</div>
			<div
				className={styles.track}
				role="progressbar"
				aria-label={t('runProgress', { name: title })}
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
			>
				<span className={styles.bar} data-state={run.state} style={{ transform: `scaleX(${share ?? 0})` }} />
			</div>
			<p className={styles.pace}>
				<span className="num">{share === null ? numberText(run.done, language) : wholePercentText(share, language)}</span>
				{run.state === 'running' ? <Pace run={run} rows={rows} /> : null}
			</p>
			<div className={styles.facts}>
				<Facts facts={facts} />
			</div>
			{problem ? (
				<p className={styles.problem} role="alert">
					<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
					{problem}
				</p>
			) : null}
			<div className={styles.foot}>
				{children}
				{run.can.cancel ? (
					<Button
						variant="default"
						leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => setAsked(true)}
					>
						{t('stopRun')}
					</Button>
				) : null}
			</div>
			<ConfirmDialog
				opened={asked}
				title={t('stopRunTitle', { name: title })}
				verb={t('stopRun')}
				danger
				working={stop.isPending}
				onConfirm={() => stop.mutate({ params: { id: run.id } })}
				onCancel={() => setAsked(false)}
			>
				{t('stopRunText')}
			</ConfirmDialog>
		</section>
	);
}

/** How fast, and how long still; both by what was done since the start. */
function Pace({ run, rows }: { run: Run; rows: number | undefined }) {
	const t = useKitTexts();
	const now = useNow(1000);
	const seconds = run.startedAt === null ? 0 : (now.getTime() - Date.parse(run.startedAt)) / 1000;
	if (seconds < 1 || run.done === 0) return null;
	const left = run.total === null ? null : Math.ceil(((run.total - run.done) / run.done) * seconds);
	return (
		<>
			{rows ? <span className="num">{t('rate', { count: Math.round(rows / seconds) })}</span> : null}
			{left === null ? null : (
				<span className="num">{left < 90 ? t('secondsLeft', { count: left }) : t('minutesLeft', { count: Math.round(left / 60) })}</span>
			)}
		</>
	);
}

/** 0 to 1; null where the whole is not known. */
const shareOf = ({ total, done, state }: Run): number | null =>
	total === null ? null : state === 'done' || total === 0 ? 1 : Math.min(1, done / total);
