/** The portal's pages whose weight is held, each with its goal and its limit. Bytes on the wire, nothing cached; a kB is 1,000. */
import type { BrowserContext, Page } from '@playwright/test';
import type { Stage } from './stage.ts';

export interface Weighed {
	name: string;
	path: (ids: Stage) => string;
	/** Whose session it is opened in; null is nobody's. */
	who: 'admin' | null;
	/** What we want. */
	goalKb: number;
	/** What the tests hold, of everything that comes, fonts and answers of calls too: it never goes up without somebody deciding so. */
	limitKb: number;
	/** Answers that come, each with headers of its own. */
	limitFiles: number;
	shown: (page: Page) => Promise<unknown>;
}

/** The sign-in page of an authorization that waits: its address is made by `/identity/login`. */
const BEGIN = '/identity/login';

const signIn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
const form = (page: Page): Promise<void> => page.getByRole('dialog').getByRole('textbox').first().waitFor();

export const weighed: readonly Weighed[] = [
	{ name: 'landing', path: () => '/', who: null, goalKb: 160, limitKb: 155, limitFiles: 17, shown: signIn },
	{ name: 'sign-in', path: () => BEGIN, who: null, goalKb: 160, limitKb: 155, limitFiles: 18, shown: signIn },
	{
		name: 'list of users with its form',
		// One row: what tests beside this one do to users moves nothing here.
		path: () => '/users?q=admin%40luvalla.localhost&id=admin%40luvalla.localhost',
		who: 'admin',
		goalKb: 260,
		// Was 260: a list says to whoever does not see it how it is sorted and which page came, a page its title; what its
		// schemas are made of waits in getters, which takes 0.3 kB more on the wire and a third of the work off the processor.
		limitKb: 262,
		limitFiles: 22,
		shown: form,
	},
	{
		name: 'list of customers with its form',
		path: () => '/customers?q=Aalto&id=new',
		who: 'admin',
		goalKb: 260,
		limitKb: 261,
		limitFiles: 18,
		shown: form,
	},
	{
		name: 'dashboard',
		path: ({ customerId }) => `/customerdashboard?customer=${customerId}`,
		who: 'admin',
		goalKb: 320,
		// Was 295: columns that lead to rows, messages by channel, what waits for somebody, and their calls; 308: screens of one's own data and
		// of feedback, and the cards of help at its foot.
		limitKb: 312,
		limitFiles: 46,
		shown: (page) => page.getByRole('slider', { name: /^Choices by time/ }).waitFor(),
	},
];

/** Where a page is, and the cookies it needs: an authorization is begun in another context, which leaves nothing cached. */
export const addressOf = async (
	{ path, shown }: Weighed,
	ids: Stage,
	other: BrowserContext,
	origin: string,
): Promise<{ path: string; state: Awaited<ReturnType<BrowserContext['storageState']>> | null }> => {
	const wanted = path(ids);
	if (wanted !== BEGIN) {
		await other.close();
		return { path: wanted, state: null };
	}
	const page = await other.newPage();
	await page.goto(`${origin}${wanted}`);
	await shown(page);
	const state = await other.storageState();
	const found = new URL(page.url()).pathname;
	await other.close();
	return { path: found, state };
};
