/** The program put together: kernel, wings, routes. What main.ts starts and tests start too. */
import { join } from 'node:path';
import { allCalls, features } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import type { FastifyInstance } from 'fastify';
import { createAskers, type WhoAsks } from '#kernel/access/asker.ts';
import { openBrowsers } from '#kernel/browsers/browsers.ts';
import { startFiles } from '#kernel/files/files.ts';
import { createHooks } from '#kernel/hooks.ts';
import { addBrowserParts, compressAnswers, createApp } from '#kernel/http/app.ts';
import { type CallHost, registerCalls, TOKEN_PREFIX } from '#kernel/http/calls.ts';
import { createCookies } from '#kernel/http/cookies.ts';
import { registerCors } from '#kernel/http/cors.ts';
import { registerDocs } from '#kernel/http/docs.ts';
import { refuse } from '#kernel/http/errors.ts';
import { openGeo } from '#kernel/http/geo.ts';
import type { Route } from '#kernel/http/handle.ts';
import { registerHealth } from '#kernel/http/health.ts';
import { createLimits } from '#kernel/http/limit.ts';
import { registerLive } from '#kernel/http/live.ts';
import { registerFonts } from '#kernel/http/look.ts';
import { registerMailbox } from '#kernel/http/mailbox.ts';
import { createMeasures } from '#kernel/http/measures.ts';
import { registerAssets, registerPortal } from '#kernel/http/portal.ts';
import { openJobs } from '#kernel/jobs/jobs.ts';
import { measureJobs } from '#kernel/jobs/measured.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Log } from '#kernel/log.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { startMail } from '#kernel/outbound/mail.ts';
import { runRoutes } from '#kernel/runs/calls.ts';
import { createRuns } from '#kernel/runs/runs.ts';
import { createSecrets } from '#kernel/secrets.ts';
import { type Settings, scanAllowance } from '#kernel/settings.ts';
import { measurePools } from '#kernel/storage/measured.ts';
import { startMonths } from '#kernel/storage/months.ts';
import { createReach } from '#kernel/storage/reach.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { billingWing } from './wings/billing/wing.ts';
import { consentWing, SCANS_AT_ONCE } from './wings/consent/wing.ts';
import { engagementWing } from './wings/engagement/wing.ts';
import { guidanceWing } from './wings/guidance/wing.ts';
import { identityWing } from './wings/identity/wing.ts';
import { insightWing } from './wings/insight/wing.ts';
import { peopleWing } from './wings/people/wing.ts';
import { profilesWing } from './wings/profiles/wing.ts';
import { createPlaces, tenancyWing } from './wings/tenancy/wing.ts';

const PORTAL = join(import.meta.dirname, '../../portal/dist');

/** Begin what is no page of the portal, whoever asks. */
const OTHERS = /^\/(api|identity|edge|cmp|assets|fonts|t|u|mailbox)(\/|$)/i;

export interface Server {
	readonly app: FastifyInstance;
	readonly kernel: Kernel;
	/** Listens for customers' own hosts, where the settings say so; `stop` ends it. */
	serveHosts(): Promise<void>;
	/** Ends what was started here, storage excepted. */
	stop(): Promise<void>;
}

/** What wings stand on. Tokens are the identity wing's, which itself stands on this: it says by `knowTokens` whose they are. */
const openKernel = async (settings: Settings, storage: Storage, log: Log) => {
	const geo = await openGeo(settings);
	const secrets = createSecrets(storage.secretKey);
	const jobs = await openJobs(settings, storage, log);
	const places = createPlaces(storage);
	let byToken: WhoAsks = async () => null;
	const askers = await createAskers(storage, (id) =>
		id.startsWith(TOKEN_PREFIX) ? byToken(id.slice(TOKEN_PREFIX.length)) : places.askerOfSession(id),
	);
	const kernel: Kernel = {
		settings,
		log,
		storage,
		secrets,
		hooks: createHooks(),
		jobs,
		askers,
		cookies: createCookies(settings),
		geo,
		browsers: openBrowsers(settings.chromiumPath, log, {
			publishing: { atOnce: 1, guard: null },
			scan: { atOnce: SCANS_AT_ONCE, guard: createGuard(scanAllowance(settings)), takesThirdPartyCookies: true },
		}),
		runs: createRuns({ storage: storage.forWork, jobs, log }),
		reach: createReach(log),
		limits: createLimits({ storage, secrets }),
		measures: createMeasures(log),
	};
	measureJobs(kernel.measures, storage);
	measurePools(kernel.measures, storage);
	const knowTokens = (by: WhoAsks): void => {
		byToken = by;
	};
	return { kernel, places, knowTokens };
};

