/** What came of messages: how many are settled and how, what was opened, and why not the rest. */
import { isFiled } from '@luvalla/contract/channels';
import type { Campaign } from '@luvalla/contract/engagement/campaigns';
import { codeOf } from '@luvalla/contract/engagement/content-types';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import { late } from '#portal/lib/late.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Numbers } from './Numbers.tsx';
import { isNewest, type Progress, type To } from './progress.ts';
import styles from './run.module.css';
import { Settled } from './Settled.tsx';
import { TakeOff } from './TakeOff.tsx';
import { WriteAgain } from './WriteAgain.tsx';

const RunChart = late(
	() => import('./RunChart.tsx').then((module) => module.RunChart),
	() => <Skeleton height={380} />,
);

interface SentProps {
	campaign: Campaign;
	progress: Progress;
	scope: Scope;
	to: To;
	/** The files, of channels that have some. */
	children: ReactNode;
	latest: ReactNode;
}

export function Sent({ campaign, progress, scope, to, children, latest }: SentProps) {
	const { id, constellation } = campaign;
	const { run, series, states, onSite } = progress;
	const newest = isNewest(campaign, run);
	const email = codeOf('email');
	return (
		<>
			<Settled progress={progress} to={to} byMail={constellation.every(({ channel }) => channel === email)} />
			{run.state === 'done' && constellation.some(({ channel }) => isFiled(channel)) ? children : null}
			<div className={styles.middle}>
				<RunChart series={series} rehearsal={run.kind === 'rehearsal'} />
				<div className="column-16">
					<Numbers progress={progress} to={to} opens={constellation.some(({ channel }) => channel === email)} />
					{onSite && newest ? <TakeOff id={id} scope={scope} /> : null}
					<LeftOut progress={progress} state="skipped" to={to} />
					<LeftOut progress={progress} state="failed" to={to} />
					<LeftOut progress={progress} state="unknown" to={to}>
						{newest && run.state === 'done' ? <WriteAgain id={id} count={states.unknown} scope={scope} /> : null}
					</LeftOut>
				</div>
			</div>
			{latest}
		</>
	);
}
