/** `/manageaccount/licences`: for how long each domain is paid for. */
import { domainLicences, domainLicencesFile, endDomainLicence, type Licence } from '@luvalla/contract/billing/licences';
import { BILLING_ZONE, LICENCE_REMINDER_DAYS } from '@luvalla/contract/constants';
import { Button } from '@mantine/core';
import { IconMail, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountPage } from '#portal/app/account/AccountPage.tsx';
import { asList, useCall } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { billingDay } from '#portal/ui/credits/months.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { ListExport } from '#portal/ui/list/CsvExport.tsx';
import { isNothing } from '#portal/ui/list/DataList.tsx';
import { ListTools } from '#portal/ui/list/ListTools.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { NoMatch } from '#portal/ui/list/NoMatch.tsx';
import { Pager } from '#portal/ui/list/Pager.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { useAddPlace } from '#portal/ui/list/use-add-place.ts';
import { LicencesList } from './LicencesList.tsx';
import styles from './licences.module.css';
import { licenceSearch } from './licences.search.ts';
import { Summary } from './Summary.tsx';
import { useLicenceTexts } from './texts.ts';

export function LicencesScreen() {
	const t = useLicenceTexts();
	const person = usePerson();
	const { search, patch, page, customerId } = usePage(licenceSearch);
	const params = { id: customerId ?? 0 };
	const { state } = search;
	const query = useQuery({ ...asList(domainLicences, { params, query: { ...listQueryOf(search), state } }), enabled: customerId !== null });
	// until the server says so
	const [today] = useState(() => billingDay(new Date()));
	const [ending, setEnding] = useState<Licence | null>(null);
	const summary = query.data?.beside?.summary;
	const rows = query.data?.data;
	const total = query.data?.page?.total ?? 0;
	const { page: number, size } = listQueryOf(search);
	const may = person.isAdmin || person.customerAdmin;
	const filters = [valueFilter('state', t('state'), state, ['on', 'notBegun', 'ended'] as const, (value) => t(value))];
	const clear = () => patch({ q: undefined, state: undefined, page: undefined }, { replace: true });
	const nothing = isNothing({ query, search, filters });
	const open = (domainId?: string) => patch({ id: 'new', for: domainId });
	const close = () => patch({ id: undefined, for: undefined });
	const opened = search.id === 'new' && may;
	const { inHead, holding } = useAddPlace(nothing && !opened);
	const add = may ? (
		<Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} onClick={() => open()} {...holding}>
			{t('add')}
		</Button>
	) : null;
	const list = (
		<LicencesList
			key={`${customerId} ${opened} ${search.for}`}
			customerId={params.id}
			domains={page.domains}
			rows={rows}
			today={summary?.today ?? today}
			opened={opened}
			domainId={search.for ?? null}
			onOpen={may ? open : undefined}
			onClose={close}
			onEnd={setEnding}
		/>
	);
	return (
		<AccountPage page={page} search={search} busy={query.isFetching && !query.isPending}>
			<div className={styles.head}>
				<Summary summary={summary} failed={query.isError && !rows} />
				{inHead ? add : null}
			</div>
			{nothing && !opened ? (
				<Empty title={t('empty')} action={inHead ? null : add}>
					{t('emptyWhy')}
				</Empty>
			) : (
				<>
					<ListTools
						search={{
							value: search.q ?? '',
							label: t('search'),
							onSearch: (q) => patch({ q: q === '' ? undefined : q, page: undefined }, { replace: true }),
						}}
						filters={filters}
						onFilter={(_, value) => patch({ state: licenceSearch.shape.state.parse(value), page: undefined }, { replace: true })}
						more={
							<ListExport short read={() => fetchFile(domainLicencesFile, { params, query: { q: search.q, sort: search.sort, state } })} />
						}
						narrowed={search.q !== undefined || state !== undefined}
						onClear={clear}
						count={rows ? t('count', { count: total }) : null}
					/>
					{query.isError && !rows ? <Failed sentence={t('failed')} query={query} /> : list}
					{rows?.length === 0 && !nothing ? <NoMatch onClear={clear} /> : null}
					{query.data?.page ? (
						<Pager
							page={number}
							size={size}
							total={total}
							onPage={(next) => patch({ page: next === 1 ? undefined : next })}
							onSize={(next) => patch({ size: next, page: undefined }, { replace: true })}
						/>
					) : null}
					{rows ? <p className="aside above-8">{t('days', { zone: summary?.zone ?? BILLING_ZONE })}</p> : null}
				</>
			)}
			{query.isPending ? null : <Reminders />}
			<EndQuestion customerId={params.id} ending={ending} onClose={() => setEnding(null)} />
		</AccountPage>
	);
}

/** Asks before a licence ends today; null: nothing is asked. */
function EndQuestion({ customerId, ending, onClose }: { customerId: number; ending: Licence | null; onClose: () => void }) {
	const t = useLicenceTexts();
	const end = useCall(endDomainLicence, { reload: [domainLicences] });
	return (
		<CallQuestion
			call={end}
			input={ending && { params: { id: customerId, licenseId: ending.id } }}
			onClose={onClose}
			title={t('endQuestion', { domain: ending?.domain ?? '' })}
			verb={t('endVerb')}
			danger
		>
			{t('endWhat')}
		</CallQuestion>
	);
}

/** Who is told before a licence ends, and when. */
function Reminders() {
	const t = useLicenceTexts();
	const [first, second, third] = LICENCE_REMINDER_DAYS;
	return (
		<p className={styles.reminders}>
			<IconMail size={18} stroke={1.75} aria-hidden="true" />
			<span>
				<strong>{t('reminders', { first, second, third })}</strong> {t('remindersTo')}
			</span>
		</p>
	);
}
