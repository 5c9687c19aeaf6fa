/** `/campaigns/proof?id=`: a campaign on paper, page by page as it would be printed, before it is executed. */

import { nameOf } from '@luvalla/contract/call';
import { isPrinted } from '@luvalla/contract/channels';
import { campaignProof, campaignProofFile, PROOF_GROUPS, type ProofGroup } from '@luvalla/contract/engagement/campaign-proof';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { useDownload } from '#portal/ui/use-download.ts';
import { usePlace } from '#portal/ui/use-place.ts';
import { proofSearch } from '../campaigns.search.ts';
import { CampaignHead, NoCampaign, useOneCampaign, whileBuilding } from '../one-campaign.tsx';
import { useCampaignTexts } from '../texts.ts';
import { Pages } from './Pages.tsx';
import { ProofPane } from './ProofPane.tsx';
import styles from './proof.module.css';

export function ProofScreen() {
	const t = useCampaignTexts();
	const [search, patch] = useScreenSearch(proofSearch);
	const { page, address } = usePlace(search);
	const { customerId } = page;
	const campaign = useOneCampaign(page, search.id);
	const { id, scope, known, row } = campaign;
	const prints = row?.constellation.some(({ channel }) => isPrinted(channel)) ?? false;
	const asked = useQuery({
		...asQuery(campaignProof, { params: { id }, query: {} }, scope),
		enabled: known && prints,
		refetchInterval: whileBuilding,
	});
	const proof = asked.data?.data.state === 'building' ? undefined : asked.data?.data;
	const groups = PROOF_GROUPS.filter((one) => (proof?.groups[one].length ?? 0) > 0);
	const group: ProofGroup = groups.find((one) => one === search.group) ?? 'usual';
	const people = proof?.groups[group] ?? [];
	const at = Math.min(Math.max(0, Number(search.at ?? '1') - 1 || 0), Math.max(0, people.length - 1));
	const shown = people[at];
	const input = (persons: readonly string[]) => ({ params: { id }, query: { person: [...persons] } });
	const pages = useQuery({
		queryKey: [nameOf(campaignProofFile), customerId, id, shown?.person, proof?.signs],
		queryFn: () => fetchFile(campaignProofFile, input([shown?.person ?? '']), scope),
		enabled: shown !== undefined,
		gcTime: 60_000,
	});
	const take = useDownload(() => fetchFile(campaignProofFile, input(people.map(({ person }) => person)), scope));
	const crumbs = [{ label: t('campaigns'), to: '/campaigns', search: address }, { label: t('proofTitle') }];
	if (!row) return <NoCampaign page={page} title={t('proofTitle')} crumbs={crumbs} of={campaign} />;
	const go = (to: number) => patch({ at: String(to + 1) }, { replace: true });
	return (
		<CustomerGate page={page} title={t('proofTitle')}>
			<div className={styles.sheet}>
				<div className={styles.main}>
					<CampaignHead row={row} crumbs={crumbs} about={t('proofAbout')} page={page} of={asked} />
					{!prints ? (
						<Empty
							title={t('proofNone')}
							action={
								<LinkButton to="/campaigns" search={{ ...address, id }}>
									{t('wayChoose')}
								</LinkButton>
							}
						>
							{t('proofNoneWhy')}
						</Empty>
					) : proof === undefined && asked.isError ? (
						<Failed sentence={t('proofFailed')} query={asked} />
					) : proof?.state === 'unready' ? (
						<p role="status" className="small light">
							{t('countedUnready')}
						</p>
					) : proof && people.length === 0 ? (
						<Empty part title={t('proofNobody')}>
							{t('proofNobodyWhy')}
						</Empty>
					) : (
						<>
							<div className={styles.tools}>
								<Segmented
									label={t('proofWhose')}
									options={groups}
									value={group}
									onChange={(to) => patch({ group: to, at: undefined }, { replace: true })}
								>
									{(one) => (one === 'usual' ? t('group_usual') : `${t(`group_${one}`)} ${proof?.groups[one].length ?? 0}`)}
								</Segmented>
								<div className="row-8">
									<Turn at={at} of={people.length} go={go} />
									<ActButton
										variant="default"
										loading={take.isPending}
										disabled={people.length === 0}
										sign={IconDownload}
										onClick={() => take.mutate()}
									>
										{t('proofDownload')}
									</ActButton>
								</div>
							</div>
							<section className={styles.ground} aria-label={t('proofTitle')} aria-busy={pages.isFetching}>
								{pages.isError ? (
									<Failed sentence={t('proofFailed')} query={pages} />
								) : pages.data && proof ? (
									<Pages blob={pages.data.blob} name={shown?.name ?? ''} measures={proof.measures} />
								) : (
									<Skeleton height={480} />
								)}
							</section>
							<p className={styles.note}>
								<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
								{t('proofTrue')}
							</p>
						</>
					)}
				</div>
				{!prints || (proof === undefined && asked.isError) ? null : (
					<ProofPane campaign={row} proof={proof} scope={scope} address={address} />
				)}
			</div>
		</CustomerGate>
	);
}

/** Which of the people is shown, and the way to those beside. */
function Turn({ at, of, go }: { at: number; of: number; go: (to: number) => void }) {
	const t = useCampaignTexts();
	return (
		<>
			<span className="small light" role="status">
				{t('proofAt', { at: at + 1, of })}
			</span>
			<Tip label={t('proofBefore')}>
				<ActionIcon variant="default" size={34} aria-label={t('proofBefore')} aria-disabled={at === 0} onClick={() => at > 0 && go(at - 1)}>
					<IconChevronLeft size={16} stroke={1.75} />
				</ActionIcon>
			</Tip>
			<Tip label={t('proofNext')}>
				<ActionIcon
					variant="default"
					size={34}
					aria-label={t('proofNext')}
					aria-disabled={at >= of - 1}
					onClick={() => at < of - 1 && go(at + 1)}
				>
					<IconChevronRight size={16} stroke={1.75} />
				</ActionIcon>
			</Tip>
		</>
	);
}
