/** An audience while it is made: its draft, and the calls that keep it. */
import { type Audience, addAudience, approveAudience, audiences, changeAudience } from '@luvalla/contract/profiles/audiences';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { useDraftPage } from '#portal/ui/form/use-draft-page.ts';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import { type Draft, draftOf, isNobody, sameDraft } from './draft.ts';
import { readAudience } from './read-audience.ts';
import { useAudienceTexts } from './texts.ts';

/** As the calls take it. */
const payloadOf = ({ title, segments, consents, isAnd }: Draft) => ({
	title: title.trim(),
	segments: [...segments],
	consents: [...consents],
	isAnd,
});

/** @param begins what a new one begins with */
export function useBuilding(stored: Audience | null, begins: Draft, domain: NamedDomain, scope: Scope) {
	const t = useAudienceTexts();
	const settings = { reload: [audiences], quiet: true, scope } as const;
	return useDraftPage({
		stored,
		begin: () => (stored ? draftOf(stored) : begins),
		same: sameDraft,
		isNothing: isNobody,
		texts: { invalid: addAudience.invalid, added: addAudience.success, changed: changeAudience.success },
		payloadOf,
		named: ({ title, segments, consents, isAnd }) => ({
			[t('name')]: title,
			[t('joined')]: isAnd,
			[t('segments')]: segments,
			[t('consents')]: consents,
		}),
		readOf: (row) => ({ changedAt: row?.changedAt }),
		domain,
		add: useCall(addAudience, settings),
		change: useCall(changeAudience, settings),
		approve: useCall(approveAudience, { reload: [audiences], scope }),
		path: '/audiences',
		read: (id) => readAudience(id, scope),
	});
}
