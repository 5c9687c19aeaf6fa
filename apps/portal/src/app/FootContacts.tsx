import { showCookieSettings } from '#portal/lib/cookie-settings.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { useFrameTexts } from './frame-texts.ts';

/** At the end of every foot: what was said of cookies, changed, and where help is asked for. */
export function FootContacts({ className }: { className: string | undefined }) {
	const t = useFrameTexts();
	return (
		<>
			<button type="button" className={className} onClick={showCookieSettings}>
				{t('cookieSettings')}
			</button>
			<a className={className} href={publicSettings().supportUrl}>
				{t('contactSupport')}
			</a>
		</>
	);
}
