/** Words of another server, as they are kept: one line, and no longer than somebody reads. They may hold anything, and no store takes a NUL. */
export const said = (words: string): string =>
	words
		.replace(/\p{Cc}+/gu, ' ')
		.slice(0, 300)
		.toWellFormed()
		.trim();
