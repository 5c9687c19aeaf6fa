/** The snippet's inline form, made in the browser of what the domain serves now. */
import { openPointer, servePointer } from '@luvalla/banner/serving';

export interface InlineForm {
	html: string;
	/** `'sha256-…'` for the site's `script-src`; null: this browser hashes nothing, as the portal is open without HTTPS. */
	hash: string | null;
}

/** Base64 of the SHA-256 of a text. */
const sha256 = async (text: string): Promise<string> => {
	const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
	return btoa(String.fromCharCode(...bytes));
};

/**
 * The whole pointer as one inline script: no request before the first paint, and no later publication.
 * @param served text of `/cmp/d/{domainId}.js`
 * @throws Error when the text is no pointer file, or could not stand inside a script element
 */
export const inlineFormOf = async (origin: string, served: string): Promise<InlineForm> => {
	const { script, pointer } = openPointer(served);
	// What holds for whoever opens this dialog, or for a while, is not for every visitor: the strictest rule, and no test.
	const { test: _, geo, ...lasting } = pointer;
	const placeless = geo ? { ...lasting, geo: { rule: geo.rule, country: null, region: null, mode: 'opt-in' as const } } : lasting;
	const text = servePointer({ script, pointer: placeless }, { base: origin }).trim();
	// Neither a build nor a literal has it; if one ever did, the page would end there.
	if (/<\/script|<!--/i.test(text)) throw new Error('The runtime cannot stand inside a script element.');
	return { html: `<script>${text}</script>`, hash: 'subtle' in crypto ? `'sha256-${await sha256(text)}'` : null };
};
