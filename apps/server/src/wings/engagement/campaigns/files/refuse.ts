import type { Scope } from '#kernel/access/decide.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { channelBy } from '../../channels/all.ts';
import { type FilingChannel, isFiling } from '../../channels/channel.ts';
import type { Work } from '../../send/lease.ts';
import { personSeen } from '../deliveries.ts';
import { hasOthers } from './store.ts';
export const refuseFile = refusals({
	file_gone: [
		404,
		'This file is not there any more. Execute the campaign again to make it anew.',
		'Tiedostoa ei enää ole. Suorita kampanja uudelleen, niin se tehdään uudestaan.',
	],
	file_not_taken: [
		409,
		'Nobody took the file that this one would remove people from.',
		'Tiedostoa, josta tämä poistaisi henkilöitä, ei ole kukaan ladannut.',
	],
	file_making: [
		409,
		'Somebody is taking a file of this run at this moment. Try again in a minute.',
		'Joku lataa juuri tämän ajon tiedostoa. Yritä hetken kuluttua uudelleen.',
	],
	file_of_others: [
		403,
		'It names people who are known on other domains alone. Whoever looks after the whole customer takes it.',
		'Siinä on henkilöitä, jotka tunnetaan vain muissa verkkotunnuksissa. Sen lataa se, joka hoitaa koko asiakkuutta.',
	],
	creative_fails: [422, 'The creative cannot be made: look at its content.', 'Mainosaineistoa ei voi muodostaa: tarkista sen sisältö.'],
});

export const rowsOfTable = ({ lane }: Work): FilingChannel['rowsOf'] => {
	const channel = channelBy(lane.channel);
	return isFiling(channel) ? channel.rowsOf : undefined;
};

/**
 * A file names everybody in it, and cannot leave out whom a domain's own admin may not see: the network or printing house would be told of
 * others than were counted. @throws Refused 403 where somebody in it is known on none of the asker's domains
 */
export const demandAllSeen = async (tx: Tx, scope: Scope, work: Work): Promise<void> => {
	if (!(await areAllSeen(tx, scope, work))) throw refuseFile('file_of_others');
};

export const areAllSeen = async (tx: Tx, scope: Scope, work: Work): Promise<boolean> => {
	for (const seen of personSeen(scope)) if (await hasOthers(tx, scope.customerId, work, seen)) return false;
	return true;
};
