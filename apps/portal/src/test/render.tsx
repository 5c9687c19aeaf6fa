/** Renders the portal as main.tsx does, over handlers, at an address. */
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { makeRouter } from '../app/router.tsx';
import type { Screen } from '../app/screen.ts';
import { screens as allScreens } from '../app/screens.ts';
import { makeQueryClient } from '../lib/calls.ts';
import { LanguageProvider } from '../lib/say.ts';
import { boot } from '../lib/session.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { comeBack } from './people.ts';
import { server } from './setup.ts';
import { setupUser } from './user.ts';

interface Options {
	handlers: readonly HttpHandler[];
	/** Another list of screens than the real one. */
	screens?: readonly Screen[];
	/** Runs the boot sequence (default). */
	boots?: boolean;
}

/** Gives the router (its state tells the address) and a user. */
export async function renderApp(path: string, { handlers, screens = allScreens, boots = true }: Options) {
	server.use(...handlers);
	const router = makeRouter(screens, createMemoryHistory({ initialEntries: [path] }));
	const view = render(
		<LanguageProvider>
			<ThemeProvider env="test">
				<QueryClientProvider client={makeQueryClient()}>
					<Notifications />
					<RouterProvider router={router} />
				</QueryClientProvider>
			</ThemeProvider>
		</LanguageProvider>,
	);
	if (boots) {
		comeBack();
		await boot();
	}
	return { ...view, router, user: setupUser(), path: () => router.state.location.pathname };
}
