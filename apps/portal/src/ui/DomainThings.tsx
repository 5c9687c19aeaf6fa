/** A list of a domain's things, known by their titles: the header's domain, to ADMIN every domain of the page's customer. */
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import type { Column } from './DataTable.tsx';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';
import { NoDomain, type NoDomainProps } from './NoDomain.tsx';
import { RemoveQuestion, type RemoveQuestionProps } from './RemoveQuestion.tsx';
import { useDomainFilter } from './tenant-filters.ts';
import type { Place } from './use-place.ts';

interface Thing {
	id: string;
	title: string;
	domain: string;
}

/** What each such feature says, under the same keys. */
type Words = 'title' | 'search' | 'failed' | 'empty' | 'emptyWhy' | 'domain' | 'remove' | 'removeText' | 'removeVerb';

interface DomainThingsProps<Row extends Thing>
	extends Omit<ListScreenProps<Row>, 'title' | 'page' | 'rowId' | 'rowName' | 'searchLabel' | 'failed' | 'empty'> {
	t: ((key: Words) => string) & NoDomainProps['t'];
	place: Place;
	/** ADMIN's choice, as the address has it. */
	domain: string | undefined;
	/** The domain stands behind the first of them, where several are listed. */
	columns: Column<Row>[];
	remove: RemoveQuestionProps['remove'];
	/** What is asked before it goes. */
	removeQuestion: (title: string) => string;
	children?: ReactNode;
}

export function DomainThings<Row extends Thing>({
	t,
	place,
	domain,
	columns,
	actions,
	filters = [],
	remove,
	removeQuestion,
	children,
	...list
}: DomainThingsProps<Row>) {
	const { isAdmin } = usePerson();
	const { page, domains, chosen } = place;
	const ofDomain = useDomainFilter(domains, domain);
	const [doomed, setDoomed] = useState<Row | null>(null);
	if (!chosen) return <NoDomain title={t('title')} any={domains.length > 0} t={t} />;
	const [first, ...rest] = columns;
	return (
		<ListScreen
			{...list}
			title={t('title')}
			page={page}
			columns={first && isAdmin ? [first, { key: 'domain', header: t('domain'), cell: (row) => row.domain }, ...rest] : columns}
			rowId={(row) => row.id}
			rowName={(row) => row.title}
			actions={(row) => [...(actions?.(row) ?? []), { label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) }]}
			searchLabel={t('search')}
			filters={isAdmin ? [ofDomain, ...filters] : filters}
			failed={t('failed')}
			empty={{ title: t('empty'), why: t('emptyWhy') }}
		>
			{children}
			<RemoveQuestion
				row={doomed}
				title={removeQuestion(doomed?.title ?? '')}
				text={t('removeText')}
				verb={t('removeVerb')}
				remove={remove}
				onClose={() => setDoomed(null)}
			/>
		</ListScreen>
	);
}
