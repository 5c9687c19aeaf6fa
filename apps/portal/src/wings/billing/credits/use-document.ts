/** Brings an invoice or a credit note as PDF. */
import { invoiceFile } from '@luvalla/contract/billing/invoices';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { downloadFile } from '#portal/ui/download.ts';

export function useDocument(customerId: number) {
	return useMutation({
		mutationFn: (invoiceId: string) => fetchFile(invoiceFile, { params: { id: customerId, invoiceId } }),
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
}
