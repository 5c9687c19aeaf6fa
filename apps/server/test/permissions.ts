/**
 * Who may make which call, written from portal.md section 6 and product.md ("Tenancy and roles") by hand, call by call: not
 * read from the contract, which is compared with it. ADMIN sees every tenant; everyone else their own.
 */

export type Principal =
	| 'nobody'
	| 'normal user'
	| 'domain admin'
	| 'customer admin'
	| 'partner'
	| 'admin'
	| 'machine token'
	| 'assisted admin';

/** Open without a session. */
const open = [
	'POST /account/magiclinkinviteconfirmation',
	'POST /customer/register',
	'GET /content',
	'POST /v1/records',
	'POST /v1/impressions',
	'POST /v1/visitor/events',
	'POST /v1/visitor/forget',
	'GET /v1/ledger/key',
	'GET /v1/ledger/heads',
	'GET /v1/ledger/proof',
	'GET /v1/ledger/consistency',
	'POST /link',
	'GET /interaction/{uid}/state',
	'POST /interaction/{uid}/email',
	'POST /interaction/{uid}/code',
	'POST /interaction/{uid}/permission',
	'POST /interaction/{uid}/passkey',
	'POST /interaction/{uid}/passkey/options',
];

/** Every signed-in person, about themselves. */
const self = [
	'GET /account/authenticate',
	'POST /account/logoff',
	'GET /user',
	'PUT /user',
	'GET /user/domain',
	'GET /user/customeradmin',
	'GET /user/roles',
	'POST /user/contactus',
	'GET /user/views',
	'POST /user/views',
	'PUT /user/views/{id}',
	'DELETE /user/views/{id}',
	'GET /account/session',
	'DELETE /account/session/{id}',
	'POST /account/session/endothers',
	'POST /account/confirm',
	'POST /account/confirm/code',
	'POST /account/loginasuser/end',
	'GET /account/consents',
	'POST /account/consents',
	'GET /account/consents/{id}/receipt',
	'GET /account/consents/{id}/receipt/pdf',
	'GET /account/data',
	'DELETE /account/consents/{customerId}',
	'DELETE /account',
	'POST /account/address',
	'POST /account/address/confirm',
	'GET /account/passkey',
	'POST /account/passkey',
	'POST /account/passkey/options',
	'PUT /account/passkey/{id}',
	'DELETE /account/passkey/{id}',
];

/** ADMIN: "can log in as another user, assign roles and domains, delete users, look users up, promote or demote, add and delete roles"; partners; activity; all domains. */
const platform = [
	'POST /account/loginasuser',
	'GET /user/users',
	'GET /user/byemail',
	'PUT /user/roles',
	'PUT /user/domains',
	'PUT /user/customeradmin',
	'DELETE /user',
	'GET /role/',
	'POST /role',
	'DELETE /role',
	'GET /admin/activity',
	'GET /admin/activity/file',
	'POST /admin/ledger/key',
	'GET /admin/ledger/check',
	'GET /admin/domainrates',
	'GET /domain',
	'GET /domain/file',
	'GET /partner',
	'POST /partner',
	'PUT /partner',
	'GET /partner/{id}',
	'DELETE /partner/{id}',
	'PUT /partner/{partnerId}/customer/{customerId}/assign/{assign}',
	'POST /partner/{partnerId}/user',
	'PUT /partner/{partnerId}/user',
	'DELETE /partner/{partnerId}/user/{userId}',
	'GET /partner/{partnerId}/invite',
	'POST /partner/{partnerId}/invite',
	'DELETE /partner/{partnerId}/invite/{id}',
	'POST /cmpconfigurator/gvlfile',
	'POST /cmpconfigurator/gvlfile/fetch',
];

/** PARTNER: "sees Customers and the customers route"; partners list, edit and onboard their customers. */
const platformAndPartner = ['POST /customer'];
const customerOwners = ['PUT /customer', 'PUT /customer/onboard', 'PUT /customer/Status'];

/** Whoever has a menu, about what they are mapped to. */
const shell = [
	'GET /manage/Connector/Types',
	'GET /customer',
	'GET /customer/file',
	'GET /customer/customerdomainlist',
	'GET /manage/find',
	'GET /cmpconfigurator/sdk',
	'GET /cmpconfigurator/lightcmpbundle',
	'GET /cmpconfigurator/templates/light',
	'GET /cmpconfigurator/templates/light/{template}',
	'GET /cmpconfigurator/templates/tcf',
	'GET /cmpconfigurator/templates/tcf/{template}',
	'GET /cmpconfigurator/cmpbundle',
	'GET /cmpconfigurator/gvlfile',
	'GET /cmpconfigurator/gvlfile/{id}',
	'GET /cmpconfigurator/gvltexts/{language}',
];

