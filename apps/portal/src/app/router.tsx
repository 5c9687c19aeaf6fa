/** The router, made from the one list of screens. */
import { createRootRoute, createRoute, createRouter, type RouterHistory, redirect, useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { late, useCode } from '#portal/lib/late.tsx';
import { useSay } from '#portal/lib/say.ts';
import { parseSearch, stringifySearch } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { mayOpen } from './access.ts';
import { codeOfScreen } from './code.ts';
import { AccessDenied } from './pages/AccessDenied.tsx';
import { BrokenPage, ContactPage, RedirectPage } from './pages/plain-pages.tsx';
import { MOVED, type PlainPath, SHARED_PATHS, type SignInPath } from './paths.ts';
import type { Screen } from './screen.ts';
import { TopLevel } from './TopLevel.tsx';

/** A screen behind its guard: whoever may not open it reads the access-denied page. */
function GuardedScreen({ screen }: { screen: Screen }) {
	const person = usePerson();
	const say = useSay();
	useTitle(say(screen.title));
	if (!mayOpen(screen, person)) return <AccessDenied />;
	return <LoadedScreen screen={screen} />;
}

function LoadedScreen({ screen }: { screen: Screen }) {
	const There = useCode(codeOfScreen(screen));
	return There ? <There /> : <PageSkeleton />;
}

/** A page outside the list of screens that few people open: its code comes with it. */
function outside(load: () => Promise<ComponentType>): () => ReactNode {
	const Page = late(load, PageSkeleton);
	return () => <Page />;
}

const visitors = () => import('./pages/visitor-pages.tsx');

/** @param history another history, for tests */
export function makeRouter(screens: readonly Screen[], history?: RouterHistory) {
	const root = createRootRoute({
		component: () => <TopLevel screens={screens} />,
		notFoundComponent: () => <AccessDenied unknown />,
		errorComponent: ({ error }: { error: unknown }) => <BrokenPage error={error} />,
	});
	const plain = (path: PlainPath | SignInPath, component: () => ReactNode) => createRoute({ getParentRoute: () => root, path, component });
	const routes = [
		plain('/', () => null),
		plain('/redirect', RedirectPage),
		plain('/contact', ContactPage),
		plain(
			'/welcome',
			outside(() => visitors().then((m) => m.WelcomePage)),
		),
		plain(
			'/register',
			outside(() => import('#portal/wings/tenancy/registration/RegisterPage.tsx').then((m) => m.RegisterPage)),
		),
		plain(
			'/confirmaddress',
			outside(() => import('#portal/wings/profiles/my-data/ConfirmAddress.tsx').then((m) => m.ConfirmAddress)),
		),
		plain(
			'/termsandconditions',
			outside(() => visitors().then((m) => m.TermsPage)),
		),
		plain(
			'/magiclinkinviteconfirmation',
			outside(() => import('#portal/wings/tenancy/invites/InvitePage.tsx').then((m) => m.InvitePage)),
		),
		...SHARED_PATHS.map((path) =>
			plain(
				path,
				outside(() => visitors().then((m) => m.SharedPage)),
			),
		),
		plain(
			'/identity/interaction/$uid',
			outside(() =>
				import('./signin/SignInArea.tsx').then((m) => () => <m.InteractionPage uid={useParams({ strict: false }).uid ?? ''} />),
			),
		),
		plain(
			'/identity/link',
			outside(() => import('./signin/SignInArea.tsx').then((m) => m.LinkPage)),
		),
		...MOVED.map(({ from, to, search }) =>
			createRoute({
				getParentRoute: () => root,
				path: from,
				beforeLoad: ({ search: old, params }) => {
					throw redirect({ to, params, search: { ...Object(old), ...search }, replace: true });
				},
			}),
		),
		...screens.map((screen) =>
			createRoute({
				getParentRoute: () => root,
				path: screen.path,
				validateSearch: (raw: Record<string, unknown>): Record<string, unknown> => screen.search?.parse(raw) ?? {},
				component: () => <GuardedScreen screen={screen} />,
			}),
		),
	];
	return createRouter({
		routeTree: root.addChildren(routes),
		history,
		parseSearch,
		stringifySearch,
		defaultPreload: false,
		scrollRestoration: false,
		notFoundMode: 'root',
	});
}
