import { CHANNELS, type Channel } from '@luvalla/contract/channels';
import type { ReactNode } from 'react';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '../channels.ts';
import { NumberText } from '../times.tsx';
import styles from './ChannelBars.module.css';
import { ShareBar } from './ShareBar.tsx';

interface ChannelBarsProps {
	/** People by channel; undefined while it is being counted. */
	counts: (channel: Channel) => number | undefined;
	/** How many fill a bar. */
	most: number;
	/** Under a channel's bar. */
	under?: (channel: Channel) => ReactNode;
}

/** The seven channels, each with how many people and what share of all. */
export function ChannelBars({ counts, most, under }: ChannelBarsProps) {
	const say = useSay();
	return (
		<ul className={styles.channels}>
			{CHANNELS.map((channel) => {
				const { label, icon: Icon } = channelSigns[channel];
				const count = counts(channel);
				return (
					<li key={channel}>
						<Icon size={16} stroke={1.75} aria-hidden="true" />
						<span className={styles.channel}>{say(label)}</span>
						<ShareBar share={count !== undefined && most > 0 ? count / most : 0} />
						<span className={styles.count}>{count === undefined ? '…' : <NumberText value={count} />}</span>
						{under?.(channel)}
					</li>
				);
			})}
		</ul>
	);
}
