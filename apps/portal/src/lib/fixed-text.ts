/** Every fixed text that the contract names: the failure, success and invalid of each call. */
import type * as costs from '@luvalla/contract/billing/costs';
import type * as credits from '@luvalla/contract/billing/credits';
import type * as invoices from '@luvalla/contract/billing/invoices';
import type * as licences from '@luvalla/contract/billing/licences';
import type * as payments from '@luvalla/contract/billing/payments';
import type * as spending from '@luvalla/contract/billing/spending';
import type * as tariff from '@luvalla/contract/billing/tariff';
import type * as vouchers from '@luvalla/contract/billing/vouchers';
import type * as configurations from '@luvalla/contract/consent/configurations';
import type * as cookieRepository from '@luvalla/contract/consent/cookie-repository';
import type * as cookieScans from '@luvalla/contract/consent/cookie-scans';
import type * as drafts from '@luvalla/contract/consent/drafts';
import type * as forms from '@luvalla/contract/consent/forms';
import type * as ledger from '@luvalla/contract/consent/ledger';
import type * as myConsents from '@luvalla/contract/consent/my-consents';
import type * as people from '@luvalla/contract/consent/people';
import type * as proof from '@luvalla/contract/consent/proof';
import type * as purposes from '@luvalla/contract/consent/purposes';
import type * as rates from '@luvalla/contract/consent/rates';
import type * as snippet from '@luvalla/contract/consent/snippet';
import type * as tcf from '@luvalla/contract/consent/tcf';
import type * as vendorLists from '@luvalla/contract/consent/vendor-lists';
import type * as webhooks from '@luvalla/contract/consent/webhooks';
import type * as campaignFiles from '@luvalla/contract/engagement/campaign-files';
import type * as campaignProof from '@luvalla/contract/engagement/campaign-proof';
import type * as campaignRuns from '@luvalla/contract/engagement/campaign-runs';
import type * as campaigns from '@luvalla/contract/engagement/campaigns';
import type * as constellations from '@luvalla/contract/engagement/constellations';
import type * as contents from '@luvalla/contract/engagement/contents';
import type * as journeys from '@luvalla/contract/engagement/journeys';
import type * as senders from '@luvalla/contract/engagement/senders';
import type * as content from '@luvalla/contract/guidance/content';
import type * as feedback from '@luvalla/contract/guidance/feedback';
import type * as views from '@luvalla/contract/guidance/views';
import type * as account from '@luvalla/contract/identity/account';
import type * as applications from '@luvalla/contract/identity/applications';
import type * as passkeys from '@luvalla/contract/identity/passkeys';
import type * as sessions from '@luvalla/contract/identity/sessions';
import type * as signin from '@luvalla/contract/identity/signin';
import type * as users from '@luvalla/contract/identity/users';
import type * as activity from '@luvalla/contract/insight/activity';
import type * as counts from '@luvalla/contract/insight/counts';
import type * as keptCounts from '@luvalla/contract/insight/kept-counts';
import type * as addresses from '@luvalla/contract/people/addresses';
import type * as audiences from '@luvalla/contract/profiles/audiences';
import type * as connectors from '@luvalla/contract/profiles/connectors';
import type * as myDevices from '@luvalla/contract/profiles/my-devices';
import type * as profiles from '@luvalla/contract/profiles/profiles';
import type * as segments from '@luvalla/contract/profiles/segments';
import type * as uploads from '@luvalla/contract/profiles/uploads';
import type * as visitors from '@luvalla/contract/profiles/visitors';
import type * as runs from '@luvalla/contract/runs';
import type * as adminHosts from '@luvalla/contract/tenancy/admin-hosts';
import type * as apps from '@luvalla/contract/tenancy/apps';
import type * as customDomains from '@luvalla/contract/tenancy/custom-domains';
import type * as customers from '@luvalla/contract/tenancy/customers';
import type * as deletionRequests from '@luvalla/contract/tenancy/deletion-requests';
import type * as domainProperties from '@luvalla/contract/tenancy/domain-properties';
import type * as domains from '@luvalla/contract/tenancy/domains';
import type * as invites from '@luvalla/contract/tenancy/invites';
import type * as partners from '@luvalla/contract/tenancy/partners';

type Calls = typeof configurations &
	typeof cookieScans &
	typeof forms &
	typeof ledger &
	typeof proof &
	typeof people &
	typeof myConsents &
	typeof addresses &
	typeof audiences &
	typeof constellations &
	typeof contents &
	typeof connectors &
	typeof myDevices &
	typeof profiles &
	typeof uploads &
	typeof visitors &
	typeof tcf &
	typeof vendorLists &
	typeof purposes &
	typeof rates &
	typeof snippet &
	typeof webhooks &
	typeof content &
	typeof feedback &
	typeof keptCounts &
	typeof views &
	typeof account &
	typeof sessions &
	typeof passkeys &
	typeof applications &
	typeof invites &
	typeof signin &
	typeof users &
	typeof activity &
	typeof counts &
	typeof adminHosts &
	typeof apps &
	typeof customers &
	typeof domains &
	typeof domainProperties &
	typeof deletionRequests &
	typeof customDomains &
	typeof partners &
	typeof costs &
	typeof credits &
	typeof licences &
	typeof payments &
	typeof invoices &
	typeof spending &
	typeof tariff &
	typeof vouchers;
type TextsIn<M> = {
	[K in keyof M]: M[K] extends { method: string }
		?
				| Extract<M[K] extends { failure: infer F } ? F : never, string>
				| Extract<M[K] extends { success: infer S } ? S : never, string>
				| Extract<M[K] extends { invalid: infer I } ? I : never, string>
		: never;
}[keyof M];
/** Sentences that a screen chooses by what was done. */
type ChosenText =
	| typeof partners.ASSIGNED
	| typeof partners.UNASSIGNED
	| typeof invites.NOT_CONFIRMED
	| typeof drafts.CONFIGURATION_UPDATED
	| typeof applications.INVALID_APPLICATION
	| typeof domains.INVALID_DOMAIN
	| typeof customDomains.INVALID_CUSTOM_DOMAIN
	| typeof audiences.INVALID_AUDIENCE
	| typeof campaigns.INVALID_CAMPAIGN
	| typeof contents.INVALID_CONTENT
	| typeof domains.TOKEN_NOT_REVOKED
	| typeof credits.CREDITS_LIST_FAILED;
export type FixedText =
	| TextsIn<Calls>
	| Extract<
			| TextsIn<typeof runs>
			| TextsIn<typeof customDomains>
			| TextsIn<typeof adminHosts>
			| TextsIn<typeof apps>
			| TextsIn<typeof cookieRepository>
			| TextsIn<typeof segments>
			| TextsIn<typeof campaigns>
			| TextsIn<typeof campaignFiles>
			| TextsIn<typeof campaignProof>
			| TextsIn<typeof campaignRuns>
			| TextsIn<typeof journeys>
			| TextsIn<typeof senders>,
			string
	  >
	| ChosenText;
