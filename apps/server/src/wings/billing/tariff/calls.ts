/** The tariff, as calls. */
import * as contract from '@luvalla/contract/billing/tariff.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { pricesNow } from './prices.ts';
import { insertTariff, type TariffRow, tariffRowAt, tariffsAfter, tariffsBefore } from './store.ts';

const refuseTariff = refusals({
	tariff_past: [
		422,
		'A tariff begins now or later: what was used until now keeps its prices.',
		'Hinnasto alkaa nyt tai myöhemmin: tähänastinen käyttö säilyttää hintansa.',
	],
	tariff_taken: [409, 'Another tariff begins at this very moment.', 'Samalla hetkellä alkaa jo toinen hinnasto.'],
});

/** Clocks of two machines may differ by so much. */
const AGO_MS = 60_000;

const told = ({ since, prices }: TariffRow) => ({ since: since.toISOString(), prices });

export const tariffRoutes = ({ storage, settings }: Kernel): Route[] => {
	const shown = async (tx: Tx): Promise<contract.Tariff> => {
		const at = now();
		const { currency, creditPriceCents } = settings;
		return {
			since: (await tariffRowAt(tx, at))?.since.toISOString() ?? null,
			prices: await pricesNow(tx),
			currency,
			creditPriceCents,
			next: (await tariffsAfter(tx, at)).map(told),
			past: (await tariffsBefore(tx, at)).map(told),
		};
	};
	return [
		handle(contract.readTariff, () => storage.inPlatform(shown)),
		handle(contract.setTariff, ({ asker, body: { since, prices } }) =>
			storage.inPlatform(async (tx) => {
				const at = now();
				const from = since === undefined ? at : new Date(since);
				if (from.getTime() < at.getTime() - AGO_MS) throw refuseTariff('tariff_past');
				// What is past keeps its prices, to the moment.
				const begins = new Date(Math.max(from.getTime(), at.getTime()));
				const before = await pricesNow(tx);
				if ((await insertTariff(tx, newId(), begins, prices, at, asker.actorId ?? asker.userId)) === 0) throw refuseTariff('tariff_taken');
				await recordPlatformActivity(tx, asker, {
					...{ action: 'changed', thing: 'tariff', thingId: begins.toISOString() },
					...{ before, after: { ...prices, since: begins.toISOString() } },
				});
				return shown(tx);
			}),
		),
	];
};
