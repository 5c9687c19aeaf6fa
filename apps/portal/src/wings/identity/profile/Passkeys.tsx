import { addPasskey, type Passkey, passkeyOptions, passkeys, removePasskey } from '@luvalla/contract/identity/passkeys';
import { Button, Skeleton } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallFailure, Unauthenticated } from '#portal/lib/failure.ts';
import { knowsPasskeys, makePasskey, PasskeyFailure } from '#portal/lib/passkeys.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';
import { FieldError, TextField } from '#portal/ui/form/fields.tsx';
import { PasskeyRow } from './PasskeyRow.tsx';
import styles from './profile.module.css';
import { useProfileTexts } from './texts.ts';

/** One's passkeys: add, name, remove. */
export function Passkeys() {
	const t = useProfileTexts();
	const query = useQuery(asQuery(passkeys, {}));
	const [doomed, setDoomed] = useState<Passkey | null>(null);
	const remove = useCall(removePasskey, { reload: [passkeys] });
	const rows = query.data?.data;
	return (
		<Card title={t('passkeys')}>
			<p className={styles.why}>{t('passkeysWhy')}</p>
			{rows ? (
				rows.length === 0 ? (
					<p className={styles.why}>{t('noPasskeys')}</p>
				) : (
					<ul className={styles.rows}>
						{rows.map((row) => (
							<PasskeyRow key={row.id} row={row} onRemove={() => setDoomed(row)} />
						))}
					</ul>
				)
			) : query.isError ? (
				<Failed sentence={t('failed')} query={query} />
			) : (
				<Skeleton height={21} mb={12} />
			)}
			{query.isError ? null : <AddPasskey />}
			<CallQuestion
				call={remove}
				input={doomed && { params: { id: doomed.id } }}
				onClose={() => setDoomed(null)}
				title={t('removeQuestion')}
				verb={t('remove')}
				danger
			>
				{t('removeWhat', { name: doomed?.name ?? '' })}
			</CallQuestion>
		</Card>
	);
}

/** Name first, then the browser makes it; a fresh proof of identity is asked for on the way. */
function AddPasskey() {
	const t = useProfileTexts();
	const [name, setName] = useState('');
	const [error, setError] = useState<string | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const begin = useCall(passkeyOptions, { quiet: true });
	const add = useCall(addPasskey, { reload: [passkeys] });
	if (!knowsPasskeys()) return <p className={styles.why}>{t('unsupported')}</p>;
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		setProblem(null);
		const wrong = errorsOf(addPasskey.body.pick({ name: true }), { name }).name ?? null;
		setError(wrong);
		if (wrong !== null) return input.current?.focus();
		setWorking(true);
		try {
			const options = await begin.mutateAsync({});
			const response = await makePasskey(options.data);
			await add.mutateAsync({ body: { name, response } });
			setName('');
		} catch (failure) {
			if (failure instanceof PasskeyFailure)
				setProblem(failure.problem === 'cancelled' ? t('cancelled') : failure.problem === 'alreadyHere' ? t('alreadyHere') : t('notMade'));
			else if (failure instanceof CallFailure) setError(failure.fields.name ?? null);
			else if (!(failure instanceof Unauthenticated)) throw failure;
		} finally {
			setWorking(false);
		}
	};
	return (
		<form noValidate onSubmit={(event) => void submit(event)}>
			<div className={styles.inline}>
				<TextField
					ref={input}
					label={t('newName')}
					hint={t('newNameHint')}
					autoComplete="off"
					value={name}
					onChange={(event) => setName(event.currentTarget.value)}
					error={error}
				/>
				<Button
					type="submit"
					variant="default"
					data-strong
					loading={working}
					leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden="true" />}
				>
					{t('add')}
				</Button>
			</div>
			{problem ? (
				<div role="alert" className="above-12">
					<FieldError>{problem}</FieldError>
				</div>
			) : null}
		</form>
	);
}
