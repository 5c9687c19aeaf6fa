/** Tiles in the database: of a customer's log, and of the installation's. */
import { byteas, int4s } from '#kernel/storage/arrays.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Tile, Tiles } from './tree.ts';

interface TileRow {
	level: number;
	tile: number;
	hashes: Buffer;
}

/**
 * One look-up by primary key a tile. `key` is the customer, or null for the installation; both tables are alike but for
 * that column.
 */
const tilesIn = (tx: Tx, key: number | null): Tiles => {
	const [table, columns, mine, given] =
		key === null
			? (['installation_tile', 'level, tile', '', ''] as const)
			: (['ledger_tile', 'customer_id, level, tile', `t.customer_id = ${key} and`, `${key},`] as const);
	return {
		read: async (wanted) =>
			tx.query<TileRow>(
				`select t.level, t.tile, t.hashes from unnest($1::int[], $2::bigint[]) w (level, tile)
				 join ${table} t on ${mine} t.level = w.level and t.tile = w.tile`,
				[wanted.map((one) => one.level), wanted.map((one) => one.tile)],
			),
		write: async (tiles: readonly Tile[]) => {
			if (tiles.length === 0) return;
			await tx.query(
				`insert into ${table} (${columns}, hashes)
				 select ${given} w.level, w.tile, w.hashes from unnest($1::int[], $2::int[], $3::bytea[]) w (level, tile, hashes)
				 on conflict (${columns}) do update set hashes = excluded.hashes`,
				[int4s(tiles.map((one) => one.level)), int4s(tiles.map((one) => one.tile)), byteas(tiles.map((one) => one.hashes))],
			);
		},
	};
};

/** `customerId` is a number of ours (checked by the transaction) and stands in the statement as such. */
export const customerTiles = (tx: Tx, customerId: number): Tiles => tilesIn(tx, customerId);

export const installationTiles = (tx: Tx): Tiles => tilesIn(tx, null);
