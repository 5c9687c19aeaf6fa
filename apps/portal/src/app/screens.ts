/**
 * THE list of screens. Router, menu, palette, access-denied and the access tests read it and nothing else.
 * A feature with several screens lists them in its own `screens.ts`.
 */

import { screens as costs } from '#portal/wings/billing/costs/screens.ts';
import { screens as credits } from '#portal/wings/billing/credits/screens.ts';
import { screens as licences } from '#portal/wings/billing/licences/screens.ts';
import { screens as redemptions } from '#portal/wings/billing/redemptions/screens.ts';
import { screens as vouchers } from '#portal/wings/billing/vouchers/screens.ts';
import { screens as configurations } from '#portal/wings/consent/configurations/screens.ts';
import { screens as cookieRepository } from '#portal/wings/consent/cookie-repository/screens.ts';
import { screens as cookieScans } from '#portal/wings/consent/cookie-scans/screens.ts';
import { screens as forms } from '#portal/wings/consent/forms/screens.ts';
import { screens as ledger } from '#portal/wings/consent/ledger/screens.ts';
import { screens as purposes } from '#portal/wings/consent/purposes/screens.ts';
import { screens as campaigns } from '#portal/wings/engagement/campaigns/screens.ts';
import { screens as constellations } from '#portal/wings/engagement/constellations/screens.ts';
import { screens as contents } from '#portal/wings/engagement/contents/screens.ts';
import { screens as campaignDashboard } from '#portal/wings/engagement/dashboard/screens.ts';
import { screens as senders } from '#portal/wings/engagement/senders/screens.ts';
import { screens as feedback } from '#portal/wings/guidance/feedback/screens.ts';
import { screens as applications } from '#portal/wings/identity/applications/screens.ts';
import { screens as profile } from '#portal/wings/identity/profile/screens.ts';
import { screens as roles } from '#portal/wings/identity/roles/screens.ts';
import { screens as users } from '#portal/wings/identity/users/screens.ts';
import { screens as activity } from '#portal/wings/insight/activity/screens.ts';
import { screens as dashboard } from '#portal/wings/insight/dashboard/screens.ts';
import { screens as reports } from '#portal/wings/insight/reports/screens.ts';
import { screens as trends } from '#portal/wings/insight/trends/screens.ts';
import { screens as audiences } from '#portal/wings/profiles/audiences/screens.ts';
import { screens as connectors } from '#portal/wings/profiles/connectors/screens.ts';
import { screens as devices } from '#portal/wings/profiles/devices/screens.ts';
import { screens as myData } from '#portal/wings/profiles/my-data/screens.ts';
import { screens as people } from '#portal/wings/profiles/people/screens.ts';
import { screens as segments } from '#portal/wings/profiles/segments/screens.ts';
import { screens as uploads } from '#portal/wings/profiles/uploads/screens.ts';
import { screens as adminHosts } from '#portal/wings/tenancy/admin-hosts/screens.ts';
import { screens as apps } from '#portal/wings/tenancy/apps/screens.ts';
import { screens as customDomains } from '#portal/wings/tenancy/custom-domains/screens.ts';
import { screens as customers } from '#portal/wings/tenancy/customers/screens.ts';
import { screens as deletionRequests } from '#portal/wings/tenancy/deletion-requests/screens.ts';
import { screens as domainProperties } from '#portal/wings/tenancy/domain-properties/screens.ts';
import { screens as domains } from '#portal/wings/tenancy/domains/screens.ts';
import { screens as partners } from '#portal/wings/tenancy/partners/screens.ts';
import { screens as team } from '#portal/wings/tenancy/team/screens.ts';
import type { Screen } from './screen.ts';

export const screens: readonly Screen[] = [
	...applications,
	...dashboard,
	...reports,
	...trends,
	...ledger,
	...people,
	...purposes,
	...customers,
	...domains,
	...domainProperties,
	...deletionRequests,
	...customDomains,
	...configurations,
	...cookieRepository,
	...cookieScans,
	...segments,
	...forms,
	...roles,
	...users,
	...partners,
	...adminHosts,
	...apps,
	...activity,
	...feedback,
	...team,
	...licences,
	...redemptions,
	...credits,
	...costs,
	...vouchers,
	...profile,
	...myData,
	...audiences,
	...contents,
	...constellations,
	...connectors,
	...senders,
	...uploads,
	...devices,
	...campaigns,
	...campaignDashboard,
];
