import { removeSegment, type Segment, segmentCount, segments } from '@luvalla/contract/profiles/segments';
import { IconForms, IconList, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { labelFilter, listWords } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { pageOf, useSegmentColumns } from './list.tsx';
import { segmentsSearch } from './segments.search.ts';
import { useSegmentTexts } from './texts.ts';

/** How often counts are read again, while a rule is being filled and else. */
const BUILDING_MS = 2000;
const QUIET_MS = 10_000;

/** `/segments`: the groups of people that may be used on the current domain. */
export function SegmentsScreen() {
	const t = useSegmentTexts();
	const person = usePerson();
	const { search, patch, page, customerId, whose: customer } = usePage(segmentsSearch);
	const scope = { customerId, domainId: person.currentDomain?.id ?? null };
	const [doomed, setDoomed] = useState<Segment | null>(null);
	const { list, rows, live } = useCountedSegments(scope);
	const query = { ...list, data: rows && pageOf(rows, search) };
	const remove = useCall(removeSegment, { reload: [segments, segmentCount], scope });
	const made = list.data?.data.find((one) => one.id === search.made);
	const columns = useSegmentColumns((one) => ({ to: `/segments/${one.id}`, search: customer }));
	return (
		<ListScreen
			name="segments"
			title={t('title')}
			about={t('about')}
			page={page}
			tools={
				<>
					<LinkButton sign={IconForms} to="/signupforms" search={customer}>
						{t('toForms')}
					</LinkButton>
					<LinkButton sign={IconList} to="/domain-segments" search={customer}>
						{t('toDomain')}
					</LinkButton>
				</>
			}
			tabs={
				made ? (
					<NextStep
						said={t('made', { name: made.name, count: live.get(made.id) ?? made.count })}
						steps={[
							...(made.rule === null && (live.get(made.id) ?? made.count) === 0
								? [{ label: t('addPeopleNow'), to: `/segments/${made.id}`, search: customer }]
								: []),
							{ label: t('toAudience'), to: '/audiences/new', search: { ...customer, segment: made.id } },
						]}
					/>
				) : undefined
			}
			add={{ label: t('add'), to: '/segments/new', search: customer }}
			query={query}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.name}
			actions={(one) => [
				{ label: t('open'), icon: IconPencil, to: `/segments/${one.id}`, search: customer },
				...(one.can.change ? [{ label: t('delete'), icon: IconTrash, danger: true, onSelect: () => setDoomed(one) }] : []),
			]}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[
				labelFilter('filled', t('filled'), search.filled, { rule: t('byRule'), people: t('byPeople') }),
				labelFilter('active', t('active'), search.active, { yes: t('active'), no: t('inactive') }),
			]}
		>
			<CallQuestion
				call={remove}
				input={doomed && { query: { id: doomed.id } }}
				onClose={() => setDoomed(null)}
				title={t('deleteTitle', { name: doomed?.name ?? '' })}
				verb={t('delete')}
				danger
			>
				{t('deleteText', { count: doomed?.count ?? 0 })}
			</CallQuestion>
		</ListScreen>
	);
}

/** The segments, with how many are in each now: counts are asked more often than all the rest of them. */
function useCountedSegments(scope: { customerId: number | null; domainId: string | null }) {
	const { customerId } = scope;
	const list = useQuery({
		...asQuery(segments, { query: {} }, scope),
		enabled: customerId !== null,
		refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'building') ? BUILDING_MS : false),
	});
	const counts = useQuery({
		...asQuery(segmentCount, { query: {} }, scope),
		enabled: customerId !== null,
		refetchInterval: QUIET_MS,
	});
	const live = new Map((counts.data?.data ?? []).map(({ id, count }) => [id, count]));
	const newer = counts.dataUpdatedAt > list.dataUpdatedAt;
	const rows = list.data?.data.map((one) => (newer ? { ...one, count: live.get(one.id) ?? one.count } : one));
	return { list, rows, live };
}
