/** One's own sessions, and proving again who one is. */
import * as sessions from '@luvalla/contract/identity/sessions.ts';
import { recordPlatformActivity } from '#kernel/access/activity.ts';
import { demandOwnSession } from '#kernel/access/confirm.ts';
import { now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { endOtherSessions, endSession, providerOf, sessionsOf, setConfirmed } from '../account/store.ts';
import { type ChallengeParts, sendConfirmation, useCode } from '../signin/challenge.ts';
import { endAtProvider, endOthersAtProvider } from '../signin/ending.ts';
import { endAssistancesOf } from './assist.ts';

const interactionOf = (sessionId: string): string => `confirm:${sessionId}`;

export const sessionRoutes = (kernel: Kernel, challenges: ChallengeParts): Route[] => {
	const { storage, askers, jobs } = kernel;
	return [
		handle(sessions.sessions, async ({ asker }) => {
			const rows = await storage.inPlatform((tx) => sessionsOf(tx, asker.userId));
			return rows.map((row) => ({
				id: row.id,
				browser: row.browser,
				device: row.device,
				network: row.network,
				createdAt: row.created_at.toISOString(),
				expiresAt: row.expires_at.toISOString(),
				current: row.id === asker.sessionId,
			}));
		}),
		handle(sessions.endSession, async ({ asker, params }) => {
			demandOwnSession(asker);
			await storage.inPlatform(async (tx) => {
				const own = await providerOf(tx, asker.sessionId);
				const gone = await endSession(tx, asker.userId, params.id);
				if (!gone) throw refuse('not_found');
				// An older session of this same browser is not where one is now.
				if (params.id === asker.sessionId || gone.provider_uid !== own) await endAtProvider(tx, jobs, gone.provider_uid);
				await recordPlatformActivity(tx, asker, { action: 'ended', thing: 'session', thingId: params.id.slice(0, 16) });
			});
			await askers.changed(asker.userId);
			return { id: params.id };
		}),
		handle(sessions.endOtherSessions, async ({ asker }) => {
			demandOwnSession(asker);
			const ended = await storage.inPlatform(async (tx) => {
				const count = await endOtherSessions(tx, asker.userId, asker.sessionId);
				await endAssistancesOf({ jobs }, tx, asker.userId);
				await endOthersAtProvider(tx, jobs, asker.userId, await providerOf(tx, asker.sessionId));
				await recordPlatformActivity(tx, asker, {
					action: 'ended',
					thing: 'session',
					thingId: 'others',
					after: { ended: count },
				});
				return count;
			});
			await askers.changed(asker.userId);
			return { ended };
		}),
		handle(sessions.askConfirmation, async ({ asker, body }) => {
			demandOwnSession(asker);
			await sendConfirmation(challenges, { email: asker.email, interaction: interactionOf(asker.sessionId), language: body.language });
			return { email: asker.email };
		}),
		handle(sessions.confirmIdentity, async ({ asker, body }) => {
			demandOwnSession(asker);
			await useCode(challenges, interactionOf(asker.sessionId), body.code);
			const at = now();
			await storage.inPlatform((tx) => setConfirmed(tx, asker.sessionId, at));
			await askers.changed(asker.userId);
			return { until: new Date(at.getTime() + sessions.CONFIRMED_MINUTES * 60_000).toISOString() };
		}),
	];
};
