/** Which of the domain's purposes a yes to each of the framework's grants. */
import { declaredOf, keysOf, usageOf } from '@luvalla/banner/tcf/list';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { PurposeLines, type Whose } from '../../editing/PurposeLines.tsx';
import type { TcfDraft, TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';

/** What the banner asks about, and the name of the purpose of each where none is written. */
export const askedOf = (config: TcfDraft['config'], list: VendorList) =>
	keysOf(usageOf(config, list)).map((key) => {
		const empty = declaredOf(list, key)?.name.trim() || key;
		return { key, name: `${key} · ${empty}`, empty };
	});

export function MappingTab({ list, ...props }: TcfTabProps & Whose & { list: VendorList | null }) {
	const t = useTcfTexts();
	return <PurposeLines {...props} text={t('mappingText')} lines={list ? askedOf(props.draft.config, list) : []} />;
}
