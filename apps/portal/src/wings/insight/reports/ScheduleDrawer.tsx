/** Reports by mail: what is sent already, and a form for one of them. */
import {
	addReportSchedule,
	changeReportSchedule,
	deleteReportSchedule,
	REPORTS,
	type ReportSchedule,
	ReportScheduleChange,
	reportSchedules,
} from '@luvalla/contract/insight/report-schedules';
import { Button } from '@mantine/core';
import { IconMail, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText, timeText } from '#portal/lib/dates.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { DEFAULT_TAB, type ReportSearch, type ReportTab } from './reports.search.ts';
import styles from './Schedule.module.css';
import { useReportTexts } from './texts.ts';

type Report = ReportSchedule['report'];
type Texts = ReturnType<typeof useReportTexts>;

interface Values extends Record<string, unknown> {
	report: Report;
	domainId: string;
	unit: 'day' | 'week' | 'month';
	weekday: string;
	monthDay: string;
	hour: string;
	to: string;
	csv: boolean;
	link: boolean;
	language: Language;
}

/** The report of a tab; rates are part of the consents'. */
const REPORT_OF: Readonly<Record<ReportTab, Report>> = {
	profiles: 'profiles',
	consent: 'consents',
	rates: 'consents',
	ledger: 'ledger',
	events: 'events',
	channels: 'channels',
	costs: 'costs',
	consumers: 'consumers',
};

/** No domain's id. */
const ALL = 'all';

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '');

const inputOf = (values: Values, zone: string) => ({
	report: values.report,
	domainId: values.domainId === ALL ? null : values.domainId,
	every:
		values.unit === 'day'
			? { unit: 'day' as const }
			: { unit: values.unit, day: Number(values.unit === 'week' ? values.weekday : values.monthDay) },
	hour: Number(values.hour),
	zone,
	to: addressesIn(values.to),
	csv: values.csv,
	link: values.link,
	language: values.language,
});

const valuesOf = (one: ReportSchedule): Values => ({
	report: one.report,
	domainId: one.domainId ?? ALL,
	unit: one.every.unit,
	weekday: one.every.unit === 'week' ? String(one.every.day) : '1',
	monthDay: one.every.unit === 'month' ? String(one.every.day) : '1',
	hour: String(one.hour),
	to: one.to.join('\n'),
	csv: one.csv,
	link: one.link,
	language: one.language,
});

interface ScheduleDrawerProps {
	search: ReportSearch;
	patch: PatchSearch<ReportSearch>;
	customerId: number;
	domains: readonly { id: string; domain: string }[];
}

export function ScheduleDrawer({ search, patch, customerId, domains }: ScheduleDrawerProps) {
	const t = useReportTexts();
	const query = useQuery({ ...asQuery(reportSchedules, {}, { customerId }), enabled: search.mail !== undefined });
	const rows = query.data?.data;
	const row = rows?.find(({ id }) => id === search.mail);
	const asList = search.mail === 'list' && rows !== undefined && rows.length > 0;
	return (
		<FormDrawer
			opened={search.mail !== undefined}
			title={asList ? t('mailed') : row ? t('mailChange') : t('mailAdd')}
			onClose={() => patch({ mail: undefined })}
			loading={rows === undefined ? query : undefined}
		>
			{asList ? (
				<Schedules rows={rows} onOpen={(mail) => patch({ mail })} />
			) : (
				<ScheduleForm
					key={row?.id ?? 'new'}
					row={row}
					tab={search.tab ?? DEFAULT_TAB}
					search={search}
					customerId={customerId}
					domains={domains}
					onDone={() => patch({ mail: 'list' })}
				/>
			)}
		</FormDrawer>
	);
}

function Schedules({ rows, onOpen }: { rows: readonly ReportSchedule[]; onOpen: (id: string) => void }) {
	const t = useReportTexts();
	const language = useLanguage();
	return (
		<div className={styles.list}>
			<ul>
				{rows.map((one) => (
					<li key={one.id}>
						<IconMail size={18} stroke={1.75} aria-hidden="true" />
						<span className={styles.words}>
							<button type="button" className="link" onClick={() => onOpen(one.id)}>
								{t(`report_${one.report}`)}
							</button>
							<span>
								{everyText(t, one, language)} · {one.domain ?? t('allDomains')}
							</span>
							<span>{one.to.join(', ')}</span>
							<span>{t('mailNext', { at: momentText(one.nextAt, language) })}</span>
						</span>
					</li>
				))}
			</ul>
			<Button
				variant="default"
				data-strong
				leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
				onClick={() => onOpen('new')}
			>
				{t('mailAdd')}
			</Button>
		</div>
	);
}

/** Every Monday at 8. */
function everyText(t: Texts, { every, hour }: ReportSchedule, language: Language): string {
	const when =
		every.unit === 'day' ? t('everyDay') : every.unit === 'week' ? t(`every_${every.day as 1}`) : t('everyMonth', { day: every.day });
	return t('atHour', { when, hour: hourText(hour, language) });
}

const hourText = (hour: number, language: Language): string => timeText(new Date(2026, 0, 1, hour), language);

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: 31 }, (_, day) => day + 1);
/** Costs and credits are of customer admins alone. */
const OF_CUSTOMER_ADMINS: readonly Report[] = ['ledger', 'costs'];
/** These are about a customer as a whole. */
const WITHOUT_DOMAIN: readonly Report[] = ['ledger', 'costs'];

/** What a new one begins with. */
const EVERY_MONDAY = { unit: 'week', weekday: '1', monthDay: '1', hour: '8', csv: true, link: true } as const;

