/** Every call of the specification with what proves it: that the running program answers it under its names, and what it does. */
import type { Tick } from './tick.ts';

export const calls: readonly Tick[] = [
	{
		id: 'C001',
		says: 'GET /account/authenticate',
		by: [
			'apps/server/test/specified-calls.test.ts › C001 GET /account/authenticate',
			'apps/server/test/signing-out.test.ts › somebody else who signs in in the same browser ends what was there, and is signed in',
			'apps/portal/src/lib/session.test.ts › the boot selects the first mapped customer and domain',
		],
	},
	{
		id: 'C002',
		says: 'POST /account/logoff',
		by: [
			'apps/server/test/specified-calls.test.ts › C002 POST /account/logoff',
			'apps/server/test/signing-out.test.ts › signing out of the portal ends the provider’s session and the tokens of this browser, and of no other',
			'apps/portal/src/lib/session.test.ts › logging out ends the session, its stream and its context, and goes to the root after 1000 ms',
		],
	},
	{
		id: 'C003',
		says: 'POST /account/loginasuser',
		by: [
			'apps/server/test/specified-calls.test.ts › C003 POST /account/loginasuser',
			'apps/server/test/sessions.test.ts › log in as user: marked, under both names, ended by a button, told by mail',
			'apps/portal/src/app/assist/log-in-as.test.tsx › clears session data and opens the second-version app after a second',
		],
	},
	{
		id: 'C004',
		says: 'POST /account/invite',
		by: [
			'apps/server/test/specified-calls.test.ts › C004 POST /account/invite',
			'apps/server/test/invites.test.ts › a colleague is invited, accepts in a browser of their own, is signed in, and is removed',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › inviting sends address, role and domains',
		],
	},
	{
		id: 'C005',
		says: 'POST /account/magiclinkinviteconfirmation',
		by: [
			'apps/server/test/specified-calls.test.ts › C005 POST /account/magiclinkinviteconfirmation',
			'apps/server/test/invites.test.ts › a link works once; an old, revoked, unknown or empty one says so',
			'apps/portal/src/wings/tenancy/invites/invites.test.tsx › an invitation is accepted by the button alone and leads on',
		],
	},
	{
		id: 'C006',
		says: 'GET /user/domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C006 GET /user/domain',
			'apps/server/test/tenancy.test.ts › a person sees where they belong: customers without domains too',
			'apps/portal/src/lib/session.test.ts › the boot selects the first mapped customer and domain',
		],
	},
	{
		id: 'C007',
		says: 'GET /user/customeradmin',
		by: [
			'apps/server/test/specified-calls.test.ts › C007 GET /user/customeradmin',
			'apps/server/test/users.test.ts › a customer admin is promoted and demoted; which customer must be clear',
			'apps/portal/src/lib/session.test.ts › the boot asks whether a non-admin is customer admin, of the current customer',
		],
	},
	{
		id: 'C008',
		says: 'GET /user',
		by: [
			'apps/server/test/specified-calls.test.ts › C008 GET /user',
			'apps/server/test/users.test.ts › the profile call sets a name and a phone number and nothing else',
		],
	},
	{
		id: 'C009',
		says: 'PUT /user',
		by: [
			'apps/server/test/specified-calls.test.ts › C009 PUT /user',
			'apps/server/test/users.test.ts › the profile call sets a name and a phone number and nothing else',
			'apps/portal/src/wings/identity/profile/profile.test.tsx › details keep the phone number when the name changes',
		],
	},
	{
		id: 'C010',
		says: 'GET /user/users',
		by: [
			'apps/server/test/specified-calls.test.ts › C010 GET /user/users',
			'apps/server/test/users.test.ts › users are found by letters anywhere, by one or two letters at the beginning, and by role',
			'apps/portal/src/wings/identity/users/users.test.tsx › the list asks for what is searched and for the role of the filter',
		],
	},
	{
		id: 'C011',
		says: 'GET /user/byemail',
		by: [
			'apps/server/test/specified-calls.test.ts › C011 GET /user/byemail',
			'apps/server/test/users.test.ts › users are found by letters anywhere, by one or two letters at the beginning, and by role',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are found by address and added',
		],
	},
	{
		id: 'C012',
		says: 'GET /user/segmentcount',
		by: [
			'apps/server/test/specified-calls.test.ts › C012 GET /user/segmentcount',
			'apps/server/test/engagement/runs.test.ts › After the run people are put into segments and taken out, once',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › lists segments with how they are filled and who may use them, for the current domain, and finds one by its name',
		],
	},
	{
		id: 'C013',
		says: 'PUT /user/roles',
		by: [
			'apps/server/test/specified-calls.test.ts › C013 PUT /user/roles',
			'apps/server/test/users.test.ts › roles change at the next call; hidden roles stay and are never shown',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form sends roles and phone number exactly as the call names them, and nothing that did not change',
		],
	},
	{
		id: 'C014',
		says: 'PUT /user/domains',
		by: [
			'apps/server/test/specified-calls.test.ts › C014 PUT /user/domains',
			'apps/server/test/users.test.ts › domains are set over customers, and the change is seen at once',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form finds domains by their customer and sends all of the user’s domains',
		],
	},
	{
		id: 'C015',
		says: 'PUT /user/customeradmin',
		by: [
			'apps/server/test/specified-calls.test.ts › C015 PUT /user/customeradmin',
			'apps/server/test/users.test.ts › a customer admin is promoted and demoted; which customer must be clear',
			'apps/portal/src/wings/identity/users/users.test.tsx › the form promotes and demotes for a customer by its id',
		],
	},
	{
		id: 'C016',
		says: 'DELETE /user',
		by: [
			'apps/server/test/specified-calls.test.ts › C016 DELETE /user',
			'apps/server/test/users.test.ts › a deleted user is signed out, unmapped and gone; not oneself',
			'apps/portal/src/wings/identity/users/users.test.tsx › names what is lost, wants the address written, and deletes',
		],
	},
	{
		id: 'C017',
		says: 'POST /user/contactus',
		by: [
			'apps/server/test/specified-calls.test.ts › C017 POST /user/contactus',
			'apps/portal/src/app/shell.test.tsx › feedback is sent in the query, thanked for, and the dropdown closes',
		],
	},
	{
		id: 'C018',
		says: 'GET /manage/domain/users',
		by: [
			'apps/server/test/specified-calls.test.ts › C018 GET /manage/domain/users',
			'apps/server/test/invites.test.ts › a colleague is invited, accepts in a browser of their own, is signed in, and is removed',
			'apps/portal/src/lib/session.test.ts › the boot loads the users of the current domain, but not for ADMIN',
		],
	},
	{
		id: 'C019',
		says: 'GET /role/',
		by: [
			'apps/server/test/specified-calls.test.ts › C019 GET /role/',
			'apps/server/test/users.test.ts › roles change at the next call; hidden roles stay and are never shown',
			'apps/portal/src/wings/identity/roles/roles.test.tsx › lists roles with their counts and says why some stay',
		],
	},
	{
		id: 'C020',
		says: 'POST /role',
		by: [
			'apps/server/test/specified-calls.test.ts › C020 POST /role',
			'apps/server/test/users.test.ts › a role can be added and deleted, the platform’s own cannot',
			'apps/portal/src/wings/identity/roles/roles.test.tsx › adds a role and refuses a name with other signs before it is sent',
		],
	},
	{
		id: 'C021',
		says: 'DELETE /role',
		by: [
			'apps/server/test/specified-calls.test.ts › C021 DELETE /role',
			'apps/server/test/users.test.ts › a role can be added and deleted, the platform’s own cannot',
			'apps/portal/src/wings/identity/roles/roles.test.tsx › says how many lose a role before it goes',
		],
	},
	{
		id: 'C022',
		says: 'GET /manage/client/customer/{customerId}',
		by: [
			'apps/server/test/specified-calls.test.ts › C022 GET /manage/client/customer/{customerId}',
			'apps/server/test/truth/dangerous.test.ts › where an application sends people and their tokens is changed with fresh proof; its name and looks are not',
		],
	},
	{
		id: 'C023',
		says: 'POST /manage/client',
		by: [
			'apps/server/test/specified-calls.test.ts › C023 POST /manage/client',
			'apps/server/test/openid.test.ts › an application needs what its type works with, keeps its type, and is another customer’s business to nobody',
		],
	},
	{
		id: 'C024',
		says: 'PUT /manage/client',
		by: [
			'apps/server/test/specified-calls.test.ts › C024 PUT /manage/client',
			'apps/server/test/truth/dangerous.test.ts › where an application sends people and their tokens is changed with fresh proof; its name and looks are not',
		],
	},
	{
		id: 'C025',
		says: 'DELETE /manage/client/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C025 DELETE /manage/client/{id}',
			'apps/server/test/permission.test.ts › an application that is deleted leaves no answer behind',
		],
	},
	{
		id: 'C026',
		says: 'GET /manage/audience',
		by: [
			'apps/server/test/specified-calls.test.ts › C026 GET /manage/audience',
			'apps/server/test/profiles/audiences.test.ts › one audience is read by the filter of its id, in any letter case, and no other company’s',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the list shows the audiences of the header’s domain with their segments, how they are joined, and their status',
		],
	},
	{
		id: 'C027',
		says: 'POST /manage/audience',
		by: [
			'apps/server/test/specified-calls.test.ts › C027 POST /manage/audience',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder saves a draft under an address of its own',
		],
	},
	{
		id: 'C028',
		says: 'PUT /manage/audience',
		by: [
			'apps/server/test/specified-calls.test.ts › C028 PUT /manage/audience',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder opens a stored one, and keeps what was written when it could not be saved',
			'apps/server/test/connectors/outbound.test.ts › an audience goes out only as it was approved; while it is a draft nobody is sent, and withdrawals are taken back',
		],
	},
	{
		id: 'C029',
		says: 'POST /manage/audience/{id}/approve',
		by: [
			'apps/server/test/specified-calls.test.ts › C029 POST /manage/audience/{id}/approve',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the list approves a draft, and deletes after a question',
			'apps/server/test/connectors/outbound.test.ts › an audience goes out only as it was approved; while it is a draft nobody is sent, and withdrawals are taken back',
		],
	},
	{
		id: 'C030',
		says: 'DELETE /manage/audience',
		by: [
			'apps/server/test/specified-calls.test.ts › C030 DELETE /manage/audience',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the list approves a draft, and deletes after a question',
			'apps/server/test/connectors/outbound.test.ts › while the customer is on hold, and when the audience is gone, nobody is sent, and withdrawals are taken back all the same',
		],
	},
	{
		id: 'C031',
		says: 'GET /manage/domain/segment',
		by: [
			'apps/server/test/specified-calls.test.ts › C031 GET /manage/domain/segment',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › lists segments with how they are filled and who may use them, for the current domain, and finds one by its name',
		],
	},
	{
		id: 'C032',
		says: 'GET /manage/audience/estimate',
		by: [
			'apps/server/test/specified-calls.test.ts › C032 GET /manage/audience/estimate',
			'apps/server/test/profiles/preview-reach.test.ts › a rule that is being written is told whom each channel reaches, as an audience of its segment is',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder counts while one chooses, in the order chosen, and says the sentence',
		],
	},
	{
		id: 'C033',
		says: 'GET /consent',
		by: [
			'apps/server/test/specified-calls.test.ts › C033 GET /consent',
			'apps/portal/src/wings/profiles/audiences/audiences.test.tsx › the builder offers active segments with how they are filled, and finds them by name and by way',
		],
	},
	{
		id: 'C034',
		says: 'GET /manage/Campaign',
		by: [
			'apps/server/test/specified-calls.test.ts › C034 GET /manage/Campaign',
			'apps/server/test/engagement/journeys.test.ts › A pause keeps messages back; who is erased leaves it; what is in the way is said; a triggered send is no campaign to execute',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the list shows statuses in words, one that nobody knows by its number',
		],
	},
	{
		id: 'C035',
		says: 'POST /manage/Campaign',
		by: [
			'apps/server/test/specified-calls.test.ts › C035 POST /manage/Campaign',
			'apps/server/test/engagement/runs.test.ts › Everybody who said yes gets one letter, and everybody else has a reason',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the form names constellations and audiences, and those that are not approved as such; sends the whole',
		],
	},
	{
		id: 'C036',
		says: 'PUT /manage/Campaign',
		by: [
			'apps/server/test/specified-calls.test.ts › C036 PUT /manage/Campaign',
			'apps/server/test/engagement/runs.test.ts › A paused run stands still, and goes on where it was',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the form says what is wrong with numbers and times, and that a published one becomes a draft',
		],
	},
	{
		id: 'C037',
		says: 'DELETE /manage/Campaign',
		by: [
			'apps/server/test/specified-calls.test.ts › C037 DELETE /manage/Campaign',
			'apps/server/test/engagement/runs.test.ts › A campaign is rehearsed once at a time, and stays until that has ended',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the list publishes a draft, copies, and deletes after a question',
		],
	},
	{
		id: 'C038',
		says: 'GET /manage/constellation/published',
		by: [
			'apps/server/test/specified-calls.test.ts › C038 GET /manage/constellation/published',
			'apps/server/test/engagement/constellations.test.ts › publishing freezes what the contents say; a later change changes no version',
		],
	},
	{
		id: 'C039',
		says: 'POST /manage/Campaign/{id}/publish',
		by: [
			'apps/server/test/specified-calls.test.ts › C039 POST /manage/Campaign/{id}/publish',
			'apps/server/test/engagement/site-messages.test.ts › Written, published and executed by the calls, with no connector at all: whose it is sees it, closing it in one browser ends it in the other',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the list publishes a draft, copies, and deletes after a question',
		],
	},
	{
		id: 'C040',
		says: 'GET /manage/campaign/nondraft',
		by: [
			'apps/server/test/specified-calls.test.ts › C040 GET /manage/campaign/nondraft',
			'apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list shows what came of each, and beside Running and Stopped what is queued',
		],
	},
	{
		id: 'C041',
		says: 'GET /manage/campaign/{id}/response',
		by: [
			'apps/server/test/specified-calls.test.ts › C041 GET /manage/campaign/{id}/response',
			'apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list refreshes one by its answers',
		],
	},
	{
		id: 'C042',
		says: 'POST /manage/campaign/{id}/execute',
		by: [
			'apps/server/test/specified-calls.test.ts › C042 POST /manage/campaign/{id}/execute',
			'apps/server/test/engagement/site-messages.test.ts › Written, published and executed by the calls, with no connector at all: whose it is sees it, closing it in one browser ends it in the other',
			'apps/portal/src/wings/engagement/campaigns/campaigns.test.tsx › the sheet before it runs says whom it reaches, why not the rest, what it costs, and when the button executes it',
		],
	},
	{
		id: 'C043',
		says: 'POST /manage/campaign/{id}/stop',
		by: [
			'apps/server/test/specified-calls.test.ts › C043 POST /manage/campaign/{id}/stop',
			'apps/server/test/engagement/runs.test.ts › Stopped midway, nothing more is begun, and whoever was not reached is left out',
			'apps/portal/src/wings/engagement/dashboard/dashboard.test.tsx › the list asks before it stops one, saying how many get nothing; and says the specified sentence when it could not',
		],
	},
	{
		id: 'C044',
		says: 'GET /manage/content',
		by: [
			'apps/server/test/specified-calls.test.ts › C044 GET /manage/content',
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the list shows contents of the header’s domain with type, languages, status and use',
		],
	},
	{
		id: 'C045',
		says: 'POST /manage/content',
		by: [
			'apps/server/test/specified-calls.test.ts › C045 POST /manage/content',
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
		],
	},
	{
		id: 'C046',
		says: 'PUT /manage/content',
		by: [
			'apps/server/test/specified-calls.test.ts › C046 PUT /manage/content',
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the editor says what is wrong, and puts the field that was meant in its place',
		],
	},
	{
		id: 'C047',
		says: 'DELETE /manage/content',
		by: [
			'apps/server/test/specified-calls.test.ts › C047 DELETE /manage/content',
			'apps/server/test/engagement/contents.test.ts › a content is written, listed, found by its id, changed, copied and deleted',
			'apps/portal/src/wings/engagement/contents/contents.test.tsx › the list approves, copies, and deletes after a question',
		],
	},
	{
		id: 'C048',
		says: 'GET /manage/constellation',
		by: [
			'apps/server/test/specified-calls.test.ts › C048 GET /manage/constellation',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the list shows channel, versions and what changed since',
		],
	},
	{
		id: 'C049',
		says: 'GET /manage/constellation/{id}/uat',
		by: [
			'apps/server/test/specified-calls.test.ts › C049 GET /manage/constellation/{id}/uat',
			'apps/server/test/engagement/constellations.test.ts › a trial goes to the people named, marked, and only when the own site asks',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the list publishes and tries out from the row, and tries out nobody where no address is',
		],
	},
	{
		id: 'C050',
		says: 'GET /manage/constellation/{id}/contents',
		by: [
			'apps/server/test/specified-calls.test.ts › C050 GET /manage/constellation/{id}/contents',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form publishes and tries out what is stored, and only that',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form says that its contents could not be loaded, and of channels that they were not found',
		],
	},
	{
		id: 'C051',
		says: 'POST /manage/constellation/',
		by: [
			'apps/server/test/specified-calls.test.ts › C051 POST /manage/constellation/',
			'apps/server/test/engagement/constellations.test.ts › a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form keeps a webhook on its channel alone, without ids of headers',
		],
	},
	{
		id: 'C052',
		says: 'PUT /manage/constellation/',
		by: [
			'apps/server/test/specified-calls.test.ts › C052 PUT /manage/constellation/',
			'apps/server/test/engagement/constellations.test.ts › a webhook is kept on channel 5 alone, without ids of headers, and its values are sealed',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form publishes and tries out what is stored, and only that',
		],
	},
	{
		id: 'C053',
		says: 'PUT /manage/constellation/{id}/publish',
		by: [
			'apps/server/test/specified-calls.test.ts › C053 PUT /manage/constellation/{id}/publish',
			'apps/server/test/engagement/constellations.test.ts › publishing freezes what the contents say; a later change changes no version',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the list publishes and tries out from the row, and tries out nobody where no address is',
		],
	},
	{
		id: 'C054',
		says: 'DELETE /manage/constellation',
		by: [
			'apps/server/test/specified-calls.test.ts › C054 DELETE /manage/constellation',
			'apps/server/test/engagement/constellations.test.ts › one that a campaign holds stays',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the list deletes after a question, and says why where a campaign holds it',
		],
	},
	{
		id: 'C055',
		says: 'GET /manage/channel',
		by: [
			'apps/server/test/specified-calls.test.ts › C055 GET /manage/channel',
			'apps/server/test/engagement/constellations.test.ts › the channels are seven, with what each needs',
			'apps/portal/src/wings/engagement/constellations/constellations.test.tsx › the form says that its contents could not be loaded, and of channels that they were not found',
		],
	},
	{
		id: 'C056',
		says: 'POST /manage/config/upload',
		by: [
			'apps/server/test/specified-calls.test.ts › C056 POST /manage/config/upload',
			'apps/server/test/profiles/uploads.test.ts › a file is read as it is written: letters, delimiter, names of columns, and what they become',
		],
	},
	{
		id: 'C057',
		says: 'GET /manage/Connector/Customer/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C057 GET /manage/Connector/Customer/{id}',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the list says what each is, how it is and what is wrong',
			'apps/server/test/connectors/attacks.test.ts › a domain’s admin sees what is about their domain, and changes nothing; a machine sees nothing',
		],
	},
	{
		id: 'C058',
		says: 'GET /manage/Connector/Types',
		by: [
			'apps/server/test/specified-calls.test.ts › C058 GET /manage/Connector/Types',
			'apps/server/test/connectors/attacks.test.ts › types answer a schema from which a form can be drawn, in both languages',
		],
	},
	{
		id: 'C059',
		says: 'POST /manage/Connector',
		by: [
			'apps/server/test/specified-calls.test.ts › C059 POST /manage/Connector',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the form is drawn from the type’s schema, says what is empty, and sends numbers, choices and secrets',
			'apps/server/test/connectors/attacks.test.ts › a secret is sealed, masked, kept when sent empty, replaced when sent, and in no answer, activity or log',
		],
	},
	{
		id: 'C060',
		says: 'PUT /manage/Connector',
		by: [
			'apps/server/test/specified-calls.test.ts › C060 PUT /manage/Connector',
			'apps/server/test/connectors/attacks.test.ts › a secret is sealed, masked, kept when sent empty, replaced when sent, and in no answer, activity or log',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the list is deactivated by saving with isActive false',
		],
	},
	{
		id: 'C061',
		says: 'GET /manage/Connector/Test',
		by: [
			'apps/server/test/specified-calls.test.ts › C061 GET /manage/Connector/Test',
			'apps/server/test/connectors/peers.test.ts › a webhook takes a signed test',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › the form says what a test found',
		],
	},
	{
		id: 'C062',
		says: 'GET /manage/Connector/RunData',
		by: [
			'apps/server/test/specified-calls.test.ts › C062 GET /manage/Connector/RunData',
			'apps/portal/src/wings/profiles/connectors/connectors.test.tsx › runs are those of the last twelve hours, with why one failed; one is retried, another begun, a log read',
			'apps/server/test/connectors/inbound.test.ts › a server that hangs ends its own run, and delays nobody else’s',
		],
	},
	{
		id: 'C063',
		says: 'POST /manage/browserscan/cookie',
		by: [
			'apps/server/test/specified-calls.test.ts › C063 POST /manage/browserscan/cookie',
			'apps/server/test/scans/own-banner.test.ts › scan, draft, publish, mark what the scan names, scan again: nothing before consent any more',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › a scan is started with the call of its kind, and leads to itself',
		],
	},
	{
		id: 'C064',
		says: 'POST /manage/browserscan/cookie/noncmp',
		by: [
			'apps/server/test/specified-calls.test.ts › C064 POST /manage/browserscan/cookie/noncmp',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › a scan is started with the call of its kind, and leads to itself',
		],
	},
	{
		id: 'C065',
		says: 'GET /manage/browserscan/history',
		by: [
			'apps/server/test/specified-calls.test.ts › C065 GET /manage/browserscan/history',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › a scan that goes on stands below the result of another, leads to itself and is cancelled there',
		],
	},
	{
		id: 'C066',
		says: 'GET /manage/browserscan/cookierepo',
		by: [
			'apps/server/test/specified-calls.test.ts › C066 GET /manage/browserscan/cookierepo',
			'apps/server/test/cookie-repository.test.ts › a customer’s own entry is made of a global one, stands over it, and is nobody else’s',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the list shows ADMIN the global entries, and a customer’s once one is picked',
		],
	},
	{
		id: 'C067',
		says: 'POST /manage/browserscan/cookierepo',
		by: [
			'apps/server/test/specified-calls.test.ts › C067 POST /manage/browserscan/cookierepo',
			'apps/server/test/cookie-repository.test.ts › a customer’s own entry is made of a global one, stands over it, and is nobody else’s',
		],
	},
	{
		id: 'C068',
		says: 'PUT /manage/browserscan/cookierepo',
		by: [
			'apps/server/test/specified-calls.test.ts › C068 PUT /manage/browserscan/cookierepo',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › what needs a decision is decided for every customer by ADMIN, and from a row’s menu',
		],
	},
	{
		id: 'C069',
		says: 'DELETE /manage/browserscan/cookierepo',
		by: [
			'apps/server/test/specified-calls.test.ts › C069 DELETE /manage/browserscan/cookierepo',
			'apps/server/test/cookie-repository.test.ts › the starter list is brought once; what an admin deleted or changed is not undone by the next start',
		],
	},
	{
		id: 'C070',
		says: 'GET /manage/browserscan/cookierepo/customer/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C070 GET /manage/browserscan/cookierepo/customer/{id}',
			'apps/server/test/cookie-repository.test.ts › a customer’s own entry is made of a global one, stands over it, and is nobody else’s',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the list asks for the own customer’s of partner',
		],
	},
	{
		id: 'C071',
		says: 'POST /manage/browserscan/cookierepo/customer/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C071 POST /manage/browserscan/cookierepo/customer/{id}',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the form adds a cookie with its lifetime in seconds and a description in each language written',
		],
	},
	{
		id: 'C072',
		says: 'PUT /manage/browserscan/cookierepo/customer/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C072 PUT /manage/browserscan/cookierepo/customer/{id}',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › what needs a decision is decided by a press: session_4: needs consent',
		],
	},
	{
		id: 'C073',
		says: 'DELETE /manage/browserscan/cookierepo/customer/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C073 DELETE /manage/browserscan/cookierepo/customer/{id}',
			'apps/portal/src/wings/consent/cookie-repository/repository.test.tsx › the form deletes an own entry once that is confirmed, and offers no such thing for a global one',
		],
	},
	{
		id: 'C074',
		says: 'GET /manage/browserscan/Language',
		by: [
			'apps/server/test/specified-calls.test.ts › C074 GET /manage/browserscan/Language',
			'apps/server/test/cookie-repository.test.ts › languages of descriptions are the banner’s thirty, by name',
		],
	},
	{
		id: 'C075',
		says: 'GET /manage/customer/{id}/customdomain',
		by: [
			'apps/server/test/specified-calls.test.ts › C075 GET /manage/customer/{id}/customdomain',
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › the list says status and records, and one is deleted after a question',
		],
	},
	{
		id: 'C076',
		says: 'POST /manage/customer/{id}/customdomain',
		by: [
			'apps/server/test/specified-calls.test.ts › C076 POST /manage/customer/{id}/customdomain',
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › a new one leads to its own page; what is no host is said in the form',
		],
	},
	{
		id: 'C077',
		says: 'PUT /manage/customer/{customerId}/customdomain/{id}/validate',
		by: [
			'apps/server/test/specified-calls.test.ts › C077 PUT /manage/customer/{customerId}/customdomain/{id}/validate',
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › one whose records are right is ordered, and what the server says of it is said',
		],
	},
	{
		id: 'C078',
		says: 'PUT /manage/customer/{customerId}/customdomain/{id}/renew',
		by: [
			'apps/server/test/specified-calls.test.ts › C078 PUT /manage/customer/{customerId}/customdomain/{id}/renew',
			'apps/server/test/custom-domains/life.test.ts › wrong records are told, right ones are validated, served, renewed, and Invalid once the address is gone',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › one that is served says which record changed, how long its certificate lasts, is looked at and renewed',
		],
	},
	{
		id: 'C079',
		says: 'GET /manage/customer/{customerId}/customdomain/validate/dns/{domain}',
		by: [
			'apps/server/test/specified-calls.test.ts › C079 GET /manage/customer/{customerId}/customdomain/validate/dns/{domain}',
			'apps/server/test/custom-domains/records.test.ts › the records are said from the start, and each is compared with what stands in DNS',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › one that is served says which record changed, how long its certificate lasts, is looked at and renewed',
		],
	},
	{
		id: 'C080',
		says: 'DELETE /manage/customer/{customerId}/customdomain/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C080 DELETE /manage/customer/{customerId}/customdomain/{id}',
			'apps/server/test/custom-domains/life.test.ts › a host is gone from the network once it is taken away, with its key',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › the list says status and records, and one is deleted after a question',
		],
	},
	{
		id: 'C081',
		says: 'GET /manage/customer/{id}/customdomain/status/validated',
		by: [
			'apps/server/test/specified-calls.test.ts › C081 GET /manage/customer/{id}/customdomain/status/validated',
			'apps/portal/src/wings/tenancy/custom-domains/custom-domains.test.tsx › the configurator gives the line for a website from the host, warns of two sites, and says when there is no host, in Finnish too',
		],
	},
	{
		id: 'C082',
		says: 'GET /customer',
		by: [
			'apps/server/test/specified-calls.test.ts › C082 GET /customer',
			'apps/server/test/tenancy.test.ts › lists search by substring without regard to case, sort, filter and page',
		],
	},
	{
		id: 'C083',
		says: 'GET /customer/current/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C083 GET /customer/current/{id}',
			'apps/server/test/domain-properties.test.ts › a customer admin changes what the company says of itself, and nothing else; an enterprise is made by ADMIN',
			'apps/portal/src/lib/session.test.ts › reads the current customer from its own call',
		],
	},
	{
		id: 'C084',
		says: 'GET /customer/{id}/getcustomerscan',
		by: [
			'apps/server/test/specified-calls.test.ts › C084 GET /customer/{id}/getcustomerscan',
			'apps/server/test/cookie-scans.test.ts › the list of sites: added once, changed, scanned together, taken off; scans stay',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › the list of sites: added, scanned together, and what the server refuses is said in its own words',
		],
	},
	{
		id: 'C085',
		says: 'DELETE /customer/{id}/deletecustomerscandomain',
		by: [
			'apps/server/test/specified-calls.test.ts › C085 DELETE /customer/{id}/deletecustomerscandomain',
			'apps/server/test/cookie-scans.test.ts › the list of sites: added once, changed, scanned together, taken off; scans stay',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › the list of sites: added, scanned together, and what the server refuses is said in its own words',
		],
	},
	{
		id: 'C086',
		says: 'POST /customer/createcustomerscan',
		by: [
			'apps/server/test/specified-calls.test.ts › C086 POST /customer/createcustomerscan',
			'apps/server/test/cookie-scans.test.ts › the list of sites: added once, changed, scanned together, taken off; scans stay',
			'apps/portal/src/wings/consent/cookie-scans/scans.test.tsx › the list of sites: added, scanned together, and what the server refuses is said in its own words',
		],
	},
	{
		id: 'C087',
		says: 'PUT /customer/Status',
		by: [
			'apps/server/test/specified-calls.test.ts › C087 PUT /customer/Status',
			'apps/server/test/onboarding.test.ts › a hold is set by partner and ADMIN, and ended by ADMIN alone',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state one that is onboarded is put on hold after asking',
		],
	},
	{
		id: 'C088',
		says: 'PUT /customer',
		by: [
			'apps/server/test/specified-calls.test.ts › C088 PUT /customer',
			'apps/server/test/tenancy.test.ts › a change is written to the activity with before and after, by field',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › the form gives ADMIN the content-management switch of an existing customer',
		],
	},
	{
		id: 'C089',
		says: 'PUT /customer/onboard',
		by: [
			'apps/server/test/specified-calls.test.ts › C089 PUT /customer/onboard',
			'apps/server/test/onboarding.test.ts › onboarding by its partner: it may publish, has the hosts that were ticked, its admins are told and the log says who',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state one that waits is approved with the domains that stay ticked',
		],
	},
	{
		id: 'C090',
		says: 'PUT /customer/basicinfo',
		by: [
			'apps/server/test/specified-calls.test.ts › C090 PUT /customer/basicinfo',
			'apps/server/test/domain-properties.test.ts › a customer admin changes what the company says of itself, and nothing else; an enterprise is made by ADMIN',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › a company’s own page shows what it says of itself, and its admin changes that',
		],
	},
	{
		id: 'C091',
		says: 'GET /customer/customerdomainlist',
		by: [
			'apps/server/test/specified-calls.test.ts › C091 GET /customer/customerdomainlist',
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
		],
	},
	{
		id: 'C092',
		says: 'POST /customer/register',
		by: [
			'apps/server/test/specified-calls.test.ts › C092 POST /customer/register',
			'apps/server/test/invites.test.ts › a company registers, confirms, and its person is customer admin of a customer not yet onboarded',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the form sends the placeholder as primary email, the country as its code and the business ID trimmed',
		],
	},
	{
		id: 'C093',
		says: 'POST /customer',
		by: [
			'apps/server/test/specified-calls.test.ts › C093 POST /customer',
			'apps/server/test/tenancy.test.ts › a customer added by ADMIN is onboarded; one added by a partner is not, and is the partner’s at once',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › the form stores the code of the country shown with its dial code, and trims the business ID',
		],
	},
	{
		id: 'C094',
		says: 'PUT /customer/{id}/enterprise/{bool}',
		by: [
			'apps/server/test/specified-calls.test.ts › C094 PUT /customer/{id}/enterprise/{bool}',
			'apps/server/test/domain-properties.test.ts › a customer admin changes what the company says of itself, and nothing else; an enterprise is made by ADMIN',
			'apps/portal/src/wings/tenancy/customers/customers.test.tsx › what is done about a customer’s state becomes an enterprise by ADMIN',
		],
	},
	{
		id: 'C095',
		says: 'GET /customer/{id}/costing/all',
		by: [
			'apps/server/test/specified-calls.test.ts › C095 GET /customer/{id}/costing/all',
			'apps/server/test/billing/costs.test.ts › months are those of Helsinki, the earliest first, with those between in which nothing was spent',
			'apps/portal/src/wings/billing/costs/costs.test.tsx › the page says the current month first, and lists months ascending',
		],
	},
	{
		id: 'C096',
		says: 'GET /customer/{id}/domainlicense',
		by: [
			'apps/server/test/specified-calls.test.ts › C096 GET /customer/{id}/domainlicense',
			'apps/server/test/billing/licences.test.ts › a licence is added, counts on its days, and one that overlaps is refused with the day from which it could start',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › the list says how many domains have one, and has a row a domain',
		],
	},
	{
		id: 'C097',
		says: 'POST /customer/{id}/domainlicense',
		by: [
			'apps/server/test/specified-calls.test.ts › C097 POST /customer/{id}/domainlicense',
			'apps/server/test/billing/licences.test.ts › a licence is added, counts on its days, and one that overlaps is refused with the day from which it could start',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › a new one asks for a domain where none is named, and is sent with its days',
		],
	},
	{
		id: 'C098',
		says: 'PUT /customer/{id}/domainlicense/{licenseId}/end',
		by: [
			'apps/server/test/specified-calls.test.ts › C098 PUT /customer/{id}/domainlicense/{licenseId}/end',
			'apps/server/test/billing/licences.test.ts › one that is ended stays listed, leaves its days to the next, and is not ended twice',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › is ended after a question, and the specified sentence says so',
		],
	},
	{
		id: 'C099',
		says: 'GET /customer/ledgerbalance',
		by: [
			'apps/server/test/specified-calls.test.ts › C099 GET /customer/ledgerbalance',
			'apps/server/test/billing/credits.test.ts › credits are given and spent, and the report tells both sides, newest first',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › the balance and its ledger says the balance first, and each move from where to where',
		],
	},
	{
		id: 'C100',
		says: 'GET /customer/ledgerreport',
		by: [
			'apps/server/test/specified-calls.test.ts › C100 GET /customer/ledgerreport',
			'apps/server/test/billing/credits.test.ts › the report narrows by kind and words, pages, and goes out as a file',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › the balance and its ledger unfolds both sides, which make zero, and the credit note',
		],
	},
	{
		id: 'C101',
		says: 'GET /customer/eventreport',
		by: [
			'apps/server/test/specified-calls.test.ts › C101 GET /customer/eventreport',
			'apps/server/test/insight/calls.test.ts › what happened with one person is one list, of the domains that the asker sees, and of nobody it is empty',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › profiles and events says events by type, and what happened with one person',
		],
	},
	{
		id: 'C102',
		says: 'DELETE /customer/customeruser',
		by: [
			'apps/server/test/specified-calls.test.ts › C102 DELETE /customer/customeruser',
			'apps/server/test/invites.test.ts › a colleague is invited, accepts in a browser of their own, is signed in, and is removed',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › removes somebody from the team after a question, and reloads it',
		],
	},
	{
		id: 'C103',
		says: 'GET /domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C103 GET /domain',
			'apps/server/test/lists.test.ts › filters narrow together, and are the same as the parameters of their own',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › ADMIN sees all domains with their customers, and is asked for the customer of a new one',
		],
	},
	{
		id: 'C104',
		says: 'GET /customer/{id}/domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C104 GET /customer/{id}/domain',
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › the list shows rows, their banner and the count',
		],
	},
	{
		id: 'C105',
		says: 'POST /domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C105 POST /domain',
			'apps/server/test/tenancy.test.ts › a host name belongs to one domain of the installation',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › adding sends what the contract takes, says it, reloads the list and closes',
		],
	},
	{
		id: 'C106',
		says: 'PUT /manage/domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C106 PUT /manage/domain',
			'apps/server/test/tenancy.test.ts › webhook headers are sealed at rest, shown masked, and kept when sent back masked',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › editing saves and closes from the guard',
		],
	},
	{
		id: 'C107',
		says: 'DELETE /manage/domain',
		by: [
			'apps/server/test/specified-calls.test.ts › C107 DELETE /manage/domain',
			'apps/server/test/domain-properties.test.ts › a domain on which nothing stands is deleted, and its host, token and address are nobody’s',
		],
	},
	{
		id: 'C108',
		says: 'GET /manage/domain/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C108 GET /manage/domain/{id}',
			'apps/server/test/access/rights.test.ts › a domain admin sees only the domains mapped to them, in every list',
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › editing opens by its address even when the row is on another page of the list',
		],
	},
	{
		id: 'C109',
		says: 'POST /manage/domain/deletionrequest',
		by: [
			'apps/server/test/specified-calls.test.ts › C109 POST /manage/domain/deletionrequest',
			'apps/server/test/deletion-requests.test.ts › asking and deciding whoever looks after the domain asks once, the admins of the customer are told, and it can be taken back',
			'apps/portal/src/wings/tenancy/domains/asked.test.tsx › beside the domains asks which domain, and for the one that a row is about',
		],
	},
	{
		id: 'C110',
		says: 'GET /manage/domain/deletionrequest',
		by: [
			'apps/server/test/specified-calls.test.ts › C110 GET /manage/domain/deletionrequest',
			'apps/server/test/deletion-requests.test.ts › asking and deciding only a platform admin decides, never the one who asked, and only of the host that is named',
			'apps/portal/src/wings/tenancy/deletion-requests/requests.test.tsx › the list says what to choose where nothing is chosen, and opens what is',
		],
	},
	{
		id: 'C111',
		says: 'PUT /manage/domain/deletionrequest',
		by: [
			'apps/server/test/specified-calls.test.ts › C111 PUT /manage/domain/deletionrequest',
			'apps/server/test/deletion-requests.test.ts › asking and deciding only a platform admin decides, never the one who asked, and only of the host that is named',
			'apps/portal/src/wings/tenancy/deletion-requests/requests.test.tsx › one request shows what will be lost, is processed once its name is typed, and reloads',
		],
	},
	{
		id: 'C112',
		says: 'POST /manage/domain/generatetoken',
		by: [
			'apps/server/test/specified-calls.test.ts › C112 POST /manage/domain/generatetoken',
			'apps/server/test/domain-token.test.ts › a new one ends the one before, null revokes, and both take effect at once',
			'apps/portal/src/wings/tenancy/domains/token.test.tsx › is generated, shown once with a copy, and gone when the drawer is opened again',
		],
	},
	{
		id: 'C113',
		says: "tell the customer's address of a changed consent",
		by: [
			'apps/server/test/consent-management.test.ts › the consent-change webhook tells of every record once, signed, with the customer’s headers and the specified fields',
			'apps/server/test/consent-management.test.ts › the consent-change webhook is tried again later, gives up at the end, and is sent again by hand with the same id and body',
		],
	},
	{
		id: 'C114',
		says: 'GET /manage/domain/properties',
		by: [
			'apps/server/test/specified-calls.test.ts › C114 GET /manage/domain/properties',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › what waits is counted beside what websites read, and is submitted after a question',
		],
	},
	{
		id: 'C115',
		says: 'POST /manage/domain/properties',
		by: [
			'apps/server/test/specified-calls.test.ts › C115 POST /manage/domain/properties',
			'apps/server/test/domain-properties.test.ts › a key is there once, is a plain word, and there are not too many',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › a property is added with its domain, and the form says what is wrong with a key',
		],
	},
	{
		id: 'C116',
		says: 'PUT /manage/domain/properties',
		by: [
			'apps/server/test/specified-calls.test.ts › C116 PUT /manage/domain/properties',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
		],
	},
	{
		id: 'C117',
		says: 'POST /manage/domain/properties/submit',
		by: [
			'apps/server/test/specified-calls.test.ts › C117 POST /manage/domain/properties/submit',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › what waits is counted beside what websites read, and is submitted after a question',
		],
	},
	{
		id: 'C118',
		says: 'DELETE /manage/domain/properties',
		by: [
			'apps/server/test/specified-calls.test.ts › C118 DELETE /manage/domain/properties',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › is turned off, and deleted after a question that says what becomes of it',
		],
	},
	{
		id: 'C119',
		says: 'PUT /manage/domain/properties/activate',
		by: [
			'apps/server/test/specified-calls.test.ts › C119 PUT /manage/domain/properties/activate',
			'apps/server/test/domain-properties.test.ts › what is written waits for the submission, and websites read what was submitted alone',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › is turned off, and deleted after a question that says what becomes of it',
		],
	},
	{
		id: 'C120',
		says: 'GET /manage/domain/properties/domains',
		by: [
			'apps/server/test/specified-calls.test.ts › C120 GET /manage/domain/properties/domains',
			'apps/server/test/domain-properties.test.ts › the domains of a key are those that the asker may see, the asked one first',
			'apps/portal/src/wings/tenancy/domain-properties/properties.test.tsx › its form names the other domains of its key, and a failing list says so, in Finnish too',
		],
	},
	{
		id: 'C121',
		says: 'GET /manage/domain/profile',
		by: [
			'apps/server/test/specified-calls.test.ts › C121 GET /manage/domain/profile',
			'apps/server/test/profiles/profiles.test.ts › somebody is found by address, name and attribute, and listed by what is sorted',
			'apps/portal/src/wings/profiles/people/profiles.test.tsx › is searched, sorted and turned by the server, and leads to the person',
		],
	},
	{
		id: 'C122',
		says: 'GET /manage/domain/profile/events',
		by: [
			'apps/server/test/specified-calls.test.ts › C122 GET /manage/domain/profile/events',
			'apps/server/test/profiles/profiles.test.ts › who else a domain’s admin asks nothing about what people said on another domain',
			'apps/server/test/profiles/person.test.ts › events come by pages, each once, whatever comes in between, and those of a merged id with them',
		],
	},
	{
		id: 'C123',
		says: 'POST /manage/domain/segment',
		by: [
			'apps/server/test/specified-calls.test.ts › C123 POST /manage/domain/segment',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › writes a rule as a sentence, counts it while it is written, and goes to the list one second after it was saved',
			'apps/server/test/profiles/profiles.test.ts › who else a segment is active once it is saved, whatever is sent',
		],
	},
	{
		id: 'C124',
		says: 'PUT /manage/domain/segment',
		by: [
			'apps/server/test/specified-calls.test.ts › C124 PUT /manage/domain/segment',
			'apps/server/test/profiles/profiles.test.ts › who else a segment is active once it is saved, whatever is sent',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › says by field what is wrong, in words, and keeps what was written',
		],
	},
	{
		id: 'C125',
		says: 'DELETE /manage/domain/segment',
		by: [
			'apps/server/test/specified-calls.test.ts › C125 DELETE /manage/domain/segment',
			'apps/portal/src/wings/profiles/segments/segments.test.tsx › deletes one only after the question, and says what it is used by when it cannot',
		],
	},
	{
		id: 'C126',
		says: 'POST /customer/{id}/aggregateddomaincountsfordates',
		by: [
			'apps/server/test/specified-calls.test.ts › C126 POST /customer/{id}/aggregateddomaincountsfordates',
			'apps/server/test/insight/roll-ups.test.ts › roll-ups are plain counts after a random history (seed 30, 120 steps)',
			'apps/portal/src/wings/insight/insight.test.tsx › the dashboard asks for the last 12 hours and the 12 before them, by default',
		],
	},
	{
		id: 'C127',
		says: 'POST /customer/{id}/aggregateddomaineventcountsfordates',
		by: [
			'apps/server/test/specified-calls.test.ts › C127 POST /customer/{id}/aggregateddomaineventcountsfordates',
			'apps/server/test/insight/calls.test.ts › events, new profiles and messages are counted by domain, step and type, and a domain’s own admin is told of theirs alone',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › profiles and events says events by type, and what happened with one person',
		],
	},
	{
		id: 'C128',
		says: 'GET /manage/domain/channelcount',
		by: [
			'apps/server/test/specified-calls.test.ts › C128 GET /manage/domain/channelcount',
			'apps/server/test/insight/calls.test.ts › channels: people who may be written to, and what became of messages, of what the asker sees',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › channels says who may be written to and what became of what was sent',
		],
	},
	{
		id: 'C129',
		says: 'GET /manage/customer/costperactivity',
		by: [
			'apps/server/test/specified-calls.test.ts › C129 GET /manage/customer/costperactivity',
			'apps/server/test/insight/calls.test.ts › what a month cost by activity sums up to what the ledger spent, to the unit',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › costs are by month, by activity and by contact',
		],
	},
	{
		id: 'C130',
		says: 'GET /manage/customer/costpercontact',
		by: [
			'apps/server/test/specified-calls.test.ts › C130 GET /manage/customer/costpercontact',
			'apps/server/test/insight/calls.test.ts › what it costs to write to so many follows the tariff, and nothing where nobody is charged',
			'apps/portal/src/wings/insight/reports/tabs.test.tsx › costs are by month, by activity and by contact',
		],
	},
	{
		id: 'C131',
		says: 'GET /audit/domain/consents',
		by: [
			'apps/server/test/specified-calls.test.ts › C131 GET /audit/domain/consents',
			'apps/server/test/consent.test.ts › a choice arrives in the report, the counts and on its own page',
			'apps/portal/src/wings/insight/insight.test.tsx › the consent report asks for one day by default, for all domains of the current customer',
		],
	},
	{
		id: 'C132',
		says: 'POST /payment',
		by: [
			'apps/server/test/specified-calls.test.ts › C132 POST /payment',
			'apps/server/test/billing/payments.test.ts › a payment by invoice is booked by ADMIN, once for its reference',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › ADMIN books a payment that arrived by invoice',
		],
	},
	{
		id: 'C133',
		says: 'PUT /payment',
		by: [
			'apps/server/test/specified-calls.test.ts › C133 PUT /payment',
			'apps/server/test/billing/payments.test.ts › a refund goes back to the card, in part and in whole, and never more than was paid',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › a refund is of a part, says what goes back, and reloads the ledger',
		],
	},
	{
		id: 'C134',
		says: 'POST /payment/stripe',
		by: [
			'apps/server/test/specified-calls.test.ts › C134 POST /payment/stripe',
			'apps/server/test/billing/payments.test.ts › credits are there when the webhook says so and not before, with an invoice, once',
			'apps/portal/src/wings/billing/credits/credits.test.tsx › buying by card waits for the bank, then says that credits were bought and asks for balance, ledger and invoices again',
		],
	},
	{
		id: 'C135',
		says: 'GET /Voucher/report',
		by: [
			'apps/server/test/specified-calls.test.ts › C135 GET /Voucher/report',
			'apps/server/test/billing/vouchers.test.ts › a voucher of credits is redeemed once: they are in the ledger, the list and the activity',
			'apps/portal/src/wings/billing/vouchers/vouchers.test.tsx › the report has each status by its word, and who redeemed',
		],
	},
	{
		id: 'C136',
		says: 'GET /Voucher/Types',
		by: [
			'apps/server/test/specified-calls.test.ts › C136 GET /Voucher/Types',
			'apps/server/test/billing/vouchers.test.ts › what a voucher may be is told, and more is refused',
		],
	},
	{
		id: 'C137',
		says: 'GET /Voucher/Redemption/My',
		by: [
			'apps/server/test/specified-calls.test.ts › C137 GET /Voucher/Redemption/My',
			'apps/server/test/billing/vouchers.test.ts › a voucher of credits is redeemed once: they are in the ledger, the list and the activity',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › the list has what was redeemed, by the ends of codes',
		],
	},
	{
		id: 'C138',
		says: 'POST /Voucher/Manual',
		by: [
			'apps/server/test/specified-calls.test.ts › C138 POST /Voucher/Manual',
			'apps/server/test/billing/vouchers.test.ts › what a voucher may be is told, and more is refused',
			'apps/portal/src/wings/billing/vouchers/vouchers.test.tsx › one made by hand shows its code once',
		],
	},
	{
		id: 'C139',
		says: 'PUT /voucher/{customerId}/{code}',
		by: [
			'apps/server/test/specified-calls.test.ts › C139 PUT /voucher/{customerId}/{code}',
			'apps/server/test/billing/vouchers.test.ts › a voucher of credits is redeemed once: they are in the ledger, the list and the activity',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › redeeming books credits, and says what the balance is now',
		],
	},
	{
		id: 'C140',
		says: 'GET /Voucher/{code}',
		by: [
			'apps/server/test/specified-calls.test.ts › C140 GET /Voucher/{code}',
			'apps/server/test/billing/vouchers.test.ts › a code that is none, one that was revoked and one whose time is over say so in the words of the specification',
			'apps/portal/src/wings/billing/redemptions/redemptions.test.tsx › redeeming says that a code is none, under the field',
		],
	},
	{
		id: 'C141',
		says: 'GET /cmpconfigurator/lightconfig/{customerId}',
		by: [
			'apps/server/test/specified-calls.test.ts › C141 GET /cmpconfigurator/lightconfig/{customerId}',
			'apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the list of light configurations shows title, domain, status and version, and narrows by one search and one filter',
		],
	},
	{
		id: 'C142',
		says: 'GET /cmpconfigurator/templates/light',
		by: [
			'apps/server/test/specified-calls.test.ts › C142 GET /cmpconfigurator/templates/light',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator chooses a template by its drawing, with arrow keys, and keeps what was written',
		],
	},
	{
		id: 'C143',
		says: 'GET /cmpconfigurator/templates/light/{template}',
		by: [
			'apps/server/test/specified-calls.test.ts › C143 GET /cmpconfigurator/templates/light/{template}',
			'apps/server/test/tcf.test.ts › templates and bundles are told, and one that is not there is a path that is none',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator saves a new one from the template, then stands at its own address',
		],
	},
	{
		id: 'C144',
		says: 'GET /cmpconfigurator/sdk',
		by: [
			'apps/server/test/specified-calls.test.ts › C144 GET /cmpconfigurator/sdk',
			'apps/server/test/http.test.ts › literal paths win over parameters',
		],
	},
	{
		id: 'C145',
		says: 'GET /cmpconfigurator/lightcmpbundle',
		by: [
			'apps/server/test/specified-calls.test.ts › C145 GET /cmpconfigurator/lightcmpbundle',
			'apps/server/test/releases.test.ts › a copy that never built it lists the older version behind the present one',
		],
	},
	{
		id: 'C146',
		says: 'POST /cmpconfigurator/lightconfig',
		by: [
			'apps/server/test/specified-calls.test.ts › C146 POST /cmpconfigurator/lightconfig',
			'apps/server/test/consent.test.ts › saving again keeps one draft; a changed wording makes a new version of its purpose',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the configurator saves a new one from the template, then stands at its own address',
		],
	},
	{
		id: 'C147',
		says: 'GET /cmpconfigurator/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C147 GET /cmpconfigurator/{id}',
			'apps/server/test/cookie-scans.test.ts › a scan answers at once, is one run, grows, and names what was set before consent with the line to change; its draft is saved once',
			'apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it',
		],
	},
	{
		id: 'C148',
		says: 'DELETE /cmpconfigurator/lightconfig/{folder}',
		by: [
			'apps/server/test/specified-calls.test.ts › C148 DELETE /cmpconfigurator/lightconfig/{folder}',
			'apps/server/test/tcf.test.ts › each kind’s calls touch drafts of their kind only',
			'apps/portal/src/wings/consent/configurations/configurations.test.tsx › the list of light configurations deletes after asking, and not one that is live',
		],
	},
	{
		id: 'C149',
		says: 'GET /cmpconfigurator/tcfconfig/{customerId}',
		by: [
			'apps/server/test/specified-calls.test.ts › C149 GET /cmpconfigurator/tcfconfig/{customerId}',
			'apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it',
			'apps/portal/src/wings/consent/configurations/tcf/tcf.test.tsx › the list of TCF configurations shows title, domain and state, searches, and deletes what is not live',
		],
	},
	{
		id: 'C150',
		says: 'GET /cmpconfigurator/templates/tcf',
		by: [
			'apps/server/test/specified-calls.test.ts › C150 GET /cmpconfigurator/templates/tcf',
			'apps/server/test/tcf.test.ts › templates and bundles are told, and one that is not there is a path that is none',
		],
	},
	{
		id: 'C151',
		says: 'GET /cmpconfigurator/templates/tcf/{template}',
		by: [
			'apps/server/test/specified-calls.test.ts › C151 GET /cmpconfigurator/templates/tcf/{template}',
			'apps/server/test/tcf.test.ts › templates and bundles are told, and one that is not there is a path that is none',
		],
	},
	{
		id: 'C152',
		says: 'GET /cmpconfigurator/cmpbundle',
		by: [
			'apps/server/test/specified-calls.test.ts › C152 GET /cmpconfigurator/cmpbundle',
			'apps/server/test/tcf.test.ts › templates and bundles are told, and one that is not there is a path that is none',
		],
	},
	{
		id: 'C153',
		says: 'POST /cmpconfigurator/tcfconfig',
		by: [
			'apps/server/test/specified-calls.test.ts › C153 POST /cmpconfigurator/tcfconfig',
			'apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it',
			'apps/portal/src/wings/consent/configurations/tcf/tcf.test.tsx › the TCF editor saves what was chosen: partners, special features, restrictions and a mapped purpose',
		],
	},
	{
		id: 'C154',
		says: 'DELETE /cmpconfigurator/TCFconfig/{folder}',
		by: [
			'apps/server/test/specified-calls.test.ts › C154 DELETE /cmpconfigurator/TCFconfig/{folder}',
			'apps/server/test/tcf.test.ts › a draft is saved, listed with its kind, read back and deleted; the light list does not know it',
			'apps/portal/src/wings/consent/configurations/tcf/tcf.test.tsx › the list of TCF configurations shows title, domain and state, searches, and deletes what is not live',
		],
	},
	{
		id: 'C155',
		says: 'GET /cmpconfigurator/gvlfile',
		by: [
			'apps/server/test/specified-calls.test.ts › C155 GET /cmpconfigurator/gvlfile',
			'apps/server/test/vendor-lists.test.ts › an admin uploads a list; it is listed, read back, and the same again changes nothing',
		],
	},
	{
		id: 'C156',
		says: 'GET /cmpconfigurator/gvlfile/compare',
		by: [
			'apps/server/test/specified-calls.test.ts › C156 GET /cmpconfigurator/gvlfile/compare',
			'apps/server/test/vendor-lists.test.ts › two stored lists are compared; one that is not stored is not found',
			'apps/portal/src/wings/consent/configurations/tcf/updates/updates.test.tsx › two vendor lists are the newest and the one before, told by the weight of what changed and with the banners that name somebody',
		],
	},
	{
		id: 'C157',
		says: 'GET /partner',
		by: [
			'apps/server/test/specified-calls.test.ts › C157 GET /partner',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › the list filters by whether they are active',
		],
	},
	{
		id: 'C158',
		says: 'POST /partner',
		by: [
			'apps/server/test/specified-calls.test.ts › C158 POST /partner',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › details adds a partner with the code of its country',
		],
	},
	{
		id: 'C159',
		says: 'PUT /partner',
		by: [
			'apps/server/test/specified-calls.test.ts › C159 PUT /partner',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › details changes a partner and asks before a tab loses what was written',
		],
	},
	{
		id: 'C160',
		says: 'GET /partner/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C160 GET /partner/{id}',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
		],
	},
	{
		id: 'C161',
		says: 'DELETE /partner/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C161 DELETE /partner/{id}',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › the list deactivates after asking, and makes active again',
		],
	},
	{
		id: 'C162',
		says: 'PUT /partner/{partnerId}/customer/{customerId}/assign/{assign}',
		by: [
			'apps/server/test/specified-calls.test.ts › C162 PUT /partner/{partnerId}/customer/{customerId}/assign/{assign}',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › customers are assigned and taken away with the sentence that fits',
		],
	},
	{
		id: 'C163',
		says: 'POST /partner/{partnerId}/user',
		by: [
			'apps/server/test/specified-calls.test.ts › C163 POST /partner/{partnerId}/user',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are found by address and added',
		],
	},
	{
		id: 'C164',
		says: 'PUT /partner/{partnerId}/user',
		by: [
			'apps/server/test/specified-calls.test.ts › C164 PUT /partner/{partnerId}/user',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people of another partner may be moved',
		],
	},
	{
		id: 'C165',
		says: 'DELETE /partner/{partnerId}/user/{userId}',
		by: [
			'apps/server/test/specified-calls.test.ts › C165 DELETE /partner/{partnerId}/user/{userId}',
			'apps/server/test/users.test.ts › a partner with two customers: its people see them, and lose them with the partner',
			'apps/portal/src/wings/tenancy/partners/partners.test.tsx › people are removed after asking',
		],
	},
	{
		id: 'C166',
		says: 'GET /admin/activity',
		by: [
			'apps/server/test/specified-calls.test.ts › C166 GET /admin/activity',
			'apps/server/test/users.test.ts › the activity says who did what to which thing, with before and after, and finds it again',
			'apps/portal/src/wings/insight/activity/activity.test.tsx › the list says who did what, and as whom; a word it does not know stands as it was written',
		],
	},
	{
		id: 'C167',
		says: 'GET /admin/luvalladomains',
		by: [
			'apps/server/test/specified-calls.test.ts › C167 GET /admin/luvalladomains',
			'apps/server/test/custom-domains/first-party.test.ts › domains on which a banner is live are on the platform admin’s list',
			'apps/portal/src/wings/tenancy/admin-hosts/hosts.test.tsx › both kinds of domains are counted and listed',
		],
	},
	{
		id: 'C168',
		says: 'GET /admin/luvallafpdomains',
		by: [
			'apps/server/test/specified-calls.test.ts › C168 GET /admin/luvallafpdomains',
			'apps/server/test/custom-domains/life.test.ts › a platform admin sees all hosts, and which certificate each is really served with',
			'apps/portal/src/wings/tenancy/admin-hosts/hosts.test.tsx › both kinds of domains are counted and listed',
		],
	},
	{
		id: 'C169',
		says: 'GET /admin/validateddomains',
		by: [
			'apps/server/test/specified-calls.test.ts › C169 GET /admin/validateddomains',
			'apps/server/test/custom-domains/life.test.ts › a platform admin sees all hosts, and which certificate each is really served with',
		],
	},
	{
		id: 'C170',
		says: 'GET /admin/reneweddomains',
		by: [
			'apps/server/test/specified-calls.test.ts › C170 GET /admin/reneweddomains',
			'apps/server/test/custom-domains/life.test.ts › a platform admin sees all hosts, and which certificate each is really served with',
		],
	},
	{
		id: 'C171',
		says: 'GET /admin/checkcertificates',
		by: [
			'apps/server/test/specified-calls.test.ts › C171 GET /admin/checkcertificates',
			'apps/server/test/custom-domains/life.test.ts › a platform admin sees all hosts, and which certificate each is really served with',
			'apps/portal/src/wings/tenancy/admin-hosts/hosts.test.tsx › connects to a customer’s hosts when it is pressed, and says what was found',
		],
	},
	{
		id: 'C172',
		says: 'GET /firstpartyapps',
		by: [
			'apps/server/test/specified-calls.test.ts › C172 GET /firstpartyapps',
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is found by its name or its host, by every spelling of the path',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › /firstpartyApps asks for the customer that was picked, by what was typed and filtered',
		],
	},
	{
		id: 'C173',
		says: 'POST /firstpartyapp',
		by: [
			'apps/server/test/specified-calls.test.ts › C173 POST /firstpartyapp',
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is a page of its own on the host, as long as it is on',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › first-party apps are added on one of the customer’s hosts',
		],
	},
	{
		id: 'C174',
		says: 'PUT /firstpartyapp',
		by: [
			'apps/server/test/specified-calls.test.ts › C174 PUT /firstpartyapp',
			'apps/server/test/custom-domains/first-party.test.ts › a first-party app is a page of its own on the host, as long as it is on',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › first-party apps Turn off',
		],
	},
	{
		id: 'C175',
		says: 'GET /customerdomainapp',
		by: [
			'apps/server/test/specified-calls.test.ts › C175 GET /customerdomainapp',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › /customerDomainApps asks for the customer that was picked, by what was typed and filtered',
		],
	},
	{
		id: 'C176',
		says: 'POST /customerdomainapp',
		by: [
			'apps/server/test/specified-calls.test.ts › C176 POST /customerdomainapp',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps are added on a domain, with the address and the application that they have',
		],
	},
	{
		id: 'C177',
		says: 'PUT /customerdomainapp',
		by: [
			'apps/server/test/specified-calls.test.ts › C177 PUT /customerdomainapp',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps are changed; an address that is taken away is the start page',
		],
	},
	{
		id: 'C178',
		says: 'DELETE /customerdomainapp/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C178 DELETE /customerdomainapp/{id}',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps are turned to what is wanted, and deleted after a question',
		],
	},
	{
		id: 'C179',
		says: 'PUT /customerdomainapp/{id}',
		by: [
			'apps/server/test/specified-calls.test.ts › C179 PUT /customerdomainapp/{id}',
			'apps/server/test/custom-domains/first-party.test.ts › a customer-domain app is an application of the customer’s on one of its domains: added, found, changed, turned and deleted',
			'apps/portal/src/wings/tenancy/apps/apps.test.tsx › customer-domain apps are turned to what is wanted, and deleted after a question',
		],
	},
	{
		id: 'C180',
		says: 'GET /content',
		by: [
			'apps/server/test/specified-calls.test.ts › C180 GET /content',
			'apps/server/test/guidance.test.ts › help is served by type and title, in the language asked for, to the limit',
			'apps/portal/src/app/shell.test.tsx › Guide me opens help for the current page, two items at most, and closes',
		],
	},
	{
		id: 'C181',
		says: 'GET /content',
		by: [
			'apps/server/test/specified-calls.test.ts › C181 GET /content',
			'apps/server/test/guidance.test.ts › help of type tcfConfigHelp is served to anybody, no more than is asked for, in both languages',
			'apps/portal/src/app/help/kinds.test.tsx › tcfConfigHelp: the TCF configurator, to two, below the page’s own help',
		],
	},
	{
		id: 'C182',
		says: 'GET /content',
		by: [
			'apps/server/test/specified-calls.test.ts › C182 GET /content',
			'apps/server/test/guidance.test.ts › help of type welcomePage is served to anybody, no more than is asked for, in both languages',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /welcome asks for its help, ten at most',
		],
	},
	{
		id: 'C183',
		says: 'GET /content',
		by: [
			'apps/server/test/specified-calls.test.ts › C183 GET /content',
			'apps/server/test/guidance.test.ts › help of type registration is served to anybody, no more than is asked for, in both languages',
			'apps/portal/src/wings/tenancy/registration/registration.test.tsx › the visitors’ pages /register asks for its help, ten at most',
		],
	},
	{
		id: 'C184',
		says: 'GET /content',
		by: [
			'apps/server/test/specified-calls.test.ts › C184 GET /content',
			'apps/server/test/guidance.test.ts › help of type dashboardCardsV2 is served to anybody, no more than is asked for, in both languages',
			'apps/portal/src/app/help/kinds.test.tsx › dashboardCardsV2: the dashboard, to ten, once its foot is in sight',
		],
	},
	{
		id: 'C185',
		says: 'sign in by an authorization code',
		by: [
			'apps/server/test/signin.test.ts › the portal signs in by an authorization code with the scope API openid and a proof key, and comes back to itself',
			'apps/server/test/signin.test.ts › a code signs in the browser that asked, once, and ends the link beside it',
		],
	},
];
