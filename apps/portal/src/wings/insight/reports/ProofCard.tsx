import type { LedgerRecord } from '@luvalla/contract/consent/ledger';
import { recordProof, recordReceipt, recordReceiptPdf } from '@luvalla/contract/consent/proof';
import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { numberText } from '#portal/lib/dates.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { bytesOf, downloadFile } from '#portal/ui/download.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Technical } from '#portal/ui/Technical.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './Proof.module.css';
import { ProofTree } from './ProofTree.tsx';
import { useReportTexts } from './texts.ts';

interface About {
	record: LedgerRecord;
	customerId: number | null;
}
type Proof = NonNullable<ReturnType<typeof useProof>['data']>['data'];

/** @param sealed asked for before, it would be refused */
export const useProof = (id: string, customerId: number | null, sealed: boolean) =>
	useQuery({ ...asQuery(recordProof, { params: { id } }, { customerId }), enabled: sealed });

/**
 * Where the record stands in the ledger, whether its proof holds, and the receipt to take away.
 * @param lookAgain at the record, until it is sealed
 */
export function ProofCard({ lookAgain, ...about }: About & { lookAgain: () => void }) {
	const t = useReportTexts();
	const query = useProof(about.record.id, about.customerId, about.record.sealed);
	const proof = query.data?.data;
	const sealing = !about.record.sealed;
	// Nothing is said of the record before it is known; the place of what mostly comes is kept.
	const waiting = (
		<>
			<span className="visually-hidden">{t('proof')}</span>
			<span className={styles.checked} aria-hidden="true">
				{t('inLedger')}
			</span>
		</>
	);
	const title = sealing
		? t('beingSealed')
		: query.isPending
			? waiting
			: !proof
				? t('proof')
				: proof.verified
					? t('inLedger')
					: t('notAsWas');
	return (
		<Card
			title={title}
			aside={
				<>
					<span className={styles.checked} data-now={proof && !query.isFetching ? '' : undefined}>
						{t('checked')}
					</span>
					<Button
						variant="default"
						size="compact-md"
						loading={query.isFetching && !query.isPending}
						leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => (sealing ? lookAgain() : void query.refetch())}
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
				<Failed sentence={t('proofFailed')} query={query} />
			) : proof ? (
				<Holding proof={proof} {...about} />
			) : (
				<Skeleton className={styles.waiting} />
			)}
		</Card>
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
	const language = useLanguage();
	const name = proof.failed ?? '';
	return (
		<>
			{proof.verified ? null : (
				<p className="red-note" role="alert">
					{t(isFailure(name) ? failures[name] : 'failedForm')}
				</p>
			)}
			<ProofTree leaf={record.leaf} steps={proof.steps} root={proof.root} />
			<dl className={styles.row}>
				{[
					{
						label: t('position'),
						value: t('positionOf', { position: numberText(proof.position + 1, language), size: numberText(proof.size, language) }),
					},
					{ label: t('stepsToRoot'), value: numberText(proof.steps.length, language) },
					{ label: t('rootSigned'), value: <ExactTime at={proof.head.signedAt} seconds={false} /> },
					{ label: t('signingKey'), value: <code>{`ed25519 · ${proof.head.keyId.slice(0, 4)}…`}</code> },
				].map(({ label, value }) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<div className={styles.more}>
				<Technical
					facts={[
						{ label: t('leaf'), value: record.leaf },
						{ label: t('salt'), value: record.salt },
						...(record.configuration === null ? [] : [{ label: t('configuration'), value: record.configuration.hash }]),
						{ label: t('rootHash'), value: proof.root },
						{ label: t('above'), value: proof.installation.root },
						{ label: t('signingKey'), value: proof.head.keyId },
						{ label: t('category'), value: record.category },
						{ label: t('place'), value: String(record.batchPosition + 1) },
						{ label: t('recordId'), value: record.id },
						{ label: t('choiceId'), value: record.choiceId },
					]}
				/>
				<Download label={t('downloadJson')} run={() => saveJson(record.id, customerId)} />
			</div>
		</>
	);
}

const saveJson = async (id: string, customerId: number | null): Promise<void> => {
	const { data } = await ask(recordReceipt, { params: { id } }, { customerId });
	downloadFile(`receipt-${id}.json`, 'application/json', `${JSON.stringify(data, null, '\t')}\n`);
};

export const savePdf = async (id: string, customerId: number | null): Promise<void> => {
	const { data } = await ask(recordReceiptPdf, { params: { id } }, { customerId });
	downloadFile(data.name, data.type, bytesOf(data.base64));
};

export function Download({ label, run, disabled = false }: { label: string; run: () => Promise<void>; disabled?: boolean }) {
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
			disabled={disabled}
			leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
			onClick={() => void start()}
		>
			{label}
		</Button>
	);
}
