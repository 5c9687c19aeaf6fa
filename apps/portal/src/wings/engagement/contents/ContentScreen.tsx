/** The editor's page: of a new content, or of one that is stored. */

import { INVALID_CONTENT } from '@luvalla/contract/engagement/contents';
import { Skeleton } from '@mantine/core';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { DraftScreen } from '#portal/ui/form/DraftScreen.tsx';
import { DraftWaiting } from '#portal/ui/form/DraftWaiting.tsx';
import { editorSearch } from './contents.search.ts';
import { Editor } from './Editor.tsx';
import { readContent } from './read-content.ts';
import { useContentTexts } from './texts.ts';

/** `/contents/new` and `/contents/$id` */
export function ContentScreen() {
	const t = useContentTexts();
	const title = fixedText(INVALID_CONTENT, useLanguage());
	const [search, patch] = useScreenSearch(editorSearch);
	return (
		<DraftScreen
			search={search}
			patch={patch}
			t={t}
			read={readContent}
			list={{ label: t('contents'), to: '/contents' }}
			gone={title}
			waiting={<Waiting />}
		>
			{(row, place) => <Editor key={row?.id} stored={row} {...place} search={search} patch={patch} />}
		</DraftScreen>
	);
}

/** The editor's own layout, empty. */
function Waiting() {
	return (
		<DraftWaiting>
			<Skeleton height={62} />
			<Skeleton height={34} width={240} />
			<Skeleton height={62} />
			<Skeleton height={220} />
		</DraftWaiting>
	);
}
