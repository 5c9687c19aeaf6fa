/** The OpenAPI document (3.1), read from the contract and from the codes that the program refuses with. */
import type { Feature } from '@luvalla/contract/all.ts';
import { type CallShape, ErrorAnswer, Page } from '@luvalla/contract/call.ts';
import { EVERY_CALL, type Limit } from '@luvalla/contract/limits.ts';
import * as z from 'zod';
import { addressesOf, mayBeLeftOut } from './calls.ts';
import { knownCodes, type Meaning } from './errors.ts';
import { createSchemas, type Schema, type Schemas } from './openapi-schemas.ts';

/** What the document cannot know from the contract. */
export interface Place {
	readonly publicUrl: string;
	/** Name of the session's cookie here. */
	readonly sessionCookie: string;
}

const STATUSES: Readonly<Record<number, string>> = {
	400: 'What was sent cannot be read; `fields` says what is wrong with which part.',
	401: 'Nobody is signed in, or the token does not hold.',
	403: 'Whoever asks may not do this, or not from here.',
	404: 'There is nothing here that whoever asks may see.',
	408: 'The body stood still for too long.',
	409: 'It cannot be done as things stand.',
	413: 'The body is larger than what is taken.',
	415: 'The body is of another kind than what is taken.',
	422: 'What was sent can be read and cannot be used.',
	429: 'That was too much in too short a time: nothing was done; ask again after as many seconds as `Retry-After` says.',
	500: 'A fault of the server; it is logged.',
	503: 'It cannot be done for a moment: nothing was acknowledged, send the same again.',
};

const retryAfter = (required: boolean) => ({
	'Retry-After': { description: 'Seconds until it is worth asking again.', required, schema: { type: 'integer', minimum: 1 } },
});

/** Codes that a call's own sentence names. */
const namedIn = (about: string, codes: ReadonlyMap<string, Meaning>): string[] =>
	[...new Set(about.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [])].filter((word) => codes.has(word));

/** What any call of this kind can be refused with, before its own work begins. */
const generalCodes = (call: CallShape): string[] => {
	const edge = call.api === 'edge';
	const known = !call.may.includes('anyone');
	const reads = call.params ?? call.query ?? call.body;
	return [
		...(reads ? ['invalid'] : []),
		// A body is read before anybody knows whether it is wanted.
		...(call.method !== 'GET' && !call.multipart
			? ['not_json', 'not_utf8', 'too_deep', 'wrong_media', 'packed', 'too_large', 'too_slow']
			: []),
		...(call.multipart
			? [
					'no_file',
					'form_cut',
					'wrong_media_multipart',
					'packed',
					'too_slow',
					...(call.multipart.maxBytes === undefined ? [] : ['too_large']),
				]
			: []),
		...(known ? [...(edge ? [] : ['not_signed_in']), 'token_unknown', 'not_allowed'] : []),
		...(known && !edge && call.of === undefined && call.tokens !== true ? ['session_needed'] : []),
		...(call.method !== 'GET' && (!edge || known) ? ['origin_not_allowed'] : []),
		...(call.of || call.params ? ['not_found'] : []),
		...(limitsOf(call).length > 0 ? ['too_many'] : []),
		'internal',
		'unavailable',
	];
};

/** What whoever asks may ask of it: those who are known have a limit over all calls. */
const limitsOf = (call: CallShape): readonly Limit[] => [
	...(call.api === 'edge' && call.may.includes('anyone') ? [] : EVERY_CALL),
	...(call.limits ?? []),
];

/** By status, each code once. */
export const codesOf = (call: CallShape, codes: ReadonlyMap<string, Meaning>): Record<string, string[]> => {
	const found: Record<string, string[]> = {};
	for (const code of [...new Set([...generalCodes(call), ...namedIn(call.about, codes)])].sort()) {
		const status = codes.get(code)?.status;
		if (status !== undefined) found[status] = [...(found[status] ?? []), code];
	}
	return found;
};