/** ADMIN's word about one customer's things, which nobody else can give. */
const platformOnCustomers = ['POST /domain/{id}/proof/confirm'];

/** customerAdmin: /manageaccount, team, keys; domains of the customer are added by those who answer for it. */
const customerManagers = [
	'POST /manage/Connector',
	'PUT /manage/Connector',
	'GET /manage/Connector/Test',
	'POST /manage/Connector/Run',
	'POST /manage/Connector/Run/{id}/retry',
	'POST /domain',
	'POST /account/invite',
	'GET /account/invite',
	'DELETE /account/invite/{id}',
	'DELETE /customer/customeruser',
	'POST /manage/client',
	'PUT /manage/client',
	'DELETE /manage/client/{id}',
	'POST /manage/client/{id}/secret',
	'DELETE /audit/domain/people/{id}',
	'DELETE /audit/domain/people/memory/{erasureId}',
	'POST /audit/domain/people/erase',
	'GET /manage/domain/person/{id}/merge',
	'POST /manage/domain/person/{id}/merge',
	'POST /manage/domain/person/{id}/unmerge',
	'POST /audit/domain/people/{id}/identifiers/remove',
	'POST /domain/{id}/webhook/secret',
	'POST /manage/domain/generatetoken',
	'GET /consent/purpose/{customerId}/retention',
	'DELETE /consent/purpose/{customerId}/retention',
	'GET /audit/ledger/addresses',
	'POST /audit/ledger/addresses',
	'POST /audit/ledger/check',
	'DELETE /audit/ledger/addresses/{id}',
	'POST /audit/ledger/addresses/{id}/test',
	'POST /audit/ledger/addresses/{id}/confirmation',
];

/** DOMAIN_ADMIN: "treated as an admin-area user", on the domains mapped to them. */
const domainEditors = [
	'PUT /manage/domain',
	'GET /manage/domain/users',
	'GET /manage/client/customer/{customerId}',
	'POST /cmpconfigurator/lightconfig',
	'DELETE /cmpconfigurator/lightconfig/{folder}',
	'POST /cmpconfigurator/tcfconfig',
	'DELETE /cmpconfigurator/TCFconfig/{folder}',
	'POST /cmpconfigurator/{folder}/publish',
	'POST /cmpconfigurator/published/{folder}/rollback',
	'POST /cmpconfigurator/published/{folder}/test',
	'DELETE /cmpconfigurator/published/{folder}/test',
	'PUT /consent/purpose/{customerId}',
	'POST /consent/purpose/{customerId}',
	'GET /audit/domain/people',
	'GET /audit/domain/people/{id}',
	'GET /audit/domain/people/{id}/data/file',
	'POST /audit/domain/people/file',
	'POST /audit/domain/people/answer',
	'POST /manage/config/upload',
	'GET /manage/config/upload/{id}',
	'POST /manage/config/upload/check/{id}',
	'POST /manage/config/upload/checked/{id}',
	'POST /manage/config/upload/written/{id}/undo',
	'GET /manage/config/upload/rejected/{id}',
	'GET /manage/config/upload/example',
	'GET /manage/views',
	'POST /manage/views',
	'PUT /manage/views/{id}',
	'DELETE /manage/views/{id}',
	'GET /manage/runs',
	'GET /manage/runs/{id}',
	'POST /manage/runs/{id}/cancel',
	'GET /manage/runs/{id}/findings',
	'GET /manage/runs/{id}/findings/file',
	'GET /domain/{id}/webhook/deliveries',
	'POST /domain/{id}/webhook/deliveries/{deliveryId}/resend',
	'POST /domain/{id}/webhook/test',
	'GET /manage/firststeps/{id}',
	'POST /domain/{id}/snippet/check',
	'POST /domain/{id}/prove',
	'POST /customer/{id}/domain/snippetcheck',
	'GET /manage/domain/profile',
	'GET /manage/domain/profile/events',
	'GET /manage/domain/profile/file',
	'GET /manage/domain/person/{id}/events',
	'GET /manage/domain/person/{id}/data/table',
	'GET /manage/domain/person/{id}',
	'GET /manage/domain/person/{id}/devices',
	'GET /manage/domain/devices',
	'GET /manage/domain/eventsettings/{id}',
	'PUT /manage/domain/eventsettings/{id}',
	'PUT /manage/domain/person/{id}',
	'GET /manage/domain/segment',
	'GET /user/segmentcount',
	'POST /manage/domain/segment',
	'PUT /manage/domain/segment',
	'DELETE /manage/domain/segment',
	'POST /manage/domain/segment/{id}/members',
	'POST /manage/domain/segment/{id}/members/remove',
	'GET /manage/domain/segment/{id}/members',
	'POST /manage/domain/segment/preview',
	'GET /manage/domain/segment/fields',
	'GET /manage/domain/segment/values',
	'GET /manage/domain/segment/{id}/why/{person}',
	'GET /manage/Connector/Customer/{id}',
	'GET /manage/Connector/RunData',
	'GET /manage/Connector/Run/{id}/log',
	'GET /manage/audience',
	'POST /manage/audience',
	'PUT /manage/audience',
	'POST /manage/audience/{id}/approve',
	'DELETE /manage/audience',
	'GET /manage/audience/estimate',
	'GET /manage/audience/people',
	'GET /consent',
];

