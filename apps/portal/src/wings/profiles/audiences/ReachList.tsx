/** By channel how many may be reached, and under it why the others may not: each reason opens its people. */
import { CHANNELS } from '@luvalla/contract/channels';
import { Fragment } from 'react';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './builder.module.css';
import type { Left } from './LeftOut.tsx';
import { Bar } from './SwitchRow.tsx';
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
	return (
		<div className={styles.reachPart}>
			<div className={styles.paneHead}>
				<h2>{t('reach')}</h2>
				<span className={styles.aside}>{t('reachNow')}</span>
			</div>
			<ul className={styles.reach}>
				{CHANNELS.map((channel) => {
					const { label, icon: Icon } = channelSigns[channel];
					const found = estimate?.reach.find((one) => one.channel === channel);
					return (
						<li key={channel}>
							<Icon size={16} stroke={1.75} aria-hidden="true" />
							<span className={styles.channel}>{say(label)}</span>
							<Bar share={found && estimate && estimate.count > 0 ? found.reachable / estimate.count : 0} />
							<span className={styles.rowCount}>{found || nobody ? <NumberText value={found?.reachable ?? 0} /> : '…'}</span>
							{found && found.left.length > 0 ? (
								<span className={styles.left}>
									{found.left.map(({ reason, count }, n) => (
										<Fragment key={reason}>
											{n > 0 ? <span aria-hidden="true"> · </span> : null}
											<button type="button" onClick={() => onLeft({ channel, reason })}>
												<span className="visually-hidden">{say(label)}: </span>
												{t('leftCount', { count, reason: t(`left_${reason}`) })}
											</button>
										</Fragment>
									))}
								</span>
							) : null}
						</li>
					);
				})}
			</ul>
			<p className={styles.quiet}>{t('reachAgain')}</p>
		</div>
	);
}
