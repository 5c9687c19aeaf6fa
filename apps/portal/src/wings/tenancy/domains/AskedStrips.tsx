/** Above a customer's domains: which of them somebody wants deleted, and which will be erased soon. */
import { customerDeletions, type DeletionRequest, withdrawDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './asked.module.css';
import { useDomainTexts } from './texts.ts';

/** So many are said; one page of the list holds no more. */
const MOST = 100;

export function AskedStrips({ customerId }: { customerId: number }) {
	const t = useDomainTexts();
	const query = useQuery(asQuery(customerDeletions, { params: { id: customerId }, query: { size: MOST, filter: ['coming:true'] } }));
	const [going, setGoing] = useState<DeletionRequest | null>(null);
	const withdraw = useCall(withdrawDeletion, { reload: [customerDeletions] });
	const coming = query.data?.data ?? [];
	return (
		<>
			{coming.map((one) => (
				<div key={one.id} className={styles.strip}>
					<p>
						<strong>
							{one.status === 0
								? t('askedStrip', { who: one.askedBy ?? t('gone'), domain: one.domain })
								: t('leavingStrip', { domain: one.domain })}
						</strong>{' '}
						{one.status === 0 ? <ExactTime at={one.askedAt} seconds={false} /> : null}
					</p>
					{one.status === 0 ? (
						<Button variant="default" onClick={() => setGoing(one)}>
							{t('takeBack')}
						</Button>
					) : (
						<p>
							{one.eraseAt === null ? null : (
								<>
									{t('willErase')} <ExactTime at={one.eraseAt} seconds={false} />.{' '}
								</>
							)}
							{t('support')}
						</p>
					)}
				</div>
			))}
			<CallQuestion
				call={withdraw}
				input={going && { query: { id: going.id } }}
				onClose={() => setGoing(null)}
				title={t('takeBackTitle', { domain: going?.domain ?? '' })}
				verb={t('takeBack')}
			>
				{t('takeBackText')}
			</CallQuestion>
		</>
	);
}
