/** Customer admins are told 30, 14 and 3 days before a licence ends, once each. */
import { LICENCE_REMINDER_DAYS } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import { forEach } from '#kernel/jobs/each.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageAt, tellAdmins } from '../../tenancy/wing.ts';
import { addDays, dayOf, daysBetween } from '../days.ts';
import { licenceEndsMail } from './licence-mail.ts';
import { customersEnding, endingOf, type LicenceRow, noteReminders } from './store.ts';

const FIRST = Math.max(...LICENCE_REMINDER_DAYS);

/** The reminders whose day has come since the licence was added: a day that was missed is made up for, and says what is true today. */
const dueOf = ({ ends_on, created_at }: LicenceRow, today: string): number[] =>
	LICENCE_REMINDER_DAYS.filter((days) => {
		const on = addDays(ends_on, -days);
		return on <= today && on >= dayOf(created_at);
	});

/** Sends what is due today, to whoever answers for the customer; the note that it was sent commits with the mail. */
export const remindOfLicences = async ({ storage, jobs, settings }: Pick<Kernel, 'storage' | 'jobs' | 'settings'>): Promise<void> => {
	const at = now();
	const today = dayOf(at);
	const by = addDays(today, FIRST + 1);
	await forEach(await customersEnding(storage.acrossInReport, today, by), (customerId) =>
		storage.inTenant(customerId, async (tx) => {
			for (const licence of await endingOf(tx, customerId, today, by)) {
				const due = dueOf(licence, today);
				if (due.length === 0) continue;
				// Of several that were missed one mail is enough.
				if ((await noteReminders(tx, customerId, licence.licence_id, due, at)) === 0) continue;
				const days = daysBetween(today, licence.ends_on);
				await tellAdmins(tx, { jobs }, customerId, (language) =>
					licenceEndsMail(language, licence.host, licence.ends_on, days, pageAt(settings, customerId, '/manageaccount')),
				);
			}
		}),
	);
};

/** In the morning of the place whose days they are, in summer and in winter. */
export const remindDaily = async (kernel: Kernel): Promise<void> => {
	await kernel.jobs.schedule('licence-reminders', '0 6 * * *', () => remindOfLicences(kernel));
};
