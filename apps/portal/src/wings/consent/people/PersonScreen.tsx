import { type PersonDetail, type PersonRecord, person, personFile } from '@luvalla/contract/consent/people';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCertificate, IconCheck, IconPencilPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { dateText, dayGiven, momentText } from '#portal/lib/dates.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { type Column, DataTable, RowLink } from '#portal/ui/DataTable.tsx';
import { Download } from '#portal/ui/Download.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/FormDrawer.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePageCustomer } from '#portal/ui/pickers.tsx';
import { Timeline } from '#portal/ui/Timeline.tsx';
import { SaidTime } from '#portal/ui/times.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { ErasePerson } from './ErasePerson.tsx';
import { Identifiers } from './Identifiers.tsx';
import styles from './people.module.css';
import { personSearch } from './people.search.ts';
import { type PeopleTexts, usePeopleTexts } from './texts.ts';
import { AnswerBadge, howText, nameOf } from './words.tsx';

type Present = PersonDetail['present'][number];

/** Since when somebody is known, and when they last answered. */
function aboutText(t: PeopleTexts, { createdAt, records: [last] }: PersonDetail, language: Language): string {
	const since = t('knownSinceDay', { day: dateText(createdAt, language) });
	return last ? `${since} ${t('lastAnswerAt', { when: momentText(last.receivedAt, language) })}` : since;
}

/** `/reports/people/{id}`: what holds for one person, and every record behind it. */
export function PersonScreen() {
	const t = usePeopleTexts();
	const { id = '' } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(personSearch);
	const page = usePageCustomer(search, patch);
	const { customerId, picker } = page;
	const query = useQuery({ ...asQuery(person, { params: { id }, query: {} }, { customerId }), enabled: customerId !== null });
	useReloadOnNews('consents', [person], customerId, false);
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const data = query.data?.data;
	const language = useLanguage();
	const name = data ? nameOf(data.identifiers, data.luvallaId) : t('personTitle');
	useThing(data ? name : undefined);
	return (
		<CustomerGate title={t('personTitle')} page={page}>
			<PageHeader
				title={name}
				busy={query.isFetching && !query.isPending}
				crumbs={[
					{ label: t('reporting'), to: '/reports', search: customer },
					{ label: t('title'), to: '/reports/people', search: customer },
					{ label: data ? shortId(data.luvallaId) : '…', mono: true },
				]}
				about={data ? aboutText(t, data, language) : undefined}
				actions={
					<>
						{picker}
						{data && customerId !== null ? (
							<Download
								label={t('export')}
								read={() => fetchFile(personFile, { params: { id: data.luvallaId }, query: {} }, { customerId })}
							/>
						) : null}
						{data?.can.erase && customerId !== null ? (
							<ErasePerson name={name} id={data.luvallaId} customerId={customerId} customer={customer} />
						) : null}
						<Button
							disabled={!data}
							leftSection={<IconPencilPlus size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => patch({ answer: 'new' })}
						>
							{t('record')}
						</Button>
					</>
				}
			/>
			{query.isError && !data ? (
				<Failed sentence={t('personFailed')} error={query.error} onRetry={() => void query.refetch()} />
			) : data && customerId !== null ? (
				<Detail data={data} customer={customer} customerId={customerId} />
			) : (
				<PageSkeleton />
			)}
			<FormDrawer
				opened={search.answer !== undefined && data !== undefined}
				title={t('record')}
				subtitle={name}
				onClose={() => patch({ answer: undefined })}
			>
				{data && customerId !== null ? (
					<AnswerForm
						customerId={customerId}
						known={data.luvallaId}
						purposeId={data.present.find((one) => one.purposeId === search.answer)?.purposeId}
					/>
				) : null}
			</FormDrawer>
		</CustomerGate>
	);
}

