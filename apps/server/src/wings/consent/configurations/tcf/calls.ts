/** The TCF configurator's own calls; what both kinds have stands in `configurations/calls.ts`. */
import { tcfTemplates } from '@luvalla/banner/tcf/templates.ts';
import * as tcf from '@luvalla/contract/consent/tcf.ts';
import { vendorsAsked } from '@luvalla/contract/consent/vendor-lists.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { builtFiles } from '../builds.ts';
import { refuseConfiguration } from '../draft.ts';
import { loading } from '../loading.ts';
import { vendorsAskedBy } from './asked.ts';

export const tcfRoutes = ({ storage, settings, log }: Kernel): Route[] => [
	handle(vendorsAsked, ({ scope: { customerId, domains } }) =>
		storage.inTenant(customerId, (tx) => vendorsAskedBy(tx, customerId, domains === 'all' ? null : [...domains])),
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
