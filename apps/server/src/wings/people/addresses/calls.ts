/** Confirming that another address is the asker's own: a mail there, opened in the account that asked for it. */
import { ADDRESS_LINK_MINUTES, askAddress, confirmAddress, type OtherAddress } from '@luvalla/contract/people/addresses.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandOwnSession } from '#kernel/access/confirm.ts';
import { now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import { sealedLink } from '#kernel/sealed-link.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { lockPeople } from '../persons/naming.ts';
import { customersKnowing } from '../persons/store.ts';
import { addressMail } from './mails.ts';
import { keepLink, type Mine, readMine } from './mine.ts';

const refuseAddress = refusals({
	other_account: [
		403,
		'This link belongs to another account. Sign in with the address that asked for it, then open the link again.',
		'Tämä linkki kuuluu toiselle tilille. Kirjaudu osoitteella, joka linkin pyysi, ja avaa linkki uudelleen.',
	],
	link_over: [
		422,
		'This link does not work any more. Ask for a new one on the page about your privacy.',
		'Tämä linkki ei enää toimi. Pyydä uusi Omat tietoni -sivulta.',
	],
});

const addressLink = sealedLink(
	'address link',
	z.object({
		customerId: z.int(),
		/** The kept id of the person that both lead to. */
		person: z.string(),
		email: z.string(),
		value: z.string(),
		userId: z.string(),
		until: z.int(),
	}),
);

/** The first letter and the domain, as its owner will know it and nobody else. */
export const masked = (address: string): string => `${address.slice(0, 1)}•••${address.slice(address.lastIndexOf('@'))}`;

/** An address as one account names it to us. */
const refOf = (secrets: Secrets, asker: Asker, customerId: number, value: string): string =>
	secrets.sign(`other address\n${customerId}\n${asker.userId}\n${value}`);

/** The other addresses of whoever asks, as they may be shown. */
export const othersOf = (secrets: Secrets, asker: Asker, customerId: number, mine: Mine): OtherAddress[] =>
	mine.others.map((value) => ({
		ref: refOf(secrets, asker, customerId, value),
		address: mine.proved.has(value) ? value : masked(value),
		confirmed: mine.proved.has(value),
	}));

export const addressRoutes = (kernel: Kernel): Route[] => {
	const { storage, secrets, jobs, settings } = kernel;
	return [
		handle(askAddress, async ({ asker, body, language }) => {
			const { customerId } = body;
			// Whoever acts for somebody proves nothing about them.
			demandOwnSession(asker);
			if (!(await customersKnowing(storage, asker.email)).includes(customerId)) throw refuse('not_found');
			const email = asker.email.toLowerCase();
			const found = await storage.inTenant(customerId, async (tx) => {
				const mine = await readMine(tx, customerId, email);
				const value = mine?.others.find((one) => !mine.proved.has(one) && refOf(secrets, asker, customerId, one) === body.ref);
				if (!mine || value === undefined) throw refuse('not_found');
				return { person: mine.cluster.kept, value };
			});
			await takeMail(kernel, { to: found.value, cause: 'other', asker: `user ${asker.userId}` });
			const until = now().getTime() + ADDRESS_LINK_MINUTES * 60_000;
			const token = addressLink.seal(secrets, { customerId, ...found, email, userId: asker.userId, until });
			await storage.inTenant(customerId, async (tx) => {
				const customer = await readCustomer(tx, customerId);
				if (!customer) throw refuse('not_found');
				const url = `${settings.publicUrl}/confirmaddress?token=${encodeURIComponent(token)}`;
				await queueMail(tx, jobs, { to: found.value, ...addressMail(language, email, customer.name, url) }, { customerId });
			});
			return { address: masked(found.value) };
		}),
		handle(confirmAddress, async ({ asker, body }) => {
			demandOwnSession(asker);
			const link = addressLink.open(secrets, body.token);
			if (!link) throw refuseAddress('link_over');
			if (link.userId !== asker.userId || link.email !== asker.email.toLowerCase()) throw refuseAddress('other_account');
			if (link.until < now().getTime()) throw refuseAddress('link_over');
			const { customerId, email, value } = link;
			return storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const mine = await readMine(tx, customerId, email);
				const customer = await readCustomer(tx, customerId);
				if (!mine?.others.includes(value) || !mine.cluster.members.includes(link.person) || !customer) throw refuseAddress('link_over');
				await keepLink(tx, customerId, email, value, mine.cluster.kept, now());
				await recordActivity(tx, customerId, asker, { action: 'confirmed', thing: 'person_address', thingId: mine.cluster.kept });
				return { customerId, customer: customer.name, address: value };
			});
		}),
	];
};
