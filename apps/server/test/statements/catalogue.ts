/** What a database's own catalogue says against cluster.md: rule 1 (keys), rules 3 and 5 (functions), and owners that are there. */
import type { Client } from 'pg';
import { classedTables } from '../../src/kernel/storage/protect.ts';
import { placeOf } from '../../src/kernel/storage/spread.ts';
import { functionsOver } from './functions.ts';
import { WINGS } from './watch.ts';

interface KeyRow {
	table: string;
	key: string;
	columns: string[];
}

/** Complaints; none is the rule. */
export const judgeCatalogue = async (owner: Client): Promise<string[]> => {
	const complaints: string[] = [];
	const tables = await classedTables(owner);
	const classOf = new Map(tables.map((table) => [table.name, table.class]));
	for (const { name, owner: wing } of tables) if (!WINGS.includes(wing)) complaints.push(`${name} is of ${wing}, which is no wing`);

	const { rows: keys } = await owner.query<KeyRow>(
		`select c.relname as table, k.relname as key, array(select a.attname::text from pg_attribute a where a.attrelid = i.indexrelid) as columns
		from pg_index i join pg_class c on c.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
		where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
	);
	for (const { table, key, columns } of keys)
		if (classOf.get(table) === 'tenant' && !columns.includes('customer_id'))
			complaints.push(`the key ${key} of ${table} has no customer_id`);

	const { rows: references } = await owner.query<{ from: string; to: string }>(
		`select f.relname as from, t.relname as to from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
		where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`,
	);
	for (const { from, to } of references)
		if (classOf.get(from) === 'tenant' && classOf.get(to) !== 'tenant') complaints.push(`${from} refers to ${to}, which is no tenant's`);

	const functions = await functionsOver(owner, tables);
	const asking = functions.filter(({ touched }) => touched.length > 0);
	for (const { name, language, body, touched } of functions) {
		if (touched.length > 0 && language !== 'plpgsql')
			complaints.push(`the function ${name} over ${touched[0]?.name} is ${language}, not plpgsql`);
		for (const statement of body.replace(/--.*/g, '').split(';')) {
			const over = touched.find((table) => placeOf(table) === 'spread' && new RegExp(`\\b(from|join)\\s+${table.name}\\b`).test(statement));
			for (const { name: asked } of over ? asking : [])
				if (new RegExp(`\\b${asked}\\(`).test(statement))
					complaints.push(`the function ${name} asks ${asked}() in a query over ${over?.name}, whose node cannot`);
			const [, into = ''] = /\binsert into (\w+)[^;]*\bselect\b/.exec(statement) ?? [];
			if (classOf.get(into) === 'tenant' && !/\b(on conflict|returning)\b/.test(statement))
				complaints.push(`the function ${name} inserts what it selects into ${into}, and ends in neither returning nor on conflict`);
		}
	}
	return complaints;
};
