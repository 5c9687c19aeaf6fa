/** The portal's calls about visitors: devices, and for how long a domain keeps what people did. */
import * as contract from '@luvalla/contract/profiles/visitors.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { remembersOn } from '../../consent/wing.ts';
import { knownSince, membersOf, readIdentifiers } from '../../people/wing.ts';
import { withinOf } from '../segments/askable.ts';
import { readDevices, readDevicesOf, shownDevices } from './list.ts';
import { readKeepDays, writeKeepDays } from './retention.ts';

/** Domains whose devices are shown; null: all of the customer's. */
const domainIdsOf = ({ domains, domainId }: Scope): string[] | null =>
	domainId !== null ? [domainId] : domains === 'all' ? null : [...domains];

const settingsOf = async (tx: Tx, customerId: number, domainId: string): Promise<contract.EventSettings> => ({
	keepDays: await readKeepDays(tx, customerId, domainId),
	remembers: await remembersOn(tx, customerId, domainId),
});

export const visitorRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handleIn(storage.inReport, contract.devices, async (tx, { query, scope, language }) => {
		const { rows, counted } = await readDevices(tx, scope.customerId, query, domainIdsOf(scope), withinOf(scope), language);
		return { data: await shownDevices(tx, scope.customerId, rows, withinOf(scope)), page: pageOf(counted, query) };
	}),
	handleIn(storage.inTenant, contract.devicesOf, async (tx, { params, scope, language }) => {
		const { customerId } = scope;
		const id = params.id.toLowerCase();
		if ((await knownSince(tx, customerId, id)) === null) throw refuse('not_found');
		const { members } = await membersOf(tx, customerId, id);
		const within = withinOf(scope);
		if (within !== null && (await readIdentifiers(tx, customerId, members, within)).length === 0) throw refuse('not_found');
		return shownDevices(tx, customerId, await readDevicesOf(tx, customerId, members, domainIdsOf(scope), language), within);
	}),
	handle(contract.eventSettings, ({ scope }) =>
		storage.inTenant(scope.customerId, (tx) => {
			if (scope.domainId === null) throw refuse('not_found');
			return settingsOf(tx, scope.customerId, scope.domainId);
		}),
	),
	handleIn(storage.inTenant, contract.changeEventSettings, async (tx, { asker, body, scope }) => {
		const { customerId, domainId } = scope;
		if (domainId === null) throw refuse('not_found');
		const before = await settingsOf(tx, customerId, domainId);
		await writeKeepDays(tx, customerId, domainId, body.keepDays);
		await recordActivity(tx, customerId, asker, {
			action: 'changed',
			thing: 'domain',
			thingId: domainId,
			before: { eventKeepDays: before.keepDays },
			after: { eventKeepDays: body.keepDays },
		});
		return { ...before, keepDays: body.keepDays };
	}),
];
