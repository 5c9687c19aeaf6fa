/** The banner's own words in one language, loaded when they are first needed. */
import { loadWords } from '@luvalla/banner/languages/load';
import type { LanguageWords } from '@luvalla/banner/languages/words';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { queryOptions, useQuery } from '@tanstack/react-query';

export const bannerWords = (language: BannerLanguage) =>
	queryOptions({ queryKey: ['banner-words', language], queryFn: () => loadWords(language), staleTime: Number.POSITIVE_INFINITY });

/** Undefined until they are there. */
export const useBannerWords = (language: BannerLanguage): LanguageWords | undefined => useQuery(bannerWords(language)).data;
