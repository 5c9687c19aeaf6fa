/** The same words for everybody: what each banner shows is its own way of showing these. */
export const texts = {
	title: 'Your choice, your data',
	body: 'We use cookies to run this site. With your permission we also use them for statistics, marketing and media from other services. You can change your mind at any time on every page.',
	accept: 'Accept all',
	refuse: 'Refuse all',
	choose: 'Choose',
	save: 'Save my choices',
	choicesTitle: 'Choose what we may use',
};
export const necessary = { name: 'Necessary', about: 'The basket, sign-in and this choice. The site does not work without them.' };
export const categories = {
	statistics: { name: 'Statistics', about: 'How the site is used, so that we can make it better.' },
	marketing: { name: 'Marketing', about: 'Offers that fit you, here and on other sites.' },
	media: { name: 'Media', about: 'Videos and maps from other services.' },
};
