import { consentRecord, type LedgerRecord } from '@luvalla/contract/consent/ledger';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconClockExclamation, IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { countryName, languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { RowLink } from '#portal/ui/list/DataTable.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { ProofBadge } from '#portal/ui/ProofBadge.tsx';
import { useSourceText } from '#portal/ui/source-text.ts';
import { ExactTime, SaidTime } from '#portal/ui/times.tsx';
import { deviceText, howText } from './choices.tsx';
import { Erased, useErasure } from './Erased.tsx';
import { History } from './History.tsx';
import { Download, ProofCard, savePdf, useProof } from './ProofCard.tsx';
import styles from './Record.module.css';
import { recordSearch } from './reports.search.ts';
import { Shown } from './Shown.tsx';
import { useReportTexts } from './texts.ts';

const SHORT_ENDS = [8, 4] as const;
/** Of a record that is being sealed. */
const ASK_AGAIN_MS = 10_000;
/** 0193b2f0…8f4c */
const shortId = (id: string): string => `${id.slice(0, SHORT_ENDS[0])}…${id.slice(-SHORT_ENDS[1])}`;

/** `/reports/records/{id}`: one record with all that was recorded. */
export function RecordScreen() {
	const t = useReportTexts();
	const { id = '' } = useParams({ strict: false });
	const { page, customerId, whose: customer } = usePage(recordSearch);
	const record = useQuery({
		...asQuery(consentRecord, { params: { id } }, { customerId }),
		enabled: customerId !== null,
		// its first two minutes: the proof is there as soon as it is sealed
		refetchInterval: ({ state }) => (state.data?.data.sealed === false ? ASK_AGAIN_MS : false),
	});
	const gone = useErasure(id, customerId, record.error);
	const erasure = gone.data?.data;
	const proof = useProof(id, customerId, record.data?.data.sealed === true).data?.data;
	const data = record.data?.data;
	const title = data
		? data.value
			? t('yesTitle', { purpose: data.purpose.name })
			: t('noTitle', { purpose: data.purpose.name })
		: erasure
			? t('erasedTitle')
			: t('loading');
	useThing(data || erasure ? title : undefined);
	const ledger = { label: t('ledger'), to: '/reports', search: { tab: 'consent', ...customer } };
	return (
		<>
			<PageHeader
				title={title}
				crumbs={[{ label: t('title'), to: '/reports', search: customer }, ledger, { label: shortId(id), mono: true }]}
				badge={
					data ? (
						<>
							{proof ? <ProofBadge proof={proof.verified ? 'holds' : 'fails'} /> : null}
							{data.clockSkewed ? (
								<Badge hue="amber" icon={IconClockExclamation}>
									{t('clockOff')}
								</Badge>
							) : null}
						</>
					) : null
				}
				actions={
					data ? (
						<>
							{data.person ? (
								<Button
									variant="default"
									leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}
									renderRoot={(props) => <Link {...props} to={`/domainprofiles/${data.person?.luvallaId}`} search={customer} />}
								>
									{t('openPerson')}
								</Button>
							) : null}
							{/* There is one once it has its place. */}
							<Download label={t('downloadProof')} run={() => savePdf(id, customerId)} disabled={!proof} />
						</>
					) : erasure || record.isError ? null : (
						<Skeleton height={36} width={150} />
					)
				}
			/>
			<CustomerGate page={page}>
				{erasure ? (
					<Erased id={id} erasure={erasure} />
				) : record.isError && !gone.isLoading ? (
					<Failed sentence={t('recordFailed')} query={record} back={ledger} />
				) : data ? (
					<Detail record={data} lookAgain={() => void record.refetch()} customerId={customerId} customer={customer} />
				) : (
					<div className={styles.grid}>
						<Skeleton height={360} />
						<Skeleton height={300} />
					</div>
				)}
			</CustomerGate>
		</>
	);
}

interface DetailProps {
	record: LedgerRecord;
	/** Looks at the record again. */
	lookAgain: () => void;
	customerId: number | null;
	customer: Record<string, string>;
}

