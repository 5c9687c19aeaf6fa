/** The proof of a campaign on paper: what it comes to, whose pages are shown, and these pages. */
import { nameOf } from '@luvalla/contract/call';
import { isPrinted } from '@luvalla/contract/channels';
import { campaignProof, campaignProofFile, PROOF_GROUPS, type ProofGroup } from '@luvalla/contract/engagement/campaign-proof';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { useDownload } from '#portal/ui/use-download.ts';
import type { ProofSearch } from '../campaigns.search.ts';
import { type useOneCampaign, whileBuilding } from '../one-campaign.tsx';

export function useProof({ id, scope, known, row }: ReturnType<typeof useOneCampaign>, search: ProofSearch) {
	/** Some of it is printed. */
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
		queryKey: [nameOf(campaignProofFile), scope.customerId, id, shown?.person, proof?.signs],
		queryFn: () => fetchFile(campaignProofFile, input([shown?.person ?? '']), scope),
		enabled: shown !== undefined,
		gcTime: 60_000,
	});
	const take = useDownload(() => fetchFile(campaignProofFile, input(people.map(({ person }) => person)), scope));
	return { prints, asked, proof, groups, group, people, at, shown, pages, take };
}
export type Proofed = ReturnType<typeof useProof>;
