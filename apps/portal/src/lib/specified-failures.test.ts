/** Texts of the specification at the calls that they belong to: what shows when the server says nothing, and instead of an empty payload. */
import { allCalls } from '@luvalla/contract/all';
import { type CallShape, nameOf } from '@luvalla/contract/call';
import { expect, it, vi } from 'vitest';
import { server } from '../test/setup.ts';
import { send } from './client.ts';
import { CallFailure, EmptyPayload } from './failure.ts';
import { refuses } from './handlers.ts';

const callOf = (name: string) => {
	const found = allCalls.find((call) => nameOf(call) === name);
	if (!found) throw new Error(`There is no call ${name}.`);
	return found;
};
/** Something for each part of the request: what it is does not matter to whoever is refused. */
const anything = ({ method, path }: CallShape) => ({
	params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'x'])),
	query: { q: 'x' },
	...(method !== 'GET' && { body: { q: 'x' } }),
});

/** By their number in the specification's list: a call that fails with it. */
const failures = [
	['M021', 'POST /account/magiclinkinviteconfirmation', 'We faced problem while validating your invitation.'],
	['M022', 'GET /Voucher/{code}', 'This voucher is not valid, please check !!'],
	['M027', 'GET /user/users', 'Could not load users'],
	['M028', 'PUT /user/roles', 'Could not update user'],
	['M029', 'DELETE /user', 'Could not delete user'],
	['M030', 'GET /customer/{id}/domain', 'Could not load domains'],
	['M031', 'PUT /user/domains', 'Could not assign domains for the selected user.'],
	['M032', 'POST /account/loginasuser', 'Could not login as user'],
	['M034', 'GET /manage/channel', 'Channels not found'],
	['M035', 'GET /manage/constellation', 'Oops, we could not load your constellations, please try again later.'],
	['M036', 'GET /manage/constellation/{id}/contents', 'Oops, we could not load selected constellation, please try again later.'],
	['M037', 'GET /manage/constellation/{id}/uat', 'We encountered a problem while sending UAT email. Please try again later.'],
	['M038', 'PUT /manage/constellation/{id}/publish', 'We encountered a problem while publishing constellation. Please try again later.'],
	['M039', 'POST /manage/campaign/{id}/execute', 'We encountered a problem while executing the campaign.'],
	['M040', 'POST /manage/campaign/{id}/stop', 'We encountered a problem while stopping the campaign.'],
	['M041', 'PUT /manage/Campaign', 'Could not update campaign'],
	['M042', 'PUT /manage/audience', 'Could not update audience'],
	['M043', 'PUT /manage/content', 'Could not update content'],
	['M044', 'PUT /manage/domain', 'Could not update domain'],
	['M045', 'PUT /manage/client', 'Could not update application'],
	['M046', 'DELETE /manage/content', 'Could not delete content'],
	['M047', 'DELETE /manage/domain', 'Could not delete domain'],
	['M048', 'DELETE /manage/client/{id}', 'Could not delete application'],
	['M049', 'DELETE /manage/customer/{customerId}/customdomain/{id}', 'Could not delete custom domain'],
	['M050', 'DELETE /cmpconfigurator/lightconfig/{folder}', 'Could not delete configuration'],
	['M057', 'GET /cmpconfigurator/templates/light', 'Invalid template'],
	['M058', 'GET /cmpconfigurator/lightcmpbundle', 'Invalid version'],
	['M059', 'GET /cmpconfigurator/templates/light/{template}', 'Invalid path'],
	['M060', 'GET /manage/Connector/Customer/{id}', 'Something went wrong'],
	['M061', 'GET /role/', 'error occured'],
	['M065', 'GET /admin/activity', 'Opps, we faced problems while fetching activity data.'],
	['M066', 'GET /admin/luvalladomains', 'Opps, we faced problems while fetching domains.'],
	['M067', 'GET /customer/current/{id}', 'Failed to fetch the customer details.'],
	['M068', 'DELETE /customer/{id}/deletecustomerscandomain', 'Failed to remove the domain.'],
	['M069', 'POST /domain', 'Failed to add the domain.'],
	['M070', 'PUT /customer/onboard', 'Customer onboarding Failed.'],
	['M071', 'PUT /customer', 'Customer updation Failed.'],
	['M072', 'POST /manage/domain/deletionrequest', 'Sorry, we could not process your request for domain deletion.'],
	['M073', 'GET /manage/domain/deletionrequest', 'We faced problem, please try again.'],
	['M074', 'POST /payment', 'We count not process your payment, please try again later.'],
	['M075', 'PUT /payment', 'We count not process refund, please try again later.'],
	['M076', 'POST /payment/stripe', 'Error while purchasing credit'],
	['M078', 'GET /Voucher/report', 'We could not fetch vouchers'],
	['M079', 'PUT /voucher/{customerId}/{code}', 'We could not redeem your voucher.'],
	['M080', 'POST /Voucher/Manual', 'We could not add new voucher.'],
	['M083', 'PUT /user', 'Failed to update your profile please try later.'],
	['M084', 'GET /customer/ledgerbalance', 'Failed to get ledger report balance.'],
	['M085', 'POST /customer/register', 'There was an error while registering you as customer, please contact support.'],
	['M087', 'GET /manage/customer/{customerId}/customdomain/validate/dns/{domain}', 'Error while validating DNS.'],
	['M088', 'GET /firstpartyapps', 'Error while fetching Apps'],
	['M089', 'POST /firstpartyapp', 'Error while adding Apps'],
	['M090', 'PUT /firstpartyapp', 'Error while updating App'],
	['M091', 'DELETE /customerdomainapp/{id}', 'Error while deleting App'],
	['M092', 'PUT /customerdomainapp/{id}', 'Error while changing status of App'],
	['M093', 'GET /cmpconfigurator/gvlfile', 'Error while fetching gvl versions'],
	['M094', 'POST /user/contactus', 'Could not submit feedback.Please try again later.'],
] as const;

