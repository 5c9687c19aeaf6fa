/** The portal's own consent preferences, shown by the banner runtime (issue 2: necessary only, no customer's ledger). */
import { notifyFailure } from './notices.ts';
import { currentLanguage } from './say.ts';

/** Opens the preferences; the runtime is loaded when it is first asked for. */
async function openCookieSettings(): Promise<void> {
	const banner = await import('@luvalla/banner/portal.ts');
	banner.openCookieSettings(currentLanguage());
}

/** Opens the preferences; that they could not be loaded is said, as nothing else would show it. */
export function showCookieSettings(): void {
	openCookieSettings().catch((error: unknown) => notifyFailure(error instanceof Error ? error.message : String(error)));
}
