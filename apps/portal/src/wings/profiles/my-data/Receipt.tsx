import { myProof, myReceipt, myReceiptPdf } from '@luvalla/contract/consent/my-consents';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { bytesOf, downloadFile } from '#portal/ui/download.ts';
import { ProofBadge } from '#portal/ui/ProofBadge.tsx';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

/** The proof of one's own record: whether it holds, checked as it is looked at, and to take along as a page or as data that anybody can check. */
export function Receipt({ recordId, date }: { recordId: string; date: string }) {
	const t = useMyDataTexts();
	const json = useCall(myReceipt, {
		onSuccess: (data) => downloadFile(`receipt-${recordId}.json`, 'application/json', `${JSON.stringify(data, null, '\t')}\n`),
	});
	const pdf = useCall(myReceiptPdf, { onSuccess: ({ name, type, base64 }) => downloadFile(name, type, bytesOf(base64)) });
	const input = { params: { id: recordId } };
	const checked = useQuery(asQuery(myProof, input));
	return (
		<span className={styles.both}>
			<span className={styles.proof}>
				{checked.data ? <ProofBadge proof={checked.data.data.proof} /> : checked.isError ? t('proofFailed') : null}
			</span>
			<Button
				variant="default"
				size="compact-sm"
				loading={pdf.isPending}
				aria-label={t('receipt', { date, kind: 'PDF' })}
				onClick={() => pdf.mutate(input)}
			>
				PDF
			</Button>
			<Button
				variant="default"
				size="compact-sm"
				loading={json.isPending}
				aria-label={t('receipt', { date, kind: 'JSON' })}
				onClick={() => json.mutate(input)}
			>
				JSON
			</Button>
		</span>
	);
}
