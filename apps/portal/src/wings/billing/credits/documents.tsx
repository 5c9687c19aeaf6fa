/** Invoices and credit notes as lists show them. */
import type { Invoice } from '@luvalla/contract/billing/invoices';
import { IconArrowDownLeft, IconCheck, IconFileMinus } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { useCreditTexts } from './texts.ts';

export function DocumentBadge({ one: { kind, credits, refundableCredits } }: { one: Invoice }) {
	const t = useCreditTexts();
	if (kind === 'credit_note')
		return (
			<Badge hue="gray" icon={IconFileMinus}>
				{t('creditNote')}
			</Badge>
		);
	if (refundableCredits === null || refundableCredits === credits)
		return (
			<Badge hue="green" icon={IconCheck}>
				{t('paid')}
			</Badge>
		);
	return (
		<Badge hue="amber" icon={IconArrowDownLeft}>
			{t(refundableCredits === 0 ? 'refunded' : 'refundedInPart')}
		</Badge>
	);
}

/** Who may refund it: what was paid by invoice goes back by a transfer of the operator's own. */
export const mayRefund = ({ kind, refundableCredits, way }: Invoice, person: { isAdmin: boolean; customerAdmin: boolean }): boolean =>
	kind === 'invoice' && (refundableCredits ?? 0) > 0 && (person.isAdmin || (person.customerAdmin && way === 'card'));
