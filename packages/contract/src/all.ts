/** Every call, in the order of the specification's groups. */
import type { CallShape } from './call.ts';
import * as answers from './consent/answers.ts';
import * as configurations from './consent/configurations.ts';
import * as edge from './consent/edge.ts';
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
import * as content from './guidance/content.ts';
import * as views from './guidance/views.ts';
import * as account from './identity/account.ts';
import * as applications from './identity/applications.ts';
import * as passkeys from './identity/passkeys.ts';
import * as sessions from './identity/sessions.ts';
import * as signin from './identity/signin.ts';
import * as users from './identity/users.ts';
import * as activity from './insight/activity.ts';
import * as counts from './insight/counts.ts';
import * as addresses from './people/addresses.ts';
import * as runs from './runs.ts';
import * as customers from './tenancy/customers.ts';
import * as domains from './tenancy/domains.ts';
import * as invites from './tenancy/invites.ts';
import * as partners from './tenancy/partners.ts';

const isCall = (v: unknown): v is CallShape => typeof v === 'object' && v !== null && 'method' in v && 'path' in v && 'may' in v;

export const allCalls: readonly CallShape[] = [
	account,
	sessions,
	applications,
	passkeys,
	invites,
	signin,
	users,
	partners,
	activity,
	customers,
	domains,
	configurations,
	tcf,
	vendorLists,
	ledger,
	people,
	answers,
	myConsents,
	addresses,
	purposes,
	rates,
	snippet,
	webhooks,
	proof,
	edge,
	counts,
	runs,
	content,
	views,
].flatMap((feature) => Object.values(feature).filter(isCall));
