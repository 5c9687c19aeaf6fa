import type { AnswerOf } from '@luvalla/contract/call';
import type { ledgerState } from '@luvalla/contract/consent/proof';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Card } from '#portal/ui/Card.tsx';
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
		<Card
			title={t('head')}
			aside={
				<CopyButton value={head.note}>
					{({ copied, copy }) => (
						<Button
							variant="default"
							size="compact-md"
							leftSection={
								copied ? <IconCheck size={16} stroke={1.75} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />
							}
							onClick={copy}
						>
							{copied ? t('copied') : t('copyHead')}
						</Button>
					)}
				</CopyButton>
			}
		>
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
			<div className={styles.folded}>
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
