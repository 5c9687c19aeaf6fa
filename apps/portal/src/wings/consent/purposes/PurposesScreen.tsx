import { type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconClick, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { type Language, useLanguage, useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { basisNames } from '#portal/ui/bases.ts';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { useDomainFilter } from '#portal/ui/list/tenant-filters.ts';
import { wholePage } from '#portal/ui/list/use-views.ts';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { ChannelNames } from './ChannelsField.tsx';
import { EventsForm } from './EventsForm.tsx';
import { NewPurposeForm } from './NewPurposeForm.tsx';
import { PurposeForm } from './PurposeForm.tsx';
import { type PurposeSearch, purposeSearch } from './purposes.search.ts';
import { usePurposeTexts } from './texts.ts';

/** A customer has few purposes, all of them loaded: the page narrows them, by the name that is shown and by the stored one. */
const matching = (all: readonly Purpose[], { q, domain }: PurposeSearch, language: Language): Purpose[] => {
	const wanted = q?.trim().toLocaleLowerCase() ?? '';
	return all.filter(
		(row) =>
			(domain === undefined || row.domainId === domain) &&
			[row.name, purposeName(row, language)].some((name) => name.toLocaleLowerCase().includes(wanted)),
	);
};

/** `/lightconfig/purposes`: what visitors are asked about, in every version of its words. */
export function PurposesScreen() {
	const t = usePurposeTexts();
	const words = listWords(t);
	const language = useLanguage();
	const { isAdmin, currentDomain } = usePerson();
	const { search, patch, page, customerId, domains, whose: customer } = usePage(purposeSearch);
	const ofDomain = useDomainFilter(domains, search.domain);
	const asked = { params: { customerId: customerId ?? 0 }, query: {} };
	const list = useQuery({ ...asList(purposes, asked), enabled: customerId !== null });
	const shown = list.data && matching(list.data.data, search, language);
	const query = { ...list, data: shown && { data: shown, page: null } };
	const row = list.data?.data.find((one) => one.id === search.id) ?? null;
	const adding = search.id === 'new';
	const onEvents = search.id === 'events';
	const [made, setMade] = useState<string | null>(null);
	const added = list.data?.data.find((one) => one.id === made);
	const columns = useColumns();
	return (
		<ListScreen
			name="purposes"
			title={t('title')}
			about={t('about')}
			crumbs={[{ label: t('banners'), to: '/lightconfig', search: customer }, { label: t('title') }]}
			page={page}
			tools={
				<Button
					variant="default"
					disabled={domains.length === 0}
					leftSection={<IconClick size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => patch({ id: 'events' })}
				>
					{t('events')}
				</Button>
			}
			tabs={
				added?.basis === 'consent' ? (
					<NextStep
						said={t('made', { name: purposeName(added, language) })}
						steps={[
							// a form is of the domain that is worked on
							...(isAdmin || currentDomain?.id === added.domainId
								? [{ label: t('toForm'), to: '/signupforms/new', search: { ...customer, domain: added.domainId, purpose: added.id } }]
								: []),
							{ label: t('toBanner'), to: '/lightconfig', search: { ...customer, domain: added.domainId } },
						]}
					/>
				) : undefined
			}
			add={{ label: t('add') }}
			query={query}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => purposeName(one, language)}
			actions={(one) => [{ label: t('open'), icon: IconPencil, onSelect: () => patch({ id: one.id }) }]}
			search={search}
			onSearch={patch}
			filters={[ofDomain]}
			views={{
				call: purposes,
				count: async (given) => wholePage(matching((await ask(purposes, asked)).data, purposeSearch.parse(given), language)),
			}}
			{...words}
			empty={{ ...words.empty, action: <LinkButton to="/lightconfig">{t('openBanners')}</LinkButton> }}
		>
			<FormDrawer
				opened={search.id !== undefined && !adding && !onEvents}
				title={row ? purposeName(row, language) : t('drawer')}
				subtitle={row?.domain ?? null}
				onClose={() => patch({ id: undefined })}
				loading={row ? undefined : list}
				missing={t('missing')}
			>
				{row && customerId !== null ? <PurposeForm key={row.id} row={row} customerId={customerId} /> : null}
			</FormDrawer>
			<FormDrawer opened={onEvents} title={t('events')} subtitle={t('eventsWhat')} onClose={() => patch({ id: undefined })}>
				{onEvents && domains.length > 0 ? <EventsForm domains={domains} first={search.domain} /> : null}
			</FormDrawer>
			<FormDrawer opened={adding} title={t('add')} subtitle={t('addWhat')} onClose={() => patch({ id: undefined })}>
				{adding && customerId !== null ? <NewPurposeForm customerId={customerId} domains={domains} onAdded={setMade} /> : null}
			</FormDrawer>
		</ListScreen>
	);
}

function useColumns(): Column<Purpose>[] {
	const t = usePurposeTexts();
	const say = useSay();
	const language = useLanguage();
	return [
		{ key: 'name', header: t('name'), cell: (one) => <RowLink search={{ id: one.id }}>{purposeName(one, language)}</RowLink> },
		{ key: 'domain', header: t('domain'), cell: (one) => one.domain },
		{ key: 'live', header: t('live'), cell: (one) => <LiveState live={one.live} />, width: 96 },
		{ key: 'basis', header: t('basis'), cell: (one) => say(basisNames[one.legalBasis === 'consent' ? one.basis : one.legalBasis]) },
		{
			key: 'channels',
			header: t('channels'),
			cell: (one) => (one.legalBasis !== 'consent' ? null : one.tracks ? t('opensAndClicks') : <ChannelNames channels={one.channels} />),
		},
		{ key: 'version', header: t('version'), right: true, cell: (one) => <NumberText value={one.version} />, width: 32 },
		{
			key: 'answers',
			header: t('answers'),
			right: true,
			cell: (one) => (
				<>
					<NumberText value={one.yes} /> / <NumberText value={one.no} />
				</>
			),
			width: 80,
		},
		{
			key: 'kept',
			header: t('kept'),
			cell: (one) => (one.retentionMonths === null ? t('keptAlways') : t('months', { count: one.retentionMonths })),
		},
	];
}

function LiveState({ live }: { live: boolean }) {
	const t = usePurposeTexts();
	return live ? (
		<Badge hue="green" icon={IconCircleCheck}>
			{t('liveYes')}
		</Badge>
	) : (
		<Badge hue="gray" icon={IconCircleDashed}>
			{t('liveNo')}
		</Badge>
	);
}
