/** Every text of the specification with what proves it: that it stands in the code to the letter, and where nothing is shown, what stands there. */
import type { Tick } from './tick.ts';

export const texts: readonly Tick[] = [
	{ id: 'M001', says: 'Enter Subject', by: ['apps/portal/src/test/specified-texts.test.ts › M001: Enter Subject'] },
	{ id: 'M002', says: 'Enter Body Content', by: ['apps/portal/src/test/specified-texts.test.ts › M002: Enter Body Content'] },
	{ id: 'M003', says: 'Enter Text Content', by: ['apps/portal/src/test/specified-texts.test.ts › M003: Enter Text Content'] },
	{ id: 'M004', says: 'Enter Image Url', by: ['apps/portal/src/test/specified-texts.test.ts › M004: Enter Image Url'] },
	{
		id: 'M005',
		says: 'Are you sure, you want to switch the domain?',
		by: ['apps/portal/src/test/specified-texts.test.ts › M005: Are you sure, you want to switch the domain?'],
	},
	{
		id: 'M006',
		says: 'Are you sure, you want to switch the customer?',
		by: ['apps/portal/src/test/specified-texts.test.ts › M006: Are you sure, you want to switch the customer?'],
	},
	{
		id: 'M007',
		says: 'Please make sure that all changes are saved.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M007: Please make sure that all changes are saved.'],
	},
	{ id: 'M008', says: 'OK', by: ['apps/portal/src/test/specified-texts.test.ts › M008: OK'] },
	{
		id: 'M009',
		says: 'Please enter a valid email address',
		by: ['apps/portal/src/test/specified-texts.test.ts › M009: Please enter a valid email address'],
	},
	{
		id: 'M010',
		says: 'Please enter valid content details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M010: Please enter valid content details'],
	},
	{
		id: 'M011',
		says: 'Please enter valid audidence details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M011: Please enter valid audidence details'],
	},
	{
		id: 'M012',
		says: 'Please enter valid campaign details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M012: Please enter valid campaign details'],
	},
	{
		id: 'M013',
		says: 'Please enter valid domain details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M013: Please enter valid domain details'],
	},
	{
		id: 'M014',
		says: 'Please enter valid application details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M014: Please enter valid application details'],
	},
	{
		id: 'M015',
		says: 'Please enter valid custom domain details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M015: Please enter valid custom domain details'],
	},
	{
		id: 'M016',
		says: 'Please enter valid configuration details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M016: Please enter valid configuration details'],
	},
	{
		id: 'M017',
		says: 'Please enter valid customer details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M017: Please enter valid customer details'],
	},
	{
		id: 'M018',
		says: 'Please enter valid ... details',
		by: ['apps/portal/src/test/specified-texts.test.ts › M018: Please enter valid ... details'],
	},
	{
		id: 'M019',
		says: 'Please select a domain to send the request for deletion.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M019: Please select a domain to send the request for deletion.'],
	},
	{
		id: 'M020',
		says: 'Please select a domain request that you would like to process.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M020: Please select a domain request that you would like to process.'],
	},
	{
		id: 'M021',
		says: 'We faced problem while validating your invitation.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M021: We faced problem while validating your invitation.',
			'apps/portal/src/lib/specified-failures.test.ts › M021: POST /account/magiclinkinviteconfirmation that fails without a word of the server says “We faced problem while validating your invitation.”',
		],
	},
	{
		id: 'M022',
		says: 'This voucher is not valid, please check !!',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M022: This voucher is not valid, please check !!',
			'apps/portal/src/lib/specified-failures.test.ts › M022: GET /Voucher/{code} that fails without a word of the server says “This voucher is not valid, please check !!”',
		],
	},
	{
		id: 'M023',
		says: 'voucher actions say their own sentence without details',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › POST /Voucher/Manual with an empty payload is not sent: “Please enter valid voucher details”',
			'apps/portal/src/wings/billing/vouchers/vouchers.test.tsx › one made by hand is not sent empty, nor over the most of its kind',
		],
	},
	{
		id: 'M024',
		says: 'an invitation to the team says its own sentence without details',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › POST /account/invite with an empty payload is not sent: “Please enter valid invite details”',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › inviting says the specified sentence for an empty form',
		],
	},
	{
		id: 'M025',
		says: 'taking somebody out of the team says its own sentence without details',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › DELETE /customer/customeruser with an empty payload is not sent: “Please enter valid team member details”',
		],
	},
	{
		id: 'M026',
		says: 'licences say their own sentence without details',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › POST /customer/{id}/domainlicense with an empty payload is not sent: “Please enter valid domain license details”',
		],
	},
	{
		id: 'M027',
		says: 'Could not load users',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M027: Could not load users',
			'apps/portal/src/lib/specified-failures.test.ts › M027: GET /user/users that fails without a word of the server says “Could not load users”',
		],
	},
	{
		id: 'M028',
		says: 'Could not update user',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M028: Could not update user',
			'apps/portal/src/lib/specified-failures.test.ts › M028: PUT /user/roles that fails without a word of the server says “Could not update user”',
		],
	},
	{
		id: 'M029',
		says: 'Could not delete user',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M029: Could not delete user',
			'apps/portal/src/lib/specified-failures.test.ts › M029: DELETE /user that fails without a word of the server says “Could not delete user”',
		],
	},
	{
		id: 'M030',
		says: 'Could not load domains',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M030: Could not load domains',
			'apps/portal/src/lib/specified-failures.test.ts › M030: GET /customer/{id}/domain that fails without a word of the server says “Could not load domains”',
		],
	},
	{
		id: 'M031',
		says: 'Could not assign domains for the selected user.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M031: Could not assign domains for the selected user.',
			'apps/portal/src/lib/specified-failures.test.ts › M031: PUT /user/domains that fails without a word of the server says “Could not assign domains for the selected user.”',
		],
	},
	{
		id: 'M032',
		says: 'Could not login as user',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M032: Could not login as user',
			'apps/portal/src/lib/specified-failures.test.ts › M032: POST /account/loginasuser that fails without a word of the server says “Could not login as user”',
		],
	},
	{
		id: 'M033',
		says: 'changes of a user that fail say so',
		by: [
			'apps/portal/src/lib/specified-failures.test.ts › M028: PUT /user/roles that fails without a word of the server says “Could not update user”',
			'apps/portal/src/lib/specified-failures.test.ts › M029: DELETE /user that fails without a word of the server says “Could not delete user”',
			'apps/portal/src/lib/specified-failures.test.ts › M031: PUT /user/domains that fails without a word of the server says “Could not assign domains for the selected user.”',
			'apps/portal/src/lib/specified-failures.test.ts › M032: POST /account/loginasuser that fails without a word of the server says “Could not login as user”',
		],
	},
	{
		id: 'M034',
		says: 'Channels not found',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M034: Channels not found',
			'apps/portal/src/lib/specified-failures.test.ts › M034: GET /manage/channel that fails without a word of the server says “Channels not found”',
		],
	},
	{
		id: 'M035',
		says: 'Oops, we could not load your constellations, please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M035: Oops, we could not load your constellations, please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M035: GET /manage/constellation that fails without a word of the server says “Oops, we could not load your constellations, please try again later.”',
		],
	},
	{
		id: 'M036',
		says: 'Oops, we could not load selected constellation, please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M036: Oops, we could not load selected constellation, please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M036: GET /manage/constellation/{id}/contents that fails without a word of the server says “Oops, we could not load selected constellation, please try again later.”',
		],
	},
	{
		id: 'M037',
		says: 'We encountered a problem while sending UAT email. Please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M037: We encountered a problem while sending UAT email. Please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M037: GET /manage/constellation/{id}/uat that fails without a word of the server says “We encountered a problem while sending UAT email. Please try again later.”',
		],
	},
	{
		id: 'M038',
		says: 'We encountered a problem while publishing constellation. Please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M038: We encountered a problem while publishing constellation. Please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M038: PUT /manage/constellation/{id}/publish that fails without a word of the server says “We encountered a problem while publishing constellation. Please try again later.”',
		],
	},
	{
		id: 'M039',
		says: 'We encountered a problem while executing the campaign.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M039: We encountered a problem while executing the campaign.',
			'apps/portal/src/lib/specified-failures.test.ts › M039: POST /manage/campaign/{id}/execute that fails without a word of the server says “We encountered a problem while executing the campaign.”',
		],
	},
	{
		id: 'M040',
		says: 'We encountered a problem while stopping the campaign.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M040: We encountered a problem while stopping the campaign.',
			'apps/portal/src/lib/specified-failures.test.ts › M040: POST /manage/campaign/{id}/stop that fails without a word of the server says “We encountered a problem while stopping the campaign.”',
		],
	},
	{
		id: 'M041',
		says: 'Could not update campaign',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M041: Could not update campaign',
			'apps/portal/src/lib/specified-failures.test.ts › M041: PUT /manage/Campaign that fails without a word of the server says “Could not update campaign”',
		],
	},
	{
		id: 'M042',
		says: 'Could not update audience',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M042: Could not update audience',
			'apps/portal/src/lib/specified-failures.test.ts › M042: PUT /manage/audience that fails without a word of the server says “Could not update audience”',
		],
	},
	{
		id: 'M043',
		says: 'Could not update content',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M043: Could not update content',
			'apps/portal/src/lib/specified-failures.test.ts › M043: PUT /manage/content that fails without a word of the server says “Could not update content”',
		],
	},
	{
		id: 'M044',
		says: 'Could not update domain',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M044: Could not update domain',
			'apps/portal/src/lib/specified-failures.test.ts › M044: PUT /manage/domain that fails without a word of the server says “Could not update domain”',
		],
	},
	{
		id: 'M045',
		says: 'Could not update application',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M045: Could not update application',
			'apps/portal/src/lib/specified-failures.test.ts › M045: PUT /manage/client that fails without a word of the server says “Could not update application”',
		],
	},
	{
		id: 'M046',
		says: 'Could not delete content',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M046: Could not delete content',
			'apps/portal/src/lib/specified-failures.test.ts › M046: DELETE /manage/content that fails without a word of the server says “Could not delete content”',
		],
	},
	{
		id: 'M047',
		says: 'Could not delete domain',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M047: Could not delete domain',
			'apps/portal/src/lib/specified-failures.test.ts › M047: DELETE /manage/domain that fails without a word of the server says “Could not delete domain”',
		],
	},
	{
		id: 'M048',
		says: 'Could not delete application',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M048: Could not delete application',
			'apps/portal/src/lib/specified-failures.test.ts › M048: DELETE /manage/client/{id} that fails without a word of the server says “Could not delete application”',
		],
	},
	{
		id: 'M049',
		says: 'Could not delete custom domain',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M049: Could not delete custom domain',
			'apps/portal/src/lib/specified-failures.test.ts › M049: DELETE /manage/customer/{customerId}/customdomain/{id} that fails without a word of the server says “Could not delete custom domain”',
		],
	},
	{
		id: 'M050',
		says: 'Could not delete configuration',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M050: Could not delete configuration',
			'apps/portal/src/lib/specified-failures.test.ts › M050: DELETE /cmpconfigurator/lightconfig/{folder} that fails without a word of the server says “Could not delete configuration”',
		],
	},
	{ id: 'M051', says: 'Invalid content', by: ['apps/portal/src/test/specified-texts.test.ts › M051: Invalid content'] },
	{ id: 'M052', says: 'Invalid Audience', by: ['apps/portal/src/test/specified-texts.test.ts › M052: Invalid Audience'] },
	{ id: 'M053', says: 'Invalid Campaign', by: ['apps/portal/src/test/specified-texts.test.ts › M053: Invalid Campaign'] },
	{ id: 'M054', says: 'Invalid Domain', by: ['apps/portal/src/test/specified-texts.test.ts › M054: Invalid Domain'] },
	{ id: 'M055', says: 'Invalid Application', by: ['apps/portal/src/test/specified-texts.test.ts › M055: Invalid Application'] },
	{ id: 'M056', says: 'Invalid custom domain', by: ['apps/portal/src/test/specified-texts.test.ts › M056: Invalid custom domain'] },
	{
		id: 'M057',
		says: 'Invalid template',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M057: Invalid template',
			'apps/portal/src/lib/specified-failures.test.ts › M057: GET /cmpconfigurator/templates/light that fails without a word of the server says “Invalid template”',
		],
	},
	{
		id: 'M058',
		says: 'Invalid version',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M058: Invalid version',
			'apps/portal/src/lib/specified-failures.test.ts › M058: GET /cmpconfigurator/lightcmpbundle that fails without a word of the server says “Invalid version”',
		],
	},
	{
		id: 'M059',
		says: 'Invalid path',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M059: Invalid path',
			'apps/portal/src/lib/specified-failures.test.ts › M059: GET /cmpconfigurator/templates/light/{template} that fails without a word of the server says “Invalid path”',
		],
	},
	{
		id: 'M060',
		says: 'Something went wrong',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M060: Something went wrong',
			'apps/portal/src/lib/specified-failures.test.ts › M060: GET /manage/Connector/Customer/{id} that fails without a word of the server says “Something went wrong”',
		],
	},
	{
		id: 'M061',
		says: 'error occured',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M061: error occured',
			'apps/portal/src/lib/specified-failures.test.ts › M061: GET /role/ that fails without a word of the server says “error occured”',
		],
	},
	{
		id: 'M062',
		says: 'We could not generate the access token for domain X',
		by: ['apps/portal/src/test/specified-texts.test.ts › M062: We could not generate the access token for domain X'],
	},
	{
		id: 'M063',
		says: 'We could not revoke the access token for domain X',
		by: ['apps/portal/src/test/specified-texts.test.ts › M063: We could not revoke the access token for domain X'],
	},
	{
		id: 'M064',
		says: 'Opps, we faced problems while fetching activity data / domains.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M064: Opps, we faced problems while fetching activity data / domains.'],
	},
	{
		id: 'M065',
		says: 'Opps, we faced problems while fetching activity data.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M065: Opps, we faced problems while fetching activity data.',
			'apps/portal/src/lib/specified-failures.test.ts › M065: GET /admin/activity that fails without a word of the server says “Opps, we faced problems while fetching activity data.”',
		],
	},
	{
		id: 'M066',
		says: 'Opps, we faced problems while fetching domains.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M066: Opps, we faced problems while fetching domains.',
			'apps/portal/src/lib/specified-failures.test.ts › M066: GET /admin/luvalladomains that fails without a word of the server says “Opps, we faced problems while fetching domains.”',
		],
	},
	{
		id: 'M067',
		says: 'Failed to fetch the customer details.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M067: Failed to fetch the customer details.',
			'apps/portal/src/lib/specified-failures.test.ts › M067: GET /customer/current/{id} that fails without a word of the server says “Failed to fetch the customer details.”',
		],
	},
	{
		id: 'M068',
		says: 'Failed to remove the domain.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M068: Failed to remove the domain.',
			'apps/portal/src/lib/specified-failures.test.ts › M068: DELETE /customer/{id}/deletecustomerscandomain that fails without a word of the server says “Failed to remove the domain.”',
		],
	},
	{
		id: 'M069',
		says: 'Failed to add the domain.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M069: Failed to add the domain.',
			'apps/portal/src/lib/specified-failures.test.ts › M069: POST /domain that fails without a word of the server says “Failed to add the domain.”',
		],
	},
	{
		id: 'M070',
		says: 'Customer onboarding Failed.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M070: Customer onboarding Failed.',
			'apps/portal/src/lib/specified-failures.test.ts › M070: PUT /customer/onboard that fails without a word of the server says “Customer onboarding Failed.”',
		],
	},
	{
		id: 'M071',
		says: 'Customer updation Failed.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M071: Customer updation Failed.',
			'apps/portal/src/lib/specified-failures.test.ts › M071: PUT /customer that fails without a word of the server says “Customer updation Failed.”',
		],
	},
	{
		id: 'M072',
		says: 'Sorry, we could not process your request for domain deletion.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M072: Sorry, we could not process your request for domain deletion.',
			'apps/portal/src/lib/specified-failures.test.ts › M072: POST /manage/domain/deletionrequest that fails without a word of the server says “Sorry, we could not process your request for domain deletion.”',
		],
	},
	{
		id: 'M073',
		says: 'We faced problem, please try again.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M073: We faced problem, please try again.',
			'apps/portal/src/lib/specified-failures.test.ts › M073: GET /manage/domain/deletionrequest that fails without a word of the server says “We faced problem, please try again.”',
		],
	},
	{
		id: 'M074',
		says: 'We count not process your payment, please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M074: We count not process your payment, please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M074: POST /payment that fails without a word of the server says “We count not process your payment, please try again later.”',
		],
	},
	{
		id: 'M075',
		says: 'We count not process refund, please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M075: We count not process refund, please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M075: PUT /payment that fails without a word of the server says “We count not process refund, please try again later.”',
		],
	},
	{
		id: 'M076',
		says: 'Error while purchasing credit',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M076: Error while purchasing credit',
			'apps/portal/src/lib/specified-failures.test.ts › M076: POST /payment/stripe that fails without a word of the server says “Error while purchasing credit”',
		],
	},
	{
		id: 'M077',
		says: 'Error while fetching credits list',
		by: ['apps/portal/src/test/specified-texts.test.ts › M077: Error while fetching credits list'],
	},
	{
		id: 'M078',
		says: 'We could not fetch vouchers',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M078: We could not fetch vouchers',
			'apps/portal/src/lib/specified-failures.test.ts › M078: GET /Voucher/report that fails without a word of the server says “We could not fetch vouchers”',
		],
	},
	{
		id: 'M079',
		says: 'We could not redeem your voucher.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M079: We could not redeem your voucher.',
			'apps/portal/src/lib/specified-failures.test.ts › M079: PUT /voucher/{customerId}/{code} that fails without a word of the server says “We could not redeem your voucher.”',
		],
	},
	{
		id: 'M080',
		says: 'We could not add new voucher.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M080: We could not add new voucher.',
			'apps/portal/src/lib/specified-failures.test.ts › M080: POST /Voucher/Manual that fails without a word of the server says “We could not add new voucher.”',
		],
	},
	{
		id: 'M081',
		says: 'an invitation refused with a reason warns with it',
		by: ['apps/portal/src/wings/tenancy/team/team.test.tsx › inviting that the server refuses with a reason is a warning'],
	},
	{
		id: 'M082',
		says: 'an invitation refused without a reason is an error',
		by: ['apps/portal/src/wings/tenancy/team/team.test.tsx › inviting that fails without a reason is an error'],
	},
	{
		id: 'M083',
		says: 'Failed to update your profile please try later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M083: Failed to update your profile please try later.',
			'apps/portal/src/lib/specified-failures.test.ts › M083: PUT /user that fails without a word of the server says “Failed to update your profile please try later.”',
		],
	},
	{
		id: 'M084',
		says: 'Failed to get ledger report balance.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M084: Failed to get ledger report balance.',
			'apps/portal/src/lib/specified-failures.test.ts › M084: GET /customer/ledgerbalance that fails without a word of the server says “Failed to get ledger report balance.”',
		],
	},
	{
		id: 'M085',
		says: 'There was an error while registering you as customer, please contact support.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M085: There was an error while registering you as customer, please contact support.',
			'apps/portal/src/lib/specified-failures.test.ts › M085: POST /customer/register that fails without a word of the server says “There was an error while registering you as customer, please contact support.”',
		],
	},
	{
		id: 'M086',
		says: 'We could not confirm your registration, please contact {product} support.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M086: We could not confirm your registration, please contact {product} support.'],
	},
	{
		id: 'M087',
		says: 'Error while validating DNS.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M087: Error while validating DNS.',
			'apps/portal/src/lib/specified-failures.test.ts › M087: GET /manage/customer/{customerId}/customdomain/validate/dns/{domain} that fails without a word of the server says “Error while validating DNS.”',
		],
	},
	{
		id: 'M088',
		says: 'Error while fetching Apps',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M088: Error while fetching Apps',
			'apps/portal/src/lib/specified-failures.test.ts › M088: GET /firstpartyapps that fails without a word of the server says “Error while fetching Apps”',
		],
	},
	{
		id: 'M089',
		says: 'Error while adding Apps',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M089: Error while adding Apps',
			'apps/portal/src/lib/specified-failures.test.ts › M089: POST /firstpartyapp that fails without a word of the server says “Error while adding Apps”',
		],
	},
	{
		id: 'M090',
		says: 'Error while updating App',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M090: Error while updating App',
			'apps/portal/src/lib/specified-failures.test.ts › M090: PUT /firstpartyapp that fails without a word of the server says “Error while updating App”',
		],
	},
	{
		id: 'M091',
		says: 'Error while deleting App',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M091: Error while deleting App',
			'apps/portal/src/lib/specified-failures.test.ts › M091: DELETE /customerdomainapp/{id} that fails without a word of the server says “Error while deleting App”',
		],
	},
	{
		id: 'M092',
		says: 'Error while changing status of App',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M092: Error while changing status of App',
			'apps/portal/src/lib/specified-failures.test.ts › M092: PUT /customerdomainapp/{id} that fails without a word of the server says “Error while changing status of App”',
		],
	},
	{
		id: 'M093',
		says: 'Error while fetching gvl versions',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M093: Error while fetching gvl versions',
			'apps/portal/src/lib/specified-failures.test.ts › M093: GET /cmpconfigurator/gvlfile that fails without a word of the server says “Error while fetching gvl versions”',
		],
	},
	{
		id: 'M094',
		says: 'Could not submit feedback.Please try again later.',
		by: [
			'apps/portal/src/test/specified-texts.test.ts › M094: Could not submit feedback.Please try again later.',
			'apps/portal/src/lib/specified-failures.test.ts › M094: POST /user/contactus that fails without a word of the server says “Could not submit feedback.Please try again later.”',
		],
	},
	{ id: 'M095', says: 'Thank you.', by: ['apps/portal/src/test/specified-texts.test.ts › M095: Thank you.'] },
	{
		id: 'M096',
		says: 'Domain license deactivated successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M096: Domain license deactivated successfully.'],
	},
	{
		id: 'M097',
		says: 'Successfully purchased the credits',
		by: ['apps/portal/src/test/specified-texts.test.ts › M097: Successfully purchased the credits'],
	},
	{
		id: 'M098',
		says: 'Your request has been processed successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M098: Your request has been processed successfully.'],
	},
	{
		id: 'M099',
		says: 'New partner added successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M099: New partner added successfully.'],
	},
	{
		id: 'M100',
		says: 'Partner updated successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M100: Partner updated successfully.'],
	},
	{
		id: 'M101',
		says: 'Partner deactivated successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M101: Partner deactivated successfully.'],
	},
	{
		id: 'M102',
		says: 'User added successfully to this partnership.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M102: User added successfully to this partnership.'],
	},
	{
		id: 'M103',
		says: 'User updated successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M103: User updated successfully.'],
	},
	{
		id: 'M104',
		says: 'User removed successfully from partnership.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M104: User removed successfully from partnership.'],
	},
	{
		id: 'M105',
		says: 'New customer assigned to this partnership.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M105: New customer assigned to this partnership.'],
	},
	{
		id: 'M106',
		says: 'Customer is unassigned from this partnership.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M106: Customer is unassigned from this partnership.'],
	},
	{
		id: 'M107',
		says: 'New customer added successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M107: New customer added successfully.'],
	},
	{
		id: 'M108',
		says: 'Customer updated successfully.',
		by: ['apps/portal/src/test/specified-texts.test.ts › M108: Customer updated successfully.'],
	},
	{
		id: 'M109',
		says: 'Status changed successfully',
		by: ['apps/portal/src/test/specified-texts.test.ts › M109: Status changed successfully'],
	},
	{
		id: 'M110',
		says: 'every change of a list says that it was done',
		by: [
			'apps/portal/src/wings/tenancy/domains/domains.test.tsx › adding sends what the contract takes, says it, reloads the list and closes',
			'apps/portal/src/wings/tenancy/team/team.test.tsx › removes somebody from the team after a question, and reloads it',
			'apps/portal/src/wings/billing/licences/licences.test.tsx › a new one asks for a domain where none is named, and is sent with its days',
		],
	},
	{
		id: 'M111',
		says: 'OOPS! Something went wrong here',
		by: ['apps/portal/src/test/specified-texts.test.ts › M111: OOPS! Something went wrong here'],
	},
	{
		id: 'M112',
		says: 'Looks like you do not have rights to access requested functionality',
		by: ['apps/portal/src/test/specified-texts.test.ts › M112: Looks like you do not have rights to access requested functionality'],
	},
	{
		id: 'M113',
		says: 'access denied leads to support',
		by: [
			'apps/portal/src/app/shell.test.tsx › the top-level switch shows access denied, to the letter and with two ways on, for paths one may not open or that do not exist',
		],
	},
	{
		id: 'M114',
		says: 'a normal user is led to the new site',
		by: ['apps/portal/src/app/shell.test.tsx › the top-level switch sends a normal user who opens an admin path to /redirect'],
	},
	{
		id: 'M115',
		says: 'an old version invites to update',
		by: [
			'apps/portal/src/app/shell.test.tsx › the header offers an update when the stored version is behind; clicking stores the new one and reloads',
		],
	},
	{ id: 'M116', says: 'Domains Not Avaliable', by: ['apps/portal/src/test/specified-texts.test.ts › M116: Domains Not Avaliable'] },
	{ id: 'M117', says: '(Current)', by: ['apps/portal/src/test/specified-texts.test.ts › M117: (Current)'] },
	{ id: 'M118', says: 'country (dial code)', by: ['apps/portal/src/test/specified-texts.test.ts › M118: country (dial code)'] },
	{ id: 'M119', says: 'Guide me', by: ['apps/portal/src/test/specified-texts.test.ts › M119: Guide me'] },
	{ id: 'M120', says: 'Feedback', by: ['apps/portal/src/test/specified-texts.test.ts › M120: Feedback'] },
	{ id: 'M121', says: 'Submit', by: ['apps/portal/src/test/specified-texts.test.ts › M121: Submit'] },
	{ id: 'M122', says: 'Account', by: ['apps/portal/src/test/specified-texts.test.ts › M122: Account'] },
	{ id: 'M123', says: 'Logout', by: ['apps/portal/src/test/specified-texts.test.ts › M123: Logout'] },
	{ id: 'M124', says: 'Cookie Settings', by: ['apps/portal/src/test/specified-texts.test.ts › M124: Cookie Settings'] },
	{ id: 'M125', says: 'Settings', by: ['apps/portal/src/test/specified-texts.test.ts › M125: Settings'] },
	{ id: 'M126', says: 'Home', by: ['apps/portal/src/test/specified-texts.test.ts › M126: Home'] },
	{ id: 'M127', says: 'Register', by: ['apps/portal/src/test/specified-texts.test.ts › M127: Register'] },
	{ id: 'M128', says: 'Dashboard', by: ['apps/portal/src/test/specified-texts.test.ts › M128: Dashboard'] },
	{ id: 'M129', says: 'Reporting', by: ['apps/portal/src/test/specified-texts.test.ts › M129: Reporting'] },
	{ id: 'M130', says: 'Customers', by: ['apps/portal/src/test/specified-texts.test.ts › M130: Customers'] },
	{ id: 'M131', says: 'Config', by: ['apps/portal/src/test/specified-texts.test.ts › M131: Config'] },
	{ id: 'M132', says: 'Profiles', by: ['apps/portal/src/test/specified-texts.test.ts › M132: Profiles'] },
	{ id: 'M133', says: 'Devices', by: ['apps/portal/src/test/specified-texts.test.ts › M133: Devices'] },
	{ id: 'M134', says: 'Upload', by: ['apps/portal/src/test/specified-texts.test.ts › M134: Upload'] },
	{ id: 'M135', says: 'Users', by: ['apps/portal/src/test/specified-texts.test.ts › M135: Users'] },
	{ id: 'M136', says: 'Manage roles', by: ['apps/portal/src/test/specified-texts.test.ts › M136: Manage roles'] },
	{ id: 'M137', says: 'Manage users', by: ['apps/portal/src/test/specified-texts.test.ts › M137: Manage users'] },
	{ id: 'M138', says: 'customers', by: ['apps/portal/src/test/specified-texts.test.ts › M138: customers'] },
	{ id: 'M139', says: 'domains', by: ['apps/portal/src/test/specified-texts.test.ts › M139: domains'] },
	{ id: 'M140', says: 'vouchers', by: ['apps/portal/src/test/specified-texts.test.ts › M140: vouchers'] },
	{ id: 'M141', says: 'requests', by: ['apps/portal/src/test/specified-texts.test.ts › M141: requests'] },
	{ id: 'M142', says: 'Partners', by: ['apps/portal/src/test/specified-texts.test.ts › M142: Partners'] },
	{ id: 'M143', says: 'Features', by: ['apps/portal/src/test/specified-texts.test.ts › M143: Features'] },
	{ id: 'M144', says: 'Cookie Scan', by: ['apps/portal/src/test/specified-texts.test.ts › M144: Cookie Scan'] },
	{ id: 'M145', says: 'Cookie Repo', by: ['apps/portal/src/test/specified-texts.test.ts › M145: Cookie Repo'] },
	{ id: 'M146', says: 'Customer Domain Scan', by: ['apps/portal/src/test/specified-texts.test.ts › M146: Customer Domain Scan'] },
	{ id: 'M147', says: 'Platform Admin', by: ['apps/portal/src/test/specified-texts.test.ts › M147: Platform Admin'] },
	{ id: 'M148', says: 'Domain Counts', by: ['apps/portal/src/test/specified-texts.test.ts › M148: Domain Counts'] },
	{ id: 'M149', says: 'Cert Check', by: ['apps/portal/src/test/specified-texts.test.ts › M149: Cert Check'] },
	{ id: 'M150', says: 'First Party Apps', by: ['apps/portal/src/test/specified-texts.test.ts › M150: First Party Apps'] },
	{ id: 'M151', says: 'Portal Activity', by: ['apps/portal/src/test/specified-texts.test.ts › M151: Portal Activity'] },
	{ id: 'M152', says: 'Customer Domain Apps', by: ['apps/portal/src/test/specified-texts.test.ts › M152: Customer Domain Apps'] },
	{ id: 'M153', says: 'CMP', by: ['apps/portal/src/test/specified-texts.test.ts › M153: CMP'] },
	{ id: 'M154', says: 'LightCMP configurator', by: ['apps/portal/src/test/specified-texts.test.ts › M154: LightCMP configurator'] },
	{ id: 'M155', says: 'TCF configurator', by: ['apps/portal/src/test/specified-texts.test.ts › M155: TCF configurator'] },
	{ id: 'M156', says: 'Domains', by: ['apps/portal/src/test/specified-texts.test.ts › M156: Domains'] },
	{ id: 'M157', says: 'Manage domains', by: ['apps/portal/src/test/specified-texts.test.ts › M157: Manage domains'] },
	{ id: 'M158', says: 'First party domains', by: ['apps/portal/src/test/specified-texts.test.ts › M158: First party domains'] },
	{ id: 'M159', says: 'IAM and Apps', by: ['apps/portal/src/test/specified-texts.test.ts › M159: IAM and Apps'] },
	{ id: 'M160', says: 'CRM', by: ['apps/portal/src/test/specified-texts.test.ts › M160: CRM'] },
	{ id: 'M161', says: 'Connectors', by: ['apps/portal/src/test/specified-texts.test.ts › M161: Connectors'] },
	{ id: 'M162', says: 'GVL Updates', by: ['apps/portal/src/test/specified-texts.test.ts › M162: GVL Updates'] },
	{ id: 'M163', says: 'First Party Configurator', by: ['apps/portal/src/test/specified-texts.test.ts › M163: First Party Configurator'] },
	{ id: 'M164', says: 'Audiences', by: ['apps/portal/src/test/specified-texts.test.ts › M164: Audiences'] },
	{ id: 'M165', says: 'audiences', by: ['apps/portal/src/test/specified-texts.test.ts › M165: audiences'] },
	{ id: 'M166', says: 'segments', by: ['apps/portal/src/test/specified-texts.test.ts › M166: segments'] },
	{ id: 'M167', says: 'Contents', by: ['apps/portal/src/test/specified-texts.test.ts › M167: Contents'] },
	{ id: 'M168', says: 'content', by: ['apps/portal/src/test/specified-texts.test.ts › M168: content'] },
	{ id: 'M169', says: 'constellations', by: ['apps/portal/src/test/specified-texts.test.ts › M169: constellations'] },
	{ id: 'M170', says: 'Campaigns', by: ['apps/portal/src/test/specified-texts.test.ts › M170: Campaigns'] },
	{ id: 'M171', says: 'list', by: ['apps/portal/src/test/specified-texts.test.ts › M171: list'] },
	{ id: 'M172', says: 'manage', by: ['apps/portal/src/test/specified-texts.test.ts › M172: manage'] },
	{ id: 'M173', says: 'Applications', by: ['apps/portal/src/test/specified-texts.test.ts › M173: Applications'] },
	{ id: 'M174', says: 'Managing my account', by: ['apps/portal/src/test/specified-texts.test.ts › M174: Managing my account'] },
	{ id: 'M175', says: 'Contents (create, manage)', by: ['apps/portal/src/test/specified-texts.test.ts › M175: Contents (create, manage)'] },
	{ id: 'M176', says: 'Manage segment', by: ['apps/portal/src/test/specified-texts.test.ts › M176: Manage segment'] },
	{ id: 'M177', says: 'Manage constellation', by: ['apps/portal/src/test/specified-texts.test.ts › M177: Manage constellation'] },
	{ id: 'M178', says: 'Manage campaigns', by: ['apps/portal/src/test/specified-texts.test.ts › M178: Manage campaigns'] },
	{ id: 'M179', says: 'Manage audiences', by: ['apps/portal/src/test/specified-texts.test.ts › M179: Manage audiences'] },
	{ id: 'M180', says: 'Manage apps', by: ['apps/portal/src/test/specified-texts.test.ts › M180: Manage apps'] },
	{ id: 'M181', says: 'Manage connectors', by: ['apps/portal/src/test/specified-texts.test.ts › M181: Manage connectors'] },
	{ id: 'M182', says: 'Manage custom domains', by: ['apps/portal/src/test/specified-texts.test.ts › M182: Manage custom domains'] },
	{ id: 'M183', says: 'Consent management', by: ['apps/portal/src/test/specified-texts.test.ts › M183: Consent management'] },
	{ id: 'M184', says: 'TCF configurations', by: ['apps/portal/src/test/specified-texts.test.ts › M184: TCF configurations'] },
	{ id: 'M185', says: 'Light configurations', by: ['apps/portal/src/test/specified-texts.test.ts › M185: Light configurations'] },
	{ id: 'M186', says: 'Terms and conditions', by: ['apps/portal/src/test/specified-texts.test.ts › M186: Terms and conditions'] },
	{ id: 'M187', says: 'Domain segments', by: ['apps/portal/src/test/specified-texts.test.ts › M187: Domain segments'] },
	{ id: 'M188', says: 'Domain properties', by: ['apps/portal/src/test/specified-texts.test.ts › M188: Domain properties'] },
	{ id: 'M189', says: 'Manage customers', by: ['apps/portal/src/test/specified-texts.test.ts › M189: Manage customers'] },
	{ id: 'M190', says: 'Domain profiles', by: ['apps/portal/src/test/specified-texts.test.ts › M190: Domain profiles'] },
	{
		id: 'M191',
		says: 'Upload profiles from a CRM',
		by: ['apps/portal/src/test/specified-texts.test.ts › M191: Upload profiles from a CRM'],
	},
	{ id: 'M192', says: 'Edit user', by: ['apps/portal/src/test/specified-texts.test.ts › M192: Edit user'] },
	{ id: 'M193', says: 'Campaign dashboard', by: ['apps/portal/src/test/specified-texts.test.ts › M193: Campaign dashboard'] },
	{ id: 'M194', says: 'Cookie repo and new scan', by: ['apps/portal/src/test/specified-texts.test.ts › M194: Cookie repo and new scan'] },
	{ id: 'M195', says: 'Manage partners', by: ['apps/portal/src/test/specified-texts.test.ts › M195: Manage partners'] },
	{ id: 'M196', says: 'Edit customer', by: ['apps/portal/src/test/specified-texts.test.ts › M196: Edit customer'] },
	{ id: 'M197', says: 'Approve customer', by: ['apps/portal/src/test/specified-texts.test.ts › M197: Approve customer'] },
	{ id: 'M198', says: 'Draft', by: ['apps/portal/src/test/specified-texts.test.ts › M198: Draft'] },
	{ id: 'M199', says: 'Published', by: ['apps/portal/src/test/specified-texts.test.ts › M199: Published'] },
	{ id: 'M200', says: 'Running', by: ['apps/portal/src/test/specified-texts.test.ts › M200: Running'] },
	{ id: 'M201', says: 'Stopped', by: ['apps/portal/src/test/specified-texts.test.ts › M201: Stopped'] },
	{ id: 'M202', says: 'Completed', by: ['apps/portal/src/test/specified-texts.test.ts › M202: Completed'] },
	{ id: 'M203', says: 'Approved', by: ['apps/portal/src/test/specified-texts.test.ts › M203: Approved'] },
	{ id: 'M204', says: 'Initiated', by: ['apps/portal/src/test/specified-texts.test.ts › M204: Initiated'] },
	{ id: 'M205', says: 'Created', by: ['apps/portal/src/test/specified-texts.test.ts › M205: Created'] },
	{ id: 'M206', says: 'Validated', by: ['apps/portal/src/test/specified-texts.test.ts › M206: Validated'] },
	{ id: 'M207', says: 'Renewed', by: ['apps/portal/src/test/specified-texts.test.ts › M207: Renewed'] },
	{ id: 'M208', says: 'Invalid', by: ['apps/portal/src/test/specified-texts.test.ts › M208: Invalid'] },
	{ id: 'M209', says: 'added', by: ['apps/portal/src/test/specified-texts.test.ts › M209: added'] },
	{ id: 'M210', says: 'deleted', by: ['apps/portal/src/test/specified-texts.test.ts › M210: deleted'] },
	{ id: 'M211', says: 'changed', by: ['apps/portal/src/test/specified-texts.test.ts › M211: changed'] },
	{ id: 'M212', says: 'Email', by: ['apps/portal/src/test/specified-texts.test.ts › M212: Email'] },
	{ id: 'M213', says: 'SMS', by: ['apps/portal/src/test/specified-texts.test.ts › M213: SMS'] },
	{ id: 'M214', says: 'Mobile', by: ['apps/portal/src/test/specified-texts.test.ts › M214: Mobile'] },
	{ id: 'M215', says: 'Web', by: ['apps/portal/src/test/specified-texts.test.ts › M215: Web'] },
	{ id: 'M216', says: 'Snail mail or leaflet', by: ['apps/portal/src/test/specified-texts.test.ts › M216: Snail mail or leaflet'] },
	{ id: 'M217', says: 'Webhook', by: ['apps/portal/src/test/specified-texts.test.ts › M217: Webhook'] },
	{ id: 'M218', says: 'Ad', by: ['apps/portal/src/test/specified-texts.test.ts › M218: Ad'] },
	{ id: 'M219', says: 'admin-access client', by: ['apps/portal/src/test/specified-texts.test.ts › M219: admin-access client'] },
	{ id: 'M220', says: 'single page application', by: ['apps/portal/src/test/specified-texts.test.ts › M220: single page application'] },
	{ id: 'M221', says: 'login web component', by: ['apps/portal/src/test/specified-texts.test.ts › M221: login web component'] },
	{ id: 'M222', says: 'light', by: ['apps/portal/src/test/specified-texts.test.ts › M222: light'] },
	{ id: 'M223', says: 'TCF', by: ['apps/portal/src/test/specified-texts.test.ts › M223: TCF'] },
	{ id: 'M224', says: 'English', by: ['apps/portal/src/test/specified-texts.test.ts › M224: English'] },
	{ id: 'M225', says: 'Finnish', by: ['apps/portal/src/test/specified-texts.test.ts › M225: Finnish'] },
	{ id: 'M226', says: 'subject', by: ['apps/portal/src/test/specified-texts.test.ts › M226: subject'] },
	{ id: 'M227', says: 'body', by: ['apps/portal/src/test/specified-texts.test.ts › M227: body'] },
	{ id: 'M228', says: 'simpletext', by: ['apps/portal/src/test/specified-texts.test.ts › M228: simpletext'] },
	{ id: 'M229', says: 'heroimage', by: ['apps/portal/src/test/specified-texts.test.ts › M229: heroimage'] },
	{ id: 'M230', says: 'rawhtml', by: ['apps/portal/src/test/specified-texts.test.ts › M230: rawhtml'] },
	{ id: 'M231', says: 'hold', by: ['apps/portal/src/test/specified-texts.test.ts › M231: hold'] },
	{ id: 'M232', says: 'cancel onboarding', by: ['apps/portal/src/test/specified-texts.test.ts › M232: cancel onboarding'] },
	{ id: 'M233', says: 'onboard', by: ['apps/portal/src/test/specified-texts.test.ts › M233: onboard'] },
	{ id: 'M234', says: 'change status', by: ['apps/portal/src/test/specified-texts.test.ts › M234: change status'] },
	{
		id: 'M235',
		says: 'change type (enterprise or not)',
		by: ['apps/portal/src/test/specified-texts.test.ts › M235: change type (enterprise or not)'],
	},
];
