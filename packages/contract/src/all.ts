/** Every call, in the order of the specification's groups, with its name and the shapes that it is made of. */
import * as z from 'zod';
import * as costs from './billing/costs.ts';
import * as credits from './billing/credits.ts';
import * as invoices from './billing/invoices.ts';
import * as licences from './billing/licences.ts';
import * as payments from './billing/payments.ts';
import * as spending from './billing/spending.ts';
import * as tariff from './billing/tariff.ts';
import * as vouchers from './billing/vouchers.ts';
import type { CallShape } from './call.ts';
import * as answers from './consent/answers.ts';
import * as configurations from './consent/configurations.ts';
import * as cookieLists from './consent/cookie-lists.ts';
import * as cookieRepository from './consent/cookie-repository.ts';
import * as cookieScans from './consent/cookie-scans.ts';
import * as edge from './consent/edge.ts';
import * as forms from './consent/forms.ts';
import * as ledger from './consent/ledger.ts';
import * as myConsents from './consent/my-consents.ts';
import * as people from './consent/people.ts';
import * as proof from './consent/proof.ts';
import * as purposes from './consent/purposes.ts';
import * as rates from './consent/rates.ts';
import * as snippet from './consent/snippet.ts';
import * as tcf from './consent/tcf.ts';
import * as vendorLists from './consent/vendor-lists.ts';
import * as webhooks from './consent/webhooks.ts';
import * as campaignFiles from './engagement/campaign-files.ts';
import * as campaignProof from './engagement/campaign-proof.ts';
import * as campaignRun from './engagement/campaign-run.ts';
import * as campaignRuns from './engagement/campaign-runs.ts';
import * as campaigns from './engagement/campaigns.ts';
import * as constellations from './engagement/constellations.ts';
import * as contents from './engagement/contents.ts';
import * as deliveries from './engagement/deliveries.ts';
import * as journeys from './engagement/journeys.ts';
import * as myMessages from './engagement/my-messages.ts';
import * as personMessages from './engagement/person-messages.ts';
import * as senders from './engagement/senders.ts';
import * as textMessages from './engagement/text-messages.ts';
import * as content from './guidance/content.ts';
import * as feedback from './guidance/feedback.ts';
import * as find from './guidance/find.ts';
import * as views from './guidance/views.ts';
import * as account from './identity/account.ts';
import * as applications from './identity/applications.ts';
import * as passkeys from './identity/passkeys.ts';
import * as sessions from './identity/sessions.ts';
import * as signin from './identity/signin.ts';
import * as users from './identity/users.ts';
import * as activity from './insight/activity.ts';
import * as costReports from './insight/cost-reports.ts';
import * as counts from './insight/counts.ts';
import * as eventCounts from './insight/event-counts.ts';
import * as firstSteps from './insight/first-steps.ts';
import * as keptCounts from './insight/kept-counts.ts';
import * as needs from './insight/needs.ts';
import * as reportSchedules from './insight/report-schedules.ts';
import * as addresses from './people/addresses.ts';
import * as identifiers from './people/identifiers.ts';
import * as api from './profiles/api.ts';
import * as audiences from './profiles/audiences.ts';
import * as connectorTypes from './profiles/connector-types.ts';
import * as connectors from './profiles/connectors.ts';
import * as myDevices from './profiles/my-devices.ts';
import * as profiles from './profiles/profiles.ts';
import * as segments from './profiles/segments.ts';
import * as uploads from './profiles/uploads.ts';
import * as visitors from './profiles/visitors.ts';
import * as rules from './rules.ts';
import * as runs from './runs.ts';
import * as adminHosts from './tenancy/admin-hosts.ts';
import * as apps from './tenancy/apps.ts';
import * as customDomains from './tenancy/custom-domains.ts';
import * as customers from './tenancy/customers.ts';
import * as deletionRequestCalls from './tenancy/deletion-requests.ts';
import * as domainPropertyCalls from './tenancy/domain-properties.ts';
import * as domains from './tenancy/domains.ts';
import * as invites from './tenancy/invites.ts';
import * as partners from './tenancy/partners.ts';

