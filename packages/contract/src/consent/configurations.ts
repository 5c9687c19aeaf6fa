/** Consent-banner configurators, light kind: calls.md section 7. */
import * as z from 'zod';
import { call } from '../call.ts';
import { AsRead, Id } from '../fields.ts';
import { admins, BuildFile, Configuration, deleting, draftFields, listing, loading, readers, saving, templateOf } from './drafts.ts';
import { LightConfig, TemplateName } from './light.ts';

export { Configuration };

export const lightConfigurations = call({
	...listing,
	path: '/cmpconfigurator/lightconfig/{customerId}',
	about: 'Light configurations of a customer on the domains the asker may see.',
});

export const SaveConfiguration = z.object({
	...draftFields,
	type: z.literal(0),
	/** A template path, or NA when none is chosen. */
	template: z.union([z.literal('NA'), TemplateName]),
	/** JSON of a LightConfig; a logo in it takes up to 70,000. */
	config: z.string().max(300_000),
});

export const saveLightConfiguration = call({
	...saving,
	path: '/cmpconfigurator/lightconfig',
	about:
		'Saves a draft under a folder name of its own. 422 with `fields` when config or mapper cannot be a banner; 404 for a domain that is not the customer’s. Of the same title and domain it saves again, unless `savedAt` is null: 409 title_taken.',
	body: SaveConfiguration,
});

export const readConfiguration = call({
	method: 'GET',
	path: '/cmpconfigurator/{id}',
	about: 'One configuration with its config and mapper (JSON strings).',
	params: z.object({ id: Id }),
	answer: Configuration.extend({ config: z.string(), mapper: z.string(), can: z.object({ publish: z.boolean(), delete: z.boolean() }) }),
	may: readers,
	on: 'customer',
	of: 'configuration:params.id',
	failure: 'error occured',
});

export const deleteLightConfiguration = call({ ...deleting, path: '/cmpconfigurator/lightconfig/{folder}' });

export const Template = templateOf(TemplateName);

export const lightTemplates = call({
	...loading,
	path: '/cmpconfigurator/templates/light',
	about: 'The light templates.',
	answer: z.object({ templates: z.array(Template) }),
	failure: 'Invalid template',
});

export const lightTemplate = call({
	...loading,
	path: '/cmpconfigurator/templates/light/{template}',
	about: 'A template with a complete starting configuration in both languages.',
	params: z.object({ template: z.string().max(60) }),
	answer: Template.extend({ config: LightConfig }),
	failure: 'Invalid path',
});

export const sdkFiles = call({
	...loading,
	path: '/cmpconfigurator/sdk',
	about: 'Versions of the loader that a website embeds.',
	answer: z.object({ sdkFiles: z.array(BuildFile) }),
	failure: 'Invalid version',
});

export const lightBundles = call({
	...loading,
	path: '/cmpconfigurator/lightcmpbundle',
	about: 'Versions of the light banner itself.',
	answer: z.object({ bundles: z.array(BuildFile) }),
	failure: 'Invalid version',
});

/** A point of the fair-choice gate. `code` is stable; texts are the portal's. */
export const GateFinding = z.object({ code: z.string(), ok: z.boolean(), measured: z.string(), where: z.string().nullable() });
export type GateFinding = z.infer<typeof GateFinding>;

/** A purpose by its name, and what was said of it by language. */
export const PurposeInWords = z.object({
	name: z.string(),
	wording: z.record(z.string(), z.object({ name: z.string(), about: z.string() })),
});
export type PurposeInWords = z.infer<typeof PurposeInWords>;

