/** Tiles in the database: of a customer's log, and of the installation's. */
import { byteas, int4s } from '#kernel/storage/arrays.ts';
import { bytes, empty, int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Tile, Tiles } from './tree.ts';

const TileRow = row({ level: int, tile: int, hashes: bytes });

/**
 * One look-up by primary key a tile. `key` is the customer, or null for the installation; both tables are alike but for
 * that column.
 */
const tilesIn = (tx: Tx, key: number | null): Tiles => {
	const [table, columns, mine, given] =
		key === null
			? [sql`installation_tile`, sql`level, tile`, empty, empty]
			: [sql`ledger_tile`, sql`customer_id, level, tile`, sql`t.customer_id = ${key} and`, sql`${key}::int,`];
	return {
		read: async (wanted) =>
			tx.rows(
				TileRow,
				sql`select t.level, t.tile, t.hashes
				from unnest(${wanted.map((one) => one.level)}::int[], ${wanted.map((one) => one.tile)}::bigint[]) w (level, tile)
				join ${table} t on ${mine} t.level = w.level and t.tile = w.tile`,
			),
		write: async (tiles: readonly Tile[]) => {
			if (tiles.length === 0) return;
			await tx.run(sql`insert into ${table} (${columns}, hashes)
				select ${given} w.level, w.tile, w.hashes from unnest(${int4s(tiles.map((one) => one.level))}::int[],
					${int4s(tiles.map((one) => one.tile))}::int[], ${byteas(tiles.map((one) => one.hashes))}::bytea[]) w (level, tile,
						hashes)
				on conflict (${columns}) do update set hashes = excluded.hashes`);
		},
	};
};

export const customerTiles = (tx: Tx, customerId: number): Tiles => tilesIn(tx, customerId);

export const installationTiles = (tx: Tx): Tiles => tilesIn(tx, null);
