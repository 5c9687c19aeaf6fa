/** One run as it goes: how many are settled and how, what was opened, why not the rest, and the latest deliveries. */
import { campaignRuns, pauseCampaign, resumeCampaign, retryCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, INVALID_CAMPAIGN } from '@luvalla/contract/engagement/campaigns';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { audiences } from '@luvalla/contract/profiles/audiences';
import { NativeSelect, Skeleton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText } from '#portal/lib/dates.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import type { Place } from '#portal/ui/use-place.ts';
import { WayBack } from '#portal/ui/WayBack.tsx';
import { StopQuestion } from '../StopQuestion.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import { Latest } from './Latest.tsx';
import { LeftOut } from './LeftOut.tsx';
import { CHANGED, clockText, isNewest, type Progress, permittedOf, settledOf } from './progress.ts';
import styles from './run.module.css';
import { Sent } from './Sent.tsx';
import { useRun } from './use-run.ts';

const AdAudience = late(() => import('./AdAudience.tsx').then((module) => module.AdAudience), Waiting);
const Files = late(
	() => import('./Files.tsx').then((module) => module.Files),
	() => <Skeleton height={164} />,
);

interface RunScreenProps {
	id: string;
	/** Another run than the newest real one. */
	run: string | undefined;
	place: Place;
}

export function RunScreen({ id, run, place: { page, address } }: RunScreenProps) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const { scope, read, campaign, progress, found, isAd, files } = useRun(id, run, page.customerId);
	const audience = isAd ? files.data?.data : undefined;
	const crumbs = [{ label: t('campaigns'), to: '/campaigndashboard', search: address }, { label: campaign?.title ?? t('run') }];
	if (!campaign)
		return (
			<>
				<PageHeader title={t('run')} crumbs={crumbs} actions={page.picker} />
				{read.isError ? (
					<Failed sentence={t('loadFailed')} query={read} />
				) : read.isPending ? (
					<Waiting />
				) : (
					<Empty title={fixedText(INVALID_CAMPAIGN, language)} action={<WayBack to={crumbs[0]} />}>
						{t('missing')}
					</Empty>
				)}
			</>
		);
	const to = { ...address, id, ...(run ? { run } : {}) };
	const filed = <Files id={id} run={run} scope={scope} />;
	const latest = found && (
		<Latest id={id} run={run} scope={scope} to={to} address={address} targeted={found.targeted} settled={settledOf(found)} />
	);
	return (
		<div className={styles.page}>
			<Head
				campaign={campaign}
				found={found}
				permitted={audience && permittedOf(audience)}
				run={run}
				place={{ scope, address, picker: page.picker }}
				busy={progress.isFetching && !progress.isPending}
				onRefresh={() => void Promise.all([progress.refetch(), read.refetch()])}
			/>
			{found && isAd && !files.isError ? (
				audience ? (
					<AdAudience
						progress={found}
						files={audience}
						to={to}
						latest={latest}
						beside={
							<>
								<LeftOut progress={found} state="skipped" to={to} />
								<LeftOut progress={found} state="failed" to={to} />
							</>
						}
					>
						{filed}
					</AdAudience>
				) : (
					<Waiting />
				)
			) : found ? (
				<Sent campaign={campaign} progress={found} scope={scope} to={to} latest={latest}>
					{filed}
				</Sent>
			) : campaign.run === null && run === undefined ? (
				<Empty
					title={t('neverRan')}
					action={
						<LinkButton variant="filled" to="/campaigns/before" search={{ ...address, id }}>
							{t('lookBefore')}
						</LinkButton>
					}
				>
					{t('neverRanWhy')}
				</Empty>
			) : progress.isError ? (
				<Failed sentence={t('progressFailed')} query={progress} back={crumbs[0]} />
			) : (
				<Waiting />
			)}
		</div>
	);
}

function Waiting() {
	return (
		<div className={styles.page} aria-busy="true">
			<Skeleton height={164} />
			<Skeleton height={380} />
		</div>
	);
}

interface HeadProps {
	campaign: Campaign;
	found: Progress | undefined;
	/** Of an audience for ad networks: people in it. */
	permitted: number | undefined;
	run: string | undefined;
	place: { scope: { customerId: number | null; domainId: null }; address: Record<string, string>; picker: React.ReactNode };
	busy: boolean;
	onRefresh: () => void;
}

