/** Texts of the sheet of keyboard shortcuts. */
export const en = {
	title: 'Keyboard shortcuts',
	everywhere: 'Everywhere',
	palette: 'Search or go to a page, a person, a domain or an action',
	sheet: 'Show this sheet (not while you write)',
	close: 'Close what is open: a dialog, a drawer, a menu',
	lists: 'In lists',
	search: 'Search the list (not while you write)',
	rows: 'Move through the rows of a long table',
	ends: 'To its first and last row',
	forms: 'In forms and editors',
	save: 'Save',
	charts: 'In curves',
	points: 'Read the points one by one',
	or: 'or',
	closeSheet: 'Close',
} as const;
