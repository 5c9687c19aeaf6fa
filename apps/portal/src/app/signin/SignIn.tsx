/** The part of the portal for whoever is not signed in: the sign-in at the root, of an authorization that waits, of a link. */
import { useEffect } from 'react';
import { LanguageProvider } from '#portal/lib/say.ts';
import { returnTo } from '#portal/lib/session.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { NoticePlace } from '../NoticePlace.tsx';
import { isSignIn } from '../paths.ts';
import { InteractionPage, LinkPage, SignInArea } from './SignInArea.tsx';

const { pathname, search } = window.location;
const uid = decodeURIComponent(/^\/identity\/interaction\/([^/]+)/.exec(pathname)?.[1] ?? '');

export function SignIn() {
	// what was opened signed out is where signing in leads
	useEffect(() => {
		if (!isSignIn(pathname)) returnTo(pathname + search);
	}, []);
	return (
		<LanguageProvider>
			<ThemeProvider>
				{uid ? <InteractionPage uid={uid} /> : isSignIn(pathname) ? <LinkPage /> : <SignInArea />}
				<NoticePlace />
			</ThemeProvider>
		</LanguageProvider>
	);
}
