/** Which of the domain's purposes a yes to each of the framework's grants. */
import { declaredOf, keysOf, usageOf } from '@luvalla/banner/tcf/list';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { PurposeLines, type Whose } from '../../editing/PurposeLines.tsx';
import type { TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';

export function MappingTab({ list, ...props }: TcfTabProps & Whose & { list: VendorList | null }) {
	const t = useTcfTexts();
	const lines = (list ? keysOf(usageOf(props.draft.config, list)) : []).map((key) => {
		const empty = (list && declaredOf(list, key)?.name.trim()) || key;
		return { key, name: `${key} · ${empty}`, empty };
	});
	return <PurposeLines {...props} text={t('mappingText')} lines={lines} />;
}
