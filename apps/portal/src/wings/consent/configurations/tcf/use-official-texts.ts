/** The framework's official texts in a banner's languages: each is asked for when its language is chosen, and fetched then. */
import type { OfficialTexts } from '@luvalla/banner/tcf/assemble';
import type { BannerLanguage, InLanguages } from '@luvalla/contract/consent/languages';
import { officialTexts } from '@luvalla/contract/consent/vendor-lists';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asQuery } from '#portal/lib/calls.ts';

export function useOfficialTexts(languages: readonly BannerLanguage[]) {
	const wanted = languages.filter((one) => one !== 'en');
	const found = useQueries({ queries: wanted.map((language) => asQuery(officialTexts, { params: { language } })) });
	const stamp = found.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the answers change when their stamps do; the arrays are new each time
	const texts = useMemo(
		(): OfficialTexts => Object.fromEntries(wanted.flatMap((language, i) => (found[i]?.data ? [[language, found[i].data.data]] : []))),
		[languages, stamp],
	);
	/** Why there are none, in the person's language. */
	const problems: InLanguages<string> = Object.fromEntries(
		wanted.flatMap((language, i) => (found[i]?.error ? [[language, found[i].error.message]] : [])),
	);
	const waiting: readonly BannerLanguage[] = wanted.filter((_, i) => found[i]?.isPending);
	return { texts, waiting, problems };
}
