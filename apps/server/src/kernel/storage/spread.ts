/**
 * On a Citus cluster the last part of migrating: each table goes where its class (protect.ts) says.
 *
 *   tenant                        spread by customer_id, all in one group, so that a customer's rows are together on one node
 *   tenant, kept together         on the coordinator, known to the cluster
 *   tenant, on every node         a copy on every node, the coordinator's too
 *   platform, with tenants        likewise: what commits with a tenant's row must end in the same two-phase commit
 *   shared                        a copy on every node; the books of migrations stay, since a start reads them
 *   other platform tables, jobs   on the coordinator, as they are
 *
 * Each table is moved in a transaction of its own, so a process killed between two leaves whole tables, and the next run goes
 * on. Rows that are there are copied, while everybody else waits for the table: the first spreading of a database in use wants
 * its servers stopped. Without Citus, or with no worker in it, nothing happens.
 */
import type { Client } from 'pg';
import type { Log } from '../log.ts';
import { type ClassedTable, classedTables } from './protect.ts';
import { quoted } from './roles.ts';

/** What a start reads before anything else stays readable while a node is away. */
const BOOKS = ['schema_migration', 'schema_function', 'schema_fact'];

/** Where a table is on a cluster. */
export type Place = 'spread' | 'managed' | 'everywhere' | 'here';

export const placeOf = (table: ClassedTable): Place => {
	if (table.class === 'tenant' && !table.keptTogether) return table.onEveryNode ? 'everywhere' : 'spread';
	if (table.class === 'tenant') return 'managed';
	if (table.class === 'platform' && table.withTenants) return 'managed';
	return table.class === 'shared' && !BOOKS.includes(table.name) ? 'everywhere' : 'here';
};

/** Whether this database is a cluster's coordinator with somewhere to spread to. */
const hasWorkers = async (owner: Client): Promise<boolean> => {
	const { rows } = await owner.query<{ there: boolean }>(`select to_regclass('pg_catalog.pg_dist_node') is not null as there`);
	if (rows[0]?.there !== true) return false;
	const { rows: nodes } = await owner.query(
		`select 1 from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive and shouldhaveshards limit 1`,
	);
	return nodes.length > 0;
};

/** Answers the tables it moved. Run as owner, under the lock of the migrations. @throws when the coordinator has no name in its own cluster */
export const spreadTables = async (owner: Client, log: Log): Promise<string[]> => {
	if (!(await hasWorkers(owner))) return [];
	const { rows: coordinator } = await owner.query('select 1 from pg_dist_node where groupid = 0');
	if (coordinator.length === 0)
		throw new Error(`The cluster does not know its coordinator: run select citus_set_coordinator_host('its name', its port) as superuser.`);
	const { rows } = await owner.query<{ name: string }>(
		`select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace`,
	);
	const known = new Set(rows.map((row) => row.name));
	const tables = await classedTables(owner);
	const order: readonly Place[] = ['managed', 'everywhere', 'spread'];
	const missing = order.flatMap((place) => tables.filter((table) => placeOf(table) === place && !known.has(table.name)));
	// The whole group goes by the first: later tables land beside it, whatever the cluster's defaults are by then.
	let anchor = tables.find((table) => placeOf(table) === 'spread' && known.has(table.name))?.name ?? null;
	for (const table of missing) {
		const started = performance.now();
		await move(owner, table, anchor);
		if (placeOf(table) === 'spread') anchor ??= table.name;
		log.info('spread', { table: table.name, place: placeOf(table), ms: Math.round(performance.now() - started) });
	}
	return missing.map((table) => table.name);
};

const move = async (owner: Client, table: ClassedTable, anchor: string | null): Promise<void> => {
	const name = quoted(table.name);
	await owner.query('begin');
	try {
		// Rows are copied, which PostgreSQL refuses while row-level security is forced; nobody looks in before this has ended.
		const forces = table.class === 'tenant';
		if (forces) await owner.query(`alter table ${name} no force row level security`);
		const place = placeOf(table);
		if (place === 'managed') await manage(owner, table.name);
		else if (place === 'everywhere') await owner.query('select create_reference_table($1::regclass)', [name]);
		else await owner.query(`select create_distributed_table($1::regclass, 'customer_id', colocate_with => $2)`, [name, anchor ?? 'none']);
		if (forces) await owner.query(`alter table ${name} force row level security`);
		await owner.query('commit');
	} catch (error) {
		await owner.query('rollback');
		throw new Error(`Table ${table.name} could not be spread: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
};

/** The cluster puts an empty table in the place of the one it now manages, and forgets what was said of it. */
const manage = async (owner: Client, table: string): Promise<void> => {
	const { rows } = await owner.query<{ comment: string }>(`select obj_description($1::regclass, 'pg_class') as comment`, [quoted(table)]);
	await owner.query('select citus_add_local_table_to_metadata($1::regclass)', [quoted(table)]);
	await owner.query(`comment on table ${quoted(table)} is ${literal(rows[0]?.comment ?? '')}`);
};

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
