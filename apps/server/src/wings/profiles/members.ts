/** The ids by which a person of `profile p` is known. */
import { type Sql, sql } from '#kernel/storage/rows.ts';

/**
 * `own`, or all ids that turned out to be one person. Not by coalesce: row-level security takes that for something that may tell
 * what it is given, and lets no condition that hangs on it look into an index.
 */
export const idsOf = (own: Sql): Sql => sql`case when p.members is null then array[${own}] else p.members end`;
