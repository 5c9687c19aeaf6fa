/** A content while it is written: its draft, and the calls that keep it. */
import { addContent, approveContent, type Content, type Controls, changeContent, contents } from '@luvalla/contract/engagement/contents';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useDraftPage } from '#portal/ui/use-draft-page.ts';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import { type Draft, draftOf, isNothing, payloadOf, sameDraft } from './draft.ts';
import { readContent } from './read-content.ts';

export function useEditing(stored: Content | null, domain: NamedDomain, scope: Scope) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const settings = { reload: [contents], quiet: true, scope } as const;
	const add = useCall(addContent, settings);
	const change = useCall(changeContent, settings);
	const approve = useCall(approveContent, { reload: [contents], scope });
	const page = useDraftPage<Content, Draft>({
		stored,
		begin: () => draftOf(stored, currentLanguage()),
		same: sameDraft,
		isNothing,
		texts: { invalid: addContent.invalid, added: addContent.success, changed: changeContent.success },
		titleKnown: 'content_known',
		add: async (draft) => (await add.mutateAsync({ query: {}, body: { ...payloadOf(draft), domain: domain.domain } })).data,
		change: async ({ id }, draft) => (await change.mutateAsync({ query: {}, body: { ...payloadOf(draft), id } })).data,
		approve: async ({ id }) => (await approve.mutateAsync({ params: { id }, query: {} })).data,
		onMade: (row) => {
			client.setQueryData(readContent(row.id, scope).queryKey, { data: [row], page: null });
			void navigate({ to: '/contents/$id', params: { id: row.id }, search: (old: object) => old, replace: true });
		},
	});
	const write = (language: string, part: Partial<Controls>) =>
		page.edit((before) => ({ ...before, controls: { ...before.controls, [language]: { ...before.controls[language], ...part } } }));
	return { ...page, write };
}
