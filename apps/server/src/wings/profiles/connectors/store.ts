/** Connectors, their runs and logs, and who was sent where, in the database. */
import { CONNECTOR_TYPES, DIRECTIONS } from '@luvalla/contract/profiles/connector-types.ts';
import { RUN_STATES } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { NamedUser } from '#kernel/hooks.ts';
import { said } from '#kernel/outbound/said.ts';
import { inOrder } from '#kernel/storage/lists.ts';
import { jsonNames, type Words } from '#kernel/storage/mentions.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { bool, bytes, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Config } from './config.ts';
import type { Detail } from './problems.ts';

const DetailShape = z.record(z.string(), z.union([z.string(), z.number()]));
const TestedShape = z.object({ code: z.string(), detail: z.string() });

const ConnectorRow = row({
	connector_id: uuid,
	type: oneOf(CONNECTOR_TYPES),
	name: text,
	config: json(z.record(z.string(), z.unknown())),
	secrets: orNull(text),
	is_active: bool,
	direction: oneOf(DIRECTIONS),
	domain_id: orNull(uuid),
	every_minutes: orNull(int),
	cursor: orNull(json(z.unknown())),
	next_at: orNull(instant),
	tested_at: orNull(instant),
	tested: orNull(json(TestedShape)),
	changed_at: instant,
	changed_by: uuid,
});
export type ConnectorRow = RowOf<typeof ConnectorRow>;

const COLUMNS = sql`c.connector_id, c.type, c.name, c.config, c.secrets, c.is_active, c.direction, c.domain_id, c.every_minutes, c.cursor, c.next_at,
	c.tested_at, c.tested, c.changed_at, c.changed_by`;

/** To a domain's own admin: those that are about their domains. */
const seen = (domains: readonly string[] | null): Sql => sql`(${domains}::uuid[] is null or c.domain_id = any(${domains}::uuid[]))`;

/** It is of no domain, or of one that is on the lists. */
const onDomain = (customerId: Sql): Sql =>
	sql`(c.domain_id is null or exists (select 1 from domain d where d.customer_id = ${customerId} and d.domain_id = c.domain_id))`;

export const listConnectors = (tx: Tx, customerId: number, domains: readonly string[] | null): Promise<ConnectorRow[]> =>
	tx.rows(
		ConnectorRow,
		sql`select ${COLUMNS} from connector c where c.customer_id = ${customerId} and ${seen(domains)} and ${onDomain(sql`${customerId}`)} order by ${inOrder(sql`c.name`)}`,
	);

export const readConnector = (tx: Tx, customerId: number, id: string): Promise<ConnectorRow | null> =>
	tx.first(
		ConnectorRow,
		sql`select ${COLUMNS} from connector c where c.customer_id = ${customerId} and c.connector_id = ${id.toLowerCase()} and ${onDomain(sql`${customerId}`)}`,
	);

const UserRow = row({ name: text, domain_id: orNull(uuid) });

/** Connectors that are on and bring this audience out. One that is turned off sends nothing, and is turned on with an audience that is there alone. */
export const connectorsTo = async (
	tx: Tx,
	{ customerId, audienceId }: { readonly customerId: number; readonly audienceId: string },
): Promise<NamedUser[]> =>
	(
		await tx.rows(
			UserRow,
			sql`select c.name, c.domain_id from connector c where c.customer_id = ${customerId} and c.is_active and c.direction = 'outbound'
				and lower(c.config ->> 'audienceId') = ${audienceId} and ${onDomain(sql`${customerId}`)}`,
		)
	).map((one) => ({ name: one.name, domainId: one.domain_id }));

/** One of them, held until the transaction ends. */
export const holdConnector = (tx: Tx, customerId: number, id: string): Promise<ConnectorRow | null> =>
	tx.first(
		ConnectorRow,
		sql`select ${COLUMNS} from connector c where c.customer_id = ${customerId} and c.connector_id = ${id.toLowerCase()} and ${onDomain(sql`${customerId}`)} for update of c`,
	);

const Counted = row({ n: int });
const Named = row({ connector_id: uuid });

export const countConnectors = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.rows(Counted, sql`select count(*)::int as n from connector where customer_id = ${customerId}`))[0]?.n ?? 0;

