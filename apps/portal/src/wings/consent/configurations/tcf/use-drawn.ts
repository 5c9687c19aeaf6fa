/** What is judged of a draft, what a yes to it grants, and what the preview shows of it. */
import type { LanguageWords } from '@luvalla/banner/languages/words';
import { reopenLook } from '@luvalla/banner/look';
import { type OfficialTexts, tcfData, tcfLayer } from '@luvalla/banner/tcf/assemble';
import { grantedWords } from '@luvalla/banner/tcf/granted';
import { tcfPolicy } from '@luvalla/banner/tcf/policy';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { useDeferredValue, useMemo } from 'react';
import { kinds } from '../kinds.ts';
import type { TcfDraft } from './kind.ts';
import { askedOf } from './tabs/MappingTab.tsx';

/** The list is long: points and preview follow the typing and the official texts that come, they do not hold them up. */
export function useDrawn(draft: TcfDraft, colours: TcfDraft['config']['colours'], list: VendorList | null, official: OfficialTexts) {
	const texts = useDeferredValue(official);
	const drawn = useDeferredValue(draft);
	const drawnColours = useDeferredValue(colours);
	const findings = useMemo(() => (list ? tcfPolicy(drawn.config, kinds.tcf.clean(drawn), list, texts) : []), [drawn, list, texts]);
	const granted = useMemo(() => {
		if (!list) return [];
		const asked = askedOf(drawn.config, list);
		return [...grantedWords(drawn.config, drawn.mapper, list, texts)].flatMap(([name, { keys, wording }]) =>
			asked.filter(({ key }) => keys.includes(key)).map((one) => ({ ...one, purpose: { name, wording } })),
		);
	}, [drawn, list, texts]);
	const shown = useMemo(() => ({ ...drawn.config, colours: drawnColours }), [drawn.config, drawnColours]);
	const preview = useMemo(
		() =>
			list
				? (one: BannerLanguage, words: LanguageWords) => ({
						data: tcfData(drawn.template, shown, one, list, texts, words),
						layer: tcfLayer(shown, one, list, texts, words),
						look: reopenLook(shown),
					})
				: undefined,
		[list, texts, shown, drawn.template],
	);
	return { findings, granted, shown, preview };
}
