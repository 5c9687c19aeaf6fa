/** Where stored JSON and text name somebody: for taking it out when they are erased. */
import { type Sql, sql } from './rows.ts';

/** What somebody is known by. */
export interface Words {
	/** Found where a whole string of the JSON is one of these: a short id stands in many texts by chance. */
	readonly whole: readonly string[];
	/** Found anywhere, however it is spaced and whatever its case: addresses, long ids. */
	readonly anywhere: readonly string[];
}

/** Signs that people put between the parts of what is one word. */
const BETWEEN = '[\\s()./-]';
const bare = (word: string): string => word.toLowerCase().replace(new RegExp(BETWEEN, 'g'), '');
const pattern = (word: string): string => `%${bare(word).replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a text says one of the words. Reads every text it is asked about. */
export const textNames = (text: Sql, { anywhere }: Words): Sql =>
	sql`regexp_replace(lower(${text}), ${BETWEEN}, '', 'g') like any (${anywhere.map(pattern)}::text[])`;

/** Whether a value of jsonb says one of the words. */
export const jsonNames = (value: Sql, words: Words): Sql =>
	sql`(${textNames(sql`${value}::text`, words)} or exists (
		select 1 from jsonb_path_query(${value}, '$.**') j where jsonb_typeof(j) = 'string' and j #>> '{}' = any(${words.whole}::text[])
	))`;

/** Whether a text says this host name, alone and not as a part of another one: `shop.fi` stands in `my.shop.fi` and is not meant there. */
export const textSaysHost = (text: Sql, host: string): Sql => {
	const name = host.toLowerCase().replace(/[^a-z0-9-]/g, (sign) => `\\${sign}`);
	return sql`lower(${text}) ~ ${`(^|[^a-z0-9.-])${name}($|[^a-z0-9.-]|[.]($|[^a-z0-9-]))`}`;
};
