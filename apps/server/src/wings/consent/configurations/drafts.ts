/** Drafts of either kind: saved and deleted, with their rows of activity, and shown to whoever may see their domain. */
import type * as configurations from '@luvalla/contract/consent/configurations.ts';
import * as z from 'zod';
import { recorderOf } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { demandAsRead, refuse, type Sentences } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { holdNames } from '#kernel/storage/names.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { domainByHost } from '../../tenancy/wing.ts';
import { withoutPictures } from './difference.ts';
import { refuseConfiguration } from './draft.ts';
import {
	type ConfigurationRow,
	configurationByFolder,
	configurationById,
	configurationByTitle,
	deleteConfiguration,
	insertConfiguration,
	updateConfiguration,
} from './store.ts';

export const shown = (row: ConfigurationRow): configurations.Configuration => ({
	id: row.configuration_id,
	folder: row.folder,
	customerId: row.customer_id,
	domain: row.host,
	domainId: row.domain_id,
	title: row.title,
	type: row.type,
	template: row.template,
	sdkVersion: row.sdk_version,
	bundleVersion: row.bundle_version,
	status: row.published_folder !== null && !row.changed ? 1 : 0,
	version: row.version ?? 0,
	publishedFolder: row.published_folder,
	publishedAt: row.published_at?.toISOString() ?? null,
	savedAt: row.saved_at.toISOString(),
	savedBy: row.saved_by,
	live: row.live,
	inTest: row.in_test,
});

export const sees = (scope: Scope, domainId: string): boolean => scope.domains === 'all' || scope.domains.has(domainId);

/** A row the asker may see, or 404. */
export const visible = (scope: Scope, row: ConfigurationRow | null): ConfigurationRow => {
	if (!row || !sees(scope, row.domain_id)) throw refuse('not_found');
	return row;
};

/** What both kinds of configurator save. */
type DraftBody = Omit<z.infer<typeof configurations.SaveConfiguration>, 'type' | 'template'> & { type: 0 | 1; template: string };

/** Saving again goes to the named draft, else to the one of the same title and domain, else to a new one. */
const save = async (tx: Tx, scope: Scope, body: DraftBody, savedBy: string) => {
	const { customerId } = scope;
	await holdNames(tx, customerId, 'banners');
	const domain = await domainByHost(tx, customerId, body.domain);
	if (!domain || !sees(scope, domain.domain_id)) throw refuse('not_found');
	const named = await configurationByTitle(tx, customerId, domain.domain_id, body.type, body.title);
	const before = body.id === undefined ? named : visible(scope, await configurationById(tx, customerId, body.id));
	if (before && before.type !== body.type) throw refuse('not_found');
	if (named && (body.savedAt === null || named.configuration_id !== before?.configuration_id)) throw refuseConfiguration('title_taken');
	if (before) demandAsRead(body.savedAt ?? undefined, before.saved_at);
	const draft = {
		domainId: domain.domain_id,
		title: body.title,
		type: body.type,
		template: body.template,
		sdkVersion: body.sdkVersion,
		bundleVersion: body.bundleVersion,
		config: body.config,
		mapper: body.mapper === '' ? '{}' : body.mapper,
		savedBy,
	};
	const id = before?.configuration_id ?? newId();
	if (before) await updateConfiguration(tx, customerId, id, draft);
	else await insertConfiguration(tx, customerId, id, `d${id}`, draft);
	return { before, after: visible(scope, await configurationById(tx, customerId, id)) };
};

const record = recorderOf('configuration', ({ title, template, sdk_version, bundle_version, host, config, mapper }: ConfigurationRow) => ({
	title,
	template,
	sdk_version,
	bundle_version,
	host,
	// The log says that it is another picture, and does not keep each.
	config: withoutPictures(config),
	mapper,
}));

const Segments = z.object({ segments: z.record(z.string(), z.array(z.string())).default({}) });
const segmentsIn = (mapper: string): Record<string, string[]> => Segments.parse(JSON.parse(mapper === '' ? '{}' : mapper)).segments;

/**
 * Whoever saves names segments that they may put people into on this domain; what stood there before may stay.
 * @throws Refused 422 by field
 */
const demandSegments = async (
	tx: Tx,
	hooks: Kernel['hooks'],
	scope: Scope,
	{ before, after }: { before: ConfigurationRow | null; after: ConfigurationRow },
): Promise<void> => {
	const stood = before ? segmentsIn(before.mapper) : {};
	const named = Object.entries(segmentsIn(after.mapper)).map(([key, ids]) => ({ key, ids: ids.filter((id) => !stood[key]?.includes(id)) }));
	const segments = [...new Set(named.flatMap(({ ids }) => ids))];
	if (segments.length === 0) return;
	const usable = new Set((await hooks.choosable.ask(tx, { scope: { ...scope, domainId: after.domain_id }, segments })).flat());
	const wrong = named.filter(({ ids }) => ids.some((id) => !usable.has(id)));
	if (wrong.length > 0) throw refuse('not_usable', Object.fromEntries(wrong.map(({ key }) => [`mapper.segments.${key}`, NOT_CHOOSABLE])));
};

const NOT_CHOOSABLE: Sentences = {
	en: 'Choose active segments without a rule that you may use on this domain',
	fi: 'Valitse käytössä olevia segmenttejä, joilla ei ole sääntöä ja joita voit käyttää tällä verkkotunnuksella',
};

/** Saves a draft and writes the activity row. */
export const saveDraft = async (tx: Tx, { hooks }: Pick<Kernel, 'hooks'>, scope: Scope, body: DraftBody, asker: Asker) => {
	const { before, after } = await save(tx, scope, body, asker.email);
	await demandSegments(tx, hooks, scope, { before, after });
	await record(tx, { asker, scope }, before ? 'changed' : 'added', after.configuration_id, before, after);
	return shown(after);
};

/** Deletes a draft of that kind that is not live and writes the activity row. @throws Refused 404 for one of the other kind, too */
export const removeDraft = async (tx: Tx, scope: Scope, type: 0 | 1, folder: string, asker: Asker) => {
	const row = visible(scope, await configurationByFolder(tx, scope.customerId, folder));
	if (row.type !== type) throw refuse('not_found');
	if (row.live) throw refuseConfiguration('configuration_live');
	await deleteConfiguration(tx, row);
	await record(tx, { asker, scope }, 'deleted', row.configuration_id, row, null);
	return { folder: row.folder };
};
