/**
 * Signing out ends everything: beside a session of the portal there is the provider's session of that browser, with the tokens
 * that applications got by it. Applications that name an address are told (OpenID Connect Back-Channel Logout 1.0), by a job.
 */
import { SignJWT } from 'jose';
import * as z from 'zod';
import { newId, now } from '#kernel/clock.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { sendHttp } from '#kernel/outbound/http.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { json, type RowOf, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { clientRow } from '../applications/store.ts';
import { ENDED, SESSION_SECONDS } from './adapter.ts';
import { idTokenKey } from './keys.ts';
import { PORTAL_CLIENT } from './portal-client.ts';

/** Of the provider's session: which applications were opened, under which name of the session and with which grant. */
const Authorizations = z.record(z.string(), z.looseObject({ sid: z.string().optional(), grantId: z.string().optional() }));
const ProviderSession = row({
	payload: json(z.looseObject({ uid: z.string(), accountId: z.string().optional(), authorizations: Authorizations.optional() })),
});

const BACK_CHANNEL = 'back-channel-logout';
const Logout = z.object({ clientId: z.string(), userId: z.string(), sid: z.string() });

/** In hours, each try later than the last: then the application has missed it. */
const TRIES = 12;

/** Tells an application that a person left; one that names no address is told nothing. */
export const queueLogout = async (tx: Tx, jobs: Jobs, logout: z.infer<typeof Logout>): Promise<void> => {
	const customerId = await customerIn(tx, { kind: 'client', key: logout.clientId });
	if (customerId !== null) await jobs.send(tx, BACK_CHANNEL, logout, { customerId, retryLimit: TRIES });
};

/** Tokens, codes and the grants they came by; a sign-in that is under way knows its grant too, and goes on. */
const endGrants = async (tx: Tx, grantIds: readonly string[]): Promise<void> => {
	if (grantIds.length === 0) return;
	await tx.run(sql`delete from oidc_payload where grant_id = any(${[...grantIds]}::text[]) and model <> 'Interaction'`);
	await tx.run(sql`delete from oidc_payload where model = 'Grant' and id = any(${[...grantIds]}::text[])`);
};

/** A request of the library that is under way would write the session back. */
const noteEnded = (tx: Tx, uid: string): Promise<number> =>
	tx.run(sql`insert into oidc_payload (model, id, payload, expires_at) values (${ENDED}, ${uid}, '{}', ${new Date(now().getTime() + SESSION_SECONDS * 1000)})
		on conflict (model, id) do nothing`);

/** What hangs on sessions of the provider that were just taken away. */
const endAll = async (tx: Tx, jobs: Jobs, ended: readonly RowOf<typeof ProviderSession>[]) => {
	for (const { payload } of ended) await noteEnded(tx, payload.uid);
	const opened = ended.flatMap(({ payload: { accountId, authorizations = {} } }) =>
		Object.entries(authorizations).map(([clientId, { sid, grantId }]) => ({ clientId, userId: accountId, sid, grantId })),
	);
	await endGrants(
		tx,
		opened.flatMap(({ grantId }) => grantId ?? []),
	);
	for (const { clientId, userId, sid } of opened)
		if (clientId !== PORTAL_CLIENT && userId !== undefined && sid !== undefined) await queueLogout(tx, jobs, { clientId, userId, sid });
};

/** Ends the provider's session of one browser. `uid` is its name that stays; null: there is none, as in an assisted session. */
export const endAtProvider = async (tx: Tx, jobs: Jobs, uid: string | null): Promise<void> => {
	if (uid === null) return;
	await endPortalSessions(tx, uid);
	await endAll(
		tx,
		jobs,
		await tx.rows(ProviderSession, sql`delete from oidc_payload where model = 'Session' and uid = ${uid} returning payload`),
	);
};

/** Ends all of a person's sessions at the provider but one, also of browsers in which only applications were opened. */
export const endOthersAtProvider = async (tx: Tx, jobs: Jobs, userId: string, but: string | null): Promise<void> =>
	endAll(
		tx,
		jobs,
		await tx.rows(
			ProviderSession,
			sql`delete from oidc_payload where model = 'Session' and payload->>'accountId' = ${userId} and uid <> ${but ?? ''} returning payload`,
		),
	);

/** What stands beside a session that the provider itself has ended: tokens, and the portal's session of that browser. */
export const endBeside = async (tx: Tx, uid: string, authorizations: unknown): Promise<void> => {
	await endGrants(
		tx,
		Object.values(Authorizations.parse(authorizations ?? {})).flatMap(({ grantId }) => grantId ?? []),
	);
	await noteEnded(tx, uid);
	await endPortalSessions(tx, uid);
};

/** Of a browser, older ones too: whoever signs in again there leaves the last one behind. */
const endPortalSessions = (tx: Tx, uid: string): Promise<number> => tx.run(sql`delete from session where provider_uid = ${uid}`);

/** The token that says who left: good for two minutes, made for each try. */
const logoutToken = async ({ storage, secrets, settings }: Kernel, { clientId, userId, sid }: z.infer<typeof Logout>): Promise<string> => {
	const { alg, kid, key } = await idTokenKey(storage, secrets);
	return new SignJWT({ sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
		.setProtectedHeader({ alg, kid, typ: 'logout+jwt' })
		.setIssuer(`${settings.publicUrl}/identity`)
		.setSubject(userId)
		.setAudience(clientId)
		.setJti(newId())
		.setIssuedAt()
		.setExpirationTime('2m')
		.sign(key);
};

/** Worker's part. */
export const workLogouts = (kernel: Kernel): Promise<void> => {
	const guard = createGuard(kernel.settings.outboundAllow);
	return kernel.jobs.work(
		BACK_CHANNEL,
		async (data) => {
			const logout = Logout.parse(data);
			const application = await clientRow(kernel.storage, logout.clientId);
			const address = application?.back_channel_logout_uri ?? '';
			if (address === '') return;
			const { status } = await sendHttp(address, {
				guard,
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				body: new URLSearchParams({ logout_token: await logoutToken(kernel, logout) }).toString(),
			});
			if (status !== 200 && status !== 204) throw new Error(`The application answered ${status} to a logout.`);
		},
		{ concurrency: 4 },
	);
};
