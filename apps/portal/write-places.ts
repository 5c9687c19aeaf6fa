/** A Vite plugin that writes what the portal's addresses begin with, as its router knows them: `places.json` beside the page. */
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import * as z from 'zod';

const Module = z.object({ places: z.array(z.string()).min(1) });
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function writePlaces(): Plugin {
	return {
		name: 'luvalla:write-places',
		apply: 'build',
		async generateBundle() {
			const { module } = await runnerImport(pathOf('./src/app/places.ts'), {
				configFile: false,
				logLevel: 'error',
				resolve: { alias: { '#portal': pathOf('./src') } },
			});
			this.emitFile({ type: 'asset', fileName: 'places.json', source: JSON.stringify(Module.parse(module).places) });
		},
	};
}
