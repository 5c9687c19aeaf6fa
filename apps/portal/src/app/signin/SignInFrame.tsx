import { contrast } from '@luvalla/banner/contrast';
import { COPYRIGHT_YEAR } from '@luvalla/contract/constants';
import type { readInteraction } from '@luvalla/contract/identity/signin';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { useTitle } from '#portal/lib/use-title.ts';
import { Horizon } from '#portal/ui/Horizon.tsx';
import { Logo } from '#portal/ui/Logo.tsx';
import { FootContacts } from '../FootContacts.tsx';
import { useFrameTexts, useLinkTexts } from '../frame-texts.ts';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { useSignInTexts } from './messages.ts';
import styles from './SignIn.module.css';

/** Whose sign-in this is, when a customer's application began it. */
export type Brand = NonNullable<z.infer<(typeof readInteraction)['answer']>['application']>;

/** Black or white, whichever is easier to read on a colour; one of them always has 4.5:1. */
const inkOn = (colour: string): string => (contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000');

/** The application's colours as CSS variables; one that it did not choose stays the portal's own. */
const colours = ({ primaryColor, secondaryColor }: Brand): Record<string, string> => ({
	...(primaryColor && { '--brand': primaryColor, '--brand-ink': inkOn(primaryColor) }),
	...(secondaryColor && { '--side': secondaryColor, '--side-ink': inkOn(secondaryColor) }),
});

interface SignInFrameProps {
	title: string;
	intro?: ReactNode;
	brand?: Brand | null;
	children: ReactNode;
}

/** The page around every step of signing in: the form at the left, the horizon or the application's colour at the right. */
export function SignInFrame({ title, intro, brand = null, children }: SignInFrameProps) {
	const t = useSignInTexts();
	const shell = useFrameTexts();
	const visitor = useLinkTexts();
	useTitle(title);
	return (
		<div className={styles.area} style={brand ? colours(brand) : undefined} data-brand={brand?.primaryColor ? true : undefined}>
			<div className={styles.left}>
				<header className={styles.bar}>
					{brand ? (
						<span className={styles.application}>
							{brand.logoUri ? <img src={brand.logoUri} alt="" className={styles.logo} /> : null}
							{brand.name}
						</span>
					) : (
						<a href="/" aria-label="Luvalla" className={styles.brand}>
							<Logo />
						</a>
					)}
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
					{brand ? null : (
						<>
							<a href="/welcome" className={styles.footLink}>
								{visitor('home')}
							</a>
							<a href="/register" className={styles.footLink}>
								{visitor('register')}
							</a>
						</>
					)}
					<a href="/termsandconditions" className={styles.footLink}>
						{visitor('terms')}
					</a>
					<FootContacts className={styles.footLink} />
				</footer>
			</div>
			{brand ? (
				<aside className={styles.side} aria-label={brand.name}>
					<p className={styles.headline}>{brand.name}</p>
					<p className={styles.about}>{t('signsIn', { name: brand.name })}</p>
				</aside>
			) : (
				<aside className={styles.right} aria-label="Luvalla">
					<Horizon wide />
					<div className={styles.words}>
						<p className={styles.headline}>{t('headline')}</p>
						<p className={styles.about}>{t('about')}</p>
					</div>
				</aside>
			)}
		</div>
	);
}
