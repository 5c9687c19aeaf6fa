/** What a voucher is, in words and as a badge. */
import type { Voucher } from '@luvalla/contract/billing/vouchers';
import { IconCheck, IconClock, IconTicket, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Say } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import type { en } from './messages/en.ts';
import { useVoucherTexts } from './texts.ts';

/** Good for: 5 credits; Licence, 3 months. */
export const goodFor = ({ kind, value }: Pick<Voucher, 'kind' | 'value'>, t: Say<typeof en>): string =>
	t(kind === 'credits' ? 'credits' : 'months', { count: value });

const signs: Record<Voucher['status'], { hue: Meaning; icon: TablerIcon }> = {
	0: { hue: 'blue', icon: IconTicket },
	1: { hue: 'green', icon: IconCheck },
	2: { hue: 'amber', icon: IconClock },
	3: { hue: 'red', icon: IconX },
};

export function VoucherBadge({ status }: { status: Voucher['status'] }) {
	const t = useVoucherTexts();
	return <Badge {...signs[status]}>{t(`status${status}`)}</Badge>;
}
