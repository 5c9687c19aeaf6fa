/** Reports that are mailed: calls. */
import * as contract from '@luvalla/contract/insight/report-schedules.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readDomain } from '../../tenancy/wing.ts';
import { type AskerOf, readingOf, strangersTo } from './readers.ts';
import { countSchedules, deleteSchedule, holdSchedule, insertSchedule, readSchedules, type ScheduleRow, updateSchedule } from './store.ts';
import { nextDue } from './times.ts';

const refuseSchedule = refusals({
	too_many_schedules: [
		409,
		'There are fifty mailed reports already. End one of them first.',
		'Raporttilähetyksiä on jo viisikymmentä. Lopeta jokin niistä ensin.',
	],
});

const NameRow = row({ id: uuid, name: text });
const LockRow = row({ one: int });

/** What stands in the activity of one. */
const told = (change: contract.ReportScheduleChange) => ({ report: change.report, domain: change.domainId, recipients: change.to.length });
const toldOf = (found: ScheduleRow) => ({ report: found.report, domain: found.domain_id, recipients: found.recipients.length });

export const scheduleRoutes = ({ storage }: Kernel, askerOf: AskerOf): Route[] => {
	/** Everybody's; to a domain's own admin their own. */
	const owner = (asker: Asker, { as }: Scope): string | null => (as === 'domainAdmin' ? asker.userId : null);

	const shown = async (rows: readonly ScheduleRow[]): Promise<contract.ReportSchedule[]> => {
		const users = await storage.across.rows(
			NameRow,
			sql`select id, case when name = '' then email else name end as name from app_user where id = any(${rows.map((one) => one.made_by)}::uuid[])`,
		);
		const names = new Map(users.map(({ id, name }) => [id, name]));
		return rows.map((one) => ({
			...{ id: one.schedule_id, report: one.report, domainId: one.domain_id, domain: one.host, every: one.every, hour: one.hour },
			...{ zone: one.zone, to: one.recipients, csv: one.csv, link: one.link, language: one.language },
			...{ by: names.get(one.made_by) ?? '', nextAt: one.next_at.toISOString(), lastAt: one.last_at?.toISOString() ?? null },
		}));
	};

	/** @throws Refused where the asker may not read it, or somebody whom it would go to */
	const judged = async (
		tx: Tx,
		asker: Asker,
		{ customerId }: Scope,
		change: contract.ReportScheduleChange,
	): Promise<contract.ReportScheduleChange> => {
		const to = [...new Set(change.to.map((address) => address.toLowerCase()))];
		const reading = readingOf(asker, customerId, change.report, change.domainId);
		if (!reading)
			throw change.domainId !== null && readingOf(asker, customerId, change.report, null) ? refuse('not_found') : refuse('not_allowed');
		if (change.domainId !== null && !(await readDomain(tx, customerId, change.domainId))) throw refuse('not_found');
		const strangers = await strangersTo(storage, askerOf, to, reading, change.report);
		if (strangers.length > 0) {
			const list = strangers.join(', ');
			throw refuse('not_usable', {
				to: {
					en: `Only who may read this report can get it. Nobody like that has: ${list}`,
					fi: `Raportin voi lähettää vain sille, joka saa lukea sen. Tällaista lukijaa ei ole osoitteella: ${list}`,
				},
			});
		}
		return { ...change, to };
	};

	const one = async (tx: Tx, customerId: number, id: string): Promise<contract.ReportSchedule> => {
		const [schedule] = await shown((await readSchedules(tx, customerId, null)).filter(({ schedule_id: own }) => own === id));
		if (!schedule) throw refuse('not_found');
		return schedule;
	};

	/** @throws Refused 404 where there is none that the asker may change */
	const held = async (tx: Tx, asker: Asker, scope: Scope, id: string): Promise<ScheduleRow> => {
		const found = await holdSchedule(tx, scope.customerId, id, true);
		const by = owner(asker, scope);
		if (!found || (by !== null && found.made_by !== by)) throw refuse('not_found');
		return found;
	};

	return [
		handleIn(storage.inTenant, contract.reportSchedules, async (tx, { asker, scope }) =>
			shown(await readSchedules(tx, scope.customerId, owner(asker, scope))),
		),
		handleIn(storage.inTenant, contract.addReportSchedule, async (tx, { asker, body, scope }) => {
			const { customerId } = scope;
			const change = await judged(tx, asker, scope, body);
			// Two who add at once are counted one after the other.
			await tx.rows(LockRow, sql`select 1 as one from (select pg_advisory_xact_lock(hashtext('report schedules'), ${customerId}::int)) l`);
			if ((await countSchedules(tx, customerId)) >= contract.MOST_SCHEDULES) throw refuseSchedule('too_many_schedules');
			const id = newId();
			await insertSchedule(tx, customerId, id, change, asker.userId, now(), nextDue(change, now()));
			await recordActivity(tx, customerId, asker, {
				...{ action: 'added', thing: 'report_schedule', thingId: id, after: told(change) },
			});
			return one(tx, customerId, id);
		}),
		handleIn(storage.inTenant, contract.changeReportSchedule, async (tx, { asker, body, params: { id }, scope }) => {
			const { customerId } = scope;
			const before = await held(tx, asker, scope, id);
			const change = await judged(tx, asker, scope, body);
			await updateSchedule(tx, customerId, id, change, asker.userId, nextDue(change, now()));
			await recordActivity(tx, customerId, asker, {
				...{ action: 'changed', thing: 'report_schedule', thingId: id, before: toldOf(before), after: told(change) },
			});
			return one(tx, customerId, id);
		}),
		handleIn(storage.inTenant, contract.deleteReportSchedule, async (tx, { asker, params: { id }, scope }) => {
			const before = await held(tx, asker, scope, id);
			await deleteSchedule(tx, scope.customerId, id);
			await recordActivity(tx, scope.customerId, asker, {
				...{ action: 'deleted', thing: 'report_schedule', thingId: id, before: toldOf(before) },
			});
			return { id };
		}),
	];
};
