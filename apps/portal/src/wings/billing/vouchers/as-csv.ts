/** All vouchers that the list is narrowed to, as a file: the list's own call, page by page. */
import { type Voucher, voucherReport } from '@luvalla/contract/billing/vouchers';
import { type Answer, ask } from '#portal/lib/client.ts';
import { type Cell, csvOf } from '#portal/ui/list/csv.ts';

const ON_PAGE = 100;

interface Narrowed {
	q: string | undefined;
	sort: string | undefined;
	status: number | undefined;
	kind: Voucher['kind'] | undefined;
}

export async function vouchersAsCsv(
	name: string,
	narrowed: Narrowed,
	head: readonly string[],
	cells: (one: Voucher) => readonly Cell[],
): Promise<{ name: string; blob: Blob }> {
	const rows: Voucher[] = [];
	let next: number | null = 1;
	while (next !== null) {
		const { data, page }: Answer<typeof voucherReport> = await ask(voucherReport, { query: { ...narrowed, page: next, size: ON_PAGE } });
		rows.push(...data);
		next = page?.next ?? null;
	}
	const text = csvOf([[...head], ...rows.map((one) => [...cells(one)])]);
	return { name: `${name}.csv`, blob: new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }) };
}
