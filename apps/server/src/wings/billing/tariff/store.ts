/** Tariffs in the database: prices, each from a moment on. */
import { TariffPrices } from '@luvalla/contract/billing/tariff.ts';
import { instant, json, type RowOf, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const TariffRow = row({ since: instant, prices: json(TariffPrices) });
export type TariffRow = RowOf<typeof TariffRow>;

/** The one that is in force at a moment; null: none was ever set. */
export const tariffRowAt = (tx: Tx, at: Date): Promise<TariffRow | null> =>
	tx.first(TariffRow, sql`select since, prices from tariff where since <= ${at} order by since desc limit 1`);

/** Those that begin later, the nearest first. */
export const tariffsAfter = (tx: Tx, at: Date): Promise<TariffRow[]> =>
	tx.rows(TariffRow, sql`select since, prices from tariff where since > ${at} order by since`);

/** Those that held before the one of a moment, the newest first. */
export const tariffsBefore = (tx: Tx, at: Date): Promise<TariffRow[]> =>
	tx.rows(TariffRow, sql`select since, prices from tariff where since <= ${at} order by since desc offset 1`);

/** Answers 0 where another begins at this very moment. */
export const insertTariff = (tx: Tx, id: string, since: Date, prices: TariffPrices, at: Date, by: string): Promise<number> =>
	tx.run(sql`insert into tariff (tariff_id, since, prices, created_at, created_by)
		values (${id}, ${since}, ${JSON.stringify(prices)}, ${at}, ${by}) on conflict do nothing`);
