/** What templates say of a person and of who writes, as it is known now. */
import { refuse } from '#kernel/http/errors.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clustersOf, knownSince, namesOf } from '../../people/wing.ts';
import { readFacts } from '../../profiles/wing.ts';
import { readCustomer, readDomain } from '../../tenancy/wing.ts';
import type { Facts, Links } from '../message.ts';

const SenderRow = row({ name: text, address: text, postal: text });

/** Who writes on a domain: its oldest sender, and before there is one the customer. */
const senderOf = async (tx: Tx, customerId: number, domainId: string | null): Promise<Pick<Facts, 'domain' | 'customer' | 'sender'>> => {
	const customer = await readCustomer(tx, customerId);
	const domain = domainId === null ? null : await readDomain(tx, customerId, domainId);
	const [sender] =
		domainId === null
			? []
			: await tx.rows(
					SenderRow,
					sql`select name, address, postal from sender
					where customer_id = ${customerId} and domain_id = ${domainId} order by created_at limit 1`,
				);
	const name = customer?.name ?? '';
	return {
		domain: { name: domain?.host ?? '' },
		customer: { name },
		sender: sender ?? { name, address: domain === null ? '' : `no-reply@${domain.host}`, postal: customer?.address ?? '' },
	};
};

/** Somebody who is nobody, for looking at a letter. */
const EXAMPLE: Facts['person'] = {
	first_name: 'Emma',
	last_name: 'Lindholm',
	email: 'emma.lindholm@example.com',
	phone: '+358401234567',
	external_id: '10001',
	street: 'Linnankatu 12 A 3',
	postal_code: '20100',
	city: 'Turku',
	country: 'FI',
	locale: 'fi-FI',
	language: 'fi',
};

/** An example person, to whom a domain writes. */
export const exampleFacts = async (tx: Tx, customerId: number, domainId: string | null, language: string): Promise<Facts> => ({
	...(await senderOf(tx, customerId, domainId)),
	person: { ...EXAMPLE, locale: language, language },
	attributes: {},
	campaign: { title: '' },
});

/**
 * What is known of somebody.
 * @param within the domains on which whoever asks may see people; null: everybody
 * @throws Refused 404 for whom they may not see
 */
export const factsOfPerson = async (
	tx: Tx,
	customerId: number,
	person: string,
	within: string[] | null,
	domainId: string | null,
): Promise<Facts> => {
	const id = person.toLowerCase();
	if ((await knownSince(tx, customerId, id)) === null) throw refuse('not_found');
	const names = (await namesOf(tx, customerId, [id], within)).get(id) ?? [];
	if (within !== null && names.length === 0) throw refuse('not_found');
	const kept = (await clustersOf(tx, customerId, [id])).get(id)?.kept ?? id;
	const facts = (await readFacts(tx, customerId, [kept])).get(kept) ?? {};
	const nameOf = (kind: string): string | null => names.find((one) => one.kind === kind)?.value ?? null;
	return {
		...(await senderOf(tx, customerId, domainId)),
		person: {
			first_name: facts.firstName ?? null,
			last_name: facts.lastName ?? null,
			email: nameOf('email'),
			phone: nameOf('phone'),
			external_id: nameOf('externalId'),
			street: facts.street ?? null,
			postal_code: facts.postalCode ?? null,
			city: facts.city ?? null,
			country: facts.country ?? null,
			locale: facts.locale ?? null,
			language: facts.locale?.split('-')[0] ?? null,
		},
		attributes: facts.attributes ?? {},
		campaign: { title: '' },
		zone: facts.timeZone,
	};
};

/** Addresses of a letter that goes to nobody in particular: nothing of them is counted, nobody is unsubscribed by them. */
export const trialLinks = (publicUrl: string): Links => ({
	unsubscribe: `${publicUrl}/u/trial`,
	why: `${publicUrl}/u/trial`,
	preferences: `${publicUrl}/u/trial`,
	through: (url) => url,
	pixel: null,
});

/** Addresses of a message that is only looked at: where its links are shortened, they are as long as they will be. */
export const previewLinks = (publicUrl: string): Links => {
	const own = `${publicUrl}/u/preview`;
	return { unsubscribe: own, why: own, preferences: own, through: (url) => `${publicUrl}/t/l/preview/0?to=${url}`, pixel: null };
};
