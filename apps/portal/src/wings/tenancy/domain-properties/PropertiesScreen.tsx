/** `/domainproperties`: keys and values of one domain, what of them waits, and the press that lets websites read it. */
import {
	activateDomainProperty,
	changeDomainProperty,
	type DomainProperty,
	deleteDomainProperty,
	domainProperties,
	domainsForProperty,
	submitDomainProperties,
} from '@luvalla/contract/tenancy/domain-properties';
import { Button } from '@mantine/core';
import {
	IconArrowBackUp,
	IconCheck,
	IconCircleDashed,
	IconMinus,
	IconPencil,
	IconPlus,
	IconPower,
	IconTrash,
	IconUpload,
	IconWorld,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { LateSelect } from '#portal/ui/form/LateSelect.tsx';
import { type Column, type RowAction, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { type PageCustomer, usePage } from '#portal/ui/list/pickers.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import styles from './properties.module.css';
import { CHANGES, propertySearch } from './properties.search.ts';
import { usePropertyTexts } from './texts.ts';

/** More than a domain may have. */
const ALL = 100;
const NOTHING = { data: [], page: null };

export function PropertiesScreen() {
	const t = usePropertyTexts();
	const person = usePerson();
	const { search, patch, page, domains } = usePage(propertySearch);
	const [going, setGoing] = useState<DomainProperty | null>(null);
	const [submitting, setSubmitting] = useState(false);
	const wanted = search.domain ?? person.currentDomain?.id;
	const domain = domains.find(({ id }) => id === wanted) ?? domains[0];
	const scope = { domainId: domain?.id ?? null };
	const settings = { reload: [domainProperties, domainsForProperty], scope };
	const enabled = domain !== undefined;
	const list = useQuery({
		...asList(domainProperties, { query: { ...listQueryOf(search), filter: filterOf({ change: search.change }) } }, scope),
		enabled,
	});
	const waits = useQuery({
		...asList(domainProperties, { query: { size: ALL } }, scope),
		enabled,
		select: ({ data }) => data.filter(({ change }) => change !== 'none').length,
	});
	// Without a domain nothing is asked for: whether there is none, or they did not come, is how the list stands.
	const shown = enabled ? list : { ...page.list, data: page.list.isSuccess ? NOTHING : undefined };
	const activate = useCall(activateDomainProperty, settings);
	const keep = useCall(changeDomainProperty, settings);
	const remove = useCall(deleteDomainProperty, settings);
	const submit = useCall(submitDomainProperties, settings);
	const waiting = waits.data ?? 0;
	const currentDomain = domain && { id: domain.id };
	const columns = useColumns();
	const actions = (one: DomainProperty): RowAction[] => [
		{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
		...(one.change === 'deleted'
			? [
					{
						label: t('restore'),
						icon: IconArrowBackUp,
						onSelect: () => keep.mutate({ body: { id: one.id, property: { key: one.key, value: one.value }, currentDomain } }),
					},
				]
			: [
					{
						label: t(one.active ? 'turnOff' : 'turnOn'),
						icon: IconPower,
						onSelect: () => activate.mutate({ body: { property: { id: one.id, active: !one.active }, currentDomain } }),
					},
					{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setGoing(one) },
				]),
	];
	return (
		<ListScreen
			name="domainproperties"
			title={t('title')}
			about={t('about')}
			page={page}
			tools={<DomainChoice domains={domains} domain={domain} onChoose={(id) => patch({ domain: id, page: undefined, id: undefined })} />}
			add={domain || !page.list.isSuccess ? { label: t('add') } : undefined}
			query={shown}
			columns={columns}
			rowId={({ id }) => id}
			rowName={({ key }) => key}
			actions={actions}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			filters={[valueFilter('change', t('change'), search.change, CHANGES, (value) => t(value))]}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{ title: domain ? t('empty') : t('noDomain'), why: t('emptyWhy') }}
			before={waiting > 0 ? <Waiting count={waiting} onSubmit={() => setSubmitting(true)} /> : null}
		>
			{domain && list.data ? <HowToRead domainId={domain.id} /> : null}
			<PropertyDrawers id={search.id} domainId={domain?.id} list={list} onClose={() => patch({ id: undefined })} />
			<CallQuestion
				call={remove}
				input={going && { query: { id: going.id } }}
				onClose={() => setGoing(null)}
				title={t('removeTitle', { key: going?.key ?? '' })}
				verb={t('remove')}
				danger
			>
				{t(going?.live === null ? 'removeUnread' : 'removeLive')}
			</CallQuestion>
			<CallQuestion
				call={submit}
				input={submitting && { body: { currentDomain } }}
				onClose={() => setSubmitting(false)}
				title={t('submitTitle', { count: waiting })}
				verb={t('submit')}
			>
				{t('submitText', { domain: domain?.domain ?? '' })}
			</CallQuestion>
		</ListScreen>
	);
}

interface DomainChoiceProps {
	domains: PageCustomer['domains'];
	domain: PageCustomer['domains'][number] | undefined;
	onChoose: (id: string) => void;
}

function DomainChoice({ domains, domain, onChoose }: DomainChoiceProps) {
	const t = usePropertyTexts();
	return (
		<LateSelect
			className={styles.picker}
			aria-label={t('domain')}
			placeholder={t('noDomain')}
			leftSection={<IconWorld size={16} stroke={1.75} aria-hidden="true" />}
			data={domains.map(({ id, domain: host }) => ({ value: id, label: host }))}
			value={domain?.id ?? null}
			searchable
			allowDeselect={false}
			maxDropdownHeight={280}
			nothingFoundMessage={t('noDomain')}
			onChange={(value) => value !== null && onChoose(value)}
		/>
	);
}

/** How many keys websites do not read as they are written yet, and the press after which they do. */
function Waiting({ count, onSubmit }: { count: number; onSubmit: () => void }) {
	const t = usePropertyTexts();
	return (
		<div className={styles.waiting}>
			<p>{t('waiting', { count })}</p>
			<Button variant="default" data-strong leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />} onClick={onSubmit}>
				{t('submit')}
			</Button>
		</div>
	);
}

/** The line by which a website reads its properties. */
function HowToRead({ domainId }: { domainId: string }) {
	const t = usePropertyTexts();
	const code = `const properties = await (await fetch('${location.origin}/cmp/d/${domainId}/properties.json')).json();`;
	return (
		<details className={styles.read}>
			<summary>{t('readTitle')}</summary>
			<p className="aside">{t('readText')}</p>
			<pre>{code}</pre>
			<CopyText value={code} label={t('copy')} />
		</details>
	);
}

interface PropertyDrawersProps {
	id: string | undefined;
	domainId: string | undefined;
	list: UseQueryResult<{ data: readonly DomainProperty[] }>;
	onClose: () => void;
}

/** The drawer of a new key, and that of one of the list. */
function PropertyDrawers({ id, domainId, list, onClose }: PropertyDrawersProps) {
	const t = usePropertyTexts();
	const row = list.data?.data.find((one) => one.id === id);
	const adding = id === 'new';
	return (
		<>
			<FormDrawer opened={adding && domainId !== undefined} title={t('add')} onClose={onClose}>
				{adding && domainId ? <PropertyForm domainId={domainId} row={null} /> : null}
			</FormDrawer>
			<FormDrawer
				opened={id !== undefined && !adding}
				title={row?.key ?? t('edit')}
				onClose={onClose}
				loading={row ? undefined : { ...list, isSuccess: list.isSuccess && !list.isPlaceholderData }}
				missing={t('missing')}
			>
				{row && domainId ? <PropertyForm key={row.id} domainId={domainId} row={row} /> : null}
			</FormDrawer>
		</>
	);
}

function useColumns(): Column<DomainProperty>[] {
	const t = usePropertyTexts();
	return [
		{
			key: 'key',
			header: t('key'),
			sort: 'key',
			cell: (one) => (
				<RowLink search={{ id: one.id }}>
					<span className="machine">{one.key}</span>
				</RowLink>
			),
		},
		{ key: 'value', header: t('value'), cell: (one) => <span className={styles.value}>{one.value}</span> },
		{ key: 'state', header: t('state'), cell: (one) => <State row={one} />, width: 190 },
		{
			key: 'live',
			header: t('live'),
			cell: (one) =>
				one.live === null ? <span className="aside">{t('nothingLive')}</span> : <span className={styles.value}>{one.live}</span>,
		},
		{ key: 'changed', header: t('changedAt'), sort: 'changedAt', cell: (one) => <RelativeTime at={one.changedAt} />, extra: true },
	];
}

function State({ row: { change, active } }: { row: DomainProperty }) {
	const t = usePropertyTexts();
	if (change === 'none')
		return active ? (
			<Badge hue="green" icon={IconCheck}>
				{t('none')}
			</Badge>
		) : (
			<Badge hue="gray" icon={IconMinus}>
				{t('off')}
			</Badge>
		);
	const icons = { added: IconPlus, changed: IconCircleDashed, deleted: IconTrash } as const;
	return (
		<Badge hue="amber" icon={icons[change]}>
			{t(change)}
		</Badge>
	);
}
