/** The snippet's inline form, for Node (it hashes). */
import { createHash } from 'node:crypto';
import { openPointer, servePointer } from './serving.ts';

/**
 * The snippet's inline form: the whole pointer in the page, for sites that want no request before the first paint. It does
 * not follow later publications. `hash` goes into the site's `script-src` where no nonce is used.
 */
export const inlineSnippetOf = (publicUrl: string, pointer: string, nonce?: string): { html: string; hash: string } => {
	const text = servePointer(openPointer(pointer), { base: publicUrl.replace(/\/+$/, '') }).trim();
	// Neither a build nor a literal has it; if one ever did, the page would end there.
	if (/<\/script|<!--/i.test(text)) throw new Error('The runtime cannot stand inside a script element.');
	const attribute = nonce === undefined ? '' : ` nonce="${nonce.replace(/[^\w+/=-]/g, '')}"`;
	return { html: `<script${attribute}>${text}</script>`, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
};
