/** Texts of the list of devices. */
export const en = {
	about: 'Browsers of visitors who said that they may be remembered. A device goes as soon as that is taken back.',
	nobody: 'An anonymous visitor',
	search: 'Search person, browser or domain',
	count_one: '{{count}} device',
	count_other: '{{count}} devices',
	empty: 'No devices yet',
	emptyWhy:
		'A device appears when a visitor says yes to the category that lets them be remembered, and their page tells of something. A banner’s mapping names that category.',
	toBanners: 'To the banners',
	openPerson: 'Open person',
} as const;
