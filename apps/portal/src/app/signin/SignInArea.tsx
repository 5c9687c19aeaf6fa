/** The sign-in area: the email step at the root, email or code step of an interaction, the page of a mailed link. */

import type { AnswerOf } from '@luvalla/contract/call';
import { INVITE_DAYS, SIGN_IN_TTL_MINUTES } from '@luvalla/contract/constants';
import { Email } from '@luvalla/contract/fields';
import { enterCode, permitApplication, readInteraction, sendCode, useLink as useLinkCall } from '@luvalla/contract/identity/signin';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { browser, loginUrl, send } from '#portal/lib/client.ts';
import { CallFailure, Unauthenticated } from '#portal/lib/failure.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { sentRegistration } from '#portal/lib/registered.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { TextField } from '#portal/ui/form/field.tsx';
import { RisingMark } from '#portal/ui/Logo.tsx';
import { useFrameTexts } from '../frame-texts.ts';
import { refusalText, type SignInTexts, useSignInTexts } from './messages.ts';
import { PasskeyWay } from './PasskeyWay.tsx';
import { Refusal } from './Refusal.tsx';
import styles from './SignIn.module.css';
import { type Brand, SignInFrame } from './SignInFrame.tsx';

/** `/` signed out: submitting starts the authorization with the address. */
export function SignInArea() {
	const t = useSignInTexts();
	const registered = sentRegistration();
	return (
		<SignInFrame
			title={registered ? t('registeredTitle') : t('title')}
			intro={registered ? <span role="status">{t('registered', { ...registered, days: INVITE_DAYS })}</span> : t('intro')}
		>
			<EmailForm
				onEmail={(email) => {
					browser.go(loginUrl(email));
					return Promise.resolve(null);
				}}
			/>
			{registered && publicSettings().mailbox ? <p className={styles.hint}>{t('mailbox')}</p> : null}
			<PasskeyWay uid={null} />
			<NewHere />
		</SignInFrame>
	);
}

function NewHere() {
	const t = useSignInTexts();
	return (
		<p className={styles.new}>
			{t('newHere')}{' '}
			<a href="/register" className="link">
				{t('register')}
			</a>
		</p>
	);
}

/** `/identity/interaction/{uid}`: where the authorization waits for the person. */
export function InteractionPage({ uid }: { uid: string }) {
	const t = useSignInTexts();
	const shell = useFrameTexts();
	const [found, retry] = useInteraction(uid);
	if (found === 'waiting') return <RisingMark label={shell('loading')} />;
	if (found instanceof Error) {
		const gone = found instanceof CallFailure && found.status >= 400 && found.status < 500;
		return (
			<SignInFrame title={gone ? t('goneTitle') : t('title')} intro={gone ? t('goneIntro') : t('failed')}>
				{gone ? (
					<Button component="a" href="/" size="lg" fullWidth>
						{t('startAgain')}
					</Button>
				) : (
					<Button size="lg" fullWidth onClick={retry}>
						{t('tryAgain')}
					</Button>
				)}
			</SignInFrame>
		);
	}
	if (found.asks && found.application) return <Permission uid={uid} asks={found.asks} application={found.application} />;
	return <Steps uid={uid} known={found.email} brand={found.application} />;
}

/** An application of a company that the person has nothing else to do with: what it would see, and the person's answer. */
function Permission({ uid, asks, application }: { uid: string; asks: NonNullable<Interaction['asks']>; application: Brand }) {
	const t = useSignInTexts();
	const [working, setWorking] = useState<boolean | null>(null);
	const [error, setError] = useState<string | null>(null);
	const { name, customer } = application;
	const answer = async (allow: boolean) => {
		setWorking(allow);
		setError(null);
		const refusal = await tried(t, async () => {
			const sent = await send(permitApplication, { params: { uid }, body: { allow } });
			if (sent.signedIn) browser.go(sent.data.redirectTo);
		});
		if (refusal !== null) setWorking(null);
		setError(refusal);
	};
	return (
		<SignInFrame
			title={t('permissionTitle', { name })}
			intro={t('permissionIntro', { name, customer, email: asks.email })}
			brand={application}
		>
			<div className={styles.stack}>
				<div>
					<p className={styles.asked}>{t('permissionSees', { name })}</p>
					<ul className={styles.sees}>
						<li>{t('permissionWho')}</li>
						<li>{t('permissionThere', { customer })}</li>
						{asks.stays ? <li>{t('permissionStays')}</li> : null}
					</ul>
					<p className={styles.hint}>{t('permissionNot')}</p>
				</div>
				{/* Yes and no look the same, as everywhere where somebody is asked for a consent. */}
				<Button
					variant="default"
					data-strong
					size="lg"
					fullWidth
					loading={working === true}
					disabled={working === false}
					onClick={() => void answer(true)}
				>
					{t('allow')}
				</Button>
				<Button
					variant="default"
					data-strong
					size="lg"
					fullWidth
					loading={working === false}
					disabled={working === true}
					onClick={() => void answer(false)}
				>
					{t('notNow')}
				</Button>
				<Refusal sentence={error} />
			</div>
		</SignInFrame>
	);
}

type Interaction = AnswerOf<typeof readInteraction>;