interface ScheduleFormProps extends Omit<ScheduleDrawerProps, 'patch'> {
	row: ReportSchedule | undefined;
	tab: ReportTab;
	onDone: () => void;
}

function ScheduleForm({ row, tab, search, customerId, domains, onDone }: ScheduleFormProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const person = usePerson();
	const scope = { customerId };
	const settings = {
		reload: [reportSchedules],
		onSuccess: ({ nextAt }: ReportSchedule) => notifySuccess(t('mailSaved', { at: momentText(nextAt, language) })),
		scope,
	};
	const add = useCall(addReportSchedule, settings);
	const change = useCall(changeReportSchedule, settings);
	const zone = row?.zone ?? zoneHere();
	const mayCosts = person.isAdmin || person.isPartner || person.customerAdmin;
	const initial: Values = row
		? valuesOf(row)
		: { ...EVERY_MONDAY, report: REPORT_OF[tab], domainId: search.domain ?? ALL, to: person.email, language };
	return (
		<DrawerForm
			initial={initial}
			schema={ReportScheduleChange}
			toInput={(values) => inputOf(values, zone)}
			labels={{
				report: t('mailReport'),
				domainId: t('domain'),
				unit: t('mailWhen'),
				weekday: t('weekday'),
				monthDay: t('dayOfMonth'),
				hour: t('hour'),
				to: t('mailTo'),
				csv: t('mailCsv'),
				link: t('mailLink'),
				language: t('language'),
			}}
			labelOf={(path) => (path.startsWith('to') ? t('mailTo') : path.startsWith('every') ? t('mailWhen') : undefined)}
			saveLabel={t('mailSave')}
			onSave={async (values) => {
				const body = inputOf(values, zone);
				if (row) await change.mutateAsync({ params: { id: row.id }, body });
				else await add.mutateAsync({ body });
			}}
		>
			{(form) => (
				<>
					<SelectField
						label={t('mailReport')}
						allowDeselect={false}
						data={REPORTS.filter((one) => mayCosts || !OF_CUSTOMER_ADMINS.includes(one)).map((value) => ({
							value,
							label: t(`report_${value}`),
						}))}
						{...form.getInputProps('report')}
					/>
					{WITHOUT_DOMAIN.includes(form.values.report) ? null : (
						<SelectField
							label={t('domain')}
							searchable
							allowDeselect={false}
							data={[{ value: ALL, label: t('allDomains') }, ...domains.map(({ id, domain }) => ({ value: id, label: domain }))]}
							{...form.getInputProps('domainId')}
						/>
					)}
					<WhenFields form={form} />
					<p className={styles.note}>{t('mailZone', { zone })}</p>
					<AreaField
						label={t('mailTo')}
						hint={t('mailToHint')}
						minRows={2}
						error={firstError(form.errors, 'to')}
						{...withoutError(form.getInputProps('to'))}
					/>
					<SelectField
						label={t('language')}
						allowDeselect={false}
						data={[
							{ value: 'en', label: 'English' },
							{ value: 'fi', label: 'Suomi' },
						]}
						{...form.getInputProps('language')}
					/>
					<SwitchField label={t('mailCsv')} {...form.getInputProps('csv', { type: 'checkbox' })} />
					<SwitchField label={t('mailLink')} hint={t('mailLinkHint')} {...form.getInputProps('link', { type: 'checkbox' })} />
					{row ? <StopMails id={row.id} scope={scope} onDone={onDone} /> : null}
				</>
			)}
		</DrawerForm>
	);
}

function StopMails({ id, scope, onDone }: { id: string; scope: { customerId: number }; onDone: () => void }) {
	const t = useReportTexts();
	const remove = useCall(deleteReportSchedule, { reload: [reportSchedules], onSuccess: onDone, scope });
	return (
		<div>
			<Button
				variant="default"
				leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
				loading={remove.isPending}
				onClick={() => remove.mutate({ params: { id } })}
			>
				{t('mailStop')}
			</Button>
		</div>
	);
}

/** Each day, week or month, on which day of it, and when. */
function WhenFields({ form }: { form: Form<Values> }) {
	const t = useReportTexts();
	const language = useLanguage();
	return (
		<div className={styles.when}>
			<SelectField
				label={t('mailWhen')}
				allowDeselect={false}
				data={[
					{ value: 'day', label: t('everyDay') },
					{ value: 'week', label: t('everyWeek') },
					{ value: 'month', label: t('everyMonthly') },
				]}
				{...form.getInputProps('unit')}
			/>
			{form.values.unit === 'week' ? (
				<SelectField
					label={t('weekday')}
					allowDeselect={false}
					data={WEEKDAYS.map((day) => ({ value: String(day), label: t(`weekday_${day}`) }))}
					{...form.getInputProps('weekday')}
				/>
			) : null}
			{form.values.unit === 'month' ? (
				<SelectField
					label={t('dayOfMonth')}
					allowDeselect={false}
					data={DAYS.map((day) => ({ value: String(day), label: String(day) }))}
					{...form.getInputProps('monthDay')}
				/>
			) : null}
			<SelectField
				label={t('hour')}
				allowDeselect={false}
				data={HOURS.map((hour) => ({ value: String(hour), label: hourText(hour, language) }))}
				{...form.getInputProps('hour')}
			/>
		</div>
	);
}

/** What is said of an address stands at the field that holds all of them. */
const firstError = (errors: Readonly<Record<string, string>>, path: string): string | undefined =>
	Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`))?.[1];
const withoutError = <Props extends { error: string | undefined }>({ error: _error, ...props }: Props) => props;
