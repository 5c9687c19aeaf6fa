/**
 * Starts the portal: finds out which part of it this visitor needs, and loads that part. Signing in is a part of its own,
 * without the app's router, lists and dialogs; the app is loaded while the session is being asked for, where somebody was
 * signed in.
 */
import './theme/styles.ts';
import { createRoot } from 'react-dom/client';
import { isSessionless, isSignIn } from './app/paths.ts';
import { loadFixedTexts } from './lib/fixed-texts.ts';
import { beforeFinnish, currentLanguage, startLanguage } from './lib/say.ts';
import { boot, isRegistering, readSession, takeReturn, wasSignedIn } from './lib/session.ts';

const loadFinnish = () => import('./app/finnish.ts');
const loadApp = async () => {
	const words = currentLanguage() === 'fi' ? loadFinnish() : null;
	const { App } = await import('./app/App.tsx');
	await words;
	beforeFinnish(loadFinnish);
	return App;
};
const loadSignIn = () => import('./app/signin/SignIn.tsx').then((module) => module.SignIn);

async function start(): Promise<void> {
	const place = document.getElementById('root');
	if (!place) throw new Error('index.html has no #root');
	if (startLanguage() === 'fi') await loadFixedTexts();
	const { pathname } = window.location;
	const root = createRoot(place);
	const show = async (load: typeof loadApp | typeof loadSignIn): Promise<void> => {
		const Part = await load();
		root.render(<Part />);
	};
	if (isSignIn(pathname)) return show(loadSignIn);
	if (isSessionless(pathname)) return show(loadApp);
	const session = boot();
	// shown while the session is asked for: its first page is the mark
	if (wasSignedIn()) return show(loadApp);
	const ahead = loadSignIn();
	await session;
	if (readSession().at !== 'signedOut' || (pathname === '/' && isRegistering())) return show(loadApp);
	return show(() => ahead);
}

// the address with the code is left before the router sees it
if (!takeReturn(window.location)) void start();
