/** Wrong input, made from the JSON schemas of `/openapi.json`. */
import { dice } from '../../src/sample/dice.ts';

export type Schema = Record<string, unknown>;
const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What JSON can say and JavaScript cannot: written as marked text, and put in its place when the body is written. */
const RAW = ['1e999', '-1e999', '-0', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"x":1,"x":"\\u0000"}'];
const marked = (raw: string): string => `@raw ${raw}`;
/** JSON of a body in which marks are replaced. */
export const written = (body: unknown): string =>
	JSON.stringify(body).replace(/"@raw ((?:[^"\\]|\\.)*)"/g, (_, raw: string) => JSON.parse(`"${raw}"`));

const nested = (depth: number): unknown => {
	let value: unknown = [];
	for (let n = 0; n < depth; n++) value = n % 2 ? { a: value } : [value];
	return value;
};

const WORDS = [
	'\0',
	'a\0b',
	'\ud800',
	'x\udfffy',
	'',
	' ',
	'\u202e',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'-1',
	'0',
	'1e999',
	'NaN',
	'null',
	'true',
	'[]',
	'{}',
	'{"languages":"\\u0000"}',
	'{"purposes":{"__proto__":"x","constructor":1}}',
	'[[[[[[',
	"' or 1=1 --",
	'%',
	'%00',
	'../../../etc/passwd',
	'http://[::1',
	'https://user:\0@x/',
	'9'.repeat(25),
	'-9223372036854775809',
	'2026-13-45',
	'0000-01-01T00:00:00Z',
	'0001-01-01T00:00:00.000Z',
	'9999-12-31T23:59:59.999Z',
	'+275760-09-13T00:00:00.000Z',
	'0001-01-01',
	'9999-12-31',
	'ffffffff-ffff-ffff-ffff-ffffffffffff',
	'00000000-0000-0000-0000-000000000000',
	'a@b.\0c',
	'x'.repeat(5000),
	'ä'.repeat(300),
] as const;

export const BAD: readonly unknown[] = [
	...WORDS,
	...RAW.map(marked),
	'x'.repeat(100_000),
	null,
	true,
	-1,
	0,
	1.5,
	2 ** 31,
	2 ** 32,
	2 ** 53,
	1e308,
	[],
	{},
	[[]],
	[null],
	['\0'],
	['\ud800', '__proto__'],
	{ length: 1e9 },
	{ '\0': 1 },
	{ '\udc00': 'x' },
	{ toString: 1, valueOf: null },
	nested(3000),
	Array.from({ length: 3000 }, () => 'x'),
];

/** As they stand in an address. */
export const BAD_WRITTEN: readonly string[] = [
	...WORDS.map((word) => encodeURIComponent(word.toWellFormed().slice(0, 2000))),
	'%ed%a0%80',
	'%ff',
	'%',
	'%zz',
	'%u0000',
	'a%2fb',
	'..%5c..',
];

const CANDIDATES = ['en', 'FI', '#2b4a3f', 'a', 'p1', '000000', 'https://example.com/', '1', 'http://localhost', 'X'];

/** Something that the schema takes, as far as that can be told from it. */
export const fitting = (schema: unknown, schemas: Schema, depth = 0): unknown => {
	if (!isRecord(schema) || depth > 8) return 'x';
	if (typeof schema.$ref === 'string') return fitting(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas, depth + 1);
	if ('const' in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	const one = [schema.anyOf, schema.oneOf].find(Array.isArray)?.[0];
	if (one !== undefined) return fitting(one, schemas, depth + 1);
	if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => fitting(part, schemas, depth + 1)));
	const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
	if (type === 'object' || isRecord(schema.properties)) {
		const named = Object.entries(isRecord(schema.properties) ? schema.properties : {});
		const more: [string, unknown][] = isRecord(schema.additionalProperties) ? [['en', schema.additionalProperties]] : [];
		return Object.fromEntries([...named, ...more].map(([key, of]) => [key, fitting(of, schemas, depth + 1)]));
	}
	if (type === 'array') return [fitting(schema.items, schemas, depth + 1)];
	if (type === 'boolean') return true;
	if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
	if (schema.format === 'uuid') return '01900000-0000-7000-8000-000000000000';
	if (schema.format === 'email') return 'somebody@example.com';
	if (schema.format === 'date') return '2026-01-01';
	if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
	const { pattern } = schema;
	if (typeof pattern === 'string') return CANDIDATES.find((candidate) => new RegExp(pattern, 'u').test(candidate)) ?? 'x';
	return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
};

export type Path = readonly (string | number)[];

/** Every place in a body, the whole of it too. */
export const placesIn = (value: unknown, path: Path = []): Path[] => [
	path,
	...(Array.isArray(value)
		? value.slice(0, 3).flatMap((one, n) => placesIn(one, [...path, n]))
		: isRecord(value)
			? Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))
			: []),
];

export const withAt = (value: unknown, [first, ...rest]: Path, bad: unknown): unknown => {
	if (first === undefined) return bad;
	if (Array.isArray(value)) return value.map((one, n) => (n === first ? withAt(one, rest, bad) : one));
	return isRecord(value) ? { ...value, [first]: withAt(value[first], rest, bad) } : value;
};

/** The same numbers for the same seed (mulberry32). */
export const seeded = (seed: number) => {
	const next = dice(seed);
	return { of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
};
