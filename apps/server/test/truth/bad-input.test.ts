/**
 * Wrong input from end to end: every call of `/openapi.json`, as no one, a platform admin, a domain admin and a customer's machine,
 * is sent what its schemas do not foresee. Whatever is asked, it is the asker's fault and said so: nothing is a 5xx, but 503 with
 * `Retry-After`. The same each time: the choice is seeded.
 */
import { allCalls } from '@luvalla/contract/all.ts';
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { expect, test } from 'vitest';
import { atLength } from '../../../../scripts/length.ts';
import { addressesOf } from '../../src/kernel/http/calls.ts';
import { ENDS, requestFor, staged } from '../access/door.ts';
import { ORIGIN, type Person } from '../app.ts';
import { demandDocumented } from '../documented.ts';
import { BAD, BAD_WRITTEN, fitting, placesIn, type Schema, seeded, withAt, written } from './bad-values.ts';

const SEED = 20_261_122;
/** Requests that a role makes of a call, beside a few for each of its fields. */
const TRIES = atLength(
	{ 'no one': 1, 'machine token': 1, 'domain admin': 2, admin: 4 },
	{ 'no one': 10, 'machine token': 8, 'domain admin': 12, admin: 25 },
);
/** Places of a body in which each of them writes what no text may hold. */
const PLACES = atLength(3, 30);
type Role = keyof typeof TRIES;
/** An asker may ask 3,000 times a minute. */
const ASKS_OF_ONE = 2500;

const { app, stages, people } = staged();

interface Sent {
	url: string;
	headers?: Record<string, string>;
	payload?: string;
}

interface Operation {
	parameters: { name: string; in: string }[];
	requestBody?: { content: Record<string, { schema: Schema }> };
}

const found: string[] = [];
const counts = new Map<string, { asked: number; judged: number; limited: number }>();

const askers = () => {
	const asked = new Map<Role, number>();
	const current = new Map<Role, { person: Person | null; headers: Record<string, string> }>();
	const own = () => {
		const stage = stages.get('own');
		if (!stage) throw new Error('no stage');
		return stage;
	};
	const made = async (role: Role): Promise<{ person: Person | null; headers: Record<string, string> }> => {
		const t = app();
		const admin = people.get('admin')?.person ?? null;
		switch (role) {
			case 'no one':
				return { person: null, headers: {} };
			case 'machine token':
				if (!admin) throw new Error('no admin');
				return { person: null, headers: await t.machine(admin, own()) };
			case 'domain admin':
				return { person: await t.person(['DOMAIN_ADMIN'], { domainsOf: [own()] }), headers: {} };
			case 'admin':
				return { person: await t.person(['ADMIN']), headers: {} };
		}
	};
	return async (role: Role, fresh: boolean) => {
		const count = (asked.get(role) ?? ASKS_OF_ONE) + 1;
		const kept = current.get(role);
		if (kept && count <= ASKS_OF_ONE && !fresh) {
			asked.set(role, count);
			return kept;
		}
		const one = await made(role);
		// Whose session the call ends is nobody afterwards.
		if (fresh) return one;
		current.set(role, one);
		asked.set(role, 0);
		return one;
	};
};

