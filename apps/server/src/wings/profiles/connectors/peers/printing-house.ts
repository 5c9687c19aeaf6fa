/** A house that prints: nothing leads to it, somebody carries the file there. What can be tested is whether its settings say all that a file needs. */
import { type Peer, text } from './peer.ts';

export const printingHouse: Peer = {
	test: async ({ config }) => ({
		message: {
			en: `Nothing is connected to: the file is taken from a run’s page. Posted in ${text(config, 'country')}.`,
			fi: `Yhteyttä ei avata: tiedosto ladataan ajon sivulta. Postitusmaa ${text(config, 'country')}.`,
		},
	}),
	where: (config) => text(config, 'house'),
};
