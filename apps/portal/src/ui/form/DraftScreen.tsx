/** A page on which a draft is made: it waits for the draft, or for the domain that a new one is for, and says what is not there. */
import type { Page } from '@luvalla/contract/call';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CustomerGate } from '../CustomerGate.tsx';
import { Empty, Failed } from '../Empty.tsx';
import type { PickerSearch } from '../list/picker-search.ts';
import type { PageCustomer } from '../list/pickers.tsx';
import { NoDomain, type NoDomainProps } from '../NoDomain.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { type NamedDomain, usePlace } from '../use-place.ts';
import { WayBack } from '../WayBack.tsx';
import { SelectField } from './fields.tsx';

/** Whose draft it is. */
export interface DraftPlace {
	domain: NamedDomain;
	customerId: number | null;
	/** ADMIN says on the page for which domain a new one is. */
	pick: { page: PageCustomer; domains: readonly NamedDomain[]; onDomain: (id: string) => void } | null;
}

type Answer<Row> = { data: Row[]; page: Page | null };

interface DraftScreenProps<Row, Key extends readonly unknown[]> {
	search: PickerSearch;
	patch: PatchSearch<PickerSearch>;
	t: NoDomainProps['t'] & ((key: 'title' | 'newTitle' | 'loadFailed' | 'missing') => string);
	/** Query options of the one with this id: a list of it alone. */
	read: (id: string, scope: Scope) => UseQueryOptions<Answer<Row>, Error, Answer<Row>, Key>;
	/** The list it belongs to. */
	list: { label: string; to: string };
	/** What is said where there is none for the person. */
	gone: string;
	/** The page's own layout, empty. */
	waiting: ReactNode;
	/** @param row null: a new one, of the header's domain, to ADMIN of the one that is picked */
	children: (row: Row | null, place: DraftPlace) => ReactNode;
}

/** The draft whose id the address has; without one, a new one. */
export function DraftScreen<Row extends { domainId: string; domain: string }, Key extends readonly unknown[]>(
	props: DraftScreenProps<Row, Key>,
) {
	const { search, patch, t, read, list, gone, waiting, children } = props;
	const { id } = useParams({ strict: false });
	const { isAdmin } = usePerson();
	const { page, domains, domain: chosen, scope } = usePlace(search);
	const { customerId } = page;
	const stored = useQuery({ ...read(id ?? '', scope), enabled: id !== undefined && customerId !== null });
	const row = stored.data?.data[0];
	const domain = chosen ?? (isAdmin ? (domains[0] ?? null) : null);
	// Drawn in slices: pressing and typing elsewhere do not wait for a whole editor.
	const there = useDeferredValue(id === undefined ? domain !== null : row !== undefined);
	if (id === undefined) {
		if (!domain && customerId !== null && !page.list.isPending) return <NoDomain title={t('newTitle')} any={domains.length > 0} t={t} />;
		const pick = isAdmin ? { page, domains, onDomain: (next: string) => patch({ domain: next }) } : null;
		return (
			<CustomerGate page={page} title={t('newTitle')}>
				{there && domain ? children(null, { domain, customerId, pick }) : waiting}
			</CustomerGate>
		);
	}
	return (
		<CustomerGate page={page} title={t('title')}>
			{there && row ? (
				children(row, { domain: { id: row.domainId, domain: row.domain }, customerId, pick: null })
			) : row || stored.isPending ? (
				waiting
			) : (
				<>
					<PageHeader title={t('title')} crumbs={[list, { label: t('title') }]} />
					{stored.isError ? (
						<Failed sentence={t('loadFailed')} query={stored} back={list} />
					) : (
						<Empty title={gone} action={<WayBack to={list} />}>
							{t('missing')}
						</Empty>
					)}
				</>
			)}
		</CustomerGate>
	);
}

/** ADMIN's choice of the domain that a new draft is for. */
export function DraftDomain({ label, domain, pick }: { label: string; domain: NamedDomain; pick: NonNullable<DraftPlace['pick']> }) {
	return (
		<SelectField
			label={label}
			data={pick.domains.map((one) => ({ value: one.id, label: one.domain }))}
			value={domain.id}
			allowDeselect={false}
			onChange={(id) => id !== null && pick.onDomain(id)}
		/>
	);
}
