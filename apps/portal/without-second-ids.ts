/**
 * A Vite plugin that lets Mantine's components keep the id that React gives them: Mantine puts a random one in its place once a component
 * stands on the page, so each field, switch, tab and menu was drawn twice, the second time all of a screen's in one go. The random one is
 * for servers that draw pages, which nothing here does.
 */
import type { Plugin } from 'vite';

const AGAIN = 'setUuid(randomId());';

export function withoutSecondIds(): Plugin {
	return {
		name: 'luvalla:without-second-ids',
		apply: 'build',
		transform: {
			filter: { id: /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
			handler(code, id) {
				if (code.split(AGAIN).length !== 2) throw new Error(`${id} is not what it was: look at it again`);
				return { code: code.replace(AGAIN, ''), map: null };
			},
		},
	};
}
