/** Using an invitation up: the person, their place and the end of the link in one transaction. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { NewCustomer } from '@luvalla/contract/tenancy/customers.ts';
import * as z from 'zod';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { addUser } from '../../identity/wing.ts';
import { insertCustomer, nextCustomerId, readCustomer } from '../customers/store.ts';
import { giveTeamRights, isMember, makeCustomerAdmin } from '../mappings/store.ts';
import { addPartnerUser, readPartner, settlePartnerRole } from '../partners/store.ts';
import { type InviteRow, inviteByToken, standing, standingAt, useUp } from './store.ts';

export const refuseInvite = refusals({
	invalid_invite: [422, 'We faced problem while validating your invitation.', 'Kutsuasi ei voitu vahvistaa.'],
	expired_invite: [422, 'This invitation is older than seven days. Ask for a new one.', 'Kutsu on yli seitsemän päivää vanha. Pyydä uusi.'],
	used_invite: [422, 'This invitation was already used. Sign in with your address.', 'Kutsu on jo käytetty. Kirjaudu osoitteellasi.'],
	revoked_invite: [422, 'This invitation was taken back. Ask the person who sent it.', 'Kutsu on peruttu. Kysy sen lähettäjältä.'],
	expired_registration: [
		422,
		'This link is older than seven days. Register again.',
		'Linkki on yli seitsemän päivää vanha. Rekisteröidy uudelleen.',
	],
	used_registration: [
		422,
		'This registration is confirmed already. Sign in with your address.',
		'Rekisteröinti on jo vahvistettu. Kirjaudu osoitteellasi.',
	],
	wrong_person: [
		409,
		'You are signed in with another address than the one that the letter went to. Sign out first.',
		'Olet kirjautuneena eri osoitteella kuin johon viesti tuli. Kirjaudu ensin ulos.',
	],
	already_member: [409, 'This person belongs to the team already.', 'Henkilö kuuluu jo tiimiin.'],
});

/** What a registration said, as it was stored. */
const Registration = NewCustomer.extend({ requestedDomains: z.array(z.string()) });

export interface Accepted {
	userId: string;
	email: string;
	kind: 'invite' | 'registration';
	customerName: string | null;
	alreadyMember: boolean;
}

const demandOpen = (row: InviteRow | null): InviteRow => {
	if (!row) throw refuseInvite('invalid_invite');
	const registers = row.kind === 'registration';
	if (row.used_at) throw refuseInvite(registers ? 'used_registration' : 'used_invite');
	if (row.revoked_at) throw refuseInvite('revoked_invite');
	if (row.expires_at.getTime() <= now().getTime()) throw refuseInvite(registers ? 'expired_registration' : 'expired_invite');
	return row;
};

const joinTeam = async (tx: Tx, row: InviteRow, customerId: number): Promise<Accepted> => {
	const customer = await readCustomer(tx, customerId);
	if (!customer) throw refuseInvite('invalid_invite');
	// It goes with its sender's right to send it, by whichever way that ended.
	if (!(await standing(tx, customerId))(row)) throw refuseInvite('revoked_invite');
	const userId = await addUser(tx, row.email, '', []);
	const alreadyMember = await isMember(tx, customerId, userId);
	await giveTeamRights(tx, customerId, userId, {
		isCustomerAdmin: row.is_customer_admin,
		domainIds: row.domain_ids,
		givenBy: row.inviter_id,
	});
	await useUp(tx, row.id);
	await recordActivity(tx, customerId, { userId, actorId: null }, { action: 'accepted', thing: 'invite', thingId: row.id });
	return { userId, email: row.email, kind: 'invite', customerName: customer.name, alreadyMember };
};

const joinPartner = async (tx: Tx, row: InviteRow, partnerId: string): Promise<Accepted> => {
	if (!(await standingAt(tx, partnerId))(row)) throw refuseInvite('revoked_invite');
	const partner = await readPartner(tx, partnerId);
	const userId = await addUser(tx, row.email, '', []);
	const joined = await addPartnerUser(tx, partnerId, userId);
	await settlePartnerRole(tx, userId);
	await useUp(tx, row.id);
	await recordPlatformActivity(tx, { userId, actorId: null }, { action: 'accepted', thing: 'invite', thingId: row.id });
	return { userId, email: row.email, kind: 'invite', customerName: partner?.name ?? null, alreadyMember: joined === 0 };
};

const openCustomer = async (tx: Tx, row: InviteRow, customerId: number): Promise<Accepted> => {
	const said = Registration.parse(row.details);
	const userId = await addUser(tx, row.email, '', []);
	// The placeholder gives way to the address that has just proven itself.
	await insertCustomer(tx, customerId, { ...said, primaryEmail: row.email }, CUSTOMER_STATUS.notOnboarded, true, said.requestedDomains);
	await makeCustomerAdmin(tx, customerId, userId, null);
	await useUp(tx, row.id);
	await recordActivity(
		tx,
		customerId,
		{ userId, actorId: null },
		{ action: 'registered', thing: 'customer', thingId: String(customerId), after: { name: said.name } },
	);
	return { userId, email: row.email, kind: 'registration', customerName: said.name, alreadyMember: false };
};

/** `signedInAs` is the address of whoever is signed in where the link was opened; nothing is used up for another one. */
export const acceptInvite = async (storage: Storage, token: string, signedInAs: string | null): Promise<Accepted> => {
	if (token.trim() === '') throw refuseInvite('invalid_invite');
	const seen = demandOpen(await storage.inPlatform((tx) => inviteByToken(tx, token, false)));
	if (signedInAs !== null && signedInAs !== seen.email) throw refuseInvite('wrong_person');
	const locked = async (tx: Tx) => demandOpen(await inviteByToken(tx, token, true));
	if (seen.kind === 'partner') {
		const { partner_id: partnerId } = seen;
		if (partnerId === null) throw refuseInvite('invalid_invite');
		return storage.inPlatform(async (tx) => joinPartner(tx, await locked(tx), partnerId));
	}
	if (seen.kind === 'registration') {
		const customerId = await nextCustomerId(storage);
		return storage.inTenant(customerId, async (tx) => openCustomer(tx, await locked(tx), customerId));
	}
	const { customer_id: customerId } = seen;
	if (customerId === null) throw refuseInvite('invalid_invite');
	return storage.inTenant(customerId, async (tx) => joinTeam(tx, await locked(tx), customerId));
};
