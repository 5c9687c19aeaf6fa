/** Every number and word of the specification with what proves it, where it takes effect. */
import type { Tick } from './tick.ts';

export const constants: readonly Tick[] = [
	{
		id: 'K001',
		says: 'at most 100 credits a purchase',
		by: [
			'apps/server/test/billing/payments.test.ts › a purchase is of 1 to 100 whole credits',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › buying by card carries the sum on its button, and takes 1 to 100',
		],
	},
	{
		id: 'K002',
		says: 'the version of the app is 42',
		by: [
			'apps/portal/src/lib/session.test.ts › the app version is stored in silence when there is none',
			'apps/portal/src/app/shell.test.tsx › the header offers an update when the stored version is behind; clicking stores the new one and reloads',
		],
	},
	{
		id: 'K003',
		says: 'versions are compared as numbers',
		by: [
			'apps/portal/src/lib/session.test.ts › the app version 9 is behind: true (compared as numbers)',
			'apps/portal/src/lib/session.test.ts › the app version 100 is behind: false (compared as numbers)',
		],
	},
	{
		id: 'K004',
		says: 'Email is 0',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K005',
		says: 'SMS is 1',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K006',
		says: 'Mobile is 2',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K007',
		says: 'Web is 3',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K008',
		says: 'Leaflet is 4',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K009',
		says: 'Webhook is 5',
		by: [
			'apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form keeps a webhook on its channel alone, without ids of headers',
		],
	},
	{
		id: 'K010',
		says: 'Ad is 6',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K011',
		says: 'seven channels',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'K012',
		says: 'access tokens live 3600 s',
		by: ['apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session'],
	},
	{
		id: 'K013',
		says: 'the scope of applications is API',
		by: [
			'apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session',
			'apps/server/test/bearer.test.ts › a token without the scope of the API opens nothing',
		],
	},
	{
		id: 'K014',
		says: "an application's consent is not required",
		by: ['apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session'],
	},
	{
		id: 'K015',
		says: 'access tokens go to browsers',
		by: ['apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session'],
	},
	{
		id: 'K016',
		says: 'type 1: code, refresh token, proof key',
		by: [
			'apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session',
			'apps/server/test/openid.test.ts › a wrong redirect, a missing proof key and a wrong one are refused by the standard’s names',
		],
	},
	{
		id: 'K017',
		says: 'other types: client credentials',
		by: [
			'apps/server/test/openid.test.ts › client credentials: a machine within its customer; a rotated secret ends the old one and its tokens',
			'apps/server/test/openid.test.ts › a login component has no secret and is refused client credentials; its code goes to its own origins only',
		],
	},
	{
		id: 'K018',
		says: 'type 0 has a secret',
		by: [
			'apps/server/test/openid.test.ts › client credentials: a machine within its customer; a rotated secret ends the old one and its tokens',
		],
	},
	{
		id: 'K019',
		says: '0 is an admin-access client',
		by: [
			'apps/portal/src/wings/identity/applications/applications.test.tsx › are of three types, each with what it works with, and one is added',
			'apps/server/test/openid.test.ts › client credentials: a machine within its customer; a rotated secret ends the old one and its tokens',
		],
	},
	{
		id: 'K020',
		says: '1 is a single page application',
		by: [
			'apps/portal/src/wings/identity/applications/applications.test.tsx › are of three types, each with what it works with, and one is added',
		],
	},
	{
		id: 'K021',
		says: '2 is a login web component',
		by: [
			'apps/portal/src/wings/identity/applications/applications.test.tsx › are of three types, each with what it works with, and one is added',
			'apps/server/test/openid.test.ts › a login component has no secret and is refused client credentials; its code goes to its own origins only',
		],
	},
	{
		id: 'K022',
		says: 'a light configuration is 0',
		by: [
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator saves a new one from the template, then stands at its own address',
		],
	},
	{
		id: 'K023',
		says: 'a TCF configuration is 1',
		by: ['apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it'],
	},
	{
		id: 'K024',
		says: 'NA where no template was chosen',
		by: [
			'apps/server/test/specified-rules.test.ts › a configuration without a template is kept as NA, with its customer as a number and its settings as JSON texts',
		],
	},
	{
		id: 'K025',
		says: 'English until somebody chooses',
		by: ['apps/portal/src/lib/say.test.ts › is English until somebody chooses, whatever the browser says'],
	},
	{
		id: 'K026',
		says: 'two locales',
		by: [
			'apps/portal/src/lib/texts.test.ts › every table of texts shell has the same keys, values and plurals in both languages',
			'apps/portal/src/lib/say.test.ts › is English until somebody chooses, whatever the browser says',
		],
	},
	{ id: 'K027', says: 'English and Finnish', by: ['apps/portal/src/app/shell.test.tsx › speaks Finnish once chosen'] },
	{
		id: 'K028',
		says: 'a user tour',
		by: [
			'apps/portal/src/app/tour/tour.test.tsx › of a platform admin is five steps of the frame, with focus, Back and an end, and comes no second time',
			'apps/portal/src/app/tour/tour.test.tsx › is left by Escape, gives the focus back to what it pointed at, and is begun and stopped in the guide',
		],
	},
	{
		id: 'K029',
		says: 'copyright 2021',
		by: ['apps/portal/src/app/shell.test.tsx › the sidebar has Settings, Cookie Settings and the copyright of 2021'],
	},
	{ id: 'K030', says: 'dates as MMM-DD-YYYY', by: ['apps/portal/src/lib/dates.test.ts › English writes the specified formats'] },
	{
		id: 'K031',
		says: 'days of vendor lists as MMMM Do YYYY',
		by: [
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › the date of a list is MMMM Do YYYY, and long in Finnish',
		],
	},
	{
		id: 'K032',
		says: 'days of trends as YYYY-MM-DD',
		by: [
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the groups begin as fourteen days that end yesterday, beside the fourteen before them',
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen asks for both groups by days, whole days of the person, all domains',
		],
	},
	{
		id: 'K033',
		says: '2000 ms after a switch',
		by: [
			'apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms',
			'apps/portal/src/app/shell.test.tsx › switching the domain asks with the specified sentences; OK sets it and refreshes after 2000 ms',
		],
	},
	{
		id: 'K034',
		says: "the sidebar's notice for 4000 ms",
		by: ['apps/portal/src/app/shell.test.tsx › the sidebar shows its notice for 4000 ms'],
	},
	{
		id: 'K035',
		says: 'redirects after 1000 ms',
		by: [
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'K036',
		says: '2000 ms after a 403',
		by: ['apps/portal/src/lib/client.test.ts › a 403 is retried once after 2000 ms where the call says so'],
	},
	{
		id: 'K037',
		says: 'one retry after a 403',
		by: ['apps/portal/src/lib/client.test.ts › a 403 is retried once after 2000 ms where the call says so'],
	},
	{
		id: 'K038',
		says: '1000 ms from a saved segment',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'K039',
		says: '1000 ms from signing out',
		by: [
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
		],
	},
	{
		id: 'K040',
		says: '1000 ms from logging in as somebody',
		by: ['apps/portal/src/app/assist/log-in-as.test.tsx › clears session data and opens the second-version app after a second'],
	},
	{
		id: 'K041',
		says: '1000 ms from a registration',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'K042',
		says: 'options stand in at least 100 px',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › the options of the domain and customer selectors stand in a list of 100 to 280 px',
		],
	},
	{
		id: 'K043',
		says: 'options stand in at most 280 px',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › the options of the domain and customer selectors stand in a list of 100 to 280 px',
		],
	},
	{
		id: 'K044',
		says: 'charts are 300 px high',
		by: ['apps/portal/src/app/specified-looks.test.tsx › a chart is 300 px high, while it is loaded and after'],
	},
	{
		id: 'K045',
		says: 'the dashboard begins with 12 hours',
		by: ['apps/portal/src/wings/insight/insight.test.tsx › the dashboard asks for the last 12 hours and the 12 before them, by default'],
	},
	{
		id: 'K046',
		says: 'the consent report begins with 1 day',
		by: [
			'apps/portal/src/wings/insight/insight.test.tsx › the consent report asks for one day by default, for all domains of the current customer',
		],
	},
	{
		id: 'K047',
		says: 'consumers from yesterday to today',
		by: [
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › consumers are of yesterday and today while no span is chosen, by domain, most first, each leading to its rows',
		],
	},
	{
		id: 'K048',
		says: 'trends begin so many days back',
		by: [
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen begins today minus a chosen number of days, swaps, and looks a year back',
		],
	},
	{
		id: 'K049',
		says: 'trends compare two groups',
		by: [
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen asks for both groups by days, whole days of the person, all domains',
		],
	},
	{
		id: 'K050',
		says: 'months of costs ascend',
		by: [
			'apps/portal/src/wings/billing/costs/costs.test.tsx › months are in order, and what cannot be read is left out rather than nothing',
			'apps/portal/src/wings/billing/costs/costs.test.tsx › the page says the current month first, and lists months ascending',
		],
	},
	{ id: 'K051', says: 'a month is Month-Year', by: ['apps/portal/src/wings/billing/costs/costs.test.tsx › months are called Month-Year'] },
	{
		id: 'K052',
		says: 'the current month carries (Current)',
		by: ['apps/portal/src/wings/billing/costs/costs.test.tsx › the page says the current month first, and lists months ascending'],
	},
	{
		id: 'K053',
		says: 'the theme is primary',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › themes are six, of which primary is chosen until somebody chooses another, which is kept',
		],
	},
	{
		id: 'K054',
		says: 'six themes',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › themes are six, of which primary is chosen until somebody chooses another, which is kept',
		],
	},
	{
		id: 'K055',
		says: 'about 55 countries',
		by: ['apps/portal/src/wings/tenancy/customers/customers.test.tsx › has about 55 countries, each with name, dial code and code'],
	},
	{
		id: 'K056',
		says: 'a country has name, dial code and code',
		by: ['apps/portal/src/wings/tenancy/customers/customers.test.tsx › has about 55 countries, each with name, dial code and code'],
	},
	{
		id: 'K057',
		says: 'two helps of a feature',
		by: ['apps/portal/src/app/shell.test.tsx › Guide me opens help for the current page, two items at most, and closes'],
	},
	{
		id: 'K058',
		says: 'two helps of the TCF editor',
		by: ['apps/portal/src/app/help/kinds.test.tsx › tcfConfigHelp: the TCF configurator, to two, below the page’s own help'],
	},
	{
		id: 'K059',
		says: 'ten helps of the welcome page',
		by: ['apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome asks for its help, ten at most'],
	},
	{
		id: 'K060',
		says: 'ten helps of the registration',
		by: ['apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /register asks for its help, ten at most'],
	},
	{
		id: 'K061',
		says: 'ten cards of the dashboard',
		by: ['apps/portal/src/app/help/kinds.test.tsx › dashboardCardsV2: the dashboard, to ten, once its foot is in sight'],
	},
	{
		id: 'K062',
		says: "the address of a custom domain's A record is set",
		by: [
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/server/test/settings.test.ts › settings take the names of custom domains’ records from PUBLIC_URL',
		],
	},
	{
		id: 'K063',
		says: 'the prefix of its TXT record is set',
		by: [
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/server/test/settings.test.ts › settings take the names of custom domains’ records from PUBLIC_URL',
		],
	},
	{
		id: 'K064',
		says: 'its CNAME is set',
		by: [
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/server/test/settings.test.ts › settings take the names of custom domains’ records from PUBLIC_URL',
		],
	},
	{
		id: 'K065',
		says: 'a new campaign is 0',
		by: ['apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed'],
	},
	{
		id: 'K066',
		says: 'an executed campaign is 2',
		by: ['apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed'],
	},
	{
		id: 'K067',
		says: 'a stopped campaign is 3',
		by: ['apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed'],
	},
	{
		id: 'K068',
		says: 'a new audience is 0',
		by: ['apps/server/test/specified-rules.test.ts › an audience begins at status 0, and is Approved once it is approved'],
	},
	{
		id: 'K069',
		says: 'a customer is set to 0',
		by: ['apps/server/test/onboarding.test.ts › a hold is set by partner and ADMIN, and ended by ADMIN alone'],
	},
	{
		id: 'K070',
		says: 'a customer is set to 2',
		by: [
			'apps/server/test/onboarding.test.ts › a hold is set by partner and ADMIN, and ended by ADMIN alone',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state one that is onboarded is put on hold after asking',
		],
	},
	{
		id: 'K071',
		says: 'Created before a custom domain is validated',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
		],
	},
	{
		id: 'K072',
		says: 'a segment weighs 0',
		by: [
			'apps/server/test/specified-rules.test.ts › a segment of which only the name is said weighs 0, costs 0, is public and active',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'K073',
		says: 'a segment costs 0',
		by: [
			'apps/server/test/specified-rules.test.ts › a segment of which only the name is said weighs 0, costs 0, is public and active',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'K074',
		says: 'a segment is public',
		by: [
			'apps/server/test/specified-rules.test.ts › a segment of which only the name is said weighs 0, costs 0, is public and active',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'K075',
		says: 'a saved segment is active',
		by: ['apps/server/test/profiles/profiles.test.ts › who else a segment is active once it is saved, whatever is sent'],
	},
	{
		id: 'K076',
		says: 'a new partner is active',
		by: [
			'apps/server/test/specified-rules.test.ts › partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else',
		],
	},
	{
		id: 'K077',
		says: "the portal's scope is API openid",
		by: [
			'apps/server/test/signin.test.ts › the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself',
		],
	},
	{
		id: 'K078',
		says: 'the portal signs in by a code',
		by: [
			'apps/server/test/signin.test.ts › the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself',
		],
	},
	{
		id: 'K079',
		says: 'DOMAIN_KEY holds the domain',
		by: ['apps/portal/src/lib/client.test.ts › a request carries DOMAIN_KEY on domain-scoped calls alone, and the current customer'],
	},
	{
		id: 'K080',
		says: 'three roles',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot reads who admin is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot reads who partner is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot reads who domainAdmin is from the roles, with everything that the portal keeps of them',
		],
	},
	{
		id: 'K081',
		says: 'Device and Name are hidden',
		by: [
			'apps/server/test/users.test.ts › roles change at the next call; hidden roles stay and are never shown',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form sends roles and phone number exactly as the call names them, and nothing that did not change',
		],
	},
	{
		id: 'K082',
		says: 'three clients',
		by: ['apps/portal/src/lib/client.test.ts › the client of a call is identity with credentials, main with credentials, or main without'],
	},
	{
		id: 'K083',
		says: 'EventType is consentAdded',
		by: [
			'apps/server/test/consent-management.test.ts › the consent-change webhook tells of every record once, signed, with the customer’s headers and the specified fields',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the webhook of a domain is shown with its sample payload, word for word',
		],
	},
	{
		id: 'K084',
		says: 'a webhook belongs to channel 5',
		by: [
			'apps/server/test/engagement/constellations.test.ts › a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed',
		],
	},
	{
		id: 'K085',
		says: 'added, deleted, changed',
		by: [
			'apps/server/test/vendor-compare.test.ts › of 200 pairs with known edits every edit is found, and none invented',
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › two vendor lists are the newest and the one before, told by the weight of what changed and with the banners that name somebody',
		],
	},
	{
		id: 'K086',
		says: 'five statuses of custom domains',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
		],
	},
	{
		id: 'K087',
		says: 'six statuses',
		by: [
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the list shows statuses in words, one that nobody knows by its number',
			'apps/portal/src/test/specified-texts.test.ts › M198: Draft',
			'apps/portal/src/test/specified-texts.test.ts › M199: Published',
			'apps/portal/src/test/specified-texts.test.ts › M200: Running',
			'apps/portal/src/test/specified-texts.test.ts › M201: Stopped',
			'apps/portal/src/test/specified-texts.test.ts › M202: Completed',
			'apps/portal/src/test/specified-texts.test.ts › M203: Approved',
		],
	},
	{
		id: 'K088',
		says: 'the placeholder of a registration',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'K089',
		says: '10, 25 or 50 rows a page',
		by: ['apps/portal/src/lib/search.test.ts › offers 10, 25 or 50 rows a page and nothing else'],
	},
	{
		id: 'K090',
		says: "help in the reader's language",
		by: [
			'apps/server/test/guidance.test.ts › every help text stands in both languages with the same number of sections',
			'apps/server/test/guidance.test.ts › help is served by type and title, in the language asked for, to the limit',
		],
	},
	{
		id: 'K091',
		says: 'addresses and keys are settings',
		by: [
			'apps/server/test/settings.test.ts › settings have their defaults when nothing is set',
			"apps/server/test/settings.test.ts › settings refuse { SECRET_KEY: 'short' } in one sentence",
		],
	},
	{
		id: 'K092',
		says: '401 is swallowed by two clients',
		by: [
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the identity client, which tells who re-checks',
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the main client, which tells who re-checks',
		],
	},
	{
		id: 'K093',
		says: '401 leads the third to the login',
		by: ['apps/portal/src/lib/client.test.ts › a 401 of the client without credentials goes to the login URL'],
	},
	{
		id: 'K094',
		says: '403 is retried',
		by: ['apps/portal/src/lib/client.test.ts › a 403 is retried once after 2000 ms where the call says so'],
	},
	{
		id: 'K095',
		says: 'the customer selector from two customers on',
		by: [
			'apps/portal/src/app/shell.test.tsx › the header shows the customer selector when more than one customer is mapped',
			'apps/portal/src/app/shell.test.tsx › the header says whom one works for with one customer, without a choice',
		],
	},
];
