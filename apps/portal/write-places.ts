/**
 * A Vite plugin that writes `places.json` beside the page, for the server: what the portal's addresses begin with, and which of the
 * built files and answers each address needs. The page names these, so that they come at once and not each after the one that asks for it.
 */
import { fileURLToPath } from 'node:url';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import * as z from 'zod';

const Module = z.object({
	beginnings: z.array(z.string()).min(1),
	SESSIONLESS: z.array(z.string()).min(1),
	session: z.array(z.string()).min(1),
	screens: z
		.array(
			z.object({
				path: z.string(),
				load: z.custom<() => unknown>((load) => typeof load === 'function'),
				asks: z.array(z.string()),
			}),
		)
		.min(1),
});
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The module that a screen's `load` imports, as the runner wrote it there. */
const IMPORTED = /"(\/src\/[^"]+)"/;

/** A module's files: its chunk's and those of all that it imports, style sheets too. */
const filesIn = (bundle: Rolldown.OutputBundle) => {
	const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
	const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
	const add = (chunk: Rolldown.OutputChunk, files: Set<string>): void => {
		if (files.has(chunk.fileName)) return;
		files.add(chunk.fileName);
		for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
		for (const name of chunk.imports) {
			const imported = named.get(name);
			if (imported) add(imported, files);
		}
	};
	return (...modules: string[]): string[] => {
		const files = new Set<string>();
		for (const module of modules) {
			const id = pathOf(`.${module}`);
			const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
			if (!chunk) throw new Error(`No built file has ${module}`);
			add(chunk, files);
		}
		return [...files];
	};
};

export function writePlaces(): Plugin {
	return {
		name: 'luvalla:write-places',
		apply: 'build',
		// when files that are nothing but a style sheet's are gone
		enforce: 'post',
		async generateBundle(_options, bundle) {
			const { module } = await runnerImport(pathOf('./src/app/places.ts'), {
				configFile: false,
				logLevel: 'error',
				// from whatever folder the build is begun
				root: pathOf('.'),
				resolve: { alias: { '#portal': pathOf('./src') } },
			});
			const { beginnings, SESSIONLESS, session, screens } = Module.parse(module);
			const files = filesIn(bundle);
			const texts = files('/src/lib/fixed-texts-fi.ts');
			const frame = files('/src/app/finnish.ts', '/src/lib/field-words-fi.ts');
			const places = {
				beginnings,
				sessionless: SESSIONLESS,
				session,
				signIn: { files: files('/src/main.tsx', '/src/app/signin/SignIn.tsx'), finnish: texts },
				app: { files: files('/src/main.tsx', '/src/app/App.tsx'), finnish: [...texts, ...frame] },
				screens: screens.map(({ path, load, asks }) => ({ path, files: files(IMPORTED.exec(String(load))?.[1] ?? path), asks })),
			};
			this.emitFile({ type: 'asset', fileName: 'places.json', source: JSON.stringify(places) });
		},
	};
}
