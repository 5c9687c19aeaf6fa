/** The top-level switch (portal.md section 2): which app an address and a person get. */
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { returnTo, rootTarget } from '#portal/lib/session.ts';
import { useSession } from '#portal/lib/use-session.ts';
import { RisingMark } from '#portal/ui/Logo.tsx';
import { screenAt } from './access.ts';
import { FailedPage, NormalUserApp, NormalUserDenied } from './pages/plain-pages.tsx';
import type { Screen } from './screen.ts';
import { Shell } from './shell/Shell.tsx';
import { SignInArea } from './signin/SignInArea.tsx';
import { useShellTexts } from './texts.ts';

/** Addresses that need no session; the page does not even ask for one there. */
export const isSessionless = (pathname: string): boolean => pathname === '/contact' || /^\/identity\/(interaction\/|link$)/.test(pathname);

export function TopLevel({ screens }: { screens: readonly Screen[] }) {
	const t = useShellTexts();
	const session = useSession();
	const { pathname } = useLocation();
	if (isSessionless(pathname)) return <Outlet />;
	switch (session.at) {
		case 'booting':
			return <RisingMark label={t('loading')} />;
		case 'failed':
			return <FailedPage error={session.error} />;
		case 'signedOut':
			return (
				<Remembering>
					<SignInArea screens={screens} />
				</Remembering>
			);
		case 'signedIn':
			if (pathname === '/redirect') return <Outlet />;
			if (session.person.isNormalUser) {
				if (pathname === '/') return <NormalUserApp />;
				return screenAt(screens, pathname) ? <Go to={() => '/redirect'} /> : <NormalUserDenied />;
			}
			if (pathname === '/') return <Go to={rootTarget} />;
			return (
				<Shell screens={screens}>
					<Outlet />
				</Shell>
			);
	}
}

/** Leads on without leaving an entry in the history. */
function Go({ to }: { to: () => string }) {
	const t = useShellTexts();
	const router = useRouter();
	// biome-ignore lint/correctness/useExhaustiveDependencies: leads on once; the target is read at that moment
	useEffect(() => {
		router.history.replace(to());
	}, []);
	return <RisingMark label={t('loading')} />;
}

/** Keeps the address that was opened signed out, so that signing in leads there. */
function Remembering({ children }: { children: ReactNode }) {
	useEffect(() => returnTo(window.location.pathname + window.location.search), []);
	return children;
}
