/** Invitations, registration and the team: rules around store and acceptance. */

import * as invites from '@luvalla/contract/tenancy/invites.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import { proveBrowser } from '../../identity/wing.ts';
import { readCustomer } from '../customers/store.ts';
import { hostsOfDomains } from '../domains/store.ts';
import { hasRights, unmap } from '../mappings/store.ts';
import { readPartner } from '../partners/store.ts';
import { acceptInvite, refuseInvite } from './accept.ts';
import { inviteMail, registrationMail } from './mails.ts';
import {
	insertInvite,
	inviteById,
	invitesOf,
	invitesToPartner,
	revokeInvite,
	revokePartnerInvite,
	shownInvite,
	standing,
	standingAt,
} from './store.ts';

export const refuseTeam = refusals({
	unknown_domains: [
		422,
		'One of these domains is not there any more, or not this customer’s.',
		'Jokin näistä verkkotunnuksista ei ole enää olemassa tai ei ole tämän asiakkaan.',
	],
	own_membership: [409, 'You cannot take yourself out of the team. Ask a colleague.', 'Et voi poistaa itseäsi tiimistä. Pyydä kollegaa.'],
});

/** The address is known to be theirs, the name is what they chose. */
const nameOf = ({ name, email }: Pick<Asker, 'name' | 'email'>): string => (name === '' ? email : `${email}, ${name}`);

export const inviteRoutes = (kernel: Kernel): Route[] => {
	const { storage, jobs, settings, askers } = kernel;
	/** `kind` only chooses the words of the page that the link opens. */
	const linkFor = (token: string, kind: 'invite' | 'registration' = 'invite'): string =>
		`${settings.publicUrl}/magiclinkinviteconfirmation?token=${token}${kind === 'invite' ? '' : `&kind=${kind}`}`;
	return [
		handle(invites.invite, async ({ asker, body, scope }) => {
			const { customerId } = scope;
			await takeMail(kernel, { to: body.email, cause: 'other', asker: `customer ${customerId}` });
			const hosts = await storage.inTenant(customerId, (tx) => hostsOfDomains(tx, customerId));
			if (body.domains.some((id) => !hosts.has(id))) throw refuseTeam('unknown_domains');
			const row = await storage.inTenant(customerId, async (tx) => {
				const customer = await readCustomer(tx, customerId);
				if (!customer) throw refuse('not_found');
				const member = await hasRights(tx, customerId, body.email, body.role === 'domainAdmin' && body.domains.length === 0);
				if (member) throw refuseInvite('already_member');
				const { id, token } = await insertInvite(tx, {
					kind: 'team',
					email: body.email,
					customerId,
					isCustomerAdmin: body.role === 'customerAdmin',
					domainIds: body.domains,
					invitedBy: asker.userId,
				});
				await queueMail(
					tx,
					jobs,
					{ to: body.email, ...inviteMail(body.language, nameOf(asker), customer.name, linkFor(token)) },
					{ customerId },
				);
				await recordActivity(tx, customerId, asker, {
					action: 'invited',
					thing: 'invite',
					thingId: id,
					after: { email: body.email, role: body.role },
				});
				return inviteById(tx, id);
			});
			if (!row) throw refuse('not_found');
			return shownInvite(row, hosts);
		}),
		handle(invites.invites, async ({ scope }) => {
			const [hosts, stands] = await storage.inTenant(
				scope.customerId,
				async (tx) => [await hostsOfDomains(tx, scope.customerId), await standing(tx, scope.customerId)] as const,
			);
			return (await storage.inPlatform((tx) => invitesOf(tx, scope.customerId))).map((row) => shownInvite(row, hosts, stands(row)));
		}),
		handle(invites.revokeInvite, async ({ asker, params, scope }) => {
			await storage.inTenant(scope.customerId, async (tx) => {
				if ((await revokeInvite(tx, scope.customerId, params.id)) === 0) throw refuse('not_found');
				await recordActivity(tx, scope.customerId, asker, { action: 'revoked', thing: 'invite', thingId: params.id });
			});
			return { id: params.id };
		}),
		handle(invites.invitePartner, async ({ asker, params, body }) => {
			await takeMail(kernel, { to: body.email, cause: 'other', asker: `user ${asker.userId}` });
			const row = await storage.inPlatform(async (tx) => {
				const partner = await readPartner(tx, params.partnerId);
				if (!partner?.is_active) throw refuse('not_found');
				const { id, token } = await insertInvite(tx, {
					kind: 'partner',
					email: body.email,
					partnerId: params.partnerId,
					invitedBy: asker.userId,
				});
				await queueMail(tx, jobs, {
					to: body.email,
					...inviteMail(body.language, nameOf(asker), partner.name, linkFor(token)),
				});
				await recordPlatformActivity(tx, asker, { action: 'invited', thing: 'invite', thingId: id, after: { email: body.email } });
				return inviteById(tx, id);
			});
			if (!row) throw refuse('not_found');
			return shownInvite(row, new Map());
		}),
		handle(invites.partnerInvites, ({ params: { partnerId } }) =>
			storage.inPlatform(async (tx) => {
				const stands = await standingAt(tx, partnerId);
				return (await invitesToPartner(tx, partnerId)).map((row) => shownInvite(row, new Map(), stands(row)));
			}),
		),
		handle(invites.revokePartnerInvite, async ({ asker, params }) => {
			await storage.inPlatform(async (tx) => {
				if ((await revokePartnerInvite(tx, params.partnerId, params.id)) === 0) throw refuse('not_found');
				await recordPlatformActivity(tx, asker, { action: 'revoked', thing: 'invite', thingId: params.id });
			});
			return { id: params.id };
		}),
		handle(invites.confirmInvite, async ({ asker, body, reply }) => {
			const accepted = await acceptInvite(storage, body.token, asker?.email ?? null);
			await askers.changed(accepted.userId);
			return {
				kind: accepted.kind,
				email: accepted.email,
				customerName: accepted.customerName,
				alreadyMember: accepted.alreadyMember,
				redirectTo: proveBrowser(kernel, reply, accepted.userId),
			};
		}),
		handle(invites.registerCustomer, async ({ body, network }) => {
			await takeMail(kernel, { to: body.email, cause: 'other', asker: network ?? 'unknown' });
			const { email, language, terms: _, ...details } = body;
			await storage.inPlatform(async (tx) => {
				const { token } = await insertInvite(tx, {
					kind: 'registration',
					email,
					details: { ...details, primaryEmail: invites.PRIMARY_EMAIL_PLACEHOLDER },
					invitedBy: null,
				});
				await queueMail(tx, jobs, { to: email, ...registrationMail(language, body.name, linkFor(token, 'registration')) });
			});
			return { email };
		}),
		handle(invites.removeFromTeam, async ({ asker, query, scope }) => {
			if (query.id === asker.userId) throw refuseTeam('own_membership');
			await storage.inTenant(scope.customerId, async (tx) => {
				if (!(await unmap(tx, scope.customerId, query.id))) throw refuse('not_found');
				await recordActivity(tx, scope.customerId, asker, { action: 'removed', thing: 'user', thingId: query.id });
			});
			await askers.changed(query.id);
			return { id: query.id };
		}),
	];
};