function Detail({ record, lookAgain, customerId, customer }: DetailProps) {
	const t = useReportTexts();
	const language = useLanguage();
	return (
		<div className={styles.grid}>
			<div className="narrow stack-16">
				<ProofCard record={record} lookAgain={lookAgain} customerId={customerId} />
				<Shown record={record} customerId={customerId} />
				{record.choice.length > 1 ? <WholeChoice record={record} customer={customer} /> : null}
			</div>
			<section className={styles.facts} aria-labelledby="facts-title">
				<h2 id="facts-title">{t('record')}</h2>
				<Facts
					facts={[
						{ label: t('purpose'), value: t('purposeVersion', { name: record.purpose.name, version: record.purpose.version }) },
						{ label: t('legalBasis'), value: basisText(t, record.purpose.legalBasis) },
						{ label: t('domain'), value: record.domain },
						{ label: t('givenBy'), value: howText(record.how) },
						...(record.person === null
							? []
							: [
									{
										label: t('person'),
										value: (
											<RowLink to={`/domainprofiles/${record.person.luvallaId}`} search={customer}>
												{record.person.name}
											</RowLink>
										),
									},
								]),
						...(record.source === null
							? []
							: [{ label: t('source'), value: <Source text={record.source} how={record.how} customer={customer} /> }]),
						...(record.recordedBy === null
							? []
							: [{ label: t('recordedBy'), value: record.recordedBy.name ?? record.recordedBy.id, mono: record.recordedBy.name === null }]),
						{ label: t('when'), value: <SaidTime at={record.at} how={record.how} seconds /> },
						{ label: t('received'), value: <ExactTime at={record.receivedAt} /> },
						...(record.language === 'und' ? [] : [{ label: t('language'), value: languageName(record.language, language) }]),
						// A file or another system has no browser.
						...(record.browser === ''
							? []
							: [
									{ label: t('browser'), value: record.browser === 'other' ? t('browserOther') : record.browser },
									{ label: t('device'), value: deviceText(record.device) },
									{ label: t('country'), value: record.country === null ? null : countryName(record.country, language) },
									{ label: t('network'), value: record.network ?? t('networkGone'), mono: record.network !== null },
									{ label: t('gpc'), value: record.gpc ? t('sent') : t('notSent') },
								]),
					]}
				/>
				<History record={record} customer={customer} />
			</section>
		</div>
	);
}

/** The other answers of the choice that this record is a part of. */
function WholeChoice({ record, customer }: { record: LedgerRecord; customer: Record<string, string> }) {
	const t = useReportTexts();
	return (
		<Card title={t('sameChoice')}>
			<p className={styles.text}>{t('sameChoiceText')}</p>
			<ul className={styles.choice}>
				{record.choice.map((one) => (
					<li key={one.id}>
						<span className={styles.answer} data-yes={one.value ? '' : undefined}>
							{one.value ? <IconCheck size={15} stroke={2} aria-hidden="true" /> : <IconX size={15} stroke={2} aria-hidden="true" />}
						</span>
						<span className={styles.purpose}>
							{one.id === record.id ? (
								<strong>{one.purpose}</strong>
							) : (
								<RowLink to={`/reports/records/${one.id}`} search={customer}>
									{one.purpose}
								</RowLink>
							)}
							<span>
								{one.value ? t('yes') : t('no')}
								{one.id === record.id ? ` · ${t('thisRecord')}` : ''}
							</span>
						</span>
					</li>
				))}
			</ul>
		</Card>
	);
}

/** Where an answer came from; one that was linked leads to the record it came from. */
function Source({ text, how, customer }: { text: string; how: string; customer: Record<string, string> }) {
	const sourceText = useSourceText();
	const id = /^record ([0-9a-f-]{36})$/.exec(text)?.[1];
	if (id === undefined) return sourceText(text, how);
	return (
		<RowLink to={`/reports/records/${id}`} search={customer}>
			{shortId(id)}
		</RowLink>
	);
}

/** Legal bases by the words they are stored as; one we do not know is shown as it stands. */
function basisText(t: ReturnType<typeof useReportTexts>, basis: string): string {
	if (basis === 'consent') return t('basisConsent');
	if (basis === 'necessary' || basis === 'strictly_necessary') return t('basisNecessary');
	return basis;
}
