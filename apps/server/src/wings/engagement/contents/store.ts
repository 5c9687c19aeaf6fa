/** Contents as they are stored. */
import { CONTENT_TYPES } from '@luvalla/contract/engagement/content-types.ts';
import { ByLanguage, type Controls, MARKUPS } from '@luvalla/contract/engagement/contents.ts';
import { Placement } from '@luvalla/contract/placement.ts';
import { now } from '#kernel/clock.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { inOrder, list } from '#kernel/storage/lists.ts';
import { holdNames } from '#kernel/storage/names.ts';
import { empty, instant, int, json, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const ContentRow = row({
	content_id: uuid,
	domain_id: uuid,
	host: text,
	title: text,
	channel: orNull(int),
	control: orNull(oneOf(CONTENT_TYPES)),
	language: text,
	controls: json(ByLanguage),
	markup: oneOf(MARKUPS),
	placement: orNull(json(Placement)),
	status: int,
	uses: int,
	created_at: instant,
	changed_at: instant,
});
export type ContentRow = RowOf<typeof ContentRow>;

const columnsOf = (customerId: number): Sql => sql`c.content_id, c.domain_id, d.host, c.title, c.channel, c.control, c.language, c.controls,
	c.markup, c.placement, c.status, c.created_at, c.changed_at,
	(select count(*) from constellation n where n.customer_id = ${customerId} and c.content_id = any(n.contents))::int as uses`;
const contentsOf = (customerId: number): Sql => sql`content c join domain d on d.customer_id = ${customerId} and d.domain_id = c.domain_id`;

/** Pages of contents. */
export const listOfContents = (customerId: number) =>
	list({
		row: ContentRow,
		columns: columnsOf(customerId),
		from: contentsOf(customerId),
		orders: {
			title: { by: inOrder(sql`c.title`), type: 'text' },
			status: { by: sql`c.status::int`, type: 'int' },
			changedAt: { by: sql`c.changed_at`, type: 'timestamptz' },
		},
		usual: '-changedAt',
		key: { by: sql`c.content_id`, type: 'uuid' },
	});

/**
 * Those of these ids that are on these domains; null: on any.
 * @param hold until the transaction ends none of them is deleted: for whoever writes down that it uses them
 */
export const readContents = (
	tx: Tx,
	customerId: number,
	domains: readonly string[] | null,
	ids: readonly string[],
	hold = false,
): Promise<ContentRow[]> =>
	tx.rows(
		ContentRow,
		sql`select ${columnsOf(customerId)} from ${contentsOf(customerId)}
		where c.customer_id = ${customerId} and c.content_id = any(${uuids(ids.map((id) => id.toLowerCase()))}::uuid[])
			and (${domains}::uuid[] is null or c.domain_id = any(${domains}::uuid[])) ${hold ? sql`for share of c` : empty}`,
	);

/** Whoever is about to use it waits, or is found by whoever asks from now on. Call it before its uses are read. */
export const holdContent = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`select from content where customer_id = ${customerId} and content_id = ${id.toLowerCase()} for update`);

/** What is written of a content. */
export interface NewContent {
	readonly id: string;
	readonly domainId: string;
	readonly title: string;
	readonly channel: number | null;
	readonly control: string | null;
	readonly language: string;
	readonly controls: Readonly<Record<string, Controls>>;
	readonly markup: string;
	readonly placement?: Placement | null;
	readonly status: number;
	readonly createdBy: string | null;
}

const jsonOf = (value: object | null = null): string | null => (value === null ? null : JSON.stringify(value));

/** Stores a new content. */
export const insertContent = (tx: Tx, customerId: number, one: NewContent): Promise<number> => {
	const at = now();
	return tx.run(
		sql`insert into content (customer_id, content_id, domain_id, title, channel, control, language, controls, markup, placement, status, created_at, created_by, changed_at)
		values (${customerId}, ${one.id}, ${one.domainId}, ${one.title}, ${one.channel}, ${one.control}, ${one.language},
			${JSON.stringify(one.controls)}::jsonb, ${one.markup},
			${jsonOf(one.placement)}::jsonb, ${one.status}, ${at}, ${one.createdBy}, ${at})`,
	);
};

/** Writes a content anew. */
export const updateContent = (tx: Tx, customerId: number, one: Omit<NewContent, 'domainId' | 'createdBy'>): Promise<number> =>
	tx.run(
		sql`update content set title = ${one.title}, channel = ${one.channel}, control = ${one.control}, language = ${one.language},
			controls = ${JSON.stringify(one.controls)}::jsonb, markup = ${one.markup}, placement = ${jsonOf(one.placement)}::jsonb, status = ${one.status}, changed_at = ${now()}
		where customer_id = ${customerId} and content_id = ${one.id}`,
	);

export const deleteContent = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`delete from content where customer_id = ${customerId} and content_id = ${id}`);

const Count = row({ n: int });

/** How many contents a customer has. */
export const countContents = async (tx: Tx, customerId: number): Promise<number> =>
	(await tx.rows(Count, sql`select count(*)::int as n from content where customer_id = ${customerId}`))[0]?.n ?? 0;

const Named = row({ content_id: uuid });

/** Whether another content of the domain has this title. */
export const titleTaken = async (tx: Tx, customerId: number, domainId: string, title: string, but: string | null): Promise<boolean> => {
	await holdNames(tx, customerId, 'contents');
	return (
		(
			await tx.rows(
				Named,
				sql`select content_id from content where customer_id = ${customerId} and domain_id = ${domainId} and lower(title) = lower(${title})
					and (${but}::uuid is null or content_id <> ${but}::uuid)`,
			)
		).length > 0
	);
};
