/** What stands on a PDF, page by page. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export const pdfTextOf = async (bytes: Uint8Array): Promise<string> => {
	const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
	const pages = await Promise.all(
		Array.from({ length: document.numPages }, async (_, n) => {
			const { items } = await (await document.getPage(n + 1)).getTextContent();
			return items.map((item) => ('str' in item ? item.str : '')).join('');
		}),
	);
	return pages.join('\n').replaceAll('\u00a0', ' ');
};
