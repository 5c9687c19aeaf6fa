/** The top-level switch (portal.md section 2): which app an address and a person get. */
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { late } from '#portal/lib/late.tsx';
import { isRegistering, type Person, returnTo, rootTarget } from '#portal/lib/session.ts';
import { useSession } from '#portal/lib/use-session.ts';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { RisingMark } from '#portal/ui/Logo.tsx';
import { screenAt } from './access.ts';
import { ConfirmIdentity } from './confirm/ConfirmIdentity.tsx';
import { WidePage } from './pages/PlainPage.tsx';
import { FailedPage, NormalUserDenied } from './pages/plain-pages.tsx';
import { isSessionless, OWN_PAGES } from './paths.ts';
import type { Screen } from './screen.ts';
import { Feedback } from './shell/Feedback.tsx';
import { LogoutButton, Shell } from './shell/Shell.tsx';
import { useShellTexts } from './texts.ts';

/** Stands for the whole page. */
function Rising() {
	return <RisingMark label={useShellTexts()('loading')} />;
}

/** Comes for those who act for another alone; nothing of the page is shown before it. */
const AssistFrame = late(() => import('./assist/AssistBar.tsx').then((m) => m.AssistFrame), Rising);
const SessionOver = late(() => import('./confirm/SessionOver.tsx').then((m) => m.SessionOver));
const SignInArea = late(() => import('./signin/SignInArea.tsx').then((m) => m.SignInArea), Rising);

export function TopLevel({ screens }: { screens: readonly Screen[] }) {
	const session = useSession();
	const { pathname } = useLocation();
	if (isSessionless(pathname)) return <Outlet />;
	switch (session.at) {
		case 'booting':
			return <Rising />;
		case 'failed':
			return <FailedPage error={session.error} />;
		case 'signedOut':
			// the registration flow's root is its form
			if (pathname === '/' && isRegistering()) return <Go to={() => '/register'} />;
			return (
				<Remembering>
					<SignInArea />
				</Remembering>
			);
		case 'signedIn': {
			const area = <SignedIn screens={screens} person={session.person} pathname={pathname} />;
			return (
				<>
					{session.assisted ? <AssistFrame assisted={session.assisted}>{area}</AssistFrame> : area}
					<ConfirmIdentity />
					{session.over ? <SessionOver /> : null}
				</>
			);
		}
	}
}

function SignedIn({ screens, person, pathname }: { screens: readonly Screen[]; person: Person; pathname: string }) {
	if (pathname === '/redirect') return <Outlet />;
	if (person.isNormalUser) {
		if (pathname === '/' || OWN_PAGES.some((path) => path === pathname))
			return (
				<NormalUserPage>
					<MyApp>{pathname === PROFILE ? <Profile /> : null}</MyApp>
				</NormalUserPage>
			);
		if (pathname === CONFIRM_ADDRESS)
			return (
				<NormalUserPage>
					<Outlet />
				</NormalUserPage>
			);
		return screenAt(screens, pathname) ? <Go to={() => '/redirect'} /> : <NormalUserDenied />;
	}
	if (pathname === '/') return <Go to={rootTarget} />;
	return (
		<Shell screens={screens}>
			<Outlet />
		</Shell>
	);
}

const PROFILE = '/profile';
/** Where a link leads that was mailed to another address of somebody. */
const CONFIRM_ADDRESS = '/confirmaddress';
const Profile = late(() => import('#portal/wings/identity/profile/ProfileScreen.tsx').then((m) => m.ProfileScreen), PageSkeleton);

const MyApp = late(() => import('#portal/wings/profiles/my-data/MyApp.tsx').then((m) => m.MyApp), PageSkeleton);

/** A normal user has no shell: the pages of their own data as tabs, the profile among them. */
function NormalUserPage({ children }: { children: ReactNode }) {
	const t = useShellTexts();
	return (
		<WidePage name={t('normalApp')} tools={<Feedback />} way={<LogoutButton />}>
			{children}
		</WidePage>
	);
}

/** Leads on without leaving an entry in the history. */
function Go({ to }: { to: () => string }) {
	const router = useRouter();
	// biome-ignore lint/correctness/useExhaustiveDependencies: leads on once; the target is read at that moment
	useEffect(() => {
		router.history.replace(to());
	}, []);
	return <Rising />;
}

/** Keeps the address that was opened signed out, so that signing in leads there. */
function Remembering({ children }: { children: ReactNode }) {
	useEffect(() => returnTo(window.location.pathname + window.location.search), []);
	return children;
}
