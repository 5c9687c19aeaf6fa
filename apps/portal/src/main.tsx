/** Starts the portal: providers, and nothing else. */
import './theme/styles.ts';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { makeRouter } from './app/router.tsx';
import { screens } from './app/screens.ts';
import { isSessionless } from './app/TopLevel.tsx';
import { makeQueryClient } from './lib/calls.ts';
import { followLanguageInFields } from './lib/field-language.ts';
import { onLanguage, startLanguage } from './lib/say.ts';
import { boot, takeReturn } from './lib/session.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

function start(): void {
	const place = document.getElementById('root');
	if (!place) throw new Error('index.html has no #root');
	startLanguage();
	followLanguageInFields();
	// answers of the server are in the language they were asked in
	const queries = makeQueryClient();
	onLanguage(() => void queries.invalidateQueries());
	const router = makeRouter(screens);
	createRoot(place).render(
		<ThemeProvider>
			<QueryClientProvider client={queries}>
				<Notifications position="bottom-right" />
				<RouterProvider router={router} />
			</QueryClientProvider>
		</ThemeProvider>,
	);
	if (!isSessionless(window.location.pathname)) void boot();
}

// the address with the code is left before the router sees it
if (!takeReturn(window.location)) start();
