import { myReceipt, myReceiptPdf } from '@luvalla/contract/consent/my-consents';
import { Button } from '@mantine/core';
import { useCall } from '#portal/lib/calls.ts';
import { bytesOf, downloadFile } from '#portal/ui/download.ts';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

/** The proof of one's own record, to take along: as a page, and as data that anybody can check. */
export function Receipt({ recordId, date }: { recordId: string; date: string }) {
	const t = useMyDataTexts();
	const json = useCall(myReceipt, {
		onSuccess: (data) => downloadFile(`receipt-${recordId}.json`, 'application/json', `${JSON.stringify(data, null, '\t')}\n`),
	});
	const pdf = useCall(myReceiptPdf, { onSuccess: ({ name, type, base64 }) => downloadFile(name, type, bytesOf(base64)) });
	const input = { params: { id: recordId } };
	return (
		<span className={styles.both}>
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
