/** Consent-banner configurators, light kind: calls.md section 7. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CustomerId, HostName, Id, line } from '../fields.ts';
import { LightConfig, TemplateName } from './light.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Machines read what people manage. */
const readers = [...admins, 'machine'] as const;

/** A row of the list. `status` 0 draft, 1 published (what is live is exactly this draft). */
export const Configuration = z.object({
	id: Id,
	/** Storage folder of the draft; also what the delete and publish calls take. */
	folder: z.string(),
	customerId: z.int(),
	domain: z.string(),
	domainId: Id,
	title: z.string(),
	type: z.union([z.literal(0), z.literal(1)]),
	template: z.string(),
	sdkVersion: z.string(),
	bundleVersion: z.string(),
	status: z.union([z.literal(0), z.literal(1)]),
	/** Versions published so far; 0: never. */
	version: z.int(),
	publishedFolder: z.string().nullable(),
	publishedAt: z.string().nullable(),
	savedAt: z.string(),
	savedBy: z.string(),
	/** It is the one that the domain's snippet serves now. */
	live: z.boolean(),
});
export type Configuration = z.infer<typeof Configuration>;

export const lightConfigurations = call({
	method: 'GET',
	path: '/cmpconfigurator/lightconfig/{customerId}',
	about: 'Light configurations of a customer on the domains the asker may see.',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ q: z.string().max(200).optional(), status: z.coerce.number().int().min(0).max(1).optional() }),
	answer: z.array(Configuration),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
});

export const SaveConfiguration = z.object({
	/** Present: saves that draft again; absent: a new one. Same title and domain also saves again. */
	id: Id.optional(),
	customerId: CustomerId,
	domain: HostName,
	title: line(120).pipe(z.string().min(1, { error: 'Give the configuration a title' })),
	type: z.literal(0),
	/** A template path, or NA when none is chosen. */
	template: z.union([z.literal('NA'), TemplateName]),
	sdkVersion: z.string().max(20),
	bundleVersion: z.string().max(20),
	/** JSON of a LightConfig. */
	config: z.string().max(200_000),
	/** JSON of a LightMapper. */
	mapper: z.string().max(20_000),
});

export const saveLightConfiguration = call({
	method: 'POST',
	path: '/cmpconfigurator/lightconfig',
	about:
		'Saves a draft under a folder name of its own. 422 with `fields` when config or mapper cannot be a banner; 404 for a domain that is not the customer’s.',
	body: SaveConfiguration,
	answer: Configuration,
	may: admins,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'error occured',
	success: 'Configuration added successfully.',
	invalid: 'Please enter valid configuration details',
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

export const deleteLightConfiguration = call({
	method: 'DELETE',
	path: '/cmpconfigurator/lightconfig/{folder}',
	about: 'Deletes a draft. What was published stays served; 409 configuration_live while it is live on the domain.',
	params: z.object({ folder: z.string().max(80) }),
	answer: z.object({ folder: z.string() }),
	may: admins,
	on: 'customer',
	of: 'configuration:params.folder',
	failure: 'Could not delete configuration',
	success: 'Configuration deleted successfully.',
	invalid: 'Please enter valid configuration details',
});

export const Template = z.object({ name: TemplateName, title: z.record(z.string(), z.string()), position: z.string() });

export const lightTemplates = call({
	method: 'GET',
	path: '/cmpconfigurator/templates/light',
	about: 'The light templates.',
	answer: z.object({ templates: z.array(Template) }),
	may: admins,
	on: 'self',
	failure: 'Invalid template',
});

export const lightTemplate = call({
	method: 'GET',
	path: '/cmpconfigurator/templates/light/{template}',
	about: 'A template with a complete starting configuration in both languages.',
	params: z.object({ template: z.string().max(60) }),
	answer: Template.extend({ config: LightConfig }),
	may: admins,
	on: 'self',
	failure: 'Invalid path',
});

export const BuildFile = z.object({ version: z.string(), file: z.string(), bytes: z.int(), sha256: z.string() });

export const sdkFiles = call({
	method: 'GET',
	path: '/cmpconfigurator/sdk',
	about: 'Versions of the loader that a website embeds.',
	answer: z.object({ sdkFiles: z.array(BuildFile) }),
	may: admins,
	on: 'self',
	failure: 'Invalid version',
});

export const lightBundles = call({
	method: 'GET',
	path: '/cmpconfigurator/lightcmpbundle',
	about: 'Versions of the light banner itself.',
	answer: z.object({ bundles: z.array(BuildFile) }),
	may: admins,
	on: 'self',
	failure: 'Invalid version',
});

/** A point of the fair-choice gate. `code` is stable; texts are the portal's. */
export const GateFinding = z.object({ code: z.string(), ok: z.boolean(), measured: z.string(), where: z.string().nullable() });
export type GateFinding = z.infer<typeof GateFinding>;

export const publishConfiguration = call({
	method: 'POST',
	path: '/cmpconfigurator/{folder}/publish',
	about:
		'Publishes a draft to an immutable folder and points the domain at it. 422 unfair_choice with the failing point named; 409 customer_on_hold, customer_not_onboarded, test_running, draft_changed.',
	params: z.object({ folder: z.string().max(80) }),
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
	about: 'Serves an earlier publication of the domain again, byte for byte. 409 already_live, test_running, customer_on_hold.',
	params: z.object({ folder: z.string().max(80) }),
	answer: z.object({ folder: z.string(), version: z.int(), domainId: Id }),
	may: admins,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
	success: 'Configuration published successfully.',
});
