/** Giving a domain a licence: one at a time, whoever gives it. */
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readDomain } from '../../tenancy/wing.ts';
import { lockAccount } from '../credits/store.ts';
import { addDays, dayOf, daysBetween, lastOfMonths } from '../days.ts';
import { insertLicence, type LicenceRow, licencesFrom, readLicence } from './store.ts';

export const refuseLicence = refusals({
	licence_overlaps: [
		409,
		'This domain has a licence for some of these days already.',
		'Verkkotunnuksella on jo lisenssi osalle näistä päivistä.',
	],
	licence_ended: [409, 'This licence has ended already.', 'Tämä lisenssi on jo päättynyt.'],
	customers_differ: [400, 'The customer in the address and in the body differ.', 'Osoitteen ja sisällön asiakas eivät ole sama.'],
});

export interface Given {
	readonly customerId: number;
	readonly domainId: string;
	readonly startsOn: string;
	/** Included. */
	readonly endsOn: string;
	readonly by: 'manual' | 'voucher';
}

/** The first day from `from` on at which so many days are free. @param taken a domain's licences, the earliest first */
export const freeFrom = (taken: readonly Pick<LicenceRow, 'starts_on' | 'until'>[], from: string, days: number): string => {
	let start = from;
	for (const { starts_on, until } of taken) {
		if (starts_on >= addDays(start, days)) break;
		if (until > start) start = until;
	}
	return start;
};

/**
 * Gives it, in the caller's transaction, with the customer's account held so that two who give at once do so one after the other.
 * @throws Refused 404 when the domain is not the customer's, 409 licence_overlaps
 */
export const giveLicence = async (tx: Tx, { customerId, domainId, startsOn, endsOn, by }: Given): Promise<LicenceRow> => {
	await lockAccount(tx, customerId);
	const domain = await readDomain(tx, customerId, domainId);
	if (!domain) throw refuse('not_found');
	const until = addDays(endsOn, 1);
	const taken = await licencesFrom(tx, customerId, domainId, startsOn);
	const [first] = taken;
	if (first && first.starts_on < until) {
		const free = freeFrom(taken, startsOn, daysBetween(startsOn, until));
		throw refuseLicence('licence_overlaps', {
			startsOn: {
				en: `There is one already until ${addDays(first.until, -1)}. Start on ${free}`,
				fi: `Lisenssi on jo ${addDays(first.until, -1)} asti. Aloita ${free}`,
			},
			freeFrom: { en: free, fi: free },
		});
	}
	const id = newId();
	await insertLicence(tx, customerId, { id, domainId, host: domain.host, startsOn, endsOn, until, by, at: now() });
	const given = await readLicence(tx, customerId, id);
	if (!given) throw new Error('A licence that was written is not there.');
	return given;
};

export interface GivenMonths extends Pick<Given, 'customerId' | 'domainId' | 'by'> {
	readonly months: number;
}

/** Gives so many months, from today or from the first day on which they are free. @throws Refused 404 when the domain is not the customer's */
export const giveMonths = async (tx: Tx, { months, ...to }: GivenMonths): Promise<LicenceRow> => {
	await lockAccount(tx, to.customerId);
	let startsOn = dayOf(now());
	const taken = await licencesFrom(tx, to.customerId, to.domainId, startsOn);
	// The earliest first: once one lies behind all of the months, so do those after it.
	for (const { starts_on, until } of taken) if (starts_on <= lastOfMonths(startsOn, months) && until > startsOn) startsOn = until;
	return giveLicence(tx, { ...to, startsOn, endsOn: lastOfMonths(startsOn, months) });
};

/** Whether a domain has a licence on this day. */
export const isLicensed = async (tx: Tx, customerId: number, domainId: string, on: string): Promise<boolean> =>
	(await licencesFrom(tx, customerId, domainId, on)).some(({ starts_on }) => starts_on <= on);
