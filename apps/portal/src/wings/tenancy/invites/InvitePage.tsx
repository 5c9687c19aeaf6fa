/** /magiclinkinviteconfirmation: a button that POSTs, so that opening the link uses nothing up; then what came of it. */
import { REDIRECT_DELAY_MS } from '@luvalla/contract/constants';
import { confirmInvite, NOT_CONFIRMED } from '@luvalla/contract/tenancy/invites';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { SignInFrame } from '#portal/app/signin/SignInFrame.tsx';
import { browser, loginUrl, send } from '#portal/lib/client.ts';
import { CallFailure, EmptyPayload } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { forgetRegistration, hasRegistered } from '#portal/lib/registered.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { signOutHere } from '#portal/lib/session.ts';
import { FieldError } from '#portal/ui/field.tsx';
import styles from './InvitePage.module.css';
import { useInviteTexts } from './texts.ts';

type Accepted = z.infer<typeof confirmInvite.answer>;
interface Refusal {
	code: string;
	sentence: string;
}

/** The server's sentence; without one, the registration's words where one was begun in this browser. */
function refusalOf(failure: CallFailure | EmptyPayload): Refusal {
	const silent = failure instanceof CallFailure && (failure.status === 0 || failure.status >= 500);
	return {
		code: failure.code,
		sentence: silent && hasRegistered() ? fixedText(NOT_CONFIRMED, currentLanguage()) : failure.message,
	};
}

export function InvitePage() {
	const t = useInviteTexts();
	const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
	const [refusal, setRefusal] = useState<Refusal | null>(() =>
		token.trim() === '' ? { code: 'empty_payload', sentence: fixedText(confirmInvite.invalid, currentLanguage()) } : null,
	);
	const [accepted, setAccepted] = useState<Accepted | null>(null);
	const [working, setWorking] = useState(false);
	/** Runs a step; a refusal of the server is shown. */
	const tried = async (work: () => Promise<void>) => {
		setWorking(true);
		try {
			await work();
		} catch (failure) {
			if (!(failure instanceof CallFailure) && !(failure instanceof EmptyPayload)) throw failure;
			setRefusal(refusalOf(failure));
		} finally {
			setWorking(false);
		}
	};
	const accept = () =>
		tried(async () => {
			const sent = await send(confirmInvite, { body: { token } });
			if (!sent.signedIn) return browser.go(loginUrl());
			forgetRegistration();
			setRefusal(null);
			setAccepted(sent.data);
		});
	const comeBack = () =>
		tried(async () => {
			await signOutHere();
			browser.go(window.location.href);
		});
	if (accepted) return <AcceptedStep accepted={accepted} />;
	if (refusal) return <RefusedStep refusal={refusal} working={working} onAgain={() => void accept()} onSignOut={() => void comeBack()} />;
	return (
		<SignInFrame title={t('title')} intro={t('intro')}>
			<Button size="lg" fullWidth loading={working} onClick={() => void accept()}>
				{t('accept')}
			</Button>
		</SignInFrame>
	);
}

function AcceptedStep({ accepted }: { accepted: Accepted }) {
	const t = useInviteTexts();
	const { kind, email, alreadyMember, redirectTo } = accepted;
	const name = accepted.customerName ?? t('team');
	const registered = kind === 'registration';
	// a confirmed registration leads on by itself, as specified; an invitation waits for the person
	useEffect(() => {
		if (registered) void browser.wait(REDIRECT_DELAY_MS).then(() => browser.go(redirectTo));
	}, [registered, redirectTo]);
	return (
		<SignInFrame
			title={registered ? t('registeredTitle') : alreadyMember ? t('memberTitle') : t('acceptedTitle', { name })}
			intro={
				<span role="status">
					{registered ? t('registered', { name, email }) : alreadyMember ? t('member', { name, email }) : t('accepted', { email })}
				</span>
			}
		>
			<Button component="a" href={redirectTo} size="lg" fullWidth>
				{t('continue')}
			</Button>
		</SignInFrame>
	);
}

const known = {
	expired_invite: ['expiredTitle', 'expiredWay', 'register'],
	used_invite: ['usedTitle', 'usedWay', 'signIn'],
	revoked_invite: ['revokedTitle', 'revokedWay', 'signIn'],
	wrong_person: ['wrongTitle', 'wrongWay', 'signOut'],
	invalid_invite: ['invalidTitle', 'invalidWay', 'signIn'],
	empty_payload: ['invalidTitle', 'invalidWay', 'signIn'],
} as const;
const isKnown = (code: string): code is keyof typeof known => code in known;

function RefusedStep({
	refusal,
	working,
	onAgain,
	onSignOut,
}: {
	refusal: Refusal;
	working: boolean;
	onAgain: () => void;
	onSignOut: () => void;
}) {
	const t = useInviteTexts();
	const [title, way, next] = isKnown(refusal.code) ? known[refusal.code] : (['title', null, 'again'] as const);
	return (
		<SignInFrame title={t(title)} intro={way ? t(way) : undefined}>
			<div className={styles.stack}>
				<div role="alert">
					<FieldError>{refusal.sentence}</FieldError>
				</div>
				{next === 'signOut' ? (
					<Button size="lg" fullWidth loading={working} onClick={onSignOut}>
						{t('signOut')}
					</Button>
				) : next === 'again' ? (
					<Button size="lg" fullWidth loading={working} onClick={onAgain}>
						{t('tryAgain')}
					</Button>
				) : (
					<Button component="a" href={loginUrl()} size="lg" fullWidth>
						{t('signIn')}
					</Button>
				)}
				{next === 'register' ? (
					<Button component="a" href="/register" size="lg" fullWidth variant="default" data-strong>
						{t('register')}
					</Button>
				) : null}
			</div>
		</SignInFrame>
	);
}
