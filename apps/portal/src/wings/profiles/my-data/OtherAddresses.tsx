import { askAddress, type OtherAddress } from '@luvalla/contract/people/addresses';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

/** Further addresses that a customer knows somebody by, each with the way to what was said under it. */
export function OtherAddresses({
	customerId,
	customer,
	others,
}: {
	customerId: number;
	customer: string;
	others: readonly OtherAddress[];
}) {
	const t = useMyDataTexts();
	if (others.length === 0) return null;
	return (
		<ul className={styles.others} aria-label={t('others', { customer })}>
			{others.map((one) => (
				<Other key={one.ref} customerId={customerId} customer={customer} other={one} />
			))}
		</ul>
	);
}

function Other({ customerId, customer, other }: { customerId: number; customer: string; other: OtherAddress }) {
	const t = useMyDataTexts();
	const [sent, setSent] = useState(false);
	const ask = useCall(askAddress, { quiet: true, onSuccess: () => setSent(true) });
	const { address } = other;
	if (other.confirmed)
		return (
			<li>
				<span className="breaks line-8">
					<IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
					{t('otherConfirmed', { address })}
				</span>
			</li>
		);
	return (
		<li>
			<span className={styles.otherWords}>
				<strong>{t('otherKnown', { customer, address })}</strong>
				<span role="status">{sent ? t('otherSent', { address }) : t('otherWhy')}</span>
			</span>
			<Button
				variant="default"
				data-strong
				leftSection={<IconMail size={16} stroke={1.75} aria-hidden="true" />}
				loading={ask.isPending}
				aria-label={t(sent ? 'otherAgainName' : 'otherConfirmName', { address })}
				onClick={() => ask.mutate({ body: { customerId, ref: other.ref } })}
			>
				{t(sent ? 'otherAgain' : 'otherConfirm')}
			</Button>
		</li>
	);
}
