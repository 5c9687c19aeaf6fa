/**
 * Gives every table the rights of its class. The class is the table's comment up to the first colon, with options behind
 * commas (`comment on table domain is 'tenant, of tenancy, platform reads: a website of the customer'`):
 *
 *   tenant    has customer_id; row-level security on and forced; `app` reads and writes rows of the transaction's customer only
 *   platform  `app` reads and writes, the `platform` role reads
 *   shared    `app` and `platform` read
 *   kept      nobody but the owner, through its security-definer functions
 *
 *   platform reads  (tenant) the `platform` role may select every row
 *   append only     (tenant, platform) `app` may select and insert, not update or delete
 *   erasable        (tenant, append only) the `eraser` may also update and delete rows of the transaction's customer
 *                   (platform, append only) the `eraser` may also delete rows
 *   by month        partitioned by a time; the nightly job makes months ahead
 *   kept together   (tenant) on a cluster it stays on the coordinator instead of being spread (spread.ts): a sign-in, a token
 *                   or a list of 'my customers' reads it, and would else need every node
 *   on every node   (tenant) likewise, and every node has a copy, since statements join it with what is spread; small, and
 *                   read far more than written
 *   with tenants    (platform) its rows commit with tenants' rows, so a cluster must know of it
 *
 * 'of' and the folder of its owner follow the class: the ground ('of kernel') or a wing. No other wing writes the table, and
 * none below reads it (test/statements).
 *
 * `edge` never gets a table. Partitions get no grants at all: a parent's policy does not guard a partition that is read
 * directly, so nothing but the parent may be read.
 */
import type { ClientBase } from 'pg';
import { quoted, type RoleNames } from './roles.ts';

/** Raise it when the rules below change: every database is then protected anew at its next migration. */
export const PROTECTION = 5;

/** Options that any class may have. */
const ALWAYS = ['append only', 'by month'];
const CLASSES = ['tenant', 'platform', 'shared', 'kept'] as const;
export type TableClass = (typeof CLASSES)[number];
/** Options that one class alone may have. */
const OWN: Readonly<Partial<Record<TableClass, readonly string[]>>> = {
	tenant: ['platform reads', 'erasable', 'kept together', 'on every node'],
	platform: ['erasable', 'with tenants'],
};

export interface ClassedTable {
	name: string;
	class: TableClass;
	/** `kernel`, or the wing's folder. */
	owner: string;
	platformReads: boolean;
	appendOnly: boolean;
	erasable: boolean;
	byMonth: boolean;
	keptTogether: boolean;
	onEveryNode: boolean;
	withTenants: boolean;
}

interface TableRow {
	name: string;
	comment: string | null;
	tenantKey: boolean;
}

/** Every table of the public schema but partitions. @throws when one has no class, or is a tenant's without customer_id. */
export const classedTables = async (client: ClientBase): Promise<ClassedTable[]> => {
	const { rows } = await client.query<TableRow>(
		`select c.relname as name, obj_description(c.oid, 'pg_class') as comment,
			exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped) as "tenantKey"
		 from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
			and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
		 order by c.relname`,
	);
	return rows.map(classOf);
};

const classOf = (row: TableRow): ClassedTable => {
	const [word, of, ...options] = (row.comment ?? '')
		.split(':', 1)
		.join('')
		.split(',')
		.map((part) => part.trim());
	const found = CLASSES.find((one) => one === word);
	if (found === undefined)
		throw new Error(`Table ${row.name} has no class: its comment must begin with ${CLASSES.map((one) => `'${one}'`).join(', ')}.`);
	if (found === 'tenant' && !row.tenantKey) throw new Error(`Table ${row.name} is classed 'tenant' but has no column customer_id.`);
	const owner = /^of ([a-z]+)$/.exec(of ?? '')?.[1];
	if (owner === undefined) throw new Error(`Table ${row.name} has no owner: 'of' and a folder must follow its class.`);
	const stranger = options.find((option) => !ALWAYS.includes(option) && OWN[found]?.includes(option) !== true);
	if (stranger !== undefined) throw new Error(`Table ${row.name}: '${stranger}' is no option of class '${found}'.`);
	return {
		name: row.name,
		class: found,
		owner,
		platformReads: options.includes('platform reads'),
		appendOnly: options.includes('append only'),
		erasable: options.includes('erasable'),
		byMonth: options.includes('by month'),
		keptTogether: options.includes('kept together'),
		onEveryNode: options.includes('on every node'),
		withTenants: options.includes('with tenants'),
	};
};

/** Run as owner, in the transaction of the migrations. Replaces what it gave before. */
export const protectTables = async (client: ClientBase, roles: RoleNames): Promise<void> => {
	const owner = quoted(roles.owner);
	const app = quoted(roles.app);
	const edge = quoted(roles.edge);
	const eraser = quoted(roles.eraser);
	const platform = quoted(roles.platform);
	for (const table of await classedTables(client)) {
		const name = quoted(table.name);
		const writes = table.appendOnly ? 'select, insert' : 'select, insert, update, delete';
		const statements = [`revoke all on table ${name} from public, ${app}, ${edge}, ${eraser}, ${platform}`];
		if (table.class === 'tenant') {
			const mine = `customer_id = nullif(current_setting('app.customer', true), '')::int`;
			statements.push(
				`alter table ${name} enable row level security`,
				`alter table ${name} force row level security`,
				`drop policy if exists app on ${name}`,
				`create policy app on ${name} for all to ${app} using (${mine}) with check (${mine})`,
				`drop policy if exists owner on ${name}`,
				`create policy owner on ${name} for all to ${owner} using (true) with check (true)`,
				`drop policy if exists platform on ${name}`,
				`grant ${writes} on table ${name} to ${app}`,
			);
			if (table.erasable) statements.push(`grant update, delete on table ${name} to ${eraser}`);
			if (table.platformReads) {
				statements.push(
					`create policy platform on ${name} for select to ${platform} using (true)`,
					`grant select on table ${name} to ${platform}`,
				);
			}
		} else if (table.class === 'platform') {
			statements.push(`grant ${writes} on table ${name} to ${app}`, `grant select on table ${name} to ${platform}`);
			if (table.erasable) statements.push(`grant delete on table ${name} to ${eraser}`);
		} else if (table.class === 'shared') {
			statements.push(`grant select on table ${name} to ${app}, ${platform}`);
		}
		for (const statement of statements) await client.query(statement);
	}
	await client.query(`grant usage on all sequences in schema public to ${app}`);
	await client.query(`revoke all on all tables in schema public from ${edge}`);
};
