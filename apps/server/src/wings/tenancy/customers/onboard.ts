/** Onboarding: who lets a customer publish, puts it on hold and lets it go on. */
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import type * as customers from '@luvalla/contract/tenancy/customers.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { rolesOn } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { refuseDomain } from '../domains/calls.ts';
import { demandHost } from '../domains/host.ts';
import { bringDomain } from '../domains/proof.ts';
import { onboardedMail } from './onboarded-mail.ts';
import { type CustomerRow, dropRequested, lockCustomer, readCustomer, setStatus } from './store.ts';
import { pageAt, tellAdmins } from './tell-admins.ts';

const { notOnboarded, onboarded, onHold } = CUSTOMER_STATUS;
type Status = (typeof CUSTOMER_STATUS)[keyof typeof CUSTOMER_STATUS];

const refuseState = refusals({
	already_onboarded: [409, 'This customer is onboarded already.', 'Tämä asiakas on jo otettu käyttöön.'],
	state_of_admin: [
		403,
		'Only a platform admin ends a hold, cancels an onboarding or takes that back.',
		'Vain alustan ylläpitäjä päättää tauon, peruu käyttöönoton tai ottaa perutun asiakkaan uudelleen käyttöön.',
	],
});

/** States that somebody may bring a customer to. What ADMIN stopped, no partner sets going. */
export const statesFor = (
	asker: Asker,
	{ customer_id: customerId, status, cancelled }: Pick<CustomerRow, 'customer_id' | 'status' | 'cancelled'>,
): Status[] => {
	const held = rolesOn(asker, customerId);
	const approves: Status[] = status === notOnboarded ? [onboarded] : [];
	if (held.has('admin')) return status === notOnboarded ? approves : [notOnboarded, status === onHold ? onboarded : onHold];
	if (!held.has('partner')) return [];
	return status === onboarded ? [onHold] : cancelled ? [] : approves;
};

/** `answer` shows the row as the calls do. */
export const onboarding = ({ storage, askers, jobs, settings }: Kernel, answer: (asker: Asker, row: CustomerRow) => customers.Customer) => {
	/** Locked: two who decide about one customer do so one after the other. */
	const locked = async (tx: Tx, customerId: number): Promise<CustomerRow> => {
		await lockCustomer(tx, customerId);
		return existing(tx, customerId);
	};
	const existing = async (tx: Tx, customerId: number): Promise<CustomerRow> => {
		const found = await readCustomer(tx, customerId);
		if (!found) throw refuse('not_found');
		return found;
	};
	const move = async (
		asker: Asker,
		customerId: number,
		check: (before: CustomerRow) => Status | null,
		work: (tx: Tx) => Promise<void> = async () => undefined,
	): Promise<customers.Customer> => {
		const after = await storage.inTenant(customerId, async (tx) => {
			const before = await locked(tx, customerId);
			const status = check(before);
			if (status === null) return before;
			await work(tx);
			await setStatus(tx, customerId, status);
			const approved = status === onboarded && before.status === notOnboarded;
			if (approved)
				await tellAdmins(tx, { jobs }, before.customer_id, (language) =>
					onboardedMail(language, pageAt(settings, customerId, '/lightconfig')),
				);
			await recordActivity(tx, customerId, asker, {
				action: approved ? 'onboarded' : 'changed',
				thing: 'customer',
				thingId: String(customerId),
				before: { status: before.status },
				after: { status },
			});
			return existing(tx, customerId);
		});
		await askers.changed('*');
		return answer(asker, after);
	};

	return {
		approve: (asker: Asker, customerId: number, hosts: readonly string[]) =>
			move(
				asker,
				customerId,
				(before) => {
					if (before.status !== notOnboarded) throw refuseState('already_onboarded');
					if (!statesFor(asker, before).includes(onboarded)) throw refuseState('state_of_admin');
					return onboarded;
				},
				async (tx) => {
					for (const host of new Set(hosts)) await addHost(tx, asker, customerId, host);
					await dropRequested(tx, customerId, hosts);
				},
			),
		setStatus: (asker: Asker, customerId: number, status: Status) =>
			move(asker, customerId, (before) => {
				if (before.status === status) return null;
				if (!statesFor(asker, before).includes(status)) throw refuseState('state_of_admin');
				return status;
			}),
	};
};

const addHost = async (tx: Tx, asker: Asker, customerId: number, host: string): Promise<void> => {
	demandHost(host, 'domains');
	const domainId = newId();
	if (!(await bringDomain(tx, customerId, domainId, { host, name: '', webhookUrl: null, webhookHeaders: null })))
		throw refuseDomain('domain_taken', { domains: { en: `${host} is in use already`, fi: `${host} on jo käytössä` } });
	await recordActivity(tx, customerId, asker, { action: 'added', thing: 'domain', thingId: domainId, after: { host, name: '' } });
};
