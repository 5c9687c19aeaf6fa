/** The TCF configurator's calls; detail and publish are shared with the light one. */
import { tcfTemplates } from '@luvalla/banner/tcf/templates.ts';
import * as tcf from '@luvalla/contract/consent/tcf.ts';
import { vendorsAsked } from '@luvalla/contract/consent/vendor-lists.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { builtFiles, readBuilt } from '../builds.ts';
import { removeDraft, saveDraft, shown } from '../calls.ts';
import { refuseConfiguration } from '../draft.ts';
import { loading } from '../loading.ts';
import { listConfigurations } from '../store.ts';
import { vendorsAskedBy } from './asked.ts';
import { parseTcfDraft } from './draft.ts';

export const tcfRoutes = ({ storage, hooks, settings, log }: Kernel): Route[] => [
	handle(tcf.tcfConfigurations, async ({ query, scope }) => {
		const ids = scope.domains === 'all' ? null : [...scope.domains];
		return (await storage.inTenant(scope.customerId, (tx) => listConfigurations(tx, scope.customerId, ids, 1, query))).map(shown);
	}),
	handle(vendorsAsked, ({ scope: { customerId, domains } }) =>
		storage.inTenant(customerId, (tx) => vendorsAskedBy(tx, customerId, domains === 'all' ? null : [...domains])),
	),
	handle(tcf.saveTcfConfiguration, async ({ asker, body, scope, network }) => {
		parseTcfDraft(body);
		if ((await readBuilt(body.sdkVersion, 'tcfsdk.js')) === null || (await readBuilt(body.bundleVersion, 'tcf.js')) === null)
			throw refuseConfiguration('unknown_bundle');
		return storage.inTenant(scope.customerId, (tx) => saveDraft(tx, { hooks }, scope, body, asker, network));
	}),
	handle(tcf.deleteTcfConfiguration, async ({ asker, params, scope, network }) =>
		storage.inTenant(scope.customerId, (tx) => removeDraft(tx, scope, 1, params.folder, asker, network)),
	),
	handle(tcf.tcfTemplates, () =>
		loading(log, 'templates/tcf', async () => ({
			templates: Object.values(tcfTemplates).map(({ name, title, position }) => ({ name, title, position })),
		})),
	),
	handle(tcf.tcfTemplate, ({ params }) =>
		loading(log, `templates/tcf/${params.template}`, async () => {
			const name = tcf.TcfTemplateName.safeParse(params.template);
			if (!name.success) throw refuseConfiguration('unknown_template');
			return tcfTemplates[name.data];
		}),
	),
	handle(tcf.tcfBundles, () =>
		loading(log, 'cmpbundle', async () => ({
			bundles: await builtFiles('tcf.js'),
			cmpId: settings.tcfCmpId,
			cmpVersion: settings.tcfCmpVersion,
		})),
	),
];