/** What it is, where it stands, and what can be done with it now. */
function Head({ campaign, found, permitted, run, place: { scope, address, picker }, busy, onRefresh }: HeadProps) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const [stopping, setStopping] = useState(false);
	const settings = { reload: CHANGED, scope };
	const pause = useCall(pauseCampaign, settings);
	const resume = useCall(resumeCampaign, settings);
	const retry = useCall(retryCampaign, settings);
	const one = { params: { id: campaign.id }, query: {} };
	const current = found?.run;
	const state = isNewest(campaign, current) ? current?.state : undefined;
	const moves = state === 'waiting' || state === 'preparing' || state === 'sending';
	const paused = state === 'paused';
	const failed = state === 'done' && found !== undefined && found.states.failed > 0;
	return (
		<>
			<PageHeader
				title={permitted === undefined ? campaign.title : t('mayBeShown', { count: permitted })}
				crumbs={[
					{ label: t('campaigns'), to: '/campaigndashboard', search: address },
					permitted === undefined ? { label: current?.kind === 'rehearsal' ? t('rehearsal') : t('run') } : { label: campaign.title },
				]}
				badge={<CampaignBadge campaign={campaign} />}
				about={<About campaign={campaign} found={found} scope={scope} />}
				busy={busy}
				actions={
					<>
						{picker}
						<Runs campaign={campaign} run={run ?? campaign.run?.id} scope={scope} address={address} />
						<ActButton variant="default" sign={IconRefresh} loading={busy} onClick={onRefresh}>
							{t('refresh')}
						</ActButton>
						{moves ? (
							<ActButton variant="default" sign={IconPlayerPause} loading={pause.isPending} onClick={() => pause.mutate(one)}>
								{t('pause')}
							</ActButton>
						) : null}
						{paused ? (
							<ActButton variant="default" sign={IconPlayerPlay} loading={resume.isPending} onClick={() => resume.mutate(one)}>
								{t('resume')}
							</ActButton>
						) : null}
						{failed ? (
							<ActButton
								variant="default"
								sign={IconRepeat}
								loading={retry.isPending}
								onClick={() => retry.mutate({ ...one, body: undefined })}
							>
								{t('retry')}
							</ActButton>
						) : null}
						{moves || paused ? (
							<ActButton variant="default" data-strong sign={IconPlayerStop} onClick={() => setStopping(true)}>
								{t('stop')}
							</ActButton>
						) : null}
					</>
				}
			/>
			{found?.credits ? (
				<p className={styles.why} role="status">
					{t('waitsForCredits')}
				</p>
			) : null}
			{current?.why ? (
				<p className={styles.why} role="status">
					{d(`why_${current.why}`)}
				</p>
			) : null}
			{current?.kind === 'rehearsal' ? <p className={styles.note}>{t('rehearsalNote')}</p> : null}
			<StopQuestion campaign={stopping ? campaign : null} scope={scope} onClose={() => setStopping(false)} />
		</>
	);
}

/** *Email · audience “Club members” · started 10:05, about 4 minutes left* */
function About({ campaign, found, scope }: Pick<HeadProps, 'campaign' | 'found'> & { scope: HeadProps['place']['scope'] }) {
	const t = useCampaignDashboardTexts();
	const say = useSay();
	const language = useLanguage();
	const audienceId = campaign.audienceIdFK ?? '';
	const audience = useQuery({
		...asQuery(audiences, { query: { page: 1, size: 10, filter: [`id:${audienceId}`] } }, scope),
		enabled: audienceId !== '',
	});
	const channels = campaign.constellation.flatMap(({ channel }) => {
		const known = channelOf(channel);
		return known ? [say(channelSigns[known].label)] : [];
	});
	const title = audience.data?.data[0]?.title;
	const run = found?.run;
	const clock = (at: string) => clockText(at, language);
	const parts = [
		channels.join(', '),
		title === undefined ? '' : t('ofAudience', { title }),
		run === undefined
			? ''
			: run.endedAt
				? t('ended', { at: clock(run.endedAt) })
				: t(run.preparedAt ? 'started' : 'begins', { at: clock(run.beginsAt) }),
	];
	const left = found?.minutesLeft ?? null;
	// nobody waits but who has a time of their own
	const later = left === null && run?.endedAt === null && found?.states.waiting === 0 ? found.deferredTo : null;
	return (
		<>
			{parts.filter((part) => part !== '').join(' · ')}
			{left === null ? null : `, ${t('minutesLeft', { count: Math.max(1, Math.ceil(left)) })}`}
			{later === null ? null : `, ${t('goesOn', { at: clock(later) })}`}
		</>
	);
}

/** The runs and rehearsals of a campaign, where it has several. */
function Runs({
	campaign,
	run,
	scope,
	address,
}: { campaign: Campaign; run: string | undefined } & Pick<HeadProps['place'], 'scope' | 'address'>) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const navigate = useNavigate();
	const runs = useQuery(asQuery(campaignRuns, { params: { id: campaign.id }, query: {} }, scope));
	const all = runs.data?.data ?? [];
	if (all.length < 2) return null;
	return (
		<NativeSelect
			aria-label={t('runs')}
			value={run}
			data={all.map((one) => ({
				value: one.id,
				label: t(one.kind === 'real' ? 'runOf' : 'rehearsalOf', { at: momentText(one.beginsAt, language) }),
			}))}
			onChange={(event) =>
				void navigate({ to: '/campaigndashboard', search: { ...address, id: campaign.id, run: event.currentTarget.value } })
			}
		/>
	);
}
