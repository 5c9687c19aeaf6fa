/** JSON schemas of the contract's shapes; those that have a name stand once, under `components`. */
import * as z from 'zod';

export type Schema = Record<string, unknown>;
type Io = 'input' | 'output';

export interface Schemas {
	/** In a request or in an answer; what has a name is referred to. */
	of(shape: z.ZodType, io: Io): Schema;
	/** Those that were referred to. */
	named(): Record<string, Schema>;
}

const REF = '#/$defs/';
const isRecord = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any depth down. */
const eachSchema = (value: unknown, change: (schema: Schema) => void): void => {
	if (Array.isArray(value)) for (const one of value) eachSchema(one, change);
	if (!isRecord(value)) return;
	for (const one of Object.values(value)) eachSchema(one, change);
	change(value);
};

type Names = z.core.$ZodRegistry<{ id?: string | undefined }>;
const nameless: Names = z.registry<{ id?: string }>();

/** By the shape that it is judged by afterwards, where its declaration names one. */
const described = (anything: z.core.$ZodType): Schema => {
	const { judged, ...said } = z.globalRegistry.get(anything) ?? {};
	return judged instanceof z.ZodType ? { ...wholeSchema(judged, 'input'), ...said } : said;
};

const schemaOf = (shape: z.ZodType, io: Io, metadata: Names): Schema => {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, {
		target: 'draft-2020-12',
		io,
		metadata,
		unrepresentable: 'any',
		// Answers may gain fields: a client that was made today must not refuse them tomorrow.
		override: ({ zodSchema, jsonSchema }) => {
			const { def } = zodSchema._zod;
			// With a registry of its own zod leaves out what was said of shapes in the usual one.
			const { description } = z.globalRegistry.get(zodSchema) ?? {};
			if (description !== undefined) jsonSchema.description ??= description;
			// What is read as anything and judged afterwards is described where it is declared.
			if (def.type === 'unknown') Object.assign(jsonSchema, described(zodSchema));
			if (def.type === 'object' && (def as z.core.$ZodObjectDef).catchall === undefined) delete jsonSchema.additionalProperties;
		},
	});
	return schema;
};

/** A shape with all that it is made of, in a request or in an answer. */
export const wholeSchema = (shape: z.ZodType, io: Io): Schema => schemaOf(shape, io, nameless);

/** Of two shapes of one name the later one has its feature's before it. */
export const createSchemas = (shapes: readonly (readonly [name: string, shape: z.ZodType, feature: string])[]): Schemas => {
	const registry = z.registry<{ id: string }>();
	const taken = new Set<string>();
	for (const [name, shape, feature] of shapes) {
		if (registry.has(shape)) continue;
		const id = taken.has(name) ? `${feature.replace(/\W/g, '')}${name}` : name;
		if (taken.has(id)) throw new Error(`Two shapes of ${feature} have the name ${name}.`);
		taken.add(id);
		registry.add(shape, { id });
	}

	/** Shapes with defaults or readings are not the same in a request as in an answer. */
	const differs = new Map<string, boolean>();
	for (const [, shape] of shapes) {
		const id = registry.get(shape)?.id;
		if (id !== undefined && !differs.has(id))
			differs.set(id, JSON.stringify(wholeSchema(shape, 'input')) !== JSON.stringify(wholeSchema(shape, 'output')));
	}
	const nameOf = (id: string, io: Io): string => (io === 'input' && differs.get(id) ? `${id}Input` : id);

	const used = new Map<string, Schema>();
	const referring = (schema: Schema, io: Io): Schema => {
		eachSchema(schema, (one) => {
			if (typeof one.$ref === 'string') one.$ref = `#/components/schemas/${nameOf(one.$ref.slice(REF.length), io)}`;
			// Each of these names is there: said so, generators make fields of them.
			if (Array.isArray(one.required) && one.properties === undefined && isRecord(one.additionalProperties)) {
				one.properties = Object.fromEntries(one.required.map((name) => [name, one.additionalProperties]));
				delete one.additionalProperties;
				delete one.propertyNames;
			}
			// What zod itself writes beside a name is no part of the schema.
			if (typeof one.id === 'string' && taken.has(one.id)) delete one.id;
		});
		return schema;
	};
	return {
		of(shape, io) {
			const { $defs = {}, ...schema } = schemaOf(shape, io, registry);
			for (const [id, one] of Object.entries($defs as Record<string, Schema>)) used.set(nameOf(id, io), referring(one, io));
			return referring(schema, io);
		},
		named: () => Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1))),
	};
};
