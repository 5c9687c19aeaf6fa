/** By channel how many may be reached, and under it why the others may not: each reason opens its people. */
import type { Channel } from '@luvalla/contract/channels';
import { Fragment } from 'react';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { ChannelBars } from '#portal/ui/chart/ChannelBars.tsx';
import styles from './builder.module.css';
import type { Left } from './LeftOut.tsx';
import { useAudienceTexts } from './texts.ts';
import type { Estimate } from './use-estimate.ts';

interface ReachListProps {
	/** Undefined while nothing is chosen, or it is on its way. */
	estimate: Estimate | undefined;
	nobody: boolean;
	onLeft: (left: Left) => void;
}

export function ReachList({ estimate, nobody, onLeft }: ReachListProps) {
	const t = useAudienceTexts();
	const say = useSay();
	const reachOf = (channel: Channel) => estimate?.reach?.find((one) => one.channel === channel);
	const under = (channel: Channel) => {
		const left = reachOf(channel)?.left ?? [];
		return left.length === 0 ? null : (
			<span className={styles.left}>
				{left.map(({ reason, count }, n) => (
					<Fragment key={reason}>
						{n > 0 ? <span aria-hidden="true"> · </span> : null}
						<button type="button" onClick={() => onLeft({ channel, reason })}>
							<span className="visually-hidden">{say(channelSigns[channel].label)}: </span>
							{t('leftCount', { count, reason: t(`left_${reason}`) })}
						</button>
					</Fragment>
				))}
			</span>
		);
	};
	return (
		<div className={styles.reachPart}>
			<div className={styles.paneHead}>
				<h2>{t('reach')}</h2>
				<span className={styles.aside}>{t('reachNow')}</span>
			</div>
			<ChannelBars
				counts={(channel) => reachOf(channel)?.reachable ?? (nobody ? 0 : undefined)}
				most={estimate?.count ?? 0}
				under={under}
			/>
			<p className={styles.quiet}>{t('reachAgain')}</p>
		</div>
	);
}
