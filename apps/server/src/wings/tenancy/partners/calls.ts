/** The partner calls: rules around the store. */
import * as partners from '@luvalla/contract/tenancy/partners.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { userName } from '../../identity/wing.ts';
import {
	addPartnerUser,
	asPartner,
	assignCustomer,
	customersOfPartner,
	deactivatePartner,
	insertPartner,
	isCustomer,
	leaveOtherPartners,
	listPartners,
	type PartnerRow,
	readPartner,
	removePartnerUser,
	settlePartnerRole,
	updatePartner,
	usersOfPartner,
} from './store.ts';

const refusePartner = refusals({
	user_gone: [422, 'There is no such user any more.', 'Käyttäjää ei enää ole.'],
	unknown_customer: [422, 'There is no such customer any more.', 'Asiakasta ei enää ole.'],
	not_the_same: [400, 'The partner in the address and in the body differ.', 'Osoitteen ja sisällön kumppani eivät ole sama.'],
});

const existing = async (tx: Tx, id: string): Promise<PartnerRow> => {
	const row = await readPartner(tx, id);
	if (!row) throw refuse('not_found');
	return row;
};

const facts = ({ name, country_code, business_id, detail, is_active }: PartnerRow) => ({
	name,
	country_code,
	business_id,
	detail,
	is_active,
});

export const partnerRoutes = ({ storage, askers }: Kernel): Route[] => [
	handle(partners.partners, async ({ query }) => {
		const { rows, counted } = await storage.inPlatform((tx) => listPartners(tx, query));
		return { data: rows.map(asPartner), page: pageOf(counted, query) };
	}),
	handle(partners.addPartner, async ({ asker, body }) =>
		storage.inPlatform(async (tx) => {
			const id = newId();
			await insertPartner(tx, { ...body, id });
			const row = await existing(tx, id);
			await recordPlatformActivity(tx, asker, { action: 'added', thing: 'partner', thingId: id, after: facts(row) });
			return asPartner(row);
		}),
	),
	handle(partners.changePartner, async ({ asker, body }) => {
		const row = await storage.inPlatform(async (tx) => {
			const before = await existing(tx, body.id);
			await updatePartner(tx, body);
			const after = await existing(tx, body.id);
			await recordPlatformActivity(tx, asker, {
				action: 'changed',
				thing: 'partner',
				thingId: body.id,
				before: facts(before),
				after: facts(after),
			});
			return after;
		});
		await askers.changed('*');
		return asPartner(row);
	}),
	handle(partners.readPartner, async ({ params }) => {
		const { row, people } = await storage.inPlatform(async (tx) => ({
			row: await existing(tx, params.id),
			people: await usersOfPartner(tx, params.id),
		}));
		const customers = await customersOfPartner(storage.across, params.id);
		return {
			...asPartner(row),
			userList: people.map((u) => ({ id: u.id, userName: u.name === '' ? u.email : u.name, email: u.email })),
			customerList: customers.map((c) => ({
				id: c.customer_id,
				name: c.name,
				countryCode: c.country_code,
				businessId: c.business_id,
				isActive: c.status === 1,
				detail: c.address,
			})),
		};
	}),
	handle(partners.deactivatePartner, async ({ asker, params }) => {
		const row = await storage.inPlatform(async (tx) => {
			await existing(tx, params.id);
			await deactivatePartner(tx, params.id);
			await recordPlatformActivity(tx, asker, { action: 'deactivated', thing: 'partner', thingId: params.id });
			return existing(tx, params.id);
		});
		await askers.changed('*');
		return asPartner(row);
	}),
	handle(partners.assignCustomer, async ({ asker, params }) => {
		const assigned = params.assign === 'true';
		if (!(await isCustomer(storage.across, params.customerId))) throw refusePartner('unknown_customer');
		await storage.inPlatform(async (tx) => {
			await existing(tx, params.partnerId);
			await assignCustomer(tx, params.partnerId, params.customerId, assigned);
			await recordPlatformActivity(tx, asker, {
				action: assigned ? 'assigned' : 'unassigned',
				thing: 'partner_customer',
				thingId: `${params.partnerId} ${params.customerId}`,
			});
		});
		await askers.changed('*');
		return { partnerId: params.partnerId, customerId: params.customerId, assigned };
	}),
	...[partners.addPartnerUser, partners.changePartnerUser].map((call) =>
		handle(call, async ({ asker, params, body }) => {
			if (params.partnerId !== body.partnerId) throw refusePartner('not_the_same');
			await storage.inPlatform(async (tx) => {
				await existing(tx, params.partnerId);
				if ((await userName(tx, body.userId)) === null) throw refusePartner('user_gone');
				// PUT moves the user here.
				if (call.method === 'PUT') await leaveOtherPartners(tx, params.partnerId, body.userId);
				await addPartnerUser(tx, params.partnerId, body.userId);
				await settlePartnerRole(tx, body.userId);
				await recordPlatformActivity(tx, asker, {
					action: 'added',
					thing: 'partner_user',
					thingId: `${params.partnerId} ${body.userId}`,
				});
			});
			await askers.changed(body.userId);
			return body;
		}),
	),
	handle(partners.removePartnerUser, async ({ asker, params }) => {
		await storage.inPlatform(async (tx) => {
			if ((await removePartnerUser(tx, params.partnerId, params.userId)) === 0) throw refuse('not_found');
			await settlePartnerRole(tx, params.userId);
			await recordPlatformActivity(tx, asker, {
				action: 'removed',
				thing: 'partner_user',
				thingId: `${params.partnerId} ${params.userId}`,
			});
		});
		await askers.changed(params.userId);
		return params;
	}),
];
