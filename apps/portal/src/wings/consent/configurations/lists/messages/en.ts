/** Texts of bringing the cookie list of another consent tool. */
export const en = {
	bring: 'From Cookiebot or OneTrust',
	title: 'Draft from a cookie list',
	about:
		'The list of cookies that Cookiebot or OneTrust keeps of your site: CSV, Excel or JSON as they export it, or the script of Cookiebot’s declaration. Its cookies come into their categories of a new draft; nothing is published.',
	file: 'The list',
	language: 'Its descriptions are in',
	tooLarge: 'The file is larger than 5 MB, which no list of cookies is.',
	make: 'Make the draft',
	made: '{{cookies}} of {{rows}} cookies stand in the draft.',
	open: 'Open the draft',
	necessary: 'Strictly necessary: {{count}}',
	preferences: 'Preferences: {{count}}',
	statistics: 'Statistics: {{count}}',
	marketing: 'Marketing: {{count}}',
	undescribed: 'The descriptions are left out: the draft is not in their language.',
	necessaryNote: 'Nobody is asked about what is strictly necessary: look at those once more before you publish.',
} as const;
