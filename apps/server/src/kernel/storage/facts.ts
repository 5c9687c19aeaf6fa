/** What an installation keeps of itself, by name: its signing keys, its last self-check. */
import { row, sql, text } from './rows.ts';
import type { Tx } from './storage.ts';

const Fact = row({ value: text });

export const readFact = async (tx: Tx, name: string): Promise<string | null> => {
	const found = await tx.first(Fact, sql`select value from installation where name = ${name}`);
	return found?.value ?? null;
};

/** Whoever comes second keeps the first one's. */
export const keepFactOnce = (tx: Tx, name: string, value: string): Promise<number> =>
	tx.run(sql`insert into installation (name, value) values (${name}, ${value}) on conflict (name) do nothing`);

export const keepFact = (tx: Tx, name: string, value: string): Promise<number> =>
	tx.run(sql`insert into installation (name, value) values (${name}, ${value}) on conflict (name) do update set value = excluded.value`);
