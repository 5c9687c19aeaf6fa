import { eraseMine, type MyCustomer } from '@luvalla/contract/consent/my-consents';
import { closeAccount } from '@luvalla/contract/identity/account';
import { Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ask, browser } from '#portal/lib/client.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { forgetSession } from '#portal/lib/session.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

interface EraseMeProps {
	opened: boolean;
	customers: readonly MyCustomer[];
	onClose: () => void;
}

/** Whose data of one are erased, and whether the account goes too. Each company is an act of its own: what is done stays done. */
export function EraseMe({ opened, customers, onClose }: EraseMeProps) {
	const t = useMyDataTexts();
	const client = useQueryClient();
	const { email, isNormalUser } = usePerson();
	// all of them, until one is left out
	const [left, setLeft] = useState<readonly number[]>([]);
	const [account, setAccount] = useState(false);
	const about = useId();
	const chosen = customers.filter(({ customerId }) => !left.includes(customerId));
	const erase = useMutation({
		mutationFn: async () => {
			let erased = 0;
			for (const { customerId } of chosen) erased += (await ask(eraseMine, { params: { customerId } })).data.erased;
			if (account) await ask(closeAccount, {});
			return erased;
		},
		onSuccess: async (erased) => {
			if (account) {
				await forgetSession();
				browser.go('/');
				return;
			}
			notifySuccess(t('erased', { count: erased }));
			onClose();
		},
		onError: (error: Error) => notifyFailure(error.message),
		// messages and devices go too, and how many there are
		onSettled: () => client.invalidateQueries(),
	});
	return (
		<ConfirmDialog
			opened={opened}
			title={t('eraseTitle')}
			verb={t(account ? 'eraseVerbAll' : 'eraseVerb')}
			danger
			working={erase.isPending}
			disabled={chosen.length === 0 && !account}
			onCancel={onClose}
			onConfirm={() => erase.mutate()}
		>
			{customers.length > 0 ? <p>{t('eraseWhat', { email })}</p> : null}
			{customers.some(({ others }) => others.some(({ confirmed }) => !confirmed)) ? <p>{t('eraseOthers')}</p> : null}
			<fieldset className={styles.choices} aria-label={t('eraseWhere')}>
				{customers.map(({ customerId, customer }) => (
					<Checkbox
						key={customerId}
						label={customer}
						checked={!left.includes(customerId)}
						disabled={erase.isPending}
						onChange={({ currentTarget: { checked } }) => setLeft(checked ? left.filter((id) => id !== customerId) : [...left, customerId])}
					/>
				))}
				{isNormalUser ? (
					<Checkbox
						label={t('closeAccount')}
						aria-describedby={account ? about : undefined}
						checked={account}
						disabled={erase.isPending}
						onChange={(event) => setAccount(event.currentTarget.checked)}
					/>
				) : null}
				{account ? (
					<p id={about} className="quiet">
						{t('closeAccountText', { email })}
					</p>
				) : null}
			</fieldset>
		</ConfirmDialog>
	);
}
