/**
 * Leaves out of the portal what the contract says for people who read the API: the sentence of each call and the words of its fields. They
 * are for the OpenAPI document, which the server makes; in the portal nobody reads them, and a list loads 0.7 kB less without them.
 */
import type { Plugin } from 'vite';

/** Types may have been taken out before, and quotes changed with them. */
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`(?:[^\`\\]|\\.)*\`)`;
/** Of a call: its path stands before it, sometimes with other spellings and the API. */
const ABOUT = new RegExp(String.raw`(path: ${TEXT},\s*(?:also: \[[^\]]*\],\s*)?(?:api: ${TEXT},\s*)?)about:\s*${TEXT},`, 'g');
const DESCRIBED = new RegExp(String.raw`\s*\.describe\(\s*${TEXT},?\s*\)`, 'g');

export const withoutProse = (): Plugin => ({
	name: 'without-prose',
	apply: 'build',
	enforce: 'pre',
	transform: {
		filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
		handler: (code) => ({ code: code.replace(ABOUT, '$1').replace(DESCRIBED, ''), map: null }),
	},
});