export const nameTaken = async (tx: Tx, customerId: number, name: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'connectors');
	return (
		(
			await tx.rows(
				Named,
				sql`select connector_id from connector where customer_id = ${customerId} and lower(name) = lower(${name})
					and (${but}::uuid is null or connector_id <> ${but}::uuid)`,
			)
		).length > 0
	);
};

export interface Saved {
	readonly id: string;
	readonly type: ConnectorRow['type'];
	readonly name: string;
	readonly config: Config;
	readonly secrets: string | null;
	readonly isActive: boolean;
	readonly direction: ConnectorRow['direction'];
	readonly domainId: string | null;
	readonly everyMinutes: number | null;
	readonly nextAt: Date | null;
	readonly by: string;
}

export const insertConnector = (tx: Tx, customerId: number, saved: Saved): Promise<number> => {
	const at = now();
	return tx.run(sql`insert into connector (customer_id, connector_id, type, name, config, secrets, is_active, direction, domain_id, every_minutes, next_at,
			created_at, changed_at, changed_by)
		values (${customerId}, ${saved.id}, ${saved.type}, ${saved.name}, ${JSON.stringify(saved.config)}, ${saved.secrets}, ${saved.isActive},
			${saved.direction}, ${saved.domainId}, ${saved.everyMinutes}, ${saved.nextAt}, ${at}, ${at}, ${saved.by})`);
};

/** @param anew it leads elsewhere: the cursor is of no use any more, and whoever was sent is not there yet */
export const updateConnector = async (tx: Tx, customerId: number, saved: Saved, anew: boolean): Promise<void> => {
	await tx.run(sql`update connector set name = ${saved.name}, config = ${JSON.stringify(saved.config)}, secrets = ${saved.secrets},
			is_active = ${saved.isActive}, direction = ${saved.direction}, domain_id = ${saved.domainId}, every_minutes = ${saved.everyMinutes},
			next_at = ${saved.nextAt}, cursor = case when ${anew}::boolean then null else cursor end, tested_at = null, tested = null,
			changed_at = ${now()}, changed_by = ${saved.by}
		where customer_id = ${customerId} and connector_id = ${saved.id}`);
	if (!anew) return;
	await tx.run(
		sql`update connector_sent set content = '' where customer_id = ${customerId} and connector_id = ${saved.id} and state <> 'removed'`,
	);
};

/** What came of a test; what it found is kept in the settings. Nothing, when they were changed meanwhile. */
export const noteTest = (
	tx: Tx,
	customerId: number,
	{ connector_id: id, changed_at: since }: Pick<ConnectorRow, 'connector_id' | 'changed_at'>,
	tested: { readonly code: string; readonly detail: string },
	pinned: Readonly<Record<string, string>>,
): Promise<number> =>
	tx.run(sql`update connector set tested_at = ${now()}, tested = ${JSON.stringify(tested)}, config = config || ${JSON.stringify(pinned)}::jsonb
		where customer_id = ${customerId} and connector_id = ${id} and changed_at = ${since}`);

/** The connector goes on from here, if it still is what it was when the run read it. */
export const keepCursor = async (
	tx: Tx,
	customerId: number,
	{ connector_id: id, changed_at: since }: Pick<ConnectorRow, 'connector_id' | 'changed_at'>,
	cursor: unknown,
): Promise<boolean> =>
	(await tx.run(sql`update connector set cursor = ${JSON.stringify(cursor)}::jsonb
		where customer_id = ${customerId} and connector_id = ${id} and is_active and changed_at = ${since}`)) > 0;

/** Whether it still is what it was when the run read it. */
export const stillThere = async (
	tx: Tx,
	customerId: number,
	{ connector_id: id, changed_at: since }: Pick<ConnectorRow, 'connector_id' | 'changed_at'>,
): Promise<boolean> =>
	(
		await tx.rows(
			Named,
			sql`select connector_id from connector where customer_id = ${customerId} and connector_id = ${id} and is_active and changed_at = ${since} for share`,
		)
	).length > 0;

