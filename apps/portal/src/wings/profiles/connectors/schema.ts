/** A kind's settings as its JSON Schema says them: which fields, in which order, how they are drawn. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { connectorTypes } from '@luvalla/contract/profiles/connectors';
import * as z from 'zod';
import type { Language } from '#portal/lib/say.ts';

export type ConnectorKind = AnswerOf<typeof connectorTypes>[number];

const Words = z.object({ en: z.string(), fi: z.string() });
const Field = z.object({
	type: z.string().optional(),
	default: z.unknown().optional(),
	enum: z.array(z.union([z.string(), z.number()])).optional(),
	label: Words,
	hint: Words.optional(),
	secret: z.boolean().optional(),
	area: z.boolean().optional(),
	mono: z.boolean().optional(),
	narrow: z.boolean().optional(),
	optional: z.boolean().optional(),
	widget: z.enum(['domain', 'audience', 'purpose', 'columns', 'fields']).optional(),
	when: z.object({ field: z.string(), is: z.array(z.string()) }).optional(),
	options: z.record(z.string(), Words).optional(),
});
export type DrawnField = z.infer<typeof Field> & { readonly key: string };

const Schema = z.object({ properties: z.record(z.string(), Field) });

/** Settings while they are written: numbers and lists as the form has them. */
export type Written = Record<string, unknown>;

export const fieldsOf = (kind: ConnectorKind): DrawnField[] =>
	Object.entries(Schema.parse(kind.schema).properties).map(([key, field]) => ({ ...field, key }));

/** Whether a field is asked for, with what is written so far. */
export const isAsked = ({ when }: DrawnField, written: Written): boolean =>
	when === undefined || when.is.includes(String(written[when.field]));

const linesOf = (columns: unknown): string =>
	typeof columns === 'object' && columns !== null
		? Object.entries(columns)
				.map(([name, target]) => `${name} = ${String(target)}`)
				.join('\n')
		: '';

/** What the form begins with. */
export const beginning = (fields: readonly DrawnField[], config: Written, language: Language): Written =>
	Object.fromEntries(
		fields.map((field) => {
			const kept = config[field.key];
			if (field.widget === 'columns') return [field.key, linesOf(kept)];
			if (field.secret) return [field.key, ''];
			if (field.enum || field.type === 'number' || field.type === 'integer') {
				const written = String(kept ?? field.default ?? field.enum?.[0] ?? '');
				return [field.key, field.type === 'number' && language === 'fi' ? written.replace('.', ',') : written];
			}
			return [field.key, kept ?? field.default ?? (field.widget === 'fields' ? [] : '')];
		}),
	);

/** Lines as `name = target`; null: one of them is none. */
const columnsOf = (lines: unknown): Record<string, string> | null => {
	const parts = String(lines ?? '')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => /^(.*\S)\s*=\s*(\S+)\s*$/.exec(line.trim()));
	return parts.some((part) => part === null)
		? null
		: Object.fromEntries(parts.flatMap((part) => (part ? [[part[1] ?? '', part[2] ?? '']] : [])));
};

/** What is sent: only fields that are asked for, each as the schema wants it. */
export const sentOf = (fields: readonly DrawnField[], written: Written): Written =>
	Object.fromEntries(
		fields
			.filter((field) => isAsked(field, written))
			.map((field) => {
				const value = written[field.key];
				if (field.widget === 'columns') return [field.key, columnsOf(value) ?? {}];
				const number = field.type === 'number' || field.type === 'integer' || field.enum?.some((one) => typeof one === 'number');
				return [field.key, number && value !== '' ? Number(String(value).replace(',', '.')) : value];
			}),
	);

/** What the form holds against it before the server does: what is empty. */
export const checkOf = (fields: readonly DrawnField[], columnsWrong: string) =>
	z.object({ config: z.record(z.string(), z.unknown()) }).superRefine(({ config }, context) => {
		for (const field of fields) {
			if (!isAsked(field, config)) continue;
			const value = config[field.key];
			const say = (message: string): void => context.addIssue({ code: 'custom', message, path: ['config', field.key] });
			if (field.widget === 'columns' && columnsOf(value) === null) say(columnsWrong);
			else if (!field.optional && !field.secret && (value === '' || (Array.isArray(value) && value.length === 0))) say('Enter a value');
		}
	});

export const wordsIn = (words: { en: string; fi: string } | undefined, language: Language): string => words?.[language] ?? '';