/** What of a call stands in its path, its query and its headers. `schemaOf`: of a shape in a request. */
export const parametersOf = (call: CallShape, schemaOf: (shape: z.ZodType) => Schema) => [...namedOf(call, schemaOf), ...headersOf(call)];

const namedOf = (call: CallShape, schemaOf: (shape: z.ZodType) => Schema) =>
	(['params', 'query'] as const).flatMap((part) =>
		Object.entries(call[part]?.shape ?? {}).map(([name, shape]) => {
			const { description, ...schema } = schemaOf(shape);
			return {
				name,
				in: part === 'params' ? 'path' : 'query',
				required: part === 'params' || !shape.safeParse(undefined).success,
				...(description !== undefined && { description }),
				schema,
			};
		}),
	);

const headersOf = ({ of, keyed }: CallShape) => [
	...(keyed
		? [
				{
					name: 'Idempotency-Key',
					in: 'header',
					required: false,
					description: 'Of the sender’s making: the same request under it is done once, and answered again for 24 hours.',
					schema: { type: 'string', minLength: 1, maxLength: 200 },
				},
			]
		: []),
	...(of?.startsWith('domain:header')
		? [
				{
					name: 'DOMAIN_KEY',
					in: 'header',
					required: of === 'domain:header',
					description: `Id of the domain that is meant${of === 'domain:header' ? '' : '; without it all those of the current customer that whoever asks may see'}. \`DOMAIN-KEY\` means the same, where a proxy drops underscores.`,
					schema: { type: 'string', format: 'uuid' },
				},
			]
		: []),
	...(of === 'customer:current' || of === 'domain:header-or-customer'
		? [
				{
					name: 'CUSTOMER_KEY',
					in: 'header',
					required: false,
					description:
						'Id of the customer that is meant; without it the first one that whoever asks is mapped to. `CUSTOMER-KEY` means the same.',
					schema: { type: 'integer', minimum: 1 },
				},
			]
		: []),
];

const bodyOf = ({ body, multipart, plainText }: CallShape, schemas: Schemas) => {
	if (multipart)
		return {
			requestBody: {
				required: true,
				content: {
					'multipart/form-data': {
						schema: {
							type: 'object',
							required: [multipart.part],
							properties: {
								[multipart.part]: {
									type: 'string',
									format: 'binary',
									description: multipart.about,
									...(multipart.maxBytes !== undefined && { maxLength: multipart.maxBytes }),
								},
							},
						},
						encoding: { [multipart.part]: { contentType: multipart.type } },
					},
				},
			},
		};
	if (!body) return {};
	const json = { schema: schemas.of(body, 'input') };
	const text = {
		schema: { type: 'string', contentMediaType: 'application/json', description: 'The same JSON, as `sendBeacon` sends it.' },
	};
	return {
		requestBody: { required: !mayBeLeftOut(body), content: { 'application/json': json, ...(plainText && { 'text/plain': text }) } },
	};
};

/** As a client is to read it: what is no text would be spoilt as one. */
const fileSchema = (type: string): Schema =>
	type === 'application/json' ? { type: 'object' } : { type: 'string', ...(!type.startsWith('text/') && { format: 'binary' }) };

const answerOf = (call: CallShape, schemas: Schemas) => {
	if (call.file !== undefined)
		return {
			description: 'The file, under its own name.',
			headers: { 'Content-Disposition': { description: 'The name (RFC 6266).', schema: { type: 'string' } } },
			content: { [call.file]: { schema: fileSchema(call.file) } },
		};
	const shape = z.object({ data: call.answer, ...(call.paged && { page: Page }), ...call.beside?.shape });
	return { description: call.success ?? 'Done.', content: { 'application/json': { schema: schemas.of(shape, 'output') } } };
};