function Detail({ data, customer, customerId }: { data: PersonDetail; customer: Record<string, string>; customerId: number }) {
	const t = usePeopleTexts();
	const domains = new Set(data.present.map(({ domain }) => domain));
	const [only] = domains;
	const present: Column<Present>[] = [
		{
			key: 'purpose',
			header: t('purpose'),
			cell: (row) =>
				row.recordId ? (
					<RowLink to={`/reports/records/${row.recordId}`} search={customer}>
						{row.purpose}
					</RowLink>
				) : (
					<span className={styles.unanswered}>{row.purpose}</span>
				),
			width: 200,
		},
		...(domains.size > 1 ? [{ key: 'domain', header: t('domain'), cell: (row: Present) => row.domain }] : []),
		{
			key: 'answer',
			header: t('answer'),
			cell: (row) => (
				<span className={styles.badges}>
					<AnswerBadge value={row.value} />
					{row.value === true && !row.permitted ? (
						<Badge hue="amber" icon={IconAlertTriangle}>
							{t('outdated')}
						</Badge>
					) : null}
				</span>
			),
		},
		{ key: 'how', header: t('how'), cell: (row) => (row.how ? howText(t, row.how) : null) },
		{ key: 'at', header: t('since'), cell: (row) => (row.at ? <SaidTime at={row.at} how={row.how} /> : null) },
		{
			key: 'record',
			header: t('theRecord'),
			cell: (row) => (row.recordId ? <RecordLink id={row.recordId} purpose={row.purpose} customer={customer} /> : null),
			width: 130,
		},
	];
	return (
		<div className={styles.person}>
			<div className={styles.cards}>
				<Card title={t('present')} aside={domains.size === 1 ? only : undefined} flush>
					<DataTable
						caption={t('present')}
						columns={present}
						rows={data.present.toSorted((a, b) => Number(a.value === null) - Number(b.value === null))}
						rowId={(row) => row.purposeId}
						rowName={(row) => row.purpose}
						expect={4}
					/>
				</Card>
				<Card title={t('history')}>
					<History records={data.records} more={data.more} customer={customer} />
				</Card>
			</div>
			<Identifiers data={data} customerId={customerId} />
		</div>
	);
}

/** Leads to what an answer stands on. */
function RecordLink({ id, purpose, customer }: { id: string; purpose: string; customer: Record<string, string> }) {
	const t = usePeopleTexts();
	return (
		<Link to={`/reports/records/${id}`} search={customer} className={styles.record}>
			<span className="visually-hidden">{t('openRecordOf', { purpose })}, </span>
			<IconCertificate size={14} stroke={2} aria-hidden="true" />
			<span className="mono">{shortId(id)}</span>
		</Link>
	);
}

/** Entries that are shown at first, and more at a time. */
const SHOWN = 25;

/** Every answer, newest first, each with its record one click away. */
function History({ records, more, customer }: { records: readonly PersonRecord[]; more: boolean; customer: Record<string, string> }) {
	const t = usePeopleTexts();
	const language = useLanguage();
	const [shown, setShown] = useState(SHOWN);
	// they come as they were received; a history is told as it was said
	const happenings = [...records]
		.sort((a, b) => b.at.localeCompare(a.at))
		.slice(0, shown)
		.map((row) => ({
			id: row.id,
			at: row.at,
			day: dayGiven(row.at, row.how),
			icon: row.value ? IconCheck : IconX,
			hue: row.value ? ('teal' as const) : ('gray' as const),
			sentence: t(row.value ? 'saidYesTo' : 'saidNoTo', { purpose: row.purpose }),
			about: (
				<>
					{[
						row.domain,
						howText(t, row.how),
						row.source,
						t('versionNumber', { version: row.version }),
						dateText(row.receivedAt, language) === dateText(row.at, language)
							? null
							: t('receivedOn', { when: momentText(row.receivedAt, language) }),
					]
						.filter((part) => part !== null && part !== '')
						.join(' · ')}
					{' · '}
					<RecordLink id={row.id} purpose={row.purpose} customer={customer} />
				</>
			),
		}));
	return (
		<>
			{records.length === 0 ? <p className={styles.quiet}>{t('noHistory')}</p> : null}
			<Timeline
				label={t('history')}
				happenings={happenings}
				older={shown < records.length ? { load: () => setShown(shown + SHOWN) } : undefined}
			/>
			{more && shown >= records.length ? <p className={styles.quiet}>{t('newestOnly', { count: records.length })}</p> : null}
		</>
	);
}

/** 01KAG3…2M8W: the ends of an id, by which people tell two apart. */
const shortId = (id: string): string => `${id.slice(0, 6)}…${id.slice(-4)}`;
