/** The normal user's own consents: what holds at each customer that knows their address, the history, and changing one's mind. */
import * as z from 'zod';
import { call } from '../call.ts';
import { CHANNELS } from '../channels.ts';
import { CustomerId, Id } from '../fields.ts';
import { OtherAddress } from '../people/addresses.ts';
import { OwnCap } from '../people/own-choice.ts';
import { Receipt } from './proof.ts';

export const MyPurpose = z.object({
	purposeId: Id,
	/** In the asker's language, as it stands now. */
	name: z.string(),
	about: z.string(),
	/** Which words these are. */
	version: z.int(),
	/** Null: never asked, or not any more. */
	value: z.boolean().nullable(),
	/** The words have changed materially since the yes, so it is not acted upon. */
	outdated: z.boolean(),
	at: z.string().nullable(),
	/** Newest first; at most 50. */
	history: z.array(z.object({ recordId: Id, value: z.boolean(), at: z.string(), how: z.string() })),
});
export type MyPurpose = z.infer<typeof MyPurpose>;

/** What the asker chose of what they permit. */
export const MyOwnChoice = z.object({
	/** Channels that anything comes by, on any domain on which they answered, and those that they have off. */
	channels: z.array(z.object({ channel: z.enum(CHANNELS), isOn: z.boolean() })),
	cap: OwnCap.nullable(),
});
export type MyOwnChoice = z.infer<typeof MyOwnChoice>;

export const MyCustomer = z.object({
	customerId: CustomerId,
	customer: z.string(),
	own: MyOwnChoice,
	domains: z.array(z.object({ domainId: Id, domain: z.string(), purposes: z.array(MyPurpose) })),
	/** Further addresses that the customer knows the asker by. What was said under one that is not confirmed is not shown; a no said there stands. */
	others: z.array(OtherAddress),
});
export type MyCustomer = z.infer<typeof MyCustomer>;

const mine = { may: ['user'], on: 'self', failure: 'error occured' } as const;

export const myConsents = call({
	...mine,
	method: 'GET',
	path: '/account/consents',
	about:
		'Purposes of every domain on which anything was answered under an address of the asker’s (the one signed in with, and those confirmed since), with the present answer and its history.',
	answer: z.array(MyCustomer),
});

export const answerMine = call({
	...mine,
	method: 'POST',
	path: '/account/consents',
	about:
		'The asker’s own answers, effective at once. Only for customers and purposes that GET /account/consents lists (404 otherwise). `version` says to which words, as they were shown; without it, to those of now. A yes never turns a no that was said under an address that is not confirmed. In an assisted session only a no is taken, and the record says who acted (403 assisted_yes).',
	body: z.object({
		customerId: CustomerId,
		answers: z
			.array(z.object({ purposeId: Id, value: z.boolean(), version: z.int().optional() }))
			.min(1)
			.max(100),
	}),
	answer: z.array(MyCustomer),
});

export const chooseMine = call({
	...mine,
	method: 'POST',
	path: '/account/consents/choice',
	about:
		'Channels on or off, and how many messages at most (null: as many as come), of what the asker permits; effective at once. It permits nothing. Only for customers that GET /account/consents lists (404 otherwise). 409 others_unconfirmed: a channel is not turned on while the customer knows the asker by an email address that they have not confirmed. In an assisted session only less is chosen (403 assisted_more).',
	body: z.object({
		customerId: CustomerId,
		channels: z
			.array(z.object({ channel: z.enum(CHANNELS), isOn: z.boolean() }))
			.max(CHANNELS.length)
			.default([]),
		cap: OwnCap.nullable().optional(),
	}),
	answer: z.array(MyCustomer),
});

export const myReceipt = call({
	...mine,
	method: 'GET',
	path: '/account/consents/{id}/receipt',
	about: 'The receipt of one of the asker’s own records. 404 for anybody else’s; 409 not_sealed in its first two minutes.',
	params: z.object({ id: Id }),
	answer: Receipt,
});

export const myProof = call({
	...mine,
	method: 'GET',
	path: '/account/consents/{id}/proof',
	about:
		'Whether the proof of one of the asker’s own records holds, checked now from the stored row to the signatures; `sealing` in its first two minutes. 404 for anybody else’s.',
	params: z.object({ id: Id }),
	answer: z.object({ proof: z.enum(['holds', 'fails', 'sealing']) }),
});

export const myReceiptPdf = call({
	...mine,
	method: 'GET',
	path: '/account/consents/{id}/receipt/pdf',
	about: 'The same as a PDF, base64, in the language of Accept-Language.',
	params: z.object({ id: Id }),
	answer: z.object({ name: z.string(), type: z.literal('application/pdf'), base64: z.string() }),
});

export const myData = call({
	...mine,
	method: 'GET',
	path: '/account/data',
	about:
		'Everything kept about the asker as a JSON file: the account with its sessions, passkeys, rights, applications, mails, views and messages to the operator; and at each customer what was said under the asker’s addresses, as GET /account/consents knows them, with every record. Wants fresh proof of who asks (403 confirm_identity).',
	answer: z.string(),
	file: 'application/json',
});

export const eraseMine = call({
	...mine,
	method: 'DELETE',
	path: '/account/consents/{customerId}',
	about:
		'Erases what a customer keeps of the asker, at once: every record under an address that is proven to be theirs, with its salt, and these addresses. The log keeps signed erasure leaves; a keyed hash of each address and purpose refused stays, so that no yes from before holds again. What was said under an address that is not confirmed stays. 404 where nothing is kept. Wants fresh proof of who asks (403 confirm_identity).',
	params: z.object({ customerId: CustomerId }),
	answer: z.object({
		erased: z.int(),
		/** Addresses and purposes of which a no is remembered. */
		remembered: z.int(),
	}),
	success: 'Your data was erased successfully.',
});
