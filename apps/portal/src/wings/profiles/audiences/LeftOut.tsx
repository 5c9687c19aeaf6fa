/** People of the choice whom a channel does not reach, for one reason: a page at a time, those who became known last first. */
import { nameOf } from '@luvalla/contract/call';
import type { Channel } from '@luvalla/contract/channels';
import { audiencePeople } from '@luvalla/contract/profiles/audiences';
import type { ReachReason } from '@luvalla/contract/profiles/reach';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask, type Scope } from '#portal/lib/client.ts';
import { useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import styles from './builder.module.css';
import { type Choice, chosenQuery } from './draft.ts';
import { People } from './People.tsx';
import { useAudienceTexts } from './texts.ts';

export interface Left {
	channel: Channel;
	reason: ReachReason;
}
const PAGE = 25;
const FIRST: number | undefined = undefined;

export function LeftOut({ left, choice, scope, onClose }: { left: Left; choice: Choice; scope: Scope; onClose: () => void }) {
	const t = useAudienceTexts();
	const say = useSay();
	const { isAdmin } = usePerson();
	const query = { ...chosenQuery(choice), ...left, size: PAGE };
	const pages = useInfiniteQuery({
		queryKey: [nameOf(audiencePeople), query, scope],
		queryFn: ({ pageParam, signal }) => ask(audiencePeople, { query: { ...query, before: pageParam } }, scope, signal),
		initialPageParam: FIRST,
		getNextPageParam: ({ data }) => data.next ?? undefined,
	});
	const people = pages.data?.pages.flatMap(({ data }) => data.people);
	const all = pages.data?.pages[0]?.data.count ?? 0;
	return (
		<FormDrawer
			opened
			title={t('leftTitle', { channel: say(channelSigns[left.channel].label), reason: t(`left_${left.reason}`) })}
			subtitle={people ? t('people', { count: all }) : null}
			onClose={onClose}
		>
			<div className={styles.drawer}>
				<p className={styles.quiet}>
					{t(`leftWhy_${left.reason}`)}{' '}
					{left.reason === 'never_asked' ? (
						<Link to="/lightconfig/purposes" search={isAdmin ? { customer: String(scope.customerId) } : {}} className="link">
							{t('openPurposes')}
						</Link>
					) : null}
				</p>
				{pages.isError && !people ? (
					<Failed sentence={t('peopleFailed')} query={pages} />
				) : people === undefined ? (
					<Skeleton height={320} />
				) : people.length === 0 ? (
					<p>{t('sampleNone')}</p>
				) : (
					<People people={people} customerId={scope.customerId} />
				)}
				{people && people.length > 0 ? (
					<p className="row-8-12" role="status">
						{pages.hasNextPage ? (
							<Button variant="default" data-strong loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
								{t('showMore')}
							</Button>
						) : null}
						<span className={styles.quiet}>{t('shownOf', { shown: people.length, all })}</span>
					</p>
				) : null}
				{pages.isFetchNextPageError ? <p role="alert">{t('peopleFailed')}</p> : null}
			</div>
		</FormDrawer>
	);
}
