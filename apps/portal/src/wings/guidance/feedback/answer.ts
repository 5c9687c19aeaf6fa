/** A letter to whoever wrote, begun in the reader's own mail program. Signs of the address cannot add to its head. */
export const answerTo = (who: string, subject: string): string =>
	`mailto:${encodeURIComponent(who).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`;