export const nextPublication = call({
	method: 'GET',
	path: '/cmpconfigurator/domain/{id}/next',
	about:
		'What the next publication on a domain is numbered, of whichever kind, and what it replaces. Light and TCF banners of a domain are counted together.',
	params: z.object({ id: Id }),
	answer: z.object({
		version: z.int(),
		/** Where the domain's start page is. */
		site: z.string(),
		/** Null: nothing is published there. */
		live: z
			.object({
				folder: z.string(),
				/** The configuration that it was published from. */
				configurationId: Id,
				title: z.string(),
				type: z.union([z.literal(0), z.literal(1)]),
				version: z.int(),
				/** Since when it is served; later than `publishedAt` where it was brought back. */
				since: z.string(),
				publishedAt: z.string(),
				/** Points that were looked at before it was published. */
				points: z.int(),
				/** A browser rendered it for them. */
				measured: z.boolean(),
				/** A vendor list came after it, so publishing the same draft again would change it. */
				outdated: z.boolean(),
				/** Key that is asked about → the purpose that a yes grants. */
				purposes: z.record(z.string(), PurposeInWords),
			})
			.nullable(),
	}),
	may: readers,
	on: 'domain',
	of: 'domain:params.id',
	failure: 'error occured',
});
export type NextPublication = z.infer<typeof nextPublication.answer>;

export const publishConfiguration = call({
	method: 'POST',
	path: '/cmpconfigurator/{folder}/publish',
	about:
		'Publishes a draft to an immutable folder and points the domain at it. 422 unfair_choice with each failing point named; 409 customer_on_hold, customer_not_onboarded, domain_unproven, test_running, draft_changed, changed_meanwhile, and version_taken when it would not be `version` any more.',
	params: z.object({ folder: z.string().max(80) }),
	/** The version that whoever publishes was told, and when the draft that they see was saved. */
	query: z.object({ version: z.coerce.number().int().min(1).optional(), savedAt: AsRead }),
	answer: z.object({
		configuration: Configuration,
		publishedFolder: z.string(),
		version: z.int(),
		findings: z.array(GateFinding),
		snippet: z.string(),
	}),
	may: admins,
	on: 'customer',
	of: 'configuration:params.folder',
	failure: 'error occured',
	success: 'Configuration published successfully.',
});

/** A publication's first languages are pictured on both screens, those after them on a phone, which most visitors have. */
export const PICTURED_LANGUAGES = 6;

/** What was published, and what was read of it. */
export const Publication = z.object({
	folder: z.string(),
	version: z.int(),
	title: z.string(),
	template: z.string(),
	bundleVersion: z.string(),
	publishedAt: z.string(),
	publishedBy: z.string(),
	/** It was rendered and read in a browser before it was published. */
	measured: z.boolean(),
	/** Each with what its point demands, in the reader's language. */
	findings: z.array(GateFinding.extend({ demand: z.string() })),
	/** Paths below `/cmp/{folder}/` of what visitors see: `pictures/en-phone-1.png`. */
	pictures: z.array(z.string()),
	/** It is what the domain serves now. */
	live: z.boolean(),
});
export type Publication = z.infer<typeof Publication>;

export const configurationHistory = call({
	method: 'GET',
	path: '/cmpconfigurator/{id}/history',
	about: 'What was published of a configuration, newest first, with the findings of the gate and the pictures.',
	params: z.object({ id: Id }),
	answer: z.array(Publication),
	may: readers,
	on: 'customer',
	of: 'configuration:params.id',
	failure: 'error occured',
});

export const publicationDifference = call({
	method: 'GET',
	path: '/cmpconfigurator/published/{folder}/difference',
	about: 'Every field in which a publication differs from another one (`from`), by its path in the configuration. Null: it is not there.',
	params: z.object({ folder: z.string().max(80) }),
	query: z.object({ from: z.string().max(80) }),
	answer: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const rollBack = call({
	method: 'POST',
	path: '/cmpconfigurator/published/{folder}/rollback',
	about:
		'Serves an earlier publication of the domain again, byte for byte. 409 already_live, test_running, customer_on_hold, domain_unproven.',
	params: z.object({ folder: z.string().max(80) }),
	answer: z.object({ folder: z.string(), version: z.int(), domainId: Id }),
	may: admins,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
	success: 'Configuration published successfully.',
});
