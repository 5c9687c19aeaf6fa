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
import { FieldError } from '#portal/ui/form/field.tsx';
import { useInviteTexts } from './texts.ts';

type Accepted = z.infer<typeof confirmInvite.answer>;
interface Refusal {
	code: string;
	sentence: string;
}

/** The server's sentence; without one, or with the invitations' own, the registration's words where it is one. */
function refusalOf(failure: CallFailure | EmptyPayload, registers: boolean): Refusal {
	const silent = failure instanceof CallFailure && (failure.status === 0 || failure.status >= 500);
	const ours = registers || (silent && hasRegistered());
	return {
		code: failure.code,
		sentence: ours && (silent || failure.code === 'invalid_invite') ? fixedText(NOT_CONFIRMED, currentLanguage()) : failure.message,
	};
}

/** What the mailed link says; `kind` only chooses words. */
const asked = () => {
	const search = new URLSearchParams(window.location.search);
	return { token: search.get('token') ?? '', registers: search.get('kind') === 'registration' };
};

export function InvitePage() {
	const t = useInviteTexts();
	const [{ token, registers }] = useState(asked);
	const [refusal, setRefusal] = useState<Refusal | null>(() =>
		token.trim() === ''
			? { code: 'empty_payload', sentence: fixedText(registers ? NOT_CONFIRMED : confirmInvite.invalid, currentLanguage()) }
			: null,
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
			setRefusal(refusalOf(failure, registers));
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
	if (refusal)
		return (
			<RefusedStep
				refusal={refusal}
				registers={registers}
				working={working}
				onAgain={() => void accept()}
				onSignOut={() => void comeBack()}
			/>
		);
	return (
		<SignInFrame title={t(registers ? 'registrationTitle' : 'title')} intro={t(registers ? 'registrationIntro' : 'intro')}>
			<Button size="lg" fullWidth loading={working} onClick={() => void accept()}>
				{t(registers ? 'confirm' : 'accept')}
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
	expired_invite: ['expiredTitle', 'expiredWay', 'signIn'],
	expired_registration: ['linkOldTitle', 'linkOldWay', 'register'],
	used_registration: ['confirmedTitle', 'confirmedWay', 'signIn'],
	used_invite: ['usedTitle', 'usedWay', 'signIn'],
	revoked_invite: ['revokedTitle', 'revokedWay', 'signIn'],
	wrong_person: ['wrongTitle', 'wrongWay', 'signOut'],
	invalid_invite: ['invalidTitle', 'invalidWay', 'signIn'],
	empty_payload: ['invalidTitle', 'invalidWay', 'signIn'],
} as const;
/** The same of a registration's link, where the words differ. */
const ofRegistration = {
	wrong_person: ['wrongTitle', 'linkStays', 'signOut'],
	invalid_invite: ['linkUnknownTitle', 'linkOldWay', 'register'],
	empty_payload: ['linkUnknownTitle', 'linkOldWay', 'register'],
} as const;
const isOfRegistration = (code: string): code is keyof typeof ofRegistration => code in ofRegistration;
const isKnown = (code: string): code is keyof typeof known => code in known;

function RefusedStep({
	refusal,
	registers,
	working,
	onAgain,
	onSignOut,
}: {
	refusal: Refusal;
	registers: boolean;
	working: boolean;
	onAgain: () => void;
	onSignOut: () => void;
}) {
	const t = useInviteTexts();
	const { code } = refusal;
	const [title, way, next] =
		registers && isOfRegistration(code)
			? ofRegistration[code]
			: isKnown(code)
				? known[code]
				: ([registers ? 'registrationTitle' : 'title', null, 'again'] as const);
	return (
		<SignInFrame title={t(title)} intro={way ? t(way) : undefined}>
			<div className="grid-16">
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