const openWings = async (kernel: Kernel, places: ReturnType<typeof createPlaces>) => ({
	identity: await identityWing(kernel, places),
	tenancy: tenancyWing(kernel),
	billing: billingWing(kernel),
	people: peopleWing(kernel),
	consent: consentWing(kernel),
	profiles: profilesWing(kernel),
	engagement: engagementWing(kernel),
	// A report that is mailed is read with the rights of whoever asked for it.
	insight: insightWing(kernel, (userId) => {
		const at = new Date(0);
		return places.askerOfUser(userId, { sessionId: '', actorId: null, contextKey: '', confirmedAt: at, expiresAt: at });
	}),
});
type Wings = Awaited<ReturnType<typeof openWings>>;

/** @throws where a call of the contract has no handler */
const routesOf = (kernel: Kernel, wings: Wings): Route[] => {
	const routes = [...runRoutes(kernel, kernel.runs), ...[...Object.values(wings), guidanceWing(kernel)].flatMap((wing) => wing.routes)];
	const missing = allCalls.filter((call) => !routes.some((route) => route.call === call));
	if (missing.length > 0) throw new Error(`Calls of the contract without a handler: ${missing.map(nameOf).join(', ')}`);
	return routes;
};

/** Whatever is asked for over HTTP. @param stops takes what ends it */
const registerAll = async (app: FastifyInstance, kernel: Kernel, wings: Wings, portal: string, stops: (() => Promise<void>)[]) => {
	const { settings } = kernel;
	const { identity, tenancy, billing, consent, profiles, engagement } = wings;
	const host: CallHost = { ...kernel, ownOrigin: settings.publicUrl };
	const routes = routesOf(kernel, wings);
	registerCalls(
		app,
		host,
		routes.filter(({ call }) => call.api === 'edge'),
	);
	billing.register(app);
	engagement.registerTracking(app);
	await registerAssets(app, portal);
	registerFonts(app);
	await app.register(async (pages) => {
		await addBrowserParts(pages, settings);
		registerCors(pages, settings.publicUrl, identity.knowsOrigin);
		await pages.register(async (calls) => {
			await compressAnswers(calls, 'asked');
			registerCalls(
				calls,
				host,
				routes.filter(({ call }) => call.api !== 'edge'),
			);
		});
		await compressAnswers(pages, 'every');
		registerDocs(pages, features, { publicUrl: settings.publicUrl, sessionCookie: kernel.cookies.name('session', true) });
		tenancy.register(pages);
		await consent.register(pages);
		profiles.register(pages);
		engagement.register(pages);
		const live = await registerLive(pages, host, kernel.log);
		stops.push(() => live.stop());
		if (settings.smtpUrl === null && settings.isLocal) registerMailbox(pages, kernel);
		const page = await registerPortal(pages, settings, portal, billing.lets);
		await identity.register(pages, page.send);
		// Paths of the portal are its own router's. What is nobody's is 404; a person reads that in the portal's page.
		pages.setNotFoundHandler((request, reply) => {
			const { method, url } = request;
			if ((method !== 'GET' && method !== 'HEAD') || OTHERS.test(url)) throw refuse('not_found');
			if (page.has(url)) return page.send(reply);
			if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) throw refuse('not_found');
			return page.send(reply.status(404));
		});
	});
};

/** Everything but listening. `portal` is the folder of the built portal. */
export const createServer = async (settings: Settings, storage: Storage, log: Log, portal: string = PORTAL): Promise<Server> => {
	const { kernel, places, knowTokens } = await openKernel(settings, storage, log);
	const { jobs, runs } = kernel;
	const app = createApp(settings, log);
	app.doors.observe = registerHealth(app, storage, settings.databaseUrl === null ? settings.dataDir : null, log, settings, kernel.measures);

	const stops: (() => Promise<void>)[] = [];
	const wings = await openWings(kernel, places);
	const { identity, tenancy, billing, people, consent, profiles, engagement, insight } = wings;
	knowTokens(identity.askerOfToken);
	if (settings.role !== 'worker') await registerAll(app, kernel, wings, portal, stops);
	if (settings.role !== 'web') {
		await startMonths(storage, jobs, log);
		await startFiles(storage.forWork, jobs);
		await identity.work();
		await tenancy.work();
		await billing.work();
		await people.work();
		await consent.work();
		await profiles.work();
		await engagement.work();
		await insight.work();
		await runs.work();
	}
	const endMail = await startMail(settings, storage.forWork, jobs, log);

	return {
		app,
		kernel,
		async serveHosts() {
			const hosts = await tenancy.serveHosts(app.server);
			stops.push(() => hosts.stop());
		},
		async stop() {
			for (const end of stops) await end();
			await app.close();
			await insight.stop();
			await consent.stop();
			await engagement.stop();
			await profiles.stop();
			await people.stop();
			await runs.stop();
			await jobs.stop();
			endMail();
			await kernel.browsers.close();
			await kernel.askers.stop();
		},
	};
};
