import { COPYRIGHT_YEAR } from '@luvalla/contract/constants';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicSettings } from '#portal/lib/settings.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { Horizon } from '#portal/ui/Horizon.tsx';
import { Logo } from '#portal/ui/Logo.tsx';
import { useVisitorTexts } from '../pages/texts.ts';
import { LanguageMenu } from '../shell/Looks.tsx';
import { showCookieSettings } from '../shell/Sidebar.tsx';
import { useShellTexts } from '../texts.ts';
import { useSignInTexts } from './messages.ts';
import styles from './SignIn.module.css';

/** The page around every step of signing in: the form at the left, the horizon at the right. */
export function SignInFrame({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
	const t = useSignInTexts();
	const shell = useShellTexts();
	const visitor = useVisitorTexts();
	useTitle(title);
	return (
		<div className={styles.area}>
			<div className={styles.left}>
				<header className={styles.bar}>
					<a href="/" aria-label="Luvalla" className={styles.brand}>
						<Logo />
					</a>
					<LanguageMenu long />
				</header>
				<main className={styles.middle}>
					<div className={styles.form}>
						<h1 className={styles.title}>{title}</h1>
						{intro ? <p className={styles.intro}>{intro}</p> : null}
						{children}
					</div>
				</main>
				<footer className={styles.foot}>
					<span>{shell('copyright', { year: String(COPYRIGHT_YEAR) })}</span>
					<Link to="/welcome" className={styles.footLink}>
						{visitor('home')}
					</Link>
					<Link to="/register" className={styles.footLink}>
						{visitor('register')}
					</Link>
					<Link to="/termsandconditions" className={styles.footLink}>
						{visitor('terms')}
					</Link>
					<button type="button" className={styles.footLink} onClick={showCookieSettings}>
						{shell('cookieSettings')}
					</button>
					<a className={styles.footLink} href={publicSettings().supportUrl}>
						{shell('contactSupport')}
					</a>
				</footer>
			</div>
			<aside className={styles.right} aria-label="Luvalla">
				<Horizon wide />
				<div className={styles.words}>
					<p className={styles.headline}>{t('headline')}</p>
					<p className={styles.about}>{t('about')}</p>
				</div>
			</aside>
		</div>
	);
}
