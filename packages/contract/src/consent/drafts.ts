/** What the calls of both configurators, light and TCF, have in common: calls.md section 7. */
import * as z from 'zod';
import { AsRead, CustomerId, HostName, Id, line } from '../fields.ts';

export const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Machines read what people manage. */
export const readers = [...admins, 'machine'] as const;

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
	/** A publication of it is one of the two of a test that runs on its domain. */
	inTest: z.boolean(),
});
export type Configuration = z.infer<typeof Configuration>;

/** Fields of a saved draft beside those of its kind: `type`, `template` and `config`. */
export const draftFields = {
	/** Present: saves that draft again; absent: a new one. Same title and domain also saves again. */
	id: Id.optional(),
	/** null: it is a new one, so a title that is there already is refused (409 title_taken). */
	savedAt: AsRead.nullable(),
	customerId: CustomerId,
	domain: HostName,
	title: line(120).pipe(z.string().min(1, { error: 'Give the configuration a title' })),
	sdkVersion: z.string().max(20),
	bundleVersion: z.string().max(20),
	/** JSON of the kind's mapper. */
	mapper: z.string().max(20_000),
};

/** Everything of `GET …/{customerId}` but its path. */
export const listing = {
	method: 'GET',
	params: z.object({ customerId: CustomerId }),
	query: z.object({ q: z.string().max(200).optional(), status: z.coerce.number().int().min(0).max(1).optional() }),
	answer: z.array(Configuration),
	may: readers,
	on: 'customer',
	of: 'customer:params.customerId',
	failure: 'error occured',
} as const;

/** Everything of the `POST` that saves a draft but its path and body. */
export const saving = {
	method: 'POST',
	answer: Configuration,
	may: admins,
	on: 'customer',
	of: 'customer:body.customerId',
	failure: 'error occured',
	success: 'Configuration added successfully.',
	invalid: 'Please enter valid configuration details',
} as const;

/** Text of saving a draft that was there before. */
export const CONFIGURATION_UPDATED = 'Configuration updated successfully.';

/** Everything of `DELETE …/{folder}` but its path. */
export const deleting = {
	method: 'DELETE',
	about:
		'Deletes a draft. What was published stays served; 409 configuration_live while it is live on the domain; 404 for one of the other kind.',
	params: z.object({ folder: z.string().max(80) }),
	answer: z.object({ folder: z.string() }),
	may: admins,
	on: 'customer',
	of: 'configuration:params.folder',
	failure: 'Could not delete configuration',
	success: 'Configuration deleted successfully.',
	invalid: 'Please enter valid configuration details',
} as const;

/** What a loader of templates or builds shares; `failure` names the part that did not load. */
export const loading = { method: 'GET', may: admins, on: 'self' } as const;

/** A template without its configuration. */
export const templateOf = <Name extends z.ZodType<string>>(name: Name) =>
	z.object({ name, title: z.record(z.string(), z.string()), position: z.string() });

/** One version of a build output. */
export const BuildFile = z.object({ version: z.string(), file: z.string(), bytes: z.int(), sha256: z.string() });