const isCall = (v: unknown): v is CallShape => typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'may' in v;

/** What belongs together, as the OpenAPI document shows it. */
export interface Feature {
	/** Of its tag. */
	readonly name: string;
	readonly wing: string;
	/** One sentence for who looks for a call. */
	readonly about: string;
	/** Calls by their names in the contract, which are their operation ids: unique, and never changed. */
	readonly calls: readonly (readonly [name: string, call: CallShape])[];
	/** Shapes that have a name of their own. */
	readonly shapes: readonly (readonly [name: string, shape: z.ZodType])[];
}

const feature = (wing: string, name: string, about: string, ...modules: readonly object[]): Feature => {
	const named = modules.flatMap((module) => Object.entries(module));
	return {
		wing,
		name,
		about,
		calls: named.flatMap(([key, v]) => (isCall(v) ? [[key, v] as const] : [])),
		shapes: named.flatMap(([key, v]) => (v instanceof z.ZodType ? [[key, v] as const] : [])),
	};
};

export const features: readonly Feature[] = [
	feature('identity', 'Account', 'Who is signed in, and signing out.', account),
	feature('identity', 'Sessions', 'One’s own sessions, proving again who one is, and acting as another person.', sessions),
	feature('identity', 'Applications', 'OAuth clients: customers’ own servers, single page applications and login buttons.', applications),
	feature('identity', 'Passkeys', 'Passkeys of one’s own, and signing in with one.', passkeys),
	feature('tenancy', 'Invitations', 'Inviting people, accepting, registering a company, and leaving a team.', invites),
	feature('identity', 'Sign-in', 'The steps of a sign-in by mail, as the sign-in page takes them.', signin),
	feature('identity', 'Users', 'People and their roles, the platform admin’s part.', users),
	feature('tenancy', 'Partners', 'Agencies that look after customers.', partners),
	feature('insight', 'Activity', 'Who did what in the portal.', activity),
	feature('tenancy', 'Customers', 'Companies that use this installation.', customers),
	feature('tenancy', 'Domains', 'Host names of a customer.', domains),
	feature('tenancy', 'Domain properties', 'Keys and values that a website reads at run time.', domainPropertyCalls),
	feature(
		'tenancy',
		'Deletion requests',
		'Asking that a domain is deleted with everything of it, and deciding about it.',
		deletionRequestCalls,
	),
	feature(
		'tenancy',
		'Custom domains',
		'Customers’ own hosts that banner, collector and apps are served from, and their certificates.',
		customDomains,
		adminHosts,
	),
	feature('tenancy', 'Apps', 'First-party apps on custom domains, and apps that customers serve on their domains.', apps),
	feature('billing', 'Credits', 'What a customer has to spend, and every move of it.', credits, costs),
	feature('billing', 'Licences', 'From when to when domains are licensed.', licences),
	feature('billing', 'Vouchers', 'Codes that are good for credits or a licence, once.', vouchers),
	feature('billing', 'Spending', 'What is paid with credits, by which prices, and what running out means.', spending, tariff),
	feature('billing', 'Payments', 'Buying credits by card or invoice, refunds, and the documents about them.', payments, invoices),
	feature('consent', 'Banners', 'Configurations of light banners: drafts, publications, history, tests.', configurations),
	feature('consent', 'TCF banners', 'Configurations of banners under the Transparency and Consent Framework.', tcf),
	feature('consent', 'Vendor lists', 'IAB Europe’s Global Vendor List as it is stored here, and its official texts.', vendorLists),
	feature(
		'consent',
		'Cookie repository',
		'What cookies are for, who sets them and how long they live: global entries, and a customer’s own over them.',
		cookieRepository,
	),
	feature('consent', 'Cookie lists', 'Lists of cookies of other consent tools, as a draft of a banner.', cookieLists),
	feature('consent', 'Cookie scans', 'What sites keep and ask for before an answer, after a yes and after a no.', cookieScans),
	feature('consent', 'Ledger', 'Consent records as officers read them.', ledger),
	feature('consent', 'People', 'People with answers: what holds, history, assisted answers, import, erasure.', people),
	feature('consent', 'Answers', 'Answers of known people, as a customer’s own servers write and read them.', answers, identifiers),
	feature('consent', 'My consents', 'One’s own consents at every customer, and changing one’s mind.', myConsents),
	feature('people', 'Addresses', 'Confirming that another address is one’s own.', addresses),
	feature('consent', 'Sign-up forms', 'Forms that ask for one purpose each, and what came of them.', forms),
	feature('consent', 'Purposes', 'What people are asked for, in which words, and how long answers are kept.', purposes),
	feature('consent', 'Rates', 'Consent rates with intervals, and tests of two publications.', rates),
	feature('consent', 'Snippet', 'Whether a domain’s pages carry the snippet.', snippet),
	feature('consent', 'Webhooks', 'What a domain’s webhook was sent, and sending again.', webhooks),
	feature('consent', 'Proof', 'The ledger as a log that anybody can check: heads, proofs, receipts.', proof),
	feature('consent', 'Intake', 'What banners send.', edge),
	feature('profiles', 'Profiles of people', 'What is known of people, who is one with whom, and what they did.', profiles),
	feature('profiles', 'Segments', 'Named groups of people, and rules that fill them.', segments, rules),
	feature('profiles', 'Uploads', 'People out of files: looked at, checked, written, and taken back.', uploads),
	feature('profiles', 'Visitors', 'Visitors who may be remembered: their devices and what they do.', visitors, myDevices),
	feature('profiles', 'Audiences', 'Segments joined, and who of them may be reached by which channel.', audiences),
	feature('profiles', 'Connectors', 'Where people come from and where audiences go: settings, tests, runs.', connectors, connectorTypes),
	feature(
		'profiles',
		'Profiles',
		'What is known of people, what they did and which segments they are in, for a customer’s own servers.',
		api,
	),
	feature(
		'engagement',
		'Campaigns',
		'Who is written to, when and how fast; runs, and what came of each message.',
		campaigns,
		campaignRun,
		campaignRuns,
		campaignFiles,
		campaignProof,
		deliveries,
		personMessages,
		myMessages,
	),
	feature(
		'engagement',
		'Triggered sends',
		'What is sent to somebody because something happened to them, and where everybody is in it.',
		journeys,
	),
	feature(
		'engagement',
		'Contents',
		'What messages say, by channel and language: texts, letters, pictures, and looking at them as somebody.',
		contents,
		textMessages,
	),
	feature(
		'engagement',
		'Constellations',
		'Contents of one channel made ready to send: trials, and versions that are published.',
		constellations,
	),
	feature('engagement', 'Senders', 'Who letters are from, and whether the world’s mail servers believe it.', senders),
	feature(
		'insight',
		'Counts',
		'Counts behind dashboards, trends and reports: consents, events, people, messages, costs.',
		counts,
		eventCounts,
		costReports,
	),
	feature('insight', 'Mailed reports', 'Reports that are mailed again and again.', reportSchedules),
	feature('insight', 'Kept statistics', 'How long sums behind dashboards and reports are kept.', keptCounts),
	feature('insight', 'Needs', 'What waits for somebody.', needs),
	feature('insight', 'First steps', 'How far a new customer has come.', firstSteps),
	feature('kernel', 'Runs', 'Long work: started by other calls, looked after here.', runs),
	feature('guidance', 'Help', 'Help texts.', content),
	feature('guidance', 'Feedback', 'What people tell the operator, and the platform admin’s list of it.', feedback),
	feature('guidance', 'Find', 'One search over people, domains, banners, records, customers, users and partners.', find),
	feature('guidance', 'Views', 'Saved views of lists.', views),
];

export const allCalls: readonly CallShape[] = features.flatMap(({ calls }) => calls.map(([, call]) => call));
