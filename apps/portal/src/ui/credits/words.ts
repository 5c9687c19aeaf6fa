/** What a move of credits was, in words: by its kind and what the server keeps about it. */
import type { CreditAccount, CreditRow } from '@luvalla/contract/billing/credits';
import type { Say } from '#portal/lib/say.ts';
import type { en } from './messages/en.ts';

type Texts = Say<typeof en>;

const textIn = ({ about }: CreditRow, name: string): string => (about[name] === undefined ? '' : String(about[name]));
const countIn = ({ about }: CreditRow): number => Number(about.count ?? 0);

/** Purchase of 50; Refund of invoice 2026-0117; Autumn club letter. */
export function titleOf(row: CreditRow, t: Texts): string {
	const { kind } = row;
	if (kind === 'purchase' || kind === 'invoice') return t(`what_${kind}`, { count: countIn(row) });
	if ((kind === 'refund' || kind === 'refund_failed') && textIn(row, 'invoice') !== '')
		return t(`what_${kind}`, { invoice: textIn(row, 'invoice') });
	if ((kind === 'reserved' || kind === 'released') && textIn(row, 'title') !== '')
		return t(`what_${kind}`, { title: textIn(row, 'title') });
	return (kind !== 'voucher' && textIn(row, 'title')) || t(`kind_${kind}`);
}

/** What stands below it: the invoice, the end of the code, how many of what. */
export function detailOf(row: CreditRow, t: Texts): string {
	const { kind } = row;
	const [invoice, voucher, host] = [textIn(row, 'invoice'), textIn(row, 'voucher'), textIn(row, 'host')];
	if (kind === 'purchase' || kind === 'invoice') return invoice === '' ? '' : t('invoiceNumber', { number: invoice });
	if (kind === 'refund' || kind === 'refund_failed') return t('refundedPart', { count: countIn(row) });
	if (kind === 'voucher')
		return [textIn(row, 'title'), voucher === '' ? '' : t('voucherEnds', { tail: voucher })].filter(Boolean).join(', ');
	if (kind === 'reserved' || kind === 'released') return '';
	return [textIn(row, 'title') === '' ? '' : t(`kind_${kind}`), host, countIn(row) > 0 ? t('pieces', { count: countIn(row) }) : '']
		.filter(Boolean)
		.join(', ');
}

/** The balance goes by the name of whose it is. */
export const accountName = (account: CreditAccount, customer: string, t: Texts): string =>
	account === 'customer' && customer !== '' ? customer : t(`account_${account}`);
