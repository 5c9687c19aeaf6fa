/** The normal user's own devices: browsers that sites remember, and apps that take messages. */
import * as z from 'zod';
import { call } from '../call.ts';
import { At, CustomerId } from '../fields.ts';
import { PLATFORMS } from './api.ts';
import { DEVICE_KINDS } from './visitors.ts';

export const MyDevice = z.object({
	/** Names it within its customer. */
	id: z.string(),
	what: z.enum(['browser', 'app']),
	domain: z.string(),
	/** Of a browser: families of browser and system; `other` where it is not known. */
	browser: z.string().nullable(),
	system: z.string().nullable(),
	kind: z.enum(DEVICE_KINDS).nullable(),
	/** Of an app. */
	platform: z.enum(PLATFORMS).nullable(),
	/** The purpose whose yes lets a browser be remembered. */
	purpose: z.string().nullable(),
	/** It gets messages. */
	pushes: z.boolean(),
	firstSeenAt: At,
	lastSeenAt: At,
});
export type MyDevice = z.infer<typeof MyDevice>;

export const MyDevices = z.object({
	customerId: CustomerId,
	customer: z.string(),
	devices: z.array(MyDevice),
	/** The customer knows the asker by an address that they have not confirmed: until then no device is told, since it may be somebody else's. */
	closed: z.boolean(),
});
export type MyDevices = z.infer<typeof MyDevices>;

const mine = { may: ['user'], on: 'self', failure: 'error occured' } as const;

export const myDevices = call({
	...mine,
	method: 'GET',
	path: '/account/devices',
	about:
		'The asker’s own devices at each customer that knows their address, those seen last first: browsers that may be remembered, and apps that take messages.',
	answer: z.array(MyDevices),
});

export const forgetMyDevice = call({
	...mine,
	method: 'DELETE',
	path: '/account/devices/{customerId}/{id}',
	about:
		'Forgets a device of the asker’s own, at once: a browser is not remembered until it is allowed on its site again, and neither gets messages. 404 for anybody else’s.',
	params: z.object({ customerId: CustomerId, id: z.string().regex(/^([0-9a-f-]{36}|[0-9a-f]{64})$/) }),
	answer: z.object({ id: z.string() }),
	success: 'The device was forgotten.',
});