/** The same, and a customer's own machine (application type 0), which reads these and writes nothing but answers. */
const readers = [
	'GET /customer/current/{id}',
	'GET /customer/{id}/domain',
	'GET /customer/{id}/domain/file',
	'GET /manage/domain/{id}',
	'GET /cmpconfigurator/lightconfig/{customerId}',
	'GET /cmpconfigurator/tcfconfig/{customerId}',
	'GET /cmpconfigurator/{id}',
	'GET /cmpconfigurator/published/{folder}',
	'GET /cmpconfigurator/published/{folder}/difference',
	'GET /cmpconfigurator/{id}/history',
	'GET /cmpconfigurator/domain/{id}/next',
	'GET /cmpconfigurator/test',
	'GET /consent/purpose/{customerId}',
	'GET /audit/domain/consentrates',
	'GET /domain/{id}/snippet',
	'GET /audit/domain/consents',
	'GET /audit/domain/consents/file',
	'GET /audit/domain/consents/{id}',
	'GET /audit/domain/consents/{id}/proof',
	'GET /audit/domain/consents/{id}/erasure',
	'GET /audit/domain/consents/{id}/receipt',
	'GET /audit/domain/consents/{id}/receipt/pdf',
	'GET /audit/ledger',
	'GET /audit/ledger/heads',
	'GET /audit/ledger/consistency',
	'GET /audit/ledger/checks',
	'POST /customer/{id}/aggregateddomaincountsfordates',
];

/** Written and read by customers' own servers with a machine token (operations.md, `/edge/v1/*`). */
const machines = [
	'POST /v1/consents',
	'POST /v1/consents/state',
	'POST /v1/consents/identify',
	'POST /v1/profiles',
	'POST /v1/profiles/state',
	'POST /v1/events',
	'POST /v1/segments/{id}/members',
];

const people: readonly Principal[] = ['normal user', 'domain admin', 'customer admin', 'partner', 'admin', 'assisted admin'];
const managers: readonly Principal[] = ['customer admin', 'partner', 'admin', 'assisted admin'];

/** A call: who may make it, and whether it is about one customer's things. */
export interface Permission {
	readonly who: readonly Principal[] | 'anyone';
	readonly tenant: boolean;
}

const rows = (names: readonly string[], who: Permission['who'], tenant: boolean): [string, Permission][] =>
	names.map((name) => [name, { who, tenant }]);

export const permissions: ReadonlyMap<string, Permission> = new Map([
	...rows(open, 'anyone', false),
	...rows(self, people, false),
	...rows(platform, ['admin'], false),
	...rows(platformOnCustomers, ['admin'], true),
	...rows(platformAndPartner, ['partner', 'admin'], false),
	...rows(customerOwners, ['partner', 'admin'], true),
	...rows(shell, ['domain admin', ...managers], false),
	...rows(customerManagers, managers, true),
	...rows(domainEditors, ['domain admin', ...managers], true),
	...rows(machines, ['machine token'], true),
	...rows(readers, ['domain admin', ...managers, 'machine token'], true),
]);

/** Never in an assisted session, whoever is assisted: proof of identity, passkeys, keys, who one is and where one is signed in. */
export const notAssisted: ReadonlySet<string> = new Set([
	'POST /account/confirm',
	'POST /account/confirm/code',
	'POST /account/passkey/options',
	'POST /domain/{id}/webhook/secret',
	'POST /manage/domain/generatetoken',
	'POST /account/passkey',
	'POST /manage/client/{id}/secret',
	'DELETE /audit/domain/people/{id}',
	'POST /audit/domain/people/erase',
	'GET /account/data',
	'PUT /account/passkey/{id}',
	'DELETE /account/passkey/{id}',
	'PUT /user',
	'DELETE /account/session/{id}',
	'POST /account/session/endothers',
]);