export const noteNext = (tx: Tx, customerId: number, id: string, nextAt: Date | null): Promise<number> =>
	tx.run(sql`update connector set next_at = ${nextAt} where customer_id = ${customerId} and connector_id = ${id}`);

const Due = row({ customer_id: int, connector_id: uuid });
/** Connectors of all customers whose time has come; not those of a domain that is off the lists. */
export const dueConnectors = (across: Tx, at: Date): Promise<RowOf<typeof Due>[]> =>
	across.rows(
		Due,
		sql`select c.customer_id, c.connector_id from connector c where c.next_at <= ${at} and ${onDomain(sql`c.customer_id`)} order by c.next_at limit 1000`,
	);

export const noteRun = (tx: Tx, customerId: number, connectorId: string, runId: string): Promise<number> =>
	tx.run(sql`insert into connector_run (customer_id, connector_id, run_id, created_at) values (${customerId}, ${connectorId}, ${runId}, ${now()})
		on conflict do nothing`);

const RunRow = row({
	run_id: uuid,
	connector_id: uuid,
	name: text,
	type: oneOf(CONNECTOR_TYPES),
	config: json(z.record(z.string(), z.unknown())),
	domain_id: orNull(uuid),
	direction: oneOf(DIRECTIONS),
	state: oneOf(RUN_STATES),
	counts: json(z.record(z.string(), z.int())),
	problem: orNull(text),
	created_at: instant,
	started_at: orNull(instant),
	ended_at: orNull(instant),
	said: orNull(json(DetailShape)),
});
export type ConnectorRunRow = RowOf<typeof RunRow>;

const runColumns = (
	customerId: number,
): Sql => sql`n.run_id, n.connector_id, c.name, c.type, c.config, c.domain_id, r.input ->> 'direction' as direction,
	r.state, r.counts, r.problem, n.created_at, r.started_at, r.ended_at,
	(select l.detail from connector_log l where l.customer_id = ${customerId} and l.run_id = n.run_id and l.code = r.problem
		order by l.number desc limit 1) as said`;
const runsFrom = (customerId: number): Sql => sql`connector_run n
	join connector c on c.customer_id = ${customerId} and c.connector_id = n.connector_id
	join run r on r.customer_id = ${customerId} and r.run_id = n.run_id`;

/** Runs that began in a span, newest first. */
export const readRuns = (
	tx: Tx,
	customerId: number,
	{ from, to, connectorId, domains }: { from: Date; to: Date; connectorId: string | null; domains: readonly string[] | null },
	most: number,
): Promise<ConnectorRunRow[]> =>
	tx.rows(
		RunRow,
		sql`select ${runColumns(customerId)} from ${runsFrom(customerId)}
		where n.customer_id = ${customerId} and n.created_at >= ${from} and n.created_at <= ${to}
			and (${connectorId}::uuid is null or n.connector_id = ${connectorId}::uuid) and ${seen(domains)}
		order by n.created_at desc, n.run_id desc limit ${most}`,
	);

export const readConnectorRun = (tx: Tx, customerId: number, runId: string): Promise<ConnectorRunRow | null> =>
	tx.first(
		RunRow,
		sql`select ${runColumns(customerId)} from ${runsFrom(customerId)} where n.customer_id = ${customerId} and n.run_id = ${runId.toLowerCase()}`,
	);

const OpenRun = row({ run_id: uuid });
/** A run of the connector that is not over; null: there is none. */
export const openRun = async (tx: Tx, customerId: number, connectorId: string): Promise<string | null> => {
	const found = await tx.first(
		OpenRun,
		sql`select n.run_id from connector_run n join run r on r.customer_id = ${customerId} and r.run_id = n.run_id
		where n.customer_id = ${customerId} and n.connector_id = ${connectorId} and r.state in ('waiting', 'running')
		order by n.run_id desc limit 1`,
	);
	return found?.run_id ?? null;
};

const MarkRow = row({
	connector_id: uuid,
	run_id: uuid,
	state: oneOf(RUN_STATES),
	counts: json(z.record(z.string(), z.int())),
	problem: orNull(text),
	said: orNull(json(DetailShape)),
});

