/** What follows from answers once they stand in the log: segments that banners name for a category, and whose a visitor's device is. */
import { saidIn, type TailReader } from '../../consent/wing.ts';
import { clustersOf, lockPeople } from '../../people/wing.ts';
import { canFill, settleChoices } from '../segments/choices.ts';
import { endDevices, hasDevices, holdDevices, linkDevices, refusedOf, settleDevices } from './store.ts';

/** The visitor's record that an answer came from. */
const ORIGIN = /^record ([0-9a-f-]{36})$/;

/** Reads every answer once, in the log's order; what it does follows from what holds, so that doing it again changes nothing. */
export const readAnswers: TailReader = {
	name: 'choices',
	most: 500,
	wanted: async (tx, customerId) => (await canFill(tx, customerId)) || hasDevices(tx, customerId),
	async take(tx, customerId, records) {
		const said = await saidIn(tx, customerId, records);
		if (said.length === 0) return;
		await lockPeople(tx, customerId);
		const clusters = await clustersOf(tx, customerId, new Set(said.map(({ person }) => person)));
		const touched = [...new Set(clusters.values())];
		await settleChoices(tx, customerId, touched, [...new Set(said.map(({ purposeId }) => purposeId))]);
		// A visitor who turned out to be somebody brings the device along, unless that person says no.
		const brought = said.flatMap(({ source, how, person }) => {
			const [, id] = how === 'identification' ? (ORIGIN.exec(source ?? '') ?? []) : [];
			return id === undefined ? [] : [{ id, person, kept: clusters.get(person)?.kept ?? person }];
		});
		const held = await holdDevices(
			tx,
			customerId,
			brought.map(({ id }) => id),
		);
		const found = brought.flatMap((one) => {
			const device = held.get(one.id);
			return device && device.person === null ? [{ ...one, purposeId: device.purpose_id }] : [];
		});
		const refused = await refusedOf(
			tx,
			customerId,
			found.map(({ kept, purposeId }) => ({ person: kept, purposeId })),
		);
		const isOver = ({ kept, purposeId }: { kept: string; purposeId: string }) => refused.has(`${kept} ${purposeId}`);
		await endDevices(
			tx,
			customerId,
			found.filter(isOver).map(({ id }) => id),
		);
		for (const [person, own] of Map.groupBy(
			found.filter((one) => !isOver(one)),
			(one) => one.person,
		))
			await linkDevices(
				tx,
				customerId,
				person,
				own.map(({ id }) => id),
			);
		await settleDevices(tx, customerId, touched);
	},
};
