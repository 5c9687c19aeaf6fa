/** `/campaigns/triggered/{id}`: one triggered send as a line that a person can read, with where everybody is who came. */
import {
	pauseTriggered,
	resumeTriggered,
	startTriggered,
	stopTriggered,
	type TriggeredProgress,
	triggeredSend,
	triggeredSends,
} from '@luvalla/contract/engagement/journeys';
import { Skeleton } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { type Place, usePlace } from '#portal/ui/use-place.ts';
import { WayBack } from '#portal/ui/WayBack.tsx';
import { wayOf } from '../before/ways.ts';
import { useCampaignTexts } from '../texts.ts';
import { JourneyDrawer } from './JourneyDrawer.tsx';
import { Line } from './Line.tsx';
import { Side } from './Side.tsx';
import { Totals } from './Totals.tsx';
import { TriggeredBadge } from './TriggeredBadge.tsx';
import { useTriggeredTexts } from './texts.ts';
import styles from './triggered.module.css';
import { journeySearch } from './triggered.search.ts';

/** Looked at again so often while somebody may be on their way. */
const LOOK_AGAIN_MS = 5000;

export function JourneyScreen() {
	const t = useTriggeredTexts();
	const language = useLanguage();
	const { id = '' } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(journeySearch);
	const place = usePlace(search);
	const { page, address } = place;
	const scope = { customerId: page.customerId, domainId: null };
	const read = useQuery({
		...asQuery(triggeredSend, { params: { id }, query: {} }, scope),
		enabled: page.customerId !== null,
		refetchInterval: ({ state }) => (['running', 'stopping'].includes(state.data?.data.state ?? '') ? LOOK_AGAIN_MS : false),
	});
	const found = read.data?.data;
	useThing(found?.title);
	const crumbs = [
		{ label: t('campaigns'), to: '/campaigns', search: address },
		{ label: t('title'), to: '/campaigns/triggered', search: address },
		{ label: found?.title ?? '…' },
	];
	if (!found)
		return (
			<CustomerGate page={page} title={t('title')}>
				<PageHeader title={t('title')} crumbs={crumbs} actions={page.picker} />
				{read.isPending ? (
					<div className="grid-16" aria-busy="true">
						<Skeleton height={112} />
						<Skeleton height={380} />
					</div>
				) : read.error instanceof CallFailure && read.error.notThere ? (
					<Empty title={t('title')} action={<WayBack to={crumbs[1]} />}>
						{t('missing')}
					</Empty>
				) : (
					<Failed sentence={t('loadFailed')} query={read} />
				)}
			</CustomerGate>
		);
	return (
		<CustomerGate page={page} title={t('title')}>
			<div className={styles.sheet}>
				<div className={styles.main}>
					<Head found={found} place={place} crumbs={crumbs} busy={read.isFetching} onEdit={() => patch({ edit: 'yes' })} />
					{found.waitsForCredits === null ? null : (
						<p role="status" className={styles.problems}>
							{t('waitsForCredits', { at: dateText(found.waitsForCredits, language) })}
						</p>
					)}
					<Problems found={found} address={address} />
					<Totals of={found} />
					<Line of={found} to={address} />
				</div>
				<Side of={found} scope={scope} address={address} search={search} patch={patch} />
			</div>
			<JourneyDrawer
				opened={search.edit !== undefined}
				row={found}
				place={place}
				sender={search.sender}
				onClose={() => patch({ edit: undefined, sender: undefined })}
			/>
		</CustomerGate>
	);
}

interface HeadProps {
	found: TriggeredProgress;
	place: Place;
	crumbs: { label: string; to?: string; search?: Record<string, string> }[];
	busy: boolean;
	onEdit: () => void;
}

/** What it is, and what can be done with it now. */
function Head({ found, place: { page }, crumbs, busy, onEdit }: HeadProps) {
	const t = useTriggeredTexts();
	const language = useLanguage();
	const [stopping, setStopping] = useState(false);
	const settings = { reload: [triggeredSend, triggeredSends], scope: { customerId: page.customerId, domainId: null } };
	const start = useCall(startTriggered, settings);
	const pause = useCall(pauseTriggered, settings);
	const resume = useCall(resumeTriggered, settings);
	const stop = useCall(stopTriggered, settings);
	const one = { params: { id: found.id }, query: {} };
	const { state, isPaused } = found;
	const about = [
		found.since === null ? t('neverRan') : t('since', { at: dateText(found.since, language) }),
		found.domain,
		...(found.since === null ? [] : [t('lastDay', { count: found.lastDay })]),
	];
	return (
		<>
			<PageHeader
				title={found.title}
				crumbs={crumbs}
				badge={<TriggeredBadge of={found} />}
				about={about.join(' · ')}
				busy={busy}
				actions={
					<>
						{page.picker}
						<ActButton variant="default" sign={IconPencil} onClick={onEdit}>
							{t('edit')}
						</ActButton>
						{state === 'running' && !isPaused ? (
							<ActButton variant="default" sign={IconPlayerPause} loading={pause.isPending} onClick={() => pause.mutate(one)}>
								{t('pause')}
							</ActButton>
						) : null}
						{isPaused ? (
							<ActButton variant="default" sign={IconPlayerPlay} loading={resume.isPending} onClick={() => resume.mutate(one)}>
								{t('resume')}
							</ActButton>
						) : null}
						{state === 'running' ? (
							<ActButton variant="default" data-strong sign={IconPlayerStop} onClick={() => setStopping(true)}>
								{t('stop')}
							</ActButton>
						) : null}
						{state === 'draft' || state === 'stopped' ? (
							<ActButton
								sign={IconPlayerPlay}
								loading={start.isPending}
								disabled={found.problems.length > 0}
								onClick={() => start.mutate({ ...one, body: { lastUpdatedAt: found.lastUpdatedAt } })}
							>
								{t('start')}
							</ActButton>
						) : null}
					</>
				}
			/>
			<CallQuestion
				call={stop}
				input={stopping && one}
				onClose={() => setStopping(false)}
				title={t('stopQuestion', { title: found.title })}
				verb={t('stopVerb')}
				danger
			>
				{t('stopText', { count: found.waiting })}
			</CallQuestion>
		</>
	);
}

/** What keeps it from being started, each with the way on. */
function Problems({ found: { id, problems }, address }: { found: TriggeredProgress; address: Record<string, string> }) {
	const t = useTriggeredTexts();
	const c = useCampaignTexts();
	const say = useSay();
	if (problems.length === 0) return null;
	return (
		<section className={styles.problems} aria-label={t('inTheWay')}>
			<h2>{t('inTheWay')}</h2>
			<ul>
				{problems.map(({ code, message }) => {
					const way = wayOf(code, { id, audienceIdFK: '' });
					// What a campaign chooses in its drawer, this one chooses in its own.
					const own = way?.to === '/campaigns' ? { ...way, to: `/campaigns/triggered/${id}`, search: { edit: 'yes' } } : way;
					return (
						<li key={`${code} ${message.en}`}>
							{say(message)}{' '}
							{own ? (
								<Link to={own.to} search={{ ...address, ...own.search }}>
									{c(own.text)}
								</Link>
							) : null}
						</li>
					);
				})}
			</ul>
		</section>
	);
}
