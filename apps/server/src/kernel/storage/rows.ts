/**
 * Rows are described, not asserted. A description names each column of an answer with the type that PostgreSQL gives it:
 *
 *     const Counted = row({ domain_id: uuid, count: int, last_at: orNull(instant) });
 *     const rows = await tx.rows(Counted, sql`select … where customer_id = ${customerId}`);
 *
 * TypeScript takes the row's type from it. In tests every answer is held against PostgreSQL's own names and types, and no
 * null may stand where none is described (`checkRows`, switched on by the harness); in service rows pass unchecked, but for
 * columns of JSON, which are always parsed.
 */
import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type * as z from 'zod';

/** Statements in composable parts: values become parameters, a part may stand within another. */
export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** A column of an answer. */
export interface Column<T> {
	/** PostgreSQL's type numbers that answer so. */
	readonly types: readonly number[];
	readonly nullable: boolean;
	/** Whether a value may stand here. */
	readonly fits: (value: unknown) => boolean;
	/** For columns that are read before they are given out. */
	readonly read?: (value: unknown) => T;
	/** Carries the type alone. */
	readonly _type?: T;
}

const { builtins } = pg.types;
/** Array types have no names there. */
const ARRAY = { uuid: 2951, text: 1009, int4: 1007 } as const;

const column = <T>(types: readonly number[], fits: (value: unknown) => boolean): Column<T> => ({ types, nullable: false, fits });
const isText = (value: unknown): boolean => typeof value === 'string';

export const text = column<string>([builtins.TEXT, builtins.VARCHAR], isText);
export const uuid = column<string>([builtins.UUID], isText);
/** Whole numbers of any width; wider than a number holds exactly throws as it is read. */
export const int = column<number>([builtins.INT2, builtins.INT4, builtins.INT8], Number.isSafeInteger);
export const float = column<number>([builtins.FLOAT4, builtins.FLOAT8], (value) => typeof value === 'number');
export const bool = column<boolean>([builtins.BOOL], (value) => typeof value === 'boolean');
/** `timestamptz`. */
export const instant = column<Date>([builtins.TIMESTAMPTZ], (value) => value instanceof Date);
/** `date`, as YYYY-MM-DD. */
export const day = column<string>([builtins.DATE], isText);
export const bytes = column<Buffer>([builtins.BYTEA], (value) => Buffer.isBuffer(value));
export const texts = column<string[]>([ARRAY.text], Array.isArray);
export const uuids = column<string[]>([ARRAY.uuid], Array.isArray);
export const ints = column<number[]>([ARRAY.int4], Array.isArray);

/** Of which only these words, or numbers, are stored. */
export const oneOf = <const W extends readonly (string | number)[]>(words: W): Column<W[number]> =>
	column([builtins.TEXT, builtins.VARCHAR, builtins.INT2, builtins.INT4], (value) => words.some((word) => word === value));

/** `text[]` of these words alone. */
export const someOf = <const W extends readonly string[]>(words: W): Column<W[number][]> =>
	column([ARRAY.text], (value) => Array.isArray(value) && value.every((one) => words.includes(one)));

/** JSON of this shape; it is parsed whenever it is read. */
export const json = <S extends z.ZodType>(shape: S): Column<z.output<S>> => ({
	...column<z.output<S>>([builtins.JSON, builtins.JSONB], () => true),
	read: (value) => shape.parse(value),
});

/** The same, or null. */
export const orNull = <T>({ read, ...of }: Column<T>): Column<T | null> => ({
	types: of.types,
	nullable: true,
	fits: of.fits,
	...(read && { read: (value: unknown) => (value === null ? null : read(value)) }),
});

export type RowShape = Readonly<Record<string, Column<unknown>>>;
export type RowOf<R extends RowShape> = { [K in keyof R]: R[K] extends Column<infer T> ? T : never };

/** Columns of a table that is joined and may have no row: each may be null. */
export const orNulls = <R extends RowShape>(shape: R): { [K in keyof R]: Column<RowOf<R>[K] | null> } =>
	Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, orNull(one)])) as { [K in keyof R]: Column<RowOf<R>[K] | null> };

/** A row's columns by name. */
export const row = <const R extends RowShape>(shape: R): R => shape;

/** What a pool or client answers, as far as it is needed here. */
type Answered = Pick<pg.QueryResult<object>, 'rows' | 'fields'>;

class RowError extends Error {
	override readonly name = 'RowError';
}

let checked = false;

/** From now on every answer is held against its description. For tests. */
export const checkRows = (): void => {
	checked = true;
};

/** @throws RowError when the answer is not as it is described. */
const check = (shape: RowShape, { rows, fields }: Answered, statement: string): void => {
	const complain = (sentence: string): never => {
		throw new RowError(`${sentence}\n${statement}`);
	};
	for (const { name, dataTypeID } of fields) {
		const described = shape[name];
		if (described === undefined) complain(`The column ${name} is answered and not described.`);
		else if (!described.types.includes(dataTypeID))
			complain(`The column ${name} has PostgreSQL's type ${dataTypeID}, not what is described.`);
	}
	for (const name of Object.keys(shape))
		if (!fields.some((field) => field.name === name)) complain(`The column ${name} is described and not answered.`);
	for (const one of rows)
		for (const [name, value] of Object.entries(one)) {
			const described = shape[name];
			if (value === null ? described?.nullable !== true : described?.fits(value) !== true)
				complain(`The column ${name} holds ${String(value)}, which is not as described.`);
		}
};

/** The rows of an answer as they are described. The one place where PostgreSQL's rows get a type. */
export const described = <R extends RowShape>(shape: R, answered: Answered, statement: Sql): RowOf<R>[] => {
	if (checked) check(shape, answered, statement.text);
	const readers = Object.entries(shape).flatMap(([name, { read }]) => (read ? [{ name, read }] : []));
	const rows: object[] = answered.rows;
	if (readers.length > 0)
		for (const one of rows) for (const { name, read } of readers) Object.assign(one, { [name]: read(Reflect.get(one, name)) });
	return rows as RowOf<R>[];
};
