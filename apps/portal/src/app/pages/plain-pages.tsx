/** The plain pages: notice of the new site, contact, and a portal that did not open. */
import { Button } from '@mantine/core';
import { browser } from '#portal/lib/client.ts';
import { codeOf } from '#portal/lib/failure.ts';
import { boot } from '#portal/lib/session.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { LogoutButton } from '../shell/Shell.tsx';
import { useShellTexts } from '../texts.ts';
import { AccessDenied } from './AccessDenied.tsx';
import { PlainPage } from './PlainPage.tsx';
import styles from './pages.module.css';

/** /redirect: a notice that a new UI exists, with a link to the new admin site. */
export function RedirectPage() {
	const t = useShellTexts();
	return (
		<PlainPage title={t('redirectTitle')} way={<LogoutButton />}>
			<p className={styles.text}>{t('redirectText')}</p>
			<div className={styles.ways}>
				<Button component="a" href={publicSettings().newAdminUrl}>
					{t('redirectLink')}
				</Button>
			</div>
		</PlainPage>
	);
}

/** /contact: where *Contact support* leads while the operator set no other address. Open to everyone. */
export function ContactPage() {
	const t = useShellTexts();
	return (
		<PlainPage title={t('contactTitle')}>
			<p className={styles.text}>{t('contactText')}</p>
			<p className={styles.text}>{t('contactFeedback')}</p>
			<div className={styles.ways}>
				<Button component="a" href="/">
					{t('toStart')}
				</Button>
			</div>
		</PlainPage>
	);
}

/** An address the normal user's app does not have. */
export function NormalUserDenied() {
	const t = useShellTexts();
	return (
		<main aria-label={t('deniedTitle')}>
			<AccessDenied start="root" unknown />
		</main>
	);
}

/** The boot sequence ended without an answer. */
export function FailedPage({ error }: { error: Error }) {
	const t = useShellTexts();
	return (
		<PlainPage title={t('failedTitle')}>
			<p className={styles.text}>{t('failedText')}</p>
			<p>
				<code>{codeOf(error)}</code>
			</p>
			<div className={styles.ways}>
				<Button onClick={() => void boot()}>{t('tryAgain')}</Button>
			</div>
		</PlainPage>
	);
}

/** A fault of ours while drawing a page. Loading it again is the way on; a new release may have replaced its parts. */
export function BrokenPage({ error }: { error: unknown }) {
	const t = useShellTexts();
	return (
		<PlainPage title={t('brokenTitle')}>
			<p className={styles.text}>{t('brokenText')}</p>
			<p>
				<code>{error instanceof Error ? error.message : String(error)}</code>
			</p>
			<div className={styles.ways}>
				<Button onClick={() => browser.go(window.location.href)}>{t('reload')}</Button>
			</div>
		</PlainPage>
	);
}
