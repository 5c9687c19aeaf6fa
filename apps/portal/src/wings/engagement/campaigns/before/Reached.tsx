import { channelOf } from '@luvalla/contract/engagement/content-types';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { NumberCard, PartDot } from '#portal/ui/deliveries/NumberCard.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';
import type { Sheet } from './sheet.ts';

/** The number first: people who get something, of those that are meant, and by what. */
export function Reached({ sheet, audience }: { sheet: Sheet; audience: string | undefined }) {
	const t = useCampaignTexts();
	const say = useSay();
	const { targeted, reached, lanes } = sheet;
	const each = lanes.reduce((sum, { reachable }) => sum + reachable, 0);
	return (
		<NumberCard
			name={t('reachedTitle')}
			large
			value={reached}
			of={audience === undefined ? t('ofTargeted', { count: targeted }) : t('ofTargetedIn', { count: targeted, audience })}
			aside={t('countedIn', { ms: Math.max(1, Math.round(sheet.ms)) })}
			parts={[
				{ key: 'accepted', count: reached },
				{ key: 'skipped', count: targeted - reached },
			]}
		>
			<dl className={styles.cells}>
				{lanes.map((lane) => {
					const channel = channelOf(lane.channel);
					return (
						<div key={lane.channel}>
							<dt>{channel ? say(channelSigns[channel].label) : lane.channel}</dt>
							<dd>
								<strong>
									<NumberText value={lane.reachable} />
								</strong>
								<span>{t('byThis')}</span>
							</dd>
						</div>
					);
				})}
				{lanes.length > 1 ? (
					<div>
						<dt>{t('several')}</dt>
						<dd>
							<strong>
								<NumberText value={Math.max(0, each - reached)} />
							</strong>
							<span>{t('countedOnce')}</span>
						</dd>
					</div>
				) : null}
				<div>
					<dt>
						<PartDot part="skipped" />
						{t('nothing')}
					</dt>
					<dd>
						<strong>
							<NumberText value={targeted - reached} />
						</strong>
						<span>{t('reasonEach')}</span>
					</dd>
				</div>
			</dl>
		</NumberCard>
	);
}