/** The last twelve runs of each of these, newest first. */
export const lastRuns = (tx: Tx, customerId: number, connectorIds: readonly string[]): Promise<RowOf<typeof MarkRow>[]> =>
	tx.rows(
		MarkRow,
		sql`select n.connector_id, n.run_id, r.state, r.counts, r.problem,
			(select l.detail from connector_log l where l.customer_id = ${customerId} and l.run_id = n.run_id and l.code = r.problem
				order by l.number desc limit 1) as said
		from unnest(${connectorIds}::uuid[]) g (id)
		cross join lateral (
			select m.connector_id, m.run_id from connector_run m where m.customer_id = ${customerId} and m.connector_id = g.id
			order by m.run_id desc limit 12
		) n
		join run r on r.customer_id = ${customerId} and r.run_id = n.run_id
		order by n.run_id desc`,
	);

export interface LogLine {
	readonly code: string;
	readonly detail: Detail;
}

/** Lines after the first `before` ones. */
export const writeLog = (tx: Tx, customerId: number, runId: string, before: number, lines: readonly LogLine[]): Promise<unknown> =>
	tx.run(sql`insert into connector_log (customer_id, run_id, number, at, code, detail)
		select ${customerId}::int, ${runId}::uuid, ${before}::int + g.place::int, ${now()}::timestamptz, g.code, g.detail
		from unnest(${lines.map(({ code }) => code)}::text[], ${lines.map(({ detail }) => JSON.stringify(detail, (_, value) => (typeof value === 'string' ? said(value) : value)))}::jsonb[]) with ordinality g (code, detail, place)
		on conflict do nothing`);

/** What another side said of somebody who is erased, and files that were named after them. */
export const forgetLogged = async (tx: Tx, customerId: number, words: Words): Promise<void> => {
	await tx.run(sql`delete from connector_log l where l.customer_id = ${customerId} and ${jsonNames(sql`l.detail`, words)}`);
	// A cursor that is their address begins anew: whoever is known already stays as they are.
	await tx.run(sql`update connector set cursor = null where customer_id = ${customerId} and ${jsonNames(sql`cursor`, words)}`);
	await tx.run(
		sql`update connector set tested = tested || '{"detail": ""}' where customer_id = ${customerId} and ${jsonNames(sql`tested`, words)}`,
	);
};

const LogRow = row({ at: instant, code: text, detail: json(DetailShape) });
export const readLog = (tx: Tx, customerId: number, runId: string): Promise<RowOf<typeof LogRow>[]> =>
	tx.rows(
		LogRow,
		sql`select at, code, detail from connector_log where customer_id = ${customerId} and run_id = ${runId} order by number limit 1000`,
	);

const Customer = row({ customer_id: int });
/** Logs, and what ties runs to connectors, are kept so long. */
export const KEPT_DAYS = 90;

/** Customers with runs from before then. */
export const customersWithOldRuns = (across: Tx, before: Date): Promise<RowOf<typeof Customer>[]> =>
	across.rows(Customer, sql`select distinct customer_id from connector_run where created_at < ${before}`);

export const forgetRuns = async (tx: Tx, customerId: number, before: Date): Promise<void> => {
	await tx.run(sql`delete from connector_log where customer_id = ${customerId} and at < ${before}`);
	await tx.run(sql`delete from connector_run where customer_id = ${customerId} and created_at < ${before}`);
};

const SentRow = row({ key: uuid, number: orNull(int), content: bytes, state: oneOf(['adding', 'sent', 'removing', 'removed'] as const) });
export type SentRow = RowOf<typeof SentRow>;

/** Who was sent with a number below this one, the greatest first. */
export const readSent = (tx: Tx, customerId: number, connectorId: string, before: number | null, most: number): Promise<SentRow[]> =>
	tx.rows(
		SentRow,
		sql`select key, number, content, state from connector_sent where customer_id = ${customerId} and connector_id = ${connectorId}
			and number is not null and state <> 'removed' and (${before}::int is null or number < ${before}::int)
		order by number desc limit ${most}`,
	);

/** The same by their keys. */
export const readSentBy = (tx: Tx, customerId: number, connectorId: string, keys: readonly string[]): Promise<SentRow[]> =>
	tx.rows(
		SentRow,
		sql`select key, number, content, state from connector_sent where customer_id = ${customerId} and connector_id = ${connectorId}
			and key = any(${keys}::uuid[])`,
	);

