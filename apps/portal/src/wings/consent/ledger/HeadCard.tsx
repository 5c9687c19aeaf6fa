import type { AnswerOf } from '@luvalla/contract/call';
import type { ledgerState } from '@luvalla/contract/consent/proof';
import { Card } from '#portal/ui/Card.tsx';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { Technical } from '#portal/ui/Technical.tsx';
import { ExactTime, NumberText } from '#portal/ui/times.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

/** What was signed last, and where anybody reads it. */
export function HeadCard({ state: { head, installationHead, log, witnesses } }: { state: AnswerOf<typeof ledgerState> }) {
	const t = useLedgerTexts();
	if (!head || !log) return null;
	return (
		<Card title={t('head')} aside={<CopyText value={head.note} label={t('copyHead')} size="compact-md" />}>
			<p className={styles.text}>{t('headText')}</p>
			<Facts
				facts={[
					{ label: t('entries'), value: <NumberText value={head.size} /> },
					{ label: t('signed'), value: <ExactTime at={head.signedAt} /> },
					{
						label: t('above'),
						value: installationHead ? (
							<>
								{t('aboveOf', { count: installationHead.size })} <ExactTime at={installationHead.signedAt} />
							</>
						) : null,
					},
					{
						label: t('witnesses'),
						value: witnesses.length === 0 ? t('noWitnesses') : witnesses.map((one) => one.error ?? t('cosigned', one)).join(', '),
					},
				]}
			/>
			<div className="above-12">
				<Technical
					facts={[
						{ label: t('address'), value: `${log.address}/checkpoint` },
						{ label: t('root'), value: head.root },
						{ label: t('key'), value: `ed25519 · ${head.keyId}` },
					]}
				/>
			</div>
		</Card>
	);
}
