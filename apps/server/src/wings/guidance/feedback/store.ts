/** Feedback in the database. */
import type { FeedbackStatus } from '@luvalla/contract/guidance/feedback.ts';
import { now } from '#kernel/clock.ts';
import { list } from '#kernel/storage/lists.ts';
import { instant, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import { containing } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const FeedbackRow = row({
	id: uuid,
	created_at: instant,
	who: orNull(text),
	page: orNull(text),
	message: text,
	answered_at: orNull(instant),
	answerer: orNull(text),
});
export type FeedbackRow = RowOf<typeof FeedbackRow>;

const COLUMNS = sql`f.id, f.created_at, u.email as who, f.page, f.message, f.answered_at, b.email as answerer`;
const FROM = sql`feedback f left join app_user u on u.id = f.user_id left join app_user b on b.id = f.answered_by`;

export const FEEDBACK = list({
	row: FeedbackRow,
	columns: COLUMNS,
	from: FROM,
	orders: { at: { by: sql`f.created_at`, type: 'timestamptz' } },
	usual: '-at',
	key: { by: sql`f.id`, type: 'uuid' },
});

export interface Narrowed {
	readonly q?: string | undefined;
	readonly status?: FeedbackStatus | undefined;
}

export const narrowed = ({ q, status }: Narrowed): Sql[] => [
	...(status === undefined ? [] : [status === 'open' ? sql`f.answered_at is null` : sql`f.answered_at is not null`]),
	...(q?.trim() ? [sql`concat_ws(' ', f.message, u.email, f.page) ilike ${containing(q)}`] : []),
];

interface Sent {
	readonly id: string;
	readonly userId: string;
	readonly page: string | null;
	readonly message: string;
}

export const insertFeedback = (tx: Tx, { id, userId, page, message }: Sent): Promise<number> =>
	tx.run(sql`insert into feedback (id, user_id, page, message, created_at) values (${id}, ${userId}, ${page}, ${message}, ${now()})`);

export const readOne = (tx: Tx, id: string): Promise<FeedbackRow | null> =>
	tx.first(FeedbackRow, sql`select ${COLUMNS} from ${FROM} where f.id = ${id}`);

/** False where it was so already. */
export const setAnswered = async (tx: Tx, id: string, status: FeedbackStatus, by: string): Promise<boolean> =>
	(await tx.run(
		status === 'answered'
			? sql`update feedback set answered_at = ${now()}, answered_by = ${by} where id = ${id} and answered_at is null`
			: sql`update feedback set answered_at = null, answered_by = null where id = ${id} and answered_at is not null`,
	)) > 0;
