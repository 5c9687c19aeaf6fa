/** Saved views in the database: one's own by user, shared ones by customer. */
import { MOST_VIEWS, ViewSearch } from '@luvalla/contract/guidance/views.ts';
import { now } from '#kernel/clock.ts';
import { inOrder } from '#kernel/storage/lists.ts';
import { json, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ViewRow = row({ view_id: uuid, author: uuid, list: text, name: text, search: json(ViewSearch) });
export type ViewRow = RowOf<typeof ViewRow>;

/** Whose views: the two tables answer the same questions. */
export interface Shelf {
	readonly table: Sql;
	readonly columns: Sql;
	/** Those of this user, or of this customer. */
	readonly mine: Sql;
	readonly insert: (view: ViewRow) => Sql;
}

export const ownShelf = (userId: string): Shelf => ({
	table: sql`own_view`,
	columns: sql`view_id, user_id as author, list, name, search`,
	mine: sql`user_id = ${userId}`,
	insert: (view) => sql`insert into own_view (view_id, user_id, list, name, search, created_at)
		select ${view.view_id}, ${userId}, ${view.list}, ${view.name}, ${JSON.stringify(view.search)}::jsonb, ${now()}`,
});

export const sharedShelf = (customerId: number): Shelf => ({
	table: sql`shared_view`,
	columns: sql`view_id, author, list, name, search`,
	mine: sql`customer_id = ${customerId}`,
	insert: (view) => sql`insert into shared_view (customer_id, view_id, list, name, search, author, created_at)
		select ${customerId}, ${view.view_id}, ${view.list}, ${view.name}, ${JSON.stringify(view.search)}::jsonb, ${view.author}::uuid, ${now()}`,
});

export const listViews = (tx: Tx, { table, columns, mine }: Shelf, list: string): Promise<ViewRow[]> =>
	tx.rows(ViewRow, sql`select ${columns} from ${table} where ${mine} and list = ${list} order by ${inOrder(sql`name`)}, view_id`);

export const readView = (tx: Tx, { table, columns, mine }: Shelf, id: string): Promise<ViewRow | null> =>
	tx.first(ViewRow, sql`select ${columns} from ${table} where ${mine} and view_id = ${id}`);

/** Whether a view of that name is there besides this one. */
export const isNameTaken = async (tx: Tx, { table, mine }: Shelf, { list, name, view_id: id }: ViewRow): Promise<boolean> =>
	(await tx.run(sql`select 1 from ${table} where ${mine} and list = ${list} and name = ${name} and view_id <> ${id}`)) > 0;

/** False when there are too many of the list already, or one of that name. */
export const insertView = async (tx: Tx, shelf: Shelf, view: ViewRow): Promise<boolean> =>
	(await tx.run(sql`${shelf.insert(view)} where (select count(*) from ${shelf.table} where ${shelf.mine} and list = ${view.list}) < ${MOST_VIEWS}
		on conflict do nothing returning 1`)) > 0;

export const updateView = (tx: Tx, { table, mine }: Shelf, { view_id: id, name, search }: ViewRow): Promise<number> =>
	tx.run(sql`update ${table} set name = ${name}, search = ${JSON.stringify(search)} where ${mine} and view_id = ${id}`);

export const deleteView = (tx: Tx, { table, mine }: Shelf, id: string): Promise<number> =>
	tx.run(sql`delete from ${table} where ${mine} and view_id = ${id}`);
