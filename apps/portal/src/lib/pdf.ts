/** Pages of a PDF, drawn into canvases by pdf.js: it is loaded with the first page that is looked at. */

import type { PDFWorker } from 'pdfjs-dist';

export interface PdfPages {
	readonly count: number;
	/** Draws a page as wide as its canvas is shown. Answers its words, in their order. */
	draw(number: number, canvas: HTMLCanvasElement, width: number): Promise<string>;
	close(): Promise<void>;
}

/** One for all documents: one that a document brings goes with it, and takes the next that is read meanwhile along. */
let worker: Promise<PDFWorker> | undefined;
const startWorker = async (): Promise<PDFWorker> => {
	const [{ PDFWorker }, { default: Port }] = await Promise.all([
		import('pdfjs-dist'),
		import('pdfjs-dist/build/pdf.worker.min.mjs?worker'),
	]);
	return PDFWorker.create({ port: new Port() });
};

export const readPdf = async (blob: Blob): Promise<PdfPages> => {
	worker ??= startWorker().catch((error: unknown) => {
		worker = undefined;
		throw error;
	});
	const [{ getDocument }, data] = await Promise.all([import('pdfjs-dist'), blob.arrayBuffer()]);
	const reading = getDocument({ data, verbosity: 0, useWasm: false, worker: await worker });
	const document = await reading.promise;
	return {
		count: document.numPages,
		async draw(number, canvas, width) {
			const page = await document.getPage(number);
			const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
			canvas.width = Math.round(viewport.width);
			canvas.height = Math.round(viewport.height);
			await page.render({ canvas, viewport }).promise;
			const { items } = await page.getTextContent();
			return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
		},
		close: () => reading.destroy(),
	};
};
