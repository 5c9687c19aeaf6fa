/**
 * The channel of ads on other sites: a run becomes lists of hashed people, in the forms in which ad networks read them, which somebody takes
 * from here and uploads there. What people are shown, the creative, is one for all of them.
 */
import { type FilingChannel, knownOf, type Sheets } from '../channel.ts';
import { fromCustomer } from '../from-customer.ts';
import { knownAddress } from './address.ts';
import { google } from './google.ts';
import { meta } from './meta.ts';

/** People of one part: what is kept of each is their place. */
const MOST = 2_000;

export const ad: FilingChannel = {
	word: 'ad',
	address: knownAddress,
	// Nothing leads to a network: somebody carries the file.
	connector: 'ad-network',
	shares: true,
	forms: [google, meta],
	price: (_connector, tariff) => tariff.ad,
	goesWithout: () => true,
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	sender: fromCustomer,
	reference: () => null,
	sheets: (_parts, _customerId, _plan, lane): Promise<Sheets> =>
		Promise.resolve({
			most: MOST,
			type: 'text/plain',
			ending: 'txt',
			// Places alone: the lists are made when they are taken, of those who permit it then.
			make: (people, settle) => {
				const places = people.flatMap((one) => {
					const cells = google.cells(knownOf(one));
					settle(
						one,
						cells === null
							? { state: 'failed', reason: 'bad_address', said: '' }
							: { state: 'accepted', said: '', size: cells.join().length, costMicros: lane.priceMicros },
					);
					return cells === null ? [] : [`${one.entry}\n`];
				});
				return Promise.resolve(Buffer.from(places.join('')));
			},
			join: (parts) => parts,
		}),
	reports: () => Promise.resolve(null),
};
