/** Texts of the TCF configurator. */
export const en = {
	title: 'TCF configurations',
	emptyTitle: 'No TCF banners yet',
	emptyText: 'For sites whose advertising partners follow the framework of IAB Europe. Start from a template and choose the partners.',
	newTitle: 'New TCF configuration',

	// what publishing needs
	noCmpId: 'This installation has no CMP id.',
	noCmpIdText:
		'A TCF banner can be built and tried here, and is published once the operator has registered with IAB Europe as a consent management platform and set TCF_CMP_ID. Google asks for a certification of its own on top.',
	noList: 'No vendor list is stored yet.',
	noListText: 'The list of IAB Europe is fetched daily. A platform admin can fetch it now.',
	list: 'Vendor list {{version}}, {{count}} partners, of',
	fetchNow: 'Fetch now',
	fetched: 'The newest list is stored.',
	unchanged: 'The list has not changed.',

	// tabs
	tabPartners: 'Partners',
	tabPurposes: 'Purposes',
	officialNote: 'The purposes and what they mean are shown in the framework’s official words, which cannot be changed.',
	textIntro: 'Own words before the framework’s',

	// partners
	allPartners: 'All partners of the list, new ones too',
	chosenPartners: 'Only those chosen here',
	whichPartners: 'Who is asked for',
	findPartner: 'Find a partner',
	chosenCount: '{{chosen}} of {{all}} chosen',
	shownCount: 'The first {{shown}} of {{all}} are shown. Search to narrow.',
	gone: 'left the framework',
	additional: 'Partners of Google’s additional list',
	additionalText: 'Providers outside the framework. One a line: number, name and the address of its privacy policy, separated by commas.',
	additionalWrong: 'Line {{line}}: write a number, a name and an address that starts with https://',

	// purposes
	stacks: 'Stacks',
	stacksText: 'A stack stands on the first layer in place of its purposes. Two of them must not overlap.',
	specialFeatures: 'Special features',
	specialFeaturesText: 'Asked for one by one, and off until switched.',
	legitimateInterest: 'Let partners rest on legitimate interest',
	legitimateInterestText: 'Visitors can object. Off: only consent counts.',
	publisherPurposes: 'What the site itself does',
	publisherPurposesText: 'Goes into the publisher’s part of the string.',
	byConsent: 'With consent',
	byInterest: 'By legitimate interest',
	restrictions: 'Publisher restrictions',
	restrictionsText: 'Narrows what every partner may do for a purpose.',
	restrict: 'Purpose {{id}}',
	restrictNone: 'As the partner declares',
	restrict0: 'Not allowed',
	restrict1: 'Only with consent',
	restrict2: 'Only by legitimate interest',

	// look and behaviour
	contrastAnswers: '{{ratio}} with its ground, 5:1 or more',
	country: 'Country whose law the site is under',
	countryHint: 'Two capital letters, such as FI.',
	storageDays: 'Days that the choice is kept',
	yesMonths: 'After a yes, in months (13 at most)',

	// mapping
	mappingText: 'A yes to a purpose of the framework grants one of yours. Without a name here it is a purpose of the official name.',

	// readiness
	held_one: '{{count}} point of the policies holds.',
	held_other: '{{count}} points of the policies hold.',
	heldMore: 'More are measured on the drawn banner.',
	measured: 'Found: {{measured}}',
	tcf_answers: 'Accept and refuse are not equal: two different labels of similar length.',
	tcf_answers_contrast: 'The text of the buttons is too pale: the framework demands 5:1.',
	tcf_text_contrast: 'The text is too pale.',
	tcf_button_contrast: 'The buttons fade into the background.',
	tcf_texts: 'A text is missing.',
	tcf_withdraw: 'The small button has no name, so visitors could not be told how to withdraw.',
	tcf_vendors: 'Some chosen partners are not on the list any more.',
	tcf_purposes: 'The chosen partners ask for nothing.',
	tcf_official_texts: 'The official texts are not stored in this language.',
	tcf_stacks: 'A stack overlaps with another or holds what is not asked for.',
	tcf_special_features: 'No chosen partner uses this special feature.',
	tcf_restrictions: 'A restriction changes nothing for any chosen partner.',
	tcf_legitimate_interest: 'Purposes 1, 3, 4, 5 and 6 can rest on consent only.',
	tcf_reask: 'A yes stands too long, or a no too short.',
	tcf_mapping: 'A mapping line names nothing, or a purpose that is not asked for.',
	tcf_messaging: 'A yes to the framework would become a yes to messages.',
} as const;
