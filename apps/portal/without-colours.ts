/**
 * A Vite plugin that leaves those of Mantine's own colours out of its style sheet that nothing here is drawn with: our
 * themes bring theirs (`src/theme/mantine.ts`), and Mantine's parts fall back to gray, dark and red.
 */
import type { Plugin } from 'vite';

const SHEET = /default-css-variables\.layer\.css$/;
const UNUSED = /\s*--mantine-color-(?:pink|grape|violet|indigo|cyan|green|lime|yellow|orange)-[\w-]+:[^;}]+;/g;

export function withoutColours(): Plugin {
	return {
		name: 'luvalla:without-colours',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: SHEET },
			handler(code, id) {
				const kept = code.replace(UNUSED, '');
				if (kept.length > code.length * 0.75) throw new Error(`${id} is not what it was: look at it again`);
				return { code: kept, map: null };
			},
		},
	};
}
