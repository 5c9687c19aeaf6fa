/** ADMIN's word about who pays: whether a customer's sending, scans and stored consents cost credits. */
import '@mantine/core/styles/Radio.layer.css';
import { ledgerBalance } from '@luvalla/contract/billing/credits';
import { type Spending, setCharged, spending } from '@luvalla/contract/billing/spending';
import type { Customer } from '@luvalla/contract/tenancy/customers';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import styles from './customers.module.css';
import { useCustomerTexts } from './texts.ts';

const WORDS = ['rule', 'pays', 'free'] as const;
const Values = z.object({ word: z.enum(WORDS) });
type Values = z.infer<typeof Values>;

const wordOf = (charged: boolean | null): Values['word'] => (charged === null ? 'rule' : charged ? 'pays' : 'free');
const chargedOf = (word: Values['word']): boolean | null => (word === 'rule' ? null : word === 'pays');

export function ChargedForm({ row }: { row: Customer }) {
	const query = useQuery(asQuery(spending, { query: { customerId: row.id } }));
	if (query.isPending) return <PageSkeleton />;
	if (query.isError) return <Failed query={query} />;
	return <WordForm spent={query.data.data} name={row.name} />;
}

function WordForm({ spent: { customerId, charged, isCharged }, name }: { spent: Spending; name: string }) {
	const t = useCustomerTexts();
	const save = useCall(setCharged, { reload: [spending, ledgerBalance] });
	return (
		<DrawerForm<Values>
			initial={{ word: wordOf(charged) }}
			schema={Values}
			labels={{ word: t('charged') }}
			onSave={({ word }) => save.mutateAsync({ body: { customerId, charged: chargedOf(word) } })}
			saveLabel={t('chargedSave')}
		>
			{(form) => (
				<>
					<p>{t(isCharged ? 'paysNow' : 'freeNow', { name })}</p>
					<Radio.Group label={t('charged')} {...form.getInputProps('word')}>
						<div className={styles.words}>
							{WORDS.map((word) => (
								<Radio
									key={word}
									value={word}
									label={t(`charged_${word}`)}
									description={t(`chargedWhat_${word}`)}
									classNames={{ description: styles.wordWhat }}
								/>
							))}
						</div>
					</Radio.Group>
					<p className="quiet flat">{t('chargedWhen')}</p>
				</>
			)}
		</DrawerForm>
	);
}
