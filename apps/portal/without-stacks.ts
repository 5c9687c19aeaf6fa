/**
 * A Vite plugin that keeps two libraries from asking where they stand while they begin: to say in which line it is the browser reads the
 * whole file once more. ProseMirror reads a stack to tell V8, and React makes five errors that it compares and never shows, whose stack is
 * kept wherever somebody looks on (developer tools, Lighthouse, a test in a browser): up to 100 ms of every page there.
 */
import type { Plugin } from 'vite';

const SENTINEL = /(= )(Error\((formatProdErrorMessage\((?:460|461|474|519|542)\))\))/g;
const SENTINELS = 5;
const ASKED = /let \{ stack \} = new Error\("\/"\);\s*if \(!stack \|\| !\/\\n\\s\*at\\s\/\.test\(stack\)\)/;

const changed = (code: string, id: string): string => {
	if (!id.includes('react-dom')) {
		if (!ASKED.test(code)) throw new Error(`${id} is not what it was: look at it again`);
		return code.replace(ASKED, "if (!('captureStackTrace' in Error))");
	}
	if (code.match(SENTINEL)?.length !== SENTINELS) throw new Error(`${id} is not what it was: look at it again`);
	return code.replace(SENTINEL, '$1Object.assign(Object.create(Error.prototype), { message: $3 })');
};

export function withoutStacks(): Plugin {
	return {
		name: 'luvalla:without-stacks',
		apply: 'build',
		transform: {
			filter: { id: /\/(react-dom-client\.production|prosemirror-model\/dist\/index)\.js$/ },
			handler: (code, id) => ({ code: changed(code, id), map: null }),
		},
	};
}
