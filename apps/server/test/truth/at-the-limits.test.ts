/**
 * Every call at the edge of its own contract: each array at its longest, each text at its longest, each number at both ends, and each
 * place in a list (`after`, `before`, …) as it was never told. Whatever that is answered, it is no fault of the server's. The same each
 * time: everything is made from the schemas of `/openapi.json`.
 */
import { allCalls } from '@luvalla/contract/all.ts';
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { RULE_LEAVES, type Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { someOf } from '../../../../scripts/length.ts';
import { addressesOf } from '../../src/kernel/http/calls.ts';
import { ENDS, requestFor, type Stage, staged } from '../access/door.ts';
import { ORIGIN, type Person } from '../app.ts';
import { fitting, type Path, type Schema, withAt } from './bad-values.ts';

const { app, stages } = staged();
/** An asker may ask 3,000 times a minute. */
const ASKS_OF_ONE = 2000;
/** Of an array that has no limit of its own, and of a text. */
const MANY = 500;
const LONG = 2000;
/** Segments that there really are: as many as an estimate takes. */
const SEGMENTS = 50;

const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Operation {
	parameters: { name: string; in: string; schema: Schema }[];
	requestBody?: { content: Record<string, { schema: Schema }> };
}

/** A rule of as many conditions as there may be, each of another value. */
const longestRule = (segments: readonly string[]): Rule => ({
	any: Array.from({ length: RULE_LEAVES }, (_, n) =>
		n % 2
			? { field: 'city', is: 'is' as const, value: `City ${n}` }
			: { field: `segment.${segments[n % segments.length]}`, is: 'is' as const, value: true },
	),
});

/** How a rule's schema says what it is. */
const isRule = ({ description }: Schema): boolean => typeof description === 'string' && description.includes('{ all: [] }');

const textOf = (schema: Schema, length: number): string | null => {
	if (schema.format === 'uuid' || schema.format === 'date' || schema.format === 'date-time' || Array.isArray(schema.enum)) return null;
	const { pattern } = schema;
	const fits = (given: string): boolean => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(given);
	if (schema.format === 'email') return `${'a'.repeat(60)}@${'b'.repeat(50)}.example.com`;
	return ['x'.repeat(length), `https://example.com/${'x'.repeat(Math.max(0, length - 20))}`, '9'.repeat(length)].find(fits) ?? null;
};

/** Every place of a schema at its edge: where, and what stands there. */
function* edges(
	given: unknown,
	schemas: Schema,
	ids: readonly string[],
	path: Path = [],
	depth = 0,
): Generator<{ path: Path; value: unknown }> {
	if (!isRecord(given) || depth > 8) return;
	const schema = typeof given.$ref === 'string' ? schemas[given.$ref.split('/').at(-1) ?? ''] : given;
	if (!isRecord(schema)) return;
	if (isRule(schema)) {
		yield { path, value: longestRule(ids) };
		return;
	}
	const several = [schema.anyOf, schema.oneOf].find(Array.isArray) ?? [];
	for (const one of several) {
		yield { path, value: fitting(one, schemas) };
		yield* edges(one, schemas, ids, path, depth + 1);
	}
	for (const one of Array.isArray(schema.allOf) ? schema.allOf : []) yield* edges(one, schemas, ids, path, depth + 1);
	const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
	if (isRecord(schema.properties))
		for (const [key, of] of Object.entries(schema.properties)) yield* edges(of, schemas, ids, [...path, key], depth + 1);
	if (type === 'array') {
		const { items } = schema;
		const length = Math.min(Number(schema.maxItems ?? MANY), 10_000);
		const isId = isRecord(items) && items.format === 'uuid';
		const one = fitting(items, schemas);
		yield { path, value: Array.from({ length }, (_, n) => (isId ? (ids[n] ?? v7()) : one)) };
		yield { path, value: [] };
		yield* edges(items, schemas, ids, [...path, 0], depth + 1);
	}
	if (type === 'integer' || type === 'number') {
		const [least, most] = [Number(schema.minimum ?? -1e308), Number(schema.maximum ?? 1e308)];
		yield { path, value: Number(schema.exclusiveMinimum ?? least) + (schema.exclusiveMinimum === undefined ? 0 : 1) };
		yield { path, value: most };
	}
	if (type === 'string') {
		const longest = textOf(schema, Math.min(Number(schema.maxLength ?? LONG), 20_000));
		if (longest !== null) yield { path, value: longest };
		if (schema.format === 'date') yield* ['0001-01-01', '9999-12-31'].map((value) => ({ path, value }));
		if (schema.format === 'date-time') yield* ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((value) => ({ path, value }));
	}
}

/** Places in lists that were never told: numbers too great, dots, ids, days, and what looks like any of our own. */
const PLACES = [
	'',
	'0',
	'-1',
	'.',
	'..',
	'1.1',
	'1.1.99999999999',
	'99999999999999999999.0.1',
	'.7.2147483648',
	'.99999.1',
	'9999999999999999.6.2147483647',
	'1.1.1.1.1.1',
	'9'.repeat(30),
	'1e400',
	'2147483648',
	'9007199254740993',
	'null',
	'[]',
	'{"at":1}',
	'eyJhIjoxfQ',
	'2026-13-45',
	'9999-12-31T23:59:59.999Z',
	'-271821-04-20T00:00:00.000Z',
	'00000000-0000-0000-0000-000000000000',
	'ffffffff-ffff-ffff-ffff-ffffffffffff',
	'00000000-0000-0000-0000-000000000000.1',
	`${v7()}.${v7()}`,
	'é',
];
const isPlace = (name: string): boolean => /after|before|next|cursor|from|place|since|until/i.test(name);

interface Sent {
	readonly url: string;
	readonly payload?: string;
}

const requestsOf = (
	call: CallShape,
	operation: Operation,
	schemas: Schema,
	at: Stage,
	shaped: Record<string, string>,
	ids: readonly string[],
): Sent[] => {
	const { url, body } = requestFor(call, at, shaped);
	const schema = operation.requestBody?.content['application/json']?.schema;
	const made = schema ? fitting(schema, schemas) : undefined;
	const thing = isRecord(made) && 'id' in made && shaped.id !== undefined ? { id: shaped.id } : {};
	const base = schema ? (isRecord(made) ? { ...made, ...(body as object), ...thing } : (body ?? made)) : undefined;
	const payload = base === undefined ? undefined : JSON.stringify(base);
	const [path = '', search = ''] = url.split('?');
	const asked = search === '' ? [] : search.split('&');
	const withQuery = (name: string, values: readonly unknown[]): Sent => ({
		url: `${path}?${[...asked.filter((one) => !one.startsWith(`${name}=`)), ...values.map((value) => `${name}=${encodeURIComponent(String(value))}`)].join('&')}`,
		...(payload && { payload }),
	});
	const queries = operation.parameters
		.filter((one) => one.in === 'query')
		.flatMap(({ name, schema: of }) => [
			...[...edges(of, schemas, ids)].flatMap(({ value }) =>
				Array.isArray(value)
					? [withQuery(name, value.slice(0, 200)), withQuery(name, [value.slice(0, 200).join(',')])]
					: typeof value === 'object'
						? []
						: [withQuery(name, [value])],
			),
			// Ids as some calls take them: in one word.
			withQuery(name, [ids.join(',')]),
			...(isPlace(name) ? someOf(PLACES, 7).map((value) => withQuery(name, [value])) : []),
		]);
	const bodies = schema
		? [...edges(schema, schemas, ids)].map(({ path: place, value }) => ({ url, payload: JSON.stringify(withAt(base, place, value)) }))
		: [];
	return [{ url, ...(payload && { payload }) }, ...queries, ...bodies];
};

test('nothing that the contract takes is a fault of the server', async () => {
	const t = app();
	const own = stages.get('own');
	if (!own) throw new Error('no stage');
	const headers = { customer_key: String(own.customerId), domain_key: own.domainId };
	const admin = await t.person(['ADMIN']);
	const machine = await t.machine(admin, own);
	const make = async (path: string, body: object): Promise<string> => {
		const made = await t.send(admin, 'POST', path, { headers, body });
		if (made.status !== 200) throw new Error(`${path}: ${made.text}`);
		return made.json().data.id;
	};
	const segments: string[] = [];
	for (let n = 0; n < SEGMENTS; n++)
		segments.push(await make('/api/manage/domain/segment', { name: `Segment ${n}`, domainId: own.domainId }));
	const [first = ''] = segments;
	const audience = await make('/api/manage/audience', { title: 'Audience', domain: own.domainId, segments: [first] });
	const campaign = await make('/api/manage/Campaign', { title: 'Campaign', domain: own.domainId });
	/** Things that are there, by where they stand. */
	const thingOf = ({ path }: CallShape): Record<string, string> => {
		if (/\/segments?(\/|$)/.test(path)) return { id: first, person: own.known };
		if (path.startsWith('/manage/audience')) return { id: audience };
		if (/^\/manage\/campaign(\/|$)/i.test(path)) return { id: campaign };
		return {};
	};
	const document = JSON.parse((await t.send(null, 'GET', '/openapi.json')).text);
	const schemas: Schema = document.components.schemas;
	const operations = new Map(
		Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`, operation]),
		),
	);

	let person: Person = admin;
	let asked = 0;
	const found: string[] = [];
	const passed = new Set<string>();
	const ask = async (call: CallShape, { url, payload }: Sent, who: Record<string, string>): Promise<void> => {
		asked += 1;
		if (asked % ASKS_OF_ONE === 0) person = await t.person(['ADMIN']);
		const answer = await t.app.inject({
			method: call.method,
			url,
			remoteAddress: `10.203.${(asked >> 8) & 255}.${asked & 255}`,
			headers: {
				...headers,
				...(call.method !== 'GET' && !who.authorization && { origin: ORIGIN }),
				...(payload !== undefined && { 'content-type': 'application/json' }),
				...who,
			},
			...(payload !== undefined && { payload }),
		});
		const { statusCode: status } = answer;
		if (status === 200) passed.add(nameOf(call));
		if (status >= 500 && !(status === 503 && answer.headers['retry-after'] !== undefined))
			found.push(`${call.method} ${url.slice(0, 300)} ${payload?.slice(0, 300) ?? ''} → ${status}`);
	};

	const ordered = allCalls
		.filter((call) => !call.multipart && !ENDS.has(nameOf(call)))
		.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
	for (const call of ordered) {
		const address = (addressesOf(call)[0] ?? '').replace(/:\w+/g, '{}').replace(/\/$/, '');
		const operation = operations.get(`${call.method} ${address}`);
		if (!operation) throw new Error(`${nameOf(call)} is not in the document.`);
		const asMachine = call.api === 'edge' && call.may.length > 0;
		for (const request of requestsOf(call, operation, schemas, own, thingOf(call), segments))
			await ask(call, request, asMachine ? machine : { cookie: person.cookie });
	}
	expect(found).toEqual([]);
	// A test that is only refused would find nothing.
	for (const name of ['POST /manage/domain/segment/preview', 'GET /manage/audience/estimate'])
		expect([name, passed.has(name)]).toEqual([name, true]);
	expect(passed.size).toBeGreaterThan(ordered.length / 3);
});
