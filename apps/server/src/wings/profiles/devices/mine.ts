/** A signed-in person's own devices: browsers that sites remember and apps that take messages, where nobody else's address leads to them. */
import { createHash } from 'node:crypto';
import { forgetMyDevice, type MyDevice, type MyDevices, myDevices } from '@luvalla/contract/profiles/my-devices.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { customersKnowing, lockPeople, type Mine, readMine } from '../../people/wing.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { readDevicesOf } from '../visitors/list.ts';
import { endDevices, lockDevices } from '../visitors/store.ts';
import { subscriptionsOfIds } from '../visitors/subscriptions.ts';
import { livingOf, removeTokens, tokensOf } from './store.ts';

/** A token opens an app to whoever sends to it: it is named by its hash. */
const nameOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Somebody else may be the one whom an address leads to that the asker has not confirmed. */
const isClosed = ({ foreign }: Mine): boolean => foreign.size > 0;

const devicesAt = async (tx: Tx, customerId: number, { cluster: { members } }: Mine, language: string): Promise<MyDevice[]> => {
	const pushed = new Set(
		(await subscriptionsOfIds(tx, customerId, members, null)).flatMap((one) => (one.dead_at === null ? [one.device_id] : [])),
	);
	const browsers = (await readDevicesOf(tx, customerId, members, null, language)).map(
		(one): MyDevice => ({
			...{ id: one.device_id, what: 'browser', domain: one.host, browser: one.browser, system: one.system, kind: one.kind },
			...{ platform: null, purpose: one.purpose, pushes: pushed.has(one.device_id) },
			firstSeenAt: one.first_seen_at.toISOString(),
			lastSeenAt: one.last_seen_at.toISOString(),
		}),
	);
	const apps = livingOf(await tokensOf(tx, customerId, members, null)).map(
		(one): MyDevice => ({
			...{ id: nameOfToken(one.token), what: 'app', domain: one.host, browser: null, system: null, kind: null },
			...{ platform: one.platform, purpose: null, pushes: true },
			firstSeenAt: one.created_at.toISOString(),
			lastSeenAt: one.last_seen_at.toISOString(),
		}),
	);
	return [...browsers, ...apps].sort((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
};

export const myDeviceRoutes = ({ storage }: Kernel): Route[] => [
	handle(myDevices, async ({ asker, language }) => {
		const found: MyDevices[] = [];
		for (const customerId of await customersKnowing(storage, asker.email)) {
			const at = await storage.inTenant(customerId, async (tx): Promise<MyDevices | null> => {
				const mine = await readMine(tx, customerId, asker.email);
				const customer = (await readCustomer(tx, customerId))?.name;
				if (!mine || customer === undefined) return null;
				return {
					customerId,
					customer,
					devices: isClosed(mine) ? [] : await devicesAt(tx, customerId, mine, language),
					closed: isClosed(mine),
				};
			});
			if (at && (at.closed || at.devices.length > 0)) found.push(at);
		}
		return found.sort((a, b) => a.customer.localeCompare(b.customer, language));
	}),
	handle(forgetMyDevice, async ({ asker, language, params }) => {
		const { customerId, id } = params;
		if (!(await customersKnowing(storage, asker.email)).includes(customerId)) throw refuse('not_found');
		return storage.inTurn(customerId, async (tx) => {
			await lockPeople(tx, customerId);
			const mine = await readMine(tx, customerId, asker.email);
			if (!mine || isClosed(mine)) throw refuse('not_found');
			const { members } = mine.cluster;
			const token = (await tokensOf(tx, customerId, members, null)).find((one) => nameOfToken(one.token) === id)?.token;
			if (token !== undefined) await removeTokens(tx, customerId, [token], null);
			else {
				await lockDevices(tx, customerId, id.length === 36 ? [id] : []);
				const own = (await readDevicesOf(tx, customerId, members, null, language)).some(({ device_id: one }) => one === id);
				if (!own) throw refuse('not_found');
				await endDevices(tx, customerId, [id]);
			}
			await recordActivity(tx, customerId, asker, { action: 'removed', thing: 'device', thingId: id });
			return { id };
		});
	}),
];
