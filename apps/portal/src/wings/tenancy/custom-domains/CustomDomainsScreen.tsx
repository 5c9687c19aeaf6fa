/** `/managecustomdomains`: a customer's own hosts; one of them, where the URL names it. */

import {
	addCustomDomain,
	type CustomDomain,
	customDomains,
	deleteCustomDomain,
	validatedCustomDomains,
} from '@luvalla/contract/tenancy/custom-domains';
import { IconEye, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { filterOf, listQueryOf } from '#portal/lib/search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { HostField } from '#portal/ui/form/HostField.tsx';
import { type Column, type RowAction, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { DateText } from '#portal/ui/times.tsx';
import styles from './custom-domains.module.css';
import { customDomainSearch, STATUSES } from './custom-domains.search.ts';
import { DetailScreen } from './DetailScreen.tsx';
import { mayEdit } from './may-edit.ts';
import { StatusOf } from './StatusOf.tsx';
import { useCustomDomainTexts } from './texts.ts';

export function CustomDomainsScreen() {
	const t = useCustomDomainTexts();
	const person = usePerson();
	const { search, patch, page, customerId } = usePage(customDomainSearch);
	const [going, setGoing] = useState<CustomDomain | null>(null);
	const list = useQuery({
		...asList(customDomains, {
			params: { id: customerId ?? 0 },
			query: { ...listQueryOf(search), filter: filterOf({ status: search.status }) },
		}),
		enabled: customerId !== null && search.open === undefined,
	});
	const remove = useCall(deleteCustomDomain, { reload: [customDomains, validatedCustomDomains] });
	if (search.open !== undefined)
		return (
			<CustomerGate page={page} title={t('title')}>
				{customerId === null ? null : (
					<DetailScreen customerId={customerId} id={search.open} search={search} patch={patch} mayEdit={mayEdit(person)} />
				)}
			</CustomerGate>
		);
	const columns: Column<CustomDomain>[] = [
		{
			key: 'domain',
			header: t('domain'),
			sort: 'domain',
			cell: (one) => <RowLink search={{ open: one.id }}>{one.letters ?? one.domain}</RowLink>,
		},
		{ key: 'status', header: t('status'), cell: (one) => <StatusOf status={one.status} />, width: 130 },
		{
			key: 'records',
			header: t('records'),
			cell: (one) =>
				one.dns.checkedAt === null ? (
					<span className="aside">{t('notAsked')}</span>
				) : one.differing > 0 ? (
					<span className={styles.bad}>{t('differing', { count: one.differing })}</span>
				) : (
					t('allRight')
				),
		},
		{
			key: 'until',
			header: t('until'),
			cell: ({ certificate }) => (certificate === null ? null : <DateText at={certificate.notAfter} />),
		},
	];
	const actions = (one: CustomDomain): RowAction[] => [
		{ label: t('open'), icon: IconEye, onSelect: () => patch({ open: one.id }) },
		...(mayEdit(person) ? [{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setGoing(one) }] : []),
	];
	const adding = search.id === 'new' && mayEdit(person);
	return (
		<ListScreen
			name="managecustomdomains"
			title={t('title')}
			about={t('about')}
			page={page}
			add={mayEdit(person) ? { label: t('add') } : undefined}
			query={list}
			columns={columns}
			rowId={({ id }) => id}
			rowName={({ domain }) => domain}
			actions={actions}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			empty={{ title: t('empty'), why: t(mayEdit(person) ? 'emptyWhy' : 'emptyForReaders') }}
			filters={[valueFilter('status', t('status'), search.status, STATUSES, (value) => t(value))]}
		>
			<FormDrawer opened={adding} title={t('add')} onClose={() => patch({ id: undefined })}>
				{adding && customerId !== null ? <AddForm customerId={customerId} onAdded={(id) => patch({ id: undefined, open: id })} /> : null}
			</FormDrawer>
			<CallQuestion
				call={remove}
				input={going && { params: { customerId: going.customerId, id: going.id } }}
				onClose={() => setGoing(null)}
				title={t('removeTitle', { domain: going?.domain ?? '' })}
				verb={t('remove')}
				danger
			>
				{t('removeText')}
			</CallQuestion>
		</ListScreen>
	);
}

/** The host alone: what its records are is said on its own page, to which saving leads. */
function AddForm({ customerId, onAdded }: { customerId: number; onAdded: (id: string) => void }) {
	const t = useCustomDomainTexts();
	const add = useCall(addCustomDomain, { reload: [customDomains], quiet: true });
	return (
		<DrawerForm<{ domain: string }, CustomDomain>
			initial={{ domain: '' }}
			schema={addCustomDomain.body}
			labels={{ domain: t('domain') }}
			onSave={async ({ domain }) => (await add.mutateAsync({ params: { id: customerId }, body: { domain } })).data}
			saveLabel={t('add')}
			nothing={addCustomDomain.invalid}
			onward={{ label: t('addOnward'), go: ({ id }) => onAdded(id) }}
		>
			{(form) => <HostField label={t('domain')} hint={t('domainHint')} {...form.getInputProps('domain')} />}
		</DrawerForm>
	);
}
