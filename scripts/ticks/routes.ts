/** Every address and redirect of the specification with what proves it. */
import type { Tick } from './tick.ts';

export const routes: readonly Tick[] = [
	{
		id: 'RT001',
		says: '/magiclinkinviteconfirmation confirms an invitation',
		by: [
			'apps/portal/src/wings/tenancy/invites/invites.test.tsx › an invitation is accepted by the button alone and leads on',
			'apps/portal/src/lib/session.test.ts › coming back from the sign-in does nothing without them, and nothing on the invite-confirmation path',
		],
	},
	{
		id: 'RT002',
		says: "the normal user's app",
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives a normal user one page with name, Feedback and Logout, and no menu',
			'apps/portal/src/wings/profiles/my-data/my-data.test.tsx › says what may be done, by whom, and what was never asked',
		],
	},
	{
		id: 'RT003',
		says: 'the admin app',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch leads admins, partners and domain admins from the root to the dashboard',
		],
	},
	{
		id: 'RT004',
		says: 'the sign-in area',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives an unauthenticated visitor the sign-in area, whatever the address',
			'apps/portal/src/app/signin/signin.test.tsx › the email step refuses "" with the specified sentence',
			'apps/server/test/signin.test.ts › the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself',
		],
	},
	{
		id: 'RT005',
		says: 'while registering the root leads to the form',
		by: ['apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages make the form their root'],
	},
	{
		id: 'RT006',
		says: '/welcome',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome asks for its help, ten at most',
		],
	},
	{
		id: 'RT007',
		says: '/register',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /register asks for its help, ten at most',
		],
	},
	{
		id: 'RT008',
		says: 'one page under several paths',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /home opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /about opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /help opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /privacy opens without a session, with Home and Register',
			'apps/portal/src/app/shell.test.tsx › the top-level switch opens /contact without asking who is there',
		],
	},
	{
		id: 'RT009',
		says: '/redirect for whoever is a normal user',
		by: ['apps/portal/src/app/shell.test.tsx › the top-level switch sends a normal user who opens an admin path to /redirect'],
	},
	{
		id: 'RT010',
		says: 'the root leads to the kept path, else the dashboard',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch leads admins, partners and domain admins from the root to the dashboard',
			'apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms',
			'apps/portal/src/lib/session.test.ts › the root leads to the dashboard',
		],
	},
	{
		id: 'RT011',
		says: '/profiles: Profiles',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /profiles is “Profiles”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /profiles, full',
			'apps/portal/src/app/specified-routes.test.tsx › /profiles is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT012',
		says: '/devices: Devices',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /devices is “Devices”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /devices, full',
			'apps/portal/src/app/specified-routes.test.tsx › /devices is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT013',
		says: '/upload: Upload profiles from a CRM',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /upload is “Upload profiles from a CRM”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /upload, full',
			'apps/portal/src/app/specified-routes.test.tsx › /upload is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT014',
		says: '/roles: Manage roles',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /roles is “Manage roles”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /roles, full',
			'apps/portal/src/app/specified-routes.test.tsx › /roles is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT015',
		says: '/users: Manage users',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /users is “Manage users”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /users, full',
			'apps/portal/src/app/specified-routes.test.tsx › /users is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT016',
		says: '/domains: Manage domains',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domains is “Manage domains”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /domains, full',
			'apps/portal/src/app/specified-routes.test.tsx › /domains is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT017',
		says: '/customers: Manage customers',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customers is “Manage customers”, for ADMIN and PARTNER',
			'apps/portal/e2e/accessibility.spec.ts › /customers, full',
			'apps/portal/src/app/specified-routes.test.tsx › /customers is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT018',
		says: '/partners: Manage partners',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /partners is “Manage partners”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /partners, full',
			'apps/portal/src/app/specified-routes.test.tsx › /partners is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT019',
		says: '/vouchers: Vouchers',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /vouchers is “Vouchers”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /vouchers, full',
			'apps/portal/src/app/specified-routes.test.tsx › /vouchers is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT020',
		says: '/requests: Requests',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /requests is “Requests”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /requests, full',
			'apps/portal/src/app/specified-routes.test.tsx › /requests is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT021',
		says: '/domainCounts: Domain Counts',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainCounts is “Domain Counts”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /domainCounts, full',
			'apps/portal/src/app/specified-routes.test.tsx › /domainCounts is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT022',
		says: '/certCheck: Cert Check',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /certCheck is “Cert Check”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /certCheck, full',
			'apps/portal/src/app/specified-routes.test.tsx › /certCheck is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT023',
		says: '/firstpartyApps: First Party Apps',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyApps is “First Party Apps”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /firstpartyApps, full',
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyApps is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT024',
		says: '/portalActivity: Portal Activity',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /portalActivity is “Portal Activity”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /portalActivity, full',
			'apps/portal/src/app/specified-routes.test.tsx › /portalActivity is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT025',
		says: '/customerDomainApps: Customer Domain Apps',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerDomainApps is “Customer Domain Apps”, for ADMIN alone',
			'apps/portal/e2e/accessibility.spec.ts › /customerDomainApps, full',
			'apps/portal/src/app/specified-routes.test.tsx › /customerDomainApps is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT026',
		says: '/customerdashboard: Dashboard',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdashboard is “Dashboard”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdashboard, full',
		],
	},
	{
		id: 'RT027',
		says: '/comparetrends: Compare trends',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /comparetrends is “Compare trends”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /comparetrends, full',
		],
	},
	{
		id: 'RT028',
		says: '/reports: Reporting',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /reports is “Reporting”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /reports, full',
		],
	},
	{
		id: 'RT029',
		says: '/contents: Manage contents',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /contents is “Manage contents”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /contents, full',
		],
	},
	{
		id: 'RT030',
		says: '/constellations: Manage constellation',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /constellations is “Manage constellation”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /constellations, full',
		],
	},
	{
		id: 'RT031',
		says: '/campaigns: Manage campaigns',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /campaigns is “Manage campaigns”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /campaigns, full',
		],
	},
	{
		id: 'RT032',
		says: '/audiences: Manage audiences',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /audiences is “Manage audiences”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /audiences, full',
		],
	},
	{
		id: 'RT033',
		says: '/domain-segments: Domain segments',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domain-segments is “Domain segments”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domain-segments, full',
		],
	},
	{
		id: 'RT034',
		says: '/campaigndashboard: Campaign dashboard',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /campaigndashboard is “Campaign dashboard”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /campaigndashboard, full',
		],
	},
	{
		id: 'RT035',
		says: '/domainproperties: Domain properties',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainproperties is “Domain properties”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domainproperties, full',
		],
	},
	{
		id: 'RT036',
		says: '/domainprofiles: Domain profiles',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainprofiles is “Domain profiles”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domainprofiles, full',
		],
	},
	{
		id: 'RT037',
		says: '/customerdomains: Manage domains',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomains is “Manage domains”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdomains, full',
		],
	},
	{
		id: 'RT038',
		says: '/segments: Manage segment',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /segments is “Manage segment”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /segments, full',
		],
	},
	{
		id: 'RT039',
		says: '/applications: Applications',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /applications is “Applications”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /applications, full',
		],
	},
	{
		id: 'RT040',
		says: '/managecustomdomains: Manage custom domains',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /managecustomdomains is “Manage custom domains”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /managecustomdomains, full',
		],
	},
	{
		id: 'RT041',
		says: '/tcfconfig: TCF configurations',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /tcfconfig is “TCF configurations”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /tcfconfig, full',
		],
	},
	{
		id: 'RT042',
		says: '/lightconfig: Light configurations',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /lightconfig is “Light configurations”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /lightconfig, full',
		],
	},
	{
		id: 'RT043',
		says: '/connectors: Connectors',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /connectors is “Connectors”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /connectors, full',
		],
	},
	{
		id: 'RT044',
		says: '/cookiescan: Cookie Scan',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /cookiescan is “Cookie Scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /cookiescan, full',
		],
	},
	{
		id: 'RT045',
		says: '/cookierepo: Cookie repo and new scan',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /cookierepo is “Cookie repo and new scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /cookierepo, full',
		],
	},
	{
		id: 'RT046',
		says: '/customerdomainscan: Customer Domain Scan',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomainscan is “Customer Domain Scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdomainscan, full',
		],
	},
	{
		id: 'RT047',
		says: '/gvlupdates: GVL Updates',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /gvlupdates is “GVL Updates”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /gvlupdates, full',
		],
	},
	{
		id: 'RT048',
		says: '/firstpartyconfigurator: First Party Configurator',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyconfigurator is “First Party Configurator”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /firstpartyconfigurator, full',
		],
	},
	{
		id: 'RT049',
		says: '/manageaccount: Managing my account',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /manageaccount is “Managing my account”, for customer admins',
			'apps/portal/e2e/accessibility.spec.ts › /manageaccount, full',
			'apps/portal/src/app/specified-routes.test.tsx › /manageaccount is denied to a domain admin who opens it',
		],
	},
	{
		id: 'RT050',
		says: 'any other path is denied',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch shows access denied, to the letter and with two ways on, for paths one may not open or that do not exist',
		],
	},
	{
		id: 'RT051',
		says: 'from a saved segment to the list, after a second',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'RT052',
		says: 'from signing out to the root, after a second',
		by: [
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
		],
	},
	{
		id: 'RT053',
		says: 'from logging in as somebody to the portal, after a second',
		by: ['apps/portal/src/app/assist/log-in-as.test.tsx › clears session data and opens the second-version app after a second'],
	},
	{
		id: 'RT054',
		says: 'from a registration to the portal, after a second',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'RT055',
		says: 'Consent management, the page of purposes',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M183: Consent management',
			'apps/portal/src/wings/consent/purposes/purposes.test.tsx › is marked in the menu, and the banners, whose address it begins with, are not',
		],
	},
	{
		id: 'RT056',
		says: 'Terms and conditions, a page and a link',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /termsandconditions opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form is not sent without a name, an address and the terms',
		],
	},
	{
		id: 'RT057',
		says: 'Edit user, over the users',
		by: [
			'apps/portal/src/wings/identity/users/users.test.tsx › the form sends roles and phone number exactly as the call names them, and nothing that did not change',
		],
	},
	{
		id: 'RT058',
		says: 'Campaigns, a group of the menu',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu of this release of domainAdmin lists only what the specification lists, in its order',
			'apps/portal/src/test/specified-texts.test.ts › M170: Campaigns',
		],
	},
	{
		id: 'RT059',
		says: 'Manage apps, over both kinds of apps',
		by: [
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › /firstpartyApps says when there is none, and offers to add one',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › /customerDomainApps says when there is none, and offers to add one',
		],
	},
	{
		id: 'RT060',
		says: 'Manage connectors, over the connectors',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M181: Manage connectors',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the list says what each is, how it is and what is wrong',
		],
	},
	{
		id: 'RT061',
		says: 'Edit customer',
		by: [
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › the form gives ADMIN the content-management switch of an existing customer',
		],
	},
	{
		id: 'RT062',
		says: 'Approve customer',
		by: [
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state one that waits is approved with the domains that stay ticked',
		],
	},
	{
		id: 'RT063',
		says: 'Create contents',
		by: ['apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor offers exactly the types of a channel'],
	},
	{
		id: 'RT064',
		says: 'Manage contents',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /contents is “Manage contents”, for everyone with a menu',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the list shows contents of the header’s domain with type, languages, status and use',
		],
	},
];
