/** What the worker does by the clock: renews, tries again, looks whether records still stand, and says when an end comes near. */
import { EXPIRY_MAIL_DAYS } from '@luvalla/contract/tenancy/custom-domains.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import { differing } from '../custom-domains/look.ts';
import { keepLook, lockCustomDomain, readCustomDomain, SERVED, setInvalid, tellHost } from '../custom-domains/store.ts';
import { pageAt, tellAdmins } from '../customers/tell-admins.ts';
import { expiryMail } from './expiry-mail.ts';
import { lookNow, type Ordering, wantOrder } from './order.ts';
import { type EndingRow, findDue, findEnding, findServed, setMailed } from './store.ts';

/** Orders that one sweep wants; the next comes ten minutes later. */
const MOST_AT_ONCE = 200;
const CHECK = 'check-custom-domain';
const CHECKS_AT_ONCE = 3;
const DAY_MS = 86_400_000;

/** Orders what is due. Answers how many. */
export const orderDue = async ({ kernel }: Ordering): Promise<number> => {
	const due = await findDue(kernel.storage.acrossInReport, MOST_AT_ONCE);
	await forEach(due, ({ customer_id: customerId, custom_domain_id: id }) =>
		kernel.storage.inTenant(customerId, async (tx) => {
			await lockCustomDomain(tx, customerId, id);
			await wantOrder(tx, kernel, customerId, id);
		}),
	);
	return due.length;
};

/** Has each that is served looked at, customers by turns. */
export const wantChecks = async ({ kernel: { storage, jobs } }: Ordering): Promise<void> => {
	await forEach(await findServed(storage.acrossInReport), ({ customer_id: customerId, custom_domain_id: id }) =>
		storage.inTenant(customerId, (tx) => jobs.send(tx, CHECK, { customerId, id }, { customerId })),
	);
};

/** Looks once and keeps it: a record that differs warns, and changes nothing else. */
export const checkOne = async (ordering: Ordering, customerId: number, id: string): Promise<void> => {
	const { storage } = ordering.kernel;
	const row = await storage.inTenant(customerId, (tx) => readCustomDomain(tx, customerId, id));
	if (!row || !SERVED.includes(row.status)) return;
	const looked = await lookNow(ordering, customerId, row.host);
	await storage.inTenant(customerId, (tx) => keepLook(tx, customerId, id, looked, differing(looked)));
};

/** Tells of certificates that could not be renewed and end soon, once for each of the days; one that ended is not served any more. */
export const tellEnding = async ({ kernel }: Ordering): Promise<void> => {
	const { storage } = kernel;
	const at = now().getTime();
	const tell = async (row: EndingRow): Promise<void> => {
		const { customer_id: customerId, custom_domain_id: id, host } = row;
		const left = (row.not_after.getTime() - at) / DAY_MS;
		await storage.inTenant(customerId, async (tx) => {
			await lockCustomDomain(tx, customerId, id);
			if (left <= 0) {
				await setInvalid(tx, customerId, id, { code: 'expired', about: null }, null);
				await recordActivity(tx, customerId, null, {
					action: 'invalid',
					thing: 'custom_domain',
					thingId: id,
					before: { status: row.status },
					after: { host, status: 'Invalid', reason: 'expired' },
				});
				await tellHost(tx, host);
				return;
			}
			const days = [...EXPIRY_MAIL_DAYS].reverse().find((one) => left <= one);
			if (days === undefined || (await setMailed(tx, customerId, id, days)) === 0) return;
			const link = pageAt(kernel.settings, customerId, '/managecustomdomains');
			await tellAdmins(tx, kernel, customerId, (language) => expiryMail(language, host, row.not_after, link));
		});
	};
	await forEach(await findEnding(storage.acrossInReport, new Date(at + EXPIRY_MAIL_DAYS[0] * DAY_MS)), tell);
};

const Wanted = z.object({ customerId: z.int(), id: z.string() });

/** Worker's part. */
export const workSweeps = async (ordering: Ordering): Promise<void> => {
	const { jobs } = ordering.kernel;
	await jobs.work(
		CHECK,
		async (data) => {
			const { customerId, id } = Wanted.parse(data);
			await checkOne(ordering, customerId, id);
		},
		{ concurrency: CHECKS_AT_ONCE },
	);
	await jobs.schedule('order-certificates', '*/10 * * * *', async () => void (await orderDue(ordering)));
	await jobs.schedule('check-custom-domains', '10 4 * * *', () => wantChecks(ordering));
	await jobs.schedule('tell-ending-certificates', '40 5 * * *', () => tellEnding(ordering));
};