/** Who opens it, as alternatives. A person's token opens what is about one customer; a machine's what names machines. */
const securityOf = ({ may, api, of, tokens }: CallShape): Schema[] => {
	if (may.includes('anyone')) return [];
	const people = (of !== undefined || tokens === true) && may.some((role) => role !== 'machine' && role !== 'admin');
	return [
		...(api !== 'edge' && may.some((role) => role !== 'machine') ? [{ session: [] }] : []),
		...(people ? [{ person: ['API'] }] : []),
		...(may.includes('machine') ? [{ machine: ['API'] }, { domainToken: [] }] : []),
	];
};

/** What is about something may also be refused by its own work: with a code of these statuses. */
const OF_WORK = ['404', '409', '422'] as const;
export const statusesOf = (call: CallShape, refused: Readonly<Record<string, readonly string[]>>): string[] => [
	...new Set([...Object.keys(refused), ...(call.params || call.query || call.body || call.of || call.method !== 'GET' ? OF_WORK : [])]),
];

const operationOf = (name: string, call: CallShape, feature: Feature, schemas: Schemas, codes: ReadonlyMap<string, Meaning>) => {
	const refused = codesOf(call, codes);
	const [summary = '', ...rest] = call.about.split(/(?<=\.) /);
	return {
		operationId: name,
		summary: summary.replace(/\.$/, ''),
		...(rest.length > 0 && { description: call.about }),
		tags: [feature.name],
		security: securityOf(call),
		parameters: parametersOf(call, (shape) => schemas.of(shape, 'input')),
		...bodyOf(call, schemas),
		responses: {
			200: answerOf(call, schemas),
			...Object.fromEntries(statusesOf(call, refused).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
		},
		'x-may': call.may,
		'x-on': call.on,
		'x-limits': limitsOf(call),
		'x-codes': refused,
	};
};

/** One shape for every refusal; each status has its own codes, because each code has one status. */
const refusals = (codes: ReadonlyMap<string, Meaning>, schemas: Schemas) => {
	const { properties, ...shape } = schemas.of(ErrorAnswer, 'output') as { properties: Record<string, Schema> };
	const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
	const ref = { $ref: '#/components/schemas/ErrorAnswer' };
	const statuses = [...new Set([...codes.values()].map(({ status }) => status))].sort();
	const withStatus = (status: number) => [...codes].flatMap(([code, meaning]) => (meaning.status === status ? [code] : []));
	return {
		schema: {
			...shape,
			description: 'Why nothing was done.',
			properties: {
				error: { ...properties.error, description: 'For a person, in the language of Accept-Language (en, fi). Not sent with 5xx.' },
				code: {
					type: 'string',
					enum: [...codes.keys()],
					description: 'For programs: it never changes, and means one thing wherever it is met.',
				},
				fields: { ...properties.fields, description: 'A sentence for each part of the request that does not fit.' },
			},
		},
		responses: {
			...Object.fromEntries(
				statuses.map((status) => [
					`Refused${status}`,
					{
						description: STATUSES[status] ?? 'Refused.',
						...(status === 429 && { headers: retryAfter(true) }),
						...(status === 503 && { headers: retryAfter(false) }),
						...json({
							allOf: [ref, { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: withStatus(status) } } }],
						}),
					},
				]),
			),
		},
	};
};

