/** The number of a composite type of ours, which differs from database to database: asked once, at the first need. */
import { int, row, sql } from './rows.ts';
import type { Tx } from './storage.ts';

const Type = row({ oid: int });

export const createTypeOf = (tx: Tx, name: string): (() => Promise<number>) => {
	let type: Promise<number> | null = null;
	const ask = async (): Promise<number> => {
		const found = await tx.first(Type, sql`select ${name}::regtype::oid::int as oid`);
		if (!found) throw new Error(`The database does not know ${name}.`);
		return found.oid;
	};
	return () => {
		type ??= ask().catch((error: unknown) => {
			type = null;
			throw error;
		});
		return type;
	};
};
