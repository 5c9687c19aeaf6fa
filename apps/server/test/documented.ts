/** Whatever a test is refused with must stand in the OpenAPI document of the call. */
import { allCalls } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import { addressesOf } from '../src/kernel/http/calls.ts';
import { knownCodes } from '../src/kernel/http/errors.ts';
import { codesOf, statusesOf } from '../src/kernel/http/openapi.ts';

const ADDRESSES = allCalls.map((call) => ({
	call,
	addresses: addressesOf(call).map((address) => new RegExp(`^${address.replace(/:\w+/g, '[^/?]+').replace(/\/$/, '')}/*([?]|$)`, 'i')),
}));

/** Several calls may have an address of this form: a literal one and one with a name in its place. */
const callsAt = (method: string, url: string) =>
	ADDRESSES.filter(({ call, addresses }) => call.method === method && addresses.some((one) => one.test(url))).map(({ call }) => call);

/** @throws Error when a call answers a status that the document does not have for it */
export const demandDocumented = (method: string, url: string, status: number): void => {
	if (status < 400) return;
	const calls = callsAt(method, url);
	const codes = knownCodes();
	if (calls.length === 0 || calls.some((call) => statusesOf(call, codesOf(call, codes)).includes(String(status)))) return;
	throw new Error(`${calls.map(nameOf).join(' or ')} answered ${status}, which its OpenAPI document does not know.`);
};
