/** Connectors: where people come from and where audiences go, what each run of them came to, and whether the other side answers. */
import * as z from 'zod';
import { call } from '../call.ts';
import { AsRead, At, CustomerId, Id, line } from '../fields.ts';
import type { Rate } from '../limits.ts';
import { RunState } from '../runs.ts';
import { ConnectorType, DIRECTIONS } from './connector-types.ts';

const managers = ['admin', 'partner', 'customerAdmin'] as const;
const readers = [...managers, 'domainAdmin'] as const;

/** Connectors that one customer may have. */
export const MOST_CONNECTORS = 200;
/** Of tests and runs that people ask for: each connects somewhere. */
export const CONNECT_RATE: Rate = { by: 'customer', count: 60, seconds: 60, over: 'connectors' };
/** Run data is of these hours when none are said, and of a year at most. */
export const RUN_DATA_HOURS = 12;

/** A run as the list draws it. */
export const ConnectorMark = z.object({ id: Id, state: RunState, rows: z.int() });

export const Connector = z.object({
	id: Id,
	customerId: z.int(),
	type: ConnectorType,
	/** Settings by their names, secrets left out. */
	config: z.record(z.string(), z.unknown()),
	isActive: z.boolean(),
	name: z.string(),
	/** Secrets that are kept, each as the same dots: none of their signs is shown. */
	kept: z.record(z.string(), z.string()),
	direction: z.enum(DIRECTIONS),
	/** The domain it is about; null: the customer. */
	domainId: Id.nullable(),
	nextAt: At.nullable(),
	testedAt: At.nullable(),
	/** Of the last test; null: it was never tested as it stands. */
	isSuccessful: z.boolean().nullable(),
	/** Why the last test or run failed. */
	problem: z.string().nullable(),
	/** The newest last, twelve at most. */
	runs: z.array(ConnectorMark),
	changedAt: At,
});
export type Connector = z.infer<typeof Connector>;

/** Settings as an object, or as its JSON. */
const Config = z.union([
	z.record(z.string(), z.unknown()),
	z
		.string()
		.max(100_000)
		.transform((text, context): Record<string, unknown> => {
			try {
				const read: unknown = JSON.parse(text);
				if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read };
			} catch {
				// Said below.
			}
			context.addIssue({ code: 'custom', message: 'Enter a value' });
			return z.NEVER;
		}),
]);

const Written = z.object({
	customerId: CustomerId,
	type: ConnectorType,
	name: line(120).optional().describe('What people call it; without one its type.'),
	config: Config,
	isActive: z.boolean(),
});

const failure = 'Something went wrong';
const current = { on: 'customer', of: 'customer:current' } as const;
const query = { customerId: z.coerce.number().int().optional() };

export const connectors = call({
	method: 'GET',
	path: '/manage/Connector/Customer/{id}',
	about:
		'Connectors of a customer by name, each with its last twelve runs; secrets are left out. Domain admins see those of their domains.',
	params: z.object({ id: CustomerId }),
	answer: z.array(Connector),
	may: readers,
	on: 'customer',
	of: 'customer:params.id',
	failure,
});

export const connectorTypes = call({
	method: 'GET',
	path: '/manage/Connector/Types',
	about:
		'Kinds of connectors, each with its settings as JSON Schema: `label`, `hint`, `secret`, `when` and `widget` of a field say how it is drawn.',
	answer: z.array(
		z.object({
			type: ConnectorType,
			name: z.object({ en: z.string(), fi: z.string() }),
			directions: z.array(z.enum(DIRECTIONS)),
			schema: z.record(z.string(), z.unknown()),
		}),
	),
	may: readers,
	on: 'platform',
	failure,
});

export const addConnector = call({
	method: 'POST',
	path: '/manage/Connector',
	about:
		'Adds a connector. 422 not_usable by field of `config`: an audience has to be approved as it is now; 409 connector_known, too_many_connectors.',
	body: Written.extend({ isActive: Written.shape.isActive.default(true) }),
	answer: Connector,
	may: managers,
	on: 'customer',
	of: 'customer:body.customerId',
	failure,
	success: 'Connector added successfully.',
});

