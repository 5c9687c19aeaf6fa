/** The pages of visitors: welcome, the shared information page, terms and conditions. */
import { HELP_CARDS_LIMIT } from '@luvalla/contract/constants';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loginUrl } from '#portal/lib/client.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { beginRegistration } from '#portal/lib/session.ts';
import { HelpText } from '../help/HelpText.tsx';
import { useShellTexts } from '../texts.ts';
import { useVisitorTexts } from './texts.ts';
import styles from './VisitorPage.module.css';
import { VisitorPage } from './VisitorPage.tsx';

/** /welcome: how the registration goes. */
export function WelcomePage() {
	const t = useVisitorTexts();
	useEffect(beginRegistration, []);
	return (
		<VisitorPage title={t('welcomeTitle')} intro={t('welcomeIntro')}>
			<ol className={styles.steps}>
				{([1, 2, 3] as const).map((n) => (
					<li key={n}>
						<h2>{t(`step${n}`)}</h2>
						<p>{t(`step${n}Text`)}</p>
					</li>
				))}
			</ol>
			<div className={styles.ways}>
				<Button renderRoot={(props) => <Link {...props} to="/register" />}>{t('registerCompany')}</Button>
				<SignInWay />
			</div>
			<Questions type="welcomePage" />
		</VisitorPage>
	);
}

/** What Luvalla is, and the way in. */
export function SharedPage() {
	const t = useVisitorTexts();
	return (
		<VisitorPage title={t('sharedTitle')} intro={t('sharedIntro')}>
			<div className={styles.sections}>
				{([1, 2, 3, 4] as const).map((n) => (
					<section key={n}>
						<h2>{t(`shared${n}`)}</h2>
						<p>{t(`shared${n}Text`)}</p>
					</section>
				))}
			</div>
			<div className={styles.ways}>
				<SignInWay main />
				<Button variant="default" data-strong renderRoot={(props) => <Link {...props} to="/register" />}>
					{t('registerCompany')}
				</Button>
			</div>
		</VisitorPage>
	);
}

/** /termsandconditions, linked from the registration. */
export function TermsPage() {
	const t = useVisitorTexts();
	return (
		<VisitorPage title={t('terms')} intro={t('termsIntro')}>
			<div className={styles.sections}>
				{([1, 2, 3, 4, 5, 6] as const).map((n) => (
					<section key={n}>
						<h2>{t(`terms${n}`)}</h2>
						<p>{t(`terms${n}Text`)}</p>
					</section>
				))}
			</div>
		</VisitorPage>
	);
}

/** Questions and answers from the content service. */
export function Questions({ type }: { type: 'welcomePage' | 'registration' }) {
	const language = useLanguage();
	return (
		<div className={styles.questions}>
			<HelpText key={language} type={type} limit={HELP_CARDS_LIMIT} />
		</div>
	);
}

function SignInWay({ main = false }: { main?: boolean }) {
	const shell = useShellTexts();
	return (
		<Button component="a" href={loginUrl()} variant={main ? 'filled' : 'default'} data-strong={main ? undefined : true}>
			{shell('contactSignIn')}
		</Button>
	);
}
