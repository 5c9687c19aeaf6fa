/** Texts of the guide's search. */
export const en = {
	cards: 'What you can do next',
	search: 'Search the help',
	found_one: '{{found}} of {{count}} page',
	found_other: '{{found}} of {{count}} pages',
	hits: 'Found in the help',
	here: 'This page',
	none: 'The help says nothing about “{{q}}”',
	noneWhy: 'Try one word, or another one for the same thing. Whoever runs this installation answers too.',
	failed: 'The help could not be searched',
	go: 'Go to {{page}}',
	back: 'Back to the help of this page',
	tour: 'Start the tour',
	stopTour: 'Stop the tour',
} as const;