const securitySchemes = ({ publicUrl, sessionCookie }: Place) => {
	const scopes = { API: 'The API.' };
	const tokenUrl = `${publicUrl}/identity/token`;
	return {
		session: {
			type: 'apiKey',
			in: 'cookie',
			name: sessionCookie,
			description: `The portal’s own session. Whatever is no GET needs the header \`Origin: ${publicUrl}\` beside it (403 origin_not_allowed): browsers send it from our pages alone.`,
		},
		person: {
			type: 'oauth2',
			description:
				'A token of a person who signed in to a customer’s application: it opens what they may see in that customer, and who they are; nothing else of theirs (403 session_needed). Authorization code with proof key (S256). From a browser it works on the application’s own origins only.',
			flows: { authorizationCode: { authorizationUrl: `${publicUrl}/identity/auth`, tokenUrl, refreshUrl: tokenUrl, scopes } },
		},
		machine: {
			type: 'oauth2',
			description:
				'A token of a customer’s own server (application type 0): its id and secret as HTTP Basic at the token address, good for an hour.',
			flows: { clientCredentials: { tokenUrl, scopes } },
		},
		domainToken: {
			type: 'http',
			scheme: 'bearer',
			description:
				'A domain’s access token (POST /manage/domain/generatetoken): what a machine’s opens, for that domain alone. It holds until it is revoked, and works from no page.',
		},
	};
};

/**
 * Paths as OpenAPI writes them: without the slash at the end, which makes no difference here. Calls of one path may name its parts
 * differently; there it has the names that come first in the alphabet, and `names` says which of a call's own became which.
 */
const pathNames = (addresses: readonly string[]) => {
	const written = (address: string): string => address.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '');
	const bare = (path: string): string => path.replace(/\{\w+\}/g, '{}');
	const partsOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
	// The last one set stays, so the first of the alphabet comes last.
	const chosen = new Map(
		addresses
			.map(written)
			.sort()
			.reverse()
			.map((path) => [bare(path), path]),
	);
	return (address: string): { path: string; names: Map<string, string> } => {
		const own = written(address);
		const path = chosen.get(bare(own)) ?? own;
		const wanted = partsOf(path);
		return { path, names: new Map(partsOf(own).map((part, at) => [part, wanted[at] ?? part])) };
	};
};

export const openApiDocument = (features: readonly Feature[], place: Place) => {
	const codes = knownCodes();
	const schemas = createSchemas([
		['Page', Page, ''],
		...features.flatMap((feature) => feature.shapes.map(([name, shape]) => [name, shape, feature.name] as const)),
	]);
	const paths: Record<string, Record<string, unknown>> = {};
	const pathOf = pathNames(features.flatMap(({ calls }) => calls.flatMap(([, call]) => addressesOf(call))));
	for (const feature of features)
		for (const [name, call] of feature.calls) {
			const operation = operationOf(name, call, feature, schemas, codes);
			for (const [index, address] of addressesOf(call).entries()) {
				const { path, names } = pathOf(address);
				const parameters = operation.parameters.map((one) => (one.in === 'path' ? { ...one, name: names.get(one.name) ?? one.name } : one));
				const operationId = index === 0 ? name : `${name}InIdentity`;
				paths[path] = { ...paths[path], [call.method.toLowerCase()]: { ...operation, operationId, parameters } };
			}
		}
	const { schema, responses } = refusals(codes, schemas);
	return {
		openapi: '3.1.0',
		info: {
			title: 'Luvalla',
			version: '0.1.0',
			summary: 'Consent, proof, audiences and campaigns, with permission.',
			description:
				'Answers are `{ "data": … }`, with `page` beside lists that can grow; refusals are `ErrorAnswer`. `x-codes` names what a call is refused with before its work begins, and what its own sentence names; `x-limits` how much may be asked.',
			contact: { name: 'Whoever runs this installation', url: place.publicUrl },
			license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
		},
		servers: [{ url: place.publicUrl }],
		tags: features.map(({ name, about }) => ({ name, description: about })),
		'x-tagGroups': [...new Set(features.map(({ wing }) => wing))].map((wing) => ({
			name: wing,
			tags: features.filter((feature) => feature.wing === wing).map(({ name }) => name),
		})),
		/** Every code, with what a person is told. */
		'x-codes': Object.fromEntries([...codes].map(([code, { status, sentences }]) => [code, { status, sentence: sentences.en }])),
		paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
		components: { securitySchemes: securitySchemes(place), schemas: { ...schemas.named(), ErrorAnswer: schema }, responses },
	};
};
