/**
 * A Vite plugin that leaves those of Mantine's own colours out, of its style sheet and of its theme, that nothing here is drawn
 * with: our themes bring theirs (`src/theme/mantine.ts`), and Mantine's parts fall back to gray, dark and red.
 */
import type { Plugin } from 'vite';

const MODULE = /default-css-variables\.layer\.css$|MantineProvider\/default-colors\.mjs$/;
const NAMES = 'pink|grape|violet|indigo|cyan|green|lime|yellow|orange';
const UNUSED = new RegExp(`\\s*--mantine-color-(?:${NAMES})-[\\w-]+:[^;}]+;|\\s(?:${NAMES}): \\[[^\\]]+\\],?`, 'g');

export function withoutColours(): Plugin {
	return {
		name: 'luvalla:without-colours',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: MODULE },
			handler(code, id) {
				const kept = code.replace(UNUSED, '');
				if (kept.length > code.length * 0.75) throw new Error(`${id} is not what it was: look at it again`);
				return { code: kept, map: null };
			},
		},
	};
}
