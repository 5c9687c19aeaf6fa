/**
 * Whom an application may know. Whoever belongs to its company has agreed with that company; anybody else is asked once, by a
 * page of ours. What was answered is kept here, apart from the provider's grants, which end with a browser's session or with a
 * token that was used twice and are made anew from it.
 */
import type Provider from 'oidc-provider';
import { now } from '#kernel/clock.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { clientRow } from '../applications/store.ts';
import type { Places } from '../places.ts';
import { API_SCOPE, PORTAL_CLIENT } from './portal-client.ts';

const Given = row({ one: int });

const isGiven = async (tx: Tx, userId: string, clientId: string): Promise<boolean> =>
	(await tx.rows(Given, sql`select 1 as one from application_permission where user_id = ${userId} and client_id = ${clientId}`)).length > 0;

export const givePermission = (tx: Tx, userId: string, clientId: string): Promise<number> =>
	tx.run(sql`insert into application_permission (user_id, client_id, given_at) values (${userId}, ${clientId}, ${now()})
		on conflict (user_id, client_id) do nothing`);

/** With the application, whose id is never given again. */
export const forgetPermissions = (tx: Tx, clientId: string): Promise<number> =>
	tx.run(sql`delete from application_permission where client_id = ${clientId}`);

/** Whether the application may know the person without asking. */
export const mayKnow = async (storage: Storage, places: Places, clientId: string, userId: string): Promise<boolean> => {
	if (clientId === PORTAL_CLIENT) return true;
	const application = await clientRow(storage, clientId);
	if (!application) return false;
	const person = await places.askerOfUser(userId, {
		sessionId: '',
		actorId: null,
		contextKey: '',
		confirmedAt: new Date(0),
		expiresAt: now(),
	});
	if (person?.customers.has(application.customer_id)) return true;
	return storage.inPlatform((tx) => isGiven(tx, userId, clientId));
};

/** The provider's grant for a person and a client: who they are, and the API, which judges each call by itself. */
export const newGrant = async (provider: Provider, publicUrl: string, clientId: string, accountId: string) => {
	const grant = new provider.Grant({ clientId, accountId });
	grant.addOIDCScope(`openid email profile offline_access ${API_SCOPE}`);
	grant.addResourceScope(`${publicUrl}/api`, API_SCOPE);
	await grant.save();
	return grant;
};
