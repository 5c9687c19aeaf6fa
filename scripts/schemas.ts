/**
 * Prints each schema that the contract exports, or that a call of it has, as JSON Schema: a line each. `--late`: as the portal is built with
 * them (`apps/portal/late-schemas.ts`). For the test that holds the two side by side.
 */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { toJSONSchema, ZodType } from 'zod';
import { withGetters } from '../apps/portal/late-schemas.ts';
import { ROOT } from './paths.ts';

const CONTRACT = join(ROOT, 'packages/contract/src');

if (process.argv.includes('--late'))
	registerHooks({
		load(url, context, next) {
			if (!url.startsWith(pathToFileURL(CONTRACT).href)) return next(url, context);
			const code = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
			return { format: 'module', source: withGetters(code, url), shortCircuit: true };
		},
	});

const schemasOf = (exported: unknown): [string, ZodType][] =>
	exported instanceof ZodType
		? [['', exported]]
		: Object.entries(Object(exported)).filter((part): part is [string, ZodType] => part[1] instanceof ZodType);

for (const file of globSync('**/*.ts', { cwd: CONTRACT, exclude: ['**/*.test.ts'] }).sort()) {
	const module: Record<string, unknown> = await import(pathToFileURL(join(CONTRACT, file)).href);
	for (const [name, exported] of Object.entries(module))
		for (const [part, schema] of schemasOf(exported))
			for (const io of ['input', 'output'] as const)
				console.log(`${file} ${name} ${part} ${io} ${JSON.stringify(toJSONSchema(schema, { io, unrepresentable: 'any' }))}`);
}
