/** The app of everybody who is signed in, and the pages of visitors: providers, and nothing else. */
import '#portal/theme/app-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { makeQueryClient } from '#portal/lib/calls.ts';
import { followLanguageInFields } from '#portal/lib/field-language.ts';
import { keepFocus } from '#portal/lib/kept-focus.ts';
import { LanguageProvider, onLanguage } from '#portal/lib/say.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { screenAt } from './access.ts';
import { askAhead } from './code.ts';
import { NoticePlace } from './NoticePlace.tsx';
import { makeRouter } from './router.tsx';
import { screens } from './screens.ts';

void followLanguageInFields();
keepFocus();
// answers of the server are in the language they were asked in
const queries = makeQueryClient();
onLanguage(() => void queries.invalidateQueries());
const router = makeRouter(screens);
// the code of the screen that is opened comes while it is asked who opens it
const first = screenAt(screens, location.pathname);
if (first) askAhead(first);

export function App() {
	return (
		<LanguageProvider>
			<ThemeProvider>
				<QueryClientProvider client={queries}>
					<RouterProvider router={router} />
					<NoticePlace />
				</QueryClientProvider>
			</ThemeProvider>
		</LanguageProvider>
	);
}
