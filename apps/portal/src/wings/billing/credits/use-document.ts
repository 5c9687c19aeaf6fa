/** Brings an invoice or a credit note as PDF. */
import { invoiceFile } from '@luvalla/contract/billing/invoices';
import { fetchFile } from '#portal/lib/client.ts';
import { useDownload } from '#portal/ui/use-download.ts';

export const useDocument = (customerId: number) =>
	useDownload((invoiceId: string) => fetchFile(invoiceFile, { params: { id: customerId, invoiceId } }));
