/**
 * A Vite plugin that leaves Mantine's drawn scroll bars out of dialogs and drawers: each of the two asks whether it was given
 * them (none of ours is), and for that one comparison brings them along, and the positioning library with them. 15 kB on the
 * wire of every page with a form.
 */
import type { Plugin } from 'vite';

const MODULE = /@mantine\/core\/esm\/components\/(Drawer\/DrawerRoot|Modal\/ModalRoot)\.mjs$/;
const COMPARISON = 'scrollAreaComponent === ScrollArea.Autosize';
const IMPORT = /import \{ ScrollArea \} from ['"][^'"]+ScrollArea\.mjs['"];/;

export function withoutScrollArea(): Plugin {
	return {
		name: 'luvalla:without-scroll-area',
		apply: 'build',
		transform: {
			filter: { id: MODULE },
			handler(code, id) {
				if (code.split('ScrollArea.').length !== 3 || !code.includes(COMPARISON) || !IMPORT.test(code))
					throw new Error(`${id} is not what it was: look at it again`);
				return { code: code.replace(COMPARISON, 'false').replace(IMPORT, ''), map: null };
			},
		},
	};
}
