/** Every rule of the specification with what proves it. What the specification leaves open is ticked by what was decided. */
import type { Tick } from './tick.ts';

/** Each call with a text of failure of its own, where the server says nothing. */
const CALLS_FAIL = [
	'apps/portal/src/lib/specified-failures.test.ts › M021: POST /account/magiclinkinviteconfirmation that fails without a word of the server says “We faced problem while validating your invitation.”',
	'apps/portal/src/lib/specified-failures.test.ts › M022: GET /Voucher/{code} that fails without a word of the server says “This voucher is not valid, please check !!”',
	'apps/portal/src/lib/specified-failures.test.ts › M027: GET /user/users that fails without a word of the server says “Could not load users”',
	'apps/portal/src/lib/specified-failures.test.ts › M028: PUT /user/roles that fails without a word of the server says “Could not update user”',
	'apps/portal/src/lib/specified-failures.test.ts › M029: DELETE /user that fails without a word of the server says “Could not delete user”',
	'apps/portal/src/lib/specified-failures.test.ts › M030: GET /customer/{id}/domain that fails without a word of the server says “Could not load domains”',
	'apps/portal/src/lib/specified-failures.test.ts › M031: PUT /user/domains that fails without a word of the server says “Could not assign domains for the selected user.”',
	'apps/portal/src/lib/specified-failures.test.ts › M032: POST /account/loginasuser that fails without a word of the server says “Could not login as user”',
	'apps/portal/src/lib/specified-failures.test.ts › M034: GET /manage/channel that fails without a word of the server says “Channels not found”',
	'apps/portal/src/lib/specified-failures.test.ts › M035: GET /manage/constellation that fails without a word of the server says “Oops, we could not load your constellations, please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M036: GET /manage/constellation/{id}/contents that fails without a word of the server says “Oops, we could not load selected constellation, please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M037: GET /manage/constellation/{id}/uat that fails without a word of the server says “We encountered a problem while sending UAT email. Please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M038: PUT /manage/constellation/{id}/publish that fails without a word of the server says “We encountered a problem while publishing constellation. Please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M039: POST /manage/campaign/{id}/execute that fails without a word of the server says “We encountered a problem while executing the campaign.”',
	'apps/portal/src/lib/specified-failures.test.ts › M040: POST /manage/campaign/{id}/stop that fails without a word of the server says “We encountered a problem while stopping the campaign.”',
	'apps/portal/src/lib/specified-failures.test.ts › M041: PUT /manage/Campaign that fails without a word of the server says “Could not update campaign”',
	'apps/portal/src/lib/specified-failures.test.ts › M042: PUT /manage/audience that fails without a word of the server says “Could not update audience”',
	'apps/portal/src/lib/specified-failures.test.ts › M043: PUT /manage/content that fails without a word of the server says “Could not update content”',
	'apps/portal/src/lib/specified-failures.test.ts › M044: PUT /manage/domain that fails without a word of the server says “Could not update domain”',
	'apps/portal/src/lib/specified-failures.test.ts › M045: PUT /manage/client that fails without a word of the server says “Could not update application”',
	'apps/portal/src/lib/specified-failures.test.ts › M046: DELETE /manage/content that fails without a word of the server says “Could not delete content”',
	'apps/portal/src/lib/specified-failures.test.ts › M047: DELETE /manage/domain that fails without a word of the server says “Could not delete domain”',
	'apps/portal/src/lib/specified-failures.test.ts › M048: DELETE /manage/client/{id} that fails without a word of the server says “Could not delete application”',
	'apps/portal/src/lib/specified-failures.test.ts › M049: DELETE /manage/customer/{customerId}/customdomain/{id} that fails without a word of the server says “Could not delete custom domain”',
	'apps/portal/src/lib/specified-failures.test.ts › M050: DELETE /cmpconfigurator/lightconfig/{folder} that fails without a word of the server says “Could not delete configuration”',
	'apps/portal/src/lib/specified-failures.test.ts › M057: GET /cmpconfigurator/templates/light that fails without a word of the server says “Invalid template”',
	'apps/portal/src/lib/specified-failures.test.ts › M058: GET /cmpconfigurator/lightcmpbundle that fails without a word of the server says “Invalid version”',
	'apps/portal/src/lib/specified-failures.test.ts › M059: GET /cmpconfigurator/templates/light/{template} that fails without a word of the server says “Invalid path”',
	'apps/portal/src/lib/specified-failures.test.ts › M060: GET /manage/Connector/Customer/{id} that fails without a word of the server says “Something went wrong”',
	'apps/portal/src/lib/specified-failures.test.ts › M061: GET /role/ that fails without a word of the server says “error occured”',
	'apps/portal/src/lib/specified-failures.test.ts › M065: GET /admin/activity that fails without a word of the server says “Opps, we faced problems while fetching activity data.”',
	'apps/portal/src/lib/specified-failures.test.ts › M066: GET /admin/luvalladomains that fails without a word of the server says “Opps, we faced problems while fetching domains.”',
	'apps/portal/src/lib/specified-failures.test.ts › M067: GET /customer/current/{id} that fails without a word of the server says “Failed to fetch the customer details.”',
	'apps/portal/src/lib/specified-failures.test.ts › M068: DELETE /customer/{id}/deletecustomerscandomain that fails without a word of the server says “Failed to remove the domain.”',
	'apps/portal/src/lib/specified-failures.test.ts › M069: POST /domain that fails without a word of the server says “Failed to add the domain.”',
	'apps/portal/src/lib/specified-failures.test.ts › M070: PUT /customer/onboard that fails without a word of the server says “Customer onboarding Failed.”',
	'apps/portal/src/lib/specified-failures.test.ts › M071: PUT /customer that fails without a word of the server says “Customer updation Failed.”',
	'apps/portal/src/lib/specified-failures.test.ts › M072: POST /manage/domain/deletionrequest that fails without a word of the server says “Sorry, we could not process your request for domain deletion.”',
	'apps/portal/src/lib/specified-failures.test.ts › M073: GET /manage/domain/deletionrequest that fails without a word of the server says “We faced problem, please try again.”',
	'apps/portal/src/lib/specified-failures.test.ts › M074: POST /payment that fails without a word of the server says “We count not process your payment, please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M075: PUT /payment that fails without a word of the server says “We count not process refund, please try again later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M076: POST /payment/stripe that fails without a word of the server says “Error while purchasing credit”',
	'apps/portal/src/lib/specified-failures.test.ts › M078: GET /Voucher/report that fails without a word of the server says “We could not fetch vouchers”',
	'apps/portal/src/lib/specified-failures.test.ts › M079: PUT /voucher/{customerId}/{code} that fails without a word of the server says “We could not redeem your voucher.”',
	'apps/portal/src/lib/specified-failures.test.ts › M080: POST /Voucher/Manual that fails without a word of the server says “We could not add new voucher.”',
	'apps/portal/src/lib/specified-failures.test.ts › M083: PUT /user that fails without a word of the server says “Failed to update your profile please try later.”',
	'apps/portal/src/lib/specified-failures.test.ts › M084: GET /customer/ledgerbalance that fails without a word of the server says “Failed to get ledger report balance.”',
	'apps/portal/src/lib/specified-failures.test.ts › M085: POST /customer/register that fails without a word of the server says “There was an error while registering you as customer, please contact support.”',
	'apps/portal/src/lib/specified-failures.test.ts › M087: GET /manage/customer/{customerId}/customdomain/validate/dns/{domain} that fails without a word of the server says “Error while validating DNS.”',
	'apps/portal/src/lib/specified-failures.test.ts › M088: GET /firstpartyapps that fails without a word of the server says “Error while fetching Apps”',
	'apps/portal/src/lib/specified-failures.test.ts › M089: POST /firstpartyapp that fails without a word of the server says “Error while adding Apps”',
	'apps/portal/src/lib/specified-failures.test.ts › M090: PUT /firstpartyapp that fails without a word of the server says “Error while updating App”',
	'apps/portal/src/lib/specified-failures.test.ts › M091: DELETE /customerdomainapp/{id} that fails without a word of the server says “Error while deleting App”',
	'apps/portal/src/lib/specified-failures.test.ts › M092: PUT /customerdomainapp/{id} that fails without a word of the server says “Error while changing status of App”',
	'apps/portal/src/lib/specified-failures.test.ts › M093: GET /cmpconfigurator/gvlfile that fails without a word of the server says “Error while fetching gvl versions”',
	'apps/portal/src/lib/specified-failures.test.ts › M094: POST /user/contactus that fails without a word of the server says “Could not submit feedback.Please try again later.”',
];

