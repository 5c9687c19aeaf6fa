/** pg-boss's own tables: made and changed by the owner with the SQL the library exports, used by `app` with no more than it needs. */

import type { Client } from 'pg';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { quoted, type RoleNames } from './roles.ts';
import { runStatements } from './statements.ts';

export const QUEUE_SCHEMA = 'pgboss';

/** The schema version the installed pg-boss writes: its plan ends with it. */
const LIBRARY_VERSION = Number(
	/INSERT INTO pgboss\.version\s*\(version\)\s*VALUES\s*\('?(\d+)'?\)/i.exec(getConstructionPlans(QUEUE_SCHEMA))?.[1],
);

export const migrateQueue = async (owner: Client, roles: RoleNames): Promise<void> => {
	if (!Number.isInteger(LIBRARY_VERSION)) throw new Error('pg-boss no longer says its schema version in its plan.');
	const { rows } = await owner.query<{ there: boolean }>(`select to_regclass('pgboss.version') is not null as there`);
	if (rows[0]?.there !== true) {
		await runStatements(owner, getConstructionPlans(QUEUE_SCHEMA));
	} else {
		const found = await owner.query<{ version: number }>('select version from pgboss.version');
		const version = found.rows[0]?.version ?? 0;
		if (version > LIBRARY_VERSION)
			throw new Error(`The job queue has schema ${version}, newer than the ${LIBRARY_VERSION} this program knows; run the newer program.`);
		if (version < LIBRARY_VERSION) await runStatements(owner, getMigrationPlans(QUEUE_SCHEMA, version));
	}
	// Customers take turns (`claimTurns`): of each the earliest, without reading what lies between.
	await owner.query(
		`create index if not exists job_turns on pgboss.job_common ((name || ''), coalesce(group_id, ''), start_after) where state < 'active' and not blocked`,
	);
	const app = quoted(roles.app);
	await runStatements(
		owner,
		`
		grant usage on schema pgboss to ${app};
		grant select, insert, update, delete on all tables in schema pgboss to ${app};
		grant usage on all sequences in schema pgboss to ${app};
		grant execute on all functions in schema pgboss to ${app};
	`,
	);
};
