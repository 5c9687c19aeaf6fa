/** Redeeming by code: first it is looked at, then taken; what is wrong is said under the field. */
import { ledgerBalance, ledgerReport } from '@luvalla/contract/billing/credits';
import { domainLicences } from '@luvalla/contract/billing/licences';
import { spending } from '@luvalla/contract/billing/spending';
import { type CheckedVoucher, checkVoucher, myRedemptions, redeemVoucher } from '@luvalla/contract/billing/vouchers';
import type { AnswerOf } from '@luvalla/contract/call';
import { nameOf } from '@luvalla/contract/call';
import { VOUCHER_STATUS } from '@luvalla/contract/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#portal/lib/client.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';

export type Redeemed = AnswerOf<typeof redeemVoucher>;
type Trouble = 'needCode' | 'expired' | 'used' | 'chooseDomain';

export interface Redeeming {
	/** What it is good for, once it was looked at and a domain has to be chosen. */
	found: CheckedVoucher | null;
	got: Redeemed | null;
	/** A word of ours, or the server's own sentence. */
	trouble: Trouble | { said: string } | null;
	working: boolean;
	/** Something else is written: what was said of it is over. */
	forget: () => void;
	redeem: (code: string, domainId: string | null) => void;
}

/** @param domains how many a licence could be for */
export function useRedeeming(customerId: number, domains: number, onRedeemed: () => void): Redeeming {
	const client = useQueryClient();
	const [found, setFound] = useState<CheckedVoucher | null>(null);
	const [got, setGot] = useState<Redeemed | null>(null);
	const [trouble, setTrouble] = useState<Redeeming['trouble']>(null);
	const run = useMutation({
		mutationFn: async ({ code, domainId }: { code: string; domainId: string | null }) => {
			const seen = found ?? (await ask(checkVoucher, { params: { code } })).data;
			if (seen.status === VOUCHER_STATUS.redeemed) return setTrouble('used');
			if (seen.status === VOUCHER_STATUS.expired) return setTrouble('expired');
			if (seen.kind === 'licence' && domains > 1 && domainId === null) {
				if (found) setTrouble('chooseDomain');
				return setFound(seen);
			}
			const body = domainId === null ? {} : { domainId };
			const { data } = await ask(redeemVoucher, { params: { customerId, code }, body });
			setGot(data);
			setFound(null);
			notifySuccess(fixedText(redeemVoucher.success, currentLanguage()));
			onRedeemed();
			const changed = [myRedemptions, ledgerBalance, ledgerReport, spending, domainLicences];
			await Promise.all(changed.map((one) => client.invalidateQueries({ queryKey: [nameOf(one)] })));
		},
		onError: (error: Error) => setTrouble({ said: error.message }),
	});
	return {
		found,
		got,
		trouble,
		working: run.isPending,
		forget: () => {
			setFound(null);
			setGot(null);
			setTrouble(null);
		},
		redeem: (code, domainId) => {
			setGot(null);
			setTrouble(code === '' ? 'needCode' : null);
			if (code !== '') run.mutate({ code, domainId });
		},
	};
}
