/** What a site's owner copies from a look at the site: the marked form of a tag, and a policy without what is unmarked. Pure. */
import type { SnippetFound, SnippetTag } from '@luvalla/contract/consent/snippet';

const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The tag as it waits for its categories; null: it stands in a script, which is to be marked itself. */
export const markedForm = ({ kind, address, categories }: Pick<SnippetTag, 'kind' | 'address' | 'categories'>): string | null => {
	if (address === null) return null;
	const waits = `data-luvalla="${quoted(categories.join(' '))}" data-src="${quoted(address)}"`;
	if (kind === 'script') return `<script type="text/plain" ${waits}></script>`;
	return kind === 'frame' ? `<iframe ${waits} title=""></iframe>` : `<img ${waits} alt="">`;
};

const DIRECTIVES = { script: 'script-src', frame: 'frame-src', image: 'img-src' } as const;

/**
 * The header that keeps a browser from fetching unmarked known tags ahead of every script: it names all that the look saw
 * but them, for the kinds that they are of. Null: nothing unmarked stands in the pages' HTML.
 * @param origin of Luvalla
 */
export const policyOf = (origin: string, { known, origins, inline }: Pick<SnippetFound, 'known' | 'origins' | 'inline'>): string | null => {
	const unmarked = known.filter(({ marked }) => !marked);
	const directives = (['script', 'frame', 'image'] as const)
		.filter((kind) => unmarked.some((tag) => tag.kind === kind))
		.map((kind) => {
			const own =
				kind === 'script' ? ["'self'", ...(inline ? ["'unsafe-inline'"] : []), origin] : ["'self'", ...(kind === 'image' ? ['data:'] : [])];
			return [DIRECTIVES[kind], ...new Set([...own, ...origins[kind]])].join(' ');
		});
	return directives.length > 0 ? `Content-Security-Policy: ${directives.join('; ')}` : null;
};
