/**
 * A Vite plugin that leaves zod's making of JSON Schemas out of the portal: every schema of zod carries a method for it, so
 * that no bundler can drop it by itself, and the portal never makes one (the server does, for `/openapi.json`). 20 kB of
 * source, 5 kB on the wire of every page. Calling it nonetheless fails and says so.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const MODULE = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
/** What else stands in those modules: the limits that a schema tells of itself. */
const KEPT = ['aggregateChecks'];
const WHOLE = '?whole';

export function withoutJsonSchema(): Plugin {
	return {
		name: 'luvalla:without-json-schema',
		apply: 'build',
		load: {
			filter: { id: MODULE },
			async handler(id) {
				const source = await readFile(id, 'utf8');
				const names = [...source.matchAll(/^export (?:async )?(?:const|function) (\w+)/gm)].map((found) => found[1] ?? '');
				if (names.length < 5) throw new Error(`${id} is not what it was: look at it again`);
				const kept = names.filter((name) => KEPT.includes(name));
				return [
					kept.length > 0 ? `export { ${kept.join(', ')} } from ${JSON.stringify(id + WHOLE)};` : '',
					`const refuse = () => { throw new Error('The portal is built without JSON Schemas'); };`,
					...names
						.filter((name) => !kept.includes(name))
						.map((name) => `export const ${name} = ${name.startsWith('create') ? '() => refuse' : 'refuse'};`),
					source.includes('export { processSchema as process }') ? 'export { processSchema as process };' : '',
				].join('\n');
			},
		},
	};
}
