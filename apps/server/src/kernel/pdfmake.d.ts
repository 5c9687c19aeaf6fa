declare module 'pdfmake' {
	interface Made {
		getBuffer(): Promise<Buffer>;
	}
	interface PdfMake {
		setFonts(fonts: Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>): void;
		/** What a document may load: nothing of a document is ours to trust. */
		setUrlAccessPolicy(allows: (url: string) => boolean): void;
		setLocalAccessPolicy(allows: (path: string) => boolean): void;
		createPdf(document: object): Made;
	}
	const pdfmake: PdfMake;
	export default pdfmake;
}

declare module 'pdfmake/fonts/Roboto.js' {
	const fonts: Parameters<import('pdfmake').PdfMake['setFonts']>[0];
	export default fonts;
}