it.each(failures)('%s: %s that fails without a word of the server says “%s”', async (_id, name, text) => {
	const call = callOf(name);
	server.use(refuses(call, 500, { code: 'unexpected' }));
	const failure = await send(call, anything(call)).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(CallFailure);
	expect(failure).toMatchObject({ message: text, status: 500 });
	// What the server says is shown as it says it.
	server.use(refuses(call, 400, { error: 'Server says no.', code: 'no' }));
	await expect(send(call, anything(call))).rejects.toThrow(/^Server says no\.$/);
});

const empty = [
	['POST /manage/content', 'Please enter valid content details'],
	['PUT /manage/content', 'Please enter valid content details'],
	['DELETE /manage/content', 'Please enter valid content details'],
	['POST /manage/audience', 'Please enter valid audidence details'],
	['PUT /manage/audience', 'Please enter valid audidence details'],
	['DELETE /manage/audience', 'Please enter valid audidence details'],
	['POST /manage/Campaign', 'Please enter valid campaign details'],
	['PUT /manage/Campaign', 'Please enter valid campaign details'],
	['DELETE /manage/Campaign', 'Please enter valid campaign details'],
	['POST /domain', 'Please enter valid domain details'],
	['PUT /manage/domain', 'Please enter valid domain details'],
	['POST /manage/client', 'Please enter valid application details'],
	['PUT /manage/client', 'Please enter valid application details'],
	['POST /manage/customer/{id}/customdomain', 'Please enter valid custom domain details'],
	['POST /cmpconfigurator/lightconfig', 'Please enter valid configuration details'],
	['POST /cmpconfigurator/tcfconfig', 'Please enter valid configuration details'],
	['POST /customer', 'Please enter valid customer details'],
	['PUT /customer', 'Please enter valid customer details'],
	['POST /customer/register', 'Please enter valid customer details'],
	['POST /Voucher/Manual', 'Please enter valid voucher details'],
	['POST /account/invite', 'Please enter valid invite details'],
	['DELETE /customer/customeruser', 'Please enter valid team member details'],
	['POST /customer/{id}/domainlicense', 'Please enter valid domain license details'],
	['POST /account/magiclinkinviteconfirmation', 'We faced problem while validating your invitation.'],
] as const;

it.each(empty)('%s with an empty payload is not sent: “%s”', async (name, text) => {
	const call = callOf(name);
	const fetched = vi.spyOn(globalThis, 'fetch');
	const failure = await send(call, { ...anything(call), query: {}, body: {} }).catch((error: unknown) => error);
	expect(failure).toBeInstanceOf(EmptyPayload);
	expect(failure).toMatchObject({ message: text });
	expect(fetched).not.toHaveBeenCalled();
	fetched.mockRestore();
});

it.each(['POST /customer/register', 'POST /customer', 'PUT /user'])('a 401 of %s is ignored', async (name) => {
	const call = callOf(name);
	server.use(refuses(call, 401, { code: 'unauthenticated' }));
	expect(await send(call, anything(call))).toEqual({ signedIn: false });
});
