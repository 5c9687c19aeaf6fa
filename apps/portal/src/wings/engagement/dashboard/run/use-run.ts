/** A campaign, one run of it, and the files where that is an audience for ad networks: read again while something moves. */
import { campaignFiles } from '@luvalla/contract/engagement/campaign-files';
import { campaignProgress } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns } from '@luvalla/contract/engagement/campaigns';
import { codeOf } from '@luvalla/contract/engagement/content-types';
import { STATUS } from '@luvalla/contract/engagement/status-numbers';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { CHANGED, type Progress } from './progress.ts';

/** News come at once; without them it is looked at again so often while something moves. */
const LOOK_AGAIN_MS = 5000;
const ENDED = ['done', 'failed', 'stopped'];

/** Whether all that came of it is lists for ad networks: nobody opens these, and nothing of them is sent. */
const isAdAudience = ({ constellation }: Campaign, { run, states }: Progress): boolean =>
	run.kind === 'real' && run.state === 'done' && states.accepted > 0 && constellation.every(({ channel }) => channel === codeOf('ad'));

/** @param run another one than the newest real one */
export function useRun(id: string, run: string | undefined, customerId: number | null) {
	const scope = { customerId, domainId: null };
	const enabled = customerId !== null;
	const read = useQuery({
		...asQuery(campaigns, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, scope),
		enabled,
		// A run of few people ends before its news are heard.
		refetchInterval: ({ state }) => (state.data?.data[0]?.status === STATUS.running ? LOOK_AGAIN_MS : false),
	});
	const [campaign] = read.data?.data ?? [];
	const progress = useQuery({
		...asQuery(campaignProgress, { params: { id }, query: { run } }, scope),
		enabled: enabled && campaign !== undefined && (run !== undefined || campaign.run !== null),
		refetchInterval: ({ state }) => (state.data && !ENDED.includes(state.data.data.run.state) ? LOOK_AGAIN_MS : false),
	});
	useReloadOnNews('campaigns', CHANGED, customerId);
	useThing(campaign?.title);
	const found = progress.data?.data;
	const isAd = campaign !== undefined && found !== undefined && isAdAudience(campaign, found);
	const files = useQuery({ ...asQuery(campaignFiles, { params: { id }, query: { run } }, scope), enabled: enabled && isAd });
	return { scope, read, campaign, progress, found, isAd, files };
}
