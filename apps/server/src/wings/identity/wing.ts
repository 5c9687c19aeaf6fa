/** Identity: who people are, how they sign in, what they may do. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '#kernel/http/handle.ts';
import type { SendPortal } from '#kernel/http/portal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { accountRoutes } from './account/calls.ts';
import { keptOfUser } from './account/kept.ts';
import { applicationRoutes } from './applications/calls.ts';
import { knowsOrigin } from './applications/store.ts';
import { askerOfToken } from './applications/tokens.ts';
import { registerElement } from './element/routes.ts';
import { passkeyRoutes } from './passkeys/calls.ts';
import type { Places } from './places.ts';
import { assistRoutes, workAssistance } from './sessions/assist.ts';
import { sessionRoutes } from './sessions/calls.ts';
import { sweepExpired } from './signin/adapter.ts';
import { workLogouts } from './signin/ending.ts';
import { lazyProvider } from './signin/lazy-provider.ts';
import { registerProvider, registerSignIn, type SignInParts, signInCalls } from './signin/routes.ts';
import { userRoutes } from './users/calls.ts';

export { addUser, adminAddresses, adminHasSignedIn, deleteUser, firstAdmin, setRole } from './account/people.ts';
export { insertApplication, isApplication, loginFor } from './applications/store.ts';
export { DOMAIN_TOKEN_PREFIX } from './applications/tokens.ts';
export type { Belongings, Places, SessionFacts } from './places.ts';
export { endAssistancesOf } from './sessions/assist.ts';
export { printedLink } from './signin/challenge.ts';
export { proveBrowser } from './signin/routes.ts';
export { refuseUser, shownUser } from './users/calls.ts';
export {
	anotherAdmin,
	listUsers,
	rolesOf,
	setRoles,
	type UserRow,
	unknownRoles,
	userByEmail,
	userName,
} from './users/store.ts';

export const identityWing = async (kernel: Kernel, places: Places) => {
	kernel.hooks.keptOfUser.on(keptOfUser);
	const provider = lazyProvider({ ...kernel, places });
	const parts: SignInParts = { ...kernel, places, provider, publicUrl: kernel.settings.publicUrl };
	return {
		routes: [
			...accountRoutes(kernel, places),
			...userRoutes(kernel, places),
			...sessionRoutes(kernel, parts),
			...assistRoutes(kernel),
			...signInCalls(parts),
			...passkeyRoutes(parts),
			...applicationRoutes(kernel, places),
		] satisfies Route[],
		async register(app: FastifyInstance, sendPortal: SendPortal): Promise<void> {
			registerSignIn(app, parts, sendPortal);
			await registerElement(app, kernel.storage);
			await registerProvider(app, parts);
		},
		/** Who a bearer token is. */
		askerOfToken: (token: string) => askerOfToken(kernel.storage, places, provider, `${kernel.settings.publicUrl}/api`, token),
		/** Whether any application names this origin. */
		knowsOrigin: (origin: string) => knowsOrigin(kernel.storage, origin),
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			await workAssistance(working);
			await workLogouts(working);
			await kernel.jobs.schedule('sweep-expired', '*/10 * * * *', async () => void (await sweepExpired(working.storage)));
		},
	};
};