/** What is wrong in one request at a time. */
const requestsOf = (call: CallShape, operation: Operation, schemas: Schema, role: Role): Sent[] => {
	const chance = seeded(SEED + [...`${nameOf(call)} ${role}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
	const stage = stages.get('own');
	if (!stage) throw new Error('no stage');
	const { url, headers, body } = requestFor(call, stage);
	const schema = operation.requestBody?.content['application/json']?.schema;
	const made = schema ? fitting(schema, schemas) : undefined;
	const base = schema ? (typeof made === 'object' && !Array.isArray(made) ? { ...made, ...(body as object) } : (body ?? made)) : undefined;
	const places = base === undefined ? [] : placesIn(base);
	const payload = base === undefined ? undefined : JSON.stringify(base);
	const query = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
	const [path = '', search = ''] = url.split('?');
	const parts = (addressesOf(call)[0] ?? '').split('/').flatMap((part, n) => (part.startsWith(':') ? [n] : []));
	const asked = search === '' ? [] : [search];

	const inBody = (bad: unknown, place = chance.of(places)): Sent => ({ url, headers, payload: written(withAt(base, place, bad)) });
	const inQuery = (bad: string, name = chance.of(query)): Sent => ({
		url: `${path}?${[...asked.filter((one) => !one.startsWith(`${name}=`)), `${name}=${bad}`].join('&')}`,
		headers,
		...(payload && { payload }),
	});
	const inPath = (bad: string, place = chance.of(parts)): Sent => ({
		url: `${path
			.split('/')
			.map((part, n) => (n === place ? bad : part))
			.join('/')}${search && `?${search}`}`,
		headers,
		...(payload && { payload }),
	});
	const inHeader = (): Sent => ({
		url,
		headers: { ...headers, [chance.of(['customer_key', 'domain_key', 'accept-language', 'if-none-match'])]: chance.of(HEADERS) },
		...(payload && { payload }),
	});
	const ways: (() => Sent)[] = [
		inHeader,
		...(places.length > 0 ? Array.from({ length: 5 }, () => () => inBody(chance.of(BAD))) : []),
		...(query.length > 0 ? Array.from({ length: 2 }, () => () => inQuery(chance.of(BAD_WRITTEN))) : []),
		...(parts.length > 0 ? Array.from({ length: 2 }, () => () => inPath(chance.of(BAD_WRITTEN))) : []),
	];
	const passes = role !== 'no one' && call.may.length > 0;
	return [
		{ url, headers, ...(payload && { payload }) },
		...(query.includes('sort') ? ['constructor', '-toString', '__proto__', '-'].map((bad) => inQuery(bad, 'sort')) : []),
		...(passes ? places.slice(0, PLACES).map((place, n) => inBody((n + Number(role === 'admin')) % 2 ? 'a\0b' : '\ud800', place)) : []),
		...(passes ? query.map((name) => inQuery('a%00b', name)) : []),
		...parts.map((place) => inPath('a%00b', place)),
		...(call.method === 'GET' ? [] : ['', 'null', '"\\ud800"', '[', '{"a":1e999}'].map((bad) => ({ url, headers, payload: bad }))),
		...Array.from({ length: TRIES[role] }, () => chance.of(ways)()),
	];
};

const HEADERS = ['-1', '99999999999', '1e5', 'constructor', '', 'x'.repeat(4000), 'é', "'", '0', '2147483648', '*;q=__proto__'];

/** It asks all calls many times: minutes on a busy machine, and no sign that something hangs. */
const HANGS_MS = 1_800_000;

test(
	'nothing that is wrong with what is sent is a fault of the server',
	async () => {
		const t = app();
		const document = JSON.parse((await t.send(null, 'GET', '/openapi.json')).text);
		const schemas: Schema = document.components.schemas;
		// Names in a path may be others there than in the contract.
		const operations = new Map(
			Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
				Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`, operation]),
			),
		);
		const askerFor = askers();
		let addresses = 0;

		const ask = async (call: CallShape, role: Role, { url, headers = {}, payload }: Sent): Promise<void> => {
			const { person, headers: own } = await askerFor(role, ENDS.has(nameOf(call)));
			addresses += 1;
			const said = `${role}: ${call.method} ${url.slice(0, 300)} ${payload?.slice(0, 500) ?? ''}`;
			const answer = await t.app
				.inject({
					method: call.method,
					url,
					remoteAddress: `10.201.${(addresses >> 8) & 255}.${addresses & 255}`,
					headers: {
						...(call.method !== 'GET' && !own.authorization && { origin: ORIGIN }),
						...(payload !== undefined && { 'content-type': 'application/json' }),
						...(person && { cookie: person.cookie }),
						...headers,
						...own,
					},
					...(payload !== undefined && { payload }),
				})
				.catch((error: Error) => void found.push(`${said} → ${error.message}`));
			if (!answer) return;
			const status = answer.statusCode;
			const name = nameOf(call);
			const count = counts.get(name) ?? { asked: 0, judged: 0, limited: 0 };
			counts.set(name, {
				asked: count.asked + 1,
				judged: count.judged + Number(status === 200 || [400, 404, 409, 422].includes(status)),
				limited: count.limited + Number(status === 429),
			});
			const held = status < 500 || (status === 503 && answer.headers['retry-after'] !== undefined);
			if (!held) found.push(`${said} → ${status}`);
			// An address that is nobody's answers 404 by the router.
			else if (status !== 404 && status !== 400) demandDocumented(call.method, url, status);
		};

		// What takes things away comes last: the others have something to be about.
		const ordered = allCalls
			.filter(({ multipart }) => !multipart)
			.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
		for (const role of Object.keys(TRIES) as Role[])
			for (const call of ordered) {
				const address = (addressesOf(call)[0] ?? '').replace(/:\w+/g, '{}').replace(/\/$/, '');
				const operation = operations.get(`${call.method} ${address}`);
				if (!operation) throw new Error(`${nameOf(call)} is not in the document.`);
				for (const request of requestsOf(call, operation, schemas, role)) await ask(call, role, request);
			}
		const total = [...counts.values()].reduce((sum, { asked }) => sum + asked, 0);
		const limited = [...counts.values()].reduce((sum, one) => sum + one.limited, 0);
		expect(found).toEqual([]);
		expect(counts.size).toBe(ordered.length);
		// A run that is only refused at the door, or for being many, would find nothing.
		expect(limited).toBeLessThan(total / 10);
		expect([...counts].filter(([, { judged }]) => judged === 0).map(([name]) => name)).toEqual([]);
	},
	HANGS_MS,
);
