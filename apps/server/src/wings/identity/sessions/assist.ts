/** Log in as user: an assisted session beside the admin's own, marked, short, and told to the person afterwards. */
import * as sessions from '@luvalla/contract/identity/sessions.ts';
import * as z from 'zod';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { newId, now } from '#kernel/clock.ts';
import { newToken } from '#kernel/http/cookies.ts';
import { refusals } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { instant, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { insertSession } from '../account/store.ts';
import { assistedMail } from '../signin/mails.ts';
import { refuseUser } from '../users/calls.ts';
import { userByEmail } from '../users/store.ts';

const refuseAssist = refusals({
	not_an_admin_account: [409, 'Nobody acts as a platform admin.', 'Ylläpitäjän nimissä ei voi toimia.'],
	own_session: [409, 'This is your own account.', 'Tämä on oma tilisi.'],
	not_assisted: [409, 'This session is your own.', 'Tämä istunto on omasi.'],
});

const JOB = 'assistance-over';
const Over = z.object({ id: z.uuid() });

const OverRow = row({ email: text, actor: text, started_at: instant, ended_at: instant });

/** Ends an assistance and tells the person, once, whoever comes first: the admin's button or the clock. */
const tellOver = async ({ jobs }: Pick<Kernel, 'jobs'>, tx: Tx, id: string): Promise<void> => {
	const row = await tx.first(
		OverRow,
		sql`update assistance a set ended_at = coalesce(a.ended_at, least(now(), a.expires_at)), mailed_at = now()
		from app_user u, app_user b where a.id = ${id} and a.mailed_at is null and u.id = a.user_id and b.id = a.actor_id
		returning u.email, b.email as actor, a.started_at, a.ended_at`,
	);
	if (row) await queueMail(tx, jobs, { to: row.email, ...assistedMail(row.actor, row.started_at, row.ended_at) });
};

const AssistanceRow = row({ id: uuid });

/** The assistance of this session ends with it. Answers its id; empty where it is none. */
export const overWith = async (parts: Pick<Kernel, 'jobs'>, tx: Tx, sessionId: string): Promise<string> => {
	const found = await tx.first(AssistanceRow, sql`select id from assistance where session_id = decode(${sessionId}, 'hex')`);
	if (found) await tellOver(parts, tx, found.id);
	return found?.id ?? '';
};

/** Nobody is acted for by this person any more. */
export const endAssistancesOf = async (parts: Pick<Kernel, 'jobs'>, tx: Tx, actorId: string): Promise<void> => {
	await tx.run(sql`delete from session where actor_id = ${actorId}`);
	const open = await tx.rows(AssistanceRow, sql`select id from assistance where actor_id = ${actorId} and mailed_at is null`);
	for (const { id } of open) await tellOver(parts, tx, id);
};

export const assistRoutes = (kernel: Kernel): Route[] => {
	const { storage, askers, cookies, jobs } = kernel;
	return [
		handle(sessions.logInAsUser, async ({ asker, body, reply, network }) => {
			demandConfirmed(asker);
			const until = new Date(now().getTime() + sessions.ASSISTED_MINUTES * 60_000);
			const user = await storage.inPlatform((tx) => userByEmail(tx, body.userName));
			if (!user) throw refuseUser('unknown_user');
			if (user.id === asker.userId) throw refuseAssist('own_session');
			const sessionId = cookies.startSession(reply, until, 'assist');
			await storage.inPlatform(async (tx) => {
				// Looked at inside the transaction: nobody becomes ADMIN between the look and the session.
				const admin = (await tx.run(sql`select 1 from user_role where user_id = ${user.id} and role = 'ADMIN' for share`)) > 0;
				if (admin) throw refuseAssist('not_an_admin_account');
				const id = newId();
				await insertSession(tx, {
					id: sessionId,
					userId: user.id,
					actorId: asker.userId,
					contextKey: newToken(),
					expiresAt: until,
					network,
				});
				await tx.run(sql`insert into assistance (id, session_id, actor_id, user_id, expires_at)
					values (${id}, decode(${sessionId}, 'hex'), ${asker.userId}, ${user.id}, ${until})`);
				await recordPlatformActivity(
					tx,
					{ userId: user.id, actorId: asker.userId },
					{ action: 'signed_in', thing: 'assistance', thingId: id, network },
				);
				await jobs.send(tx, JOB, { id }, { startAfter: until });
			});
			return { userName: user.email, until: until.toISOString() };
		}),
		handle(sessions.endAssistance, async ({ asker, reply }) => {
			if (asker.actorId === null) throw refuseAssist('not_assisted');
			await storage.inPlatform(async (tx) => {
				await tx.run(sql`delete from session where id = decode(${asker.sessionId}, 'hex')`);
				const thingId = await overWith(kernel, tx, asker.sessionId);
				await recordPlatformActivity(tx, asker, { action: 'signed_out', thing: 'assistance', thingId });
			});
			cookies.endSession(reply, 'assist');
			await askers.changed(asker.userId);
			return { userId: asker.userId };
		}),
	];
};

/** Worker's part: an hour later, whatever happened. */
export const workAssistance = (kernel: Kernel): Promise<void> =>
	kernel.jobs.work(JOB, async (data) => {
		const { id } = Over.parse(data);
		await kernel.storage.inPlatform(async (tx) => {
			await tx.run(sql`delete from session s using assistance a where a.id = ${id} and s.id = a.session_id`);
			await tellOver(kernel, tx, id);
		});
	});
