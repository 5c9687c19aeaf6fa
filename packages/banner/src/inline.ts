/** The snippet's inline form, made where there is Web Crypto: in Node and in a browser alike. */
import { openPointer, servePointer } from './serving.ts';

export interface InlineSnippet {
	html: string;
	/** `'sha256-…'` for the site's `script-src` where no nonce is used; null: nothing can be hashed here (a page without HTTPS). */
	hash: string | null;
}

/** Base64 of the SHA-256 of a text. */
const sha256 = async (text: string): Promise<string> => {
	const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
	return btoa(String.fromCharCode(...bytes));
};

/**
 * The whole pointer as one inline script, for sites that want no request before the first paint. It does not follow later
 * publications.
 * @param pointer text of a pointer file, stored or as it is served
 * @throws Error when the text is no pointer file, or could not stand inside a script element
 */
export const inlineSnippetOf = async (publicUrl: string, pointer: string, nonce?: string): Promise<InlineSnippet> => {
	const { pointer: opened, ...rest } = openPointer(pointer);
	// What holds for whoever reads it, or for a while, is not for every visitor: the strictest rule, and no test.
	const { test: _, geo, ...lasting } = opened;
	const placeless = geo ? { ...lasting, geo: { rule: geo.rule, country: null, region: null, mode: 'opt-in' as const } } : lasting;
	const text = servePointer({ ...rest, pointer: placeless }, { base: publicUrl.replace(/\/+$/, '') }).trim();
	// Neither a build nor a literal has it; if one ever did, the page would end there.
	if (/<\/script|<!--/i.test(text)) throw new Error('The runtime cannot stand inside a script element.');
	const attribute = nonce === undefined ? '' : ` nonce="${nonce.replace(/[^\w+/=-]/g, '')}"`;
	return { html: `<script${attribute}>${text}</script>`, hash: 'subtle' in crypto ? `'sha256-${await sha256(text)}'` : null };
};
