import { userByEmail } from '@luvalla/contract/identity/users';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { FieldError } from '#portal/ui/fields.tsx';
import { useUserTexts } from './texts.ts';
import styles from './users.module.css';

/** Opens the user who has exactly this address; says so beside the field when nobody has it. */
export function FindByEmail({ onFound }: { onFound: (userName: string) => void }) {
	const t = useUserTexts();
	const client = useQueryClient();
	const [email, setEmail] = useState('');
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const find = async () => {
		if (email.trim() === '') return setError(t('findEmpty'));
		setWorking(true);
		try {
			const { data } = await client.fetchQuery({ ...asQuery(userByEmail, { query: { email: email.trim() } }), staleTime: 0 });
			setError(null);
			setEmail('');
			onFound(data.userName);
		} catch (failure) {
			if (!(failure instanceof Error)) throw failure;
			setError(failure.message);
		} finally {
			setWorking(false);
		}
	};
	return (
		<form
			className={styles.find}
			noValidate
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				void find();
			}}
		>
			<TextInput
				type="email"
				autoComplete="off"
				aria-label={t('find')}
				placeholder={t('find')}
				value={email}
				onChange={(event) => {
					setEmail(event.currentTarget.value);
					setError(null);
				}}
				error={error === null ? undefined : <FieldError>{error}</FieldError>}
			/>
			<Button type="submit" variant="default" loading={working}>
				{t('findButton')}
			</Button>
		</form>
	);
}
