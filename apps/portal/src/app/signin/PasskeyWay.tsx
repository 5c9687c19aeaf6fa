import { passkeySignIn, passkeySignInOptions } from '@luvalla/contract/identity/passkeys';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { browser, loginUrl, send } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { knowsPasskeys, PasskeyFailure, proveByPasskey, takeWantedPasskey, wantPasskey } from '#portal/lib/passkeys.ts';
import { refusalText, useSignInTexts } from './messages.ts';
import { Refusal } from './Refusal.tsx';
import styles from './SignIn.module.css';

/** The other way in, of equal weight: a passkey. Without an interaction (the root) it starts the authorization first. */
export function PasskeyWay({ uid }: { uid: string | null }) {
	const t = useSignInTexts();
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const looked = useRef(false);
	const sentenceOf = (failure: unknown): string => {
		if (failure instanceof PasskeyFailure) return failure.problem === 'cancelled' ? t('passkeyCancelled') : t('passkeyFailed');
		if (failure instanceof CallFailure) return failure.status === 0 ? t('failed') : refusalText(t, failure);
		throw failure;
	};
	const go = async () => {
		setError(null);
		if (!knowsPasskeys()) return setError(t('passkeyUnsupported'));
		if (uid === null) {
			wantPasskey();
			return browser.go(loginUrl());
		}
		setWorking(true);
		try {
			const options = await send(passkeySignInOptions, { params: { uid } });
			if (!options.signedIn) return browser.go('/');
			const response = await proveByPasskey(options.data);
			const proven = await send(passkeySignIn, { params: { uid }, body: { response } });
			if (proven.signedIn) browser.go(proven.data.redirectTo);
		} catch (failure) {
			setError(sentenceOf(failure));
		} finally {
			setWorking(false);
		}
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: begins once, where it was asked for at the root
	useEffect(() => {
		if (uid === null || looked.current) return;
		looked.current = true;
		if (takeWantedPasskey()) void go();
	}, []);
	return (
		<div className={styles.other}>
			<div className={styles.or}>{t('or')}</div>
			<Button
				size="lg"
				fullWidth
				variant="default"
				data-strong
				loading={working}
				leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden="true" />}
				onClick={() => void go()}
			>
				{t('passkey')}
			</Button>
			<Refusal sentence={error} />
		</div>
	);
}
