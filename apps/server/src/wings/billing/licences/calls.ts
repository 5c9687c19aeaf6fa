/** The calls of licences. */
import type { Licence } from '@luvalla/contract/billing/licences.ts';
import * as licences from '@luvalla/contract/billing/licences.ts';
import { BILLING_ZONE } from '@luvalla/contract/constants.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockAccount } from '../credits/store.ts';
import { addDays, dayOf } from '../days.ts';
import { giveLicence, refuseLicence } from './give.ts';
import { asLicence, endLicence, LICENCES, type LicenceRow, narrowedLicences, readLicence, summaryOf } from './store.ts';

/** Days ahead in which an end is soon. */
const SOON_DAYS = 30;

export const recordLicence = recorderOf<LicenceRow>('domain_licence', ({ host, starts_on, until }) => ({
	host,
	starts_on,
	ends_on: addDays(until, -1),
}));

const STATES: Readonly<Record<Licence['state'], Sentences>> = {
	notBegun: { en: 'Not begun', fi: 'Ei alkanut' },
	on: { en: 'On', fi: 'Voimassa' },
	ended: { en: 'Ended', fi: 'Päättynyt' },
};
const columns = (today: string): readonly FileColumn<LicenceRow>[] => [
	{ en: 'Domain', fi: 'Verkkotunnus', of: ({ host }) => host },
	{ en: 'Licence', fi: 'Lisenssi', of: (row, language) => STATES[asLicence(row, today).state][language] },
	{ en: 'Starts', fi: 'Alkaa', of: ({ starts_on }) => starts_on },
	{ en: 'Ends', fi: 'Päättyy', of: ({ ends_on }) => ends_on },
	{ en: 'Ended', fi: 'Päätetty', of: ({ ended_at }) => ended_at?.toISOString() ?? '' },
];

export const licenceRoutes = ({ storage }: Kernel): Route[] => [
	handle(licences.domainLicences, async ({ query, scope: { customerId } }) => {
		const today = dayOf(now());
		const { found, counts } = await storage.inTenant(customerId, async (tx) => ({
			found: await readPage(tx, LICENCES, narrowedLicences(customerId, today, query), query),
			counts: await summaryOf(tx, customerId, today, addDays(today, SOON_DAYS + 1)),
		}));
		return {
			data: found.rows.map((row) => asLicence(row, today)),
			page: pageOf(found.counted, query),
			summary: {
				zone: BILLING_ZONE,
				today,
				domains: counts?.domains ?? 0,
				licensed: counts?.licensed ?? 0,
				endingSoon: counts?.ending_soon ?? 0,
			},
		};
	}),
	handle(licences.domainLicencesFile, async ({ query, scope: { customerId }, language }) => {
		const today = dayOf(now());
		const inTenant = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => await storage.inTenant(customerId, work);
		const rows = walk(inTenant, LICENCES, narrowedLicences(customerId, today, query), query.sort);
		return listFile('licences', language, columns(today), rows);
	}),
	handle(licences.addDomainLicence, async (ask) => {
		const { customerId } = ask.scope;
		const { domainId, startsOn, endsOn, customerId: named = customerId } = ask.body;
		if (named !== customerId) throw refuseLicence('customers_differ');
		return storage.inTurn(customerId, async (tx) => {
			const given = await giveLicence(tx, { customerId, domainId, startsOn, endsOn, by: 'manual' });
			await recordLicence(tx, ask, 'added', given.licence_id, null, given);
			return asLicence(given, dayOf(now()));
		});
	}),
	handle(licences.endDomainLicence, async (ask) => {
		const { customerId } = ask.scope;
		const { licenseId } = ask.params;
		return storage.inTurn(customerId, async (tx) => {
			const [at, today] = [now(), dayOf(now())];
			await lockAccount(tx, customerId);
			const before = await readLicence(tx, customerId, licenseId);
			if (!before) throw refuse('not_found');
			if (before.until <= today || before.ended_at !== null) throw refuseLicence('licence_ended');
			const [until = today] = [today, before.starts_on].sort().reverse();
			await endLicence(tx, customerId, licenseId, until, at);
			const after = await readLicence(tx, customerId, licenseId);
			if (!after) throw refuse('not_found');
			await recordLicence(tx, ask, 'ended', licenseId, before, after);
			return asLicence(after, today);
		});
	}),
];
