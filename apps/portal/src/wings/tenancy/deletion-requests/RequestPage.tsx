/** One request: what will be lost and what stays on the left, who confirms and the decision on the right; afterwards the report. */
import { type RequestDetail, readDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Decide } from './Decide.tsx';
import { Lost } from './Lost.tsx';
import { Report } from './Report.tsx';
import styles from './requests.module.css';
import { useRequestTexts } from './texts.ts';
import { UsedSegments } from './UsedSegments.tsx';
import { RequestBadge } from './words.tsx';

/** While it is being erased, it is looked at so often. */
const LOOK_AGAIN_MS = 2000;
const isErasing = ({ status, eraseAt, erasedAt }: RequestDetail): boolean =>
	status === 1 && erasedAt === null && eraseAt !== null && Date.parse(eraseAt) <= Date.now();

export function RequestPage({ id, onBack }: { id: string; onBack: () => void }) {
	const t = useRequestTexts();
	const query = useQuery({
		...asQuery(readDeletion, { params: { id } }),
		refetchInterval: ({ state }) => (state.data && isErasing(state.data.data) ? LOOK_AGAIN_MS : false),
	});
	const request = query.data?.data;
	useThing(request?.domain);
	const crumbs = [{ label: t('title'), to: '/requests' }, { label: request?.domain ?? '…' }];
	if (!request)
		return (
			<>
				<PageHeader title={t('title')} crumbs={crumbs} />
				{query.isPending ? (
					<PageSkeleton />
				) : query.error instanceof CallFailure && query.error.notThere ? (
					<Empty title={t('missing')} action={<Button onClick={onBack}>{t('allRequests')}</Button>} />
				) : (
					<Failed sentence={t('failed')} query={query} />
				)}
			</>
		);
	return (
		<>
			<PageHeader
				title={t('asks', { customer: request.customerName, domain: request.domain })}
				badge={<RequestBadge request={request} />}
				crumbs={crumbs}
				about={request.reason === '' ? null : <q>{request.reason}</q>}
				busy={query.isFetching && !query.isPending && !isErasing(request)}
			/>
			<div className={styles.page}>
				<div className="narrow grid-16">
					{request.report ? <Report request={request} report={request.report} /> : <Lost request={request} />}
					{request.usedSegments.length > 0 ? <UsedSegments request={request} /> : null}
					{request.atOthers > 0 && request.report === null ? (
						<div className={styles.strip}>
							<p>
								<strong>{t('atOthers', { count: request.atOthers })}</strong>
							</p>
							<p>{t('atOthersText')}</p>
						</div>
					) : null}
				</div>
				<Decide key={`${request.status}`} request={request} erasing={isErasing(request)} />
			</div>
		</>
	);
}