/** Where the sign-in stands, read once and again when asked; one that is already proven leads on. */
function useInteraction(uid: string): [found: Interaction | Error | 'waiting', retry: () => void] {
	const [found, setFound] = useState<Interaction | Error | 'waiting'>('waiting');
	const [tries, setTries] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked again for each try
	useEffect(() => {
		let left = false;
		const read = async (): Promise<Interaction | Error | 'waiting'> => {
			const sent = await send(readInteraction, { params: { uid } });
			if (!sent.signedIn) return new Unauthenticated();
			if (sent.data.redirectTo === null) return sent.data;
			browser.go(sent.data.redirectTo);
			return 'waiting';
		};
		read()
			.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
			.then((next) => left || setFound(next));
		return () => {
			left = true;
		};
	}, [uid, tries]);
	return [
		found,
		() => {
			setFound('waiting');
			setTries(tries + 1);
		},
	];
}

/** Email step, then code step; *Use another address* leads back. */
function Steps({ uid, known, brand }: { uid: string; known: string | null; brand: Brand | null }) {
	const t = useSignInTexts();
	const title = brand ? t('titleFor', { name: brand.name }) : t('title');
	const [email, setEmail] = useState(known);
	const ask = async (address: string): Promise<string | null> => {
		const failure = await tried(t, () => send(sendCode, { params: { uid }, body: { email: address, language: currentLanguage() } }));
		if (failure === null) setEmail(address);
		return failure;
	};
	if (email === null)
		return (
			<SignInFrame title={title} intro={t('intro')} brand={brand}>
				<EmailForm onEmail={ask} />
				<PasskeyWay uid={uid} />
				{brand ? null : <NewHere />}
			</SignInFrame>
		);
	return (
		<SignInFrame title={t('codeTitle')} intro={t('codeIntro', { email, minutes: SIGN_IN_TTL_MINUTES })} brand={brand}>
			<CodeForm uid={uid} email={email} onAgain={() => ask(email)} onOther={() => setEmail(null)} />
		</SignInFrame>
	);
}

/** Runs a call and gives the sentence of its refusal, or null when it went through. */
async function tried(t: SignInTexts, work: () => Promise<unknown>): Promise<string | null> {
	try {
		await work();
		return null;
	} catch (error) {
		if (error instanceof CallFailure) return error.status === 0 ? t('failed') : refusalText(t, error);
		throw error;
	}
}

/** One field and one button. `onEmail` answers with the sentence of a refusal, or null. */
function EmailForm({ onEmail }: { onEmail: (email: string) => Promise<string | null> }) {
	const t = useSignInTexts();
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		const parsed = Email.safeParse(input.current?.value ?? '');
		if (!parsed.success) {
			setError(t('invalidEmail'));
			input.current?.focus();
			return;
		}
		setError(null);
		setWorking(true);
		const refusal = await onEmail(parsed.data);
		setWorking(false);
		setError(refusal);
	};
	return (
		<form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
			<TextField
				ref={input}
				label={t('email')}
				type="email"
				name="email"
				autoComplete="email"
				inputMode="email"
				size="lg"
				error={error}
				autoFocus
			/>
			<Button type="submit" size="lg" fullWidth loading={working}>
				{t('submit')}
			</Button>
		</form>
	);
}

interface CodeFormProps {
	uid: string;
	email: string;
	onAgain: () => Promise<string | null>;
	onOther: () => void;
}

function CodeForm({ uid, email, onAgain, onOther }: CodeFormProps) {
	const t = useSignInTexts();
	const [code, setCode] = useState('');
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!/^\d{6}$/.test(code)) {
			setError(t('codeShape'));
			input.current?.focus();
			return;
		}
		setWorking(true);
		const refusal = await tried(t, async () => {
			const sent = await send(enterCode, { params: { uid }, body: { code } });
			if (sent.signedIn) browser.go(sent.data.redirectTo);
		});
		if (refusal !== null) {
			setWorking(false);
			setError(refusal);
			setCode('');
			input.current?.focus();
		}
	};
	const again = async () => {
		const refusal = await onAgain();
		setError(refusal);
		setCode('');
		if (refusal === null) notifySuccess(t('resent', { email }));
	};
	return (
		<form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
			<TextField
				ref={input}
				label={t('code')}
				name="code"
				autoComplete="one-time-code"
				inputMode="numeric"
				size="lg"
				mono
				value={code}
				// people paste it with spaces; only the digits count
				onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
				error={error}
				autoFocus
			/>
			<Button type="submit" size="lg" fullWidth loading={working}>
				{t('submit')}
			</Button>
			<div className={styles.links}>
				<button type="button" className="link" onClick={() => void again()}>
					{t('resend')}
				</button>
				<button type="button" className="link" onClick={onOther}>
					{t('other')}
				</button>
			</div>
			{publicSettings().mailbox ? <p className={styles.hint}>{t('mailbox')}</p> : null}
		</form>
	);
}

/** `/identity/link?token=…`: a button that POSTs, so that a mail scanner's GET uses nothing up. */
export function LinkPage() {
	const t = useSignInTexts();
	const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
	const [error, setError] = useState<string | null>(token === '' ? t('linkMissing') : null);
	const [working, setWorking] = useState(false);
	const go = async () => {
		setWorking(true);
		setError(null);
		const refusal = await tried(t, async () => {
			const sent = await send(useLinkCall, { body: { token } });
			if (sent.signedIn) browser.go(sent.data.redirectTo);
		});
		if (refusal !== null) setWorking(false);
		setError(refusal);
	};
	return (
		<SignInFrame title={t('linkTitle')} intro={t('linkIntro')}>
			<div className={styles.stack}>
				{token === '' ? null : (
					<Button size="lg" fullWidth loading={working} onClick={() => void go()}>
						{t('submit')}
					</Button>
				)}
				<Refusal sentence={error}>
					<a className="link" href="/">
						{t('askAgain')}
					</a>
				</Refusal>
			</div>
		</SignInFrame>
	);
}
