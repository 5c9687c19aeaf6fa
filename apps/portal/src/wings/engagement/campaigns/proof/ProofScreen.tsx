/** `/campaigns/proof?id=`: a campaign on paper, page by page as it would be printed, before it is executed. */

import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { type ProofSearch, proofSearch } from '../campaigns.search.ts';
import { CampaignHead, NoCampaign, useOneCampaign } from '../one-campaign.tsx';
import { useCampaignTexts } from '../texts.ts';
import { Pages } from './Pages.tsx';
import { ProofPane } from './ProofPane.tsx';
import styles from './proof.module.css';
import { type Proofed, useProof } from './use-proof.ts';

export function ProofScreen() {
	const t = useCampaignTexts();
	const [search, patch] = useScreenSearch(proofSearch);
	const { page, address } = usePlace(search);
	const campaign = useOneCampaign(page, search.id);
	const { id, scope, row } = campaign;
	const proofed = useProof(campaign, search);
	const { prints, asked, proof } = proofed;
	const crumbs = [{ label: t('campaigns'), to: '/campaigns', search: address }, { label: t('proofTitle') }];
	if (!row) return <NoCampaign page={page} title={t('proofTitle')} crumbs={crumbs} of={campaign} />;
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
					) : proof && proofed.people.length === 0 ? (
						<Empty part title={t('proofNobody')}>
							{t('proofNobodyWhy')}
						</Empty>
					) : (
						<Recipients of={proofed} patch={patch} />
					)}
				</div>
				{!prints || (proof === undefined && asked.isError) ? null : (
					<ProofPane campaign={row} proof={proof} scope={scope} address={address} />
				)}
			</div>
		</CustomerGate>
	);
}

/** Whose pages they are, out of which group, and the pages. */
function Recipients({ of, patch }: { of: Proofed; patch: PatchSearch<ProofSearch> }) {
	const t = useCampaignTexts();
	const { proof, groups, group, people, at, pages, take } = of;
	const go = (to: number) => patch({ at: String(to + 1) }, { replace: true });
	return (
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
					<Pages blob={pages.data.blob} name={people[at]?.name ?? ''} measures={proof.measures} />
				) : (
					<Skeleton height={480} />
				)}
			</section>
			<p className={styles.note}>
				<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
				{t('proofTrue')}
			</p>
		</>
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
