/**
 * A Vite plugin that keeps zod from making parsers out of strings: pages of the portal forbid that (Content-Security-Policy),
 * and zod finds it out by trying, which every browser then reports as a violation. The maker itself is left out with it.
 */
import type { Plugin } from 'vite';

const MODULE = /\/zod\/v4\/core\/schemas\.js$/;
const ASKED = 'const jit = !core.globalConfig.jitless;';

export function withoutEval(): Plugin {
	return {
		name: 'luvalla:without-eval',
		apply: 'build',
		transform: {
			filter: { id: MODULE },
			handler(code, id) {
				if (!code.includes(ASKED)) throw new Error(`${id} is not what it was: look at it again`);
				return { code: code.replace(ASKED, 'const jit = false;'), map: null };
			},
		},
	};
}
