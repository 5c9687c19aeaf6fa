/** Loads what the editor of a segment needs: the segment, and what a rule may ask about. */
import { ruleFields, segments } from '@luvalla/contract/profiles/segments';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { SegmentEditor } from './SegmentEditor.tsx';
import { segmentSearch } from './segments.search.ts';
import { useSegmentTexts } from './texts.ts';

/** `/segments/new` */
export const NewSegmentScreen = () => <Loaded id={null} />;

/** `/segments/{id}` */
export function SegmentScreen() {
	const { id = '' } = useParams({ strict: false });
	return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: string | null }) {
	const t = useSegmentTexts();
	const { page, customerId, domains, whose: customer } = usePage(segmentSearch);
	const scope = { customerId, domainId: null };
	const list = useQuery({ ...asQuery(segments, { query: {} }, scope), enabled: customerId !== null && id !== null });
	const fields = useQuery({ ...asQuery(ruleFields, { query: {} }, scope), enabled: customerId !== null });
	const row = list.data?.data.find((one) => one.id === id) ?? null;
	useThing(row?.name);
	const failed = [list, fields].find(({ isError, data }) => isError && !data);
	const title = id === null ? t('newTitle') : (row?.name ?? t('title'));
	const ready = fields.data && customerId !== null && (id === null || row);
	if (ready)
		return (
			<SegmentEditor
				segment={row}
				offered={fields.data.data}
				customerId={customerId}
				domains={domains}
				customer={customer}
				picker={id === null ? page.picker : null}
			/>
		);
	return (
		<CustomerGate page={page} title={title}>
			<PageHeader title={title} crumbs={[{ label: t('segments'), to: '/segments', search: customer }, { label: title }]} />
			{failed ? (
				<Failed sentence={t('loadFailed')} query={failed} />
			) : id !== null && list.data && row === null ? (
				<Empty
					title={t('missing')}
					action={
						<Button variant="default" renderRoot={(props: object) => <Link {...props} to="/segments" search={customer} />}>
							{t('toSegments')}
						</Button>
					}
				/>
			) : (
				<PageSkeleton />
			)}
		</CustomerGate>
	);
}
