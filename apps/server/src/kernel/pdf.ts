/** The library that draws documents: receipts and invoices. Loaded with the first one: it takes memory that an idle server can do without. */
export const pdfLibrary = async () => {
	const [{ default: pdfmake }, { default: fonts }] = await Promise.all([import('pdfmake'), import('pdfmake/fonts/Roboto.js')]);
	pdfmake.setFonts(fonts);
	// Its own fonts and nothing else: what people wrote stands in these documents.
	pdfmake.setUrlAccessPolicy(() => false);
	pdfmake.setLocalAccessPolicy((path) => Object.values(fonts.Roboto ?? {}).includes(path));
	return pdfmake;
};
