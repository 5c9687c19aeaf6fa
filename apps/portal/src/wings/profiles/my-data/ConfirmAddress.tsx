import { confirmAddress } from '@luvalla/contract/people/addresses';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { FieldError } from '#portal/ui/form/fields.tsx';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

/** /confirmaddress: a button that POSTs, so that opening the mailed link changes nothing; then what came of it. */
export function ConfirmAddress() {
	const t = useMyDataTexts();
	const { email } = usePerson();
	const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
	const confirm = useCall(confirmAddress, { quiet: true });
	const done = confirm.data?.data;
	const back = (
		<Button variant={done ? 'filled' : 'default'} data-strong renderRoot={(props: object) => <Link {...props} to="/" />}>
			{t('confirmBack')}
		</Button>
	);
	useTitle(t('confirmTitle'));
	return (
		<div className={styles.page}>
			<header className={styles.head}>
				<h1>{done ? t('confirmedTitle') : t('confirmTitle')}</h1>
				<p role="status">{done ? t('confirmedText', { address: done.address, customer: done.customer }) : t('confirmText', { email })}</p>
			</header>
			{confirm.isError ? (
				<div className="below-16">
					<FieldError>{confirm.error.message}</FieldError>
				</div>
			) : null}
			<span className={styles.both}>
				{done ? null : (
					<Button disabled={token === ''} loading={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
						{t('confirmVerb')}
					</Button>
				)}
				{back}
			</span>
		</div>
	);
}
