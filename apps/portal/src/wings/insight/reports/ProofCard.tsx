import type { LedgerRecord } from '@luvalla/contract/consent/ledger';
import { recordProof, recordReceipt, recordReceiptPdf } from '@luvalla/contract/consent/proof';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCertificate, IconDownload, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { bytesOf, downloadFile } from '#portal/ui/download.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './Proof.module.css';
import { useReportTexts } from './texts.ts';

interface About {
	record: LedgerRecord;
	customerId: number | null;
}
type Proof = NonNullable<ReturnType<typeof useProof>['data']>['data'];

const useProof = ({ record, customerId }: About) => useQuery(asQuery(recordProof, { params: { id: record.id } }, { customerId }));

const short = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`;

/** Where the record stands in the ledger, whether its proof holds, and the receipt to take away. */
export function ProofCard(about: About) {
	const t = useReportTexts();
	const query = useProof(about);
	const proof = query.data?.data;
	const sealing = query.error instanceof CallFailure && query.error.code === 'not_sealed';
	// Nothing is said of the record before it is known.
	const title = sealing ? t('beingSealed') : !proof ? t('proof') : proof.verified ? t('inLedger') : t('notAsWas');
	return (
		<Card
			title={title}
			aside={
				<>
					{proof ? <Verdict verified={proof.verified} /> : null}
					<Button
						variant="default"
						size="compact-md"
						loading={query.isFetching && !query.isPending}
						leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => void query.refetch()}
					>
						{t('checkAgain')}
					</Button>
				</>
			}
		>
			{sealing ? (
				<p className={styles.sealing}>
					<IconHourglass size={18} stroke={1.75} aria-hidden="true" /> {t('sealing')}
				</p>
			) : query.isError ? (
				<Failed sentence={t('proofFailed')} error={query.error} onRetry={() => void query.refetch()} />
			) : proof ? (
				<Holding proof={proof} {...about} />
			) : (
				<Skeleton height={180} />
			)}
		</Card>
	);
}

function Verdict({ verified }: { verified: boolean }) {
	const t = useReportTexts();
	return (
		<Badge hue={verified ? 'green' : 'red'} icon={verified ? IconCertificate : IconAlertTriangle}>
			{verified ? t('holds') : t('holdsNot')}
		</Badge>
	);
}

/** Checks of a receipt by the sentence that says what failed. */
const failures = {
	form: 'failedForm',
	record: 'failedRecord',
	leaf: 'failedLeaf',
	inclusion: 'failedInclusion',
	signature: 'failedSignature',
	'installation inclusion': 'failedAbove',
	'installation signature': 'failedAbove',
	shown: 'failedShown',
	summary: 'failedShown',
} as const;
const isFailure = (name: string): name is keyof typeof failures => Object.hasOwn(failures, name);

function Holding({ proof, record, customerId }: About & { proof: Proof }) {
	const t = useReportTexts();
	const name = proof.failed ?? '';
	return (
		<>
			{proof.verified ? null : (
				<p className={styles.broken} role="alert">
					{t(isFailure(name) ? failures[name] : 'failedForm')}
				</p>
			)}
			<ol className={styles.path}>
				<li data-end="">
					<strong>{t('thisLeaf')}</strong>
					<code>{short(record.leaf)}</code>
				</li>
				{proof.proof[0] ? (
					<li>
						<strong>{t('neighbour')}</strong>
						<code>{short(proof.proof[0])}</code>
					</li>
				) : null}
				{proof.proof.length > 1 ? <li data-more="">{t('steps', { count: proof.proof.length - 1 })}</li> : null}
				<li data-end="">
					<strong>{t('signedRoot')}</strong>
					<code>{short(proof.root)}</code>
				</li>
				<li>
					<strong>{t('above')}</strong>
					<code>{short(proof.installation.root)}</code>
				</li>
			</ol>
			<Facts
				facts={[
					{ label: t('position'), value: t('positionOf', { position: proof.position + 1, size: proof.size }) },
					{ label: t('rootSigned'), value: <ExactTime at={proof.head.signedAt} /> },
					{ label: t('signingKey'), value: `ed25519 · ${proof.head.keyId}`, mono: true },
					{ label: t('leaf'), value: record.leaf, mono: true },
					{ label: t('salt'), value: record.salt, mono: true },
					...(record.configuration === null ? [] : [{ label: t('configuration'), value: record.configuration.hash, mono: true }]),
					{ label: t('recordId'), value: record.id, mono: true },
					{ label: t('choiceId'), value: record.choiceId, mono: true },
				]}
			/>
			<div className={styles.actions}>
				<Download label={t('downloadJson')} run={() => saveJson(record.id, customerId)} />
				<Download label={t('downloadPdf')} run={() => savePdf(record.id, customerId)} />
			</div>
		</>
	);
}

const saveJson = async (id: string, customerId: number | null): Promise<void> => {
	const { data } = await ask(recordReceipt, { params: { id } }, { customerId });
	downloadFile(`receipt-${id}.json`, 'application/json', `${JSON.stringify(data, null, '\t')}\n`);
};

const savePdf = async (id: string, customerId: number | null): Promise<void> => {
	const { data } = await ask(recordReceiptPdf, { params: { id } }, { customerId });
	downloadFile(data.name, data.type, bytesOf(data.base64));
};

function Download({ label, run }: { label: string; run: () => Promise<void> }) {
	const [working, setWorking] = useState(false);
	const start = async () => {
		setWorking(true);
		try {
			await run();
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			notifyFailure(error.message);
		} finally {
			setWorking(false);
		}
	};
	return (
		<Button
			variant="default"
			loading={working}
			leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
			onClick={() => void start()}
		>
			{label}
		</Button>
	);
}
