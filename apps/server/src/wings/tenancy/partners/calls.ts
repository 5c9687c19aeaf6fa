/** The partner calls: rules around the store. */
import * as partners from '@luvalla/contract/tenancy/partners.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { asPartner, listPartners, type PartnerRow, readPartner, settlePartnerRole, usersOfPartner } from './store.ts';

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

const mustKnowUser = async (tx: Tx, userId: string): Promise<void> => {
	const [user] = await tx.query('select 1 from app_user where id = $1', [userId]);
	if (!user) throw refusePartner('user_gone');
};

export const partnerRoutes = ({ storage, askers }: Kernel): Route[] => [
	handle(partners.partners, async ({ query }) => {
		const { rows, counted } = await storage.inPlatform((tx) => listPartners(tx, query));
		return { data: rows.map(asPartner), page: pageOf(counted, query) };
	}),
	handle(partners.addPartner, async ({ asker, body, network }) =>
		storage.inPlatform(async (tx) => {
			const id = newId();
			await tx.query('insert into partner (id, name, country_code, business_id, detail) values ($1, $2, $3, $4, $5)', [
				id,
				body.name,
				body.countryCode,
				body.businessId,
				body.detail,
			]);
			const row = await existing(tx, id);
			await recordPlatformActivity(tx, asker, { action: 'added', thing: 'partner', thingId: id, after: facts(row), network });
			return asPartner(row);
		}),
	),
	handle(partners.changePartner, async ({ asker, body, network }) => {
		const row = await storage.inPlatform(async (tx) => {
			const before = await existing(tx, body.id);
			await tx.query('update partner set name = $2, country_code = $3, business_id = $4, detail = $5, is_active = $6 where id = $1', [
				body.id,
				body.name,
				body.countryCode,
				body.businessId,
				body.detail,
				body.isActive ?? before.is_active,
			]);
			const after = await existing(tx, body.id);
			await recordPlatformActivity(tx, asker, {
				action: 'changed',
				thing: 'partner',
				thingId: body.id,
				before: facts(before),
				after: facts(after),
				network,
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
		const customers = await storage.across.query<{
			customer_id: number;
			name: string;
			country_code: string;
			business_id: string;
			status: number;
			address: string;
		}>(
			`select c.customer_id, c.name, c.country_code, c.business_id, c.status, c.address
			from partner_customer p join customer c using (customer_id) where p.partner_id = $1 order by lower(c.name)`,
			[params.id],
		);
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
	handle(partners.deactivatePartner, async ({ asker, params, network }) => {
		const row = await storage.inPlatform(async (tx) => {
			await existing(tx, params.id);
			await tx.query('update partner set is_active = false where id = $1', [params.id]);
			await recordPlatformActivity(tx, asker, { action: 'deactivated', thing: 'partner', thingId: params.id, network });
			return existing(tx, params.id);
		});
		await askers.changed('*');
		return asPartner(row);
	}),
	handle(partners.assignCustomer, async ({ asker, params, network }) => {
		const assigned = params.assign === 'true';
		const [customer] = await storage.across.query('select 1 from customer where customer_id = $1', [params.customerId]);
		if (!customer) throw refusePartner('unknown_customer');
		await storage.inPlatform(async (tx) => {
			await existing(tx, params.partnerId);
			const values = [params.partnerId, params.customerId];
			if (assigned) await tx.query('insert into partner_customer (partner_id, customer_id) values ($1, $2) on conflict do nothing', values);
			else await tx.query('delete from partner_customer where partner_id = $1 and customer_id = $2', values);
			await recordPlatformActivity(tx, asker, {
				action: assigned ? 'assigned' : 'unassigned',
				thing: 'partner_customer',
				thingId: `${params.partnerId} ${params.customerId}`,
				network,
			});
		});
		await askers.changed('*');
		return { partnerId: params.partnerId, customerId: params.customerId, assigned };
	}),
	...[partners.addPartnerUser, partners.changePartnerUser].map((call) =>
		handle(call, async ({ asker, params, body, network }) => {
			if (params.partnerId !== body.partnerId) throw refusePartner('not_the_same');
			await storage.inPlatform(async (tx) => {
				await existing(tx, params.partnerId);
				await mustKnowUser(tx, body.userId);
				// PUT moves the user here: nobody else's customers stay with them.
				if (call.method === 'PUT')
					await tx.query('delete from partner_user where user_id = $1 and partner_id <> $2', [body.userId, params.partnerId]);
				await tx.query('insert into partner_user (partner_id, user_id) values ($1, $2) on conflict do nothing', [
					params.partnerId,
					body.userId,
				]);
				await settlePartnerRole(tx, body.userId);
				await recordPlatformActivity(tx, asker, {
					action: 'added',
					thing: 'partner_user',
					thingId: `${params.partnerId} ${body.userId}`,
					network,
				});
			});
			await askers.changed(body.userId);
			return body;
		}),
	),
	handle(partners.removePartnerUser, async ({ asker, params, network }) => {
		await storage.inPlatform(async (tx) => {
			const gone = await tx.query('delete from partner_user where partner_id = $1 and user_id = $2 returning user_id', [
				params.partnerId,
				params.userId,
			]);
			if (gone.length === 0) throw refuse('not_found');
			await settlePartnerRole(tx, params.userId);
			await recordPlatformActivity(tx, asker, {
				action: 'removed',
				thing: 'partner_user',
				thingId: `${params.partnerId} ${params.userId}`,
				network,
			});
		});
		await askers.changed(params.userId);
		return params;
	}),
];
