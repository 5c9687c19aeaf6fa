import { COPYRIGHT_YEAR } from '@luvalla/contract/constants';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loginUrl } from '#portal/lib/client.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { Logo } from '#portal/ui/Logo.tsx';
import { FootContacts } from '../FootContacts.tsx';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { ThemeMenu } from '../shell/Looks.tsx';
import { useShellTexts } from '../texts.ts';
import { useVisitorTexts } from './texts.ts';
import styles from './VisitorPage.module.css';

/** The shell of visitors: Home, Register, the way to the sign-in, and a page of text or a form. */
export function VisitorPage({ title, intro, children }: { title: string; intro?: ReactNode; children?: ReactNode }) {
	const t = useVisitorTexts();
	const shell = useShellTexts();
	useTitle(title);
	return (
		<div className={styles.page}>
			<a className={styles.skip} href="#main">
				{shell('skip')}
			</a>
			<header className={styles.bar}>
				<a href="/" aria-label="Luvalla" className={styles.brand}>
					<Logo />
				</a>
				<nav aria-label={shell('menu')} className={styles.nav}>
					<Entry to="/welcome">{t('home')}</Entry>
					<Entry to="/register">{t('register')}</Entry>
				</nav>
				<div className={styles.tools}>
					<ThemeMenu />
					<LanguageMenu />
					<a className={styles.entry} href={loginUrl()}>
						{shell('contactSignIn')}
					</a>
				</div>
			</header>
			<main id="main" className={styles.main} tabIndex={-1}>
				<h1 className={styles.title}>{title}</h1>
				{intro ? <p className={styles.intro}>{intro}</p> : null}
				{children}
			</main>
			<footer className={styles.foot}>
				<span>{shell('copyright', { year: String(COPYRIGHT_YEAR) })}</span>
				<Link to="/termsandconditions" className={styles.footLink}>
					{t('terms')}
				</Link>
				<Link to="/privacy" className={styles.footLink}>
					{t('about')}
				</Link>
				<FootContacts className={styles.footLink} />
			</footer>
		</div>
	);
}

function Entry({ to, children }: { to: '/welcome' | '/register'; children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<Link to={to} className={styles.entry} aria-current={pathname === to ? 'page' : undefined} activeProps={{}}>
			{children}
		</Link>
	);
}
