/** What follows from answers once they stand in the log: segments that banners name for a category. */
import { fillsSegments, saidIn, type TailReader } from '../../consent/wing.ts';
import { clustersOf, lockPeople } from '../../people/wing.ts';
import { settleChoices } from '../segments/choices.ts';

/** Reads every answer once, in the log's order; what it does follows from what holds, so that doing it again changes nothing. */
export const readAnswers: TailReader = {
	name: 'choices',
	most: 500,
	wanted: fillsSegments,
	async take(tx, customerId, records) {
		const said = await saidIn(tx, customerId, records);
		if (said.length === 0) return;
		await lockPeople(tx, customerId);
		const clusters = await clustersOf(tx, customerId, new Set(said.map(({ person }) => person)));
		await settleChoices(tx, customerId, [...new Set(clusters.values())], [...new Set(said.map(({ purposeId }) => purposeId))]);
	},
};
