import type { Connector } from '@luvalla/contract/profiles/connectors';
import { repliesPath } from '@luvalla/contract/profiles/text-replies';
import { CopyText } from '#portal/ui/CopyText.tsx';
import styles from './connectors.module.css';
import { useConnectorTexts } from './texts.ts';

/** Where what people answer has to come, so that STOP is heard. */
export function RepliesPart({ connector }: { connector: Connector }) {
	const t = useConnectorTexts();
	const address = `${window.location.origin}${repliesPath(connector.customerId, connector.id)}`;
	return (
		<section className={styles.replies} aria-label={t('replies')}>
			<b>{t('replies')}</b>
			<p className="note">{t('repliesWhy')}</p>
			<div className={styles.repliesLine}>
				<code>{address}</code>
				<CopyText value={address} label={t('copyAddress')} size="xs" />
			</div>
		</section>
	);
}
