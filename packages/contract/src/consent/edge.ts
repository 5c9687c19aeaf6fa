/** Intake of consent records from banners (First consent issue). */
import * as z from 'zod';
import { call } from '../call.ts';
import { RECORDS_PER_REQUEST } from '../constants.ts';
import { DeviceKey, Id, words } from '../fields.ts';

/** One answer to one category. `id` is a UUIDv7 made by the sender; `at` must be its millisecond. */
export const EdgeRecord = z.object({
	id: z.uuidv7(),
	/** One choice yields one record per purpose; they share this. */
	choiceId: z.uuidv7(),
	at: z.iso.datetime(),
	category: z.string().max(40),
	value: z.boolean(),
	language: z.string().regex(/^[A-Za-z0-9-]{1,20}$/),
	/** Whether the browser sent Global Privacy Control. */
	gpc: z.boolean(),
});
export type EdgeRecord = z.infer<typeof EdgeRecord>;

/** Why a record was refused; the others of its batch are stored. */
export const Refusal = z.enum([
	'malformed',
	'at_mismatch',
	'unknown_configuration',
	'unknown_category',
	'necessary_category',
	'id_conflict',
]);
export type Refusal = z.infer<typeof Refusal>;

export const edgeRecords = call({
	method: 'POST',
	path: '/v1/records',
	api: 'edge',
	about:
		'1 to 100 records, as application/json or text/plain (sendBeacon); answered after commit. `stored` are new, `known` were there already and say the same (a replay changes nothing); a known id that says anything else is refused (id_conflict). 403 wrong_origin when Origin is missing or not the domain’s. 503 with Retry-After while the customer’s rows cannot be reached, 429 too_many with Retry-After when one address or the customer sends too much: nothing was acknowledged, send the same again then.',
	body: z.object({
		domainId: Id,
		/** The published folder that the visitor saw. */
		configuration: words(80),
		/** TC string that these records' choice made; kept with each of them. */
		tcString: z
			.string()
			.regex(/^[A-Za-z0-9_.-]{1,20000}$/)
			.optional(),
		/** Of a device that may be remembered: whoever names one of these records as the visitor tells it too. Its hash alone is kept. */
		deviceKey: DeviceKey.optional(),
		records: z
			.array(z.unknown().meta({ judged: EdgeRecord, description: 'One answer to one category.' }))
			.min(1)
			.max(RECORDS_PER_REQUEST),
	}),
	answer: z.object({
		stored: z.int(),
		known: z.int(),
		refused: z.array(z.object({ id: z.string().nullable(), code: Refusal })),
	}),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
	plainText: true,
	each: 'records',
});

export const edgeImpressions = call({
	method: 'POST',
	path: '/v1/impressions',
	api: 'edge',
	about:
		'Counts one view of a banner’s first layer, without anything about the viewer; application/json or text/plain (sendBeacon). 403 wrong_origin, 404 unknown_domain, 422 unknown_configuration, 429 too_many with Retry-After.',
	body: z.object({
		domainId: Id,
		/** The published folder that the visitor saw. */
		configuration: words(80),
		language: z.string().regex(/^[a-z]{2,3}$/),
	}),
	answer: z.object({}),
	may: ['anyone'],
	on: 'public',
	failure: 'error occured',
	plainText: true,
});