export const changeConnector = call({
	method: 'PUT',
	path: '/manage/Connector',
	about:
		'Changes a connector; saved with isActive false it is deactivated, and without it, or a name, these stay. A secret that is sent empty is kept, unless the connector leads elsewhere from now on: then it is 422 not_usable until it is sent again. The type stays. 409 changed_meanwhile.',
	body: Written.partial({ isActive: true }).extend({ id: Id, changedAt: AsRead }),
	answer: Connector,
	may: managers,
	on: 'customer',
	of: 'customer:body.customerId',
	failure,
	success: 'Connector updated successfully.',
});

export const testConnector = call({
	...current,
	method: 'GET',
	path: '/manage/Connector/Test',
	about:
		'Connects, signs in and asks for something small, with what is saved. What goes wrong is said in `errorMessage`. The first test of an SFTP server keeps its host key.',
	query: z.object({ ...query, id: Id }),
	answer: z.object({
		isSuccessful: z.boolean(),
		errorMessage: z.string().nullable(),
		/** What was found out, in a sentence. */
		message: z.string().nullable(),
		ms: z.int(),
		at: At,
	}),
	may: managers,
	failure,
	limits: [CONNECT_RATE],
});

export const ConnectorRun = z.object({
	id: Id,
	connectorId: Id,
	connectorName: z.string(),
	type: ConnectorType,
	direction: z.enum(DIRECTIONS),
	state: RunState,
	createdAt: At,
	startedAt: At.nullable(),
	endedAt: At.nullable(),
	durationMs: z.int().nullable(),
	/** People read, or told of. */
	rows: z.int(),
	errors: z.int(),
	/** By what became of them. */
	counts: z.record(z.string(), z.int()),
	/** Why it failed, in a sentence. */
	problem: z.string().nullable(),
	can: z.object({ retry: z.boolean(), cancel: z.boolean() }),
});
export type ConnectorRun = z.infer<typeof ConnectorRun>;

export const runData = call({
	method: 'GET',
	path: '/manage/Connector/RunData',
	about: `Runs of a customer’s connectors that began in a span, the newest first, 500 at most; without a span those of the last ${RUN_DATA_HOURS} hours. 422 span_too_long beyond a year.`,
	query: z.object({
		CustomerId,
		FromDateTime: At.optional(),
		ToDateTime: At.optional(),
		connectorId: Id.optional().describe('Only runs of this connector.'),
	}),
	answer: z.array(ConnectorRun),
	may: readers,
	on: 'customer',
	of: 'customer:query.CustomerId',
	failure,
});

export const runConnector = call({
	...current,
	method: 'POST',
	path: '/manage/Connector/Run',
	about:
		'Begins a run now. 409 connector_running, connector_off; 422 connector_no_sync for one that syncs nothing, audience_draft where its audience is not approved as it is now: nobody is sent then, and runs on the schedule take back alone.',
	query: z.object(query),
	body: z.object({ id: Id }),
	answer: ConnectorRun,
	may: managers,
	failure,
	limits: [CONNECT_RATE],
	success: 'The run has begun.',
});

export const retryRun = call({
	...current,
	method: 'POST',
	path: '/manage/Connector/Run/{id}/retry',
	about:
		'Runs a connector again whose run failed or was cancelled: from where that one came to. 409 connector_running, connector_off, run_fine; 422 audience_draft as when running.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: ConnectorRun,
	may: managers,
	failure,
	limits: [CONNECT_RATE],
	success: 'The run has begun.',
});

export const runLog = call({
	...current,
	method: 'GET',
	path: '/manage/Connector/Run/{id}/log',
	about: 'What a run did, line by line, in the reader’s language. It names nobody.',
	params: z.object({ id: Id }),
	query: z.object(query),
	answer: z.object({ lines: z.array(z.object({ at: At, text: z.string() })) }),
	may: readers,
	failure,
});
