import type { AnswerOf } from '@luvalla/contract/call';
import { type LedgerKey, ledgerState, rotateLedgerKey } from '@luvalla/contract/consent/proof';
import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { downloadFile } from '#portal/ui/download.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { Technical } from '#portal/ui/Technical.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './Ledger.module.css';
import { useLedgerTexts } from './texts.ts';

interface KeyCardProps {
	state: Pick<AnswerOf<typeof ledgerState>, 'keys' | 'keysAddress' | 'can'>;
	customerId: number | null;
}

/** The keys that heads are signed with: to hand on, and for the platform's admins to change. */
export function KeyCard({ state: { keys, keysAddress, can }, customerId }: KeyCardProps) {
	const t = useLedgerTexts();
	const [asking, setAsking] = useState(false);
	const change = useCall(rotateLedgerKey, {
		reload: [ledgerState],
		scope: { customerId },
		onSuccess: ({ keyId }) => notifySuccess(t('keyChanged', { keyId })),
	});
	const [current, ...earlier] = keys;
	const columns: Column<LedgerKey>[] = [
		{ key: 'id', header: t('keyId'), cell: (row) => <span className="mono">{row.keyId}</span> },
		{ key: 'from', header: t('keyFrom'), cell: (row) => <ExactTime at={row.createdAt} seconds={false} /> },
		{ key: 'to', header: t('keyTo'), cell: (row) => (row.retiredAt ? <ExactTime at={row.retiredAt} seconds={false} /> : null) },
	];
	return (
		<Card
			title={t('keyTitle')}
			aside={
				can.rotate && current ? (
					<Button
						variant="default"
						size="compact-md"
						leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => setAsking(true)}
					>
						{t('changeKey')}
					</Button>
				) : null
			}
		>
			<p className={styles.text}>{current ? t('keyText') : t('keyNone')}</p>
			{current ? (
				<>
					<Facts facts={[{ label: t('keySince'), value: <ExactTime at={current.createdAt} seconds={false} /> }]} />
					<div className="above-12 wrap-8">
						<CopyText value={current.publicKey} label={t('copyKey')} size="compact-md" />
						<Button
							variant="default"
							size="compact-md"
							leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => downloadFile('luvalla-ledger-keys.json', 'application/json', `${JSON.stringify({ keys }, null, '\t')}\n`)}
						>
							{t('downloadKeys')}
						</Button>
					</div>
					<div className="above-12">
						<Technical
							facts={[
								{ label: t('keyId'), value: `ed25519 · ${current.keyId}` },
								{ label: t('publicKey'), value: current.publicKey },
								{ label: t('published'), value: keysAddress },
							]}
						/>
					</div>
				</>
			) : null}
			{earlier.length > 0 ? (
				<>
					<h3 className={styles.sub}>{t('earlierKeys')}</h3>
					<DataTable
						caption={t('earlierKeys')}
						columns={columns}
						rows={earlier}
						rowId={(row) => row.keyId}
						rowName={(row) => row.keyId}
						expect={earlier.length}
					/>
				</>
			) : null}
			<CallQuestion
				call={change}
				input={asking && {}}
				onClose={() => setAsking(false)}
				title={t('changeKeyQuestion')}
				verb={t('changeKey')}
			>
				<ul className={styles.what}>
					<li>{t('changeKeyNew')}</li>
					<li>{t('changeKeyOld')}</li>
					<li>{t('changeKeyGone')}</li>
				</ul>
			</CallQuestion>
		</Card>
	);
}
