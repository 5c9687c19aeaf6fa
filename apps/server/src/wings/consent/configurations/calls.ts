/** The configurators' calls: a list, saving and deleting of each kind, and what is the same for both. */
import { snippetOf } from '@luvalla/banner/assemble.ts';
import { templates } from '@luvalla/banner/templates.ts';
import * as configurations from '@luvalla/contract/consent/configurations.ts';
import { shownConfiguration } from '@luvalla/contract/consent/ledger.ts';
import { TemplateName } from '@luvalla/contract/consent/light.ts';
import { demandAsRead, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { keepLook, lookBeforehand, lookSoon, siteOf } from '../snippet/look.ts';
import { builtFiles, readBuilt } from './builds.ts';
import { refuseConfiguration } from './draft.ts';
import { removeDraft, saveDraft, sees, shown, visible } from './drafts.ts';
import { kinds } from './kinds.ts';
import { loading } from './loading.ts';
import { servedNow, shownLive } from './next.ts';
import { configurationByFolder, configurationById, listConfigurations, nextVersion, readPublication } from './store.ts';

/** The calls of one kind that are the same but for what the kind says of itself. */
const kindRoutes = (kernel: Kernel, type: 0 | 1): Route[] => {
	const { storage } = kernel;
	const { calls, files, parse } = kinds[type];
	return [
		handle(calls.list, async ({ query, scope }) => {
			const ids = scope.domains === 'all' ? null : [...scope.domains];
			return (await storage.inTenant(scope.customerId, (tx) => listConfigurations(tx, scope.customerId, ids, type, query))).map(shown);
		}),
		handle(calls.save, async ({ asker, body, scope }) => {
			parse(body);
			if ((await readBuilt(body.sdkVersion, files.sdk)) === null || (await readBuilt(body.bundleVersion, files.bundle)) === null)
				throw refuseConfiguration('unknown_bundle');
			return storage.inTenant(scope.customerId, (tx) => saveDraft(tx, kernel, scope, body, asker));
		}),
		handleIn(storage.inTenant, calls.remove, (tx, { asker, params, scope }) => removeDraft(tx, scope, type, params.folder, asker)),
	];
};

export const configurationRoutes = (kernel: Kernel): Route[] => {
	const { storage, settings, log } = kernel;
	return [
		...kindRoutes(kernel, 0),
		...kindRoutes(kernel, 1),
		handle(configurations.readConfiguration, async ({ params, scope }) => {
			const row = visible(scope, await storage.inTenant(scope.customerId, (tx) => configurationById(tx, scope.customerId, params.id)));
			return { ...shown(row), config: row.config, mapper: row.mapper, can: { publish: row.proven, delete: !row.live } };
		}),
		handle(configurations.lightTemplates, () =>
			loading(log, 'templates/light', async () => ({
				templates: Object.values(templates).map(({ name, title, position }) => ({ name, title, position })),
			})),
		),
		handle(configurations.lightTemplate, ({ params }) =>
			loading(log, `templates/light/${params.template}`, async () => {
				const name = TemplateName.safeParse(params.template);
				if (!name.success) throw refuseConfiguration('unknown_template');
				return templates[name.data];
			}),
		),
		handle(configurations.sdkFiles, () => loading(log, 'sdk', async () => ({ sdkFiles: await builtFiles('sdk.js') }))),
		handle(configurations.lightBundles, () => loading(log, 'lightcmpbundle', async () => ({ bundles: await builtFiles('light.js') }))),
		handle(configurations.publishConfiguration, async ({ asker, params, query, scope }) => {
			const read = async (tx: Tx) => visible(scope, await configurationByFolder(tx, scope.customerId, params.folder));
			/** @throws Refused 409 when the next version is not the one that was meant */
			const expected = async (tx: Tx, version: number | undefined) => {
				const row = await read(tx);
				if (version !== undefined && version !== (await nextVersion(tx, row.customer_id, row.domain_id)))
					throw refuseConfiguration('version_taken');
				return row;
			};
			// Measuring takes seconds: read, measure, and publish what was measured.
			const draft = await storage.inTenant(scope.customerId, (tx) => expected(tx, query.version));
			demandAsRead(query.savedAt, draft.saved_at);
			const [publish, looked] = await Promise.all([
				kinds[draft.type].ready(kernel, draft),
				lookBeforehand(kernel, draft.customer_id, draft.domain_id),
			]);
			const { row, published } = await storage.inTenant(scope.customerId, async (tx) => {
				const still = await expected(tx, query.version);
				if (still.saved_at.getTime() !== draft.saved_at.getTime()) throw refuseConfiguration('draft_changed');
				const done = await publish(tx, asker, still);
				if (looked) await keepLook(tx, kernel, still.customer_id, looked);
				await lookSoon(tx, kernel, still.customer_id, still.domain_id);
				return { row: await read(tx), published: done };
			});
			return {
				configuration: shown(row),
				publishedFolder: published.folder,
				version: published.version,
				findings: published.findings,
				snippet: snippetOf(settings.publicUrl, row.domain_id),
			};
		}),
		handle(configurations.nextPublication, async ({ scope }) => {
			if (scope.domainId === null) throw refuse('not_found');
			const row = await storage.inTenant(scope.customerId, (tx) => servedNow(tx, scope.customerId, scope.domainId));
			if (!row) throw refuse('not_found');
			return { version: row.next, site: siteOf(settings, row.host), live: shownLive(row) };
		}),
		handle(shownConfiguration, async ({ params, scope }) => {
			const row = await storage.inTenant(scope.customerId, (tx) => readPublication(tx, scope.customerId, params.folder));
			if (!row || !sees(scope, row.domain_id)) throw refuse('not_found');
			return {
				folder: row.folder,
				domainId: row.domain_id,
				config: row.config,
				template: row.template,
				bundleVersion: row.bundle_version,
				version: row.version,
			};
		}),
	];
};
