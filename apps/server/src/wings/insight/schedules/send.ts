/**
 * Sends reports that are due. What is sent and that it was sent commit together, so a period is mailed once, whoever is killed. Of periods
 * that passed while nobody worked the last one is mailed. Who made it, and who gets it, is judged anew each time.
 */
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { queueMail } from '#kernel/outbound/mail.ts';
import { leavingDomains, readCustomer, readDomain } from '../../tenancy/wing.ts';
import { figuresOf } from './figures.ts';
import { reportMail } from './mails.ts';
import { type AskerOf, readingOf, strangersTo } from './readers.ts';
import { deleteSchedule, dueSchedules, holdSchedule, noteSent } from './store.ts';
import { dayIn, lastDue, nextDue, periodsTo } from './times.ts';

type Parts = Pick<Kernel, 'storage' | 'jobs' | 'settings'>;

/** Answers how many mails it sent; null: it was not due any more, or somebody else sends it. */
export const sendOne = ({ storage, jobs, settings }: Parts, askerOf: AskerOf, customerId: number, id: string): Promise<number | null> =>
	storage.inTenant(customerId, async (tx) => {
		const found = await holdSchedule(tx, customerId, id, false);
		const at = now();
		if (!found || found.next_at > at) return null;
		const { report, domain_id: domainId, zone, language } = found;
		// A domain that may come back is reported again then; until that, periods pass.
		if (domainId !== null && (await leavingDomains(tx, customerId)).includes(domainId)) {
			await noteSent(tx, customerId, id, lastDue(found, at), nextDue(found, at));
			return 0;
		}
		const scope = readingOf(await askerOf(found.made_by), customerId, report, domainId);
		const customer = await readCustomer(tx, customerId);
		const domain = domainId === null ? null : await readDomain(tx, customerId, domainId);
		const strangers = scope ? new Set(await strangersTo(storage, askerOf, found.recipients, scope, report)) : null;
		const readers = found.recipients.filter((address) => strangers?.has(address) === false);
		if (!scope || !customer || (domainId !== null && !domain) || readers.length === 0) {
			await deleteSchedule(tx, customerId, id);
			await recordActivity(tx, customerId, null, { action: 'ended', thing: 'report_schedule', thingId: id, before: { report } });
			return 0;
		}
		const due = lastDue(found, at);
		const periods = periodsTo(found, due);
		const figures = await figuresOf(tx, scope, report, periods);
		// As the portal keeps it: its tab, whose, and the days that the period is of.
		const shown = new URLSearchParams({
			...{ tab: report === 'consents' ? 'consent' : report, customer: String(customerId), ...(domainId !== null && { domain: domainId }) },
			...{ from: dayIn(periods.from.getTime(), zone), to: dayIn(periods.to.getTime() - 1, zone) },
		});
		const link = found.link ? `${settings.publicUrl}/reports?${shown}` : null;
		const mail = reportMail(language, {
			...{ report, customer: customer.name, domain: domain?.host ?? null, zone, ...periods, figures, csv: found.csv, link },
		});
		for (const to of readers) await queueMail(tx, jobs, { to, ...mail }, { customerId, ...(domainId !== null && { domainId }) });
		await noteSent(tx, customerId, id, due, nextDue(found, at));
		return readers.length;
	});

/** All that are due; one that fails does not keep the others from being sent. */
export const sendDue = async (kernel: Parts & Pick<Kernel, 'log'>, askerOf: AskerOf): Promise<void> => {
	for (const { customer_id: customerId, schedule_id: id } of await dueSchedules(kernel.storage.across, now()))
		try {
			await sendOne(kernel, askerOf, customerId, id);
		} catch (error) {
			kernel.log.error('a report was not mailed', { customerId, schedule: id, error });
		}
};

/** Worker's part. */
export const sendReports = async (kernel: Parts & Pick<Kernel, 'log'>, askerOf: AskerOf): Promise<void> => {
	await kernel.jobs.schedule('report-schedules', '* * * * *', () => sendDue(kernel, askerOf));
};
