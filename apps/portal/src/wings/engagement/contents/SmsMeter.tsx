/** How long a text message is as it leaves, in parts, each of which is paid for; and the sign that makes it dearer. */
import type { Rendered } from '@luvalla/contract/engagement/contents';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './sms-meter.module.css';
import { useContentTexts } from './texts.ts';

/** Ticks of the meter. */
const TICKS = 60;

export function SmsMeter({ sms }: { sms: NonNullable<Rendered['sms']> }) {
	const t = useContentTexts();
	const language = useLanguage();
	const { parts, characters, places, encoding, foreign } = sms;
	const full = places === 0 ? 0 : Math.ceil((characters / places) * TICKS);
	return (
		<div className={styles.meter}>
			<div className={styles.ticks} aria-hidden="true" data-dear={encoding === 'UCS-2' ? '' : undefined}>
				{Array.from({ length: TICKS }, (_, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place
					<span key={at} data-full={at < full ? '' : undefined} />
				))}
			</div>
			<p>
				<span>
					<b>{t('parts', { count: parts, encoding })}</b>{' '}
					{t('signsLeft', { left: numberText(Math.max(0, places - characters), language), of: numberText(places, language) })}
				</span>
				<span className="quiet">{foreign === null ? t('dearSigns') : t('dearSign', { sign: foreign })}</span>
			</p>
		</div>
	);
}