export const rules: readonly Tick[] = [
	{
		id: 'R001',
		says: 'five kinds of people, each with the app of their role',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch leads admins, partners and domain admins from the root to the dashboard',
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives a normal user one page with name, Feedback and Logout, and no menu',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives ADMIN the admin menus and no others',
		],
	},
	{
		id: 'R002',
		says: 'customers and domains with keys and properties',
		by: [
			'apps/server/test/tenancy.test.ts › a customer added by ADMIN is onboarded; one added by a partner is not, and is the partner’s at once',
			'apps/server/test/domain-token.test.ts › a token is shown once, kept as a hash, and works for its domain',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/portal/e2e/administration-journey.spec.ts › a token opens its domain to a server once it is made, and nothing once it is revoked',
		],
	},
	{
		id: 'R003',
		says: 'custom domains',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/portal/e2e/administration-journey.spec.ts › a custom domain gets its records and its certificate, and visitors reach it over TLS',
		],
	},
	{
		id: 'R004',
		says: 'users and roles',
		by: [
			'apps/server/test/users.test.ts › a role can be added and deleted, the platform’s own cannot',
			'apps/portal/e2e/identity.spec.ts › an admin makes a role, gives it and a domain to a person, and reads it in the portal’s activity',
		],
	},
	{
		id: 'R005',
		says: 'partners, their users and customers',
		by: [
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/e2e/identity.spec.ts › an admin adds a partner, gives it a person and two customers, and deactivates it',
		],
	},
	{
		id: 'R006',
		says: 'contents and constellations',
		by: [
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
			'apps/portal/e2e/campaign-journey.spec.ts › a letter is written, made ready, tried out and published',
		],
	},
	{
		id: 'R007',
		says: 'audiences of segments',
		by: [
			'apps/portal/e2e/campaign-journey.spec.ts › an audience is made, and the campaign is executed',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder saves a draft under an address of its own',
		],
	},
	{
		id: 'R008',
		says: 'campaigns over seven channels',
		by: [
			'apps/server/test/engagement/runs.test.ts › Everybody who said yes gets one letter, and everybody else has a reason',
			'apps/server/test/engagement/sms-channel.test.ts › Each gets their own text with short links and a way out, asked who said yes and nobody else, and it costs its parts before and after',
			'apps/server/test/engagement/mobile-channel.test.ts › A push arrives as it was written: title, text, picture, deep link, badge, under the service account',
			'apps/server/test/engagement/web-channel.test.ts › A push opens with the browser’s own keys, signed by the connector’s; whoever has no browser is left out',
			'apps/server/test/engagement/leaflet-channel.test.ts › Each has a front with their address and a back, the table says the same, and it costs what the sheet said',
			'apps/server/test/engagement/webhook-channel.test.ts › Everybody who said yes is told of once, in a signed request, by the best that they are known by; everybody else has a reason',
			'apps/server/test/engagement/ad-channel.test.ts › Everybody who permits it is in a file of each network, as the network hashes them, named by what it is',
		],
	},
	{
		id: 'R009',
		says: 'connectors',
		by: [
			'apps/server/test/connectors/peers.test.ts › a webhook takes a signed test',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the form is drawn from the type’s schema, says what is empty, and sends numbers, choices and secrets',
		],
	},
	{
		id: 'R010',
		says: 'applications',
		by: [
			'apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session',
			'apps/portal/src/wings/identity/applications/applications.test.tsx › are of three types, each with what it works with, and one is added',
		],
	},
	{
		id: 'R011',
		says: 'cookie scans, repository and descriptions',
		by: [
			'apps/server/test/cookie-scans.test.ts › a scan answers at once, is one run, grows, and names what was set before consent with the line to change; its draft is saved once',
			'apps/server/test/cookie-repository.test.ts › a customer’s own entry is made of a global one, stands over it, and is nobody else’s',
			'apps/portal/e2e/scan-journey.spec.ts › scan, draft, publish, change the lines that are named, scan again: nothing before consent any more',
		],
	},
	{
		id: 'R012',
		says: 'banners of two kinds',
		by: [
			'apps/server/test/consent.test.ts › a published folder is served unchanged for ever, and the pointer moves',
			'apps/server/test/tcf.test.ts › publishing serves API and layers, and the list only in the second layer’s file',
			'apps/portal/e2e/first-consent.spec.ts › a newcomer publishes a banner, a visitor chooses, and the record arrives by itself',
		],
	},
	{
		id: 'R013',
		says: 'vendor lists are compared',
		by: [
			'apps/server/test/vendor-lists.test.ts › two stored lists are compared; one that is not stored is not found',
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › two vendor lists are the newest and the one before, told by the weight of what changed and with the banners that name somebody',
		],
	},
	{
		id: 'R014',
		says: 'vouchers, credits, payments, refunds, licences',
		by: [
			'apps/portal/e2e/billing-journey.spec.ts › ADMIN makes a voucher, whose code is shown once',
			'apps/portal/e2e/billing-journey.spec.ts › a domain gets its licence, and a second one for the same days is refused with the first free day',
			'apps/portal/e2e/billing-journey.spec.ts › credits are bought by card: the balance changes when the bank has confirmed, and a part goes back with its credit note',
			'apps/server/test/billing/payments.test.ts › a refund goes back to the card, in part and in whole, and never more than was paid',
		],
	},
	{
		id: 'R015',
		says: 'first-party and customer-domain apps',
		by: [
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is a page of its own on the host, as long as it is on',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
		],
	},
	{
		id: 'R016',
		says: 'dashboard, trends and reports',
		by: [
			'apps/portal/src/wings/insight/insight.test.tsx › the dashboard shows the numbers, how they moved, and leads each to its rows',
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen says every measure in numbers, draws the chosen one, and keeps it in the URL',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › the tabs are eight for a customer’s admin; a domain’s own sees no credits and no costs',
		],
	},
	{
		id: 'R017',
		says: 'what the portal keeps of who is signed in',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot reads who admin is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot keeps of each domain and customer what the selectors need',
			'apps/portal/src/lib/session.test.ts › the boot selects the first mapped customer and domain',
		],
	},
	{
		id: 'R018',
		says: 'the portal signs in by a code with the scope API openid',
		by: [
			'apps/server/test/signin.test.ts › the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself',
			'apps/server/test/signin.test.ts › a code signs in the browser that asked, once, and ends the link beside it',
		],
	},
	{
		id: 'R019',
		says: 'an empty address is told to be none',
		by: ['apps/portal/src/app/signin/signin.test.tsx › the email step refuses "" with the specified sentence'],
	},
	{
		id: 'R020',
		says: 'code and session state are stored',
		by: [
			'apps/portal/src/lib/session.test.ts › coming back from the sign-in stores code and session state, and strips the query by reloading at the root',
		],
	},
	{
		id: 'R021',
		says: 'not on the path of an invitation',
		by: [
			'apps/portal/src/lib/session.test.ts › coming back from the sign-in does nothing without them, and nothing on the invite-confirmation path',
			'apps/portal/src/wings/tenancy/invites/invites.test.tsx › an invitation is accepted by the button alone and leads on',
		],
	},
	{
		id: 'R022',
		says: 'the query is stripped by reloading at the root',
		by: [
			'apps/portal/src/lib/session.test.ts › coming back from the sign-in stores code and session state, and strips the query by reloading at the root',
			'apps/server/test/signin.test.ts › a code signs in the browser that asked, once, and ends the link beside it',
		],
	},
	{
		id: 'R023',
		says: 'a mark shows while it loads',
		by: ['apps/portal/src/app/shell.test.tsx › the top-level switch shows the mark while it boots'],
	},
	{
		id: 'R024',
		says: 'roles come from the answer',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot reads who admin is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot reads who partner is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot reads who domainAdmin is from the roles, with everything that the portal keeps of them',
			'apps/portal/src/lib/session.test.ts › the boot reads who normal is from the roles, with everything that the portal keeps of them',
		],
	},
	{
		id: 'R025',
		says: 'the address is kept for the session',
		by: ['apps/portal/src/lib/session.test.ts › the boot keeps the address and whether it is assisted, for the session'],
	},
	{
		id: 'R026',
		says: 'customer admin is asked for of non-admins alone',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot asks whether a non-admin is customer admin, of the current customer',
			'apps/portal/src/lib/session.test.ts › the boot asks nothing of the kind of ADMIN',
		],
	},
	{
		id: 'R027',
		says: 'ADMIN loads no users of a domain',
		by: ['apps/portal/src/lib/session.test.ts › the boot loads the users of the current domain, but not for ADMIN'],
	},
	{
		id: 'R028',
		says: 'signing out asks, and leads to the root after a second',
		by: [
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
			'apps/portal/src/app/shell.test.tsx › the header logs out',
		],
	},
	{
		id: 'R029',
		says: 'logging in as somebody clears the session',
		by: [
			'apps/portal/src/app/assist/log-in-as.test.tsx › clears session data and opens the second-version app after a second',
			'apps/portal/e2e/account.spec.ts › an admin logs in as somebody, is seen doing so, and comes back',
		],
	},
	{
		id: 'R030',
		says: 'an assisted session is marked',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot keeps the address and whether it is assisted, for the session',
			'apps/server/test/sessions.test.ts › log in as user: marked, under both names, ended by a button, told by mail',
		],
	},
	{
		id: 'R031',
		says: 'what is kept for long and what for the session',
		by: [
			'apps/portal/src/lib/session.test.ts › coming back from the sign-in stores code and session state, and strips the query by reloading at the root',
			'apps/portal/src/lib/session.test.ts › the boot keeps the address and whether it is assisted, for the session',
			'apps/portal/src/lib/session.test.ts › the boot keeps a valid selection of this session over a reload, encrypted',
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
			'apps/portal/src/lib/session.test.ts › the app version is stored in silence when there is none',
		],
	},
	{
		id: 'R032',
		says: 'the kept context is encrypted',
		by: [
			'apps/portal/src/lib/session.test.ts › the boot keeps a valid selection of this session over a reload, encrypted',
			'apps/portal/src/lib/session.test.ts › the boot does not open the context of another session',
		],
	},
	{
		id: 'R033',
		says: 'who gets which app',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives a normal user one page with name, Feedback and Logout, and no menu',
			'apps/portal/src/app/shell.test.tsx › the top-level switch leads admins, partners and domain admins from the root to the dashboard',
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives an unauthenticated visitor the sign-in area, whatever the address',
		],
	},
	{
		id: 'R034',
		says: 'a registration leads on after a second',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'R035',
		says: 'a 401 of registration and profile is ignored',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › a 401 of POST /customer/register is ignored',
			'apps/portal/src/lib/specified-failures.test.ts › a 401 of POST /customer is ignored',
			'apps/portal/src/lib/specified-failures.test.ts › a 401 of PUT /user is ignored',
		],
	},
	{
		id: 'R036',
		says: 'three clients, two with credentials',
		by: [
			'apps/portal/src/lib/client.test.ts › the client of a call is identity with credentials, main with credentials, or main without',
			'apps/portal/src/lib/client.test.ts › a request says the language, and sends no credentials where anyone may ask',
			'apps/portal/src/lib/client.test.ts › a request fills the names of its path and leaves empty query values out',
		],
	},
	{
		id: 'R037',
		says: 'two clients swallow a 401 and reject the rest',
		by: [
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the identity client, which tells who re-checks',
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the main client, which tells who re-checks',
			'apps/portal/src/lib/client.test.ts › an error is rejected with the server’s text, its code and its fields',
		],
	},
	{
		id: 'R038',
		says: 'the third leads to the login',
		by: ['apps/portal/src/lib/client.test.ts › a 401 of the client without credentials goes to the login URL'],
	},
	{
		id: 'R039',
		says: 'calls about a domain carry DOMAIN_KEY',
		by: [
			'apps/portal/src/lib/client.test.ts › a request carries DOMAIN_KEY on domain-scoped calls alone, and the current customer',
			'apps/server/test/specified-calls.test.ts › C018 GET /manage/domain/users',
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
		],
	},
	{
		id: 'R040',
		says: "whose domain a property's call is about",
		by: [
			'apps/server/test/specified-calls.test.ts › C114 GET /manage/domain/properties',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › a property is asked for of the domain that is current, and by ADMIN of the one that is picked',
		],
	},
	{
		id: 'R041',
		says: 'loading is shown and ends',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list is busy in its final layout while loading',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list that failed says so, shows the code and tries again',
		],
	},
	{
		id: 'R042',
		says: 'lists answer data',
		by: [
			'apps/server/test/specified-calls.test.ts › C010 GET /user/users',
			'apps/server/test/specified-calls.test.ts › C026 GET /manage/audience',
			'apps/server/test/specified-calls.test.ts › C082 GET /customer',
			'apps/server/test/lists.test.ts › a page past the last one still says how many there are',
		],
	},
	{
		id: 'R043',
		says: "/admin is ADMIN's",
		by: [
			'apps/server/test/access/insight.test.ts › customer admin GET /admin/activity on own tenant',
			'apps/server/test/access/insight.test.ts › admin GET /admin/activity on own tenant',
		],
	},
	{
		id: 'R044',
		says: 'whose domains are listed',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › ADMIN sees all domains with their customers, and is asked for the customer of a new one',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list shows rows, their banner and the count',
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
		],
	},
	{
		id: 'R045',
		says: 'paths are to the letter',
		by: [
			'apps/server/test/specified-calls.test.ts › C019 GET /role/',
			'apps/server/test/specified-calls.test.ts › C034 GET /manage/Campaign',
			'apps/server/test/specified-calls.test.ts › C040 GET /manage/campaign/nondraft',
			'apps/server/test/specified-calls.test.ts › C051 POST /manage/constellation/',
			'apps/server/test/specified-calls.test.ts › C139 PUT /voucher/{customerId}/{code}',
			'apps/server/test/specified-calls.test.ts › C140 GET /Voucher/{code}',
			'apps/server/test/specified-calls.test.ts › C154 DELETE /cmpconfigurator/TCFconfig/{folder}',
			'apps/server/test/http.test.ts › letter case of the path and a trailing slash are forgiven; query names are not',
		],
	},
	{
		id: 'R046',
		says: "every call is the specification's or one that was decided",
		by: ['apps/server/test/access/rights.test.ts › the contract has exactly the calls of the table'],
	},
	{
		id: 'R047',
		says: 'redirects after 1000 ms',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
			'apps/portal/src/app/assist/log-in-as.test.tsx › clears session data and opens the second-version app after a second',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'R048',
		says: 'an invitation is confirmed by its token',
		by: [
			'apps/portal/src/wings/tenancy/invites/invites.test.tsx › an invitation is accepted by the button alone and leads on',
			'apps/server/test/invites.test.ts › a link works once; an old, revoked, unknown or empty one says so',
		],
	},
	{
		id: 'R049',
		says: 'an empty token is told',
		by: ['apps/portal/src/wings/tenancy/invites/invites.test.tsx › an invitation without a token ("") is told at once, to the letter'],
	},
	{
		id: 'R050',
		says: '/welcome, /register and their root',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages make the form their root',
		],
	},
	{
		id: 'R051',
		says: 'other paths show one page',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /home opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /about opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /help opens without a session, with Home and Register',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /privacy opens without a session, with Home and Register',
		],
	},
	{
		id: 'R052',
		says: 'a normal user is led to /redirect',
		by: ['apps/portal/src/app/shell.test.tsx › the top-level switch sends a normal user who opens an admin path to /redirect'],
	},
	{
		id: 'R053',
		says: 'the root leads to the kept path',
		by: [
			'apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms',
			'apps/portal/src/lib/session.test.ts › the root leads to the dashboard',
		],
	},
	{
		id: 'R054',
		says: "/profiles is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /profiles is “Profiles”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /profiles is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R055',
		says: "/devices is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /devices is “Devices”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /devices is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R056',
		says: "/upload is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /upload is “Upload profiles from a CRM”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /upload is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R057',
		says: "/roles is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /roles is “Manage roles”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /roles is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R058',
		says: "/users is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /users is “Manage users”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /users is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R059',
		says: "/domains is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domains is “Manage domains”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /domains is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R060',
		says: "/partners is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /partners is “Manage partners”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /partners is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R061',
		says: "/vouchers is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /vouchers is “Vouchers”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /vouchers is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R062',
		says: "/requests is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /requests is “Requests”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /requests is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R063',
		says: "/domainCounts is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainCounts is “Domain Counts”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /domainCounts is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R064',
		says: "/certCheck is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /certCheck is “Cert Check”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /certCheck is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R065',
		says: "/firstpartyApps is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyApps is “First Party Apps”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyApps is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R066',
		says: "/portalActivity is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /portalActivity is “Portal Activity”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /portalActivity is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R067',
		says: "/customerDomainApps is ADMIN's alone",
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerDomainApps is “Customer Domain Apps”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /customerDomainApps is denied to a domain admin who opens it',
		],
	},
	{
		id: 'R068',
		says: '/customers is for ADMIN and PARTNER',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customers is “Manage customers”, for ADMIN and PARTNER',
			'apps/portal/src/app/specified-routes.test.tsx › /customers is denied to a domain admin who opens it',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › the list opens for partner',
		],
	},
	{
		id: 'R069',
		says: '/customerdashboard is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdashboard is “Dashboard”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdashboard, full',
		],
	},
	{
		id: 'R070',
		says: '/comparetrends is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /comparetrends is “Compare trends”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /comparetrends, full',
		],
	},
	{
		id: 'R071',
		says: '/reports is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /reports is “Reporting”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /reports, full',
		],
	},
	{
		id: 'R072',
		says: '/contents is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /contents is “Manage contents”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /contents, full',
		],
	},
	{
		id: 'R073',
		says: '/constellations is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /constellations is “Manage constellation”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /constellations, full',
		],
	},
	{
		id: 'R074',
		says: '/campaigns is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /campaigns is “Manage campaigns”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /campaigns, full',
		],
	},
	{
		id: 'R075',
		says: '/audiences is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /audiences is “Manage audiences”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /audiences, full',
		],
	},
	{
		id: 'R076',
		says: '/domain-segments is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domain-segments is “Domain segments”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domain-segments, full',
		],
	},
	{
		id: 'R077',
		says: '/campaigndashboard is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /campaigndashboard is “Campaign dashboard”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /campaigndashboard, full',
		],
	},
	{
		id: 'R078',
		says: '/domainproperties is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainproperties is “Domain properties”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domainproperties, full',
		],
	},
	{
		id: 'R079',
		says: '/domainprofiles is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /domainprofiles is “Domain profiles”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /domainprofiles, full',
		],
	},
	{
		id: 'R080',
		says: '/customerdomains is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomains is “Manage domains”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdomains, full',
		],
	},
	{
		id: 'R081',
		says: '/segments is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /segments is “Manage segment”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /segments, full',
		],
	},
	{
		id: 'R082',
		says: '/applications is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /applications is “Applications”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /applications, full',
		],
	},
	{
		id: 'R083',
		says: '/managecustomdomains is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /managecustomdomains is “Manage custom domains”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /managecustomdomains, full',
		],
	},
	{
		id: 'R084',
		says: '/tcfconfig is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /tcfconfig is “TCF configurations”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /tcfconfig, full',
		],
	},
	{
		id: 'R085',
		says: '/lightconfig is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /lightconfig is “Light configurations”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /lightconfig, full',
		],
	},
	{
		id: 'R086',
		says: '/connectors is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /connectors is “Connectors”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /connectors, full',
		],
	},
	{
		id: 'R087',
		says: '/cookiescan is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /cookiescan is “Cookie Scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /cookiescan, full',
		],
	},
	{
		id: 'R088',
		says: '/cookierepo is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /cookierepo is “Cookie repo and new scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /cookierepo, full',
		],
	},
	{
		id: 'R089',
		says: '/customerdomainscan is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomainscan is “Customer Domain Scan”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /customerdomainscan, full',
		],
	},
	{
		id: 'R090',
		says: '/gvlupdates is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /gvlupdates is “GVL Updates”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /gvlupdates, full',
		],
	},
	{
		id: 'R091',
		says: '/firstpartyconfigurator is for everyone with a menu',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyconfigurator is “First Party Configurator”, for everyone with a menu',
			'apps/portal/e2e/accessibility.spec.ts › /firstpartyconfigurator, full',
		],
	},
	{
		id: 'R092',
		says: '/manageaccount is for customer admins, with vouchers, team, licences and credits',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /manageaccount is “Managing my account”, for customer admins',
			'apps/portal/src/app/specified-routes.test.tsx › /manageaccount is denied to a domain admin who opens it',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › the page is the header’s Account',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › the list has what was redeemed, by the ends of codes',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › the list says how many domains have one, and has a row a domain',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › the balance and its ledger says the balance first, and each move from where to where',
		],
	},
	{
		id: 'R093',
		says: 'any other path is denied, to the letter',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch shows access denied, to the letter and with two ways on, for paths one may not open or that do not exist',
		],
	},
	{
		id: 'R094',
		says: 'a saved segment leads to the list',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
		],
	},
	{
		id: 'R095',
		says: 'screens have their titles',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › /profiles is “Profiles”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /devices is “Devices”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /upload is “Upload profiles from a CRM”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /roles is “Manage roles”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /users is “Manage users”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /domains is “Manage domains”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /customers is “Manage customers”, for ADMIN and PARTNER',
			'apps/portal/src/app/specified-routes.test.tsx › /partners is “Manage partners”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /vouchers is “Vouchers”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /requests is “Requests”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /domainCounts is “Domain Counts”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /certCheck is “Cert Check”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyApps is “First Party Apps”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /portalActivity is “Portal Activity”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /customerDomainApps is “Customer Domain Apps”, for ADMIN alone',
			'apps/portal/src/app/specified-routes.test.tsx › /customerdashboard is “Dashboard”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /comparetrends is “Compare trends”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /reports is “Reporting”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /contents is “Manage contents”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /constellations is “Manage constellation”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /campaigns is “Manage campaigns”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /audiences is “Manage audiences”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /domain-segments is “Domain segments”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /campaigndashboard is “Campaign dashboard”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /domainproperties is “Domain properties”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /domainprofiles is “Domain profiles”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomains is “Manage domains”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /segments is “Manage segment”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /applications is “Applications”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /managecustomdomains is “Manage custom domains”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /tcfconfig is “TCF configurations”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /lightconfig is “Light configurations”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /connectors is “Connectors”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /cookiescan is “Cookie Scan”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /cookierepo is “Cookie repo and new scan”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /customerdomainscan is “Customer Domain Scan”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /gvlupdates is “GVL Updates”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /firstpartyconfigurator is “First Party Configurator”, for everyone with a menu',
			'apps/portal/src/app/specified-routes.test.tsx › /manageaccount is “Managing my account”, for customer admins',
		],
	},
	{
		id: 'R096',
		says: 'Dashboard and Reporting for everyone',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives ADMIN the admin menus and no others',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives domainAdmin the non-admin menu',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives customerAdmin the non-admin menu',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives PARTNER Customers besides',
		],
	},
	{
		id: 'R097',
		says: 'partners see Customers',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives PARTNER Customers besides',
			'apps/portal/src/app/navigation.test.ts › guards /customers opens for ADMIN and PARTNER',
		],
	},
	{
		id: 'R098',
		says: 'the menu of ADMIN',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives ADMIN the admin menus and no others',
			'apps/portal/src/app/navigation.test.ts › the menu of this release of admin lists only what the specification lists, in its order',
		],
	},
	{
		id: 'R099',
		says: 'the menu of others',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives domainAdmin the non-admin menu',
			'apps/portal/src/app/navigation.test.ts › the menu of this release of domainAdmin lists only what the specification lists, in its order',
		],
	},
	{
		id: 'R100',
		says: 'menus of content management',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification hides audiences, contents and campaigns from domainAdmin without useCM',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives domainAdmin the non-admin menu',
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives ADMIN the admin menus and no others',
		],
	},
	{
		id: 'R101',
		says: 'a normal user has no menu',
		by: [
			'apps/portal/src/app/navigation.test.ts › the menu over every screen of the specification gives a normal user none',
			'apps/portal/src/app/shell.test.tsx › the top-level switch gives a normal user one page with name, Feedback and Logout, and no menu',
		],
	},
	{
		id: 'R102',
		says: 'Cookie Settings opens the preferences',
		by: ['apps/portal/src/app/specified-looks.test.tsx › Cookie Settings opens the preferences, in the language of the portal'],
	},
	{
		id: 'R103',
		says: "Settings leads to the account's address",
		by: ['apps/portal/src/app/shell.test.tsx › the sidebar has Settings, Cookie Settings and the copyright of 2021'],
	},
	{
		id: 'R104',
		says: 'Home and Register',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch offers Home and Register there',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome opens without a session, with Home and Register',
		],
	},
	{
		id: 'R105',
		says: 'Feedback, Account and Logout in the header',
		by: [
			'apps/portal/src/app/shell.test.tsx › the header shows Account to customer admins alone',
			'apps/portal/src/app/shell.test.tsx › feedback is sent in the query, thanked for, and the dropdown closes',
			'apps/portal/src/app/shell.test.tsx › the header logs out',
		],
	},
	{
		id: 'R106',
		says: 'the domain selector on six pages',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › the header’s domain selector belongs to six pages',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /audiences',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /contents',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /campaigns',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /segments',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /constellations',
			'apps/portal/src/app/shell.test.tsx › the header shows the domain selector on /campaigndashboard',
			'apps/portal/src/app/shell.test.tsx › the header shows the customer selector when more than one customer is mapped',
		],
	},
	{
		id: 'R107',
		says: 'the customer selector from two on',
		by: [
			'apps/portal/src/app/shell.test.tsx › the header shows the customer selector when more than one customer is mapped',
			'apps/portal/src/app/shell.test.tsx › the header says whom one works for with one customer, without a choice',
		],
	},
	{
		id: 'R108',
		says: 'ADMIN sees neither',
		by: ['apps/portal/src/app/shell.test.tsx › the header shows ADMIN neither, but on every page the name of the customer they work for'],
	},
	{
		id: 'R109',
		says: 'Guide me opens and closes the help of the page',
		by: ['apps/portal/src/app/shell.test.tsx › Guide me opens help for the current page, two items at most, and closes'],
	},
	{
		id: 'R110',
		says: 'Domains Not Avaliable',
		by: ['apps/portal/src/app/shell.test.tsx › the header says Domains Not Avaliable for an empty domain list'],
	},
	{
		id: 'R111',
		says: 'an old version invites to update',
		by: [
			'apps/portal/src/app/shell.test.tsx › the header offers an update when the stored version is behind; clicking stores the new one and reloads',
			'apps/portal/src/lib/session.test.ts › the app version 9 is behind: true (compared as numbers)',
			'apps/portal/src/lib/session.test.ts › the app version 42 is behind: false (compared as numbers)',
			'apps/portal/src/lib/session.test.ts › the app version 100 is behind: false (compared as numbers)',
		],
	},
	{
		id: 'R112',
		says: 'options stand in 100 to 280 px',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › the options of the domain and customer selectors stand in a list of 100 to 280 px',
		],
	},
	{
		id: 'R113',
		says: "the sidebar's notice goes after 4000 ms",
		by: ['apps/portal/src/app/shell.test.tsx › the sidebar shows its notice for 4000 ms'],
	},
	{ id: 'R114', says: 'feedback is a box with Submit', by: ['apps/portal/src/app/shell.test.tsx › feedback cannot be sent empty'] },
	{ id: 'R115', says: 'empty feedback is not sent', by: ['apps/portal/src/app/shell.test.tsx › feedback cannot be sent empty'] },
	{
		id: 'R116',
		says: 'feedback is thanked for, or said to have failed',
		by: [
			'apps/portal/src/app/shell.test.tsx › feedback is sent in the query, thanked for, and the dropdown closes',
			'apps/portal/src/app/shell.test.tsx › feedback that fails says so, closes too, and keeps the text',
		],
	},
	{
		id: 'R117',
		says: 'the box closes either way',
		by: [
			'apps/portal/src/app/shell.test.tsx › feedback is sent in the query, thanked for, and the dropdown closes',
			'apps/portal/src/app/shell.test.tsx › feedback that fails says so, closes too, and keeps the text',
		],
	},
	{
		id: 'R118',
		says: 'feedback goes in the query',
		by: [
			'apps/portal/src/app/shell.test.tsx › feedback is sent in the query, thanked for, and the dropdown closes',
			'apps/server/test/specified-calls.test.ts › C017 POST /user/contactus',
		],
	},
	{
		id: 'R119',
		says: 'five kinds of help, each asked for by its page',
		by: [
			'apps/portal/src/app/help/kinds.test.tsx › featureHelp: any page, by its title and to two',
			'apps/portal/src/app/help/kinds.test.tsx › tcfConfigHelp: the TCF configurator, to two, below the page’s own help',
			'apps/portal/src/app/help/kinds.test.tsx › welcomePage: its page for whoever is signed out, to ten',
			'apps/portal/src/app/help/kinds.test.tsx › registration: its page for whoever is signed out, to ten',
			'apps/portal/src/app/help/kinds.test.tsx › dashboardCardsV2: the dashboard, to ten, once its foot is in sight',
		],
	},
	{
		id: 'R120',
		says: 'two of feature and TCF help, ten of the others',
		by: [
			'apps/portal/src/app/help/kinds.test.tsx › featureHelp: any page, by its title and to two',
			'apps/portal/src/app/help/kinds.test.tsx › tcfConfigHelp: the TCF configurator, to two, below the page’s own help',
			'apps/portal/src/app/help/kinds.test.tsx › welcomePage: its page for whoever is signed out, to ten',
			'apps/portal/src/app/help/kinds.test.tsx › registration: its page for whoever is signed out, to ten',
			'apps/portal/src/app/help/kinds.test.tsx › dashboardCardsV2: the dashboard, to ten, once its foot is in sight',
			'apps/server/test/guidance.test.ts › help of type featureHelp is served to anybody, no more than is asked for, in both languages',
		],
	},
	{
		id: 'R121',
		says: 'help has heading, text and what unfolds',
		by: [
			'apps/portal/src/app/shell.test.tsx › Guide me opens help for the current page, two items at most, and closes',
			'apps/server/test/guidance.test.ts › a help file is a heading, a text and sections',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome asks for its help, ten at most',
		],
	},
	{
		id: 'R122',
		says: 'a switch of the domain asks',
		by: [
			'apps/portal/src/app/shell.test.tsx › switching the domain asks with the specified sentences; OK sets it and refreshes after 2000 ms',
		],
	},
	{
		id: 'R123',
		says: 'a switch of the customer asks',
		by: ['apps/portal/src/app/shell.test.tsx › switching the customer asks too, and nothing happens on Cancel'],
	},
	{
		id: 'R124',
		says: 'OK switches, Cancel does not',
		by: [
			'apps/portal/src/app/shell.test.tsx › switching the domain asks with the specified sentences; OK sets it and refreshes after 2000 ms',
			'apps/portal/src/app/shell.test.tsx › switching the customer asks too, and nothing happens on Cancel',
			'apps/portal/src/lib/session.test.ts › switching a customer selects its first mapped domain',
		],
	},
	{
		id: 'R125',
		says: "a switch loads the domain's users",
		by: ['apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms'],
	},
	{
		id: 'R126',
		says: 'the view is refreshed after 2 s',
		by: [
			'apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms',
			'apps/portal/src/app/shell.test.tsx › switching the domain asks with the specified sentences; OK sets it and refreshes after 2000 ms',
		],
	},
	{
		id: 'R127',
		says: 'the path is kept over the switch',
		by: ['apps/portal/src/lib/session.test.ts › switching a domain reloads its users, keeps the path and refreshes after 2000 ms'],
	},
	{
		id: 'R128',
		says: 'the first customer and domain are selected',
		by: ['apps/portal/src/lib/session.test.ts › the boot selects the first mapped customer and domain'],
	},
	{
		id: 'R129',
		says: 'nobody sees what is not mapped to them',
		by: [
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
			'apps/server/test/rls.test.ts › every tenant table holds rows of both, and each sees its own only',
			'apps/server/test/access/tenancy.test.ts › customer admin GET /customer/{id}/domain on other customer’s tenant',
		],
	},
	{
		id: 'R130',
		says: 'four lists offer administered domains',
		by: [
			'apps/portal/src/app/specified-routes.test.tsx › lists of contents, constellations, audiences and campaigns offer only domains that one administers',
			'apps/portal/src/app/shell.test.tsx › the header offers on /campaigns only domains that one administers, on /segments every one',
		],
	},
	{
		id: 'R131',
		says: 'a file of users is multipart',
		by: [
			'apps/server/test/specified-calls.test.ts › C056 POST /manage/config/upload',
			'apps/server/test/calls.test.ts › a file larger than any body streams through a multipart call',
			'apps/server/test/profiles/uploads.test.ts › a file is read as it is written: letters, delimiter, names of columns, and what they become',
		],
	},
	{
		id: 'R132',
		says: 'lists load, then are there or failed',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list is busy in its final layout while loading',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list shows rows, their banner and the count',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list that failed says so, shows the code and tries again',
			'apps/portal/e2e/accessibility.spec.ts › /domains, full',
			'apps/portal/src/wings/identity/users/users.test.tsx › the list is a skeleton while it loads, and empty when there is nobody',
		],
	},
	{
		id: 'R133',
		says: 'a change reloads the list and says so',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › adding sends what the contract takes, says it, reloads the list and closes',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › removes somebody from the team after a question, and reloads it',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › the list deactivates after asking, and makes active again',
		],
	},
	{
		id: 'R134',
		says: 'lists are searched and filtered',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list searches and filters on the server, keeps both in the URL, and clears them',
			'apps/portal/src/ui/list/views.test.tsx › a view opens what it holds, with its own columns, and All leads out of it again',
		],
	},
	{
		id: 'R135',
		says: 'search by a part, in any letters',
		by: [
			'apps/server/test/specified-rules.test.ts › every list is searched by a part of name, title, domain or client name, in any letters',
			'apps/server/test/tenancy.test.ts › lists search by substring without regard to case, sort, filter and page',
		],
	},
	{
		id: 'R136',
		says: 'partners are found by name',
		by: [
			'apps/server/test/specified-rules.test.ts › partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else',
		],
	},
	{
		id: 'R137',
		says: 'apps are found by name or domain',
		by: [
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is found by its name or its host, by every spelling of the path',
		],
	},
	{
		id: 'R138',
		says: 'segments, banners and deletions reload their lists',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › deletes one only after the question, and says what it is used by when it cannot',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the list of light configurations deletes after asking, and not one that is live',
			'apps/portal/src/wings/tenancy/deletion-requests/requests.test.tsx › one request shows what will be lost, is processed once its name is typed, and reloads',
		],
	},
	{
		id: 'R139',
		says: 'payments and refunds reload the ledger',
		by: [
			'apps/portal/src/wings/billing/credits/credits.test.tsx › buying by card waits for the bank, then says that credits were bought and asks for balance, ledger and invoices again',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › a refund is of a part, says what goes back, and reloads the ledger',
		],
	},
	{
		id: 'R140',
		says: 'an empty payload is not sent',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › POST /manage/content with an empty payload is not sent: “Please enter valid content details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /manage/audience with an empty payload is not sent: “Please enter valid audidence details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /manage/Campaign with an empty payload is not sent: “Please enter valid campaign details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /domain with an empty payload is not sent: “Please enter valid domain details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /manage/client with an empty payload is not sent: “Please enter valid application details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /manage/customer/{id}/customdomain with an empty payload is not sent: “Please enter valid custom domain details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /cmpconfigurator/lightconfig with an empty payload is not sent: “Please enter valid configuration details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /customer with an empty payload is not sent: “Please enter valid customer details”',
			'apps/portal/src/lib/specified-failures.test.ts › DELETE /manage/content with an empty payload is not sent: “Please enter valid content details”',
		],
	},
	{
		id: 'R141',
		says: 'four more have messages of their own',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › POST /Voucher/Manual with an empty payload is not sent: “Please enter valid voucher details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /account/invite with an empty payload is not sent: “Please enter valid invite details”',
			'apps/portal/src/lib/specified-failures.test.ts › DELETE /customer/customeruser with an empty payload is not sent: “Please enter valid team member details”',
			'apps/portal/src/lib/specified-failures.test.ts › POST /customer/{id}/domainlicense with an empty payload is not sent: “Please enter valid domain license details”',
		],
	},
	{
		id: 'R142',
		says: 'a deletion needs a domain',
		by: [
			'apps/portal/src/wings/tenancy/domains/asked.test.tsx › beside the domains asks which domain, and for the one that a row is about',
		],
	},
	{
		id: 'R143',
		says: 'processing needs a request',
		by: [
			'apps/portal/src/wings/tenancy/deletion-requests/requests.test.tsx › the list says what to choose where nothing is chosen, and opens what is',
		],
	},
	{
		id: 'R144',
		says: 'a code that is none is told, and not redeemed',
		by: [
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › redeeming says that a code is none, under the field',
			'apps/server/test/billing/vouchers.test.ts › a code that is none, one that was revoked and one whose time is over say so in the words of the specification',
		],
	},
	{
		id: 'R145',
		says: "the country's code, and a trimmed business id",
		by: [
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › the form stores the code of the country shown with its dial code, and trims the business ID',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › details adds a partner with the code of its country',
			'apps/server/test/specified-rules.test.ts › partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else',
		],
	},
	{
		id: 'R146',
		says: 'a registration sends the placeholder',
		by: [
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'R147',
		says: 'what is refused beyond that says which field and why',
		by: [
			'apps/server/test/http.test.ts › errors are written in the language asked for, field by field',
			'apps/server/test/http.test.ts › ten bad requests get a sentence, a code and never a 5xx',
		],
	},
	{
		id: 'R148',
		says: 'statuses are said in words',
		by: [
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the list shows statuses in words, one that nobody knows by its number',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the list shows contents of the header’s domain with type, languages, status and use',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the list shows the audiences of the header’s domain with their segments, how they are joined, and their status',
		],
	},
	{
		id: 'R149',
		says: 'a content has id, title, type and domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C046 PUT /manage/content',
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
		],
	},
	{
		id: 'R150',
		says: 'what a content lacks has its prompt',
		by: [
			'apps/server/test/engagement/contents.test.ts › what is missing has the prompts of the specification; an HTML letter needs neither body nor picture',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor asks for subject to the letter when approval lacks it',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor asks for simpletext to the letter when approval lacks it',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor asks for heroimage to the letter when approval lacks it',
		],
	},
	{
		id: 'R151',
		says: 'rawhtml is not required',
		by: [
			'apps/server/test/engagement/contents.test.ts › what is missing has the prompts of the specification; an HTML letter needs neither body nor picture',
		],
	},
	{
		id: 'R152',
		says: 'rich text, an address and a text',
		by: [
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor draws the subject as a line, the body as rich text and the picture as an address',
		],
	},
	{
		id: 'R153',
		says: 'content types by channel',
		by: ['apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor offers exactly the types of a channel'],
	},
	{
		id: 'R154',
		says: 'one table of content types',
		by: [
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor offers exactly the types of a channel',
			'apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs',
		],
	},
	{
		id: 'R155',
		says: 'a webhook on channel 5 alone',
		by: [
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form keeps a webhook on its channel alone, without ids of headers',
			'apps/server/test/engagement/constellations.test.ts › a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed',
		],
	},
	{
		id: 'R156',
		says: 'no ids of headers',
		by: [
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form keeps a webhook on its channel alone, without ids of headers',
			'apps/server/test/engagement/constellations.test.ts › a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed',
		],
	},
	{
		id: 'R157',
		says: 'publish and try out',
		by: [
			'apps/server/test/engagement/constellations.test.ts › publishing freezes what the contents say; a later change changes no version',
			'apps/server/test/engagement/constellations.test.ts › a trial goes to the people named, marked, and only when the own site asks',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form publishes and tries out what is stored, and only that',
		],
	},
	{
		id: 'R158',
		says: 'a constellation binds one channel',
		by: [
			'apps/server/test/engagement/constellations.test.ts › contents go together by the channel, on the domain, each control once, and nothing unapproved is published',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form takes a whole message, and parts that it does not bring',
		],
	},
	{
		id: 'R159',
		says: 'defaults of a segment',
		by: [
			'apps/server/test/specified-rules.test.ts › a segment of which only the name is said weighs 0, costs 0, is public and active',
			'apps/server/test/profiles/profiles.test.ts › who else a segment is active once it is saved, whatever is sent',
		],
	},
	{
		id: 'R160',
		says: 'who may use a segment',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › offers segments of the platform to ADMIN alone, and those of the customer to who answers for it',
			'apps/server/test/profiles/profiles.test.ts › who else a segment is used by whom it is for',
			'apps/server/test/specified-calls.test.ts › C123 POST /manage/domain/segment',
		],
	},
	{
		id: 'R161',
		says: 'segments with their counts',
		by: [
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › lists segments with how they are filled and who may use them, for the current domain, and finds one by its name',
			'apps/server/test/specified-calls.test.ts › C031 GET /manage/domain/segment',
		],
	},
	{
		id: 'R162',
		says: 'consents of the audience',
		by: [
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder counts while one chooses, in the order chosen, and says the sentence',
			'apps/server/test/specified-calls.test.ts › C033 GET /consent',
		],
	},
	{
		id: 'R163',
		says: 'an audience of segments begins at 0',
		by: [
			'apps/server/test/specified-rules.test.ts › an audience begins at status 0, and is Approved once it is approved',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder saves a draft under an address of its own',
		],
	},
	{
		id: 'R164',
		says: 'an audience is approved',
		by: [
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the list approves a draft, and deletes after a question',
			'apps/server/test/specified-rules.test.ts › an audience begins at status 0, and is Approved once it is approved',
		],
	},
	{
		id: 'R165',
		says: 'the estimate is asked with segments and IsOr',
		by: [
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder counts while one chooses, in the order chosen, and says the sentence',
		],
	},
	{
		id: 'R166',
		says: 'a change makes a campaign 0',
		by: [
			'apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the form says what is wrong with numbers and times, and that a published one becomes a draft',
		],
	},
	{
		id: 'R167',
		says: 'executed is 2',
		by: ['apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed'],
	},
	{
		id: 'R168',
		says: 'stopped is 3',
		by: ['apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed'],
	},
	{
		id: 'R169',
		says: 'draft, publish, execute, stop',
		by: [
			'apps/server/test/specified-rules.test.ts › a campaign is 0 while new, 2 once executed, 3 once stopped, and 0 again once changed',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the sheet before it runs asks for a draft to be published first, and rehearses it all the same',
			'apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list leads to the sheet before it executes',
		],
	},
	{
		id: 'R170',
		says: 'the dashboard lists no drafts',
		by: [
			'apps/server/test/specified-calls.test.ts › C040 GET /manage/campaign/nondraft',
			'apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list shows what came of each, and beside Running and Stopped what is queued',
		],
	},
	{
		id: 'R171',
		says: 'a refresh reads what came',
		by: ['apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list refreshes one by its answers'],
	},
	{
		id: 'R172',
		says: 'published constellations are offered',
		by: [
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the form names constellations and audiences, and those that are not approved as such; sends the whole',
			'apps/server/test/engagement/constellations.test.ts › publishing freezes what the contents say; a later change changes no version',
		],
	},
	{
		id: 'R173',
		says: 'changes of segments',
		by: [
			'apps/server/test/specified-calls.test.ts › C035 POST /manage/Campaign',
			'apps/server/test/engagement/runs.test.ts › After the run people are put into segments and taken out, once',
		],
	},
	{
		id: 'R174',
		says: 'numbers of channels',
		by: ['apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs'],
	},
	{
		id: 'R175',
		says: 'three types of applications',
		by: [
			'apps/portal/src/wings/identity/applications/applications.test.tsx › are of three types, each with what it works with, and one is added',
		],
	},
	{
		id: 'R176',
		says: 'fixed settings of applications',
		by: ['apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session'],
	},
	{
		id: 'R177',
		says: 'what each type works with',
		by: [
			'apps/server/test/openid.test.ts › code with proof key, refresh with rotation, user info, end session',
			'apps/server/test/openid.test.ts › client credentials: a machine within its customer; a rotated secret ends the old one and its tokens',
			'apps/server/test/openid.test.ts › a login component has no secret and is refused client credentials; its code goes to its own origins only',
		],
	},
	{
		id: 'R178',
		says: 'five statuses of custom domains',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › the list says status and records, and one is deleted after a question',
		],
	},
	{
		id: 'R179',
		says: 'validated custom domains',
		by: [
			'apps/server/test/specified-calls.test.ts › C081 GET /manage/customer/{id}/customdomain/status/validated',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › the configurator gives the line for a website from the host, warns of two sites, and says when there is no host, in Finnish too',
		],
	},
	{
		id: 'R180',
		says: 'Created before validation',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
		],
	},
	{
		id: 'R181',
		says: 'DNS, renewal and deletion',
		by: [
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/server/test/custom-domains/life.test.ts › a host is gone from the network once it is taken away, with its key',
			'apps/portal/src/lib/specified-failures.test.ts › M087: GET /manage/customer/{customerId}/customdomain/validate/dns/{domain} that fails without a word of the server says “Error while validating DNS.”',
		],
	},
	{
		id: 'R182',
		says: 'A, TXT and CNAME are shown',
		by: [
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › a new one leads to its own page; what is no host is said in the form',
		],
	},
	{
		id: 'R183',
		says: 'runs of a customer in a span',
		by: [
			'apps/server/test/specified-calls.test.ts › C062 GET /manage/Connector/RunData',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › runs are those of the last twelve hours, with why one failed; one is retried, another begun, a log read',
		],
	},
	{
		id: 'R184',
		says: 'a connector is switched off by saving',
		by: ['apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the list is deactivated by saving with isActive false'],
	},
	{
		id: 'R185',
		says: 'types of connectors come from a list',
		by: [
			'apps/server/test/connectors/attacks.test.ts › types answer a schema from which a form can be drawn, in both languages',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the form is drawn from the type’s schema, says what is empty, and sends numbers, choices and secrets',
		],
	},
	{
		id: 'R186',
		says: 'a test says how it went',
		by: [
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the form says what a test found',
			'apps/server/test/connectors/peers.test.ts › a server that hangs, and one that talks without end, end the test with a sentence',
		],
	},
	{
		id: 'R187',
		says: 'settings are JSON, held by their type',
		by: ['apps/server/test/connectors/attacks.test.ts › settings that mean nothing are refused by field, and lose nothing'],
	},
	{
		id: 'R188',
		says: 'descriptions have name, type and languages',
		by: [
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the form adds a cookie with its lifetime in seconds and a description in each language written',
			'apps/server/test/cookie-repository.test.ts › languages of descriptions are the banner’s thirty, by name',
		],
	},
	{
		id: 'R189',
		says: 'scans of a customer',
		by: [
			'apps/server/test/specified-calls.test.ts › C065 GET /manage/browserscan/history',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › a scan that goes on stands below the result of another, leads to itself and is cancelled there',
		],
	},
	{
		id: 'R190',
		says: 'sites are listed, added, taken off',
		by: [
			'apps/server/test/cookie-scans.test.ts › the list of sites: added once, changed, scanned together, taken off; scans stay',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › the list of sites: added, scanned together, and what the server refuses is said in its own words',
		],
	},
	{
		id: 'R191',
		says: 'cookies before and after acceptance',
		by: [
			'apps/server/test/specified-calls.test.ts › C063 POST /manage/browserscan/cookie',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › a scan that is done: its finding is the title, the line to change is copied, the three visits stand side by side',
		],
	},
	{
		id: 'R192',
		says: 'the repository of everybody and of a customer',
		by: [
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the list shows ADMIN the global entries, and a customer’s once one is picked',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the list asks for the own customer’s of customerAdmin',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the form deletes an own entry once that is confirmed, and offers no such thing for a global one',
		],
	},
	{
		id: 'R193',
		says: 'what a configuration is saved as',
		by: [
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator saves a new one from the template, then stands at its own address',
			'apps/server/test/specified-calls.test.ts › C146 POST /cmpconfigurator/lightconfig',
			'apps/server/test/specified-rules.test.ts › a configuration without a template is kept as NA, with its customer as a number and its settings as JSON texts',
		],
	},
	{
		id: 'R194',
		says: 'templates, SDKs and bundles are read',
		by: [
			'apps/server/test/specified-calls.test.ts › C142 GET /cmpconfigurator/templates/light',
			'apps/server/test/specified-calls.test.ts › C144 GET /cmpconfigurator/sdk',
			'apps/server/test/specified-calls.test.ts › C145 GET /cmpconfigurator/lightcmpbundle',
			'apps/server/test/specified-calls.test.ts › C147 GET /cmpconfigurator/{id}',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator chooses a template by its drawing, with arrow keys, and keeps what was written',
		],
	},
	{
		id: 'R195',
		says: 'a deletion reloads the list',
		by: [
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the list of light configurations deletes after asking, and not one that is live',
		],
	},
	{
		id: 'R196',
		says: 'a part that fails to load is logged',
		by: ['apps/server/test/tcf.test.ts › a part that cannot be loaded goes to the log by its name, and its failure to the asker'],
	},
	{
		id: 'R197',
		says: 'two lists are compared',
		by: [
			'apps/server/test/vendor-compare.test.ts › of 200 pairs with known edits every edit is found, and none invented',
			'apps/server/test/vendor-lists.test.ts › two stored lists are compared; one that is not stored is not found',
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › two vendor lists are chosen, searched and narrowed, and the long group unfolds',
		],
	},
	{
		id: 'R198',
		says: 'days of lists',
		by: [
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › the date of a list is MMMM Do YYYY, and long in Finnish',
		],
	},
	{
		id: 'R199',
		says: 'what is done about a customer',
		by: [
			'apps/server/test/onboarding.test.ts › onboarding by its partner: it may publish, has the hosts that were ticked, its admins are told and the log says who',
			'apps/server/test/onboarding.test.ts › a hold is set by partner and ADMIN, and ended by ADMIN alone',
			'apps/server/test/domain-properties.test.ts › a customer admin changes what the company says of itself, and nothing else; an enterprise is made by ADMIN',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state one that is onboarded is put on hold after asking',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state becomes an enterprise by ADMIN',
		],
	},
	{
		id: 'R200',
		says: '0 and 2 are reached',
		by: ['apps/server/test/onboarding.test.ts › a hold is set by partner and ADMIN, and ended by ADMIN alone'],
	},
	{
		id: 'R201',
		says: 'a licence is added and ended',
		by: [
			'apps/server/test/specified-calls.test.ts › C097 POST /customer/{id}/domainlicense',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › is ended after a question, and the specified sentence says so',
			'apps/server/test/billing/licences.test.ts › one that is ended stays listed, leaves its days to the next, and is not ended twice',
		],
	},
	{
		id: 'R202',
		says: 'a token is made and revoked',
		by: [
			'apps/server/test/domain-token.test.ts › a new one ends the one before, null revokes, and both take effect at once',
			'apps/portal/src/wings/tenancy/domains/token.test.tsx › is replaced and revoked only after a question, and says when it was last used',
		],
	},
	{
		id: 'R203',
		says: 'a deletion is asked for and processed',
		by: [
			'apps/portal/e2e/deletion-journey.spec.ts › whoever answers for the customer asks, says why, and sees that it is asked',
			'apps/portal/e2e/deletion-journey.spec.ts › a platform admin sees what will be lost, types its name, and it is erased with a report',
			'apps/server/test/deletion-requests.test.ts › asking and deciding only a platform admin decides, never the one who asked, and only of the host that is named',
		],
	},
	{
		id: 'R204',
		says: 'the webhook of consents',
		by: [
			'apps/server/test/consent-management.test.ts › the consent-change webhook tells of every record once, signed, with the customer’s headers and the specified fields',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the webhook of a domain is tested by the browser itself with what stands in the form, without the headers that are hidden',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the webhook of a domain that cannot be reached says nothing of it',
		],
	},
	{
		id: 'R205',
		says: 'its sample payload',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the webhook of a domain is shown with its sample payload, word for word',
		],
	},
	{
		id: 'R206',
		says: 'a property is activated',
		by: [
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/server/test/specified-calls.test.ts › C119 PUT /manage/domain/properties/activate',
		],
	},
	{
		id: 'R207',
		says: 'failures of what is done about a user',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › M028: PUT /user/roles that fails without a word of the server says “Could not update user”',
			'apps/portal/src/lib/specified-failures.test.ts › M029: DELETE /user that fails without a word of the server says “Could not delete user”',
			'apps/portal/src/lib/specified-failures.test.ts › M031: PUT /user/domains that fails without a word of the server says “Could not assign domains for the selected user.”',
			'apps/portal/src/lib/specified-failures.test.ts › M032: POST /account/loginasuser that fails without a word of the server says “Could not login as user”',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form shows a refusal and stays open',
		],
	},
	{
		id: 'R208',
		says: 'Device and Name are hidden',
		by: [
			'apps/server/test/users.test.ts › roles change at the next call; hidden roles stay and are never shown',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form sends roles and phone number exactly as the call names them, and nothing that did not change',
		],
	},
	{
		id: 'R209',
		says: 'roles, domains, deletion, look-up',
		by: [
			'apps/server/test/users.test.ts › roles change at the next call; hidden roles stay and are never shown',
			'apps/server/test/users.test.ts › domains are set over customers, and the change is seen at once',
			'apps/server/test/users.test.ts › a deleted user is signed out, unmapped and gone; not oneself',
			'apps/server/test/users.test.ts › users are found by letters anywhere, by one or two letters at the beginning, and by role',
		],
	},
	{
		id: 'R210',
		says: 'payloads of users',
		by: [
			'apps/portal/src/wings/identity/users/users.test.tsx › the form sends roles and phone number exactly as the call names them, and nothing that did not change',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form finds domains by their customer and sends all of the user’s domains',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form promotes and demotes for a customer by its id',
		],
	},
	{
		id: 'R211',
		says: 'customer admins are made and unmade',
		by: [
			'apps/portal/src/wings/identity/users/users.test.tsx › the form promotes and demotes for a customer by its id',
			'apps/server/test/users.test.ts › a customer admin is promoted and demoted; which customer must be clear',
		],
	},
	{
		id: 'R212',
		says: 'roles are added and deleted',
		by: [
			'apps/server/test/users.test.ts › a role can be added and deleted, the platform’s own cannot',
			'apps/portal/src/wings/identity/roles/roles.test.tsx › adds a role and refuses a name with other signs before it is sent',
		],
	},
	{
		id: 'R213',
		says: "a partner's user has both ids",
		by: [
			'apps/server/test/specified-calls.test.ts › C163 POST /partner/{partnerId}/user',
			'apps/server/test/specified-calls.test.ts › C164 PUT /partner/{partnerId}/user',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are found by address and added',
		],
	},
	{
		id: 'R214',
		says: 'a new partner is active',
		by: [
			'apps/server/test/specified-rules.test.ts › partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else',
		],
	},
	{
		id: 'R215',
		says: 'a country is a code, shown with its dial code',
		by: [
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › the list shows the country with its dial code and who is active',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › details adds a partner with the code of its country',
		],
	},
	{
		id: 'R216',
		says: 'what is done about a partner says so',
		by: [
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › the list deactivates after asking, and makes active again',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › customers are assigned and taken away with the sentence that fits',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are found by address and added',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people of another partner may be moved',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are removed after asking',
		],
	},
	{
		id: 'R217',
		says: 'assigned customers look like a partner',
		by: [
			'apps/server/test/specified-rules.test.ts › partners are active once added, keep the code of their country, and are found by a part of their name in any letters, by nothing else',
		],
	},
	{
		id: 'R218',
		says: 'vouchers, kinds and redemptions',
		by: [
			'apps/portal/src/wings/billing/vouchers/vouchers.test.tsx › the report has each status by its word, and who redeemed',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › the list has what was redeemed, by the ends of codes',
			'apps/server/test/billing/vouchers.test.ts › what a voucher may be is told, and more is refused',
		],
	},
	{
		id: 'R219',
		says: 'a voucher is made and redeemed',
		by: [
			'apps/portal/src/wings/billing/vouchers/vouchers.test.tsx › one made by hand shows its code once',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › redeeming books credits, and says what the balance is now',
			'apps/server/test/billing/vouchers.test.ts › a voucher of credits is redeemed once: they are in the ledger, the list and the activity',
		],
	},
	{
		id: 'R220',
		says: 'a token pays, a transaction is refunded',
		by: [
			'apps/portal/src/wings/billing/credits/credits.test.tsx › buying by card takes Stripe’s script where there is a key, and its token',
			'apps/server/test/specified-calls.test.ts › C133 PUT /payment',
			'apps/server/test/billing/payments.test.ts › credits are there when the webhook says so and not before, with an invoice, once',
		],
	},
	{ id: 'R221', says: '100 credits at most', by: ['apps/server/test/billing/payments.test.ts › a purchase is of 1 to 100 whole credits'] },
	{
		id: 'R222',
		says: 'customer-domain apps',
		by: [
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps Turn off that fails says so in the specified words',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps Delete that fails says so in the specified words',
		],
	},
	{
		id: 'R223',
		says: 'first-party apps',
		by: [
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is a page of its own on the host, as long as it is on',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › first-party apps are added on one of the customer’s hosts',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › first-party apps Turn on',
		],
	},
	{
		id: 'R224',
		says: 'the dashboard begins with 12 hours',
		by: ['apps/portal/src/wings/insight/insight.test.tsx › the dashboard asks for the last 12 hours and the 12 before them, by default'],
	},
	{
		id: 'R225',
		says: 'the consent report begins with a day',
		by: [
			'apps/portal/src/wings/insight/insight.test.tsx › the consent report asks for one day by default, for all domains of the current customer',
		],
	},
	{
		id: 'R226',
		says: 'consumers from yesterday to today',
		by: [
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › consumers are of yesterday and today while no span is chosen, by domain, most first, each leading to its rows',
		],
	},
	{
		id: 'R227',
		says: 'trends begin so many days back, in two groups',
		by: [
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen begins today minus a chosen number of days, swaps, and looks a year back',
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen asks for both groups by days, whole days of the person, all domains',
		],
	},
	{
		id: 'R228',
		says: 'months of costs',
		by: [
			'apps/portal/src/wings/billing/costs/costs.test.tsx › the page says the current month first, and lists months ascending',
			'apps/portal/src/wings/billing/costs/costs.test.tsx › months are called Month-Year',
			'apps/server/test/billing/costs.test.ts › months are those of Helsinki, the earliest first, with those between in which nothing was spent',
		],
	},
	{
		id: 'R229',
		says: 'counts of channels',
		by: [
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › channels says who may be written to and what became of what was sent',
			'apps/server/test/insight/calls.test.ts › channels: people who may be written to, and what became of messages, of what the asker sees',
		],
	},
	{
		id: 'R230',
		says: 'charts are 300 px high',
		by: ['apps/portal/src/app/specified-looks.test.tsx › a chart is 300 px high, while it is loaded and after'],
	},
	{ id: 'R231', says: 'dates as MMM-DD-YYYY', by: ['apps/portal/src/lib/dates.test.ts › English writes the specified formats'] },
	{
		id: 'R232',
		says: 'each call has its text of failure',
		by: CALLS_FAIL,
	},
	{
		id: 'R233',
		says: 'names of payloads are to the letter',
		by: [
			'apps/server/test/specified-calls.test.ts › C005 POST /account/magiclinkinviteconfirmation',
			'apps/server/test/specified-calls.test.ts › C013 PUT /user/roles',
			'apps/server/test/specified-calls.test.ts › C014 PUT /user/domains',
			'apps/server/test/specified-calls.test.ts › C015 PUT /user/customeradmin',
			'apps/server/test/specified-calls.test.ts › C023 POST /manage/client',
			'apps/server/test/specified-calls.test.ts › C024 PUT /manage/client',
			'apps/server/test/specified-calls.test.ts › C027 POST /manage/audience',
			'apps/server/test/specified-calls.test.ts › C028 PUT /manage/audience',
			'apps/server/test/specified-calls.test.ts › C035 POST /manage/Campaign',
			'apps/server/test/specified-calls.test.ts › C036 PUT /manage/Campaign',
			'apps/server/test/specified-calls.test.ts › C045 POST /manage/content',
			'apps/server/test/specified-calls.test.ts › C046 PUT /manage/content',
			'apps/server/test/specified-calls.test.ts › C051 POST /manage/constellation/',
			'apps/server/test/specified-calls.test.ts › C052 PUT /manage/constellation/',
			'apps/server/test/specified-calls.test.ts › C059 POST /manage/Connector',
			'apps/server/test/specified-calls.test.ts › C060 PUT /manage/Connector',
			'apps/server/test/specified-calls.test.ts › C063 POST /manage/browserscan/cookie',
			'apps/server/test/specified-calls.test.ts › C064 POST /manage/browserscan/cookie/noncmp',
			'apps/server/test/specified-calls.test.ts › C067 POST /manage/browserscan/cookierepo',
			'apps/server/test/specified-calls.test.ts › C068 PUT /manage/browserscan/cookierepo',
			'apps/server/test/specified-calls.test.ts › C071 POST /manage/browserscan/cookierepo/customer/{id}',
			'apps/server/test/specified-calls.test.ts › C072 PUT /manage/browserscan/cookierepo/customer/{id}',
			'apps/server/test/specified-calls.test.ts › C076 POST /manage/customer/{id}/customdomain',
			'apps/server/test/specified-calls.test.ts › C088 PUT /customer',
			'apps/server/test/specified-calls.test.ts › C093 POST /customer',
			'apps/server/test/specified-calls.test.ts › C097 POST /customer/{id}/domainlicense',
			'apps/server/test/specified-calls.test.ts › C105 POST /domain',
			'apps/server/test/specified-calls.test.ts › C106 PUT /manage/domain',
			'apps/server/test/specified-calls.test.ts › C115 POST /manage/domain/properties',
			'apps/server/test/specified-calls.test.ts › C116 PUT /manage/domain/properties',
			'apps/server/test/specified-calls.test.ts › C119 PUT /manage/domain/properties/activate',
			'apps/server/test/specified-calls.test.ts › C123 POST /manage/domain/segment',
			'apps/server/test/specified-calls.test.ts › C124 PUT /manage/domain/segment',
			'apps/server/test/specified-calls.test.ts › C126 POST /customer/{id}/aggregateddomaincountsfordates',
			'apps/server/test/specified-calls.test.ts › C127 POST /customer/{id}/aggregateddomaineventcountsfordates',
			'apps/server/test/specified-calls.test.ts › C133 PUT /payment',
			'apps/server/test/specified-calls.test.ts › C138 POST /Voucher/Manual',
			'apps/server/test/specified-calls.test.ts › C146 POST /cmpconfigurator/lightconfig',
			'apps/server/test/specified-calls.test.ts › C153 POST /cmpconfigurator/tcfconfig',
			'apps/server/test/specified-calls.test.ts › C158 POST /partner',
			'apps/server/test/specified-calls.test.ts › C159 PUT /partner',
			'apps/server/test/specified-calls.test.ts › C163 POST /partner/{partnerId}/user',
			'apps/server/test/specified-calls.test.ts › C164 PUT /partner/{partnerId}/user',
			'apps/server/test/specified-calls.test.ts › C174 PUT /firstpartyapp',
			'apps/server/test/specified-calls.test.ts › C177 PUT /customerdomainapp',
		],
	},
	{
		id: 'R234',
		says: 'what the server says is shown',
		by: [
			'apps/portal/src/lib/client.test.ts › an error is rejected with the server’s text, its code and its fields',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form shows a refusal and stays open',
		],
	},
	{
		id: 'R235',
		says: 'where it says nothing the fixed text is',
		by: CALLS_FAIL,
	},
	{
		id: 'R236',
		says: 'other messages are shown as they are',
		by: [
			'apps/portal/src/lib/client.test.ts › an error is rejected with the server’s text, its code and its fields',
			'apps/server/test/billing/vouchers.test.ts › a code that is none, one that was revoked and one whose time is over say so in the words of the specification',
			'apps/portal/src/wings/tenancy/deletion-requests/requests.test.tsx › one request is not offered to who asked it, and says so',
		],
	},
	{
		id: 'R237',
		says: 'an invitation refused warns with the reason, else fails',
		by: [
			'apps/portal/src/wings/tenancy/team/team.test.tsx › inviting that the server refuses with a reason is a warning',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › inviting that fails without a reason is an error',
		],
	},
	{
		id: 'R238',
		says: 'a registration that fails without a word',
		by: ['apps/portal/src/wings/tenancy/invites/invites.test.tsx › a registration that fails without a word of the server says its own'],
	},
	{
		id: 'R239',
		says: 'what fails in silence',
		by: [
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the identity client, which tells who re-checks',
			'apps/portal/src/lib/client.test.ts › a 401 is swallowed by the main client, which tells who re-checks',
			'apps/portal/src/lib/specified-failures.test.ts › a 401 of PUT /user is ignored',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the webhook of a domain that cannot be reached says nothing of it',
			'apps/server/test/consent-management.test.ts › the consent-change webhook is tried again later, gives up at the end, and is sent again by hand with the same id and body',
		],
	},
	{
		id: 'R240',
		says: 'success has its texts',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M095: Thank you.',
			'apps/portal/src/test/specified-texts.test.ts › M096: Domain license deactivated successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M097: Successfully purchased the credits',
			'apps/portal/src/test/specified-texts.test.ts › M098: Your request has been processed successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M099: New partner added successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M100: Partner updated successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M101: Partner deactivated successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M102: User added successfully to this partnership.',
			'apps/portal/src/test/specified-texts.test.ts › M103: User updated successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M104: User removed successfully from partnership.',
			'apps/portal/src/test/specified-texts.test.ts › M105: New customer assigned to this partnership.',
			'apps/portal/src/test/specified-texts.test.ts › M106: Customer is unassigned from this partnership.',
			'apps/portal/src/test/specified-texts.test.ts › M107: New customer added successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M108: Customer updated successfully.',
			'apps/portal/src/test/specified-texts.test.ts › M109: Status changed successfully',
		],
	},
	{
		id: 'R241',
		says: 'odd texts are kept',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M116: Domains Not Avaliable',
			'apps/portal/src/test/specified-texts.test.ts › M011: Please enter valid audidence details',
			'apps/portal/src/test/specified-texts.test.ts › M074: We count not process your payment, please try again later.',
			'apps/portal/src/test/specified-texts.test.ts › M065: Opps, we faced problems while fetching activity data.',
			'apps/portal/src/test/specified-texts.test.ts › M061: error occured',
			'apps/portal/src/test/specified-texts.test.ts › M071: Customer updation Failed.',
		],
	},
	{
		id: 'R242',
		says: 'contents and dashboard are asked for once more',
		by: [
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the list asks once more after a 403, 2 seconds later, and then says the error',
			'apps/portal/src/wings/insight/insight.test.tsx › the dashboard retries a 403 once after 2000 ms, then says it failed',
			'apps/portal/src/lib/client.test.ts › a 403 that goes away is not seen',
		],
	},
	{
		id: 'R243',
		says: 'trends once more, with one group',
		by: [
			'apps/portal/src/wings/insight/trends/trends.test.tsx › the screen waits 2000 ms after a 403 and asks once more, for the first group alone',
		],
	},
	{
		id: 'R244',
		says: 'English and Finnish, English first',
		by: [
			'apps/portal/src/lib/say.test.ts › is English until somebody chooses, whatever the browser says',
			'apps/portal/src/app/shell.test.tsx › speaks Finnish once chosen',
		],
	},
	{
		id: 'R245',
		says: 'consents and profiles in Finnish',
		by: [
			'apps/portal/src/lib/texts.test.ts › every table of texts purposes has the same keys, values and plurals in both languages',
			'apps/portal/src/lib/texts.test.ts › every table of texts people has the same keys, values and plurals in both languages',
			'apps/portal/src/wings/consent/purposes/purposes.test.tsx › calls each as its words do in the reader’s language, in the list and on its drawer, and finds it by either name',
		],
	},
	{
		id: 'R246',
		says: 'a user tour',
		by: [
			'apps/portal/src/app/tour/tour.test.tsx › of a platform admin is five steps of the frame, with focus, Back and an end, and comes no second time',
			'apps/portal/src/app/tour/tour.test.tsx › is left by Escape, gives the focus back to what it pointed at, and is begun and stopped in the guide',
		],
	},
	{
		id: 'R247',
		says: 'copyright 2021',
		by: ['apps/portal/src/app/shell.test.tsx › the sidebar has Settings, Cookie Settings and the copyright of 2021'],
	},
	{
		id: 'R248',
		says: 'six themes, primary first',
		by: [
			'apps/portal/src/app/specified-looks.test.tsx › themes are six, of which primary is chosen until somebody chooses another, which is kept',
		],
	},
	{
		id: 'R249',
		says: 'about 55 countries',
		by: ['apps/portal/src/wings/tenancy/customers/customers.test.tsx › has about 55 countries, each with name, dial code and code'],
	},
	{
		id: 'R250',
		says: "what is not shown was decided: each call's door is held to one table",
		by: [
			'apps/server/test/access/rights.test.ts › the contract has exactly the calls of the table',
			'apps/server/test/access/rights.test.ts › each wing that has calls has a file that tries their doors',
			'apps/server/test/access/tenancy.test.ts › normal user PUT /customer on own tenant',
		],
	},
];
