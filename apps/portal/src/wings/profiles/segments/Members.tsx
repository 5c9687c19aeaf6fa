/** The people of a segment, how and when each came; of one that is filled by people, who is put in and taken out. */

import { nameOf } from '@luvalla/contract/call';
import {
	removeMembers,
	type Segment,
	type SegmentMember,
	segmentCount,
	segmentMembers,
	segments,
} from '@luvalla/contract/profiles/segments';
import { Button } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { ask, type Scope } from '#portal/lib/client.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { useReasonTexts } from '#portal/ui/reasons/texts.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import { AddPeople } from './AddPeople.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';

const SIZE = 25;

const called = ({ name, email, luvallaId }: SegmentMember): string => name ?? email ?? luvallaId;

export function Members({ segment, scope }: { segment: Segment; scope: Scope }) {
	const t = useSegmentTexts();
	const reasons = useReasonTexts();
	const { id, rule } = segment;
	const [leaving, setLeaving] = useState<SegmentMember | null>(null);
	const query = useInfiniteQuery({
		queryKey: [nameOf(segmentMembers), id, scope],
		queryFn: async ({ pageParam }) =>
			(await ask(segmentMembers, { params: { id }, query: { size: SIZE, ...(pageParam !== null && { before: pageParam }) } }, scope)).data,
		initialPageParam: null as number | null,
		getNextPageParam: ({ next }) => next,
	});
	const remove = useCall(removeMembers, { reload: [segmentMembers, segments, segmentCount], scope });
	const rows = query.data?.pages.flatMap((page) => page.people);
	const all = query.data?.pages[0]?.count ?? 0;
	const columns: Column<SegmentMember>[] = [
		{ key: 'person', header: t('person'), cell: called, width: 200 },
		{ key: 'email', header: reasons('field_email'), cell: (one) => one.email, width: 180 },
		{
			key: 'came',
			header: t('came'),
			cell: (one) =>
				rule !== null ? (
					t('cameRule')
				) : (
					<span className={styles.hows}>
						{one.hows.map(({ how, at }) => (
							<span key={`${how} ${at}`}>
								{reasons(`by_${how}`)}, <RelativeTime at={at} />
							</span>
						))}
					</span>
				),
			width: 140,
		},
	];
	return (
		<div className={styles.members}>
			<Card title={t('membersTitle')} aside={rows ? <Shown shown={rows.length} all={all} /> : null}>
				{rule === null ? <AddPeople id={id} scope={scope} /> : null}
				{query.isError && !rows ? (
					<Failed sentence={t('membersFailed')} query={query} />
				) : rows?.length === 0 ? (
					<Empty part title={t('membersEmpty')}>
						{rule === null ? t('membersEmptyWhy') : t('membersEmptyRule')}
					</Empty>
				) : (
					<DataTable
						caption={t('membersTitle')}
						columns={columns}
						rows={rows}
						rowId={(one) => one.luvallaId}
						rowName={called}
						expect={5}
						actions={
							rule === null && segment.can.change
								? (one) => [{ label: t('remove'), icon: IconUserMinus, danger: true, onSelect: () => setLeaving(one) }]
								: undefined
						}
					/>
				)}
				{query.hasNextPage ? (
					<div className="above-12">
						<Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
							{t('showMore')}
						</Button>
					</div>
				) : null}
			</Card>
			<CallQuestion
				call={remove}
				input={leaving && { params: { id }, query: {}, body: { people: [{ luvallaId: leaving.luvallaId }] } }}
				onClose={() => setLeaving(null)}
				title={t('removeTitle', { name: leaving ? called(leaving) : '' })}
				verb={t('remove')}
				danger
			>
				<p>{t('removeText')}</p>
			</CallQuestion>
		</div>
	);
}

function Shown({ shown, all }: { shown: number; all: number }) {
	return (
		<span className="num">
			<NumberText value={shown} /> / <NumberText value={all} />
		</span>
	);
}
