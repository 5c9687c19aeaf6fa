import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The texts of a PDF, by page, as a real reader reads them. */
export const pagesOf = async (bytes: Buffer): Promise<string[]> => {
	const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
	const document = await reading.promise;
	const texts: string[] = [];
	for (let n = 1; n <= document.numPages; n++) {
		const { items } = await (await document.getPage(n)).getTextContent();
		texts.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
	}
	await reading.destroy();
	return texts;
};
