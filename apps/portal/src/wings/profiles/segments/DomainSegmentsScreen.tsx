import { segments } from '@luvalla/contract/profiles/segments';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asList } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { DomainPicker, usePage } from '#portal/ui/list/pickers.tsx';
import { pageOf, useSegmentColumns } from './list.tsx';
import { segmentsSearch } from './segments.search.ts';
import { useSegmentTexts } from './texts.ts';

/** `/domain-segments`: which segments may be used on a domain, to read. It begins with the current one. */
export function DomainSegmentsScreen() {
	const t = useSegmentTexts();
	const person = usePerson();
	const { search, patch, page, customerId, domains, whose: customer } = usePage(segmentsSearch);
	const domainId = search.domain ?? person.currentDomain?.id ?? null;
	const domain = domains.find(({ id }) => id === domainId)?.domain;
	const list = useQuery({ ...asList(segments, { query: {} }, { customerId, domainId }), enabled: customerId !== null });
	const rows = list.data?.data.filter(({ isActive }) => isActive);
	return (
		<ListScreen
			name="domain-segments"
			title={t('domainTitle')}
			about={domain === undefined ? t('domainAboutAll') : t('domainAbout', { domain })}
			crumbs={[{ label: t('segments'), to: '/segments', search: customer }, { label: t('domainTitle') }]}
			page={page}
			tools={<DomainPicker domains={domains} value={domainId ?? undefined} onChange={(next) => patch({ domain: next, page: undefined })} />}
			query={{ ...list, data: rows && pageOf(rows, search) }}
			columns={useSegmentColumns()}
			rowId={(one) => one.id}
			rowName={(one) => one.name}
			search={search}
			onSearch={patch}
			searchLabel={t('search')}
			count={(total) => t('count', { count: total })}
			failed={t('failed')}
			empty={{
				title: t('domainEmpty'),
				why: t('domainEmptyWhy'),
				action: (
					<Button variant="default" renderRoot={(props: object) => <Link {...props} to="/segments" search={customer} />}>
						{t('toSegments')}
					</Button>
				),
			}}
		/>
	);
}
