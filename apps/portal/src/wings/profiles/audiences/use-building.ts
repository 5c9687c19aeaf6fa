/** An audience while it is made: its draft, and the calls that keep it. */
import { type Audience, addAudience, approveAudience, audiences, changeAudience } from '@luvalla/contract/profiles/audiences';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { useDraftPage } from '#portal/ui/use-draft-page.ts';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import { type Draft, draftOf, isNobody, sameDraft } from './draft.ts';
import { readAudience } from './read-audience.ts';

/** As the calls take it. */
const payloadOf = ({ title, segments, consents, isAnd }: Draft) => ({
	title: title.trim(),
	segments: [...segments],
	consents: [...consents],
	isAnd,
});

/** @param begins what a new one begins with */
export function useBuilding(stored: Audience | null, begins: Draft, domain: NamedDomain, scope: Scope) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const settings = { reload: [audiences], quiet: true, scope } as const;
	const add = useCall(addAudience, settings);
	const change = useCall(changeAudience, settings);
	const approve = useCall(approveAudience, { reload: [audiences], scope });
	return useDraftPage<Audience, Draft>({
		stored,
		begin: () => (stored ? draftOf(stored) : begins),
		same: sameDraft,
		isNothing: isNobody,
		texts: { invalid: addAudience.invalid, added: addAudience.success, changed: changeAudience.success },
		titleKnown: 'audience_known',
		add: async (draft) => (await add.mutateAsync({ query: {}, body: { ...payloadOf(draft), domain: domain.domain } })).data,
		change: async ({ id }, draft) => (await change.mutateAsync({ query: {}, body: { ...payloadOf(draft), id } })).data,
		approve: async ({ id }) => (await approve.mutateAsync({ params: { id }, query: {} })).data,
		onMade: (row) => {
			client.setQueryData(readAudience(row.id, scope).queryKey, { data: [row], page: null });
			void navigate({ to: '/audiences/$id', params: { id: row.id }, search: (old: object) => old, replace: true });
		},
	});
}
