/** What the server makes of what is written, a moment after one stops writing. */
import { previewContent, type Rendered } from '@luvalla/contract/engagement/contents';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { controlsOf, type Draft, markupOf } from './draft.ts';
import { kindOf, previewedAs } from './kinds.ts';

const SETTLED_MS = 400;

export function usePreview(draft: Draft, language: string, person: string | null, scope: Scope) {
	const body = {
		channel: previewedAs(kindOf(draft.contentType)),
		language,
		defaultLanguage: draft.language,
		controls: controlsOf(draft),
		markup: markupOf(draft),
		person,
	};
	const written = JSON.stringify(body);
	const [settled] = useDebouncedValue(written, SETTLED_MS);
	const made = useQuery({
		...asQuery(previewContent, { query: {}, body: JSON.parse(settled) as typeof body }, scope),
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
	const { rendered = null, madeText = null } = made.data?.data ?? {};
	// a field that is half written cannot be read: what was made before it stays in sight
	const [last, setLast] = useState<{ of: string; rendered: Rendered; madeText: string | null } | null>(null);
	const of = `${language} ${draft.contentType}`;
	useEffect(() => {
		if (rendered) setLast({ of, rendered, madeText });
	}, [rendered, madeText, of]);
	const kept = last?.of === of ? last : null;
	const shown = rendered === null && kept !== null ? kept : { rendered, madeText };
	return { ...made, ...shown, busy: made.isFetching || settled !== written, stale: rendered === null && kept !== null };
}
