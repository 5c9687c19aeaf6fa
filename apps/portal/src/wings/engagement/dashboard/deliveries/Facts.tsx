import { channelOf } from '@luvalla/contract/engagement/content-types';
import { languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { moneyText, sizeText } from '#portal/ui/deliveries/words.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import { type One, standsOnSite } from './delivery.ts';

const ARMS = ['A', 'B'] as const;

/** To whom, from whom, how large, how dear. @param tested there is a second subject */
export function Facts({ one, tested }: { one: One; tested: boolean }) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const facts = [
		{ label: t('to'), value: one.address },
		// Only of channels that have one.
		...(channelOf(one.channel) === 'email' || one.subject !== null ? [{ label: t('subject'), value: one.subject }] : []),
		...(one.arm === null || !tested ? [] : [{ label: t('arm'), value: t('armOf', { arm: ARMS[one.arm] ?? String(one.arm) }) }]),
		{ label: t('sender'), value: one.sender },
		{ label: t('connector'), value: one.connector ?? (one.sender === null || standsOnSite(one) ? null : d('ownMailbox')) },
		{ label: t('language'), value: one.language === null ? null : languageName(one.language, language) },
		{ label: t('size'), value: one.size === null ? null : sizeText(one.size, language) },
		{ label: t('cost'), value: one.costMicros === null ? null : moneyText(one.costMicros, one.currency, language) },
	];
	return (
		<section className={styles.delivery} aria-labelledby="delivery-facts">
			<h2 id="delivery-facts">{t('delivery')}</h2>
			<dl>
				{facts.map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value ?? '—'}</dd>
					</div>
				))}
			</dl>
			{one.messageId ? (
				<p className={styles.messageId}>
					<span className="small">{channelOf(one.channel) === 'webhook' ? 'webhook-id' : t('messageId')}</span>
					<span className="mono">{one.messageId}</span>
				</p>
			) : null}
		</section>
	);
}
