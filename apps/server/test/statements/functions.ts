/** Our SQL functions, and which tables of a cluster each of them asks. */
import type { Client } from 'pg';
import type { ClassedTable } from '../../src/kernel/storage/protect.ts';

export interface FunctionFacts {
	readonly name: string;
	readonly language: string;
	readonly body: string;
	/** Tables that are not the platform's. */
	readonly touched: readonly ClassedTable[];
}

export const functionsOver = async (owner: Client, tables: readonly ClassedTable[]): Promise<FunctionFacts[]> => {
	const { rows } = await owner.query<Omit<FunctionFacts, 'touched'>>(
		`select p.proname as name, l.lanname as language, coalesce(p.prosrc, '') as body from pg_proc p join pg_language l on l.oid = p.prolang
		where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
	);
	return rows.map((one) => ({
		...one,
		touched: tables.filter(
			(table) => table.class !== 'platform' && new RegExp(`\\b(from|join|into|update)\\s+${table.name}\\b`).test(one.body),
		),
	}));
};
