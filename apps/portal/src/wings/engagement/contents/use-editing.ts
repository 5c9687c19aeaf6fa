/** A content while it is written: its draft, and the calls that keep it. */
import { addContent, approveContent, type Content, type Controls, changeContent, contents } from '@luvalla/contract/engagement/contents';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { languageTitle } from '#portal/lib/language-names.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useDraftPage } from '#portal/ui/form/use-draft-page.ts';
import { statusKeyOf } from '#portal/ui/NumberedStatus.tsx';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import { controlsOf, draftOf, isNothing, markupOf, payloadOf, placedOf, sameDraft } from './draft.ts';
import { readContent } from './read-content.ts';
import { useContentTexts } from './texts.ts';

export function useEditing(stored: Content | null, domain: NamedDomain, scope: Scope) {
	const t = useContentTexts();
	const settings = { reload: [contents], quiet: true, scope } as const;
	const page = useDraftPage({
		stored,
		begin: () => draftOf(stored, currentLanguage()),
		same: sameDraft,
		isNothing,
		texts: { invalid: addContent.invalid, added: addContent.success, changed: changeContent.success },
		payloadOf,
		named: (draft) => ({
			[t('name')]: draft.title,
			[t('languages')]: [draft.language, Object.keys(draft.controls).toSorted()],
			[t('placed')]: placedOf(draft),
			...Object.fromEntries(
				Object.entries(controlsOf(draft)).map(([code, texts]) => [languageTitle(code, currentLanguage()), [texts, markupOf(draft)]]),
			),
		}),
		readOf: (row) => ({ changedAt: row?.changedAt }),
		domain,
		add: useCall(addContent, settings),
		change: useCall(changeContent, settings),
		approve: useCall(approveContent, { reload: [contents], scope }),
		path: '/contents',
		read: (id) => readContent(id, scope),
	});
	const write = (language: string, part: Partial<Controls>) =>
		page.edit((before) => ({ ...before, controls: { ...before.controls, [language]: { ...before.controls[language], ...part } } }));
	return {
		...page,
		write,
		/** It is approved as it is stored. */
		approved: page.row !== null && statusKeyOf(page.row.status) === 'approved',
	};
}
export type Editing = ReturnType<typeof useEditing>;