/** Who is nobody any more, and has to be taken back. */
export const readForgotten = (tx: Tx, customerId: number, connectorId: string, most: number): Promise<SentRow[]> =>
	tx.rows(
		SentRow,
		sql`select key, number, content, state from connector_sent where customer_id = ${customerId} and connector_id = ${connectorId} and number is null
		order by key limit ${most}`,
	);

export interface NewlySent {
	readonly key: string;
	readonly person: string;
	readonly number: number;
	readonly content: Buffer;
}

/** From now on they may be there, whatever becomes of the sending. */
export const noteAdding = (tx: Tx, customerId: number, connectorId: string, people: readonly NewlySent[]): Promise<unknown> =>
	tx.run(sql`insert into connector_sent (customer_id, connector_id, key, person, number, content, state, first_at, at)
		select ${customerId}::int, ${connectorId}::uuid, g.key, g.person, g.number, g.content, 'adding', ${now()}::timestamptz, ${now()}::timestamptz
		from unnest(${people.map(({ key }) => key)}::uuid[], ${people.map(({ person }) => person)}::uuid[], ${people.map(({ number }) => number)}::int[],
			${people.map(({ content }) => content)}::bytea[]) g (key, person, number, content)
		on conflict (customer_id, connector_id, key) do update set person = excluded.person, number = excluded.number, content = excluded.content,
			state = excluded.state, at = excluded.at`);

export const noteRemoving = (tx: Tx, customerId: number, connectorId: string, keys: readonly string[]): Promise<number> =>
	tx.run(sql`update connector_sent set state = 'removing', at = ${now()}
		where customer_id = ${customerId} and connector_id = ${connectorId} and key = any(${keys}::uuid[])`);

/** The other side has them. Who was erased meanwhile is still to be taken back. */
export const noteSent = async (
	tx: Tx,
	customerId: number,
	connectorId: string,
	added: readonly string[],
	removed: readonly string[],
): Promise<void> => {
	await tx.run(sql`update connector_sent set state = 'sent', at = ${now()}
		where customer_id = ${customerId} and connector_id = ${connectorId} and key = any(${added}::uuid[]) and state = 'adding'`);
	await tx.run(sql`delete from connector_sent
		where customer_id = ${customerId} and connector_id = ${connectorId} and key = any(${removed}::uuid[]) and state = 'removing' and person is null`);
	await tx.run(sql`update connector_sent set state = 'removed', content = '', at = ${now()}
		where customer_id = ${customerId} and connector_id = ${connectorId} and key = any(${removed}::uuid[]) and state = 'removing'`);
};

/** These are nobody we know any more; wherever they were sent their removal is told by the next run, under a key that names nobody. */
export const forgetSent = async (tx: Tx, customerId: number, persons: readonly string[]): Promise<void> => {
	await tx.run(
		sql`delete from connector_sent where customer_id = ${customerId} and person = any(${persons}::uuid[]) and state = 'removed'`,
	);
	await tx.run(sql`update connector_sent set person = null, number = null, content = '', state = 'removing'
		where customer_id = ${customerId} and person = any(${persons}::uuid[])`);
};

const WhereRow = row({
	name: text,
	type: oneOf(CONNECTOR_TYPES),
	state: oneOf(['adding', 'sent', 'removing', 'removed'] as const),
	first_at: instant,
	at: instant,
});

/** Where any of these persons was sent, or may have been: by connectors of these domains, or of all. */
export const sentOf = (
	tx: Tx,
	customerId: number,
	persons: readonly string[],
	domainIds: readonly string[] | null,
): Promise<RowOf<typeof WhereRow>[]> =>
	tx.rows(
		WhereRow,
		sql`select c.name, c.type, s.state, s.first_at, s.at from connector_sent s
			join connector c on c.customer_id = ${customerId} and c.connector_id = s.connector_id
		where s.customer_id = ${customerId} and s.person = any(${persons}::uuid[]) and ${seen(domainIds)}
		order by s.first_at, s.key`,
	);
