/** What was published: its history, what changed between two publications, and serving an earlier one again. */
import * as configurations from '@luvalla/contract/consent/configurations.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { type Language, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { setLiveBanner } from '../../tenancy/wing.ts';
import { differences } from './difference.ts';
import { refuseConfiguration } from './draft.ts';
import { mayPublish } from './publish.ts';
import { demandOf } from './sentences.ts';
import { configurationById, listPublications, type PublicationRow, publicationByFolder, tellOfBanner } from './store.ts';

const shown = (row: PublicationRow, language: Language): configurations.Publication => ({
	folder: row.folder,
	version: row.version,
	title: row.title,
	template: row.template,
	bundleVersion: row.bundle_version,
	publishedAt: row.published_at.toISOString(),
	publishedBy: row.published_by,
	measured: row.measured,
	findings: row.findings.map((finding) => ({ ...finding, demand: demandOf(finding.code)[language] })),
	pictures: row.pictures,
	live: row.live,
});

/** A publication on a domain that the asker may see, or 404. */
const visible = async (tx: Tx, scope: Scope, folder: string): Promise<PublicationRow> => {
	const row = await publicationByFolder(tx, scope.customerId, folder);
	if (!row || (scope.domains !== 'all' && !scope.domains.has(row.domain_id))) throw refuse('not_found');
	return row;
};

export const historyRoutes = ({ storage }: Kernel): Route[] => [
	handleIn(storage.inTenant, configurations.configurationHistory, async (tx, { params, scope, language }) => {
		const row = await configurationById(tx, scope.customerId, params.id);
		if (!row || (scope.domains !== 'all' && !scope.domains.has(row.domain_id))) throw refuse('not_found');
		return (await listPublications(tx, scope.customerId, params.id)).map((one) => shown(one, language));
	}),
	handleIn(storage.inTenant, configurations.publicationDifference, async (tx, { params, query, scope }) => {
		const [before, after] = [await visible(tx, scope, query.from), await visible(tx, scope, params.folder)];
		const facts = ({ title, template, bundle_version, config, purposes }: PublicationRow) => ({
			title,
			template,
			bundleVersion: bundle_version,
			...JSON.parse(config),
			purposes: Object.fromEntries(Object.entries(purposes).map(([key, { name, version }]) => [key, `${name} (${version})`])),
		});
		return differences(facts(before), facts(after));
	}),
	handleIn(storage.inTenant, configurations.rollBack, async (tx, { asker, params, scope }) => {
		const row = await visible(tx, scope, params.folder);
		if (row.live) throw refuseConfiguration('already_live');
		await mayPublish(tx, scope.customerId, row.domain_id);
		const { folder, version, title, domain_id: domainId } = row;
		const publishedAt = row.published_at.toISOString();
		await setLiveBanner(tx, scope.customerId, domainId, { folder, title, version, publishedAt, since: now().toISOString() });
		await recordActivity(tx, scope.customerId, asker, {
			action: 'rolled_back',
			thing: 'configuration',
			thingId: row.configuration_id,
			after: { folder, version, title },
		});
		await tellOfBanner(tx, scope.customerId, domainId);
		return { folder, version, domainId };
	}),
];
