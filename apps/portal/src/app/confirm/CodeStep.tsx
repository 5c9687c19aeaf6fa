/** Sends a code to the person's own address and takes it: what stands in the dialog behind 403 confirm_identity. */
import { askConfirmation, CONFIRMED_MINUTES, confirmIdentity } from '@luvalla/contract/identity/sessions';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ask } from '#portal/lib/client.ts';
import { answerConfirmation } from '#portal/lib/confirmation.ts';
import { CallFailure, Unauthenticated } from '#portal/lib/failure.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { FieldError, TextField } from '#portal/ui/form/field.tsx';
import { refusalText, useSignInTexts } from '../signin/messages.ts';
import styles from '../signin/SignIn.module.css';
import { useConfirmTexts } from './texts.ts';

export function CodeStep() {
	const t = useConfirmTexts();
	const words = useSignInTexts();
	const [email, setEmail] = useState<string | null>(null);
	const [code, setCode] = useState('');
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const started = useRef(false);

	/** Whether it went through; a refusal's sentence is shown. */
	const tried = async (work: () => Promise<unknown>): Promise<boolean> => {
		setError(null);
		setWorking(true);
		try {
			await work();
			return true;
		} catch (failure) {
			if (failure instanceof Unauthenticated) answerConfirmation(false);
			else if (failure instanceof CallFailure) setError(failure.status === 0 ? t('failed') : refusalText(words, failure));
			else throw failure;
			return false;
		} finally {
			setWorking(false);
		}
	};
	const sendCode = (again: boolean) =>
		tried(async () => {
			const { data } = await ask(askConfirmation, { body: { language: currentLanguage() } });
			setEmail(data.email);
			if (again) notifySuccess(words('resent', { email: data.email }));
		});
	// biome-ignore lint/correctness/useExhaustiveDependencies: one letter an opening
	useEffect(() => {
		if (started.current) return;
		started.current = true;
		void sendCode(false);
	}, []);

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!/^\d{6}$/.test(code)) {
			setError(words('codeShape'));
			input.current?.focus();
			return;
		}
		if (await tried(() => ask(confirmIdentity, { body: { code } }))) return answerConfirmation(true);
		setCode('');
		input.current?.focus();
	};
	return (
		<form className={styles.stack} noValidate onSubmit={(event) => void submit(event)}>
			<p className={styles.breaking}>{email === null ? t('sending') : t('sent', { email, minutes: CONFIRMED_MINUTES })}</p>
			{email === null && error ? (
				<div role="alert">
					<FieldError>{error}</FieldError>
				</div>
			) : (
				<TextField
					ref={input}
					label={words('code')}
					name="code"
					autoComplete="one-time-code"
					inputMode="numeric"
					mono
					value={code}
					onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
					error={error}
					data-autofocus
				/>
			)}
			<div className={styles.links}>
				<button type="button" className="link" onClick={() => void sendCode(true)}>
					{words('resend')}
				</button>
			</div>
			<Group justify="flex-end" gap="xs">
				<Button variant="default" onClick={() => answerConfirmation(false)}>
					{t('cancel')}
				</Button>
				<Button type="submit" loading={working && email !== null} disabled={email === null}>
					{t('verb')}
				</Button>
			</Group>
		</form>
	);
}
